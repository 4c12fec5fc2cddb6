/** A (puzzle, pattern) on which label and engine differ, for the reader who wants to know which of them is right. */
import type { Pattern } from '../../../src/tactics/types.js';
import type { Cause } from './causes.js';
import type { Evidence } from './evidence.js';
import { patternsIn } from './masks.js';
import type { Puzzle } from './puzzles.js';
import type { Turn } from './turn.js';

export interface Disagreement {
  id: string;
  rating: number;
  /** `missed`: labelled, not said. `extra`: said, not labelled. */
  kind: 'missed' | 'extra';
  pattern: Pattern;
  /** What the label says: all of the ten patterns that the puzzle bears. */
  labels: Pattern[];
  /** Index of the solver's move in question in the puzzle's moves; the position before it. */
  ply: number;
  fen: string;
  solution: string;
  /** The puzzle's moves from there on. */
  rest: string[];
  /** `missed` only. */
  cause?: Cause;
  /** `extra` only. */
  evidence?: Evidence;
  /** What we said of the solution's move in this position. */
  said: Pattern[];
  /** Ours: for the pattern where we say it, else for anything said of the move, else the tree's; null where it does not prove the move. */
  line: readonly string[] | null;
  /** The proven gain of a line that is said. */
  gain?: number;
  pattern_ply?: number;
  targets?: string[];
  /** The first tactic of the position, where it starts with another move. */
  first?: FirstTactic;
}

export interface FirstTactic {
  pattern: Pattern;
  trigger: string;
  gain: number;
}

/** The first tactic of a position where it starts with another move than the solution's; undefined where it does not. */
export function otherFirst({ move, tactics }: Turn): FirstTactic | undefined {
  const [front] = tactics;
  if (front === undefined || front.trigger_move === move) return undefined;
  return { pattern: front.pattern, trigger: front.trigger_move, gain: front.gain };
}

/**
 * @param moves the puzzle's moves, the opponent's first
 * @param turn the turn that shows the disagreement
 * @param why the cause of a miss, or the evidence of what is said without a label
 */
export function describe(
  puzzle: Puzzle,
  moves: readonly string[],
  turn: Turn,
  pattern: Pattern,
  why: { cause: Cause } | { evidence: Evidence },
): Disagreement {
  const ours = turn.tactics.filter((tactic) => tactic.trigger_move === turn.move);
  const told = ours.find((tactic) => tactic.pattern === pattern) ?? ours[0];
  const first = otherFirst(turn);
  return {
    id: puzzle.id,
    rating: puzzle.rating,
    kind: 'cause' in why ? 'missed' : 'extra',
    pattern,
    labels: patternsIn(puzzle.labels),
    ply: turn.ply,
    fen: turn.fen,
    solution: turn.move,
    rest: moves.slice(turn.ply),
    ...why,
    said: ours.map((tactic) => tactic.pattern),
    line: told?.sequence ?? turn.proof(),
    ...(told !== undefined && { gain: told.gain }),
    ...(told?.pattern_ply !== undefined && { pattern_ply: told.pattern_ply }),
    ...(told?.pattern === pattern && { targets: told.target_squares }),
    ...(first !== undefined && { first }),
  };
}
