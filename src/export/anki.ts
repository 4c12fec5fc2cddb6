/**
 * `anki`: tab-separated values that Anki imports as they are, into its own note type Basic.
 *
 * The front has the board as a picture inside the field, which needs no media folder and no network, the side to move and the FEN; the back
 * the solution, what it is, and where it comes from. FEN, side to move and answer also stand in columns of their own, for note types of
 * one's own. Imported again, a note is known by its id and brought up to date.
 *
 * Fields are HTML, so names are escaped for HTML; and as the file opens in spreadsheets too, no field begins with a formula.
 */
import { stringify } from 'csv-stringify/sync';
import { inWords, numberedLine, winningsInWords } from '../tactics/words.js';
import { boardSvg } from './diagram.js';
import type { Format } from './format.js';
import { patternsOf, type Item } from './item.js';
import { escapeHtml, gameAddress, gameText } from './text.js';

export const ANKI_COLUMNS = ['Id', 'Front', 'Back', 'FEN', 'ToMove', 'Answer', 'Tags'] as const;

const OPTIONS = { delimiter: '\t', escape_formulas: true };

const HEADER = [
  '#separator:tab',
  '#html:true',
  '#notetype:Basic',
  '#deck:Motif puzzles',
  `#columns:${ANKI_COLUMNS.join('\t')}`,
  '#guid column:1',
  `#tags column:${ANKI_COLUMNS.length}`,
];

export const anki: Format = {
  name: 'anki',
  about: 'cards for Anki, with the board as a picture in the card',
  extension: 'tsv',
  mediaType: 'text/tab-separated-values; charset=utf-8',
  encoder: () => ({
    begin: () => HEADER.map((line) => line + '\n').join(''),
    add: (items) => stringify(items.map(rowOf), OPTIONS),
    end: () => '',
  }),
};

function rowOf({ puzzle, story, themes }: Item): string[] {
  const toMove = `${story.white ? 'White' : 'Black'} to move`;
  const answer = numberedLine(puzzle.fen, story.san.slice(1));
  const board = boardSvg(puzzle.fen, { size: 360 });
  const front = `${board}<p>${toMove}</p><p><small>${puzzle.fen}</small></p>`;
  const what = patternsOf(puzzle).map(inWords);
  const gain = puzzle.mate ? 'mate' : winningsInWords(puzzle.gain);
  const address = gameAddress(puzzle.game.site);
  const game = escapeHtml(gameText(puzzle.game));
  const source = address === '' ? game : `<a href='${escapeHtml(address)}'>${game}</a>`;
  const back = `<p><b>${answer}</b></p><p>${what.join(', ')}: ${gain}</p><p><small>${source}</small></p>`;
  return [puzzle.id, front, back, puzzle.fen, toMove, story.san[1] ?? '', ['motif', ...themes].join(' ')];
}
