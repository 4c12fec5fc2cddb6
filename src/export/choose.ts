/**
 * Which puzzles a dataset is about: by what they are, and by the games that they come from.
 *
 * All that is asked must be met, and lists hold alternatives. Questions about games are those of a scan (`pgn/filter`), with its rule for
 * what is not known: a game that does not say it does not meet it. A filter is plain data, which can be written down and told.
 */
import { compileFilter, type GameFilter } from '../pgn/filter/filter.js';
import { partTest } from '../pgn/filter/spelling.js';
import type { Puzzle, PuzzleGame } from '../store/puzzles.js';
import { PATTERNS, type PatternMask } from '../tactics/types.js';
import { readEcoRange, type EcoRange } from './choose-eco.js';
import { patternMaskOf, solverMoves, type Item } from './item.js';
import type { Phase } from './phase.js';
import { oneLine } from './text.js';

/** From and to, both included. */
export interface Range {
  from: number;
  to: number;
}

/** What is absent is not asked. */
export interface PuzzleFilter {
  /** Any of these patterns begins with the solution's first move. */
  patterns?: PatternMask;
  /** Centipawns; a mate meets it whatever it wins. */
  minGain?: number;
  maxGain?: number;
  /** Mates only, or none. */
  mate?: boolean;
  /** Moves that the solver has to find. */
  moves?: Range;
  phases?: readonly Phase[];
  /** The estimated difficulty. */
  rating?: Range;
  /** The ply of the solver's first move in its game, 1-based. */
  plies?: Range;
  eco?: readonly EcoRange[];
  /** Parts of the archive's path or of the entry's name (`asAsked`). */
  sources?: readonly string[];
  /** What a scan can ask of a game. */
  game?: GameFilter;
}

export interface PuzzleTests {
  /** What the stored puzzle can answer: cheap, and asked first. */
  stored(puzzle: Puzzle): boolean;
  /** What has to be worked out; null where nothing of it is asked. */
  computed: ((item: Item) => boolean) | null;
}

export function compilePuzzleFilter(filter: PuzzleFilter): PuzzleTests {
  const { patterns, minGain, maxGain, mate, moves, phases, rating, plies, eco, sources, game } = filter;
  const stored: ((puzzle: Puzzle) => boolean)[] = [];
  if (patterns !== undefined) stored.push((puzzle) => (patternMaskOf(puzzle) & patterns) !== 0);
  if (minGain !== undefined) stored.push((puzzle) => puzzle.mate || puzzle.gain >= minGain);
  if (maxGain !== undefined) stored.push((puzzle) => !puzzle.mate && puzzle.gain <= maxGain);
  if (mate !== undefined) stored.push((puzzle) => puzzle.mate === mate);
  if (moves !== undefined) stored.push((puzzle) => within(solverMoves(puzzle), moves));
  if (plies !== undefined) stored.push((puzzle) => within(puzzle.ply, plies));
  if (eco !== undefined) {
    stored.push(({ game: { eco: code } }) => {
      const own = readEcoRange(oneLine(code).slice(0, 3));
      return own !== null && eco.some(({ first, last }) => first <= own.first && own.last <= last);
    });
  }
  if (sources !== undefined) {
    const fits = partTest(sources);
    stored.push(({ game: { archive, entry } }) => fits(`${archive}\n${entry}`));
  }
  if (game !== undefined) {
    const test = compileFilter(game);
    stored.push((puzzle) => test(tagsOf(puzzle.game)) === null);
  }
  const computed: ((item: Item) => boolean)[] = [];
  if (phases !== undefined) computed.push((item) => phases.includes(item.phase));
  if (rating !== undefined) computed.push((item) => within(item.rating, rating));
  return {
    stored: (puzzle) => stored.every((test) => test(puzzle)),
    computed: computed.length === 0 ? null : (item) => computed.every((test) => test(item)),
  };
}

function within(value: number, { from, to }: Range): boolean {
  return from <= value && value <= to;
}

/** As its archive had them, as far as they are stored. */
function tagsOf(game: PuzzleGame): Map<string, string> {
  const tags = new Map<string, string>();
  const add = (name: string, value: string | number | null): void => {
    if (value !== null) tags.set(name, String(value));
  };
  add('White', game.white);
  add('Black', game.black);
  add('Event', game.event);
  add('Date', game.date);
  add('Result', game.result);
  add('WhiteElo', game.whiteElo);
  add('BlackElo', game.blackElo);
  add('TimeControl', game.timeControl);
  return tags;
}

/** The filter in words, a line a question, for people who are handed the dataset. */
export function describeFilter(filter: PuzzleFilter): string[] {
  const { patterns, minGain, maxGain, mate, moves, phases, rating, plies, eco, sources, game = {} } = filter;
  const lines: (string | undefined)[] = [
    patterns === undefined
      ? undefined
      : `patterns: ${PATTERNS.filter((_, code) => (patterns & (1 << code)) !== 0).join(', ')}`,
    minGain === undefined ? undefined : `gain: ${minGain} centipawns or more, or mate`,
    maxGain === undefined ? undefined : `gain: ${maxGain} centipawns or less, no mates`,
    mate === undefined ? undefined : mate ? 'mates only' : 'no mates',
    moves && `moves to find: ${rangeText(moves)}`,
    phases && `phase: ${phases.join(', ')}`,
    rating && `estimated difficulty: ${rangeText(rating)}`,
    plies && `ply in the game: ${rangeText(plies)}`,
    eco && `opening (ECO): ${eco.map(({ text }) => text).join(', ')}`,
    sources && `source has in its name: ${sources.map(quote).join(', ')}`,
    game.players && `player: ${game.players.map(nameText).join(' or ')}`,
    game.white && `White: ${game.white.map(nameText).join(' or ')}`,
    game.black && `Black: ${game.black.map(nameText).join(' or ')}`,
    game.minElo === undefined ? undefined : `both players rated ${game.minElo} or more`,
    game.maxElo === undefined ? undefined : `both players rated ${game.maxElo} or less`,
    game.timeControls && `time control: ${game.timeControls.map(clockText).join(', ')}`,
    game.since === undefined ? undefined : `played on ${dayText(game.since)} or later`,
    game.until === undefined ? undefined : `played on ${dayText(game.until)} or earlier`,
    game.events && `event has in its name: ${game.events.map(quote).join(', ')}`,
    game.results && `result: ${game.results.join(', ')}`,
  ];
  return lines.filter((line) => line !== undefined);
}

function rangeText({ from, to }: Range): string {
  if (from === to) return String(from);
  return to >= Number.MAX_SAFE_INTEGER ? `${from} or more` : `${from} to ${to}`;
}

function quote(text: string): string {
  return `"${oneLine(text)}"`;
}

function nameText(words: readonly string[]): string {
  return quote(words.join(' '));
}

function clockText(wish: NonNullable<GameFilter['timeControls']>[number]): string {
  if ('text' in wish) return wish.text;
  return `${'to' in wish ? rangeText(wish) : `${wish.from} to less than ${wish.below}`} s for 40 moves`;
}

/** @param number ends of months are their 31st day, whatever they have (`pgn/filter/dates.ts`); here they are told as the calendar has them */
function dayText(number: number): string {
  const [year, month, day] = [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100];
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(Math.min(day, last.getUTCDate()))}`;
}
