/**
 * Verdicts -> the measures, per pattern and by rating.
 *
 * - recall, line: of the puzzles labelled T, the share where at some move of the solver l2 has T with the solution's move as trigger.
 * - recall, first: the same at the solver's first move alone.
 * - precision, line: of all (puzzle, pattern) pairs so reported, the share that the labels bear.
 * - solved: of the puzzles with at least one of the ten labels, the share whose first move is `tactics[0].trigger_move`.
 * - seen: recall, line, of l1: what no later stage can make up for, but by finding the pattern later in a line.
 *
 * Means are unweighted over the ten patterns, whatever their counts.
 */
import { PATTERNS, type Pattern } from '../../../src/tactics/types.js';
import type { Cause, Verdict } from './judge.js';

export interface Counts {
  /** Puzzles with the label, in a total (puzzle, label) pairs. */
  labelled: number;
  line: number;
  first: number;
  seen: number;
  solved: number;
  /** (puzzle, pattern) pairs said, and how many of them the labels bear. */
  said: number;
  borne: number;
  causes: Record<Cause, number>;
}

/** Shares, 0 to 1; null where there is nothing to take a share of. */
export interface Shares {
  recall_line: number | null;
  recall_first: number | null;
  precision_line: number | null;
  solved: number | null;
  seen_l1: number | null;
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
  /** Over all puzzles with a label: `solved` as it is defined; the others over (puzzle, pattern) pairs. */
  all: { counts: Counts; shares: Shares };
  bands: Band[];
}

const BOUNDS = [0, 1000, 1400, 1800, 2200, 10_000];

function noCounts(): Counts {
  const causes = { unseen: 0, unconfirmed: 0, unattributed: 0 };
  return { labelled: 0, line: 0, first: 0, seen: 0, solved: 0, said: 0, borne: 0, causes };
}

/** One group of puzzles: what each pattern counts, and how many puzzles were solved. */
class Group {
  puzzles = 0;
  labelled = 0;
  solved = 0;
  readonly patterns = PATTERNS.map(noCounts);

  add(verdict: Verdict): void {
    const { labels, line, first, seen, solved, causes } = verdict;
    this.puzzles++;
    if (labels !== 0) {
      this.labelled++;
      if (solved) this.solved++;
    }
    this.patterns.forEach((counts, code) => {
      const bit = 1 << code;
      if ((line & bit) !== 0) {
        counts.said++;
        if ((labels & bit) !== 0) counts.borne++;
      }
      if ((labels & bit) === 0) return;
      counts.labelled++;
      if ((line & bit) !== 0) counts.line++;
      if ((first & bit) !== 0) counts.first++;
      if ((seen & bit) !== 0) counts.seen++;
      if (solved) counts.solved++;
      const cause = causes.get(code);
      if (cause !== undefined) counts.causes[cause]++;
    });
  }

  sum(): Counts {
    const sum = noCounts();
    for (const counts of this.patterns) {
      for (const key of ['labelled', 'line', 'first', 'seen', 'said', 'borne'] as const) sum[key] += counts[key];
      for (const cause of ['unseen', 'unconfirmed', 'unattributed'] as const) sum.causes[cause] += counts.causes[cause];
    }
    sum.solved = this.solved;
    return sum;
  }

  shares(): Shares {
    return { ...sharesOf(this.sum()), solved: share(this.solved, this.labelled) };
  }
}

export class Tally {
  readonly #all = new Group();
  readonly #bands = BOUNDS.slice(1).map(() => new Group());
  #positions = 0;

  add(verdict: Verdict): void {
    this.#positions += verdict.positions;
    this.#all.add(verdict);
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
    solved: share(counts.solved, counts.labelled),
    seen_l1: share(counts.seen, counts.labelled),
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
    solved: mean('solved'),
    seen_l1: mean('seen_l1'),
  };
}
