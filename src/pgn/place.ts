/** Where a byte of a game stands, as editors count. */
import { CR, isLineEnd } from './bytes.js';
import type { RawGame } from './splitter.js';
import { decode } from './text.js';

/** Line and column, both 1-based, of the byte at `at` of a game that begins on `game.line`. */
export function lineAndColumn(game: Pick<RawGame, 'bytes' | 'line'>, at: number): { line: number; column: number } {
  const { bytes } = game;
  let line = game.line;
  let start = 0;
  for (let i = 0; i < at; i++) {
    if (!isLineEnd(bytes[i]!)) continue;
    if (bytes[i] !== CR && bytes[i - 1] === CR) start = i + 1;
    else {
      line++;
      start = i + 1;
    }
  }
  return { line, column: decode(bytes.subarray(start, at)).length + 1 };
}
