/**
 * Is the store asked about games before they are analysed? Their tags and moves are read for it, and read again for the analysis.
 *
 * At l2 that is a hundredth of the work, and always done. At l1 it is an eighth: so it is done as long as at least as many games turn out
 * to be known, and a folder of new archives is not read twice. What is stored is the same either way: the store finds out too.
 */
import type { ScanTerms } from './commit.js';

/** Of the work on a game at l1, what asking first costs. */
const PRICE = 1 / 8;

export class Asking {
  readonly #always: boolean;
  #pays = true;

  /** With `plies`, the store may want more of a game than was asked for: it has to be heard before. */
  constructor({ depth, plies }: Pick<ScanTerms, 'depth' | 'plies'>) {
    this.#always = depth === 'l2' || plies !== undefined;
  }

  /** Whether to ask about the next games. */
  get pays(): boolean {
    return this.#always || this.#pays;
  }

  /** Takes note of a batch that is committed. @param known how many of its games the store had before */
  learn(known: number, games: number): void {
    this.#pays = known >= PRICE * games;
  }
}
