/**
 * Small questions about PGN bytes that the splitter and the tag reader must answer alike.
 *
 * Everything here works on bytes, never on strings: a month of games is tens of gigabytes, and the only characters with a meaning in
 * PGN are ASCII, which look the same in UTF-8, Latin-1 and Windows-1252. Lookahead is bounded, so that a caller that feeds one byte at
 * a time pays a constant more, not a square.
 */
import { latin1 } from './buffers.js';

export const LF = 10;
export const FORM_FEED = 12;
export const CR = 13;
export const QUOTE = 0x22;
export const PERCENT = 0x25;
export const SEMICOLON = 0x3b;
export const OPEN_PAREN = 0x28;
export const CLOSE_PAREN = 0x29;
const STAR = 0x2a;
export const OPEN_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/** Answers of the functions that look ahead: what was asked for is not there, or only more bytes can tell. */
export const NO = 0;
export const MORE = -1;

/** No tag opening is longer than this: bracket, blanks, name, blanks, quote. */
const TAG_OPENING_MAX = 256;
/** Nothing longer is taken for what a web page left behind. */
const MARKUP_MAX = 16;
/** No word that can begin a game or be a result is longer than this. */
export const WORD_MAX = 16;

const BLANK = 1;
const DELIMITER = 2;
const NAME = 4;

const KIND = new Uint8Array(256);
// Control bytes count as blanks: NUL, form feed and Ctrl-Z turn up at the joints of old files.
for (let byte = 0; byte <= 32; byte++) KIND[byte] = BLANK | DELIMITER;
KIND[127] = BLANK | DELIMITER;
for (const sign of '{}()[];<>') KIND[sign.charCodeAt(0)] = DELIMITER;
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

/** The bytes that a blank beyond ASCII begins with. */
export const WIDE_BLANK_FIRST: readonly number[] = [0xa0, 0xc2, 0xe2, 0xe3, 0xef];

/**
 * Length of the blank beyond ASCII at `at`: the no-break space, also as Windows-1252 has it, and what else web pages and word processors put in
 * the place of a plain one, down to spaces that cannot be seen, the byte order mark among them.
 * @returns NO where there is none; MORE when the bytes end before it is decided and `final` is not set.
 */
export function wideBlank(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const first = bytes[at]!;
  if (first < 0x80 || at >= end) return NO;
  if (first === 0xa0) {
    // behind any other byte it is the end of a letter in UTF-8
    const before = at > 0 ? bytes[at - 1]! : 0;
    return before < 0x80 || before === first ? 1 : NO;
  }
  if (first !== 0xc2 && first !== 0xe2 && first !== 0xe3 && first !== 0xef) return NO;
  if (at + 1 >= end) return final ? NO : MORE;
  const second = bytes[at + 1]!;
  if (first === 0xc2) return second === 0xa0 ? 2 : NO;
  const lead = (first << 8) | second;
  if (lead !== 0xe280 && lead !== 0xe281 && lead !== 0xe380 && lead !== 0xefbb) return NO;
  if (at + 2 >= end) return final ? NO : MORE;
  const third = bytes[at + 2]!;
  // U+2000 to U+200B, U+2028, U+2029, U+202F
  if (lead === 0xe280) return (third >= 0x80 && third <= 0x8b) || [0xa8, 0xa9, 0xaf].includes(third) ? 3 : NO;
  // U+205F, U+3000, U+FEFF
  return third === (lead === 0xe281 ? 0x9f : lead === 0xe380 ? 0x80 : 0xbf) ? 3 : NO;
}

/** May stand in a tag's name. */
export function isNameByte(byte: number): boolean {
  return ((KIND[byte] ?? 0) & NAME) !== 0;
}

export function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/**
 * Whether the bracket at `at` opens a tag pair: blanks, a name, blanks, a quote, all on its line. The quote may be single or typographic.
 * @returns where the value begins (behind the quote), or NO, or MORE when the bytes end before it is decided and `final` is not set.
 */
export function tagOpening(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const bound = Math.min(end, at + TAG_OPENING_MAX);
  const undecided = bound < end || final || bound === at + TAG_OPENING_MAX ? NO : MORE;
  let i = skipSpaces(bytes, at + 1, bound);
  if (i === bound) return undecided;
  const first = bytes[i]!;
  if (i + 3 > bound && undecided === MORE && first >= 0xc2) return MORE;
  if (isDigit(first) || ((KIND[first] ?? 0) & NAME) === 0) return NO;
  while (i < bound && ((KIND[bytes[i]!] ?? 0) & NAME) !== 0) i++;
  i = skipSpaces(bytes, i, bound);
  if (i === bound) return undecided;
  if (bytes[i] === QUOTE) return i + 1;
  // half a typographic quote, or half a blank
  if (i + 3 > bound && undecided === MORE && bytes[i]! >= 0xc2) return MORE;
  const length = oddQuote(bytes, i, bound);
  return length === 0 ? NO : i + length;
}

