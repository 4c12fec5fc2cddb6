/**
 * Many positions or games, one after the other -> one answer each, in the same order.
 *
 * Input that is refused becomes an answer too, with its place, and the run goes on: a list of a million FENs must not stop at the
 * first that was mistyped. One item is in flight at a time, so memory stays flat and the consumer sets the pace.
 */
import { given } from '../given.js';
import { splitGames } from '../pgn/splitter.js';
import { answerGame, answerPosition } from './answer.js';
import type { Engine } from './engine.js';
import { InvalidFenError, InvalidPgnError } from './errors.js';
import { readLines } from './lines.js';
import type { Settled } from './options.js';
import type { GameAnalysis, PositionAnalysis } from './types.js';

export interface BadLine {
  error: 'Invalid FEN';
  /** 1-based, blank lines counted. */
  line: number;
}

export interface BadGame {
  error: 'Invalid PGN';
  /** 1-based number of the game in the input. */
  game: number;
  /** Machine-readable, as in `PgnFault`. */
  reason: string;
  message: string;
  /** Where in the input: 1-based line and column, 0-based byte. */
  line?: number;
  column?: number;
  offset?: number;
}

/** What came of one line. */
export type LineAnswer<Answer> = { line: number; answer: Answer } | { line: number; fault: InvalidFenError };

/** One FEN a line -> what `answer` makes of it, or why it is refused. Blank lines are passed over, but counted. */
export async function* answerLines<Answer>(
  chunks: AsyncIterable<Uint8Array>,
  answer: (fen: string) => Answer,
): AsyncGenerator<LineAnswer<Answer>> {
  let line = 0;
  for await (const text of readLines(chunks)) {
    line++;
    const fen = text.trim();
    if (fen === '') continue;
    try {
      yield { line, answer: answer(fen) };
    } catch (fault) {
      if (!(fault instanceof InvalidFenError)) throw fault;
      yield { line, fault };
    }
  }
}

/** One FEN a line, analysed. */
export async function* analyzeFens(
  engine: Engine,
  chunks: AsyncIterable<Uint8Array>,
  settled: Settled,
): AsyncGenerator<PositionAnalysis | BadLine> {
  for await (const item of answerLines(chunks, (fen) => answerPosition(engine, fen, settled))) {
    yield 'fault' in item ? { error: 'Invalid FEN', line: item.line } : item.answer;
  }
}

/**
 * The games of one PGN text.
 * @param first the number of its first game, where the text is one of several
 */
export async function* analyzeGames(
  engine: Engine,
  chunks: AsyncIterable<Uint8Array>,
  settled: Settled,
  first = 1,
): AsyncGenerator<GameAnalysis | BadGame> {
  let number = first - 1;
  for await (const raw of splitGames(chunks)) {
    number++;
    try {
      yield answerGame(engine, raw, settled);
    } catch (error) {
      if (!(error instanceof InvalidPgnError)) throw error;
      const { reason, detail, line, column, offset } = error.fault;
      yield {
        error: 'Invalid PGN',
        game: number,
        reason,
        message: detail,
        ...given({ line, column, offset }),
      };
    }
  }
}
