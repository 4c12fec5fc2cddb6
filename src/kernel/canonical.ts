/**
 * Every analysis runs on a canonical board: the side to move is White, and where nobody may castle, of the two file mirrors the one
 * whose board comes first is taken. So a position and its mirror images get the same answer to the letter, whatever order moves
 * are generated in. Squares come out through `outward`.
 */
import { KEPT_POSITION } from './memory';
import {
  addPiece,
  castling,
  clearCounters,
  clearPosition,
  epSquare,
  keepPosition,
  NO_SQUARE,
  restorePosition,
  setState,
  side,
} from './board/position';
import { settleEnPassant } from './board/fen';
import { BLACK, EMPTY } from './board/squares';

/** What a square is xored with between the two boards. */
export let turned: i32 = 0;

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

/** Piece on a square of the kept board as the canonical board will show it; its mailbox comes first. */
function keptPiece(square: i32, swapped: i32): i32 {
  const piece = <i32>load<u8>(KEPT_POSITION + <usize>square);
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

/** Turns the position to its canonical board. */
export function enterCanonical(): void {
  enterAs(side);
}

/** Turns the position to the board on which `attacker`, who need not have the move, is White. */
export function enterAs(attacker: i32): void {
  keepPosition(KEPT_POSITION);
  const swapped = attacker;
  const mover = side ^ swapped;
  turned = swapped == BLACK ? 56 : 0;
  if (castling == 0 && mirrorComesFirst(turned, swapped)) turned ^= 7;
  if (turned == 0) {
    clearCounters();
  } else {
    // White's rights are the lower two bits, Black's the upper.
    const rights = swapped == BLACK ? ((castling & 3) << 2) | (castling >> 2) : castling;
    const ep = epSquare == NO_SQUARE ? NO_SQUARE : epSquare ^ turned;
    clearPosition();
    for (let square = 0; square < 64; square++) {
      const piece = keptPiece(square, swapped);
      if (piece != EMPTY) addPiece(piece, square ^ turned);
    }
    setState(mover, rights, ep, 0, 1);
  }
  settleEnPassant();
}

/** Puts the caller's position back. */
export function leaveCanonical(): void {
  restorePosition(KEPT_POSITION);
}
