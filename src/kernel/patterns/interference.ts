/**
 * Interference: a piece comes to stand strictly between an enemy slider D and what D guards, Q; then Q falls. Here the piece is the
 * one that moved; where it is the reply that the move forces, only the proven line can tell (attribute.ts).
 */
import { addKey, addTarget, INTERFERENCE, openCandidate } from '../candidates';
import { attacks, between } from '../board/attacks';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, first, KING, QUEEN, ROOK, valueOf, WHITE } from '../board/squares';
import { exchange } from '../exchange';
import { black, held, holds, occ, reach, risk, taken, takers, to, winsOn } from './context';

/** @param square the one that is stood on */
export function emitInterference(gain: i32, square: i32, q: i32, d: i32): void {
  const candidate = openCandidate(INTERFERENCE, gain);
  addKey(candidate, square);
  addTarget(candidate, q, true);
  addTarget(candidate, d, false);
}

export function findInterference(): void {
  // A slider whose line the moved piece stands in attacks it.
  let sliders = (pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN)) & takers;
  const open = occ & ~bit(to);
  while (sliders != 0) {
    const d = first(sliders);
    sliders &= sliders - 1;
    const piece = pieceOn(d);
    let cut = attacks(piece, d, open) & ~attacks(piece, d, occ) & black & reach;
    while (cut != 0) {
      const q = first(cut);
      cut &= cut - 1;
      if (kindOn(q) == KING || !holds(between(d, q), to)) continue;
      const won = winsOn(q);
      if (won <= 0 || taken - risk + won < 100) continue;
      if (won <= exchange(q, WHITE, valueOf(kindOn(q)), open, open, held)) continue;
      emitInterference(taken - risk + won, to, q, d);
    }
  }
}
