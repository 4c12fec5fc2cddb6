/**
 * Fork: the moved piece attacks two or more enemy pieces at once, each the king, worth more than the forker, or unguarded and no match
 * for it. Pawns count only where they are what is won: one that nobody guards, forked with the king by a check that takes nothing, where there
 * is no other fork. The forker is not to be had: no lesser piece attacks it, and none at all where it stands unguarded. A move that mates
 * leaves nothing to choose from.
 *
 * Confirmed where the move wins and the line goes on: nobody stands in two places, so the defence chooses what it loses, and where it
 * loses something else it has paid for the choice. A pawn has to fall to the forker's next move, and no piece with it.
 */
import { addKey, addTargets, FORK, openCandidate } from '../candidates';
import { attacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { kindOn, pieceOn, pieces } from '../board/position';
import { bit, BLACK, first, PAWN, several, valueOf, WHITE } from '../board/squares';
import {
  attackedByMoved,
  black,
  blackKing,
  checks,
  holds,
  kind,
  leastOf,
  mates,
  occ,
  risk,
  taken,
  takers,
  to,
} from './context';
import { blowFrom, blowTo, prey, takesBack } from './sequel';

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

function emit(targets: u64): void {
  // The defence saves the best of them.
  const candidate = openCandidate(FORK, taken - risk() + valueOf(kindOn(leastOf(targets))));
  addKey(candidate, to);
  addTargets(candidate, targets);
}

/** Of what the moved piece attacks, the pieces that have to fear it. */
function forked(): u64 {
  let seen = attackedByMoved() & black & ~pieces(BLACK | PAWN);
  if (!several(seen)) return 0;
  let targets: u64 = 0;
  while (seen != 0) {
    const square = first(seen);
    seen &= seen - 1;
    if (isForked(square)) targets |= bit(square);
  }
  return targets;
}

/** Forks of pieces. */
export function findFork(): void {
  if (mates) return;
  const targets = forked();
  if (several(targets) && !forkerHangs()) emit(targets);
}

/** Forks of the king and pawns. */
export function findPawnFork(): void {
  if (taken != 0 || mates || !holds(checks, to) || several(forked())) return;
  let seen = attackedByMoved() & pieces(BLACK | PAWN);
  let targets: u64 = 0;
  while (seen != 0) {
    const square = first(seen);
    seen &= seen - 1;
    if (isForked(square)) targets |= bit(square);
  }
  if (targets != 0 && !forkerHangs()) emit(targets | bit(blackKing));
}

/** The blow takes a pawn that was forked with the king. */
export function explainPawnFork(): void {
  if (taken != 0 || prey != PAWN || blowFrom != to || !holds(checks, to) || !holds(attackedByMoved(), blowTo)) return;
  if (mates || takesBack() || several(forked()) || !isForked(blowTo) || forkerHangs()) return;
  emit(bit(blackKing) | bit(blowTo));
}
