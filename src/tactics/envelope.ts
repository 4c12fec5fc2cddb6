/**
 * Packed records -> the published answers.
 *
 * Pure, and the only place where the two envelopes are put together: the library, the command line and the REST service cannot
 * differ in a field or its order. Records may hold all ten patterns, as the store keeps them; the filter is applied here.
 */
import { gameTactics, type AnalyzedGame } from './game.js';
import type { Settled } from './options.js';
import { filterRecords, makeTactics } from './record.js';
import type { GameAnalysis, PositionAnalysis } from './types.js';

/** Milliseconds since `start` (of `performance.now()`), to a tenth. */
export function elapsedMs(start: number): number {
  return Math.round((performance.now() - start) * 10) / 10;
}

/** The answer for one position. `fen` goes in and out exactly as the request gave it. */
export function makePositionAnalysis(
  records: Uint8Array,
  fen: string,
  settled: Settled,
  performanceMs: number,
): PositionAnalysis {
  const tactics = makeTactics(filterRecords(records, settled.mask), fen, settled.withSequence);
  return { tactics, count: tactics.length, depth: settled.depth, performance_ms: performanceMs, fen };
}

/** The answer for one game. */
export function makeGameAnalysis(game: AnalyzedGame, settled: Settled, performanceMs: number): GameAnalysis {
  const tactics = gameTactics(game, settled);
  return {
    tactics,
    count: tactics.length,
    depth: settled.depth,
    performance_ms: performanceMs,
    fen: game.startFen,
    mode: settled.mode,
    positions_analyzed: game.moves.length,
  };
}
