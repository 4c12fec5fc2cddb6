/**
 * How a game without tags begins: with a number and a move, in one word or in two.
 *
 * Number 1 begins one anywhere, another number or a bare move only first on its line: prose is full of them. Right behind a result any number
 * does: whatever moves stand there are lost to the game that has ended, and must not be lost without a word.
 */
import { WORD_MAX, isDigit, looksLikeMove } from './bytes.js';
import type { Cursor } from './cursor.js';

/** A number without its move is forgotten after as many bytes. */
const OPENING_WINDOW = 64;

/** Looks for the opening of a game between games, word by word, and keeps the number whose move has not come yet. */
export class OpeningSearch {
  /** Where the number stands, and its line; -1 for none. */
  #number = -1;
  #numberLine = 0;

  forget(): void {
    this.#number = -1;
  }

  /** The caller has dropped the first `count` bytes of its buffer. */
  rebase(count: number): void {
    this.#number = Math.max(-1, this.#number - count);
  }

  /** Where a number stands that a move at `pos` would belong to; -1 for none. */
  numberFor(pos: number): number {
    return this.#number >= 0 && pos - this.#number <= OPENING_WINDOW ? this.#number : -1;
  }

  /**
   * Looks at the word from the cursor to `stop`.
   * @param behindResult whether no other word stands between it and a result
   * @returns where the movetext begins that it belongs to, the cursor's line being that place's; -1 when it is none, or only a number so far
   */
  look(cursor: Cursor, bytes: Uint8Array, stop: number, behindResult: boolean): number {
    const { pos } = cursor;
    const number = this.numberFor(pos);
    this.#number = -1;
    const word = stop - pos <= WORD_MAX ? readOpening(bytes, pos, stop) : null;
    if (word === null) return -1;
    const plausible = word.number === 1 || cursor.fresh || (behindResult && word.number > 0);
    if (!word.move) {
      if (plausible) {
        this.#number = pos;
        this.#numberLine = cursor.line;
      }
      return -1;
    }
    if (word.number === 0 && number >= 0) {
      cursor.line = this.#numberLine;
      return number;
    }
    return plausible ? pos : -1;
  }
}

/** How a word could begin the movetext of a game without tags. */
interface Opening {
  /** The move number that the word is or begins with; 0 when it has none. */
  number: number;
  /** A move follows the number, or stands alone. */
  move: boolean;
}

/** Reads `1.`, `1`, `1.e4`, `e4`, `Nf3` and the like; null for any other word. `stop` is the word's end. */
function readOpening(bytes: Uint8Array, at: number, stop: number): Opening | null {
  let i = at;
  let number = 0;
  while (i < stop && i < at + 4 && isDigit(bytes[i]!)) number = number * 10 + bytes[i++]! - 0x30;
  const digits = i - at;
  while (i < stop && bytes[i] === 0x2e) i++;
  if (digits > 0 && i === stop) return { number, move: false };
  if (i === at + digits && digits > 0) return looksLikeMove(bytes, at, stop) ? { number: 0, move: true } : null;
  if (digits === 0 && i > at) return null;
  return looksLikeMove(bytes, i, stop) ? { number, move: true } : null;
}
