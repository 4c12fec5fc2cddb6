/** The names of tags: how they are spelled, and which of them a section has. */

import { tagNameHash } from './bytes.js';

/** No more are remembered: so that a section without end costs no more than a long one. */
const NAMES_MAX = 64;

/** Those that something is read from. */
const READ = [
  ...['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'WhiteElo', 'BlackElo', 'ECO', 'TimeControl'],
  ...['UTCDate', 'UTCTime', 'FEN', 'SetUp', 'Variant'],
];
const BY_SMALL_LETTERS = new Map(READ.map((name) => [name.toLowerCase(), name]));
const AS_USUAL = new Set(READ);

/**
 * The name as the standard has it of a tag that something is read from, for `[fen "..."]` or `[FEN: "..."]` overlooked would be a game from the wrong
 * position; any other name as it stands.
 */
export function usualName(name: string): string {
  if (AS_USUAL.has(name)) return name;
  return BY_SMALL_LETTERS.get(name.replace(/[:=]$/, '').toLowerCase()) ?? name;
}

/** Those that a section opens with: the roster, and what says that a game begins elsewhere. */
const OPENING = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'FEN', 'SetUp', 'Variant'];
const OPENING_HASHES = new Set(OPENING.flatMap((name) => [name, name.toLowerCase()]).map(hashOf));
const EVENT = hashOf('Event');
const RESULT = hashOf('Result');

function hashOf(name: string): number {
  const bytes = new TextEncoder().encode(`[${name} `);
  return tagNameHash(bytes, 0, bytes.length);
}

/** @param hash of a name (`tagNameHash`) */
export function isEvent(hash: number): boolean {
  return hash === EVENT;
}

/** Whether the name is one of those that a section of tags opens with. @param hash of the name (`tagNameHash`) */
function opensSection(hash: number): boolean {
  return OPENING_HASHES.has(hash);
}

/** As hashes (`tagNameHash`), for noticing a second tag of the same name in a section. */
export class TagNames {
  readonly #hashes: number[] = [];

  clear(): void {
    this.#hashes.length = 0;
  }

  add(hash: number): void {
    if (this.#hashes.length < NAMES_MAX) this.#hashes.push(hash);
  }

  has(hash: number): boolean {
    return this.#hashes.includes(hash);
  }

  /** Whether a tag among the moves begins no game: none that a section opens with, and none that this one has. @param hash of its name */
  wouldStray(hash: number): boolean {
    return !opensSection(hash) && !this.has(hash);
  }

  /** Whether they say of which game they are: one of those that a section opens with, other than the result, which people repeat behind a game. */
  get tellGame(): boolean {
    return this.#hashes.length === NAMES_MAX || this.#hashes.some((hash) => hash !== RESULT && opensSection(hash));
  }
}
