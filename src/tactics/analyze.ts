/**
 * The library's three calls: text in, the published objects out, or a game with what was found in it.
 *
 *     const { tactics } = await analyzePosition('6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37');
 *     const game = await analyzeGame(pgn, { mode: 'available', depth: 'l1' });
 *     const annotated = await annotateGame(pgn);
 *
 * They compute in the calling thread, on one engine that is loaded at the first call. Programs with many positions start worker
 * threads, each of which then has its own.
 */
import type { RawGame } from '../pgn/splitter.js';
import { annotateGame as annotate, answerGame, answerPosition } from './answer.js';
import type { Engine } from './engine.js';
import { loadEngine } from './kernel.js';
import { settleNotes, settleOwn } from './options.js';
import type { AnnotateOptions, GameAnalysis, GameOptions, PositionAnalysis, PositionOptions } from './types.js';

let shared: Promise<Engine> | undefined;

/** The engine of this thread, loaded once. A failed load is tried again at the next call. */
function sharedEngine(): Promise<Engine> {
  shared ??= Promise.resolve(loadEngine()).catch((error: unknown) => {
    shared = undefined;
    throw error;
  });
  return shared;
}

/**
 * The tactics of one position, for the side to move.
 * @param fen four or six fields; comes back unchanged in the answer
 * @throws {InvalidFenError} malformed or illegal position
 * @throws {InvalidPatternError} a name in `patterns` is not one of the ten
 * @throws {RangeError} unknown depth
 */
export async function analyzePosition(fen: string, options: PositionOptions = {}): Promise<PositionAnalysis> {
  const settled = settleOwn(options);
  return answerPosition(await sharedEngine(), fen, settled);
}

/**
 * The tactics of one complete game of standard chess.
 * @param game PGN of exactly one, in which comments, variations, glyphs and clock times are read over; or one that a splitter has cut out
 * @throws {InvalidPgnError} no game, several, an illegal move, another variant; `fault` says which and where
 * @throws {InvalidPatternError} a name in `patterns` is not one of the ten
 * @throws {RangeError} unknown depth or mode
 */
export async function analyzeGame(game: string | RawGame, options: GameOptions = {}): Promise<GameAnalysis> {
  const settled = settleOwn(options);
  return answerGame(await sharedEngine(), game, settled);
}

/**
 * The same game as PGN, with its tactics written in: comments that name those that were played, with arrows and squares as Lichess draws them,
 * and a variation with the best one where it was not played. All that stood in the game stays.
 * @param game as of `analyzeGame`
 * @returns ends with a blank line, so that games can be joined
 * @throws {InvalidPgnError} as `analyzeGame` does
 * @throws {InvalidPatternError} a name in `patterns` is not one of the ten
 * @throws {RangeError} unknown mode
 */
export async function annotateGame(game: string | RawGame, options: AnnotateOptions = {}): Promise<string> {
  const settled = settleNotes(options);
  return annotate(await sharedEngine(), game, settled);
}
