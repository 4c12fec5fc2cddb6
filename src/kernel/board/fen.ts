/**
 * FEN in and out, as bytes: the host writes to INPUT and reads from OUTPUT.
 *
 * Strict about what cannot be (reference: an illegal position is no FEN), lenient about what does not matter: four to six fields,
 * blanks between them repeated. Set-up positions with more pieces than promotions explain are read, short of those whose moves might
 * not fit a move list.
 */
import { INPUT, MOVE_LISTS } from '../memory';
import { isAttacked } from './attackers';
import { EN_PASSANT, moveKind } from './move';
import {
  addPiece,
  BLACK_LONG,
  BLACK_SHORT,
  castling,
  clearPosition,
  dropEnPassant,
  epSquare,
  fullmoves,
  halfmoves,
  kingSquare,
  NO_SQUARE,
  occupied,
  pieceOn,
  pieces,
  setState,
  side,
  WHITE_LONG,
  WHITE_SHORT,
} from './position';
import { EVERY_MOVE, generate } from '../moves/generate';
import {
  BISHOP,
  BLACK,
  count,
  EMPTY,
  fileOf,
  KING,
  kindOfLetter,
  KNIGHT,
  PAWN,
  QUEEN,
  RANK_1,
  RANK_8,
  rankOf,
  ROOK,
  WHITE,
} from './squares';

/** What `readFen` answers; the TypeScript side puts them in words (tactics/fen-fault.ts). */
export const FEN_OK: i32 = 0;
export const FEN_BOARD: i32 = 1;
export const FEN_SIDE: i32 = 2;
export const FEN_CASTLING_FIELD: i32 = 3;
export const FEN_CHESS960: i32 = 4;
export const FEN_EN_PASSANT_FIELD: i32 = 5;
export const FEN_COUNTER: i32 = 6;
export const FEN_KINGS: i32 = 7;
export const FEN_PAWN_RANK: i32 = 8;
export const FEN_TOO_MANY_WHITE: i32 = 9;
export const FEN_OPPONENT_IN_CHECK: i32 = 10;
export const FEN_IMPOSSIBLE_CASTLING: i32 = 11;
export const FEN_IMPOSSIBLE_EN_PASSANT: i32 = 12;
export const FEN_TRAILING: i32 = 13;
export const FEN_TOO_MANY_BLACK: i32 = 14;

const BLANK: i32 = 0x20;
const DASH: i32 = 0x2d;

function letterOf(piece: i32): i32 {
  // "pnbrqk" in one constant, a byte a kind.
  const lower = <i32>(((<u64>0x6b7172626e70) >> ((<u64>(piece & 7)) << 3)) & 0xff);
  return (piece & BLACK) != 0 ? lower : lower - 32;
}

let at: usize = 0;
let stop: usize = 0;

function peek(): i32 {
  return at < stop ? <i32>load<u8>(at) : 0;
}

/** Skips the blanks between two fields; false where there is none. */
function nextField(): bool {
  const from = at;
  while (at < stop && (peek() == BLANK || peek() == 9)) at++;
  return at > from;
}

function fieldEnds(): bool {
  return at >= stop || peek() == BLANK || peek() == 9;
}

function readBoard(): bool {
  let rank = 7;
  let file = 0;
  // Two numbers side by side are one that somebody broke up: no FEN has them.
  let numbered = false;
  while (!fieldEnds()) {
    const letter = peek();
    at++;
    if (letter == 0x2f) {
      if (file != 8 || rank == 0) return false;
      rank--;
      file = 0;
      numbered = false;
    } else if (letter >= 0x31 && letter <= 0x38) {
      file += letter - 0x30;
      if (file > 8 || numbered) return false;
      numbered = true;
    } else {
      const kind = kindOfLetter(letter | 32);
      if (kind == EMPTY || file > 7) return false;
      addPiece((letter & 32) != 0 ? kind | BLACK : kind, (rank << 3) | file);
      file++;
      numbered = false;
    }
  }
  return rank == 0 && file == 8;
}

/** A counter that is read has at most six digits; one that goes on from there stays, so that what is written can be read. */
const MAX_COUNTER: i32 = 999_999;