/** Length of the quote at `at` that a word processor put in the place of a plain one: `'`, and the curly ones; 0 for none. */
export function oddQuote(bytes: Uint8Array, at: number, end: number): number {
  const byte = bytes[at]!;
  if (at >= end) return 0;
  // Windows-1252 has the curly ones at 0x91 to 0x94, UTF-8 at U+2018 to U+201E.
  if (byte === 0x27 || (byte >= 0x91 && byte <= 0x94)) return 1;
  if (byte !== 0xe2 || at + 3 > end || bytes[at + 1] !== 0x80) return 0;
  return bytes[at + 2]! >= 0x98 && bytes[at + 2]! <= 0x9e ? 3 : 0;
}

/** A hash of the name of the tag that opens at `at` (see `tagOpening`): enough to notice that a section has it already. */
export function tagNameHash(bytes: Uint8Array, at: number, end: number): number {
  let hash = HASH_BASIS;
  for (let i = skipSpaces(bytes, at + 1, end); i < end && isNameByte(bytes[i]!); i++) hash = hashByte(hash, bytes[i]!);
  return hash;
}

/** FNV-1a. */
export const HASH_BASIS = 0x811c9dc5;
export function hashByte(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/**
 * Whether the `<` at `at` opens what a web page left between tags: `<br>`, `<br />`, `</p>`.
 * @returns the place behind its `>`, or NO, or MORE.
 */
export function markupEnd(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const bound = Math.min(end, at + MARKUP_MAX);
  let i = at + 1;
  while (i < bound && bytes[i] !== 0x3e && (isLetter(bytes[i]!) || bytes[i] === 0x2f || bytes[i] === 0x20)) i++;
  if (i < bound) return bytes[i] === 0x3e && i > at + 1 ? i + 1 : NO;
  return final || bound === at + MARKUP_MAX ? NO : MORE;
}

function isLetter(byte: number): boolean {
  return (byte | 32) >= 0x61 && (byte | 32) <= 0x7a;
}

/**
 * Whether `1.` and a move stand at `at`, as at the beginning of a game: `1. e4`, `1.e4`, but not `1... e5`.
 * @returns the end of the move, or NO, or MORE.
 */
export function firstMove(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const undecided = final ? NO : MORE;
  if (bytes[at] !== 0x31) return NO;
  if (at + 1 >= end) return undecided;
  if (bytes[at + 1] !== 0x2e) return NO;
  const bound = Math.min(end, at + 2 + WORD_MAX);
  const move = skipSpaces(bytes, at + 2, bound);
  if (move === bound) return bound === end ? undecided : NO;
  const stop = wordEnd(bytes, move, end, final);
  if (stop === MORE) return MORE;
  return looksLikeMove(bytes, move, stop) ? stop : NO;
}

/** Blanks that stay on the line, those beyond ASCII included. */
export function skipSpaces(bytes: Uint8Array, at: number, end: number): number {
  while (at < end) {
    const length = isBlank(bytes[at]!) ? Number(!isLineEnd(bytes[at]!)) : wideBlank(bytes, at, end, true);
    if (length === NO) break;
    at += length;
  }
  return at;
}

/** The end of the word at `at`, or the byte after its first WORD_MAX + 1 when it is longer; MORE when the bytes end within it. */
export function wordEnd(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const bound = Math.min(end, at + WORD_MAX + 1);
  let i = at;
  while (i < bound && !isDelimiter(bytes[i]!) && wideBlank(bytes, i, bound, true) === NO) i++;
  return i === end && i < at + WORD_MAX + 1 && !final ? MORE : i;
}

/**
 * Whether a result stands at `at`, as a whole word: `1-0`, `0-1`, `1/2-1/2`, `*`, and the ways that people have (`1:0`, `1 – 0`, `1/2`,
 * `½-½`, `0.5-0.5`), any of them with a sign behind it, and `*` within a word. The kernel reads a game up to any of these (`kernel/moves/result.ts`).
 * @returns its end, or NO, or MORE; NO where `at` is negative.
 */
export function resultEnd(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  if (at < 0) return NO;
  const bound = Math.min(end, at + RESULT_MAX);
  if (bytes[at] === STAR) return starEnd(bytes, at, end, final);
  if (bound < at + RESULT_MAX && !final) return MORE;
  for (const usual of USUAL_RESULTS) {
    const stop = at + usual.length;
    if (matches(bytes, at, usual) && stop < end && isDelimiter(bytes[stop]!)) return stop;
  }
  const [result] = RESULT.exec(latin1(bytes.subarray(at, bound)).text(0, bound - at)) ?? [];
  return result === undefined ? NO : at + result.length;
}

/** The same for the `*` at `at`, which for the kernel ends whatever word it stands in; but `N*c3` is a capture that it does not know. */
function starEnd(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  if (at + 1 === end) return final ? end : MORE;
  return isLetter(bytes[at + 1]!) && at > 0 && 'QRBN'.includes(String.fromCharCode(bytes[at - 1]!)) ? NO : at + 1;
}

/** No result is longer, the byte behind it included. */
const RESULT_MAX = 20;
/** Nearly all: the expression costs ten times as much. */
const USUAL_RESULTS = ['1-0', '0-1', '1/2-1/2'];
/** A byte a character, so that `½` and the dashes have two forms each: UTF-8 and Windows-1252. */
const HALF = '(?:1/2|0[.,]5|\\xc2?\\xbd)';
const JOINT = ' {0,3}(?:[-:\\x96\\x97]|\\xe2\\x80[\\x90-\\x95]|\\xe2\\x88\\x92) {0,3}';
/** As `wideBlank` has them. */
const WIDE_BLANK = '\\xc2?\\xa0|\\xe2\\x80[\\x80-\\x8b\\xa8\\xa9\\xaf]|\\xe2\\x81\\x9f|\\xe3\\x80\\x80|\\xef\\xbb\\xbf';
const RESULT = new RegExp(
  `^(?:1${JOINT}0|0${JOINT}1|${HALF}${JOINT}${HALF}|1/2)[.,!+#]?(?=[\\0- \\x7f{}()[\\];<>]|${WIDE_BLANK}|$)`,
);

function matches(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Letters that pieces have in one language or another (`letters.ts`), but for those that look like castling. */
const PIECES = 'KQRBNPACDFGHJLSTVW';

/** Bytes of the piece that a move may begin with: a letter, of Russian, too (`Кр` has two), or a figurine; 0 for a pawn's move. */
function pieceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first === 0xe2 && bytes[at + 1] === 0x99) return 3;
  if (first === 0xd0) return bytes[at + 2] === 0xd1 && bytes[at + 3] === 0x80 ? 4 : 2;
  return PIECES.includes(String.fromCharCode(first)) ? 1 : 0;
}

