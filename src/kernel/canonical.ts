/**
 * Every analysis runs on a canonical board: the side to move is White, and where nobody may castle, of the two file mirrors the one
 * whose board comes first is taken. So a position and its mirror images get the same answer to the letter, whatever order moves
 * are generated in. Squares come out through `outward`.
 */
import { BITBOARDS, MAILBOX } from './memory';
import { addPiece, castling, clearPosition, epSquare, fullmoves, halfmoves, NO_SQUARE, setState, side } from './board/position';
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

/** Whether the file mirror of the kept board, turned by `ranks`, comes before it. */
function mirrorComesFirst(ranks: i32): bool {
  for (let square = 0; square < 64; square++) {
    const here = load<u8>(KEPT + <usize>(square ^ ranks));
    const there = load<u8>(KEPT + <usize>(square ^ ranks ^ 7));
    if (here != there) return there < here;
  }
  return false;
}

function rebuild(turn: i32, flip: bool): void {
  const swapped = flip ? BLACK : 0;
  clearPosition();
  for (let square = 0; square < 64; square++) {
    const piece = <i32>load<u8>(KEPT + <usize>square);
    if (piece != EMPTY) addPiece(piece ^ swapped, square ^ turn);
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
  if (castling == 0 && mirrorComesFirst(turned)) turned ^= 7;
  rebuild(turned, flip);
  // White's rights are the lower two bits, Black's the upper.
  const rights = flip ? ((keptCastling & 3) << 2) | (keptCastling >> 2) : keptCastling;
  setState(WHITE, rights, keptEp == NO_SQUARE ? NO_SQUARE : keptEp ^ turned, 0, 1);
  settleEnPassant();
}

/** Puts the caller's position back. */
export function leaveCanonical(): void {
  rebuild(0, false);
  setState(keptSide, keptCastling, keptEp, keptHalf, keptFull);
}
