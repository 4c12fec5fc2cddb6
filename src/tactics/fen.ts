/**
 * The cheap question before the parser's: could this text be a FEN at all?
 *
 * The kernel reads FENs from a buffer of fixed size, and requests may hold anything; a megabyte of text must be refused by its
 * length, not copied and parsed.
 */
import { InvalidFenError } from './errors.js';
import { kindOf } from './kind.js';

/** Characters. The longest board takes 71; with rights, en passant and absurd counters some 100. */
const MAX_FEN_LENGTH = 128;

const STRANGE: Readonly<Record<string, string>> = { '\n': 'a line end', '\r': 'a line end', '\t': 'a tab' };

/**
 * @throws {TypeError} no text at all, as plain JavaScript may give it
 * @throws {InvalidFenError} where the text is empty, too long, or holds anything but printable ASCII.
 */
export function assertFenText(fen: unknown): asserts fen is string {
  if (typeof fen !== 'string') throw new TypeError(`a FEN must be a string, not ${kindOf(fen)}`);
  if (fen.length > MAX_FEN_LENGTH)
    throw new InvalidFenError(`${fen.length} characters; a FEN has at most ${MAX_FEN_LENGTH}`);
  if (fen.trim() === '') throw new InvalidFenError('it is empty');
  const strange = /[^\x20-\x7e]/u.exec(fen);
  if (strange !== null) {
    const what = STRANGE[strange[0]] ?? `${JSON.stringify(strange[0])} (${codePoint(strange[0])})`;
    throw new InvalidFenError(
      `it holds ${what} at character ${strange.index + 1}; only printable ASCII can stand in a FEN`,
    );
  }
}

/** `U+00A0`: blanks of other kinds look like blanks, and headers of HTTP take ASCII only. */
function codePoint(sign: string): string {
  return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
