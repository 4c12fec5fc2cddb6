/**
 * `pgn`: a game a puzzle, from the position before the mistake, as studies on Lichess, databases and engines read it.
 *
 * The mistake and the solution are the moves. Arrows and circles show the evidence, but only behind the move at which the pattern
 * stands: whoever steps through the game has found it by then.
 */
import { tagPairs } from '../pgn/game-tags.js';
import { makeGame } from '../pgn/writer.js';
import { evidence, shownAlong } from '../tactics/marks.js';
import { makeTactics } from '../tactics/record.js';
import { winningsInWords } from '../tactics/words.js';
import type { Format } from './format.js';
import { solverMoves, type Item } from './item.js';
import { oneLine } from './text.js';

export const pgn: Format = {
  name: 'pgn',
  about: 'one game per puzzle, with arrows, fit for a Lichess study',
  extension: 'pgn',
  mediaType: 'application/x-chess-pgn; charset=utf-8',
  encoder: () => ({
    begin: () => '',
    add: (items) => items.map(gameOf).join(''),
    end: () => '',
  }),
};

function gameOf({ puzzle, story, themes, rating }: Item): string {
  const { game, id } = puzzle;
  const tags: [string, string | number | null][] = [
    // the result of what stands here, which breaks off but where it mates; the game's own is told below
    ...tagPairs(game, puzzle.mate ? (story.white ? '1-0' : '0-1') : '*'),
    ['SetUp', '1'],
    ['FEN', puzzle.before],
    ['ChapterName', `${id}: ${task({ puzzle, story })}`],
    ['Orientation', story.white ? 'white' : 'black'],
    ['PuzzleId', id],
    ['Themes', themes.join(' ')],
    ['Rating', rating],
    ['GameResult', game.result],
    ['GamePly', puzzle.ply],
  ];
  const given = tags.flatMap(([name, value]): [string, string][] => {
    const text = plain(String(value ?? ''));
    return text === '' ? [] : [[name, text]];
  });
  return makeGame(given, story.san, commentsOf({ puzzle, story }));
}

/** Some readers know no escapes in tags: what would need one is replaced. */
function plain(text: string): string {
  return oneLine(text).replace(/"/g, "'").replace(/\\/g, '/');
}

function task({ puzzle, story }: Pick<Item, 'puzzle' | 'story'>): string {
  const side = story.white ? 'White' : 'Black';
  if (!puzzle.mate) return `${side} to move and win`;
  const moves = solverMoves(puzzle);
  return `${side} mates in ${moves} ${moves === 1 ? 'move' : 'moves'}`;
}

/** By the index of the move that they stand behind: the mistake is 0, the solution's first move 1. */
function commentsOf({ puzzle, story }: Pick<Item, 'puzzle' | 'story'>): Map<number, string> {
  const comments = new Map<number, string>([[0, `${task({ puzzle, story })}.`]]);
  const shown = shownAlong(puzzle.line, makeTactics(puzzle.records, puzzle.fen, true));
  for (const [at, tactics] of shown) comments.set(at + 1, evidence(tactics));
  const end = puzzle.line.length;
  const words = puzzle.mate ? 'mate' : winningsInWords(puzzle.gain);
  comments.set(end, [words, comments.get(end)].filter((part) => part !== undefined).join('; '));
  return comments;
}
