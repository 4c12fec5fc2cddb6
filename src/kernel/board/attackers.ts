/** Who attacks a square, and who gives check, in the position as it stands. */
import { between, bishopAttacks, kingAttacks, knightAttacks, pawnAttacks, rookAttacks } from './attacks';
import { allOf, kingSquare, occupied, pieces, side } from './position';
import { BISHOP, BLACK, FILE_A, FILE_H, first, KING, KNIGHT, PAWN, QUEEN, ROOK, several, WHITE } from './squares';

/** All pieces of `color` that attack `square` when `occ` is occupied. */
export function attackersOf(square: i32, color: i32, occ: u64): u64 {
  const queens = pieces(color | QUEEN);
  return (
    (pawnAttacks(color ^ BLACK, square) & pieces(color | PAWN)) |
    (knightAttacks(square) & pieces(color | KNIGHT)) |
    (kingAttacks(square) & pieces(color | KING)) |
    (bishopAttacks(square, occ) & (pieces(color | BISHOP) | queens)) |
    (rookAttacks(square, occ) & (pieces(color | ROOK) | queens))
  );
}

/** All pieces of either colour that attack `square` when `occ` is occupied: one look along its lines for both. */
export function attackersOfEither(square: i32, occ: u64): u64 {
  const queens = pieces(WHITE | QUEEN) | pieces(BLACK | QUEEN);
  return (
    (pawnAttacks(BLACK, square) & pieces(WHITE | PAWN)) |
    (pawnAttacks(WHITE, square) & pieces(BLACK | PAWN)) |
    (knightAttacks(square) & (pieces(WHITE | KNIGHT) | pieces(BLACK | KNIGHT))) |
    (kingAttacks(square) & (pieces(WHITE | KING) | pieces(BLACK | KING))) |
    (bishopAttacks(square, occ) & (pieces(WHITE | BISHOP) | pieces(BLACK | BISHOP) | queens)) |
    (rookAttacks(square, occ) & (pieces(WHITE | ROOK) | pieces(BLACK | ROOK) | queens))
  );
}

export function isAttacked(square: i32, color: i32, occ: u64): bool {
  if ((pawnAttacks(color ^ BLACK, square) & pieces(color | PAWN)) != 0) return true;
  if ((knightAttacks(square) & pieces(color | KNIGHT)) != 0) return true;
  if ((kingAttacks(square) & pieces(color | KING)) != 0) return true;
  const queens = pieces(color | QUEEN);
  if ((bishopAttacks(square, occ) & (pieces(color | BISHOP) | queens)) != 0) return true;
  return (rookAttacks(square, occ) & (pieces(color | ROOK) | queens)) != 0;
}

/**
 * All squares that `color` attacks when `occ` is occupied. Where more than one or two squares are asked about, this is sooner done than
 * `attackersOf` for each, and how many pieces there are a processor can predict.
 */
export function reachOf(color: i32, occ: u64): u64 {
  const queens = pieces(color | QUEEN);
  let reach = pawnsAttack(color) | kingAttacks(kingSquare(color));
  for (let set = pieces(color | KNIGHT); set != 0; set &= set - 1) reach |= knightAttacks(first(set));
  for (let set = pieces(color | BISHOP) | queens; set != 0; set &= set - 1) reach |= bishopAttacks(first(set), occ);
  for (let set = pieces(color | ROOK) | queens; set != 0; set &= set - 1) reach |= rookAttacks(first(set), occ);
  return reach;
}

/** Men of either colour that stand alone between a square and a slider of `color`. */
export function aloneBefore(square: i32, color: i32, occ: u64): u64 {
  const queens = pieces(color | QUEEN);
  let snipers =
    (rookAttacks(square, 0) & (pieces(color | ROOK) | queens)) |
    (bishopAttacks(square, 0) & (pieces(color | BISHOP) | queens));
  let alone: u64 = 0;
  while (snipers != 0) {
    const men = between(square, first(snipers)) & occ;
    snipers &= snipers - 1;
    if (men != 0 && !several(men)) alone |= men;
  }
  return alone;
}

/** Pieces of `color` that shield `square` from sliders of the other side. */
export function shieldsOf(square: i32, color: i32, occ: u64): u64 {
  return aloneBefore(square, color ^ BLACK, occ) & allOf(color);
}

/** Enemy pieces that check the side to move. */
export function checkers(): u64 {
  return attackersOf(kingSquare(side), side ^ BLACK, occupied());
}

export function inCheck(): bool {
  return isAttacked(kingSquare(side), side ^ BLACK, occupied());
}

/** All squares that a set of pawns of `color` attacks, or all of them. */
export function pawnsAttack(color: i32, pawns: u64 = pieces(color | PAWN)): u64 {
  if (color == WHITE) return ((pawns & ~FILE_A) << 7) | ((pawns & ~FILE_H) << 9);
  return ((pawns & ~FILE_A) >> 9) | ((pawns & ~FILE_H) >> 7);
}