/** Digits of a move counter; -1 where there are none or too many. */
function readCounter(): i32 {
  let value = 0;
  let digits = 0;
  while (!fieldEnds()) {
    const digit = peek() - 0x30;
    if (digit < 0 || digit > 9 || digits == 6) return -1;
    value = value * 10 + digit;
    digits++;
    at++;
  }
  return digits == 0 ? -1 : value;
}

/** Whether a side has nine pawns, or so many promoted pieces that their moves might outgrow a list of 256. */
export function tooMany(color: i32): bool {
  const pawns = count(pieces(color | PAWN));
  const knights = count(pieces(color | KNIGHT));
  const bishops = count(pieces(color | BISHOP));
  const rooks = count(pieces(color | ROOK));
  const queens = count(pieces(color | QUEEN));
  const promoted = max(queens - 1, 0) + max(rooks - 2, 0) + max(bishops - 2, 0) + max(knights - 2, 0);
  if (pawns > 8) return true;
  // With eight promotions at most, no position has more than 218 moves; beyond, count what each piece reaches on an empty board.
  const reach = pawns * 12 + knights * 8 + bishops * 13 + rooks * 14 + queens * 27 + 10;
  return pawns + promoted > 8 && reach > 256;
}

function castlingFits(rights: i32): bool {
  if ((rights & (WHITE_SHORT | WHITE_LONG)) != 0 && pieceOn(4) != (WHITE | KING)) return false;
  if ((rights & (BLACK_SHORT | BLACK_LONG)) != 0 && pieceOn(60) != (BLACK | KING)) return false;
  if ((rights & WHITE_SHORT) != 0 && pieceOn(7) != (WHITE | ROOK)) return false;
  if ((rights & WHITE_LONG) != 0 && pieceOn(0) != (WHITE | ROOK)) return false;
  if ((rights & BLACK_SHORT) != 0 && pieceOn(63) != (BLACK | ROOK)) return false;
  return (rights & BLACK_LONG) == 0 || pieceOn(56) == (BLACK | ROOK);
}

function epFits(ep: i32, mover: i32): bool {
  if (rankOf(ep) != (mover == WHITE ? 5 : 2)) return false;
  const forward = mover == WHITE ? 8 : -8;
  return pieceOn(ep) == EMPTY && pieceOn(ep + forward) == EMPTY && pieceOn(ep - forward) == ((mover ^ BLACK) | PAWN);
}

/**
 * Sets the position from `length` bytes at INPUT.
 * @returns FEN_OK, or the first thing that is wrong; the position is then undefined
 */
export function readFen(length: i32): i32 {
  clearPosition();
  at = INPUT;
  stop = INPUT + <usize>length;
  nextField();
  while (
    stop > at &&
    (load<u8>(stop - 1) == 0x20 || load<u8>(stop - 1) == 9 || load<u8>(stop - 1) == 10 || load<u8>(stop - 1) == 13)
  )
    stop--;
  if (!readBoard()) return FEN_BOARD;

  if (!nextField()) return FEN_SIDE;
  let mover = WHITE;
  if (peek() == 0x62) mover = BLACK;
  else if (peek() != 0x77) return FEN_SIDE;
  at++;
  if (!fieldEnds()) return FEN_SIDE;

  if (!nextField() || at >= stop) return FEN_CASTLING_FIELD;
  let rights = 0;
  if (peek() == DASH) {
    at++;
  } else {
    while (!fieldEnds()) {
      const letter = peek();
      let right = 0;
      if (letter == 0x4b) right = WHITE_SHORT;
      else if (letter == 0x51) right = WHITE_LONG;
      else if (letter == 0x6b) right = BLACK_SHORT;
      else if (letter == 0x71) right = BLACK_LONG;
      else if ((letter | 32) >= 0x61 && (letter | 32) <= 0x68) return FEN_CHESS960;
      if (right == 0 || (rights & right) != 0) return FEN_CASTLING_FIELD;
      rights |= right;
      at++;
    }
  }
  if (!fieldEnds()) return FEN_CASTLING_FIELD;

  if (!nextField() || at >= stop) return FEN_EN_PASSANT_FIELD;
  let ep = NO_SQUARE;
  if (peek() == DASH) {
    at++;
  } else {
    const file = peek() - 0x61;
    at++;
    const rank = peek() - 0x31;
    at++;
    if (at > stop || file < 0 || file > 7 || rank < 0 || rank > 7) return FEN_EN_PASSANT_FIELD;
    ep = (rank << 3) | file;
  }
  if (!fieldEnds()) return FEN_EN_PASSANT_FIELD;

  let half = 0;
  let full = 1;
  nextField();
  if (at < stop) {
    half = readCounter();
    if (half < 0) return FEN_COUNTER;
    nextField();
    if (at < stop) {
      full = readCounter();
      if (full < 0) return FEN_COUNTER;
      full = max(full, 1); // some programs write 0, which strict readers of what is written here refuse
      nextField();
      if (at < stop) return FEN_TRAILING;
    }
  }

  if (count(pieces(WHITE | KING)) != 1 || count(pieces(BLACK | KING)) != 1) return FEN_KINGS;
  if (((pieces(WHITE | PAWN) | pieces(BLACK | PAWN)) & (RANK_1 | RANK_8)) != 0) return FEN_PAWN_RANK;
  if (tooMany(WHITE)) return FEN_TOO_MANY_WHITE;
  if (tooMany(BLACK)) return FEN_TOO_MANY_BLACK;
  if (!castlingFits(rights)) return FEN_IMPOSSIBLE_CASTLING;
  if (ep != NO_SQUARE && !epFits(ep, mover)) return FEN_IMPOSSIBLE_EN_PASSANT;
  setState(mover, rights, ep, half, full);
  if (isAttacked(kingSquare(mover ^ BLACK), mover, occupied())) return FEN_OPPONENT_IN_CHECK;
  settleEnPassant();
  return FEN_OK;
}

