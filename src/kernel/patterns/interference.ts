/**
 * Interference: a piece comes to stand strictly between an enemy slider D and what D guards, Q; then Q falls. The piece is the one that
 * moved, or the reply that the move forces, which only the proven line can tell. It may not risk more than it wins, nor mate at once.
 *
 * Confirmed where the line takes Q, which nobody guards any more.
 */
import { addKey, addTarget, INTERFERENCE, openCandidate, withhold } from '../candidates';
import { attacks, between } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KING, QUEEN, ROOK } from '../board/squares';
import { black, holds, mates, occ, occBefore, reach, risk, taken, takers, to, winsOn } from './context';
import { blowTo, guards, prey, replyFrom, replyTo, takesBack } from './sequel';

/** @param square the one that is stood on */
function emit(gain: i32, square: i32, q: i32, d: i32): usize {
  const candidate = openCandidate(INTERFERENCE, gain);
  addKey(candidate, square);
  addTarget(candidate, q);
  addTarget(candidate, d);
  return candidate;
}

function sliders(): u64 {
  return pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN);
}

export function findInterference(): void {
  if (mates) return;
  // A slider whose line the moved piece stands in attacks it.
  let cutters = sliders() & takers();
  while (cutters != 0) {
    const d = first(cutters);
    cutters &= cutters - 1;
    const piece = pieceOn(d);
    let cut = attacks(piece, d, occBefore) & ~attacks(piece, d, occ) & black & reach;
    while (cut != 0) {
      const q = first(cut);
      cut &= cut - 1;
      if (kindOn(q) == KING || !holds(between(d, q), to)) continue;
      const won = winsOn(q);
      // Taken by the piece that stands in between, Q opens the line again: but D may be gone by then.
      if (won <= 0 && attackersOf(q, BLACK, occ) != 0) continue;
      const gain = taken - risk() + won;
      const candidate = emit(gain, to, q, d);
      if (gain < 0) withhold(candidate);
    }
  }
}

/** The slider that guarded the blow's square when `before` was occupied, and in whose line to it `square` lies; -1 where none. */
function cutOff(square: i32, before: u64): i32 {
  let set = sliders() & ~bit(square);
  while (set != 0) {
    const d = first(set);
    set &= set - 1;
    if (holds(between(d, blowTo), square) && holds(attacks(pieceOn(d), d, before), blowTo)) return d;
  }
  return -1;
}

/**
 * The blow takes a Q that is no longer guarded.
 * @returns what interferes: 0 the move, 1 the reply, -1 nothing
 */
export function explainInterference(): i32 {
  if (prey == EMPTY || takesBack() || guards != 0) return -1;
  let d = cutOff(to, occBefore);
  if (d >= 0) {
    emit(0, to, blowTo, d);
    return 0;
  }
  d = cutOff(replyTo, occ);
  if (d < 0 || d == replyFrom) return -1;
  emit(0, replyTo, blowTo, d);
  return 1;
}
