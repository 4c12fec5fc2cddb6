/** Smothered mate: mate by a knight, every neighbour square of the king held by its own side. */
import { addKey, addTarget, openCandidate, SMOTHERED_MATE } from '../candidates';
import { kingAttacks } from '../board/attacks';
import { pieces } from '../board/position';
import { first, KNIGHT, WHITE } from '../board/squares';
import { black, blackKing, checks, mates, taken } from './context';

export function findSmotheredMate(): void {
  const mating = checks & pieces(WHITE | KNIGHT);
  if (mating == 0 || (kingAttacks(blackKing) & ~black) != 0 || !mates) return;
  const candidate = openCandidate(SMOTHERED_MATE, taken);
  addKey(candidate, first(mating));
  addTarget(candidate, blackKing);
}
