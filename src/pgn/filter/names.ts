/**
 * Names as people ask for them: `carlsen` is `Carlsen, Magnus` and `Magnus Carlsen`, but not `carlsen99`.
 *
 * All words of what is asked for must be words of the name, in any order, whatever their case, accents and spelling (`spelling.ts`). `-` and
 * `_` belong to words, for they belong to the names of accounts.
 */
import { FilterError } from './errors.js';
import { asAsked, fold, spell } from './spelling.js';

const WORD = /[\p{L}\p{N}_-]+/gu;

/**
 * The words of a name that is asked for.
 * @throws {FilterError} where there are none
 */
export function parseName(text: string): string[] {
  const words = asAsked(text).match(WORD);
  if (words === null) throw new FilterError('Give a name, such as "Carlsen" or "Carlsen, Magnus".');
  return [...words];
}

/** Whether a name is one of those asked for, each of which is words (`parseName`). */
export function nameTest(wishes: readonly (readonly string[])[]): (name: string | undefined) => boolean {
  const wanted = wishes.map((words) => words.map((word) => ({ plain: fold(word), spelled: spell(word) })));
  return (name = '') => {
    const plain = fold(name);
    const spelled = spell(name);
    const holds = (word: Spellings): boolean => plain.includes(word.plain) || spelled.includes(word.spelled);
    // most names hold nothing of it: look for words only in those that may
    if (!wanted.some(([first]) => first === undefined || holds(first))) return false;
    const plainWords = new Set(plain.match(WORD));
    const spelledWords = spelled === plain ? plainWords : new Set(spelled.match(WORD));
    return wanted.some((words) => words.every((word) => plainWords.has(word.plain) || spelledWords.has(word.spelled)));
  };
}

type Spellings = Readonly<Record<'plain' | 'spelled', string>>;
