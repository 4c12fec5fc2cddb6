/**
 * Discovered attack: the move leaves the line between an own slider and an enemy piece, which the slider attacks from then on: the
 * king (a discovered check), a piece worth no less than the slider, or one it takes with profit. Castling is none, and where the
 * moved piece checks as well it is a double check instead.
 */
import { addKey, addTargets, DISCOVERED_ATTACK, markComplete, openCandidate, setTaker } from '../candidates';
import { attacks, between } from '../board/attacks';
import { CASTLE, kindOn, moveKind, pieceOn } from '../board/position';
import { bit, first, KING, PAWN, several, valueOf } from '../board/squares';
import { black, checks, from, holds, move, occ, occBefore, opened, openers, risk, taken, winsOn } from './context';

export function findDiscoveredAttack(): void {
  if ((opened & black) == 0 || moveKind(move) == CASTLE || several(checks)) return;
  let sliders = openers;
  let bestSlider = -1;
  let bestTargets: u64 = 0;
  let bestPrize = 0;
  while (sliders != 0) {
    const slider = first(sliders);
    sliders &= sliders - 1;
    const piece = pieceOn(slider);
    const now = attacks(piece, slider, occ);
    let gained = now & ~attacks(piece, slider, occBefore) & black;
    let targets: u64 = 0;
    let prize = 0;
    while (gained != 0) {
      const square = first(gained);
      gained &= gained - 1;
      if (!holds(between(slider, square), from)) continue;
      const target = kindOn(square);
      let won = 0;
      if (target == KING) won = valueOf(KING);
      else if (target != PAWN && valueOf(target) >= valueOf(piece & 7)) won = max(winsOn(square), 1);
      else won = winsOn(square);
      if (won <= 0) continue;
      targets |= bit(square);
      if (won > prize) prize = won;
    }
    if (prize > bestPrize) {
      bestPrize = prize;
      bestSlider = slider;
      bestTargets = targets;
    }
  }
  if (bestSlider < 0) return;
  const gain = taken - (bestPrize >= valueOf(KING) ? 0 : risk) + min(bestPrize, 900);
  const candidate = openCandidate(DISCOVERED_ATTACK, gain);
  addKey(candidate, bestSlider);
  addKey(candidate, from);
  addTargets(candidate, bestTargets);
  setTaker(candidate, bestSlider);
  // A discovered check lets the mover do as it likes: whatever is won, the check won it.
  if (bestPrize >= valueOf(KING)) markComplete(candidate);
}
