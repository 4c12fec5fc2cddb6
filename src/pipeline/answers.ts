/** What a thread makes of positions or games, as `analyze` writes it: lines of JSON, or games as PGN. */
import { given } from '../given.js';
import { jsonLine } from '../pgn/json-line.js';
import type { RawGame } from '../pgn/splitter.js';
import { annotateGame, answerGame, answerPosition } from '../tactics/answer.js';
import type { Engine } from '../tactics/engine.js';
import type { Settled } from '../tactics/options.js';
import { answerLine, answerOneGame, badLine, type BadGame, type BadLine } from '../tactics/stream.js';

/** Consecutive lines of a list of positions (`positionLines`). */
export interface LinesTask {
  kind: 'lines';
  lines: readonly string[];
  /** The number of the first, from 1 on. */
  first: number;
  settled: Settled;
}

export interface LinesResult {
  /** For each line its JSON, or why it is refused; null where it is blank, or a heading. */
  answers: readonly (string | BadLine | null)[];
}

/** Consecutive games of one text. */
export interface GamesTask {
  kind: 'games';
  /** With bytes of their own, for they are copied to the thread with all that stands in their buffer. */
  games: readonly RawGame[];
  /** The number of the first, from 1 on. */
  first: number;
  settled: Settled;
  /** Whether the games themselves are wanted, with their tactics written in: at `l2` only. */
  annotated: boolean;
}

export interface GamesResult {
  /** For each game its JSON, or PGN that ends with its last line, the blank one behind it left out; or why it is refused. */
  answers: readonly (string | BadGame)[];
}

/** @throws what a failing engine throws */
export function answersToLines(engine: Engine, { lines, first, settled }: LinesTask): LinesResult {
  const answers = lines.map((text, index) => {
    const answered = answerLine(engine, text, first + index, (fen) => answerPosition(engine, fen, settled));
    if (answered === undefined) return null;
    if ('fault' in answered) return badLine(answered);
    return jsonLine({ ...answered.answer, ...given({ id: answered.id }) });
  });
  return { answers };
}

/** @throws what a failing engine throws */
export function answersToGames(engine: Engine, { games, first, settled, annotated }: GamesTask): GamesResult {
  const answer = annotated
    ? (game: RawGame): string => annotateGame(engine, game, settled).slice(0, -1)
    : (game: RawGame): string => jsonLine(answerGame(engine, game, settled));
  return { answers: games.map((game, index) => answerOneGame(game, first + index, answer)) };
}
