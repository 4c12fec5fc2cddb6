/** What formats have in common that are units one behind the other: members, frames, streams. */
import type { Blame } from './blame.js';
import type { ByteReader } from './reader.js';

/** Zeros to the end of the input, which say nothing. Takes them; anything else stays where it is. */
export async function isPadding(reader: ByteReader): Promise<boolean> {
  if (reader.buffered[0] !== 0) return false;
  while (await reader.fill(1)) {
    const stop = reader.buffered.findIndex((byte) => byte !== 0);
    reader.take(stop < 0 ? reader.buffered.length : stop);
    if (stop >= 0) return false;
  }
  return true;
}

/** Units in a row that hold nothing, beyond which an archive is made to waste time. */
const EMPTY_MAX = 10_000;

/** Counts members, frames or streams that hold nothing. */
export class EmptyUnits {
  readonly #name: string;
  readonly #blame: Blame;
  #count = 0;

  constructor(name: string, blame: Blame) {
    this.#name = name;
    this.#blame = blame;
  }

  /** @param size of the unit that has just ended. @throws {ArchiveError} */
  count(size: number): void {
    this.#count = size === 0 ? this.#count + 1 : 0;
    if (this.#count > EMPTY_MAX) {
      throw this.#blame(
        'corrupt',
        `has more than ${EMPTY_MAX} empty ${this.#name} in a row, as no real archive does; download it again`,
      );
    }
  }
}
