/** UTC days, by which use is counted and nights are named. */

/** Milliseconds. */
export const DAY = 24 * 60 * 60 * 1000;

/** The UTC day of a moment: `2024-02-29`. @param time milliseconds since 1970 */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
