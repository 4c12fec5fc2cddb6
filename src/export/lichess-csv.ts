/**
 * `lichess-csv`: the columns of the Lichess puzzle database, so that whatever reads that reads this.
 *
 * FEN is the position before the opponent's move, which leads Moves. Rating is our estimate, its deviation wide, and nobody has played or
 * rated the puzzle yet. Nothing here is free text but the address of the game, and that only where it is one: a name like `=cmd|...`
 * has no way into a spreadsheet. csv-stringify would still take the sting out of one.
 */
import { stringify } from 'csv-stringify/sync';
import { RATING_DEVIATION } from './difficulty.js';
import type { Format } from './format.js';
import type { Item } from './item.js';
import { gameAddress } from './text.js';

export const COLUMNS = [
  'PuzzleId',
  'FEN',
  'Moves',
  'Rating',
  'RatingDeviation',
  'Popularity',
  'NbPlays',
  'Themes',
  'GameUrl',
  'OpeningTags',
] as const;

const OPTIONS = { escape_formulas: true };

export const lichessCsv: Format = {
  name: 'lichess-csv',
  about: 'the columns of the Lichess puzzle database, for every program that reads those',
  extension: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  encoder: () => ({
    begin: () => stringify([[...COLUMNS]], OPTIONS),
    add: (items) => stringify(items.map(rowOf), OPTIONS),
    end: () => '',
  }),
};

function rowOf(item: Item): (string | number)[] {
  const { puzzle, rating, themes } = item;
  const { id, before, mistake, line } = puzzle;
  const moves = `${mistake} ${line.join(' ')}`;
  return [id, before, moves, rating, RATING_DEVIATION, 0, 0, themes.join(' '), urlOf(item), ''];
}

/**
 * Of a Lichess game, as there: seen from who made the mistake, at its ply. Lichess counts on from the move at which a game begins, so a FEN
 * knows the ply better than the game's own count of its moves.
 */
function urlOf({ puzzle, story }: Item): string {
  const address = gameAddress(puzzle.game.site);
  const [, game] = /^https?:\/\/lichess\.org\/(\w{8})(?:\w{4})?(?:\/(?:white|black))?$/.exec(address) ?? [];
  if (game === undefined) return address;
  const move = Number(puzzle.before.slice(puzzle.before.lastIndexOf(' ') + 1));
  return `https://lichess.org/${game}${story.white ? '/black' : ''}#${story.white ? 2 * move : 2 * move - 1}`;
}
