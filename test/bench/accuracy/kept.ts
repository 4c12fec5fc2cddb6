/**
 * Figures that the repository keeps, and the comparison with them: a change that loses more than it may is named.
 *
 * The engine is deterministic, so the same engine on the same puzzles has the same figures, and like is compared with like alone: the
 * same part of a file with the same contents.
 */
import { PATTERNS } from '../../../src/tactics/types.js';
import type { Measures, Shares } from './measures.js';

/** The measures that are guarded, for each pattern and as the mean. */
const GUARDED = ['recall_line', 'recall_first', 'precision_line', 'solved'] as const;

/** Percent with two decimals by measure; null where there was nothing to take a share of. */
type Row = Record<string, number | null>;

/** Which puzzles. */
export interface Part {
  /** The file's name, without folders. */
  file: string;
  /** Of its contents, hexadecimal. */
  sha256: string;
  /** One puzzle in so many, beginning with number `offset`. */
  every: number;
  offset: number;
}

export interface KeptRun extends Part {
  /** The engine that made them. */
  engine: { version: string; signature: string };
  puzzles: number;
  /** By pattern; `mean` over the ten; `all` over puzzles. */
  figures: Record<string, Row>;
}

export interface Kept {
  runs: KeptRun[];
}

export interface Fall {
  /** Such as `fork recall_line`. */
  figure: string;
  /** Percent. */
  was: number;
  /** Percent; null where the figure is gone. */
  is: number | null;
}

export function figuresOf({ patterns, mean, all }: Measures): KeptRun['figures'] {
  const row = (shares: Shares): Row => Object.fromEntries(GUARDED.map((key) => [key, percent(shares[key])]));
  return {
    mean: row(mean),
    all: { solved: percent(all.shares.solved) },
    ...Object.fromEntries(patterns.map(({ pattern, shares }) => [pattern, row(shares)])),
  };
}

function percent(share: number | null): number | null {
  return share === null ? null : Math.round(10_000 * share) / 100;
}

/** @throws {Error} where the text is not what `makeKept` makes */
export function parseKept(text: string): Kept {
  let kept: unknown;
  try {
    kept = JSON.parse(text);
  } catch {
    throw new Error('no JSON');
  }
  const runs: unknown = (kept as Partial<Kept> | null)?.runs;
  if (!Array.isArray(runs) || !runs.every(isRun)) throw new Error('no kept figures');
  return { runs };
}

function isRun(run: unknown): run is KeptRun {
  const { file, sha256, every, offset, figures } = (run ?? {}) as Partial<KeptRun>;
  if (typeof file !== 'string' || typeof sha256 !== 'string') return false;
  if (typeof every !== 'number' || typeof offset !== 'number') return false;
  return ['mean', 'all', ...PATTERNS].every((name) => typeof figures?.[name] === 'object');
}

/** As Prettier would have it. */
export function makeKept(kept: Kept): string {
  return JSON.stringify(kept, null, 2) + '\n';
}

/** Puts a run's figures in, in the place of those of the same part of a file of this name. */
export function keep({ runs }: Kept, run: KeptRun): Kept {
  const same = ({ file, every, offset }: Part): boolean =>
    file === run.file && every === run.every && offset === run.offset;
  const others = runs.filter((other) => !same(other));
  return { runs: [...others, run].sort((a, b) => (partName(a) < partName(b) ? -1 : 1)) };
}

/**
 * The kept run over the very same puzzles.
 * @throws {Error} where there is none: what is kept instead
 */
export function findLike({ runs }: Kept, part: Part): KeptRun {
  const named = runs.filter(({ file }) => file === part.file);
  const run = named.find(({ every, offset }) => every === part.every && offset === part.offset);
  if (run === undefined) {
    const there = runs.map(partName).join('; ') || 'nothing';
    throw new Error(`no figures are kept of ${partName(part)}, but of: ${there}`);
  }
  if (run.sha256 !== part.sha256) {
    throw new Error(`${part.file} is not the file whose figures are kept: sha256 ${part.sha256}, kept ${run.sha256}`);
  }
  return run;
}

export function partName({ file, every, offset }: Omit<Part, 'sha256'>): string {
  return every === 1 ? `all of ${file}` : `one in ${every} of ${file}, from number ${offset}`;
}

/**
 * The figures that have fallen by more than `most` points of a percent, in the order in which they are kept. One that is gone has fallen.
 */
export function findFalls(was: KeptRun['figures'], is: KeptRun['figures'], most: number): Fall[] {
  const falls: Fall[] = [];
  for (const [name, row] of Object.entries(was)) {
    for (const [measure, before] of Object.entries(row)) {
      const now = is[name]?.[measure] ?? null;
      if (before === null) continue;
      // Hundredths are whole numbers, so that half a point is half a point.
      if (now === null || Math.round(100 * before) - Math.round(100 * now) > 100 * most) {
        falls.push({ figure: `${name} ${measure}`, was: before, is: now });
      }
    }
  }
  return falls;
}
