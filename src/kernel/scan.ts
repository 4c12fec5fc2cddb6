/** l1: legal moves x patterns -> candidates. (In the making: no patterns yet.) */

/** l1 patterns of the last analysed position, one bit each. */
export let candidateMask: i32 = 0;
/** Number of its candidates (move, pattern). */
export let candidateCount: i32 = 0;

export function analyzePosition(depth: i32, mask: i32): i32 {
  candidateMask = 0;
  candidateCount = 0;
  return depth & mask & 0;
}
