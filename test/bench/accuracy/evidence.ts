/**
 * Where what we say stands, as against the one line that the labels describe: they cannot bear what lies behind its end, and know no fork
 * on its last move.
 */
import type { Pattern } from '../../../src/tactics/types.js';
import type { Turn } from './turn.js';

/**
 * The move at which the pattern stands (trigger and `pattern_ply`), from what the labels judge best to what they judge least. A pattern
 * said at several of the solver's moves counts with the first of these that is true of one.
 */
export const EVIDENCE = [
  /** Before the puzzle's last move, on the puzzle's own moves. */
  'within',
  /** Before the puzzle's last move by number, but on a line that has left the puzzle's moves by then. */
  'elsewhere',
  /** The puzzle's last move, which is the solver's. */
  'last',
  /** Behind it: our line goes on where the puzzle ends. */
  'beyond',
] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Whether the labels can judge a pair with this evidence: nothing behind the end, and on the last move no fork. */
export function isJudged(pattern: Pattern, evidence: Evidence): boolean {
  return evidence !== 'beyond' && (evidence !== 'last' || pattern !== 'fork');
}

/**
 * The evidence of a pattern that is said at one of these turns at least.
 * @param moves the puzzle's moves, the opponent's first
 */
export function evidenceOf(
  turns: readonly Pick<Turn, 'ply' | 'move' | 'tactics'>[],
  moves: readonly string[],
  pattern: Pattern,
): Evidence {
  const found = new Set<Evidence>();
  for (const { ply, move, tactics } of turns) {
    const tactic = tactics.find((one) => one.trigger_move === move && one.pattern === pattern);
    if (tactic !== undefined) found.add(evidenceAt(ply, tactic.pattern_ply ?? 0, tactic.sequence ?? [], moves));
  }
  return EVIDENCE.find((evidence) => found.has(evidence)) ?? 'beyond';
}

function evidenceAt(ply: number, patternPly: number, line: readonly string[], moves: readonly string[]): Evidence {
  const at = ply + patternPly;
  const last = moves.length - 1;
  if (at > last) return 'beyond';
  if (at === last) return 'last';
  return line.slice(0, patternPly + 1).every((move, index) => move === moves[ply + index]) ? 'within' : 'elsewhere';
}
