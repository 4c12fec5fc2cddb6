/**
 * Fork: the moved piece attacks two or more enemy pieces at once, each the king, worth more than the forker, or takeable with profit.
 * Pawns count only where they are what is won: a fork of the king or a piece and a pawn needs a move that takes nothing itself. The
 * forker is not to be had: no lesser piece attacks it, and none at all where it stands unguarded. A move that mates leaves nothing
 * to choose from.
 */
import { addKey, addTargets, FORK, markSmall, openCandidate } from '../candidates';
import { attackersOf } from '../board/attackers';
import { kindOn } from '../board/position';
import { bit, first, KING, PAWN, several, valueOf, WHITE } from '../board/squares';
import { attackedByMoved, black, held, kind, leastOf, mates, occ, risk, taken, takers, to, winsOn } from './context';

/** What the forker wins on one target if it may take it. */
function prize(square: i32): i32 {
  const target = kindOn(square);
  if (target == KING) return valueOf(KING);
  return max(winsOn(square), valueOf(target) - valueOf(kind));
}

/** Whether Black may take the forker with a lesser piece, or for nothing. */
function forkerHangs(): bool {
  const free = takers & ~held;
  if (free == 0) return false;
  if ((attackersOf(to, WHITE, occ) & ~bit(to)) == 0) return true;
  return valueOf(kindOn(leastOf(free))) < valueOf(kind);
}

export function findFork(): void {
  let seen = attackedByMoved() & black;
  if (!several(seen) || risk > taken || mates || forkerHangs()) return;
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
  const forPawn = !several(targets);
  if (forPawn && taken == 0) targets |= pawns;
  if (!several(targets)) return;
  const candidate = openCandidate(FORK, taken - risk + second);
  addKey(candidate, to);
  addTargets(candidate, targets);
  if (forPawn) markSmall(candidate);
}
