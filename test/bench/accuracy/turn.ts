/**
 * One of the solver's moves in a puzzle, and what the engine says in the position before it.
 *
 * "Said" always means: reported with the solution's own move as trigger. A tactic that starts with another move is neither a hit nor a
 * false alarm, for the labels say nothing of it.
 */
import type { Engine } from '../../../src/tactics/engine.js';
import { makeTactics, makeUci, readRecords } from '../../../src/tactics/record.js';
import { maskOf, type PatternMask, type Tactic } from '../../../src/tactics/types.js';
import type { Tree } from './tree.js';

export interface Turn {
  /** Index of the move in the puzzle's moves; odd, for the opponent's come first. */
  ply: number;
  /** The position before it. */
  fen: string;
  /** UCI. */
  move: string;
  /** l1 has the pattern with this move as trigger. */
  seen: PatternMask;
  /** l2 says it. */
  said: PatternMask;
  /** All that l2 reports in the position, whatever the trigger, in published order, with lines. */
  tactics: readonly Tactic[];
  /** The line by which the tree proves the move, as `Tree.proof` tells it. Looked up when first asked for: few are. */
  proof(): readonly string[] | null;
}

/** @param move UCI */
export function lookAt(engine: Engine, tree: Tree, ply: number, fen: string, move: string): Turn {
  const tactics = makeTactics(engine.analyze(fen, 'l2'), fen, true);
  const ours = tactics.filter((tactic) => tactic.trigger_move === move);
  let proof: readonly string[] | null | undefined;
  return {
    ply,
    fen,
    move,
    seen: seenAt(engine, fen, move),
    said: ours.length === 0 ? 0 : maskOf(ours.map(({ pattern }) => pattern)),
    tactics,
    proof: () => (proof === undefined ? (proof = tree.proof(fen, move)) : proof),
  };
}

function seenAt(engine: Engine, fen: string, move: string): PatternMask {
  const records = engine.analyze(fen, 'l1');
  let mask = 0;
  for (const record of readRecords(records)) if (makeUci(record.trigger) === move) mask |= 1 << record.pattern;
  return mask;
}
