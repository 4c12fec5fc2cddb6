/** What the tests of this folder share: fixtures, chunkings, and a short view of a game. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../src/paths.js';
import { GameSplitter, type RawGame, type SplitterLimits, type SplitterStart } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { decode } from '../../src/pgn/text.js';

const FIXTURES = join(ROOT, 'test', 'fixtures', 'pgn');

/** A copy, as plain bytes: a Buffer's `slice` shares memory, which would hide mistakes. */
export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(FIXTURES, name)));
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** All games, the input cut into pieces of the given sizes, over and over. @param from where the input lies in its entry */
export function split(
  input: Uint8Array,
  sizes: number[] = [input.length],
  limits?: Partial<SplitterLimits>,
  from?: SplitterStart,
): RawGame[] {
  const splitter = new GameSplitter(limits, from);
  const games: RawGame[] = [];
  for (let at = 0, turn = 0; at < input.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    // A copy that is overwritten afterwards: the splitter must not keep the chunk.
    const chunk = input.slice(at, at + size);
    games.push(...splitter.push(chunk));
    chunk.fill(0x7b);
    at += size;
  }
  games.push(...splitter.end());
  return games;
}

/** `White plies` of each game; a game without a White tag begins with `-`. */
export function outline(games: RawGame[]): string[] {
  return games.map((game) => {
    const { tags, movetext } = readTags(game.bytes);
    const moves = mainLine(decode(game.bytes.subarray(movetext)));
    return `${tags.get('White') ?? '-'} ${moves.length}`;
  });
}

/** The words of the main line in order, without numbers, glyphs, comments and variations. */
function mainLine(movetext: string): string[] {
  const words: string[] = [];
  let depth = 0;
  const pattern = /\{[^}]*\}?|;[^\r\n]*|(?<=^|[\r\n])%[^\r\n]*|[()]|[^\s{}();]+/g;
  for (const [word] of movetext.matchAll(pattern)) {
    if (word === '(') depth++;
    else if (word === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0 && !/^[{;%$]/.test(word)) {
      const move = word.replace(/^\d+\.*|^\.+/, '');
      // A castling written with zeros begins like a number.
      const whole = /^[0o]-[0o]/i.test(word) ? word : move;
      if (whole !== '' && /[A-Za-z@0-]/.test(whole) && !/^(?:1-0|0-1|1\/2-1\/2)$/.test(word)) words.push(whole);
    }
  }
  return words;
}

export function textOf(game: RawGame | undefined): string {
  return game === undefined ? '' : decode(game.bytes);
}

/** The 1-based line of an offset, counted the slow way. */
export function lineAt(input: Uint8Array, offset: number): number {
  return decode(input.subarray(0, offset), 'ascii').split(/\r\n|\r|\n/).length;
}
