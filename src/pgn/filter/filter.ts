/**
 * Which games a scan is about, told from the tags alone, before a move is read: a game that is not wanted costs a look at its tags.
 *
 * One rule for what is not known: a filter lets pass what surely fits. A game without ratings fails every question about ratings, and
 * a date that leaves open whether it fits does not fit.
 *
 * A filter is plain data, so that it can travel between threads and be written down; `compileFilter` makes the test from it.
 */
import { fenOf, isUsualStart } from '../start.js';
import { variantOf } from '../variant.js';
import { fitsClock, type ClockWish } from './clock.js';
import { readDate, yearFirst } from './dates.js';
import { nameTest } from './names.js';
import { readElo } from './rating.js';
import { partTest } from './spelling.js';

export type Tags = ReadonlyMap<string, string>;

/** Standard chess from its usual position, or from another one. */
export const STARTS = ['standard', 'from-position'] as const;
export type Start = (typeof STARTS)[number];

export const RESULTS = ['1-0', '0-1', '1/2-1/2', '*'] as const;
export type Result = (typeof RESULTS)[number];

/** What is asked of a game; what is absent is not asked. Lists hold alternatives, and all fields must be met. */
export interface GameFilter {
  /** Of both players. */
  minElo?: number;
  maxElo?: number;
  timeControls?: ClockWish[];
  /** Words of names (`parseName`): of either player, of White, of Black. */
  players?: string[][];
  white?: string[][];
  black?: string[][];
  /** Days as in `dates.ts`, both included. */
  since?: number;
  until?: number;
  /** Parts of the event's name (`asAsked`). */
  events?: string[];
  results?: Result[];
  starts?: Start[];
}

/** Null where the game passes, else why not: what was asked that it does not meet, or the name of its variant. */
export type FilterTest = (tags: Tags) => string | null;

/** The names under which games that were left out are counted, for each question. */
type Question = [reason: string | ((tags: Tags) => string), fits: (tags: Tags) => boolean];

/**
 * The test for a filter. Variants other than standard chess never pass, for they are not analysed. Of several questions that a game
 * fails, the first in a fixed order is its reason.
 */
export function compileFilter(filter: GameFilter): FilterTest {
  const questions = questionsOf(filter);
  return (tags) => {
    const variant = variantOf(tags);
    if (variant !== 'standard') return variant;
    for (const [reason, fits] of questions) {
      if (!fits(tags)) return typeof reason === 'string' ? reason : reason(tags);
    }
    return null;
  };
}

/** One text for each filter, equal where they ask the same; empty where nothing is asked. Fit for a checkpoint and for a thread. */
export function filterText(filter: GameFilter): string {
  const fields = Object.entries(filter)
    .filter(([, value]: [string, unknown]) => value !== undefined)
    .map(([name, value]: [string, unknown]) => [name, Array.isArray(value) ? distinct(value) : value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.length === 0 ? '' : JSON.stringify(Object.fromEntries(fields));
}

/** The inverse of `filterText`. */
export function filterFromText(text: string): GameFilter {
  return text === '' ? {} : (JSON.parse(text) as GameFilter);
}

/** In an order of their own, each once: the order of alternatives means nothing. */
function distinct(values: unknown[]): unknown[] {
  return [...new Set(values.map((value) => JSON.stringify(value)))].sort().map((text) => JSON.parse(text) as unknown);
}

function questionsOf(filter: GameFilter): Question[] {
  const { minElo, maxElo, timeControls, players, white, black, since, until, events, results, starts } = filter;
  const questions: Question[] = [];
  if (starts !== undefined) questions.push([startName, (tags) => starts.includes(startOf(tags))]);
  if (players !== undefined) {
    const fits = nameTest(players);
    questions.push(['player', (tags) => fits(tags.get('White')) || fits(tags.get('Black'))]);
  }
  if (white !== undefined) {
    const fits = nameTest(white);
    questions.push(['player', (tags) => fits(tags.get('White'))]);
  }
  if (black !== undefined) {
    const fits = nameTest(black);
    questions.push(['player', (tags) => fits(tags.get('Black'))]);
  }
  if (minElo !== undefined || maxElo !== undefined) {
    const [least, most] = [minElo ?? 0, maxElo ?? Infinity];
    const fits = (tag: string | undefined): boolean => {
      const elo = readElo(tag);
      return elo !== null && least <= elo && elo <= most;
    };
    questions.push(['rating', (tags) => fits(tags.get('WhiteElo')) && fits(tags.get('BlackElo'))]);
  }
  if (timeControls !== undefined) {
    questions.push(['time control', (tags) => fitsClock(tags.get('TimeControl'), timeControls)]);
  }
  if (since !== undefined || until !== undefined) {
    const [first, last] = [since ?? 0, until ?? Infinity];
    questions.push([
      'date',
      (tags) => {
        const span = readDate(yearFirst(tags.get('UTCDate'))) ?? readDate(yearFirst(tags.get('Date')));
        return span !== null && first <= span.first && span.last <= last;
      },
    ]);
  }
  if (events !== undefined) {
    const fits = partTest(events);
    questions.push(['event', (tags) => fits(tags.get('Event') ?? '')]);
  }
  if (results !== undefined) questions.push(['result', (tags) => results.includes(resultOf(tags))]);
  return questions;
}

function startOf(tags: Tags): Start {
  const fen = fenOf(tags);
  return fen === null || isUsualStart(fen) ? 'standard' : 'from-position';
}

/** As Lichess names them in its Variant tag. */
function startName(tags: Tags): string {
  return startOf(tags) === 'standard' ? 'Standard' : 'From Position';
}

/** `1/2` and `½-½` are draws; what is missing or is no result is unknown, as `*` is. */
function resultOf(tags: Tags): Result {
  const text = tags.get('Result')?.trim() ?? '*';
  if (/^(?:1\/2|½-½|0\.5-0\.5)$/.test(text)) return '1/2-1/2';
  return RESULTS.find((result) => result === text) ?? '*';
}
