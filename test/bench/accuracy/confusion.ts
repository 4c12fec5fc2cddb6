/** What was said where a label says otherwise, and what the labels say where something was said without one. */
import { PATTERNS, type Pattern } from '../../../src/tactics/types.js';
import type { Verdict } from './judge.js';
import { has } from './masks.js';

/**
 * Puzzles on which a label was missed. Each is counted in one of `own`, `silent` and `unproven`, or under every pattern in `said`, of
 * which there may be several.
 */
export interface MissedRow {
  /** The label. */
  pattern: Pattern;
  puzzles: number;
  /** By code: puzzles on which this pattern was said at one of the solver's moves, though they do not bear it. */
  said: number[];
  /** Puzzles on which only other labels of theirs were said. */
  own: number;
  /** Nothing was said at the solver's moves, though the tree proves one of them. */
  silent: number;
  /** Nothing was said, and the tree proves none of them. */
  unproven: number;
}

/** Puzzles on which a pattern was said that they do not bear. */
export interface ExtraRow {
  /** What was said. */
  pattern: Pattern;
  puzzles: number;
  /** By code: the labels of these puzzles; one with several counts under each. */
  labels: number[];
  /** Those with none of the ten. */
  none: number;
}

export interface ConfusionTables {
  missed: MissedRow[];
  extra: ExtraRow[];
}

export class Confusion {
  readonly #missed = PATTERNS.map((pattern): MissedRow => ({
    pattern,
    puzzles: 0,
    said: zeros(),
    own: 0,
    silent: 0,
    unproven: 0,
  }));
  readonly #extra = PATTERNS.map((pattern): ExtraRow => ({ pattern, puzzles: 0, labels: zeros(), none: 0 }));

  add(verdict: Verdict): void {
    const { labels, line } = verdict;
    this.#missed.forEach((row, code) => {
      if (has(labels & ~line, code)) addMiss(row, verdict);
    });
    this.#extra.forEach((row, code) => {
      if (!has(line & ~labels, code)) return;
      row.puzzles++;
      if (labels === 0) row.none++;
      else count(row.labels, labels);
    });
  }

  tables(): ConfusionTables {
    return { missed: this.#missed, extra: this.#extra };
  }
}

function addMiss(row: MissedRow, { labels, line, proven }: Verdict): void {
  row.puzzles++;
  if (line === 0) row[proven ? 'silent' : 'unproven']++;
  else if ((line & ~labels) === 0) row.own++;
  else count(row.said, line & ~labels);
}

function zeros(): number[] {
  return PATTERNS.map(() => 0);
}

function count(counts: number[], mask: number): void {
  PATTERNS.forEach((_, code) => {
    if (has(mask, code)) counts[code] = (counts[code] ?? 0) + 1;
  });
}
