/** A task of the explorer -> its answer, from a store and an engine. Each has so much time and no more. */
import type { TallyCell } from '../store/search/tally.js';
import { FORMATS } from '../export/formats.js';
import type { Coverage } from '../store/search.js';
import { SearchError, SearchTimeError, type Wish } from '../store/search/wish.js';
import type { Store } from '../store/store.js';
import type { Engine } from '../tactics/engine.js';
import { PATTERNS, type Pattern } from '../tactics/types.js';
import { ENGINE } from '../tactics/version.js';
import { writeRows } from './file.js';
import type { Finding, Findings } from './finding.js';
import { puzzlesOf } from './puzzles.js';
import {
  MOST_ARCHIVES,
  type AnswerOf,
  type Count,
  type PageAnswer,
  type PageTask,
  type PieceAnswer,
  type PieceTask,
  type SpreadAnswer,
  type SpreadTask,
  type StockAnswer,
  type Task,
} from './tasks.js';
import { toldName } from './told.js';

/** Milliseconds. */
const PAGE_MS = 1_500;
const SPREAD_MS = 700;
const PIECE_MS = 5_000;
/** For the games, which are a million or two, and once more for the puzzles. */
const STOCK_MS = 700;

/** What a thread works with. */
export interface Means {
  store: Store;
  engine: Engine;
  findings: Findings;
}

export async function answerTask<T extends Task>(means: Means, task: T): Promise<AnswerOf<T>> {
  return (await answer(means, task)) as AnswerOf<T>;
}

function answer({ store, engine, findings }: Means, task: Task): AnswerOf<Task> | Promise<AnswerOf<Task>> {
  if ('wish' in task) assertReadable(task.wish);
  switch (task.kind) {
    case 'page':
      return pageOf(store, findings, task);
    case 'spread':
      return spreadOf(store, task);
    case 'stock':
      return stockOf(store);
    case 'piece':
      return pieceOf(store, findings, task);
    case 'puzzles':
      return puzzlesOf(store, engine, task);
  }
}

/** SQLite's LIKE ends at a NUL: what stands behind it would not be asked. @throws {SearchError} */
function assertReadable(wish: Wish): void {
  for (const [field, value] of Object.entries(wish)) {
    if (typeof value === 'string' && value.includes('\0')) throw new SearchError(`'${field}' holds a NUL character`);
  }
}

function pageOf({ search }: Store, findings: Findings, { wish, order, limit, after }: PageTask): PageAnswer {
  const { found, next } = search.page(wish, { order, limit, ...(after !== undefined && { after }) }, PAGE_MS);
  const games: Record<string, string> = {};
  const told = found.map((one) => {
    games[one.game.digest] ??= findings.pgn(one.game);
    return toldFinding(findings.read(one));
  });
  return { found: told, games, next };
}

function pieceOf({ search }: Store, findings: Findings, task: PieceTask): PieceAnswer {
  const { wish, order, limit, format, after } = task;
  const { found, next } = search.page(wish, { order, limit, ...(after !== undefined && { after }) }, PIECE_MS);
  const rows = found.map((one) => toldFinding(findings.read(one)));
  return { text: writeRows(format, rows, after === undefined), rows: rows.length, next };
}

function toldFinding(finding: Finding): Finding {
  return { ...finding, game: { ...finding.game, archive: toldName(finding.game.archive) } };
}

function spreadOf({ search }: Store, { wish }: SpreadTask): SpreadAnswer {
  const { cells, share } = search.tally(wish, SPREAD_MS);
  const scale = (count: Count): Count => ({
    tactics: Math.round(count.tactics / share),
    mates: Math.round(count.mates / share),
    played: Math.round(count.played / share),
    missed: Math.round(count.missed / share),
  });
  const counted = (of: readonly TallyCell[]): Count => scale(of.reduce<Count>(add, NOTHING));
  const byPattern = (of: readonly TallyCell[]): Partial<Record<Pattern, number>> => {
    const groups = grouped(of, ({ pattern }) => pattern);
    const counts: Partial<Record<Pattern, number>> = {};
    PATTERNS.forEach((pattern, code) => {
      const group = groups.get(code);
      if (group !== undefined) counts[pattern] = counted(group).tactics;
    });
    return counts;
  };
  const years = [...grouped(cells, ({ year }) => year)].map(([year, of]) => ({
    year,
    ...counted(of),
    patterns: byPattern(of),
  }));
  const archives = [...grouped(cells, ({ archive }) => toldName(archive))].map(([archive, of]) => ({
    archive,
    ...counted(of),
    patterns: byPattern(of),
  }));
  return {
    ...counted(cells),
    share,
    patterns: PATTERNS.map((pattern, code) => ({ pattern, ...counted(cells.filter((cell) => cell.pattern === code)) })),
    years: years.sort((a, b) => (a.year ?? Infinity) - (b.year ?? Infinity)),
    archives: archives
      .sort((a, b) => b.tactics - a.tactics || (a.archive < b.archive ? -1 : 1))
      .slice(0, MOST_ARCHIVES),
  };
}

const NOTHING: Count = { tactics: 0, mates: 0, played: 0, missed: 0 };

function add(sum: Count, cell: Count): Count {
  return {
    tactics: sum.tactics + cell.tactics,
    mates: sum.mates + cell.mates,
    played: sum.played + cell.played,
    missed: sum.missed + cell.missed,
  };
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function gamesOf(search: Store['search']): Coverage | { games: null; shallow: 0; others: 0 } {
  try {
    return search.coverage(ENGINE.signature, STOCK_MS);
  } catch (error) {
    if (error instanceof SearchTimeError) return { games: null, shallow: 0, others: 0 };
    throw error;
  }
}

function stockOf(store: Store): StockAnswer {
  const { search } = store;
  const { puzzles, all } = store.countPuzzles(ENGINE, STOCK_MS);
  return {
    ...gamesOf(search),
    archives: [...new Set(search.archives(MOST_ARCHIVES).map(toldName))],
    puzzles,
    morePuzzles: !all,
    formats: FORMATS.map(({ name, about }) => ({ name, about })),
  };
}
