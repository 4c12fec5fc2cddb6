/** Scores of the tree: centipawns for the side to move, and mates. */
export const MATE: i32 = 30000;
/** Scores beyond are mates; within them material. */
export const MATE_BOUND: i32 = MATE - 200;
export const INFINITE: i32 = 32000;

/** Mate scores count from the root; in the table they count from the entry's position. */
export function toTable(value: i32, ply: i32): i32 {
  if (value > MATE_BOUND) return value + ply;
  return value < -MATE_BOUND ? value - ply : value;
}

export function fromTable(value: i32, ply: i32): i32 {
  if (value > MATE_BOUND) return value - ply;
  return value < -MATE_BOUND ? value + ply : value;
}
