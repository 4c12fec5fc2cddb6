/** Chance that can be repeated: a case is made from the run's seed and its own number, so that any one of a million can be had alone. */

export class Random {
  #state: number;

  constructor(seed: number, stream = 0) {
    this.#state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(stream + 1, 0x85ebca6b)) | 0;
    for (let i = 0; i < 4; i++) this.#next();
  }

  /** A whole number from 0 to `count` - 1; 0 where `count` is 0. */
  below(count: number): number {
    return Math.floor((this.#next() / 0x100000000) * count);
  }

  /** True once in `odds` times. */
  once(odds: number): boolean {
    return this.below(odds) === 0;
  }

  /** Any of them; there must be one. */
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  byte(): number {
    return this.#next() >>> 24;
  }

  /** splitmix32. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) | 0;
    let t = this.#state ^ (this.#state >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    return (t ^ (t >>> 15)) >>> 0;
  }
}
