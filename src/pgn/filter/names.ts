/**
 * Names as people ask for them: `carlsen` is `Carlsen, Magnus` and `Magnus Carlsen`, but not `carlsen99`.
 *
 * All words of what is asked for must be words of the name, in any order, whatever their case and accents. `-` and `_` belong to
 * words, for they belong to the names of accounts.
 */
import { FilterError } from './errors.js';

const WORD = /[\p{L}\p{N}_-]+/gu;

/** Lower case without accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * The words of a name that is asked for.
 * @throws {FilterError} where there are none
 */
export function parseName(text: string): string[] {
  const words = fold(text).match(WORD);
  if (words === null) throw new FilterError('A name is needed, such as "Carlsen" or "Carlsen, Magnus".');
  return [...words];
}

/** Whether a name is one of those asked for. */
export function fitsName(name: string | undefined, wishes: readonly (readonly string[])[]): boolean {
  const folded = fold(name ?? '');
  // most names hold nothing of it: look for words only in those that may
  if (!wishes.some(([first = '']) => folded.includes(first))) return false;
  const words = new Set(folded.match(WORD));
  return wishes.some((wish) => wish.every((word) => words.has(word)));
}
