/**
 * Samples by seed, in one pass and bounded memory: so many puzzles in all, or so many of each pattern.
 *
 * For balance each puzzle counts for one pattern, the rarest of those it has among all that were chosen from; else a set of five hundred
 * interferences would be full of forks that happen beside them. Which is the rarest is known only at the end, so the best draws are kept
 * for each combination of patterns, of which real games have some two hundred.
 */
import type { Puzzle } from '../store/puzzles.js';
import { ALL_PATTERNS, PATTERNS, type PatternMask } from '../tactics/types.js';
import { patternMaskOf } from './item.js';
import { draw } from './seed.js';

export interface SampleSize {
  /** Of each pattern. */
  perPattern?: number;
  /** In all. */
  limit?: number;
}

interface Drawn {
  place: number;
  id: string;
}

const byPlace = (a: Drawn, b: Drawn): number => a.place - b.place || (a.id < b.id ? -1 : 1);

/** The `size` smallest of what is put in. */
class Lowest {
  readonly #size: number;
  #kept: Drawn[] = [];
  #worst = Infinity;

  constructor(size: number) {
    this.#size = size;
  }

  put(drawn: Drawn): void {
    if (drawn.place > this.#worst) return;
    this.#kept.push(drawn);
    // sorted now and then: twice the size is all that is ever held
    if (this.#kept.length >= 2 * this.#size + 64) this.#trim();
  }

  all(): Drawn[] {
    this.#trim();
    return this.#kept;
  }

  #trim(): void {
    this.#kept = this.#kept.sort(byPlace).slice(0, this.#size);
    if (this.#kept.length === this.#size) this.#worst = this.#kept.at(-1)?.place ?? -1;
  }
}

/** Is shown all puzzles that may be chosen, and then names the sample. */
export class Sampler {
  readonly #size: SampleSize;
  readonly #seed: number;
  readonly #patterns: PatternMask;
  readonly #piles = new Map<PatternMask, Lowest>();
  readonly #counts = PATTERNS.map(() => 0);

  /** @param patterns those that were asked for: a puzzle counts for no other, whatever else its move starts */
  constructor(size: SampleSize, seed: number, patterns: PatternMask = ALL_PATTERNS) {
    this.#size = size;
    this.#seed = seed;
    this.#patterns = patterns;
  }

  put(puzzle: Pick<Puzzle, 'id' | 'records'>): void {
    const { perPattern, limit } = this.#size;
    const mask = patternMaskOf(puzzle) & this.#patterns;
    for (const code of this.#counts.keys()) if ((mask & (1 << code)) !== 0) this.#counts[code]!++;
    // without balance they all lie on one pile
    const key = perPattern === undefined ? 0 : mask;
    let pile = this.#piles.get(key);
    if (pile === undefined) this.#piles.set(key, (pile = new Lowest(perPattern ?? limit ?? Infinity)));
    pile.put({ place: draw('sample', this.#seed, puzzle.id), id: puzzle.id });
  }

  /** The ids that were chosen. */
  ids(): Set<string> {
    const { perPattern, limit } = this.#size;
    const byPattern = new Map<number, Drawn[]>();
    for (const [mask, pile] of this.#piles) {
      const code = perPattern === undefined ? 0 : rarestOf(mask, this.#counts);
      byPattern.set(code, [...(byPattern.get(code) ?? []), ...pile.all()]);
    }
    let drawn = [...byPattern.values()].flatMap((list) => list.sort(byPlace).slice(0, perPattern));
    if (limit !== undefined) drawn = drawn.sort(byPlace).slice(0, limit);
    return new Set(drawn.map(({ id }) => id));
  }
}

/** The code of the pattern with the smallest count, of equal ones the first; -1 for no pattern. */
export function rarestOf(mask: PatternMask, counts: readonly number[]): number {
  let rarest = -1;
  for (const code of counts.keys()) {
    if ((mask & (1 << code)) !== 0 && (rarest < 0 || counts[code]! < counts[rarest]!)) rarest = code;
  }
  return rarest;
}
