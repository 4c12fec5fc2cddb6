/**
 * Verdicts -> the measures, per pattern and by rating.
 *
 * - recall, line: of the puzzles labelled T, the share where at some move of the solver l2 has T with the solution's move as trigger.
 * - recall, first: the same at the solver's first move alone. Two restrictions of it: to puzzles of at most two moves of the solver, and,
 *   for the two patterns that are mates, to those that mate within three.
 * - precision, line: of all (puzzle, pattern) pairs so reported, the share that the labels bear. Beside it, never in its place, "within":
 *   the same without the pairs that the labels cannot judge (`evidence.ts`).
 * - solved: of the puzzles with at least one of the ten labels, the share whose first move is `tactics[0].trigger_move`.
 * - seen: recall, line, of l1: what no later stage can make up for, but by finding the pattern later in a line.
 *
 * Means are unweighted over the ten patterns, whatever their counts.
 */
import { PATTERNS, type Pattern } from '../../../src/tactics/types.js';
import { CAUSES, UNSOLVED, type Cause, type Unsolved } from './causes.js';
import { Confusion, type ConfusionTables } from './confusion.js';
import { EVIDENCE, isJudged, type Evidence } from './evidence.js';
import type { Verdict } from './judge.js';
import { has } from './masks.js';
import { Worst, type Failure } from './worst.js';

/** Moves of the solver, at most. */
const SHORT = 2;
const SHORT_MATE = 3;

/** Labelled pairs of a restriction, and those said at the first move. */
export interface Part {
  labelled: number;
  first: number;
}

export interface Counts {
  /** Puzzles with the label, in a total (puzzle, label) pairs. */
  labelled: number;
  line: number;
  first: number;
  /** Of the puzzles of at most two moves of the solver. */
  short: Part;
  /** Of the puzzles that mate within three; for the patterns that are mates. */
  short_mate: Part;
  seen: number;
  solved: number;
  /** (puzzle, pattern) pairs said, and how many of them the labels bear. */
  said: number;
  borne: number;
  /** The same of the pairs that the labels can judge. */
  judged: number;
  judged_borne: number;
  /** Of the labels missed. */
  causes: Record<Cause, number>;
  /** Of the labelled puzzles not solved. */
  unsolved: Record<Unsolved, number>;
  /** Of the pairs said that no label bears. */
  extras: Record<Evidence, number>;
}

/** Shares, 0 to 1; null where there is nothing to take a share of. */
export interface Shares {
  recall_line: number | null;
  recall_first: number | null;
  precision_line: number | null;
  precision_within: number | null;
  solved: number | null;
  seen_l1: number | null;
  first_short: number | null;
  first_short_mate: number | null;
}

export interface Band {
  /** Ratings from `from` up to, but not including, `to`. */
  from: number;
  to: number;
  puzzles: number;
  /** Over (puzzle, pattern) pairs, but for `solved`, which is over puzzles. */
  shares: Shares;
}

export interface Measures {
  puzzles: number;
  /** Puzzles with at least one of the ten labels. */
  labelled_puzzles: number;
  positions: number;
  patterns: { pattern: Pattern; counts: Counts; shares: Shares }[];
  mean: Shares;
  /** Over all puzzles with a label: `solved` and why not as they are defined; the others over (puzzle, pattern) pairs. */
  all: { counts: Counts; shares: Shares };
  bands: Band[];
  confusion: ConfusionTables;
  /** The easiest puzzles that go wrong, the easiest first. */
  worst: readonly Failure[];
}

const BOUNDS = [0, 1000, 1400, 1800, 2200, 10_000];
const MATES: readonly Pattern[] = ['back_rank_mate', 'smothered_mate'];

function zeros<K extends string>(keys: readonly K[]): Record<K, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
}

function noCounts(): Counts {
  return {
    ...zeros(['labelled', 'line', 'first', 'seen', 'solved', 'said', 'borne', 'judged', 'judged_borne']),
    short: zeros(['labelled', 'first']),
    short_mate: zeros(['labelled', 'first']),
    causes: zeros(CAUSES),
    unsolved: zeros(UNSOLVED),
    extras: zeros(EVIDENCE),
  };
}

function addPart(part: Part, first: boolean): void {
  part.labelled++;
  if (first) part.first++;
}

/** What one puzzle adds to the counts of a pattern that was said. */
function addSaid(counts: Counts, verdict: Verdict, code: number, pattern: Pattern): void {
  const borne = has(verdict.labels, code);
  const evidence = verdict.evidence.get(code);
  counts.said++;
  if (borne) counts.borne++;
  if (evidence === undefined) return;
  if (!borne) counts.extras[evidence]++;
  if (!isJudged(pattern, evidence)) return;
  counts.judged++;
  if (borne) counts.judged_borne++;
}

