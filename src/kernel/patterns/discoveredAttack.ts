/**
 * Discovered attack: the move leaves the line between an own slider and an enemy piece T, which the slider attacks from then on; or it takes
 * the pawn out of it that stood there, in passing. Castling is none, nor is an own capture on the mover's square; where the moved piece
 * checks beside the slider it is a double check instead. Unless it checks, it wins a pawn at least by T, own risk counted, and Black has
 * no time to save T (threats.ts).
 *
 * Confirmed where T is the king, for a discovered check lets the mover do as it likes; or where the line has T fall to the slider, or
 * to the piece that left where T is worth no less than the slider; or, where nothing else explains the line, to any piece, or where T is
 * saved, and the piece that left takes elsewhere meanwhile, or has taken what it could not have had otherwise.
 */
import { addKey, addTarget, addTargets, DISCOVERED_ATTACK, openCandidate, withhold } from '../candidates';
import { attacks, between } from '../board/attacks';
import { CASTLE, moveKind } from '../board/move';
import { kindOn, pieceOn } from '../board/position';
import { bit, EMPTY, first, PAWN, several, valueOf } from '../board/squares';
import {
  attackedByMoved,
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
import { blowFrom, blowTo, follows, prey, replierGuards, replyFrom, replyTo, takesBack } from './sequel';
import { LEAST, struck, underPressure } from './threats';

function isCastling(): bool {
  return moveKind(move) == CASTLE;
}

/** A discovered check, and no double one. */
export function findDiscoveredCheck(): void {
  if (checks == 0 || several(checks) || isCastling()) return;
  // A pawn that promotes sees along the file that it came on.
  if (checks == bit(to) || (between(first(checks), blackKing) & emptied) == 0) return;
  const candidate = openCandidate(DISCOVERED_ATTACK, taken);
  addKey(candidate, first(checks));
  addKey(candidate, from);
  addTarget(candidate, blackKing);
}

/** Whether Black has no time to save what is attacked. */
function presses(targets: u64, prize: i32): bool {
  if (checks != 0) return true;
  const spent = risk() - taken;
  if (prize >= LEAST && prize - spent >= LEAST) return (taken > 0 && risk() > 0) || underPressure();
  // What the moved piece attacks has no time to guard what the slider attacks.
  const hurried = struck();
  if (hurried == 0) return false;
  targets &= ~hurried;
  while (targets != 0) {
    const won = winsOnWithout(first(targets), hurried, occ);
    if (won >= LEAST && won - spent >= LEAST) return true;
    targets &= targets - 1;
  }
  return false;
}

/** Black men but the king that a slider attacks through the square which the move has left. */
function attackedAnew(slider: i32): u64 {
  const piece = pieceOn(slider);
  let gained = attacks(piece, slider, occ) & ~attacks(piece, slider, occBefore) & black & ~bit(blackKing);
  let found: u64 = 0;
  while (gained != 0) {
    const square = first(gained);
    if ((between(slider, square) & emptied) != 0) found |= bit(square);
    gained &= gained - 1;
  }
  return found;
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
    let gained = attackedAnew(slider);
    let targets: u64 = 0;
    let prize = -1;
    while (gained != 0) {
      const square = first(gained);
      gained &= gained - 1;
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

/** Whether the piece that left takes something next, which it attacks now. */
function takesElsewhere(): bool {
  return follows && prey != EMPTY && blowFrom == to && !takesBack() && holds(attackedByMoved(), blowTo);
}

/** Whether the reply moves a piece away, guards it, or comes between it and a slider; who takes the slider has saved more than that. */
function isSaved(square: i32, slider: i32): bool {
  if (replyTo == slider) return replyFrom == square;
  return replyFrom == square || replierGuards(square) || holds(between(slider, square), replyTo);
}

/**
 * Where T is saved, and the piece that left takes something else meanwhile; where T falls to any piece; or where the piece that left has
 * taken what it could not have, and Black lets it.
 */
export function explainRescue(): void {
  const elsewhere = takesElsewhere();
  const spared = taken > 0 && taken - risk() < LEAST && !(follows && replyTo == to);
  const fallen = follows && prey != EMPTY && !takesBack() && replyFrom != blowTo ? bit(blowTo) : 0;
  if (isCastling() || !(elsewhere || spared || fallen != 0)) return;
  let sliders = openers;
  while (sliders != 0) {
    const slider = first(sliders);
    sliders &= sliders - 1;
    let gained = attackedAnew(slider);
    while (gained != 0) {
      const square = first(gained);
      gained &= gained - 1;
      if (winsOn(square) < LEAST) continue;
      if (!spared && !holds(fallen, square) && !(elsewhere && isSaved(square, slider))) continue;
      const candidate = openCandidate(DISCOVERED_ATTACK, 0);
      addKey(candidate, slider);
      addKey(candidate, from);
      addTarget(candidate, square);
      return;
    }
  }
}
