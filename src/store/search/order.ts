/**
 * The places of tactics in each order, and the cursor that says where a list goes on.
 *
 * A cursor is the place of the last tactic that was handed out, not a number of tactics to pass over: the next page begins behind it, however
 * deep it lies and whatever was stored meanwhile.
 */
import { readDate } from '../../pgn/filter/dates.js';
import { SearchError, type Order } from './wish.js';

/** Where a tactic stands: enough to order it and to find it again. */
export interface Place {
  mate: number;
  gain: number;
  position: number;
  ordinal: number;
  game: number;
  ply: number;
  /** As `orderedDate` has it; empty where the order does not ask. */
  date: string;
}

const USUAL = /^\d{4}\.(?:0[1-9]|1[0-2])\.(?:0[1-9]|[12]\d|3[01])$/;

/**
 * A date by which games can be ordered, whatever way it is written: `2023.03.07`, `2023.03.??` and `2023.??.??`, which stand behind the
 * days that they may mean. It begins with the four digits of a year. `????.??.??` is empty, and so are none at all and what begins otherwise
 * (`5.5.98`, of which nobody can tell the century); behind a year, what cannot be read stays as it is.
 */
export function orderedDate(date: string | null): string {
  if (date === null || !isYear(date.slice(0, 4))) return '';
  if (USUAL.test(date)) return date;
  const span = readDate(date);
  if (span === null) return date;
  const { first, last } = span;
  const part = (from: number): string =>
    String(first)
      .padStart(8, '0')
      .slice(from, from + 2);
  const month = Math.floor(first / 100) === Math.floor(last / 100) ? part(4) : '??';
  return `${String(first).padStart(8, '0').slice(0, 4)}.${month}.${first === last ? part(6) : '??'}`;
}

/** Whether a text is a year as dates begin with one. */
export function isYear(text: string): boolean {
  return /^\d{4}$/.test(text) && text !== '0000';
}

type Comparison = (a: Place, b: Place) => number;

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const withinGame: Comparison = (a, b) => a.ply - b.ply || a.ordinal - b.ordinal;

/** Of mates the gain says nothing. */
export const COMPARE: Record<Order, Comparison> = {
  gain: (a, b) =>
    b.mate - a.mate ||
    (a.mate === 1 ? 0 : b.gain - a.gain) ||
    b.position - a.position ||
    b.ordinal - a.ordinal ||
    b.game - a.game ||
    b.ply - a.ply,
  date: (a, b) => byText(b.date, a.date) || b.game - a.game || withinGame(a, b),
  store: (a, b) => a.game - b.game || withinGame(a, b),
};

/** Opaque to everybody else: letters, digits, `-` and `_`. */
export function makeCursor(order: Order, place: Place): string {
  const { mate, gain, position, ordinal, game, ply, date } = place;
  return Buffer.from(JSON.stringify([order, mate, gain, position, ordinal, game, ply, date])).toString('base64url');
}

/** @throws {SearchError} a text that is no cursor, or one of another order */
export function readCursor(order: Order, cursor: string): Place {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parts = undefined;
  }
  const [of, mate, gain, position, ordinal, game, ply, date] = Array.isArray(parts) ? (parts as unknown[]) : [];
  const numbers = [mate, gain, position, ordinal, game, ply];
  if (of !== order || !numbers.every((number) => Number.isSafeInteger(number)) || typeof date !== 'string') {
    throw new SearchError('this cursor is none, or belongs to another order: begin again without it');
  }
  return { mate, gain, position, ordinal, game, ply, date } as Place;
}
