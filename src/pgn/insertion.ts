/** Where in a movetext something new may be written about a move, so that all that stands there keeps its meaning. */
import { CLOSE_BRACE, CLOSE_PAREN, isBlank, isDigit, isLineEnd, OPEN_BRACE, OPEN_PAREN, SEMICOLON } from './bytes.js';

const DOLLAR = 0x24;
const ZERO = 0x30;
/** They end a word of movetext, as blanks do. */
const BRACKETS = new Set([OPEN_BRACE, CLOSE_BRACE, OPEN_PAREN, CLOSE_PAREN, SEMICOLON]);
/** What glyphs begin with, beside letters. */
const SIGNS = new Set(new TextEncoder().encode('!?+#=-'));

/** Where something may be added to a move. */
export interface Room {
  /**
   * Behind all that belongs to the move: glyphs that stand apart (`$1`, `!?`, `e.p.`) and comments. Never behind a line end: an escaped line may
   * begin there, which has to stay in column one.
   */
  behind: number;
  /** Where the text of the comment ends that stands there last, in braces: several readers take no second one. Undefined where none does. */
  inComment?: number;
}

/**
 * The room at a move that ends at `end`.
 * @param text movetext that can be read to its end
 * @param next where the next move ends; undefined where there is none
 */
export function roomAt(text: Uint8Array, end: number, next = text.length + 1): Room {
  let room: Room = { behind: end };
  let at = end;
  while (at < text.length) {
    const byte = text[at]!;
    if (isBlank(byte)) at++;
    else if (byte === OPEN_BRACE) {
      at = text.indexOf(CLOSE_BRACE, at) + 1;
      room = { behind: at, inComment: textEnd(text, at - 1) };
    } else {
      const stop = byte === SEMICOLON ? lineEnd(text, at) : wordEnd(text, at);
      if (byte !== SEMICOLON && (stop >= next || !isGlyph(text, at, stop))) break;
      at = stop;
      room = { behind: at };
    }
  }
  return room;
}

/** Whether the next move, which ends at `next`, has a number, or something else before it, which says whose turn it is. */
export function isNumbered(text: Uint8Array, place: number, next: number): boolean {
  let at = place;
  while (at < next && isBlank(text[at]!)) at++;
  // no number begins with the zero of a castling
  return wordEnd(text, at) < next || (isDigit(text[at]!) && text[at] !== ZERO);
}

/** Whether a word is said of the move before it: no number, result or variation, and no move whose promotion stands apart (`e8 =Q`). */
function isGlyph(text: Uint8Array, at: number, end: number): boolean {
  const byte = text[at]!;
  if (byte === DOLLAR) return true;
  if (!SIGNS.has(byte) && !isLetter(byte)) return false;
  return !text.subarray(at, end).some(isDigit);
}

function isLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

/** Behind the last byte before `at` that is no blank. */
function textEnd(text: Uint8Array, at: number): number {
  while (isBlank(text[at - 1]!)) at--;
  return at;
}

function lineEnd(text: Uint8Array, at: number): number {
  while (at < text.length && !isLineEnd(text[at]!)) at++;
  return at;
}

/** Behind the word that begins at `at`; `at` itself where a bracket stands there. */
function wordEnd(text: Uint8Array, at: number): number {
  while (at < text.length && !isBlank(text[at]!) && !BRACKETS.has(text[at]!)) at++;
  return at;
}
