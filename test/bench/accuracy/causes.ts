/** Why a label was missed, and why the solution's first move is not the engine's first: what to work at, counted. */
import type { Turn } from './turn.js';
import { has } from './masks.js';

/**
 * Why a labelled pattern was not said, from the least that was reached to the most. The solver's move at which it came furthest counts, of
 * those that could have been its trigger: the moves up to the last at which l1 sees it. Where l1 sees it nowhere, all but the last of the
 * puzzle: that one mostly takes what the others have won, and proves itself.
 *
 * What the labels themselves have wrong is none of them: that takes a reader (`--disagreements`).
 */
export const CAUSES = [
  /** Horizon: the move is not among the triggers that the tree proves. */
  'unproven',
  /** The move is proven, but our line leaves the puzzle's moves, or ends before the move at which l1 sees the pattern. */
  'elsewhere',
  /** The move is proven along the puzzle's own moves, but l1 sees the structure at none of the solver's moves. */
  'unseen',
  /** Evidence lost: the move is proven along the puzzle's own moves, l1 sees the structure on the way, and it is not attributed. */
  'unattributed',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Why the solution's first move is not the trigger of the first tactic. */
export const UNSOLVED = [
  /** Horizon: the move is not among the triggers that the tree proves. */
  'unproven',
  /** Proven, but no pattern is reported with it. */
  'unreported',
  /** Reported, behind a mate where it does not mate, or mates later. */
  'behind_mate',
  /** A mate behind one as quick, which takes more on the way or is put first as below: to a solver as good. */
  'behind_equal_mate',
  /** Reported, behind a tactic that gains more. */
  'behind_bigger',
  /** Reported, behind a tactic that gains as much, and is put first for its kind of move, pattern or name. */
  'behind_equal',
] as const;
export type Unsolved = (typeof UNSOLVED)[number];

/**
 * The cause, and the turn that shows it: of several as far, one at which l1 sees the pattern.
 * @param turns all of the solver's turns, at least one
 * @param moves the puzzle's moves, the opponent's first
 */
export function explainMiss<T extends Pick<Turn, 'ply' | 'seen' | 'proof'>>(
  turns: readonly [T, ...T[]],
  moves: readonly string[],
  code: number,
): { turn: T; cause: Cause } {
  const sightings = turns.filter(({ seen }) => has(seen, code)).map(({ ply }) => ply);
  const last = sightings.at(-1) ?? (turns.at(-2) ?? turns[0]).ply;
  const found = turns
    .filter(({ ply }) => ply <= last)
    .map((turn) => ({ turn, cause: causeAt(turn, moves, sightings) }));
  // The sort is stable: the earliest of equals stays in front.
  found.sort(
    (a, b) =>
      CAUSES.indexOf(b.cause) - CAUSES.indexOf(a.cause) ||
      Number(has(b.turn.seen, code)) - Number(has(a.turn.seen, code)),
  );
  return found[0] ?? { turn: turns[0], cause: 'unproven' };
}

/** @param sightings plies of the puzzle's moves at which l1 sees the pattern */
function causeAt(
  { ply, proof }: Pick<Turn, 'ply' | 'proof'>,
  moves: readonly string[],
  sightings: readonly number[],
): Cause {
  const line = proof();
  if (line === null) return 'unproven';
  if (!agrees(line, moves.slice(ply))) return 'elsewhere';
  if (sightings.length === 0) return 'unseen';
  return sightings.some((at) => at >= ply && at < ply + line.length) ? 'unattributed' : 'elsewhere';
}

/** Whether two lines are the same as far as both go. */
function agrees(a: readonly string[], b: readonly string[]): boolean {
  return a.every((move, index) => index >= b.length || move === b[index]);
}

/** null where the move is the trigger of the first tactic: the puzzle is solved. */
export function explainUnsolved({ move, tactics, proof }: Pick<Turn, 'move' | 'tactics' | 'proof'>): Unsolved | null {
  const [front] = tactics;
  if (front?.trigger_move === move) return null;
  const ours = tactics.find(({ trigger_move }) => trigger_move === move);
  if (front === undefined || ours === undefined) return proof() === null ? 'unproven' : 'unreported';
  if (front.is_mate) {
    const asQuick = ours.is_mate && front.sequence?.length === ours.sequence?.length;
    return asQuick ? 'behind_equal_mate' : 'behind_mate';
  }
  return front.gain > ours.gain ? 'behind_bigger' : 'behind_equal';
}
