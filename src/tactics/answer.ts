/** Input and an engine -> the answer, timed: what the library's calls and the command line's streams have in common. */
import type { RawGame } from '../pgn/splitter.js';
import type { Engine } from './engine.js';
import { elapsedMs, makeGameAnalysis, makePositionAnalysis } from './envelope.js';
import { assertFenText } from './fen.js';
import { analyzeReplayed } from './game.js';
import { kindOf } from './kind.js';
import type { Settled } from './options.js';
import { readGame, replayGame } from './pgn.js';
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
  if (typeof game !== 'string') assertRawGame(game);
  const replayed = typeof game === 'string' ? readGame(engine, game) : replayGame(engine, game);
  const analyzed = analyzeReplayed(engine, replayed, settled.depth, settled.mask);
  return makeGameAnalysis(analyzed, settled, elapsedMs(start));
}

function assertRawGame(game: unknown): asserts game is RawGame {
  const isOne = typeof game === 'object' && game !== null && 'bytes' in game && game.bytes instanceof Uint8Array;
  if (!isOne) throw new TypeError(`a game must be a string, or one that readGames gave, not ${kindOf(game)}`);
}
