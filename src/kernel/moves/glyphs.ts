/**
 * What hangs on moves in real PGN besides the move: check marks in signs and words, `e.p.`, annotation and Informant glyphs, and the
 * bytes at which a token ends.
 *
 * All text here is followed by at least eight readable zero bytes (movetext.ts plants them), so looking a few bytes ahead needs no bound.
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
    word == 0x63736964 || // disc
    word == 0x686363736964 || // discch
    word == 0x7065 || // ep
    word == 0x6e74 || // tn: theoretical novelty
    word == 0x7272 || // rr: editorial comment
    word == 0x7261656c636e75 // unclear
  );
}

function isContinuation(byte: i32): bool {
  return (byte & 0xc0) == 0x80;
}

/**
 * Length of the non-ASCII sign at `at`, 0 where a letter stands there. Signs are what UTF-8 keeps in its blocks of symbols, ×, ÷, Δ and µ, and
 * the lower half of Latin-1. A letter of another alphabet may name a piece: to skip it would be to skip a move.
 */
function signLength(at: usize): usize {
  const byte = byteAt(at);
  const next = byteAt(at + 1);
  if (byte < 0xc0) return 1;
  if (!isContinuation(next)) return byte == 0xd7 || byte == 0xf7 ? 1 : 0;
  if (byte == 0xc2) return 2;
  if (byte == 0xc3) return next == 0x97 || next == 0xb7 ? 2 : 0;
  if (byte == 0xce) return next == 0x94 || next == 0xbc ? 2 : 0;
  // U+2000 to U+2FFF, less the Roman numerals' like; U+F000 to U+FFFF: the byte-order mark and private glyphs; emoji.
  if (byte == 0xe2 || byte == 0xef) return isContinuation(byteAt(at + 2)) ? 3 : 0;
  return byte == 0xf0 && isContinuation(byteAt(at + 2)) && isContinuation(byteAt(at + 3)) ? 4 : 0;
}

/** Length of the dash at `at`, 0 for none: the hyphen, the dashes and the minus that word processors put in its place. */
export function dashLength(at: usize): usize {
  const byte = byteAt(at);
  if (byte == 0x2d) return 1;
  if (byte < 0x80) return 0;
  // U+2010 to U+2015, U+2212; in Windows-1252 two bytes.
  if (byte == 0xe2) {
    const next = byteAt(at + 1);
    const last = byteAt(at + 2);
    return (next == 0x80 && last >= 0x90 && last <= 0x95) || (next == 0x88 && last == 0x92) ? 3 : 0;
  }
  return byte == 0x96 || byte == 0x97 ? 1 : 0;
}

/** Length of the sign of a capture at `at`, 0 for none: `x`, `X`, `:`, and × in UTF-8 or Latin-1. */
export function takesLength(at: usize): usize {
  const byte = byteAt(at);
  if (byte == 0x78 || byte == 0x58 || byte == 0x3a || byte == 0xd7) return 1;
  return byte == 0xc3 && byteAt(at + 1) == 0x97 ? 2 : 0;
}

/**
 * Whether all bytes from `at` to `end` annotate: signs, non-ASCII glyphs, at most one known word, or the Informant's letters N
 * (novelty) and D (diagram). A lone dash at the end is refused behind a move, for it may be the half of `O-O-O` or `e2-e4`; and so is
 * a lone figurine, for it may be torn from its move (`♘ f3`). Two bishops are an advantage.
 */
export function isAnnotation(at: usize, end: usize): bool {
  if (end - at == 3 && kindOfFigurine(at) != EMPTY) return false;
  // `[]`, the only move
  if (end - at >= 2 && load<u16>(end - 2) == 0x5d5b) end -= 2;
  if (at == end) return true;
  let word: u64 = 0;
  let letters = 0;
  let capital = 0;
  for (let here = at; here < end; here++) {
    const byte = byteAt(here);
    if (byte >= 128) {
      const length = signLength(here);
      if (length == 0) return false;
      here += length - 1;
      continue;
    }
    if (isSign(byte)) continue;
    if (!isLetter(byte)) return false;
    if (letters == 9) return false;
    if (letters < 8) word |= (<u64>(byte | 32)) << ((<u64>letters) << 3);
    capital = byte;
    letters++;
  }
  const last = byteAt(end - 1);
  if (last == 0x2d) {
    const before = byteAt(end - 2);
    // An arrow (`->`) ends behind its dash, for the token does.
    if (byteAt(end) != 0x3e && (end - at < 2 || (before != 0x2b && before != 0x2f && before != 0x3d && before != 0x3a)))
      return false;
  }
  if (letters == 0) return true;
  if (letters == 1) return capital == 0x4e || capital == 0x44;
  if (letters == 9) return word == 0x74616d6b63656863;
  return isWord(word);
}

/** Kind that a promotion names at `at`, PAWN for none; letters in either case, figurines. */
function promotionAt(at: usize): i32 {
  const byte = byteAt(at);
  const kind = byte >= 128 ? kindOfFigurine(at) : kindNamed(byte);
  return kind == EMPTY || kind == KING ? PAWN : kind;
}

/** The kind that `promotionLength` found last. */
export let promotionKind: i32 = 0;

/** Length of the promotion at `at`, which says into what: `=Q`, `Q`, `(Q)`, `/Q`, `=(Q)`, and the same with a figurine; 0 for none. */
export function promotionLength(at: usize): usize {
  let here = at;
  if (byteAt(here) == 0x3d || byteAt(here) == 0x2f) here++;
  const open = byteAt(here) == 0x28;
  if (open) here++;
  promotionKind = promotionAt(here);
  if (promotionKind == PAWN) return 0;
  here += byteAt(here) >= 128 ? 3 : 1;
  if (open) {
    if (byteAt(here) != 0x29) return 0;
    here++;
  }
  return here - at;
}

/** Behind blanks that stay on the line, at most three. */
export function skipFew(at: usize): usize {
  const limit = at + 3;
  while (at < limit && byteAt(at) == 0x20) at++;
  return at;
}
