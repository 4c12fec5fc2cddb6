/**
 * How the dates of games lie in their index.
 *
 * The index has dates as tags have them, and its order is that of days only where all are written in one way: 2023-12-31 and 2023.3.7 stand
 * beside 2023.10.02 elsewhere than their days do. But however it is written, the year comes first (of what begins otherwise the day is not
 * known: `orderedDate`). So years are walked through, and within
 * one the few hundred ways in which its days are written are looked at before its games are; where all are in the usual form, as nearly
 * always, the index is followed as it is.
 */
import type { Database } from 'better-sqlite3';
import { isYear, orderedDate } from './order.js';

export interface Year {
  /** Its dates are those from here on, and below this. */
  from: string;
  below: string;
  /** The latest day first, each with the ways in which it is written; null where the index has the order. */
  days: { date: string; written: string[] }[] | null;
}

/** Behind all digits, and behind all that begins with a text. */
const BEHIND_DIGITS = ':';
const behind = (text: string): string => `${text}\u{10ffff}`;

/** Years of which there are games, the latest first. @param last to begin with that of this day, as `orderedDate` has it */
export function* yearsOf(db: Database, last?: string): Generator<Year> {
  const latest = db
    .prepare<[string], string | null>(
      `SELECT max(date) FROM games INDEXED BY games_by_date WHERE date >= '0' AND date < ?`,
    )
    .pluck();
  // from each way to the next one, over all games that have it
  const written = db
    .prepare<[string, string], string>(
      `WITH RECURSIVE d (date) AS (SELECT ? UNION ALL
         SELECT (SELECT max(date) FROM games INDEXED BY games_by_date WHERE date >= y.start AND date < d.date)
         FROM d, (SELECT ? AS start) y WHERE in_time(d.date) AND d.date IS NOT NULL)
       SELECT date FROM d WHERE date IS NOT NULL`,
    )
    .pluck();
  const end = last === undefined ? BEHIND_DIGITS : behind(yearOf(last));
  for (let below = end < BEHIND_DIGITS ? end : BEHIND_DIGITS; ;) {
    const first = latest.get(below) ?? null;
    if (first === null) return;
    const from = yearOf(first);
    // what begins with no year is among those without a date
    if (isYear(from)) yield { from, below: behind(from), days: daysOf(written.all(first, from)) };
    below = from;
  }
}

function yearOf(date: string): string {
  return [...date].slice(0, 4).join('');
}

function daysOf(dates: readonly string[]): Year['days'] {
  if (dates.every((date) => orderedDate(date) === date)) return null;
  const days = new Map<string, string[]>();
  for (const date of dates) days.set(orderedDate(date), [...(days.get(orderedDate(date)) ?? []), date]);
  return [...days].sort(([a], [b]) => (a > b ? -1 : 1)).map(([date, written]) => ({ date, written }));
}
