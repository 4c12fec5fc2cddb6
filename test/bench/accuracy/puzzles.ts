/**
 * A file in the Lichess puzzle format -> puzzles, one at a time, whatever its size.
 *
 * The format is CSV whose fields hold no commas and no quotes (ids, FENs, UCI moves, numbers, theme names, a URL), so a line is split
 * at its commas and a quote is refused: no CSV library is needed to read it right. Columns are found by the names in the header,
 * for copies of the database differ in which ones they keep.
 */
import { readLines } from '../../../src/tactics/lines.js';
import { PATTERNS, type Pattern, type PatternMask } from '../../../src/tactics/types.js';

export interface Puzzle {
  id: string;
  /** The position before the opponent's move. */
  fen: string;
  /** UCI, separated by blanks: the opponent's move, then the solver's and the answers in turn. */
  moves: string;
  rating: number;
  /** Those of the ten patterns that the themes name. */
  labels: PatternMask;
}

export interface BadRow {
  /** 1-based, the header counted. */
  line: number;
  reason: string;
}

const COLUMNS = ['PuzzleId', 'FEN', 'Moves', 'Rating', 'Themes'] as const;

/** Bytes of a row. Real ones take up to some 600. */
const MAX_ROW = 16_384;

/** Theme name -> bit: Lichess writes `discoveredAttack` for `discovered_attack`. */
const BITS = new Map<string, PatternMask>(PATTERNS.map((pattern, code) => [themeOf(pattern), 1 << code]));

function themeOf(pattern: Pattern): string {
  return pattern.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Every `every`th puzzle, beginning with number `offset` (from 0); all without one.
 * @throws {Error} where the file has no header with the columns that are needed
 */
export async function* readPuzzles(
  chunks: AsyncIterable<Uint8Array>,
  every = 1,
  offset = 0,
): AsyncGenerator<Puzzle | BadRow> {
  let columns: number[] | undefined;
  let line = 0;
  let index = 0;
  for await (const text of readLines(chunks, MAX_ROW)) {
    line++;
    if (columns === undefined) columns = findColumns(text);
    else if (text !== '' && index++ % every === offset) yield readRow(text, line, columns);
  }
  if (columns === undefined) throw new Error('the file is empty');
}

function findColumns(header: string): number[] {
  const names = header.replace(/^\uFEFF/, '').split(',');
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new Error(`not a Lichess puzzle file: its first line names no column ${missing.join(', ')}`);
  }
  return COLUMNS.map((name) => names.indexOf(name));
}

function readRow(text: string, line: number, columns: number[]): Puzzle | BadRow {
  if (text.includes('"')) return { line, reason: 'holds a quote, which this format does not use' };
  const fields = text.split(',');
  const [id = '', fen = '', moves = '', rating = '', themes = ''] = columns.map((column) => fields[column]);
  if (id === '' || fen === '' || moves === '') return { line, reason: 'too few fields' };
  const labels = themes.split(' ').reduce((mask, theme) => mask | (BITS.get(theme) ?? 0), 0);
  return { id, fen, moves, rating: Number(rating), labels };
}
