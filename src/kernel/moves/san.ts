/**
 * Moves as people and programs write them -> moves, and moves -> SAN.
 *
 * The reader asks what a token must mean here rather than whether it is good style: capture and check signs are not believed, too
 * much disambiguation does no harm, UCI and long algebraic forms pass. Where a guess could put another game in the place of the one
 * that was played, it refuses: a pawn on the last rank must say what it becomes, and a move that two pieces could make is ambiguous
 * unless all but one are pinned.
 */
import { inCheck } from '../board/attackers';
import { CASTLE, isPromotion, moveFrom, moveKind, moveTo } from '../board/move';
import { kindOn, makeMove, occupied, unmakeMove } from '../board/position';
import { bit, EMPTY, FILE_A, fileOf, PAWN, RANK_1, rankOf } from '../board/squares';
import { MOVE_LISTS } from '../memory';
import {
  byteAt,
  dashLength,
  isAnnotation,
  isFile,
  isRank,
  kindOfFigurine,
  kindNamed,
  promotionKind,
  promotionLength,
  takesLength,
} from './glyphs';
import { EVERY_MOVE, generate } from './generate';
import {
  ANYWHERE,
  changesFile,
  NONE,
  NULL_MOVE,
  resolve,
  resolveCastling,
  resolveFrom,
  resolveNull,
  rivalsOf,
} from './resolve';

/** What the text says is no move at all. */
export const NOT_A_MOVE: i32 = -3;

const DASH: i32 = 0x2d;

function suffixed(at: usize, end: usize, move: i32): i32 {
  return at == end || isAnnotation(at, end) ? move : NOT_A_MOVE;
}

function isCastlingLetter(byte: i32): bool {
  return byte == 0x4f || byte == 0x6f || byte == 0x30;
}

/** `O-O` and `O-O-O` with O, o or 0, with any dashes or none. */
function readCastling(start: usize, end: usize): i32 {
  let at = start + 1;
  let wings = 0;
  // Where one dash is spared all are: in `0-0-00-1` a result follows.
  const dashed = dashLength(at) != 0;
  for (;;) {
    const next = at + dashLength(at);
    if (!isCastlingLetter(byteAt(next)) || (dashed && next == at)) break;
    wings++;
    at = next + 1;
  }
  if (wings < 1 || wings > 2 || suffixed(at, end, 0) != 0) return NOT_A_MOVE;
  return resolveCastling(wings == 1);
}

/** `--`, `Z0`, `<>`, `null`, `0000`, `@@@@`: the spellings of the null move; the length of the one at `at`, or 0. */
function nullLength(at: usize): usize {
  const two = load<u16>(at);
  if (two == 0x2d2d || two == 0x305a || two == 0x3e3c) return 2;
  const four = load<u32>(at);
  return (four | 0x20202020) == 0x6c6c756e || four == 0x30303030 || four == 0x40404040 ? 4 : 0;
}

/** Tokens that begin with no piece and no file. */
function readSpecial(start: usize, end: usize): i32 {
  const length = nullLength(start);
  if (length != 0) return suffixed(start + length, end, 0) == 0 ? resolveNull() : NOT_A_MOVE;
  return isCastlingLetter(byteAt(start)) ? readCastling(start, end) : NOT_A_MOVE;
}

function isSquare(at: usize): bool {
  return isFile(byteAt(at)) && isRank(byteAt(at + 1));
}

/** Squares of one file and of one rank, where they are given (not negative). */
function originOf(file: i32, rank: i32): u64 {
  let set = ANYWHERE;
  if (file >= 0) set &= FILE_A << (<u64>file);
  if (rank >= 0) set &= RANK_1 << ((<u64>rank) << 3);
  return set;
}

/**
 * Reads one move on the current position: SAN, long algebraic, UCI, castling with O, o or 0, null moves.
 *
 * `end` is where the token ends; the bytes behind it must be readable and no part of a move (glyphs.ts).
 * @param promotion what stands apart from the move (`e8 =Q`), PAWN for nothing
 * @returns the move (the kernel's own code), NONE, AMBIGUOUS or NOT_A_MOVE
 */
