/** Ratings as tags have them. */

/** A rating tag as a number; null where it is missing, unknown (`?`, `-`) or zero. */
export function readElo(tag: string | null | undefined): number | null {
  return tag != null && /^\s*[1-9]\d{0,3}\s*$/.test(tag) ? Number(tag) : null;
}
