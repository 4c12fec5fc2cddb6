/**
 * Which positions of a game are looked at, and how its masks say so.
 *
 * A mask has a bit for each pattern that l1 saw in a position. Where a scan was told to look at some plies only, the positions outside
 * have UNSEEN instead: nothing is known of them, which is another thing than that nothing is there.
 */

/** The positions before these plies (1-based, both included); the one behind the last move stands before the ply that would follow. */
export interface PlyRange {
  from: number;
  to: number;
}

export const ALL_PLIES: PlyRange = { from: 1, to: Number.MAX_SAFE_INTEGER };

/** In a mask: the position was not looked at. Above the bits of all patterns. */
export const UNSEEN = 0x8000;
const UNSEEN_HIGH = UNSEEN >> 8;

/** Masks as they are packed and stored: two bytes a position, little-endian. */
type PackedMasks = Uint8Array;

/** How many of a game's positions were looked at. */
export function countSeen(masks: PackedMasks): number {
  let count = 0;
  for (let at = 1; at < masks.length; at += 2) if (((masks[at] ?? 0) & UNSEEN_HIGH) === 0) count++;
  return count;
}

/** The positions that were looked at, which are always neighbours; null where there is none. */
export function seenPlies(masks: PackedMasks): PlyRange | null {
  const positions = masks.length / 2;
  let from = 1;
  while (from <= positions && !isSeen(masks, from)) from++;
  if (from > positions) return null;
  let to = positions;
  while (!isSeen(masks, to)) to--;
  return { from, to };
}

/** Whether a game was looked at wherever `plies` asks for, as far as it goes. */
export function hasSeen(masks: PackedMasks, plies: PlyRange): boolean {
  const to = Math.min(plies.to, masks.length / 2);
  // what was looked at is one run, so its ends speak for what is between
  return plies.from > to || (isSeen(masks, plies.from) && isSeen(masks, to));
}

function isSeen(masks: PackedMasks, ply: number): boolean {
  return ((masks[2 * ply - 1] ?? 0) & UNSEEN_HIGH) === 0;
}
