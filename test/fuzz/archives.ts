/** Broken archives among the broken games: `test/archive/mutants.ts` makes them and knows what must be true of them. */
import { makeSpecimens, mutate, readMutant } from '../archive/mutants.js';
import type { Random } from './random.js';

export class ArchiveChecker {
  readonly #specimens: Awaited<ReturnType<typeof makeSpecimens>>;

  private constructor(specimens: Awaited<ReturnType<typeof makeSpecimens>>) {
    this.#specimens = specimens;
  }

  static async create(): Promise<ArchiveChecker> {
    return new ArchiveChecker(await makeSpecimens());
  }

  make(random: Random): Uint8Array {
    return mutate(this.#specimens, random);
  }

  /** @throws {Error} whatever does not hold */
  async check(bytes: Uint8Array, random: Random): Promise<void> {
    await readMutant(bytes, 1 + random.below(1 << (4 + random.below(10))));
  }
}
