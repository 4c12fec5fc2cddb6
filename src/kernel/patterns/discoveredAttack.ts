/**
 * Discovered attack: the move leaves the line between an own slider and an enemy piece T, which the slider attacks from then on; or it takes
 * the pawn out of it that stood there, in passing. Castling is none, nor is an own capture on the mover's square; where the moved piece checks beside the slider it is a double check
 * instead. Unless it checks, it wins a pawn at least by T, own risk counted, and Black has no time to save T (threats.ts).
 *
 * Confirmed where T is the king, for a discovered check lets the mover do as it likes; or where the line has T fall to the slider, or
 * to the piece that left where T is worth no less than the slider.
 */
import { addKey, addTarget, addTargets, DISCOVERED_ATTACK, openCandidate, withhold } from '../candidates';
import { attacks, between } from '../board/attacks';
import { CASTLE, kindOn, moveKind, pieceOn } from '../board/position';
import { bit, EMPTY, first, PAWN, several, valueOf } from '../board/squares';
import {
  black,
  blackKing,
  checks,
  emptied,
  from,
  holds,
  move,
  occ,
  occBefore,
  opened,
  openers,
  risk,
  taken,
  to,
  winsOn,
  winsOnWithout,
} from './context';
import { blowFrom, blowTo, prey, replyFrom, replyTo, takesBack } from './sequel';
import { struck, underPressure } from './threats';

function isCastling(): bool {
  return moveKind(move) == CASTLE;
}

/** A discovered check, and no double one. */
export function findDiscoveredCheck(): void {
  if (checks == 0 || several(checks) || isCastling()) return;
  if ((between(first(checks), blackKing) & emptied) == 0) return;
  const candidate = openCandidate(DISCOVERED_ATTACK, taken);
  addKey(candidate, first(checks));
  addKey(candidate, from);
  addTarget(candidate, blackKing);
}

/** Whether Black has no time to save what is attacked. */
function presses(targets: u64, prize: i32): bool {
  if (checks != 0) return true;
  const spent = risk() - taken;
  if (prize >= 100 && prize - spent >= 100) return (taken > 0 && risk() > 0) || underPressure();
  // What the moved piece attacks has no time to guard what the slider attacks.
  const hurried = struck();
  if (hurried == 0) return false;
  targets &= ~hurried;
  while (targets != 0) {
    const won = winsOnWithout(first(targets), hurried, occ);
    if (won >= 100 && won - spent >= 100) return true;
    targets &= targets - 1;
  }
  return false;
}

/** The slider that gains most, with all that it attacks anew. */
export function findDiscoveredAttack(): void {
  if ((opened & black & ~bit(blackKing)) == 0 || isCastling()) return;
  let sliders = openers;
  let best = -1;
  let bestTargets: u64 = 0;
  let bestPrize = -1;
  while (sliders != 0) {
    const slider = first(sliders);
    sliders &= sliders - 1;
    const piece = pieceOn(slider);
    let gained = attacks(piece, slider, occ) & ~attacks(piece, slider, occBefore) & black & ~bit(blackKing);
    let targets: u64 = 0;
    let prize = -1;
    while (gained != 0) {
      const square = first(gained);
      gained &= gained - 1;
      if ((between(slider, square) & emptied) == 0) continue;
      const won = winsOn(square);
      // A guarded pawn is nothing to attack.
      if (won <= 0 && kindOn(square) == PAWN) continue;
      targets |= bit(square);
      prize = max(prize, won);
    }
    if (prize > bestPrize) {
      bestPrize = prize;
      best = slider;
      bestTargets = targets;
    }
  }
  if (best < 0) return;
  const candidate = openCandidate(DISCOVERED_ATTACK, taken - risk() + bestPrize);
  addKey(candidate, best);
  addKey(candidate, from);
  addTargets(candidate, bestTargets);
  if (!presses(bestTargets, bestPrize)) withhold(candidate);
}

/**
 * The blow takes T through the square that the move has left; or the piece that left it takes T, which the slider attacks and which is
 * worth no less.
 * @returns since when the slider attacks T: 0 the move, 1 the reply that leaves the line as well, -1 no such slider
 */
export function explainDiscoveredAttack(): i32 {
  if (prey == EMPTY || takesBack() || isCastling()) return -1;
  const occReplied = (occ & ~bit(replyFrom)) | bit(replyTo);
  let sliders = blowFrom == to ? openers : openers & bit(blowFrom);
  while (sliders != 0) {
    const slider = first(sliders);
    sliders &= sliders - 1;
    if (slider == replyTo) continue;
    const gap = between(slider, blowTo);
    if ((gap & emptied) == 0 || (blowFrom == to && valueOf(prey) < valueOf(kindOn(slider)))) continue;
    const atOnce = holds(attacks(pieceOn(slider), slider, occ), blowTo);
    if (!atOnce && !(holds(gap, replyFrom) && holds(attacks(pieceOn(slider), slider, occReplied), blowTo))) continue;
    const candidate = openCandidate(DISCOVERED_ATTACK, 0);
    addKey(candidate, slider);
    addKey(candidate, from);
    addTarget(candidate, blowTo);
    return atOnce ? 0 : 1;
  }
  return -1;
}
