/**
 * An engine as programs are given it: answers at once, in the published objects. The engine below (`tactics/engine.ts`) speaks in packed
 * records, which are the house's own.
 */
import type { RawGame } from '../pgn/splitter.js';
import { annotateGame, answerGame, answerPosition } from '../tactics/answer.js';
import { loadEngine as loadInner } from '../tactics/kernel.js';
import { kindOf } from '../tactics/kind.js';
import { settleNotes, settleOwn } from '../tactics/options.js';
import type {
  AnnotateOptions,
  GameAnalysis,
  GameOptions,
  PositionAnalysis,
  PositionOptions,
} from '../tactics/types.js';

/** Single-threaded state of some 20 MB: one is enough for a thread. */
export interface Engine {
  /**
   * The tactics of one position, for the side to move.
   * @param fen four or six fields; comes back unchanged in the answer
   * @throws {InvalidFenError} malformed or illegal position
   * @throws {InvalidPatternError} a name in `patterns` is not one of the ten
   * @throws {RangeError} unknown depth
   */
  analyzePosition(fen: string, options?: PositionOptions): PositionAnalysis;

  /**
   * The tactics of one complete game of standard chess.
   * @param game its PGN, or one that `readGames` gave
   * @throws {InvalidPgnError} no game, several, an illegal move, another variant; `fault` says which and where
   * @throws {InvalidPatternError} a name in `patterns` is not one of the ten
   * @throws {RangeError} unknown depth or mode
   */
  analyzeGame(game: string | RawGame, options?: GameOptions): GameAnalysis;

  /**
   * The same game as PGN, with its tactics written in: comments that name those that were played, with arrows and squares as Lichess draws
   * them, and a variation with the best one where it was not played. All that stood in the game stays.
   * @param game as of `analyzeGame`
   * @returns ends with a blank line, so that games can be joined
   * @throws as `analyzeGame` does
   */
  annotateGame(game: string | RawGame, options?: AnnotateOptions): string;

  /**
   * The legal moves, in UCI.
   * @throws {InvalidFenError}
   */
  legalMoves(fen: string): string[];

  /**
   * A line of legal moves in UCI, such as a tactic's `sequence`, as people write it: `Ne2+`, `Kg2`, `Nxc3`.
   * @throws {InvalidFenError}
   * @throws {IllegalMoveError} where one of them is not legal, or no move in UCI; `move` and `ply` say which
   * @throws {TypeError} where the line is no array, as the `sequence` that was not asked for
   */
  sanLine(fen: string, line: readonly string[]): string[];
}

/** A new engine, in the calling thread. */
export async function loadEngine(): Promise<Engine> {
  const inner = await loadInner();
  return {
    analyzePosition: (fen, options) => answerPosition(inner, fen, settleOwn(options)),
    analyzeGame: (game, options) => answerGame(inner, game, settleOwn(options)),
    annotateGame: (game, options) => annotateGame(inner, game, settleNotes(options)),
    legalMoves: (fen) => inner.legalMoves(fen),
    sanLine: (fen, line) => {
      const given: unknown = line;
      if (!Array.isArray(given)) throw new TypeError(`a line must be an array of moves in UCI, not ${kindOf(given)}`);
      return inner.sanLine(fen, line);
    },
  };
}