/** A loose test, for telling games without tags from prose and binary junk: castling, or anything that names a square. */
export function looksLikeMove(bytes: Uint8Array, at: number, stop: number): boolean {
  const first = bytes[at]!;
  if (first === 0x4f || first === 0x30 || first === 0x6f) {
    return stop - at >= 3 && bytes[at + 1] === 0x2d && bytes[at + 2] === first;
  }
  let i = at + pieceLength(bytes, at);
  const body = i;
  let square = false;
  for (; i < stop && i < body + 8; i++) {
    const byte = bytes[i]!;
    const isRank = byte >= 0x31 && byte <= 0x38;
    const isFile = byte >= 0x61 && byte <= 0x68;
    // what lies behind the word may be left from other bytes, for it may end with what was read
    const isDash = byte === 0x2d || (byte === 0xe2 && i + 1 < stop && bytes[i + 1] === 0x80);
    if (!isRank && !isFile && !isDash && byte !== 0x78 && byte !== 0x3a) break;
    square = isRank && i > body && bytes[i - 1]! >= 0x61 && bytes[i - 1]! <= 0x68;
    if (byte === 0xe2) i += 2;
  }
  if (!square) return false;
  // joined with the next one (`e4.e5`)
  if (bytes[i] === 0x2e && i + 1 < stop && looksLikeMove(bytes, i + 1, stop)) return true;
  // signs such as the one for a small advantage are none of ASCII's
  for (; i < stop; i++)
    if (bytes[i]! < 0x80 && !'=QRBNqrbn/+#!?.ep*'.includes(String.fromCharCode(bytes[i]!))) return false;
  return true;
}
