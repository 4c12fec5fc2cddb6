/**
 * Back-rank mate: mate by a rook or queen along the king's own back rank, the king shut in by its own pieces on the rank in front:
 * they keep it in, and no piece but the mating one looks at them.
 */
import { addKey, addTarget, BACK_RANK_MATE, openCandidate } from '../candidates';
import { kingAttacks } from '../board/attacks';
import { pieces } from '../board/position';
import { first, QUEEN, RANK_8, rankOf, ROOK, WHITE } from '../board/squares';
import { attackersOf } from '../board/attackers';
import { black, blackKing, checks, mates, occ, taken } from './context';

export function findBackRankMate(): void {
  if (rankOf(blackKing) != 7) return;
  const mating = checks & RANK_8 & (pieces(WHITE | ROOK) | pieces(WHITE | QUEEN));
  if (mating == 0) return;
  const front = kingAttacks(blackKing) & (RANK_8 >> 8);
  if ((front & ~black) != 0 || !mates) return;
  let shield = front;
  while (shield != 0) {
    if ((attackersOf(first(shield), WHITE, occ) & ~mating) != 0) return;
    shield &= shield - 1;
  }
  const candidate = openCandidate(BACK_RANK_MATE, taken);
  addKey(candidate, first(mating));
  addTarget(candidate, blackKing);
}
