/** What of the structures that the rules emit is reported for a proven trigger. */
import {
  candidateAt,
  candidateKey,
  candidatePattern,
  candidateTarget,
  candidates,
  clearCandidates,
  DEFLECTION,
  DISCOVERED_ATTACK,
  DOUBLE_CHECK,
  INTERFERENCE,
  isWithheld,
  moveTarget,
  PIN,
  secondTargetKind,
  SKEWER,
  targetOn,
} from '../candidates';
import { moveTo } from '../board/move';
import { KING } from '../board/squares';
import { lookBefore } from '../patterns/context';
import { isCompleted } from '../patterns/borneOut';
import { EVERYTHING } from '../patterns/glance';
import { helpsCapture } from '../patterns/pin';
import { replyFrom, replyTo } from '../patterns/sequel';
import { addResult, isReported, reportedMask } from '../records';
import { examine } from '../scan';
import { BAR, bar, isMating, plainGainOf, pliesToMate, rootForcing, rootMove, rootScore } from '../tree/roots';
import { gain, length, line, lineMove, restores, root } from './line';

/** Patterns that tell even where they come late, one bit each: forks and pins turn up anywhere. */
export const TELLING: i32 =
  (1 << SKEWER) | (1 << DISCOVERED_ATTACK) | (1 << DOUBLE_CHECK) | (1 << DEFLECTION) | (1 << INTERFERENCE);

/** What l1 has of the trigger, one bit a pattern: nothing else is reported to stand at the trigger itself. */
let structures: i32 = 0;
/** Whether the trigger wins as much as a plain capture. */
let plain: bool = false;
/** Whether the trigger wins most of it by its own exchange: then it offers nothing, and deflects nobody. */
let paid: bool = false;
/** The pin that is reported of the trigger, as one bit, where it only lets something else win; 0 otherwise. */
let idlePin: i32 = 0;
/** Patterns that are asked for, one bit each. */
let wanted: i32 = -1;

/** Reads the trigger; the position is the one before it. */
export function readTrigger(): void {
  const alone = plainGainOf(root);
  paid = !isMating(root) && 2 * alone > rootScore(root) - bar + BAR;
  plain = rootScore(root) < bar + alone;
  lookBefore();
  clearCandidates();
  examine(rootMove(root), EVERYTHING);
  structures = 0;
  idlePin = 0;
  for (let i = 0; i < candidates; i++) {
    if (!isWithheld(candidateAt(i))) structures |= 1 << candidatePattern(candidateAt(i));
  }
}

/** Asks for the patterns of a set alone, from now on. */
export function askFor(patterns: i32): void {
  wanted = patterns;
}

export function askForAll(): void {
  wanted = -1;
}

/** The patterns that are reported for the trigger so far, one bit each. */
export function reported(): i32 {
  return reportedMask(rootMove(root));
}

/** Those of them that explain the gain. */
export function explanations(): i32 {
  return reported() & ~idlePin;
}

/** Whether nothing explains the gain: no pattern is reported, and the trigger's own exchange does not win most of it. */
export function isUnexplained(): bool {
  return reported() == 0 && !paid;
}

/** Whether l1 has one of these patterns of the trigger that is not reported yet. */
export function isAwaited(patterns: i32): bool {
  return (structures & patterns & ~reported()) != 0;
}

/** Whether a structure lets a capture win that would win nothing without: an absolute pin, or a double check. */
function enables(candidate: usize): bool {
  const pattern = candidatePattern(candidate);
  if (pattern == DOUBLE_CHECK) return true;
  return (
    pattern == PIN &&
    secondTargetKind(candidate) == KING &&
    helpsCapture(candidateKey(candidate), candidateTarget(candidate))
  );
}

/** Whether a pin to the king, at move `index` of a line that does not mate, is not what wins: the pinned piece does not fall. */
function isIdlePin(candidate: usize, index: i32): bool {
  if (isMating(root) || secondTargetKind(candidate) != KING) return false;
  for (let i = index + 2; i < length; i += 2) {
    if (moveTo(lineMove(i)) == candidateTarget(candidate)) return false;
  }
  return true;
}

/** Whether l1 has the pattern of the trigger: nothing else stands there. */
function isSeen(candidate: usize): bool {
  return (structures & (1 << candidatePattern(candidate))) != 0 && !isWithheld(candidate);
}

/**
 * Takes what the rules have emitted as standing at move `index` of the line; the number of new results.
 * @param replied whether reply and blow have borne it out: then it may stand from the reply on
 */
export function report(index: i32, replied: bool = false): i32 {
  const trigger = rootMove(root);
  let added = 0;
  for (let i = 0; i < candidates; i++) {
    const candidate = candidateAt(i);
    const pattern = candidatePattern(candidate);
    if ((wanted & (1 << pattern)) == 0) continue;
    const late = index == 0 && !isSeen(candidate);
    if (late && !(replied && isCompleted(candidate))) continue;
    if (isReported(pattern, trigger)) continue;
    if (plain && !restores && !enables(candidate)) continue;
    if (paid && pattern == DEFLECTION && index < 2) continue;
    const gone = late ? targetOn(candidate, replyFrom) : -1;
    if (gone >= 0) moveTarget(candidate, gone, replyTo);
    if (pattern == PIN) idlePin = isIdlePin(candidate, index) ? 1 << PIN : 0;
    addResult(candidate, trigger, gain, pliesToMate(root), late ? 1 : index, rootForcing(root), line, length);
    added++;
  }
  clearCandidates();
  return added;
}
