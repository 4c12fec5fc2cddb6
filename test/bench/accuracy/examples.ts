/** What several of the tests here begin with: puzzles, and verdicts made by hand, where the right answer can be seen. */
import { PATTERNS, maskOf, type Pattern } from '../../../src/tactics/types.js';
import type { Cause } from './causes.js';
import type { Evidence } from './evidence.js';
import type { Verdict } from './judge.js';
import type { Puzzle } from './puzzles.js';

/** A puzzle whose first move forks. */
export const FORK: Puzzle = {
  id: '000Pw',
  fen: '6k1/5p1p/4p3/4q3/3nN3/2Q3P1/PP3P1P/6K1 w - - 2 37',
  moves: 'e4d2 d4e2 g1f1 e2c3',
  rating: 1374,
  labels: maskOf(['fork']),
};
/** One whose only move mates, smothered: what guards the square is pinned. */
export const SMOTHERED: Puzzle = {
  id: 'byffy',
  fen: 'r2qkb1r/3npppp/p1p2n2/1p6/3PN1b1/3B1N2/PPP1QPPP/R1B2RK1 b kq - 0 9',
  moves: 'g4f3 e4d6',
  rating: 1442,
  labels: maskOf(['pin', 'smothered_mate']),
};

export const codeOf = (pattern: Pattern): number => PATTERNS.indexOf(pattern);

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

export async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

/** A verdict of which only the fields in question are of interest. */
export const verdictOf = (labels: Pattern[], line: Pattern[], more: Partial<Verdict> = {}): Verdict => ({
  rating: 1500,
  labels: labels.length === 0 ? 0 : maskOf(labels),
  seen: 0,
  line: line.length === 0 ? 0 : maskOf(line),
  first: 0,
  solved: false,
  unsolved: null,
  positions: 2,
  mates: false,
  proven: true,
  causes: new Map(),
  evidence: new Map(),
  disagreements: [],
  failure: null,
  ...more,
});
export const missed = (pattern: Pattern, cause: Cause): Map<number, Cause> => new Map([[codeOf(pattern), cause]]);
export const standing = (places: Partial<Record<Pattern, Evidence>>): Map<number, Evidence> =>
  new Map(Object.entries(places).map(([pattern, place]) => [codeOf(pattern as Pattern), place]));
