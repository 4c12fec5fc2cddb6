/**
 * Every analysis runs on a canonical board: the side to move is White, and where nobody may castle, of the two file mirrors the one
 * whose board comes first is taken. So a position and its mirror images get the same answer to the letter, whatever order moves
 * are generated in. Squares come out through `outward`.
 */
import { BITBOARDS, MAILBOX } from './memory';
import {
  addPiece,
  castling,
  clearPosition,
  epSquare,
  fullmoves,
  halfmoves,
  NO_SQUARE,
  setState,
  side,
} from './board/position';
import { settleEnPassant } from './board/fen';
import { BLACK, EMPTY, WHITE } from './board/squares';

/** What a square is xored with between the two boards. */
export let turned: i32 = 0;

/** 64 bytes: the position as the caller set it. */
const KEPT: usize = BITBOARDS + 256;

let keptSide: i32 = 0;
let keptCastling: i32 = 0;
let keptEp: i32 = 0;
let keptHalf: i32 = 0;
let keptFull: i32 = 0;

export function outward(square: i32): i32 {
  return square ^ turned;
}

/** Piece code on the outside for one on the canonical board. */
export function outwardPiece(piece: i32): i32 {
  return (turned & 56) != 0 && piece != EMPTY ? piece ^ BLACK : piece;
}

/** A move on the outside: both squares turned, the kind kept. */
export function outwardMove(move: i32): i32 {
  return move ^ turned ^ (turned << 6);
}

/** Piece on a square of the kept board as the canonical board will show it. */
function keptPiece(square: i32, swapped: i32): i32 {
  const piece = <i32>load<u8>(KEPT + <usize>square);
  return piece == EMPTY ? EMPTY : piece ^ swapped;
}

/** Whether the file mirror of the kept board, ranks turned and colours swapped, comes before it. */
function mirrorComesFirst(ranks: i32, swapped: i32): bool {
  for (let square = 0; square < 64; square++) {
    const here = keptPiece(square ^ ranks, swapped);
    const there = keptPiece(square ^ ranks ^ 7, swapped);
    if (here != there) return there < here;
  }
  return false;
}

function rebuild(turn: i32, swapped: i32): void {
  clearPosition();
  for (let square = 0; square < 64; square++) {
    const piece = keptPiece(square, swapped);
    if (piece != EMPTY) addPiece(piece, square ^ turn);
  }
}

/** Turns the position to its canonical board. */
export function enterCanonical(): void {
  memory.copy(KEPT, MAILBOX, 64);
  keptSide = side;
  keptCastling = castling;
  keptEp = epSquare;
  keptHalf = halfmoves;
  keptFull = fullmoves;
  const flip = side == BLACK;
  turned = flip ? 56 : 0;
  if (castling == 0 && mirrorComesFirst(turned, flip ? BLACK : 0)) turned ^= 7;
  rebuild(turned, flip ? BLACK : 0);
  // White's rights are the lower two bits, Black's the upper.
  const rights = flip ? ((keptCastling & 3) << 2) | (keptCastling >> 2) : keptCastling;
  setState(WHITE, rights, keptEp == NO_SQUARE ? NO_SQUARE : keptEp ^ turned, 0, 1);
  settleEnPassant();
}

/** Puts the caller's position back. */
export function leaveCanonical(): void {
  rebuild(0, 0);
  setState(keptSide, keptCastling, keptEp, keptHalf, keptFull);
}
