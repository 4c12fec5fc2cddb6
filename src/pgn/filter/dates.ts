/**
 * Dates as tags have them, known to the day, the month or the year -> the days that they may mean. What is stored begins with its year
 * (`yearFirst`): searches rely on it.
 *
 * A day is a number like 20240131, so that days compare as numbers do. Of what tags say no calendar is needed: a filter asks only what comes
 * first. What an operator asks for has to be in it, for a slip of the finger would pass for an answer.
 */
import { FilterError } from './errors.js';

/** From one day to another, both included: `2024.02.??` is 20240201 to 20240231. */
export interface DaySpan {
  first: number;
  last: number;
}

const DATE = /^(\d{4})(?:[.\-/](\d{1,2}|\?{1,2})(?:[.\-/](\d{1,2}|\?{1,2}))?)?$/;

/** The days that a date may mean: `2024.01.31`, `2024-01-31`, `2024.01.??`, `2024`; null where the year is unknown or it is none. */
export function readDate(text: string | undefined): DaySpan | null {
  const [, year, month, day] = DATE.exec((text ?? '').trim()) ?? [];
  if (year === undefined || Number(year) === 0) return null;
  const [firstMonth, lastMonth] = bounds(month, 12);
  // a day in an unknown month says nothing
  const [firstDay, lastDay] = bounds(firstMonth === lastMonth ? day : undefined, 31);
  if (lastMonth > 12 || lastDay > 31) return null;
  const start = Number(year) * 10_000;
  return { first: start + firstMonth * 100 + firstDay, last: start + lastMonth * 100 + lastDay };
}

const YEAR_LAST = /^(\d{1,2}|\?\?)([.\-/])(\d{1,2}|\?\?)\2(\d{4})$/;

/**
 * A date with its year last, in the usual form, where it can mean one day only: between dots the day comes first, else what is more than twelve
 * is the day. Every other text as it is.
 */
export function yearFirst(text: string | undefined): string | undefined {
  const [, first = '', sign, second = '', year = ''] = YEAR_LAST.exec((text ?? '').trim()) ?? [];
  const dayFirst = sign === '.' || Number(first) > 12 || first === second;
  if (sign === undefined || !(dayFirst || Number(second) > 12)) return text;
  const [day, month] = dayFirst ? [first, second] : [second, first];
  const date = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('.');
  return readDate(date) === null ? text : date;
}

/** Zero, as in `2024.00.00`, is another way to say unknown. */
function bounds(part: string | undefined, most: number): [first: number, last: number] {
  const known = Number(part ?? 0);
  return known > 0 ? [known, known] : [1, most];
}

/**
 * A date that an operator gives: a day, a month or a year.
 * @throws {FilterError}
 */
export function parseDate(text: string): DaySpan {
  const span = text.includes('?') ? null : readDate(yearFirst(text));
  if (span === null) throw new FilterError('Give a day, month or year, such as 2024-01-31, 2024-01 or 2024.');
  if (span.first === span.last && !isDay(span.first)) throw new FilterError('There is no such day in the calendar.');
  return span;
}

function isDay(number: number): boolean {
  const [year, month, day] = [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100];
  const date = new Date(0);
  // not Date.UTC, which takes the years up to 99 for those of the last century
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCDate() === day;
}
