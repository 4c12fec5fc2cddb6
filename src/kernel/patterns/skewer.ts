/**
 * Skewer: a slider attacks X, and behind X on the same ray stands Y, worth less (or X is the king). X must go, Y falls, and does not fall to
 * others anyhow; a king that is mated goes nowhere. The slider is not to be had; where the move is quiet, Y is worth what Black may win meanwhile.
 *
 * Confirmed where the line has X leave the ray and the slider take Y along it, which is no even trade. From the reply on it may also be
 * another slider, whose ray the move has opened, or that had X in sight before: what l1, which knows no reply, cannot tell from a discovered
 * attack, or from an offer.
 */
import { addKey, addTarget, openCandidate, SKEWER } from '../candidates';
import { between, bishopAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { kindOn } from '../board/position';
import { BISHOP, bit, EMPTY, first, KING, QUEEN, ROOK, valueOf } from '../board/squares';
import { black, checks, holds, kind, mates, movedKind, occ, risk, taken, to, winsOn, winsOnWithout } from './context';
import { blowFrom, blowTo, guards, prey, replyFrom, takesBack, worthOfBlow } from './sequel';
import { LEAST, loss } from './threats';

function emit(gain: i32, slider: i32, x: i32, y: i32): void {
  const candidate = openCandidate(SKEWER, gain);
  addKey(candidate, slider);
  addTarget(candidate, x);
  addTarget(candidate, y);
}

/** Squares that the moved slider reaches when `blockers` stand in its way. */
function reach(blockers: u64): u64 {
  let set: u64 = 0;
  if (kind != ROOK) set |= bishopAttacks(to, blockers);
  if (kind != BISHOP) set |= rookAttacks(to, blockers);
  return set;
}

/** What others than the slider win by taking on a square. That it takes part from behind X, which guards Y, is what skewers are about. */
function winsByOthers(square: i32, slider: i32): i32 {
  return winsOnWithout(square, bit(slider), occ);
}

export function findSkewer(): void {
  if (kind < BISHOP || kind > QUEEN || mates) return;
  const seen = reach(occ);
  let fronts = seen & black;
  while (fronts != 0) {
    const x = first(fronts);
    fronts &= fronts - 1;
    const behind = reach(occ & ~bit(x)) & ~seen & black & lineThrough(to, x);
    if (behind == 0) continue;
    const y = first(behind);
    if (kindOn(y) == KING || valueOf(kindOn(x)) <= valueOf(kindOn(y))) continue;
    // X must go: it is in check, worth more than the slider, or simply hangs.
    if (kindOn(x) != KING && valueOf(kindOn(x)) <= valueOf(kind) && winsOn(x) <= 0) continue;
    // A slider that is to be had skewers nothing.
    if (risk() > 0) return;
    const won = winsOnWithout(y, bit(x), occ & ~bit(x));
    const gain = taken + won;
    if (won > winsByOthers(y, to) && gain >= LEAST && (checks != 0 || taken > 0 || gain >= loss()))
      emit(gain, to, x, y);
  }
}

/** The blow takes Y along the ray that X has just left. */
export function explainSkewer(): void {
  if (prey == EMPTY || takesBack()) return;
  const striker = kindOn(blowFrom);
  if (striker < BISHOP || striker > QUEEN) return;
  if (!holds(between(blowFrom, blowTo), replyFrom) || winsByOthers(blowTo, blowFrom) >= valueOf(prey)) return;
  if ((between(blowFrom, replyFrom) & occ) != 0) return;
  if (valueOf(kindOn(replyFrom)) > valueOf(prey) && worthOfBlow() > 0) emit(0, blowFrom, replyFrom, blowTo);
}

/** Whether Y is left for nothing: then X was driven off for it, though l1 could not tell. */
export function isLeftBehind(): bool {
  return taken < valueOf(movedKind) && (guards == 0 || valueOf(prey) > valueOf(kindOn(blowFrom)));
}