export function readMove(start: usize, end: usize, promotion: i32): i32 {
  const letter = byteAt(start);
  let at = start;
  // No letter: a pawn, or whatever stands on the square that is spelled out.
  let kind = EMPTY;
  if (!isFile(letter)) {
    kind = letter == 0x50 ? PAWN : letter >= 128 ? kindOfFigurine(start) : kindNamed(letter);
    // A knight's letter begins `null` too.
    if (kind == EMPTY || ((letter | 32) == 0x6e && (byteAt(start + 1) | 32) == 0x75)) return readSpecial(start, end);
    at += letter >= 128 ? 3 : 1;
  }

  let file = -1;
  let rank = -1;
  if (isFile(byteAt(at))) file = byteAt(at++) - 0x61;
  if (isRank(byteAt(at))) rank = byteAt(at++) - 0x31;
  let takes = false;
  if (!isFile(byteAt(at))) {
    const taking = takesLength(at);
    const joint = taking != 0 ? taking : dashLength(at);
    if (joint != 0 && isSquare(at + joint)) {
      takes = taking != 0;
      at += joint;
    }
  }
  let toFile = file;
  let toRank = rank;
  // Not every file letter begins a square: `Nf3ch`.
  if (isSquare(at)) {
    toFile = byteAt(at) - 0x61;
    toRank = byteAt(at + 1) - 0x31;
    at += 2;
  } else {
    file = -1;
    rank = -1;
  }
  if (toFile < 0 || toRank < 0 || at > end) return NOT_A_MOVE;
  const to = (toRank << 3) | toFile;

  if ((kind == EMPTY || kind == PAWN) && (toRank == 0 || toRank == 7) && at < end) {
    const length = promotionLength(at);
    if (length != 0) {
      promotion = promotionKind;
      at += length;
    }
  }
  if (at != end && (at > end || !isAnnotation(at, end))) return NOT_A_MOVE;

  if (kind == EMPTY && file >= 0 && rank >= 0) return resolveFrom((rank << 3) | file, to, promotion);
  if (kind == EMPTY) kind = PAWN;
  if (kind == PAWN && takes && file == toFile) return NONE;
  return resolve(kind, originOf(file, rank), to, promotion);
}

function put(to: usize, byte: i32): usize {
  store<u8>(to, <u8>byte);
  return to + 1;
}

/** The capital of a kind: "PNBRQK" in one constant, a byte a kind. */
function capitalOf(kind: i32): i32 {
  return <i32>(((<u64>0x4b5152424e50) >> ((<u64>kind) << 3)) & 0xff);
}

function putSquare(to: usize, square: i32): usize {
  return put(put(to, 0x61 + fileOf(square)), 0x31 + rankOf(square));
}

/** As little of the origin as tells the piece from its rivals: the file, else the rank, else both. */
function putOrigin(to: usize, from: i32, rivals: u64): usize {
  if (rivals == 0) return to;
  if ((rivals & (FILE_A << (<u64>fileOf(from)))) == 0) return put(to, 0x61 + fileOf(from));
  if ((rivals & (RANK_1 << ((<u64>from) & 56))) == 0) return put(to, 0x31 + rankOf(from));
  return putSquare(to, from);
}

/** `+` or `#` where the move checks or mates. */
function putCheck(to: usize, move: i32): usize {
  makeMove(move);
  if (inCheck()) to = put(to, generate(MOVE_LISTS, EVERY_MOVE) == MOVE_LISTS ? 0x23 : 0x2b);
  unmakeMove(move);
  return to;
}

/**
 * Writes a legal move (the kernel's own code) in SAN at `start`, disambiguated against legal rivals only; a null move is `--`.
 * @returns its length in bytes, at most 7
 */
export function writeSan(start: usize, move: i32): i32 {
  let to = start;
  if (move == NULL_MOVE) return <i32>(put(put(to, DASH), DASH) - start);
  const from = moveFrom(move);
  const target = moveTo(move);
  const kind = kindOn(from);
  if (moveKind(move) == CASTLE) {
    to = put(put(put(to, 0x4f), DASH), 0x4f);
    if (target < from) to = put(put(to, DASH), 0x4f);
    return <i32>(putCheck(to, move) - start);
  }
  if (kind == PAWN) {
    if (changesFile(move)) to = put(put(to, 0x61 + fileOf(from)), 0x78);
  } else {
    to = putOrigin(put(to, capitalOf(kind)), from, rivalsOf(move));
    if ((occupied() & bit(target)) != 0) to = put(to, 0x78);
  }
  to = putSquare(to, target);
  if (isPromotion(move)) to = put(put(to, 0x3d), capitalOf(moveKind(move)));
  return <i32>(putCheck(to, move) - start);
}
