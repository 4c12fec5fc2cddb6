/**
 * Attribution: a trigger that wins is reported for a pattern only where the line of best play cashes in on that pattern's structure,
 * not merely where something good happens on the board.
 */
import {
  BACK_RANK_MATE,
  candidateAt,
  candidateFalls,
  candidateGain,
  candidatePattern,
  candidates,
  candidateTaker,
  clearCandidates,
  DEFLECTION,
  firstTarget,
  FORK,
  INTERFERENCE,
  isComplete,
  isSmall,
  PIN,
  secondTarget,
  SMOTHERED_MATE,
  TRAPPED_PIECE,
} from './candidates';
import { attacks, between } from './board/attacks';
import {
  isPromotion,
  kindOn,
  makeMove,
  material,
  moveFrom,
  moveTo,
  occupied,
  pieceOn,
  pieces,
  unmakeMove,
} from './board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KING, QUEEN, ROOK } from './board/squares';
import { lookBefore } from './patterns/context';
import { emitInterference } from './patterns/interference';
import { addResult, isReported } from './records';
import { examine } from './scan';
import {
  BAR,
  bar,
  isMating,
  lineAddress,
  lineLength,
  lineMove,
  pliesToMate,
  rootForcing,
  rootMove,
  rootScore,
} from './tree/roots';

/**
 * Whether, from move `index` of the line on, a piece falls that the pattern attacks. Where one piece has to do it, that piece takes it,
 * or takes back on its square.
 */
function targetFalls(candidate: usize, root: usize, index: i32): bool {
  let prey = candidateFalls(candidate);
  let spots: u64 = 0;
  let taker = candidateTaker(candidate);
  const length = lineLength(root);
  for (let i = index + 1; i < length; i++) {
    const move = lineMove(root, i);
    const from = moveFrom(move);
    const to = moveTo(move);
    if ((i & 1) == 0) {
      if ((prey & bit(to)) != 0) {
        if (taker == 64 || taker == from) return true;
        prey &= ~bit(to);
        spots |= bit(to);
      }
      if (from == taker && (spots & bit(to)) != 0) return true;
      if (from == taker) taker = to;
    } else {
      if ((prey & bit(from)) != 0) prey = (prey & ~bit(from)) | bit(to);
      if (to == taker) return false;
    }
  }
  return false;
}

/**
 * Deflection cashes in when D itself has left, no longer guards Q, and the next blow takes Q, promotes, or mates where D kept watch.
 * A D that merely stood in the way of the blow was skewered, not deflected. The position is the one after move `index`.
 */
function deflectionPays(candidate: usize, root: usize, index: i32, mating: bool): bool {
  if (lineLength(root) < index + 3) return false;
  const answer = lineMove(root, index + 1);
  const blow = lineMove(root, index + 2);
  const defender = firstTarget(candidate);
  if (moveFrom(answer) != defender) return false;
  if (load<u8>(candidate, 2) == 1) return isPromotion(blow);
  const duty = secondTarget(candidate);
  if (kindOn(duty) == KING) return mating && lineLength(root) == index + 3 && kindOn(moveTo(blow)) != EMPTY;
  if (moveTo(blow) != duty || (between(moveFrom(blow), duty) & bit(defender)) != 0) return false;
  makeMove(answer);
  const guards = (attacks(pieceOn(moveTo(answer)), moveTo(answer), occupied()) & bit(duty)) != 0;
  unmakeMove(answer);
  return !guards;
}

/** Patterns whose threat alone counts where it is worth as much as the line brings: the defence has then bought it off. */
function isBoughtOff(pattern: i32): bool {
  return pattern == PIN || pattern == TRAPPED_PIECE || pattern == INTERFERENCE;
}

/** Whether the line cashes in on the structure that stands at move `index`. */
function paysOff(candidate: usize, root: usize, index: i32): bool {
  const pattern = candidatePattern(candidate);
  const mating = isMating(root);
  if (pattern == BACK_RANK_MATE || pattern == SMOTHERED_MATE) return true;
  if (isComplete(candidate)) return true;
  if (pattern == DEFLECTION) return deflectionPays(candidate, root, index, mating);
  if (mating && pattern == INTERFERENCE) return true;
  if (isSmall(candidate)) return rootScore(root) < bar + BAR && targetFalls(candidate, root, index);
  // Nobody stands in two places: the defence chooses what it loses, and where it loses something else it has paid for the choice.
  if (pattern == FORK) return true;
  if (!mating && isBoughtOff(pattern) && candidateGain(candidate) >= rootScore(root) - bar + BAR) return true;
  return targetFalls(candidate, root, index);
}

/**
 * The reply itself may come to stand in the line of a slider D that guarded Q, and the next blow takes Q: an interference that stands
 * from the reply on. The position is the one after move `index`.
 */
function findForcedInterference(root: usize, index: i32): bool {
  if (lineLength(root) < index + 3) return false;
  const reply = lineMove(root, index + 1);
  const square = moveTo(reply);
  const q = moveTo(lineMove(root, index + 2));
  if (q == square || q == moveFrom(reply) || kindOn(q) == EMPTY) return false;
  const occ = occupied();
  let sliders = (pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN)) & ~bit(moveFrom(reply));
  while (sliders != 0) {
    const d = first(sliders);
    sliders &= sliders - 1;
    if ((between(d, q) & bit(square)) == 0 || (attacks(pieceOn(d), d, occ) & bit(q)) == 0) continue;
    clearCandidates();
    emitInterference(0, square, q, d);
    return true;
  }
  return false;
}

/** Takes what a line's move `index` stands for; the position is the one before it. */
function attributeMove(root: usize, index: i32, gain: i32): void {
  const trigger = rootMove(root);
  const mate = pliesToMate(root);
  const move = lineMove(root, index);
  lookBefore();
  clearCandidates();
  examine(move);
  makeMove(move);
  for (let i = 0; i < candidates; i++) {
    const candidate = candidateAt(i);
    if (isReported(candidatePattern(candidate), trigger) || !paysOff(candidate, root, index)) continue;
    addResult(candidate, trigger, gain, mate, index, rootForcing(root), lineAddress(root), lineLength(root));
  }
  if (!isReported(INTERFERENCE, trigger) && findForcedInterference(root, index)) {
    addResult(candidateAt(0), trigger, gain, mate, index + 1, rootForcing(root), lineAddress(root), lineLength(root));
  }
  unmakeMove(move);
}

/**
 * Reports the patterns that stand along a proven line. One that arises later counts only while nothing has been won yet: or it is
 * not what cashes in.
 */
export function attribute(root: usize, gain: i32): void {
  const before = material;
  const length = lineLength(root);
  let made = 0;
  while (made < length && (made == 0 || material < before + BAR || isMating(root))) {
    attributeMove(root, made, gain);
    makeMove(lineMove(root, made++));
    if (made < length) makeMove(lineMove(root, made++));
  }
  while (made > 0) unmakeMove(lineMove(root, --made));
}
