/**
 * What hangs on moves in real PGN besides the move: check marks in signs and words, `e.p.`, annotation and Informant glyphs, and the
 * bytes at which a token ends.
 *
 * All text here is followed by at least eight readable zero bytes (movetext.ts plants them), so looking ahead needs no bound.
 */
import { EMPTY, KING, kindOfLetter, PAWN } from '../board/squares';

export function byteAt(at: usize): i32 {
  return <i32>load<u8>(at);
}

/** Set of the ASCII characters below 64 that end a token: controls, blank, `$`, `(`, `)`, `*`, `;`, `<`, `>`. */
const ENDS_LOW: u64 = 0x58000711ffffffff;
/** The same from 64 on: `{`, `}`, DEL. */
const ENDS_HIGH: u64 = 0xa800000000000000;

/** Whether a byte ends a token. Non-ASCII bytes do not. */
export function endsToken(byte: i32): bool {
  if (byte >= 128) return false;
  return (((byte < 64 ? ENDS_LOW : ENDS_HIGH) >> (<u64>(byte & 63))) & 1) != 0;
}

export function isFile(byte: i32): bool {
  return byte >= 0x61 && byte <= 0x68;
}

export function isRank(byte: i32): bool {
  return byte >= 0x31 && byte <= 0x38;
}

export function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

export function isLetter(byte: i32): bool {
  const lower = byte | 32;
  return lower >= 0x61 && lower <= 0x7a;
}

/** Kind that a letter before a move names, upper or lower case, EMPTY for none. `b` is the caller's riddle: it is a file too. */
export function kindNamed(letter: i32): i32 {
  const kind = kindOfLetter(letter | 32);
  return kind == PAWN ? EMPTY : kind;
}

/** Kind of a figurine (U+2654 to U+265F in UTF-8, three bytes), EMPTY for none. */
export function kindOfFigurine(at: usize): i32 {
  if (byteAt(at) != 0xe2 || byteAt(at + 1) != 0x99) return EMPTY;
  const index = byteAt(at + 2) - 0x94;
  if (index < 0 || index > 11) return EMPTY;
  // King, queen, rook, bishop, knight, pawn: our kinds backwards.
  return KING - (index % 6);
}

/** `+ # ! ? = / - ~ ^ \ : . , _ | &`: signs that annotate. */
function isSign(byte: i32): bool {
  switch (byte) {
    case 0x2b:
    case 0x23:
    case 0x21:
    case 0x3f:
    case 0x3d:
    case 0x2f:
    case 0x2d:
    case 0x7e:
    case 0x5e:
    case 0x5c:
    case 0x3a:
    case 0x2e:
    case 0x2c:
    case 0x5f:
    case 0x7c:
    case 0x26:
      return true;
    default:
      return false;
  }
}

/** Words that annotate; eight letters at most, lower case, the first in the lowest byte. */
function isWord(word: u64): bool {
  return (
    word == 0x6863 || // ch
    word == 0x6b63656863 || // check
    word == 0x74616d6b63656863 || // checkmat(e)
    word == 0x6574616d || // mate
    word == 0x6c6264 || // dbl
    word == 0x68636c6264 || // dblch
    word == 0x656c62756f64 || // double
    word == 0x736964 || // dis
    word == 0x6863736964 || // disch
    word == 0x7065 || // ep
    word == 0x6e74 // tn: theoretical novelty
  );
}

/**
 * Whether all bytes from `at` to `end` annotate: signs, non-ASCII glyphs, at most one known word, or the Informant's letters N
 * (novelty) and D (diagram). A lone dash at the end is refused behind a move, for it may be the half of `O-O-O` or `e2-e4`.
 */
export function isAnnotation(at: usize, end: usize): bool {
  let word: u64 = 0;
  let letters = 0;
  let capital = 0;
  for (let here = at; here < end; here++) {
    const byte = byteAt(here);
    if (byte >= 128 || isSign(byte)) continue;
    if (!isLetter(byte)) return false;
    if (letters == 9) return false;
    if (letters < 8) word |= (<u64>(byte | 32)) << ((<u64>letters) << 3);
    capital = byte;
    letters++;
  }
  const last = byteAt(end - 1);
  if (last == 0x2d) {
    const before = byteAt(end - 2);
    if (end - at < 2 || (before != 0x2b && before != 0x2f && before != 0x3d)) return false;
  }
  if (letters == 0) return true;
  if (letters == 1) return capital == 0x4e || capital == 0x44;
  if (letters == 9) return word == 0x74616d6b63656863;
  return isWord(word);
}

/** Kind that a promotion names at `at`, PAWN for none; letters in either case, figurines. */
export function promotionAt(at: usize): i32 {
  const byte = byteAt(at);
  const kind = byte >= 128 ? kindOfFigurine(at) : kindNamed(byte);
  return kind == EMPTY || kind == KING ? PAWN : kind;
}
