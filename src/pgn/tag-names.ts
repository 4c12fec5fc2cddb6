/** The names of the tags in a section, as hashes (`tagNameHash`): for noticing a second one of the same name. */

/** No more are remembered: so that a section without end costs no more than a long one. */
const NAMES_MAX = 64;

export class TagNames {
  readonly #hashes: number[] = [];

  clear(): void {
    this.#hashes.length = 0;
  }

  add(hash: number): void {
    if (this.#hashes.length < NAMES_MAX) this.#hashes.push(hash);
  }

  has(hash: number): boolean {
    return this.#hashes.includes(hash);
  }
}
