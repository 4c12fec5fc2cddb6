/** Input and an engine -> the answer: what the library's calls and the command line's streams have in common. */
import type { RawGame } from '../pgn/splitter.js';
import { annotate } from './annotate.js';
import type { Engine } from './engine.js';
import { elapsedMs, makeGameAnalysis, makePositionAnalysis } from './envelope.js';
import { assertFenText } from './fen.js';
import { analyzeReplayed } from './game.js';
import { kindOf } from './kind.js';
import type { Settled } from './options.js';
import { findGame, replayGame, type FoundGame } from './pgn.js';
import type { GameAnalysis, PositionAnalysis } from './types.js';

/** @throws {InvalidFenError} */
export function answerPosition(engine: Engine, fen: string, settled: Settled): PositionAnalysis {
  const start = performance.now();
  assertFenText(fen);
  const records = engine.analyze(fen, settled.depth, settled.mask);
  return makePositionAnalysis(records, fen, settled, elapsedMs(start));
}

/**
 * @param game the text of one game, or a game that a splitter has cut out of a larger text
 * @throws {InvalidPgnError}
 * @throws {TypeError} neither of the two, as plain JavaScript may give it
 */
export function answerGame(engine: Engine, game: string | RawGame, settled: Settled): GameAnalysis {
  const start = performance.now();
  const analyzed = analyzeReplayed(engine, found(engine, game).game, settled.depth, settled.mask);
  return makeGameAnalysis(analyzed, settled, elapsedMs(start));
}

/**
 * The same game with its tactics written in.
 * @param settled `l2`
 * @throws as `answerGame` does
 */
export function annotateGame(engine: Engine, game: string | RawGame, settled: Settled): string {
  const { raw, game: replayed } = found(engine, game);
  return annotate(engine, raw, replayed, settled);
}

function found(engine: Engine, game: string | RawGame): FoundGame {
  if (typeof game === 'string') return findGame(engine, game);
  assertRawGame(game);
  return { raw: game, game: replayGame(engine, game) };
}

function assertRawGame(game: unknown): asserts game is RawGame {
  const isOne = typeof game === 'object' && game !== null && 'bytes' in game && game.bytes instanceof Uint8Array;
  if (!isOne) throw new TypeError(`a game must be a string, or one that readGames gave, not ${kindOf(game)}`);
}
