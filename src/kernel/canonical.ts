/**
 * Every analysis runs on a canonical board: the side to move is White, and where nobody may castle, of the two file mirrors the one
 * whose board comes first is taken. So a position and its mirror images get the same answer to the letter, whatever order moves
 * are generated in. Squares come out through `outward`.
 */
import { KEPT_POSITION } from './memory';
import { castling, clearCounters, countMen, keepPosition, restorePosition, side } from './board/position';
import { turnPosition, turnRank } from './board/turn';
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

/** Whether the file mirror of the board, turned so far, comes before it: by its first square that differs from its mirror image. */
function mirrorComesFirst(by: i32, colors: i32): bool {
  for (let rank = 0; rank < 8; rank++) {
    const row = turnRank(rank, by, colors);
    const mirrored = bswap<u64>(row);
    if (row == mirrored) continue;
    const shift = ctz(row ^ mirrored) & 56;
    return ((mirrored >> shift) & 0xff) < ((row >> shift) & 0xff);
  }
  return false;
}

/** Turns the position to its canonical board. @param reckons as in `enterAs` */
export function enterCanonical(reckons: bool = true): void {
  enterAs(side, reckons);
}

/**
 * Turns the position to the board on which `attacker`, who need not have the move, is White.
 * @param reckons whether key and material are asked for there: searches do, l1 does not
 */
export function enterAs(attacker: i32, reckons: bool = true): void {
  keepPosition(KEPT_POSITION);
  turned = attacker == BLACK ? 56 : 0;
  if (castling == 0 && mirrorComesFirst(turned, attacker)) turned ^= 7;
  if (turned == 0) {
    clearCounters();
  } else {
    turnPosition(turned, attacker);
    if (reckons) countMen();
  }
  settleEnPassant();
}

/** Puts the caller's position back. */
export function leaveCanonical(): void {
  restorePosition(KEPT_POSITION);
}
