/** One analysis from beginning to end: canonical board, l1, l2 where it is asked for, records in order. */
import {
  candidateAt,
  candidateGain,
  candidateMates,
  candidateMove,
  candidatePattern,
  candidates,
  clearCandidates,
  isWithheld,
} from './candidates';
import { enterCanonical, leaveCanonical } from './canonical';
import { confirm } from './confirm';
import { clearTriggers } from './tree/triggers';
import { isCapture } from './board/position';
import { addResult, clearResults, packResults } from './records';
import { scanMoves } from './scan';
import { givesCheck, prepareChecks } from './moves/checks';

/** l1 patterns of the last analysed position, one bit each. */
export let candidateMask: i32 = 0;
/** Number of its candidates: where a move starts one pattern twice, both. */
export let candidateCount: i32 = 0;

function countCandidates(): void {
  candidateMask = 0;
  candidateCount = 0;
  for (let i = 0; i < candidates; i++) {
    if (isWithheld(candidateAt(i))) continue;
    candidateMask |= 1 << candidatePattern(candidateAt(i));
    candidateCount++;
  }
}

function reportCandidates(): void {
  prepareChecks();
  for (let i = 0; i < candidates; i++) {
    const candidate = candidateAt(i);
    if (isWithheld(candidate)) continue;
    const move = candidateMove(candidate);
    const forcing = givesCheck(move) ? 0 : isCapture(move) ? 1 : 2;
    addResult(candidate, move, candidateGain(candidate), candidateMates(candidate) ? 1 : 0, 0, forcing, 0, 0);
  }
}

/**
 * Analyses the position, which stays as it is.
 * @param depth 1 for l1, 2 for l2
 * @param mask patterns wanted, one bit each
 * @returns bytes of packed records at OUTPUT
 */
export function analyzePosition(depth: i32, mask: i32): i32 {
  enterCanonical(depth > 1);
  clearCandidates();
  clearResults();
  clearTriggers();
  scanMoves();
  countCandidates();
  if (depth > 1) confirm();
  else if (mask != 0) reportCandidates();
  const bytes = packResults(mask);
  leaveCanonical();
  return bytes;
}
