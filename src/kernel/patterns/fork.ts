/**
 * Fork: the moved piece attacks two or more enemy pieces at once, each the king, worth more than the forker, or unguarded and no match
 * for it. Pawns are no targets. The forker is not to be had: no lesser piece attacks it, and none at all where it stands unguarded. A
 * move that mates leaves nothing to choose from.
 *
 * Confirmed where the move wins and the line goes on: nobody stands in two places, so the defence chooses what it loses, and where it
 * loses something else it has paid for the choice.
 */
import { addKey, addTargets, FORK, openCandidate } from '../candidates';
import { attacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { kindOn, pieceOn, pieces } from '../board/position';
import { bit, BLACK, first, PAWN, several, valueOf, WHITE } from '../board/squares';
import { attackedByMoved, black, holds, kind, leastOf, mates, occ, risk, taken, takers, to } from './context';

/** Whether a piece has to fear the forker. */
function isForked(square: i32): bool {
  if (valueOf(kindOn(square)) > valueOf(kind)) return true;
  // A guard behind the forker, on the line that it takes along, guards all the same.
  return attackersOf(square, BLACK, occ & ~bit(to)) == 0 && !holds(attacks(pieceOn(square), square, occ), to);
}

/** Whether Black may take the forker with a lesser piece, or for nothing. A pinned piece may be unpinned: it counts. */
function forkerHangs(): bool {
  const by = takers();
  if (by == 0) return false;
  return !isGuardedFrom(by) || valueOf(kindOn(leastOf(by))) < valueOf(kind);
}

/** Whether the forker is taken back, whichever of a set takes it: a guard may stand behind the taker. */
function isGuardedFrom(by: u64): bool {
  if (attackersOf(to, WHITE, occ) != 0) return true;
  while (by != 0) {
    if (attackersOf(to, WHITE, occ & ~(by & (0 - by))) == 0) return false;
    by &= by - 1;
  }
  return true;
}

export function findFork(): void {
  let seen = attackedByMoved() & black & ~pieces(BLACK | PAWN);
  if (!several(seen) || mates) return;
  let targets: u64 = 0;
  while (seen != 0) {
    const square = first(seen);
    seen &= seen - 1;
    if (isForked(square)) targets |= bit(square);
  }
  if (!several(targets) || forkerHangs()) return;
  // The defence saves the best of them.
  const candidate = openCandidate(FORK, taken - risk() + valueOf(kindOn(leastOf(targets))));
  addKey(candidate, to);
  addTargets(candidate, targets);
}
