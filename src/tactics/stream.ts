/**
 * Each of many positions or games -> its answer.
 *
 * Input that is refused becomes an answer too, with its place, and the run goes on: a list of a million FENs must not stop at the
 * first that was mistyped.
 */
import { given } from '../given.js';
import type { RawGame } from '../pgn/splitter.js';
import type { Engine } from './engine.js';
import { IllegalMoveError, InvalidFenError, InvalidPgnError } from './errors.js';
import { readLines } from './lines.js';
import { isHeading, isObject, readPositionLine } from './position-line.js';
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

/** What came of one line. `id` is what EPD, a table of puzzles or an object calls its position; absent where it is called nothing. */
export type LineAnswer<Answer> = { line: number; id?: string } & (
  { answer: Answer } | { fault: InvalidFenError | IllegalMoveError }
);

/** The lines of a list of positions, each as far as one is read; the last may end without a line end. */
export function positionLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  return readLines(chunks, LINE_BYTES + 1);
}

/**
 * One position a line (`position-line.ts`) -> what `answer` makes of its FEN, or why it is refused. Blank lines and the heading of a table are
 * passed over, but counted.
 * Where moves lead from it to another position, it is that one which is answered.
 */
export async function* answerLines<Answer>(
  engine: Engine,
  chunks: AsyncIterable<Uint8Array>,
  answer: (fen: string) => Answer,
): AsyncGenerator<LineAnswer<Answer>> {
  let line = 0;
  for await (const text of positionLines(chunks)) {
    line++;
    const answered = answerLine(engine, text, line, answer);
    if (answered !== undefined) yield answered;
  }
}

/**
 * The same of one of `positionLines`; undefined where it is blank, or a heading.
 * @param line its number, from 1 on
 */
export function answerLine<Answer>(
  engine: Engine,
  text: string,
  line: number,
  answer: (fen: string) => Answer,
): LineAnswer<Answer> | undefined {
  // a tab between fields, as tables have it, is a blank like others
  const trimmed = text.trim().replaceAll('\t', ' ');
  if (trimmed === '' || isHeading(trimmed)) return undefined;
  const read = readPositionLine(trimmed);
  const { fen, moves, id } = read ?? { fen: trimmed, moves: [] };
  const place = { line, ...given({ id }) };
  try {
    // cut between two moves, it would lead to a position that nobody asked about
    if (Buffer.byteLength(text) > LINE_BYTES) throw new InvalidFenError(`the line has more than ${LINE_BYTES} bytes`);
    if (read === null && isObject(trimmed))
      throw new InvalidFenError('the line is no JSON object with a "fen" that is a string');
    return { ...place, answer: answer(moves.length === 0 ? fen : behind(engine, fen, moves)) };
  } catch (fault) {
    if (!(fault instanceof InvalidFenError || fault instanceof IllegalMoveError)) throw fault;
    return { ...place, fault };
  }
}

/** FEN of the position that moves lead to. @throws {InvalidFenError} @throws {IllegalMoveError} */
function behind(engine: Engine, fen: string, moves: readonly string[]): string {
  engine.sanLine(fen, moves);
  return engine.positionAfter(fen, Uint16Array.from(moves, moveOfUci));
}

/** A line that is refused, as programs are told. */
export function badLine({ line, id, fault }: Extract<LineAnswer<unknown>, { fault: object }>): BadLine {
  const place = { line, ...given({ id }) };
  if (fault instanceof InvalidFenError) return { error: 'Invalid FEN', message: fault.detail, ...place };
  return { error: 'Illegal move', message: fault.message, ...place };
}

/**
 * What `answer` makes of a game, or why it is refused.
 * @param number its number in the input, from 1 on
 * @param answer may throw an InvalidPgnError
 */
export function answerOneGame<Answer>(
  raw: RawGame,
  number: number,
  answer: (game: RawGame) => Answer,
): Answer | BadGame {
  try {
    return answer(raw);
  } catch (error) {
    if (!(error instanceof InvalidPgnError)) throw error;
    const { reason, detail, line, column, offset } = error.fault;
    return { error: 'Invalid PGN', game: number, reason, message: detail, ...given({ line, column, offset }) };
  }
}
