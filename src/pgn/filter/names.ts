/**
 * Names as people ask for them: `carlsen` is `Carlsen, Magnus` and `Magnus Carlsen`, but not `carlsen99`.
 *
 * All words of what is asked for must be words of the name, in any order, whatever their case and accents. `-` and `_` belong to
 * words, for they belong to the names of accounts.
 */
import { FilterError } from './errors.js';

const WORD = /[\p{L}\p{N}_-]+/gu;

/** Letters that Unicode does not take apart, as people write them who have none of them on their keyboard. */
const PLAIN = new Map(
  Object.entries({ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }),
);
const SPECIAL = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'g');

/** Lower case without accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  const bare = lower.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(SPECIAL, (letter) => PLAIN.get(letter)!);
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
