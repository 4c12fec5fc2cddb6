/**
 * An engine's score as one number, so that scores compare: centipawns for the side that is asked about, mates far beyond them.
 *
 * Centipawns are taken as the engine prints them. Stockfish scales them since 15.1 so that 100 is an even chance to win: a pawn is
 * about that, a piece well over the 300 of our own count.
 */
export type Score = number;

/** A mate on the spot; one in n moves is n less. */
const MATE = 100_000;
/** Longer than any mate, and far above any evaluation. */
const FURTHEST = 1000;

/** UCI's `mate n`: positive, the side to move mates in n moves; negative, it is mated; 0, it is mated already. */
export function mateScore(moves: number): Score {
  return moves > 0 ? MATE - moves : -MATE - moves;
}

/** Whether the side that is asked about mates. */
export function isMate(score: Score): boolean {
  return score > MATE - FURTHEST;
}

/** `+310`, `mate 3`, `mated 2`. */
export function scoreText(score: Score): string {
  if (isMate(score)) return `mate ${MATE - score}`;
  if (isMate(-score)) return `mated ${MATE + score}`;
  return score > 0 ? `+${score}` : String(score);
}
