/**
 * One puzzle: what the engine says at each of the solver's moves, beside what the labels say of the whole line.
 *
 * "Said" always means: reported with the solution's own move as trigger. A tactic that starts with another move is neither a hit nor a
 * false alarm, for the labels say nothing of it.
 */
import type { Engine } from '../../../src/tactics/engine.js';
import { makeTactic, makeUci, readRecords } from '../../../src/tactics/record.js';
import { PATTERNS, type Pattern, type PatternMask, type Tactic } from '../../../src/tactics/types.js';
import type { Puzzle } from './puzzles.js';
import type { Tree } from './tree.js';

/** Why a labelled pattern was not reported. */
export type Cause =
  | 'unseen' // l1 has it at none of the solution's moves
  | 'unconfirmed' // l1 has it, but the tree finds no gain in the move
  | 'unattributed'; // the tree confirms the move, but does not put its gain down to this pattern

export interface Disagreement {
  id: string;
  rating: number;
  /** `missed`: labelled, not said. `extra`: said, not labelled. */
  kind: 'missed' | 'extra';
  pattern: Pattern;
  /** What the label says: all of the ten patterns that the puzzle bears. */
  labels: Pattern[];
  /** Index of the solver's move in question in the puzzle's Moves; the position before it. */
  ply: number;
  fen: string;
  solution: string;
  /** The puzzle's moves from there on. */
  rest: string[];
  /** `missed` only. */
  cause?: Cause;
  /** What we said of the solution's move in this position. */
  said: Pattern[];
  /** The line that goes with it: ours for the pattern where we have one, else for anything that the move starts. */
  line: string[] | null;
  /** The proven gain of that line. */
  gain?: number;
  pattern_ply?: number;
  targets?: string[];
  /** The first tactic of the position, where it starts with another move. */
  first?: { pattern: Pattern; trigger: string; gain: number };
}

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
  /** Positions looked at. */
  positions: number;
  /** One for each label that was missed. */
  causes: Map<number, Cause>;
  disagreements: Disagreement[];
}

/** The position before one of the solver's moves. */
interface Turn {
  ply: number;
  fen: string;
  move: number;
  seen: PatternMask;
  said: PatternMask;
  records: Uint8Array;
}

const has = (mask: PatternMask, code: number): boolean => (mask & (1 << code)) !== 0;

/** null where the puzzle's moves cannot be played from its position. */
export function judge(engine: Engine, tree: Tree, puzzle: Puzzle): Verdict | null {
  const game = engine.replay(Buffer.from(puzzle.moves), puzzle.fen);
  if (!game.ok || game.moves.length < 2) return null;
  const turns: Turn[] = [];
  for (let ply = 1; ply < game.moves.length; ply += 2) {
    const fen = game.fens[ply] ?? '';
    const move = game.moves[ply] ?? 0;
    const records = engine.analyze(fen, 'l2');
    turns.push({
      ply,
      fen,
      move,
      seen: patternsOf(engine.analyze(fen, 'l1'), move),
      said: patternsOf(records, move),
      records,
    });
  }
  const [first] = turns;
  const best = first === undefined ? undefined : firstRecord(first.records);
  const verdict: Verdict = {
    rating: puzzle.rating,
    labels: puzzle.labels,
    seen: turns.reduce((mask, turn) => mask | turn.seen, 0),
    line: turns.reduce((mask, turn) => mask | turn.said, 0),
    first: first?.said ?? 0,
    solved: best !== undefined && best.trigger === first?.move,
    positions: turns.length,
    causes: new Map(),
    disagreements: [],
  };
  const moves = Array.from(game.moves, makeUci);
  PATTERNS.forEach((_, code) => {
    if (has(verdict.labels, code) === has(verdict.line, code)) return;
    if (has(verdict.line, code)) {
      const turn = turns.find(({ said }) => has(said, code));
      if (turn !== undefined) verdict.disagreements.push(describe(puzzle, moves, turn, code));
      return;
    }
    const { turn, cause } = explainMiss(tree, turns, code);
    verdict.causes.set(code, cause);
    if (turn !== undefined) verdict.disagreements.push(describe(puzzle, moves, turn, code, cause));
  });
  return verdict;
}

/** The patterns reported with this trigger. */
function patternsOf(records: Uint8Array, trigger: number): PatternMask {
  let mask = 0;
  for (const record of readRecords(records)) if (record.trigger === trigger) mask |= 1 << record.pattern;
  return mask;
}

function firstRecord(records: Uint8Array): { trigger: number } | undefined {
  for (const record of readRecords(records)) return record;
  return undefined;
}

/** The cause, and the turn that shows it; of several turns the one at which the pattern came furthest. */
function explainMiss(tree: Tree, turns: readonly Turn[], code: number): { turn: Turn | undefined; cause: Cause } {
  const seen = turns.filter((turn) => has(turn.seen, code));
  const confirmed = seen.find((turn) => turn.said !== 0 || tree.confirms(turn.fen, turn.move));
  if (confirmed !== undefined) return { turn: confirmed, cause: 'unattributed' };
  if (seen[0] !== undefined) return { turn: seen[0], cause: 'unconfirmed' };
  return { turn: turns[0], cause: 'unseen' };
}

function describe(puzzle: Puzzle, moves: string[], turn: Turn, code: number, cause?: Cause): Disagreement {
  const tactics = tacticsOf(turn);
  const solution = makeUci(turn.move);
  const ours = tactics.filter((tactic) => tactic.trigger_move === solution);
  const pattern = PATTERNS[code] ?? 'fork';
  const told = ours.find((tactic) => tactic.pattern === pattern) ?? ours[0];
  const [first] = tactics;
  return {
    id: puzzle.id,
    rating: puzzle.rating,
    kind: cause === undefined ? 'extra' : 'missed',
    pattern,
    labels: PATTERNS.filter((_, index) => has(puzzle.labels, index)),
    ply: turn.ply,
    fen: turn.fen,
    solution,
    rest: moves.slice(turn.ply),
    ...(cause !== undefined && { cause }),
    said: ours.map((tactic) => tactic.pattern),
    line: told?.sequence ?? null,
    ...(told !== undefined && { gain: told.gain }),
    ...(told?.pattern_ply !== undefined && { pattern_ply: told.pattern_ply }),
    ...(told?.pattern === pattern && { targets: told.target_squares }),
    ...(first !== undefined &&
      first.trigger_move !== solution && {
        first: { pattern: first.pattern, trigger: first.trigger_move, gain: first.gain },
      }),
  };
}

function tacticsOf({ fen, records }: Turn): Tactic[] {
  return Array.from(readRecords(records), (record) => makeTactic(records, record, fen, true));
}
