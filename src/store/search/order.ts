/**
 * The places of tactics in each order, and the cursor that says where a list goes on.
 *
 * A cursor is the place of the last tactic that was handed out, not a number of tactics to pass over: the next page begins behind it, however
 * deep it lies and whatever was stored meanwhile.
 */
import { SearchError, type Order } from './wish.js';

/** Where a tactic stands: enough to order it and to find it again. */
export interface Place {
  mate: number;
  gain: number;
  position: number;
  ordinal: number;
  game: number;
  ply: number;
  /** As the tag has it; empty where it is unknown (`isKnownDate`) or the order does not ask. */
  date: string;
}

/** A date by which games can be ordered begins with a digit; `????.??.??` stands with those that have none. */
export function orderedDate(date: string | null): string {
  return date !== null && date >= '0' && date < ':' ? date : '';
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
