/** Sets of patterns, one bit each: the questions that the benchmark asks of them. */
import { PATTERNS, type Pattern, type PatternMask } from '../../../src/tactics/types.js';

/** Whether the set holds the pattern with this code. */
export function has(mask: PatternMask, code: number): boolean {
  return (mask & (1 << code)) !== 0;
}

/** The patterns of the set, in canonical order. */
export function patternsIn(mask: PatternMask): Pattern[] {
  return PATTERNS.filter((_, code) => has(mask, code));
}
