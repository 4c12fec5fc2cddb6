/**
 * What a game's positions hold -> the game's tactics.
 *
 * A position's result does not know of the game around it (that is what lets one cache serve every game), so both of the
 * game's own questions are answered afterwards, here, from the results alone: was this the move played, and did the chance stand
 * before?
 */
import type { Engine } from './engine.js';
import type { Settled } from './options.js';
import { filterRecords, makeTactic, makeTactics, readRecords, type PackedTactic } from './record.js';
import type { Depth, GameTactic, PatternMask, Tactic } from './types.js';

/** A game replayed, not yet analysed. */
export interface ReplayedGame {
  /** The FEN tag as the game gives it, or the standard starting position. */
  startFen: string;
  /** The main line, packed as in `record.ts`; 0 is a null move. */
  moves: Uint16Array;
  /** Full six-field FEN before each ply and, as its last item, at the end: one more than `moves`. */
  fens: string[];
}

export interface AnalyzedGame extends ReplayedGame {
  /** Packed tactics of the position before each ply, one run for each move. */
  positions: Uint8Array[];
}

/** The standard starting position: what a game without a FEN tag starts from. */
export const STANDARD_START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/**
 * Analyses the position before every ply with one engine, in this thread.
 * @param mask patterns wanted; all ten unless given
 */
export function analyzeReplayed(engine: Engine, game: ReplayedGame, depth: Depth, mask?: PatternMask): AnalyzedGame {
  const positions = game.fens.slice(0, game.moves.length).map((fen) => engine.analyze(fen, depth, mask));
  return { ...game, positions };
}

/**
 * The tactics of a game, by ply, in each position's own order.
 *
 * - `available`: everything in every position, and no `status`.
 * - `played`: those that the move played starts. `status` is `existing` where the same side had the same chance one turn
 *   (two plies) earlier, else `played`: the chance first arose this turn.
 */
export function gameTactics(game: AnalyzedGame, settled: Settled): GameTactic[] {
  const runs = game.positions.map((records) => filterRecords(records, settled.mask));
  const tactics: GameTactic[] = [];
  runs.forEach((records, index) => {
    const fen = game.fens[index] ?? game.startFen;
    const before = runs[index - 2];
    let stood: Set<string> | undefined; // of the side's previous turn, worked out only where it is asked for
    for (const record of readRecords(records)) {
      if (!isAsked(record, game.moves[index], settled)) continue;
      const tactic: GameTactic = { ...makeTactic(records, record, fen, settled.withSequence), ply: index + 1 };
      if (settled.mode === 'played') {
        stood ??= chances(before);
        tactic.status = stood.has(chance(tactic)) ? 'existing' : 'played';
      }
      tactics.push(tactic);
    }
  });
  return tactics;
}

/** How many tactics `gameTactics` would make, without making any. */
export function countGameTactics({ positions, moves }: AnalyzedGame, settled: Settled): number {
  let count = 0;
  positions.forEach((records, index) => {
    for (const record of readRecords(filterRecords(records, settled.mask))) {
      if (isAsked(record, moves[index], settled)) count++;
    }
  });
  return count;
}

/** @param played the move played in the record's position */
function isAsked({ trigger }: PackedTactic, played: number | undefined, { mode }: Settled): boolean {
  return mode === 'available' || trigger === played;
}

/** What makes two tactics the same chance: pattern, colour, and the target pieces where they stand; not the move that starts it. */
function chance(tactic: Tactic): string {
  const targets = tactic.targets.map((target) => target.piece + target.square).sort();
  return [tactic.pattern, tactic.color, ...targets].join(' ');
}

function chances(records: Uint8Array | undefined): Set<string> {
  return new Set(records === undefined ? [] : makeTactics(records, '', false).map(chance));
}
