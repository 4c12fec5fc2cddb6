/**
 * Skewer: a slider attacks X, and behind X on the same ray stands Y, worth less (or X is the king). X must go, Y falls. A pawn is
 * worth skewering a king for, not a piece.
 */
import { addKey, addTarget, openCandidate, setTaker, SKEWER } from '../candidates';
import { bishopAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { kindOn } from '../board/position';
import { BISHOP, bit, first, KING, PAWN, QUEEN, ROOK, valueOf } from '../board/squares';
import { black, kind, occ, risk, taken, to, winsOn, winsOnWithout } from './context';

/** Squares that the moved slider reaches when `blockers` stand in its way. */
function reach(blockers: u64): u64 {
  let set: u64 = 0;
  if (kind != ROOK) set |= bishopAttacks(to, blockers);
  if (kind != BISHOP) set |= rookAttacks(to, blockers);
  return set;
}

export function findSkewer(): void {
  if (kind < BISHOP || kind > QUEEN || risk > taken) return;
  let fronts = reach(occ) & black;
  while (fronts != 0) {
    const front = first(fronts);
    fronts &= fronts - 1;
    const x = kindOn(front);
    const behind = reach(occ & ~bit(front)) & ~reach(occ) & black & lineThrough(to, front);
    if (behind == 0) continue;
    const back = first(behind);
    const y = kindOn(back);
    if (y == KING || valueOf(x) <= valueOf(y) || (y == PAWN && x != KING)) continue;
    // X must go: it is in check, worth more than the slider, or simply hangs.
    if (x != KING && valueOf(x) <= valueOf(kind) && winsOn(front) <= 0) continue;
    const won = winsOnWithout(back, bit(front), occ & ~bit(front));
    if (won <= 0) continue;
    const candidate = openCandidate(SKEWER, taken - risk + won);
    addKey(candidate, to);
    addTarget(candidate, front, true);
    addTarget(candidate, back, true);
    setTaker(candidate, to);
    return;
  }
}
