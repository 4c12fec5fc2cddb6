/**
 * Splits for training: every puzzle goes into one part, and all puzzles of a game into the same one, so that nothing that was trained on
 * comes back in the test. Which part, the game's digest and the seed decide: more games later move none.
 */
import { draw } from './seed.js';

export const PARTS = ['train', 'validation', 'test'] as const;
export type Part = (typeof PARTS)[number];

/** Shares of the three parts; their sum is 1. */
export type Split = Record<Part, number>;

export class SplitError extends Error {
  override readonly name = 'SplitError';
}

/**
 * `80/10/10` -> shares.
 * @throws {SplitError}
 */
export function parseSplit(text: string): Split {
  const numbers = /^(\d{1,3})\/(\d{1,3})\/(\d{1,3})$/.exec(text.trim())?.slice(1).map(Number);
  if (numbers?.reduce((sum, share) => sum + share, 0) !== 100) {
    throw new SplitError('Give percentages of train/validation/test that sum to 100, such as 80/10/10.');
  }
  const [train, validation, test] = numbers.map((share) => share / 100) as [number, number, number];
  return { train, validation, test };
}

/** @param digest of the game */
export function partOf(digest: string, split: Split, seed: number): Part {
  const place = draw('split', seed, digest);
  if (place < split.train) return 'train';
  return place < split.train + split.validation ? 'validation' : 'test';
}

/** `puzzles.csv` -> `puzzles.train.csv`. */
export function partPath(path: string, part: Part): string {
  const [, stem = path, end = ''] = /^(.*[^/\\.][^/\\]*?)(\.[^./\\]+)$/.exec(path) ?? [];
  return `${stem}.${part}${end}`;
}
