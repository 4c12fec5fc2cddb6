/** `jsonl`: an object a line with everything that is known: solution, evidence, difficulty, game and the place where it stands. */
import { jsonLine } from '../pgn/json-line.js';
import { makeTactics } from '../tactics/record.js';
import { RATING_DEVIATION } from './difficulty.js';
import type { FileContext, Format } from './format.js';
import { solverMoves, type Item } from './item.js';
import { archiveName } from './text.js';

export const jsonl: Format = {
  name: 'jsonl',
  about: 'one JSON object a line: solution, evidence, difficulty, game, place in the archive',
  extension: 'jsonl',
  mediaType: 'application/x-ndjson; charset=utf-8',
  encoder: (context) => ({
    begin: () => '',
    add: (items) => items.map((item) => jsonLine(objectOf(item, context)) + '\n').join(''),
    end: () => '',
  }),
};

/** Names are those of the published interface where it has the thing. */
function objectOf({ puzzle, story, phase, themes, rating }: Item, { engine, split }: FileContext): object {
  const { id, before, mistake, fen, line, gain, mate, margin, ply, records, game } = puzzle;
  const [mistakeSan, ...lineSan] = story.san;
  return {
    id,
    ...(split !== null && { split }),
    fen_before: before,
    mistake,
    mistake_san: mistakeSan,
    fen,
    color: story.white ? 'white' : 'black',
    line,
    line_san: lineSan,
    moves: solverMoves(puzzle),
    gain,
    is_mate: mate,
    margin,
    rating,
    rating_deviation: RATING_DEVIATION,
    phase,
    themes,
    tactics: makeTactics(records, fen, true),
    game: {
      digest: game.digest,
      white: game.white,
      black: game.black,
      white_elo: game.whiteElo,
      black_elo: game.blackElo,
      event: game.event,
      site: game.site,
      date: game.date,
      round: game.round,
      result: game.result,
      eco: game.eco,
      time_control: game.timeControl,
      plies: game.plies,
    },
    ply,
    source: { archive: archiveName(game.archive), entry: archiveName(game.entry), offset: game.offset },
    engine: { version: engine.version, signature: engine.signature },
  };
}
