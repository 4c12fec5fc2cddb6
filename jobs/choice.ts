/** The flags that choose among stored puzzles: `npm run export -- --patterns fork --moves 2-3 --eco B20-B99 --per-pattern 500`. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type PuzzleFilter, type Range } from '../src/export/choose.js';
import { readEcoRange, type EcoRange } from '../src/export/choose-eco.js';
import { parseSplit, SplitError, type Split } from '../src/export/choose-split.js';
import type { Choice } from '../src/export/export.js';
import { PHASES, type Phase } from '../src/export/phase.js';
import { filterFromText } from '../src/pgn/filter/filter.js';
import { asAsked } from '../src/pgn/filter/spelling.js';
import { given } from '../src/given.js';
import { maskOf, type Pattern } from '../src/tactics/types.js';
import { collector, list, patternList, readBy, refuse, wholeNumber } from './cli.js';
import { addTagOptions, settleFilter, type FilterFlags } from './filters.js';

export interface ChoiceFlags extends FilterFlags {
  patterns?: Pattern[];
  minGain?: number;
  maxGain?: number;
  mate?: boolean;
  moves?: Range;
  phase?: Phase[];
  rating?: Range;
  ply?: Range;
  eco?: EcoRange[];
  source?: string[];
  perPattern?: number;
  limit?: number;
  split?: Split;
  seed: number;
}

/** What `--help` says behind the options. */
export const CHOICE_HELP = `
A puzzle must match every filter that is given; a flag with several values is matched by any of them. A game that lacks a tag does not match
a filter on it. Filters on games are those of "npm run scan" (its --help has the details).
With --per-pattern N each puzzle counts for one pattern, the rarest that it has (of --patterns, if given), and at most N are drawn for each.
With --split, all puzzles of a game go into the same part. Samples and splits depend on --seed alone: the same database gives the same files.`;

export function addChoiceOptions(command: Command): Command {
  command
    .addOption(patternList('--pattern, --patterns <a,b>'))
    .option('--min-gain <cp>', 'only puzzles that win this many centipawns or more, or mate', wholeNumber(0, 10_000))
    .option(
      '--max-gain <cp>',
      'only puzzles that win this many centipawns or fewer, and no mates',
      wholeNumber(0, 10_000),
    )
    .addOption(new Option('--mate', 'only mates'))
    .addOption(new Option('--no-mate', 'no mates'))
    .option('--moves <n>', 'only with this many moves to find: 2, 2-3 or 3-', range(1, 100, '2, 2-3 or 3-'))
    .option('--phase <a,b>', `only these: ${PHASES.join(', ')}`, list(readPhase))
    .option(
      '--rating <a-b>',
      'only with an estimated difficulty in this range, such as 1200-1800',
      range(0, 4000, '1500, 1200-1800 or 2000-'),
    )
    .option(
      '--ply <a-b>',
      'only where the solution begins at such a ply of the game, such as 1-40',
      range(1, 1_000_000, '20, 1-40 or 60-'),
    )
    .option('--eco <a,b>', 'only from these openings, by ECO code: B33, B20-B99, C', list(readEco))
    .option(
      '--archive, --source <text>',
      'only from archives whose path or entry contains this; repeat for more archives',
      collectText,
    );
  return addTagOptions(command)
    .option('--per-pattern <n>', 'draw a balanced sample: at most so many of each pattern', wholeNumber(1, 10_000_000))
    .option('--limit <n>', 'draw a sample of at most so many', wholeNumber(1, 100_000_000))
    .option(
      '--split <a/b/c>',
      'split by game into train/validation/test, in percent: 80/10/10 (a file for each)',
      readSplit,
    )
    .option('--seed <n>', 'seed of samples and splits', wholeNumber(0, 4_294_967_295), 1);
}

/** Ends with a usage error where nothing could pass. */
export function settleChoice(command: Command, flags: ChoiceFlags): Choice {
  const { minGain, maxGain, mate } = flags;
  if (minGain !== undefined && maxGain !== undefined && minGain > maxGain) {
    refuse(command, `--min-gain ${minGain} is above --max-gain ${maxGain}: no puzzle can match both`);
  }
  if (mate === true && maxGain !== undefined)
    refuse(
      command,
      '--mate and --max-gain contradict each other, for a mate counts as more than any gain: leave one of them out',
    );
  const { patterns, moves, phase, rating, ply, eco, source, perPattern, limit, split, seed } = flags;
  const game = settleFilter(command, flags);
  const filter: PuzzleFilter = given({
    patterns: patterns && maskOf(patterns),
    minGain,
    maxGain,
    mate,
    moves,
    phases: phase,
    rating,
    plies: ply,
    eco,
    sources: source,
    game: game === '' ? undefined : filterFromText(game),
  });
  return { filter, sample: given({ perPattern, limit }), seed, ...given({ split }) };
}

/** @param examples what fits the flag, for who wrote something else */
function range(min: number, max: number, examples: string): (text: string) => Range {
  return (text) => {
    const [, low, dash, high] = /^(\d{1,9})(?:(-)(\d{1,9})?)?$/.exec(text.trim()) ?? [];
    const from = Number(low);
    const to = dash === undefined ? from : high === undefined ? Number.MAX_SAFE_INTEGER : Number(high);
    if (low === undefined || from < min || from > max || (high !== undefined && (to < min || to > max))) {
      throw new InvalidArgumentError(`Give a number or range between ${min} and ${max}, such as ${examples}.`);
    }
    if (from > to)
      throw new InvalidArgumentError(`The range runs backwards: the lower number goes first, such as ${high}-${low}.`);
    return { from, to };
  };
}

function readPhase(text: string): Phase {
  const found = PHASES.find((phase) => phase === text.toLowerCase());
  if (found === undefined)
    throw new InvalidArgumentError(`${JSON.stringify(text)} is not a phase. Allowed: ${PHASES.join(', ')}.`);
  return found;
}

function readEco(text: string): EcoRange {
  const found = readEcoRange(text);
  const [from = '', to] = text.split('-');
  if (found === null && to !== undefined && readEcoRange(from) !== null && readEcoRange(to) !== null)
    throw new InvalidArgumentError('The range runs backwards: the lower ECO code goes first, such as B20-B99.');
  if (found === null) throw new InvalidArgumentError('Give an ECO code or range, such as B33, B20-B99 or C.');
  return found;
}

const readSplit = readBy(parseSplit, SplitError);

const collectText = collector<string[]>((text, before = []) => {
  const part = asAsked(text.trim());
  if (part === '') throw new InvalidArgumentError("Give at least a part of the archive's name.");
  return [...before, part];
});
