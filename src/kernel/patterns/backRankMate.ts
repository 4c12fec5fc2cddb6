/**
 * Back-rank mate: mate by a rook or queen along the king's own back rank, the king shut in by its own pieces on the rank in front: they
 * stand on every square there, and without them it could go to one at least, which no piece but the mating one looks at.
 */
import { addKey, addTarget, BACK_RANK_MATE, openCandidate } from '../candidates';
import { kingAttacks } from '../board/attacks';
import { pieces } from '../board/position';
import { first, QUEEN, RANK_8, rankOf, ROOK, WHITE } from '../board/squares';
import { attackersOf } from '../board/attackers';
import { black, blackKing, checks, mates, occ, taken } from './context';

/** Whether a square of a set is attacked by none of White's men but some that are left out. */
function hasFree(squares: u64, leftOut: u64): bool {
  while (squares != 0) {
    if ((attackersOf(first(squares), WHITE, occ) & ~leftOut) == 0) return true;
    squares &= squares - 1;
  }
  return false;
}

export function findBackRankMate(): void {
  if (rankOf(blackKing) != 7) return;
  const mating = checks & RANK_8 & (pieces(WHITE | ROOK) | pieces(WHITE | QUEEN));
  if (mating == 0) return;
  const front = kingAttacks(blackKing) & (RANK_8 >> 8);
  if ((front & ~black) != 0 || !mates || !hasFree(front, mating)) return;
  const candidate = openCandidate(BACK_RANK_MATE, taken);
  addKey(candidate, first(mating));
  addTarget(candidate, blackKing);
}