/** What one puzzle adds to the counts of one of its labels. */
function addLabelled(counts: Counts, verdict: Verdict, code: number, pattern: Pattern): void {
  const { line, seen, solved, unsolved, positions, mates, causes } = verdict;
  const first = has(verdict.first, code);
  counts.labelled++;
  if (has(line, code)) counts.line++;
  if (first) counts.first++;
  if (positions <= SHORT) addPart(counts.short, first);
  if (MATES.includes(pattern) && mates && positions <= SHORT_MATE) addPart(counts.short_mate, first);
  if (has(seen, code)) counts.seen++;
  if (solved) counts.solved++;
  const cause = causes.get(code);
  if (cause !== undefined) counts.causes[cause]++;
  if (unsolved !== null) counts.unsolved[unsolved]++;
}

function addTo<K extends string>(sum: Record<K, number>, more: Record<K, number>, keys: readonly K[]): void {
  for (const key of keys) sum[key] += more[key];
}

/** One group of puzzles: what each pattern counts, and how many puzzles were solved. */
class Group {
  puzzles = 0;
  labelled = 0;
  solved = 0;
  readonly unsolved = zeros(UNSOLVED);
  readonly patterns = PATTERNS.map(noCounts);

  add(verdict: Verdict): void {
    const { labels, line, solved, unsolved } = verdict;
    this.puzzles++;
    if (labels !== 0) {
      this.labelled++;
      if (solved) this.solved++;
      if (unsolved !== null) this.unsolved[unsolved]++;
    }
    PATTERNS.forEach((pattern, code) => {
      const counts = this.patterns[code] ?? noCounts();
      if (has(line, code)) addSaid(counts, verdict, code, pattern);
      if (has(labels, code)) addLabelled(counts, verdict, code, pattern);
    });
  }

  sum(): Counts {
    const sum = noCounts();
    for (const counts of this.patterns) {
      addTo(sum, counts, ['labelled', 'line', 'first', 'seen', 'said', 'borne', 'judged', 'judged_borne']);
      addTo(sum.short, counts.short, ['labelled', 'first']);
      addTo(sum.short_mate, counts.short_mate, ['labelled', 'first']);
      addTo(sum.causes, counts.causes, CAUSES);
      addTo(sum.extras, counts.extras, EVIDENCE);
    }
    return { ...sum, solved: this.solved, unsolved: { ...this.unsolved } };
  }

  shares(): Shares {
    return { ...sharesOf(this.sum()), solved: share(this.solved, this.labelled) };
  }
}

export class Tally {
  readonly #all = new Group();
  readonly #bands = BOUNDS.slice(1).map(() => new Group());
  readonly #confusion = new Confusion();
  readonly #worst = new Worst();
  #positions = 0;

  add(verdict: Verdict): void {
    this.#positions += verdict.positions;
    this.#all.add(verdict);
    this.#confusion.add(verdict);
    if (verdict.failure !== null) this.#worst.add(verdict.failure);
    this.#bands[BOUNDS.findIndex((bound) => verdict.rating < bound) - 1]?.add(verdict);
  }

  measures(): Measures {
    const patterns = PATTERNS.map((pattern, code) => {
      const counts = this.#all.patterns[code] ?? noCounts();
      return { pattern, counts, shares: sharesOf(counts) };
    });
    return {
      puzzles: this.#all.puzzles,
      labelled_puzzles: this.#all.labelled,
      positions: this.#positions,
      patterns,
      mean: meanOf(patterns.map(({ shares }) => shares)),
      all: { counts: this.#all.sum(), shares: this.#all.shares() },
      bands: this.#bands.map((group, index) => ({
        from: BOUNDS[index] ?? 0,
        to: BOUNDS[index + 1] ?? 0,
        puzzles: group.puzzles,
        shares: group.shares(),
      })),
      confusion: this.#confusion.tables(),
      worst: this.#worst.list(),
    };
  }
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

function sharesOf(counts: Counts): Shares {
  return {
    recall_line: share(counts.line, counts.labelled),
    recall_first: share(counts.first, counts.labelled),
    precision_line: share(counts.borne, counts.said),
    precision_within: share(counts.judged_borne, counts.judged),
    solved: share(counts.solved, counts.labelled),
    seen_l1: share(counts.seen, counts.labelled),
    first_short: share(counts.short.first, counts.short.labelled),
    first_short_mate: share(counts.short_mate.first, counts.short_mate.labelled),
  };
}

function meanOf(all: readonly Shares[]): Shares {
  const mean = (key: keyof Shares): number | null => {
    const values = all.map((shares) => shares[key]).filter((value) => value !== null);
    return share(
      values.reduce((sum, value) => sum + value, 0),
      values.length,
    );
  };
  return {
    recall_line: mean('recall_line'),
    recall_first: mean('recall_first'),
    precision_line: mean('precision_line'),
    precision_within: mean('precision_within'),
    solved: mean('solved'),
    seen_l1: mean('seen_l1'),
    first_short: mean('first_short'),
    first_short_mate: mean('first_short_mate'),
  };
}
