/**
 * Small questions about PGN bytes that the splitter and the tag reader must answer alike.
 *
 * Everything here works on bytes, never on strings: a month of games is tens of gigabytes, and the only characters with a meaning in
 * PGN are ASCII, which look the same in UTF-8, Latin-1 and Windows-1252. Lookahead is bounded, so that a caller that feeds one byte at
 * a time pays a constant more, not a square.
 */

export const LF = 10;
export const CR = 13;
export const QUOTE = 0x22;
export const PERCENT = 0x25;
export const SEMICOLON = 0x3b;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Answers of the functions that look ahead: what was asked for is not there, or only more bytes can tell. */
export const NO = 0;
export const MORE = -1;

/** No tag opening is longer than this: bracket, blanks, name, blanks, quote. */
export const TAG_OPENING_MAX = 256;
/** No word that can begin a game or be a result is longer than this. */
export const WORD_MAX = 16;

const BLANK = 1;
const DELIMITER = 2;
const NAME = 4;

const KIND = new Uint8Array(256);
// Control bytes count as blanks: NUL, form feed and Ctrl-Z turn up at the joints of old files.
for (let byte = 0; byte <= 32; byte++) KIND[byte] = BLANK | DELIMITER;
KIND[127] = BLANK | DELIMITER;
for (const sign of '{}()[];') KIND[sign.charCodeAt(0)] = DELIMITER;
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+#=:-') {
  KIND[sign.charCodeAt(0)] = NAME;
}

/** White space in the wide sense: every control byte, line ends included. */
export function isBlank(byte: number): boolean {
  return ((KIND[byte] ?? 0) & BLANK) !== 0;
}

/** Ends a word of movetext: blanks, brackets of all kinds, semicolon. */
export function isDelimiter(byte: number): boolean {
  return ((KIND[byte] ?? 0) & DELIMITER) !== 0;
}

export function isLineEnd(byte: number): boolean {
  return byte === LF || byte === CR;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * Whether the bracket at `at` opens a tag pair: blanks, a name, blanks, a quote, all on its line.
 * @returns where the value begins (behind the quote), or NO, or MORE when the bytes end before it is decided and `final` is not set.
 */
export function tagOpening(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const bound = Math.min(end, at + TAG_OPENING_MAX);
  const undecided = bound < end || final || bound === at + TAG_OPENING_MAX ? NO : MORE;
  let i = skipSpaces(bytes, at + 1, bound);
  if (i === bound) return undecided;
  const first = bytes[i]!;
  if (isDigit(first) || ((KIND[first] ?? 0) & NAME) === 0) return NO;
  while (i < bound && ((KIND[bytes[i]!] ?? 0) & NAME) !== 0) i++;
  i = skipSpaces(bytes, i, bound);
  if (i === bound) return undecided;
  return bytes[i] === QUOTE ? i + 1 : NO;
}

/** A hash of the name of the tag that opens at `at` (see `tagOpening`): enough to notice that a section has it already. */
export function tagNameHash(bytes: Uint8Array, at: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = skipSpaces(bytes, at + 1, end); i < end && ((KIND[bytes[i]!] ?? 0) & NAME) !== 0; i++) {
    hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  }
  return hash;
}

/** Blanks that stay on the line. */
export function skipSpaces(bytes: Uint8Array, at: number, end: number): number {
  while (at < end && isBlank(bytes[at]!) && !isLineEnd(bytes[at]!)) at++;
  return at;
}

/** The end of the word at `at`, or the byte after its first WORD_MAX + 1 when it is longer; MORE when the bytes end within it. */
export function wordEnd(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const bound = Math.min(end, at + WORD_MAX + 1);
  let i = at;
  while (i < bound && !isDelimiter(bytes[i]!)) i++;
  return i === end && i < at + WORD_MAX + 1 && !final ? MORE : i;
}

/**
 * Whether a result (`1-0`, `0-1`, `1/2-1/2`, `*`) stands at `at`, as a whole word.
 * @returns its end, or NO, or MORE.
 */
export function resultEnd(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  // Nearly every word that gets here is a move number: leave at the second byte.
  if (bytes[at] !== 0x2a && at + 1 < end && bytes[at + 1] !== 0x2d && bytes[at + 1] !== 0x2f) return NO;
  const stop = wordEnd(bytes, at, end, final);
  if (stop === MORE) return MORE;
  const length = stop - at;
  if (length === 1) return bytes[at] === 0x2a ? stop : NO;
  if (length === 3) return matches(bytes, at, '1-0') || matches(bytes, at, '0-1') ? stop : NO;
  return length === 7 && matches(bytes, at, '1/2-1/2') ? stop : NO;
}

function matches(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** How a word could begin the movetext of a game without tags. */
export interface Opening {
  /** The move number that the word is or begins with; 0 when it has none. */
  number: number;
  /** A move follows the number, or stands alone. */
  move: boolean;
}

/** Reads `1.`, `1`, `1.e4`, `e4`, `Nf3` and the like; null for any other word. `stop` is the word's end. */
export function readOpening(bytes: Uint8Array, at: number, stop: number): Opening | null {
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

/** A loose test, for telling games without tags from prose and binary junk: castling, or anything that names a square. */
export function looksLikeMove(bytes: Uint8Array, at: number, stop: number): boolean {
  const first = bytes[at]!;
  if (first === 0x4f || first === 0x30 || first === 0x6f) {
    return stop - at >= 3 && bytes[at + 1] === 0x2d && bytes[at + 2] === first;
  }
  let i = at;
  if ('KQRBNP'.includes(String.fromCharCode(first))) i++;
  const body = i;
  let square = false;
  for (; i < stop && i < body + 6; i++) {
    const byte = bytes[i]!;
    const isRank = byte >= 0x31 && byte <= 0x38;
    const isFile = byte >= 0x61 && byte <= 0x68;
    if (!isRank && !isFile && byte !== 0x78 && byte !== 0x2d && byte !== 0x3a) break;
    square = isRank && i > body && bytes[i - 1]! >= 0x61 && bytes[i - 1]! <= 0x68;
  }
  if (!square) return false;
  for (; i < stop; i++) if (!'=QRBNqrbn/+#!?.ep'.includes(String.fromCharCode(bytes[i]!))) return false;
  return true;
}
