/**
 * Interference: a piece comes to stand strictly between an enemy slider D and what D guards, Q; then Q falls. The piece is the one
 * that moved, or the one that a check forces to step in between.
 */
import { addKey, addTarget, INTERFERENCE, openCandidate } from '../candidates';
import { attacks, between, kingAttacks } from '../board/attacks';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, first, KING, QUEEN, ROOK, several, valueOf, WHITE } from '../board/squares';
import { exchange } from '../exchange';
import { black, blackKing, checks, held, holds, occ, reach, risk, taken, takers, to, winsOn } from './context';

function emit(gain: i32, q: i32, d: i32): void {
  const candidate = openCandidate(INTERFERENCE, gain);
  addKey(candidate, to);
  addTarget(candidate, q, true);
  addTarget(candidate, d, false);
}

/** The moved piece stands in the line of D. */
function findBlocks(d: i32): void {
  const piece = pieceOn(d);
  const open = occ & ~bit(to);
  let cut = attacks(piece, d, open) & ~attacks(piece, d, occ) & black & reach;
  while (cut != 0) {
    const q = first(cut);
    cut &= cut - 1;
    if (kindOn(q) == KING || !holds(between(d, q), to)) continue;
    const won = winsOn(q);
    if (won <= 0 || taken - risk + won < 100) continue;
    if (won <= exchange(q, WHITE, valueOf(kindOn(q)), open, open, held)) continue;
    emit(taken - risk + won, q, d);
  }
}

/** The answer to a check stands in the line of D: on the gap before the checker, or the king on its way. */
function findForcedBlocks(d: i32, answers: u64): void {
  const piece = pieceOn(d);
  let squares = attacks(piece, d, occ) & answers;
  while (squares != 0) {
    const square = first(squares);
    squares &= squares - 1;
    let cut = attacks(piece, d, occ) & ~attacks(piece, d, occ | bit(square)) & black;
    while (cut != 0) {
      const q = first(cut);
      cut &= cut - 1;
      if (kindOn(q) == KING) continue;
      const won = exchange(q, WHITE, valueOf(kindOn(q)), occ | bit(square), occ, held);
      if (won <= 0 || won <= winsOn(q)) continue;
      emit(taken + won, q, d);
    }
  }
}

export function findInterference(): void {
  let answers: u64 = 0;
  if (checks != 0) {
    answers = kingAttacks(blackKing) & ~occ;
    if (!several(checks)) answers |= between(first(checks), blackKing);
  }
  const sliders = pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN);
  let set = answers != 0 ? sliders : sliders & takers;
  while (set != 0) {
    const d = first(set);
    set &= set - 1;
    if (holds(takers, d)) findBlocks(d);
    if (answers != 0) findForcedBlocks(d, answers);
  }
}
