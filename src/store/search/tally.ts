/**
 * How the tactics of a wish are spread over patterns, years and archives, and what became of them.
 *
 * Adding up millions takes seconds, so games are looked at in slices that lie spread over the whole store, until all are or the time is up.
 * What was seen by then is an even sample, and says so by its share.
 */
import type { Database } from 'better-sqlite3';
import { readDate } from '../../pgn/filter/dates.js';
import { Condition, SAME_MOVE, type Value } from './conditions.js';
import { OF_GAME, type Plan } from './walk.js';
import { SearchTimeError } from './wish.js';

export interface TallyCell {
  /** Code. */
  pattern: number;
  /** Null where the date does not say. */
  year: number | null;
  /** Path. */
  archive: string;
  tactics: number;
  mates: number;
  played: number;
  missed: number;
}

export interface Tally {
  cells: TallyCell[];
  /** The part of the store that was looked at, 0-1; 1: the counts are exact. */
  share: number;
}

/** Games in a slice: some 30 ms. */
const SLICE = 1_000;

type Row = [
  pattern: number,
  year: string | null,
  entry: number,
  tactics: number,
  mates: number,
  played: number,
  missed: number,
];

const CELL = `t.pattern, substr(g.date, 1, 4), g.entry_id, count(*), sum(t.mate), sum(${SAME_MOVE}),
  sum(o.ply <= g.plies AND NOT (${SAME_MOVE}))`;

/** @param until by `performance.now`: when to stop */
export function tally(plan: Plan, until: number): Tally {
  const sum = new Sum(plan.db);
  const games = plan.fewGames();
  if (games !== undefined) {
    const rest = Condition.all([plan.tactic, plan.joint]);
    const from = `json_each(?) one CROSS JOIN games g ON g.id = one.value ${OF_GAME} WHERE in_time(g.id) AND ${rest.sql}`;
    sum.add(from, [JSON.stringify(games.map(({ id }) => id)), ...rest.values]);
    return { cells: sum.cells(), share: 1 };
  }
  if (plan.fewTactics()) {
    for (const { sql, values } of [
      ...plan.fromTactics('mate', undefined, true),
      ...plan.fromTactics('gain', undefined, true),
    ])
      sum.add(sql, values);
    return { cells: sum.cells(), share: 1 };
  }
  return { share: slices(plan, sum, until), cells: sum.cells() };
}

/** @returns the share of the slices that the time was enough for */
function slices(plan: Plan, sum: Sum, until: number): number {
  const last = Number(plan.db.prepare('SELECT max(id) FROM games').pluck().get());
  const count = Math.ceil(last / SLICE);
  const stride = strideOf(count);
  const rest = Condition.all([plan.game, plan.tactic, plan.joint]);
  const from = `games g ${OF_GAME} WHERE g.id BETWEEN ? AND ? AND in_time(g.id) AND ${rest.sql}`;
  for (let done = 0, slice = 0; done < count; done++, slice = (slice + stride) % count) {
    if (done > 0 && performance.now() > until) return done / count;
    try {
      sum.add(from, [slice * SLICE + 1, (slice + 1) * SLICE, ...rest.values]);
    } catch (error) {
      if (error instanceof SearchTimeError && done > 0) return done / count;
      throw error;
    }
  }
  return 1;
}

/** A step that comes to every slice once, and to far ones one after the other: the golden section, made coprime. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618));
  while (gcd(stride, count) > 1) stride++;
  return stride;
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

class Sum {
  readonly #cells = new Map<string, TallyCell>();
  readonly #archives: Map<number, string>;

  constructor(readonly db: Database) {
    const rows = db
      .prepare<[], [number, string]>('SELECT e.id, a.path FROM entries e JOIN archives a ON a.id = e.archive_id')
      .raw()
      .all();
    this.#archives = new Map(rows);
  }

  /** @param from what stands behind FROM */
  add(from: string, values: readonly Value[]): void {
    const rows = this.db
      .prepare<Value[], Row>(`SELECT ${CELL} FROM ${from} GROUP BY 1, 2, 3`)
      .raw()
      .all(...values);
    for (const [pattern, text, entry, tactics, mates, played, missed] of rows) {
      const span = readDate(text ?? undefined);
      const year = span === null ? null : Math.floor(span.first / 10_000);
      const archive = this.#archives.get(entry) ?? '';
      const key = JSON.stringify([pattern, year, archive]);
      const cell = this.#cells.get(key) ?? { pattern, year, archive, tactics: 0, mates: 0, played: 0, missed: 0 };
      cell.tactics += tactics;
      cell.mates += mates;
      cell.played += played;
      cell.missed += missed;
      this.#cells.set(key, cell);
    }
  }

  /** By pattern, year and archive. */
  cells(): TallyCell[] {
    return [...this.#cells.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
  }
}
