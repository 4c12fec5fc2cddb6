/** The flags that choose games by their tags, and plies within them: `npm run scan -- --min-elo 2200 --since 2024`. */
import { type Command, InvalidArgumentError } from 'commander';
import { parseClockWish } from '../src/pgn/filter/clock.js';
import { parseDate, type DaySpan } from '../src/pgn/filter/dates.js';
import { FilterError } from '../src/pgn/filter/errors.js';
import { RESULTS, STARTS, filterText, type GameFilter, type Result, type Start } from '../src/pgn/filter/filter.js';
import { parseName } from '../src/pgn/filter/names.js';
import { asAsked } from '../src/pgn/filter/spelling.js';
import { given } from '../src/given.js';
import type { PlyRange } from '../src/tactics/plies.js';
import { collector, list, readBy, refuse } from './cli.js';

/** As commander gives them: only flags that were used. */
export interface FilterFlags {
  minElo?: number;
  maxElo?: number;
  timeControl?: NonNullable<GameFilter['timeControls']>;
  player?: string[][];
  white?: string[][];
  black?: string[][];
  since?: DaySpan;
  until?: DaySpan;
  event?: string[];
  result?: Result[];
  variant?: Start[];
  plies?: PlyRange;
}

/** What `--help` says behind the options. */
export const FILTER_HELP = `
Games are selected by their tags, before their moves are read. A game must match every filter that is given; a flag with several values, or
given several times, is matched by any of them. A game that lacks a tag does not match a filter on it: --min-elo leaves out games without
ratings, and --since and --until leave out a partial date (2024.??.??) unless every day that it may mean fits. UTCDate goes before Date.
Time controls are classed by Lichess's estimate, base + 40 x increment: ultrabullet below 30 s, bullet below 3 min, blitz below 8 min, rapid
below 25 min, classical below a day, and correspondence from a day on (or "-").
Names match by whole words, ignoring case and accents: "carlsen" matches "Carlsen, Magnus", but not "carlsen99". An umlaut may be written as
one letter or as two: "mueller" and "muller" find "Müller", and "müller" finds all three.
Games that a filter leaves out are counted as filtered. Games that earlier scans have stored stay in the database.
With --plies, positions outside the range are neither searched nor stored (they have bit 15 set in games.masks).`;

/** All that can be asked of games before they are scanned. */
export function addFilterOptions(command: Command): Command {
  return addTagOptions(command)
    .option(
      '--variant <a,b>',
      `only these: ${STARTS.join(' (the usual start), ')} (a FEN tag); other variants are never analysed`,
      list(one(oneOf<Start>(STARTS, 'variant that is analysed'))),
    )
    .option(
      '--plies <a-b>',
      'only the positions before these plies of each game, such as 20-60 or 20-',
      one(parsePlies),
    );
}

/** Those that are told from the tags which the database keeps. */
export function addTagOptions(command: Command): Command {
  return command
    .option('--min-elo <n>', 'only games whose players both have this rating or more', elo)
    .option('--max-elo <n>', 'only games whose players both have this rating or less', elo)
    .option(
      '--time-control <a,b>',
      'only these: blitz, rapid ..., 300+3, or a range of estimated seconds such as 180-480',
      list(one(parseClockWish)),
    )
    .option('--player <name>', 'only games of this player; repeat for more players', collect(parseName))
    .option('--white <name>', 'only games in which this player has White', collect(parseName))
    .option('--black <name>', 'only games in which this player has Black', collect(parseName))
    .option(
      '--since <date>',
      'only games of this day, month or year (2024-01-31, 2024-01, 2024) and later',
      one(parseDate),
    )
    .option('--until <date>', 'only games of this day, month or year and earlier', one(parseDate))
    .option(
      '--event <text>',
      'only games whose event has this in its name; repeat for more events',
      collect(parseEvent),
    )
    .option('--result <a,b>', `only these: ${RESULTS.join(', ')}`, list(one(oneOf<Result>(RESULTS, 'result'))));
}

/** The filter as one text (`filterText`); empty without flags. Ends with a usage error where nothing could pass. */
export function settleFilter(command: Command, flags: FilterFlags): string {
  const { minElo, maxElo, since, until } = flags;
  if (minElo !== undefined && maxElo !== undefined && minElo > maxElo) {
    refuse(command, `--min-elo ${minElo} is above --max-elo ${maxElo}: no game can match both`);
  }
  if (since !== undefined && until !== undefined && since.first > until.last) {
    refuse(command, '--since lies after --until: no game can match both');
  }
  return filterOf(flags);
}

function filterOf(flags: FilterFlags): string {
  const { minElo, maxElo, timeControl, player, white, black, since, until, event, result, variant } = flags;
  const filter: GameFilter = given({
    minElo,
    maxElo,
    timeControls: timeControl,
    players: player,
    white,
    black,
    since: since?.first,
    until: until?.last,
    events: event,
    results: result,
    starts: variant,
  });
  return filterText(filter);
}

function elo(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > 4000)
    throw new InvalidArgumentError('Give a rating from 1 to 4000, such as 2200.');
  return value;
}

function parseEvent(text: string): string {
  const part = asAsked(text.trim());
  if (part === '') throw new FilterError('Give at least a part of the event\'s name, such as "Candidates".');
  return part;
}

function parsePlies(text: string): PlyRange {
  const [, from, to] = /^(\d{1,6})-(\d{1,6})?$/.exec(text.trim()) ?? [];
  const range = { from: Number(from), to: to === undefined ? Number.MAX_SAFE_INTEGER : Number(to) };
  if (from === undefined || range.from < 1 || range.from > range.to)
    throw new FilterError('Give a range of plies, such as 20-60 or 20-; the first move is ply 1.');
  return range;
}

function oneOf<T extends string>(values: readonly T[], what: string): (text: string) => T {
  return (text) => {
    const found = values.find((value) => value === text.trim().toLowerCase());
    if (found === undefined)
      throw new FilterError(`${JSON.stringify(text)} is not a ${what}. Allowed: ${values.join(', ')}.`);
    return found;
  };
}

/** One value, in commander's terms. */
function one<T>(parse: (text: string) => T): (text: string) => T {
  return readBy(parse, FilterError);
}

/** A value each time that the flag is given. */
function collect<T>(parse: (text: string) => T): (text: string, before: T[] | undefined) => T[] {
  return collector((text, before = []) => [...before, one(parse)(text)]);
}
