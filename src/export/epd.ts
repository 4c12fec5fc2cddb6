/**
 * `epd`: a position a line with what engines are tested by: `bm`, the best move in SAN; `dm`, the moves to mate; `id`.
 *
 * Beside these `pv`, the whole solution, and as comments `c0` the themes and `c1` the game. A string has no escape for a quote in EPD, so
 * a quote in a name becomes an apostrophe.
 */
import type { Format } from './format.js';
import { solverMoves, type Item } from './item.js';
import { gameText } from './text.js';

export const epd: Format = {
  name: 'epd',
  about: 'test positions for engines: bm, dm, id',
  extension: 'epd',
  mediaType: 'text/plain; charset=utf-8',
  encoder: () => ({
    begin: () => '',
    add: (items) => items.map(lineOf).join(''),
    end: () => '',
  }),
};

function lineOf({ puzzle, story, themes }: Item): string {
  const position = puzzle.fen.split(' ').slice(0, 4).join(' ');
  const [, ...solution] = story.san;
  const operations = [
    `bm ${solution[0] ?? ''};`,
    ...(puzzle.mate ? [`dm ${solverMoves(puzzle)};`] : []),
    `id ${quoted(puzzle.id)};`,
    `pv ${solution.join(' ')};`,
    `c0 ${quoted(themes.join(' '))};`,
    `c1 ${quoted(gameText(puzzle.game))};`,
  ];
  return `${position} ${operations.join(' ')}\n`;
}

/** Readers that cut at every semicolon are spared one inside. */
function quoted(text: string): string {
  return `"${text.replace(/"/g, "'").replace(/\\/g, '/').replace(/;/g, ',')}"`;
}
