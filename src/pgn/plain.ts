/**
 * Loops over what nearly all bytes are: tag pairs as the standard writes them, moves, short comments.
 *
 * Splitting runs on the one thread that everything passes through, so these keep their state in locals until they end. At whatever needs a
 * second look they stop, for the careful states of `boundaries.ts`. `skip` and its tables are not exported, for what a module exports costs
 * a load more wherever it is used, which here is a tenth of the speed.
 */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CR,
  HASH_BASIS,
  LF,
  NO,
  OPEN_BRACE,
  OPEN_BRACKET,
  PERCENT,
  QUOTE,
  WIDE_BLANK_FIRST,
  hashByte,
  isBlank,
  isDelimiter,
  isDigit,
  isNameByte,
  resultEnd,
} from './bytes.js';
import type { Cursor } from './cursor.js';
import type { TagNames } from './tag-names.js';

const SPACE = 0x20;
const ZERO = 0x30;
const ONE = 0x31;
const STAR = 0x2a;
const FIVE = 0x35;
const EIGHT = 0x38;
const STROKE = 0x2f;
/** `½` in Latin-1, and behind C2 in UTF-8. */
const HALF = 0xbd;
/** What a move may end with behind its square, or in place of one: castling, a promotion, signs. */
const MOVE_SIGNS = new Set(new TextEncoder().encode('+#!?OQRBN'));
/** Blanks on either side of a result's dash. */
const BLANKS_MAX = 3;
/** A comment that is longer, or a tag, is none of these. */
const SHORT = 4096;
/** A plain tag's name is no longer: so that it ends within what `tagOpening` looks at. */
const NAME_MAX = 128;
/** Bytes that need no look when they come first on a line. */
const PLAIN_FIRST = plainFirst();

/** What ends a run of movetext. `Result` is the sign by which a result is noticed, dashes included; digits are far too common. */
const Stop = { LineEnd: 1, OpenBrace: 2, Open: 3, Close: 4, Semicolon: 5, Result: 6, Page: 7 } as const;

/** Classes of bytes for `skip`, 0 for those that it passes. In movetext they are the numbers of `Stop`. */
const IN_MOVES = table({
  '\n\r': Stop.LineEnd,
  '{': Stop.OpenBrace,
  '(': Stop.Open,
  ')': Stop.Close,
  ';': Stop.Semicolon,
  '\f': Stop.Page,
  '-/*:\xe2\x96\x97': Stop.Result,
});
const IN_BRACE = table({ '\n\r{}': 1 });
const IN_VALUE = table({ '\n\r"\\': 1 });

/** How far the movetext of the open game has come. */
export interface Movetext {
  /** Variations that are open. */
  depth: number;
  /** A word has been passed that stands in no variation. */
  begun: boolean;
}

/** Passes lines of the form `[Name "value"]`, beginning at the cursor, first on its line; false where there is none. */
export function passPlainTags(cursor: Cursor, names: TagNames, bytes: Uint8Array, end: number): boolean {
  let { pos } = cursor;
  let lines = 0;
  // Four bytes can follow a quote that closes: bracket, CR, LF, and the next line's first.
  while (pos + 4 < end && bytes[pos] === OPEN_BRACKET && !isDigit(bytes[pos + 1]!)) {
    const bound = Math.min(end - 4, pos + SHORT);
    let hash = HASH_BASIS;
    let i = pos + 1;
    for (; i < bound && isNameByte(bytes[i]!); i++) hash = hashByte(hash, bytes[i]!);
    if (i === pos + 1 || i >= bound || i - pos > NAME_MAX || bytes[i] !== SPACE || bytes[i + 1] !== QUOTE) break;
    i += 2;
    i = skip(IN_VALUE, bytes, i, bound);
    if (i >= bound || bytes[i] !== QUOTE || bytes[i + 1] !== CLOSE_BRACKET) break;
    i += bytes[i + 2] === CR && bytes[i + 3] === LF ? 3 : 2;
    if (bytes[i] !== LF) break;
    pos = i + 1;
    lines++;
    names.add(hash);
  }
  cursor.pos = pos;
  cursor.line += lines;
  return lines > 0;
}

/**
 * Passes words, line ends in front of a plain byte, and comments that close soon; the cursor is then at what must be looked at.
 * @returns its place
 */
