/**
 * How a game without tags begins: with a number and a move, in one word or in two.
 *
 * Number 1 begins one anywhere, another number or a bare move only first on its line: prose is full of them. Right behind a result any number
 * and any move does: whatever moves stand there are lost to the game that has ended, and must not be lost without a word; in a parenthesis
 * they are a side line of what was played.
 *
 * Where the opening stands in a parenthesis, the text begins with that: `(1. e4 e5) 1. d4` is a game of 1. d4 with a side line before it.
 */
import { WORD_MAX, isDigit, looksLikeMove } from './bytes.js';
import type { Cursor } from './cursor.js';

/** A number without its move is forgotten after as many bytes. */
const OPENING_WINDOW = 64;
/** So is a parenthesis that does not close. */
const PARENTHESIS_WINDOW = 4096;

/** Looks for the opening of a game between games, word by word, and keeps the number whose move has not come yet. */
export class OpeningSearch {
  /** Where the number stands, and its line; -1 for none. */
  #number = -1;
  #numberLine = 0;
  /** How many parentheses are open on the line, where the first of them stands, and its line. */
  #depth = 0;
  #parenthesis = -1;
  #parenthesisLine = 0;
  /** It holds a side line of the game that has ended. */
  #behindResult = false;

  forget(): void {
    this.#number = -1;
    this.#depth = 0;
  }

  /** The caller has dropped the first `count` bytes of its buffer. */
  rebase(count: number): void {
    this.#number = Math.max(-1, this.#number - count);
    this.#parenthesis = Math.max(-1, this.#parenthesis - count);
  }

  /** The cursor is at the beginning of a line: a parenthesis that is open yet is taken for a slip. */
  beginLine(): void {
    this.#depth = 0;
  }

  /** The cursor is at a parenthesis. @param behindResult whether no word stands between it and a result */
  open({ pos, line, fresh }: Cursor, behindResult: boolean): void {
    if (this.#depth++ > 0) return;
    this.#parenthesis = pos;
    this.#parenthesisLine = line;
    // on a line of its own it is the next game's
    this.#behindResult = behindResult && !fresh;
  }

  /** The cursor is at the end of a parenthesis, or at a bracket that closes nothing. */
  close(): void {
    if (this.#depth > 0) this.#depth--;
  }

  /** The first byte that what stands at `pos` may belong to; `pos` where nothing is open. */
  since(pos: number): number {
    const number = this.numberFor(pos);
    return Math.min(number >= 0 ? number : pos, this.#parenthesisAround(pos));
  }

  /** Where the parenthesis begins that is open at `pos`; `pos` where none is. */
  #parenthesisAround(pos: number): number {
    const open = this.#depth > 0 && this.#parenthesis >= 0 && pos - this.#parenthesis <= PARENTHESIS_WINDOW;
    return open ? this.#parenthesis : pos;
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
    const lost = behindResult && this.#depth === 0 && (word.number > 0 || word.move);
    const first = word.number === 1 && !(this.#depth > 0 && this.#behindResult);
    const plausible = first || cursor.fresh || lost;
    if (!word.move) {
      if (plausible) {
        this.#number = pos;
        this.#numberLine = cursor.line;
      }
      return -1;
    }
    const begins = word.number === 0 && number >= 0 ? number : plausible ? pos : -1;
    if (begins < 0) return -1;
    const parenthesis = this.#parenthesisAround(pos);
    if (parenthesis < begins) cursor.line = this.#parenthesisLine;
    else if (begins < pos) cursor.line = this.#numberLine;
    return Math.min(parenthesis, begins);
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
