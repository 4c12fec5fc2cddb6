/**
 * Quarantined games -> a PGN file in which they can be mended by hand, and which can then be scanned.
 *
 * Each game stands as its archive has it, byte for byte. Before it are escape lines, which PGN readers pass over: why it was set aside,
 * where it comes from, and at which line of this file to look. The first of them is a fence (`pgn/fence.ts`), so that a brace that a
 * broken game leaves open does not swallow the next one.
 *
 * The last line is a seal: while it holds, nobody has mended anything in the file, and it may be overwritten.
 *
 * Of a game that broke the size limit only the beginning is kept, and a beginning would pass for a game: it is named, not written.
 */
import { createHash } from 'node:crypto';
import { FENCE } from '../pgn/fence.js';
import { lineAndColumn } from '../pgn/place.js';
import type { QuarantinedGame } from '../store/quarantine.js';
import { oneLine } from './text.js';

/** Every file begins with it: what does not was made by somebody else, and is not overwritten. */
export const FIRST_LINE =
  '% Games that Motif set aside, to be mended here and scanned again: npm run scan -- THIS_FILE\n';

/** The last line of a file, by all that stands before it. */
export class Seal {
  readonly #hash = createHash('sha256');

  add(bytes: Uint8Array): void {
    this.#hash.update(bytes);
  }

  /** Once, and nothing may be added behind it. A fence too, for the last game may have left something open. */
  line(): Uint8Array {
    return Buffer.from(
      `${FENCE}end, not changed by hand while the lines above have SHA-256 ${this.#hash.digest('hex')}\n`,
    );
  }
}

/** Bytes of every seal. */
export const SEAL_LENGTH = new Seal().line().length;

/** The pieces of the file, a few for each game; nothing at all of a game but its own bytes is held. */
export function* quarantineFile(games: Iterable<QuarantinedGame>): Generator<Uint8Array> {
  const seal = new Seal();
  for (const piece of unsealed(games)) {
    seal.add(piece);
    yield piece;
  }
  yield seal.line();
}

function* unsealed(games: Iterable<QuarantinedGame>): Generator<Uint8Array> {
  yield Buffer.from(FIRST_LINE);
  let line = 2;
  let number = 0;
  for (const game of games) {
    const cut = game.reason === 'too_large';
    const head = [`${FENCE}quarantined game ${++number}: ${game.reason}`, `% ${game.message}`, `% ${placeOf(game)}`];
    const first = line + head.length + 1;
    if (cut) head.push('% not written here, for only its beginning is kept: mend it in the archive');
    else head.push(`% in this file: ${faultHere(game, first)}`);
    yield Buffer.from(head.map(oneLine).join('\n') + '\n');
    line += head.length;
    if (!cut) {
      yield game.bytes;
      line += lineAndColumn({ bytes: game.bytes, line: 0 }, game.bytes.length).line;
    }
    // one line end for the game's last line, and an empty line
    const gap = cut ? 1 : 2;
    yield Buffer.from('\n'.repeat(gap));
    line += gap;
  }
}

function placeOf({ archive, entry, offset, faultOffset, line, column }: QuarantinedGame): string {
  return `${archive}, ${entry}: line ${line}, column ${column} (byte ${faultOffset}; the game begins at byte ${offset})`;
}

function faultHere({ bytes, offset, faultOffset }: QuarantinedGame, first: number): string {
  const { line, column } = lineAndColumn({ bytes, line: first }, faultOffset - offset);
  return `line ${line}, column ${column}`;
}
