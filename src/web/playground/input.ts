/** What somebody has pasted -> what it is. */
import { count } from '../../tactics/figures.js';
import { BOARD, MOVES, readPositionLine } from '../../tactics/position-line.js';
import { decode, playgroundAddress, readView, type View } from '../address.js';

/** Characters; the service takes no more either. */
export const MOST = 1_000_000;

/** A position within an address: eight rows, and the other fields behind them. */
const ADDRESSED = /(?<=[/=])(?:[1-8pnbrqk]+\/){7}[1-8pnbrqk]+(?: [^ &#?]+)*/i;
/** A whole one within a line of anything. */
const WITHIN =
  /(?<![\w/])(?:[1-8pnbrqk]+\/){7}[1-8pnbrqk]+ [wb] (?:-|[a-hkq]{1,4}) (?:-|[a-h][1-8])(?: \d+ \d+)?(?![\w/])/gi;
/** The column behind FEN in the puzzles of Lichess: the first move leads to the puzzle. */
const COLUMN = new RegExp(`^(?:"?[,;]"?| )${MOVES}(?:[",; ]|$)`);
/** Comments of a game; what has a name in front is an object of some program. */
const COMMENTS = /\{(?!\s*["']?\w+["']?\s*:)[^{}]*\}/g;
/** A word of movetext: a move with its number and its marks, or one of these alone, or how the game ended. */
const OF_MOVES =
  /^(?:\d+\.+|\d+|\.+)?(?:(?:[KQRBN]?[a-h]?[1-8]?[x-]?[a-h][1-8](?:=?[KQRBN])?|O-O(?:-O)?|0-0(?:-0)?)[+#]?)?(?:[!?]{1,2}|\$\d+)?$|^(?:1-0|0-1|1\/2-1\/2|\*)$/i;
const TAG = /^ *\[\w+ +"/m;

const NOTHING = 'Paste a FEN, a PGN, the address of a position or a link to the playground, or pick an example.';

/**
 * A position where a line is one, or has one in it (tables, JSON, letters); the address of a position; the view of a link to the playground; else a
 * PGN. Pages have no-break blanks in them, tables tabs, programs quotes; EPD has operations behind the position.
 *
 * @returns words where there is nothing to look at, or several positions
 */
export function readInput(text: string): View | string {
  const pgn = text.replace(/[^\S\r\n]/g, ' ');
  const lines = pgn.split(/[\r\n]+/).flatMap((line) => line.trim() || []);
  const [first] = lines;
  if (first === undefined) return NOTHING;
  if (/^https?:\/\/\S+$/i.test(first)) return addressed(first) ?? NOTHING;
  const field = ofJson(pgn);
  if (field !== undefined) return readInput(field);
  if (TAG.test(pgn)) {
    const alone = lines.every((line) => line.startsWith('['));
    const fen = alone ? /^\[FEN +"([^"]+)"\]$/im.exec(lines.join('\n'))?.[1] : undefined;
    return fen === undefined ? { pgn } : { fen };
  }
  const views = new Map(lines.flatMap(positionsIn).map((view) => [playgroundAddress(view), view]));
  if (views.size > 1) {
    return `These are ${count(views.size)} positions, but the board shows only one: leave only its line. For many, use "npm run analyze" or /api/v1/extract_batch.`;
  }
  const [view = { pgn }] = views.values();
  return view.fen !== undefined && areMoves(lines.slice(1)) && readPositionLine(unquoted(first)) !== null
    ? { pgn: pgn.replace(first, () => `[FEN "${view.fen}"]`) }
    : view;
}

/** Whether a text is something to look at by itself, and not a part of it: a position or where one is to be found, or a game. */
export function isWhole(text: string): boolean {
  const view = readInput(text);
  if (typeof view === 'string') return false;
  return view.fen !== undefined || TAG.test(text) || areMoves(text.split(/\s+/));
}

/** Whether lines below a position hold a game that goes on from there, and nothing else. */
function areMoves(lines: readonly string[]): boolean {
  const words =
    lines
      .join(' ')
      .replace(COMMENTS, ' ')
      .match(/[^ ()]+/g) ?? [];
  return words.some((word) => /[a-h][1-8]|[O0]-[O0]/i.test(word)) && words.every((word) => OF_MOVES.test(word));
}

/** `fen` or `pgn` of an object, as requests, answers and lines of our files are. */
function ofJson(text: string): string | undefined {
  if (!/^\s*\{\s*"/.test(text)) return undefined;
  try {
    const { fen, pgn } = JSON.parse(text) as Record<string, unknown>;
    return [fen, pgn].find((value) => typeof value === 'string');
  } catch {
    return undefined;
  }
}

function positionsIn(line: string): View[] {
  const text = unquoted(ofJson(line) ?? line);
  const bare = text.replace(COMMENTS, '');
  const within = [...bare.matchAll(WITHIN)];
  const inRow = within.some(({ 0: fen, index }) => /^["']?[,;|]/.test(bare.slice(index + fen.length)));
  const position = inRow ? null : readPositionLine(text);
  if (position !== null) {
    const { fen, moves } = position;
    return [moves.length === 0 ? { fen } : played(fen, moves.join(' '), moves.length + 1)];
  }
  return within.map(({ 0: fen, index }) => {
    const [, column] = COLUMN.exec(bare.slice(index + fen.length)) ?? [];
    return column === undefined ? { fen } : played(fen, column, 2);
  });
}

function played(fen: string, moves: string, ply: number): View {
  return { pgn: `[FEN "${fen}"]\n\n${moves} *`, ply };
}

function unquoted(line: string): string {
  return /^(["'`])(.+)\1[,;]?$/.exec(line)?.[2]?.trim() ?? line;
}

/** A link to the playground, with all that it shows; or as pages for analysis have it: in the path with underscores for blanks, or as a parameter. */
function addressed(address: string): View | null {
  const view = readView(/#.*/.exec(address)?.[0] ?? '');
  if (view.pgn !== undefined || new RegExp(`^${BOARD}(?: |$)`, 'i').test(view.fen ?? '')) return view;
  const [fen] = ADDRESSED.exec(decode(address).replaceAll('_', ' ')) ?? [];
  return fen === undefined ? null : { fen };
}