/** Drops an en-passant square that no legal capture uses, so that equal positions have equal keys. */
export function settleEnPassant(): void {
  if (epSquare == NO_SQUARE) return;
  const end = generate(MOVE_LISTS, EVERY_MOVE);
  for (let move = MOVE_LISTS; move < end; move += 4) {
    if (moveKind(load<i32>(move)) == EN_PASSANT) return;
  }
  dropEnPassant();
}

function writeNumber(to: usize, value: i32): usize {
  if (value >= 10) to = writeNumber(to, value / 10);
  store<u8>(to, <u8>(0x30 + (value % 10)));
  return to + 1;
}

function writeByte(to: usize, byte: i32): usize {
  store<u8>(to, <u8>byte);
  return to + 1;
}

/**
 * Writes the position's FEN at `start`: six fields, or with `canonical` the four that decide the analysis.
 * @returns its length in bytes, at most 100
 */
export function writeFen(start: usize, canonical: bool): i32 {
  let to = start;
  for (let rank = 7; rank >= 0; rank--) {
    let gap = 0;
    for (let file = 0; file < 8; file++) {
      const piece = pieceOn((rank << 3) | file);
      if (piece == EMPTY) {
        gap++;
        continue;
      }
      if (gap > 0) to = writeByte(to, 0x30 + gap);
      gap = 0;
      to = writeByte(to, letterOf(piece));
    }
    if (gap > 0) to = writeByte(to, 0x30 + gap);
    if (rank > 0) to = writeByte(to, 0x2f);
  }
  to = writeByte(to, BLANK);
  to = writeByte(to, side == WHITE ? 0x77 : 0x62);
  to = writeByte(to, BLANK);
  if (castling == 0) to = writeByte(to, DASH);
  if ((castling & WHITE_SHORT) != 0) to = writeByte(to, 0x4b);
  if ((castling & WHITE_LONG) != 0) to = writeByte(to, 0x51);
  if ((castling & BLACK_SHORT) != 0) to = writeByte(to, 0x6b);
  if ((castling & BLACK_LONG) != 0) to = writeByte(to, 0x71);
  to = writeByte(to, BLANK);
  if (epSquare == NO_SQUARE) {
    to = writeByte(to, DASH);
  } else {
    to = writeByte(to, 0x61 + fileOf(epSquare));
    to = writeByte(to, 0x31 + rankOf(epSquare));
  }
  if (!canonical) {
    to = writeByte(to, BLANK);
    to = writeNumber(to, min(halfmoves, MAX_COUNTER));
    to = writeByte(to, BLANK);
    to = writeNumber(to, min(fullmoves, MAX_COUNTER));
  }
  return <i32>(to - start);
}
