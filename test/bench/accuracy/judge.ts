/** One puzzle: what the engine says at each of the solver's moves, beside what the labels say of the whole line. */
import type { Engine } from '../../../src/tactics/engine.js';
import { makeUci } from '../../../src/tactics/record.js';
import { PATTERNS, type PatternMask } from '../../../src/tactics/types.js';
import { explainMiss, explainUnsolved, type Cause, type Unsolved } from './causes.js';
import { describe, otherFirst, type Disagreement } from './disagreements.js';
import { evidenceOf, type Evidence } from './evidence.js';
import { has, patternsIn } from './masks.js';
import type { Puzzle } from './puzzles.js';
import type { Tree } from './tree.js';
import { lookAt, type Turn } from './turn.js';
import type { Failure } from './worst.js';

/** Plain data: it travels between threads. */
export interface Verdict {
  rating: number;
  labels: PatternMask;
  /** l1 has the pattern at one of the solver's moves. */
  seen: PatternMask;
  /** l2 says it at one of the solver's moves. */
  line: PatternMask;
  /** l2 says it at the first of them. */
  first: PatternMask;
  /** The solution's first move is the trigger of the first tactic. */
  solved: boolean;
  /** Why not; null where it is. */
  unsolved: Unsolved | null;
  /** The solver's moves: positions looked at. */
  positions: number;
  /** The solution ends in mate. */
  mates: boolean;
  /** The tree proves one of the solver's moves, whatever the pattern. Asked only where a label was missed, else true. */
  proven: boolean;
  /** One for each label that was missed, by the pattern's code. */
  causes: Map<number, Cause>;
  /** One for each pattern in `line`, labelled or not, by its code. */
  evidence: Map<number, Evidence>;
  disagreements: Disagreement[];
  /** Of a puzzle with a label that was missed, or that was not solved though it has one; else null. */
  failure: Failure | null;
}

/** null where the puzzle's moves cannot be played from its position. */
export function judge(engine: Engine, tree: Tree, puzzle: Puzzle): Verdict | null {
  const game = engine.replay(Buffer.from(puzzle.moves), puzzle.fen);
  if (!game.ok) return null;
  const moves = Array.from(game.moves, makeUci);
  const before = (ply: number): string => game.fens[ply] ?? '';
  const [first, ...later] = moves.flatMap((move, ply) =>
    ply % 2 === 1 ? [lookAt(engine, tree, ply, before(ply), move)] : [],
  );
  if (first === undefined) return null;
  const end = moves.length - 1;
  const mates = engine.san(before(end), moves[end] ?? '')?.endsWith('#') ?? false;
  return compare(puzzle, moves, [first, ...later], mates);
}

/**
 * The verdict on a puzzle whose turns have been looked at.
 * @param moves the puzzle's moves, the opponent's first
 * @param mates whether they end in mate
 */
function compare(puzzle: Puzzle, moves: readonly string[], turns: readonly [Turn, ...Turn[]], mates: boolean): Verdict {
  const { rating, labels } = puzzle;
  const line = turns.reduce((mask, turn) => mask | turn.said, 0);
  const causes = new Map<number, Cause>();
  const evidence = new Map<number, Evidence>();
  const disagreements: Disagreement[] = [];
  PATTERNS.forEach((pattern, code) => {
    if (has(line, code)) {
      const where = evidenceOf(turns, moves, pattern);
      evidence.set(code, where);
      const turn = turns.find(({ said }) => has(said, code));
      if (has(labels, code) || turn === undefined) return;
      disagreements.push(describe(puzzle, moves, turn, pattern, { evidence: where }));
    } else if (has(labels, code)) {
      const { turn, cause } = explainMiss(turns, moves, code);
      causes.set(code, cause);
      disagreements.push(describe(puzzle, moves, turn, pattern, { cause }));
    }
  });
  const unsolved = explainUnsolved(turns[0]);
  const failed = labels !== 0 && (causes.size > 0 || unsolved !== null);
  return {
    rating,
    labels,
    seen: turns.reduce((mask, turn) => mask | turn.seen, 0),
    line,
    first: turns[0].said,
    solved: unsolved === null,
    unsolved,
    positions: turns.length,
    mates,
    proven: causes.size === 0 || line !== 0 || turns.some((turn) => turn.proof() !== null),
    causes,
    evidence,
    disagreements,
    failure: failed ? failureOf(puzzle, moves, turns, causes, unsolved) : null,
  };
}

function failureOf(
  { id, rating, labels }: Puzzle,
  moves: readonly string[],
  turns: readonly [Turn, ...Turn[]],
  causes: ReadonlyMap<number, Cause>,
  unsolved: Unsolved | null,
): Failure {
  const [start] = turns;
  const first = otherFirst(start);
  return {
    id,
    rating,
    fen: start.fen,
    solution: moves.slice(start.ply),
    labels: patternsIn(labels),
    said: turns.map(({ said }) => patternsIn(said)),
    missed: PATTERNS.flatMap((pattern, code) => {
      const cause = causes.get(code);
      return cause === undefined ? [] : [{ pattern, cause }];
    }),
    unsolved,
    ...(first !== undefined && { first }),
  };
}
