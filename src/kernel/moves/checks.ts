/** Which moves give check, told without making them: squares to check from, by kind, and pieces that unmask a slider by leaving. */
import { attacks, bishopAttacks, knightAttacks, lineThrough, pawnAttacks, rookAttacks } from '../board/attacks';
import { aloneBefore, inCheck } from '../board/attackers';
import { CASTLE, EN_PASSANT, moveFrom, moveKind, moveTo } from '../board/move';
import { kindOn, kingSquare, makeMove, occupied, allOf, side, unmakeMove } from '../board/position';
import { BISHOP, bit, BLACK, KNIGHT, PAWN, QUEEN, ROOK } from '../board/squares';

/** Where a piece of each kind would check from, and the pieces that check by leaving; of the position last prepared. */
let king: i32 = 0;
export let pawnSquares: u64 = 0;
export let knightSquares: u64 = 0;
export let bishopSquares: u64 = 0;
export let rookSquares: u64 = 0;
export let unmaskers: u64 = 0;
/** The squares once more, 8 x u64 by kind, for a look-up that no processor has to predict; a king checks from nowhere. */
const SQUARES: usize = memory.data(64);

/** Reads the position; call before the first `givesCheck` of a node. */
export function prepareChecks(): void {
  const us = side;
  const occ = occupied();
  king = kingSquare(us ^ BLACK);
  pawnSquares = pawnAttacks(us ^ BLACK, king);
  knightSquares = knightAttacks(king);
  bishopSquares = bishopAttacks(king, occ);
  rookSquares = rookAttacks(king, occ);
  unmaskers = aloneBefore(king, us, occ) & allOf(us);
  store<u64>(SQUARES, pawnSquares, PAWN << 3);
  store<u64>(SQUARES, knightSquares, KNIGHT << 3);
  store<u64>(SQUARES, bishopSquares, BISHOP << 3);
  store<u64>(SQUARES, rookSquares, ROOK << 3);
  store<u64>(SQUARES, bishopSquares | rookSquares, QUEEN << 3);
}

/** Squares from which a piece of a kind checks in the prepared position; none for a king. */
export function checkSquares(kind: i32): u64 {
  return load<u64>((<usize>kind) << 3, SQUARES);
}

/** Whether a legal move of the prepared position gives check. */
export function givesCheck(move: i32): bool {
  const from = moveFrom(move);
  const target = bit(moveTo(move));
  const special = moveKind(move);
  if ((unmaskers & bit(from)) != 0 && (lineThrough(from, king) & target) == 0) return true;
  if (special != 0 && special <= CASTLE) return checksByMaking(move, special);
  return (checkSquares(kindOn(from)) & target) != 0;
}

/** What a promoted piece sees, and en passant and castling, which change other squares as well: rare enough to be made and looked at. */
function checksByMaking(move: i32, special: i32): bool {
  if (special < EN_PASSANT) {
    const to = moveTo(move);
    return (attacks(special, to, occupied() ^ bit(moveFrom(move))) & bit(king)) != 0;
  }
  makeMove(move);
  const checks = inCheck();
  unmakeMove(move);
  return checks;
}
