/**
 * Many positions or games, one after the other -> one answer each, in the same order.
 *
 * Input that is refused becomes an answer too, with its place, and the run goes on: a list of a million FENs must not stop at the
 * first that was mistyped. One item is in flight at a time, so memory stays flat and the consumer sets the pace.
 */
import { given } from '../given.js';
import { GameSplitter, splitGames, type RawGame } from '../pgn/splitter.js';
import { answerPosition } from './answer.js';
import type { Engine } from './engine.js';
import { IllegalMoveError, InvalidFenError, InvalidPgnError } from './errors.js';
import { readLines } from './lines.js';
import type { Settled } from './options.js';
import { idOf, readPositionLine } from './position-line.js';
import type { PositionAnalysis } from './types.js';
import { moveOfUci } from './uci.js';

export interface BadLine {
  error: 'Invalid FEN' | 'Illegal move';
  /** 1-based, blank lines counted. */
  line: number;
  /** What is wrong with the FEN, or which move is none, or not legal, in words. */
  message: string;
  /** As of `LineAnswer`. */
  id?: string;
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

/** Bytes of a line: a position, and behind it as many moves as the longest game that is read has plies, six bytes each. */
const LINE_BYTES = 512 + 6 * 32_768;

/** What came of one line. `id` is what EPD calls its position; absent where it calls it nothing. */
export type LineAnswer<Answer> = { line: number; id?: string } & (
  { answer: Answer } | { fault: InvalidFenError | IllegalMoveError }
);

/**
 * One position a line (`position-line.ts`) -> what `answer` makes of its FEN, or why it is refused. Blank lines are passed over, but counted.
 * Where moves lead from it to another position, it is that one which is answered.
 */
export async function* answerLines<Answer>(
  engine: Engine,
  chunks: AsyncIterable<Uint8Array>,
  answer: (fen: string) => Answer,
): AsyncGenerator<LineAnswer<Answer>> {
  let line = 0;
  for await (const text of readLines(chunks, LINE_BYTES + 1)) {
    line++;
    // a tab between fields, as tables have it, is a blank like others
    const trimmed = text.trim().replaceAll('\t', ' ');
    if (trimmed === '') continue;
    const { fen, moves, operations } = readPositionLine(trimmed) ?? { fen: trimmed, moves: [], operations: '' };
    const place = { line, ...given({ id: idOf(operations) }) };
    try {
      // cut between two moves, it would lead to a position that nobody asked about
      if (Buffer.byteLength(text) > LINE_BYTES) throw new InvalidFenError(`the line has more than ${LINE_BYTES} bytes`);
      yield { ...place, answer: answer(moves.length === 0 ? fen : behind(engine, fen, moves)) };
    } catch (fault) {
      if (!(fault instanceof InvalidFenError || fault instanceof IllegalMoveError)) throw fault;
      yield { ...place, fault };
    }
  }
}

/** FEN of the position that moves lead to. @throws {InvalidFenError} @throws {IllegalMoveError} */
function behind(engine: Engine, fen: string, moves: readonly string[]): string {
  engine.sanLine(fen, moves);
  return engine.positionAfter(fen, Uint16Array.from(moves, moveOfUci));
}

/** One position a line, analysed. */
export async function* analyzeFens(
  engine: Engine,
  chunks: AsyncIterable<Uint8Array>,
  settled: Settled,
): AsyncGenerator<(PositionAnalysis & { id?: string }) | BadLine> {
  for await (const item of answerLines(engine, chunks, (fen) => answerPosition(engine, fen, settled))) {
    const id = given({ id: item.id });
    yield 'fault' in item ? badLine(item) : { ...item.answer, ...id };
  }
}

/** A line that is refused, as programs are told. */
export function badLine({ line, id, fault }: Extract<LineAnswer<unknown>, { fault: object }>): BadLine {
  const place = { line, ...given({ id }) };
  if (fault instanceof InvalidFenError) return { error: 'Invalid FEN', message: fault.detail, ...place };
  return { error: 'Illegal move', message: fault.message, ...place };
}

/** What came of one game. */
export type GameAnswer<Answer> = { raw: RawGame } & ({ answer: Answer } | { fault: BadGame });

/**
 * The games of one PGN text -> what `answer` makes of each, or why it is refused.
 * @param answer may throw an InvalidPgnError
 * @param first the number of its first game, where the text is one of several
 * @param splitter a fresh one, which knows afterwards what was passed over
 */
export async function* answerGames<Answer>(
  chunks: AsyncIterable<Uint8Array>,
  answer: (game: RawGame) => Answer,
  first = 1,
  splitter = new GameSplitter(),
): AsyncGenerator<GameAnswer<Answer>> {
  let number = first - 1;
  for await (const raw of splitGames(chunks, splitter)) {
    number++;
    try {
      yield { raw, answer: answer(raw) };
    } catch (error) {
      if (!(error instanceof InvalidPgnError)) throw error;
      const { reason, detail, line, column, offset } = error.fault;
      const fault: BadGame = {
        error: 'Invalid PGN',
        game: number,
        reason,
        message: detail,
        ...given({ line, column, offset }),
      };
      yield { raw, fault };
    }
  }
}