export function passPlainMoves(cursor: Cursor, movetext: Movetext, bytes: Uint8Array, end: number): number {
  let { pos } = cursor;
  let { depth, begun } = movetext;
  let lines = 0;
  for (;;) {
    const word = pos;
    pos = skip(IN_MOVES, bytes, pos, end);
    if (!begun && depth === 0) begun = holdsWord(bytes, word, pos);
    if (pos === end) break;
    const stop = IN_MOVES[bytes[pos]!]!;
    if (stop === Stop.Result) {
      if (depth === 0 && resultStart(cursor, bytes, pos) >= 0) break;
      pos++;
    } else if (stop === Stop.Open) {
      depth++;
      pos++;
    } else if (stop === Stop.Close) {
      if (depth > 0) depth--;
      pos++;
    } else if (stop === Stop.LineEnd) {
      const behind = behindPlainLineEnd(bytes, pos, end);
      if (behind === NO) break;
      lines++;
      pos = behind;
    } else if (stop === Stop.OpenBrace) {
      const bound = Math.min(end, pos + SHORT);
      let within = 0;
      let i = pos + 1;
      for (;;) {
        i = skip(IN_BRACE, bytes, i, bound);
        if (i === bound || bytes[i] === CLOSE_BRACE) break;
        if (bytes[i] === OPEN_BRACE) i++;
        else {
          const behind = behindPlainLineEnd(bytes, i, bound);
          if (behind === NO) break;
          within++;
          i = behind;
        }
      }
      if (i === bound || bytes[i] !== CLOSE_BRACE) break;
      lines += within;
      pos = i + 1;
    } else break;
  }
  cursor.pos = pos;
  cursor.line += lines;
  movetext.depth = depth;
  movetext.begun = begun;
  return pos;
}

/** Where the word begins of which the sign at `at` could make a result (the dash of `1 - 0`, the stroke of `1/2`); -1 for none. */
function resultStart(cursor: Cursor, bytes: Uint8Array, at: number): number {
  let start = at;
  if (bytes[at] !== STAR) {
    start--;
    if (bytes[at] !== STROKE) while (start > at - BLANKS_MAX - 1 && bytes[start] === SPACE) start--;
    const score = bytes[start];
    if (score === HALF) start -= bytes[start - 1] === 0xc2 ? 1 : 0;
    else if (score === FIVE) start -= 2;
    else if (score !== ONE && score !== ZERO) return -1;
  }
  return start >= 0 && (isDelimiter(cursor.byteBefore(bytes, start)) || endsMove(bytes, start)) ? start : -1;
}

/** Whether a move ends in front of `at`, so that a result may be glued to it: `e51-0`, `e8=Q1-0`, `Qxf7#1-0`. */
function endsMove(bytes: Uint8Array, at: number): boolean {
  const last = bytes[at - 1]!;
  if (last < ONE || last > EIGHT) return MOVE_SIGNS.has(last);
  const file = bytes[at - 2]!;
  return file >= 0x61 && file <= 0x68;
}

/**
 * Whether the sign at the cursor is a result's, as a whole word; see `resultEnd`.
 * @returns the result's end, or NO, or MORE.
 */
export function resultAround(cursor: Cursor, bytes: Uint8Array, end: number, final: boolean): number {
  return resultEnd(bytes, resultStart(cursor, bytes, cursor.pos), end, final);
}

/** The first quote, backslash or line end from `at` on, or `end`. */
export function findInValue(bytes: Uint8Array, at: number, end: number): number {
  return skip(IN_VALUE, bytes, at, end);
}

/** The first brace or line end from `at` on, or `end`. */
export function findInBrace(bytes: Uint8Array, at: number, end: number): number {
  return skip(IN_BRACE, bytes, at, end);
}

/** The first byte from `at` on that the table tells apart, or `end`. */
function skip(classes: Uint8Array, bytes: Uint8Array, at: number, end: number): number {
  // Four at a time: a branch a byte would cost more than the look-ups.
  const bound = end - 3;
  while (
    at < bound &&
    (classes[bytes[at]!]! | classes[bytes[at + 1]!]! | classes[bytes[at + 2]!]! | classes[bytes[at + 3]!]!) === 0
  ) {
    at += 4;
  }
  while (at < end && classes[bytes[at]!] === 0) at++;
  return at;
}

/** Whether some byte from `at` to `end` is no blank. */
function holdsWord(bytes: Uint8Array, at: number, end: number): boolean {
  while (at < end && isBlank(bytes[at]!)) at++;
  return at < end;
}

/** Behind the line end at `at` where the next line begins with a plain byte; NO where it does not, or the bytes end. */
function behindPlainLineEnd(bytes: Uint8Array, at: number, end: number): number {
  // The second half of a pair is no line end of its own.
  if (at === 0 || bytes[at - 1] === CR) return NO;
  const behind = bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
  return behind < end && PLAIN_FIRST[bytes[behind]!] === 1 ? behind : NO;
}

/** All but blanks, `%`, `[`, and the bytes that the blanks beyond ASCII begin with. */
function plainFirst(): Uint8Array {
  const plain = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) plain[byte] = isBlank(byte) ? 0 : 1;
  for (const byte of [PERCENT, OPEN_BRACKET, ...WIDE_BLANK_FIRST]) plain[byte] = 0;
  return plain;
}

function table(classes: Record<string, number>): Uint8Array {
  const byByte = new Uint8Array(256);
  for (const [signs, number] of Object.entries(classes)) {
    for (const sign of signs) byByte[sign.charCodeAt(0)] = number;
  }
  return byByte;
}
