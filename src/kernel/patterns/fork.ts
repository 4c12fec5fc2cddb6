/**
 * Fork: the moved piece attacks two or more enemy pieces at once, each the king, worth more than the forker, or takeable with profit.
 * Pawns count only where they are what is won. The forker is not simply lost.
 */
import { addKey, addTargets, FORK, openCandidate, setTaker } from '../candidates';
import { kindOn } from '../board/position';
import { bit, first, KING, PAWN, several, valueOf } from '../board/squares';
import { attackedByMoved, black, kind, risk, taken, to, winsOn } from './context';

/** What the forker wins on one target if it may take it. */
function prize(square: i32): i32 {
  const target = kindOn(square);
  if (target == KING) return valueOf(KING);
  return max(winsOn(square), valueOf(target) - valueOf(kind));
}

export function findFork(): void {
  let seen = attackedByMoved() & black;
  if (!several(seen) || risk > taken) return;
  let targets: u64 = 0;
  let pawns: u64 = 0;
  let best = 0;
  let second = 0;
  while (seen != 0) {
    const square = first(seen);
    seen &= seen - 1;
    const won = prize(square);
    if (won <= 0) continue;
    if (kindOn(square) == PAWN) pawns |= bit(square);
    else targets |= bit(square);
    if (won > best) {
      second = best;
      best = won;
    } else if (won > second) {
      second = won;
    }
  }
  if (!several(targets)) targets |= pawns;
  if (!several(targets)) return;
  const candidate = openCandidate(FORK, taken - risk + second);
  addKey(candidate, to);
  addTargets(candidate, targets);
  setTaker(candidate, to);
}
