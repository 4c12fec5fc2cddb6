/**
 * Fences: lines that end a game whatever of it is open.
 *
 * Broken games that Motif writes out (`export/quarantine.ts`) stand in a file with whatever they leave open, so each has a line before it
 * that begins so. By the standard `%` lines are free for such uses, and other readers pass them over.
 */
import { MORE, NO } from './bytes.js';

/** The beginning of such a line. */
export const FENCE = '%motif ';

/**
 * Whether a fence stands at `at`, the first column of a line.
 * @returns its end, or NO, or MORE.
 */
export function fenceAt(bytes: Uint8Array, at: number, end: number, final: boolean): number {
  const known = Math.min(end - at, FENCE.length);
  for (let i = 0; i < known; i++) if (bytes[at + i] !== FENCE.charCodeAt(i)) return NO;
  if (known === FENCE.length) return at + known;
  return final ? NO : MORE;
}
