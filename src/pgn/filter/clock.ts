/**
 * The TimeControl tag -> how long a game is meant to take, and the classes that sites sort games into by it.
 *
 * The tag's forms, by the PGN standard: `600` and `300+3` (seconds for the whole game, and for each move), `40/7200:3600` (40 moves in
 * two hours, then an hour for the rest), `1/86400` (a day for each move), `*180` (an hourglass), `-` (no clock, which is how Lichess
 * writes correspondence), `?`. What people write instead (`90 min + 30 s`) is unknown: guessing would mix minutes with seconds.
 *
 * The length is Lichess's estimate: a player's time for 40 moves.
 */
import { quoted } from '../shown.js';
import { FilterError } from './errors.js';

const MOVES = 40;
const DAY = 86_400;
const OPEN = Number.MAX_SAFE_INTEGER;

/** Bounds are Lichess's but for the last. */
const CLOCK_CLASSES: ReadonlyMap<string, LengthWish> = new Map<string, LengthWish>([
  ['ultrabullet', { from: 0, below: 30 }],
  ['bullet', { from: 30, below: 180 }],
  ['blitz', { from: 180, below: 480 }],
  ['rapid', { from: 480, below: 1500 }],
  ['classical', { from: 1500, below: DAY }],
  ['correspondence', { from: DAY, to: OPEN }],
]);

export interface Clock {
  /** One spelling for each time control: `600` is `600+0`. */
  text: string;
  /** A player's time for 40 moves; without a clock it is endless. */
  seconds: number;
}

/** Seconds of a player's time for 40 moves: from so many up to so many, or to less than so many. */
type LengthWish = { from: number; to: number } | { from: number; below: number };

/** A time control that is asked for: one in particular, or all of some length. */
export type ClockWish = { text: string } | LengthWish;

const PERIOD = /^(?:(\d{1,6})\/|(\*))?(\d{1,9}(?:\.\d{1,3})?)(?:\+(\d{1,6}(?:\.\d{1,3})?))?$/;

/** Null where the tag is missing, unknown or of no form that the standard knows. */
export function readClock(tag: string | undefined): Clock | null {
  // `3 0` is no 30: only around a sign do blanks say nothing
  const text = (tag ?? '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([+:/*]) ?/g, '$1')
    .trim();
  if (text === '-') return { text, seconds: OPEN };
  const periods: string[] = [];
  let seconds = 0;
  let increment = 0;
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const [, moves, glass = '', base, bonus = '0'] = PERIOD.exec(part) ?? [];
    if (base === undefined || Number(moves) === 0) return null;
    // the last period is repeated for as long as the game goes on
    const times = index === parts.length - 1 && moves !== undefined ? Math.max(1, MOVES / Number(moves)) : 1;
    seconds += Number(base) * times;
    increment = Math.max(increment, Number(bonus));
    periods.push(`${moves === undefined ? glass : `${Number(moves)}/`}${Number(base)}+${Number(bonus)}`);
  }
  return { text: periods.join(':'), seconds: seconds + MOVES * increment };
}

/**
 * What an operator asks for: a class, a time control as the tag has it, or a range of seconds (`180-480`, `1800-`).
 * @throws {FilterError}
 */
export function parseClockWish(text: string): ClockWish {
  const word = text.trim().toLowerCase();
  const named = CLOCK_CLASSES.get(word);
  if (named !== undefined) return named;
  const [, low, high] = /^(\d{1,9})-(\d{1,9})?$/.exec(word) ?? [];
  if (low !== undefined) {
    const range = { from: Number(low), to: high === undefined ? OPEN : Number(high) };
    if (range.from > range.to) throw new FilterError(`The range ${word} runs backwards: the lower number goes first.`);
    return range;
  }
  const clock = readClock(word);
  if (clock !== null) return { text: clock.text };
  const classes = [...CLOCK_CLASSES.keys()].join(', ');
  throw new FilterError(
    `${quoted(text)} is not a time control. Allowed: ${classes}; one as its tag has it, such as 300+3 or 1/86400; ` +
      'or a range of seconds that a player has for 40 moves, such as 180-480 or 1800-.',
  );
}

/** Whether a game with this tag is one of those asked for; one whose time control is unknown is not. */
export function fitsClock(tag: string | undefined, wishes: readonly ClockWish[]): boolean {
  const clock = readClock(tag);
  if (clock === null) return false;
  const { text, seconds } = clock;
  return wishes.some((wish) => {
    if ('text' in wish) return wish.text === text;
    return wish.from <= seconds && ('to' in wish ? seconds <= wish.to : seconds < wish.below);
  });
}
