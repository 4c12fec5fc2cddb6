/**
 * What l2 found in positions that came before, so that openings are not analysed again in every game: a sixth of all positions of
 * real archives (of l1, `src/kernel/along.ts` remembers it). A result depends on the position alone, so what is remembered changes no answer, only the time it takes.
 *
 * Two slots a bucket, keyed by the kernel's 64-bit hash (side, rights and en-passant file included): one is for the position that came
 * again last, the other for the newest. Among the 7 * 10^9 positions of a Lichess month one look in ten thousand such months would
 * meet another position with the same hash.
 */

/** 2^17 slots, 2 MB: enough for nine in ten of the positions that come again in some thousands of games. */
const BUCKET_BITS = 16;
const BUCKETS = 1 << BUCKET_BITS;

/** A value: the mask of l1 patterns, the number of candidates above it, and that the slot is in use. */
const COUNT_SHIFT = 10;
const MASK = (1 << COUNT_SHIFT) - 1;
const IN_USE = 1 << 30;

/** For one engine. */
export class Memo {
  /** Low and high word of each slot's key. */
  readonly #keys = new Int32Array(4 * BUCKETS);
  readonly #values = new Int32Array(2 * BUCKETS);
  /** Packed tactics of the slots that have any. */
  readonly #records = new Map<number, Uint8Array>();
  /** 1 where the first slot has served since it was last challenged. */
  readonly #served = new Uint8Array(BUCKETS);

  /** The slot of a position, which stays its own until the next `add` or `find`; -1 where it is not known. */
  find(high: number, low: number): number {
    const bucket = low & (BUCKETS - 1);
    const first = 2 * bucket;
    if (this.#holds(first, high, low)) {
      this.#served[bucket] = 1;
      return first;
    }
    if (!this.#holds(first + 1, high, low)) return -1;
    this.#swap(first);
    this.#served[bucket] = 1;
    return first;
  }

  /** l1 patterns, one bit each. */
  mask(slot: number): number {
    return this.#values[slot]! & MASK;
  }

  /** Number of l1 candidates. */
  candidates(slot: number): number {
    return (this.#values[slot]! & ~IN_USE) >> COUNT_SHIFT;
  }

  /** Packed tactics; undefined where there are none. */
  records(slot: number): Uint8Array | undefined {
    return this.#records.get(slot);
  }

  /** Remembers a position that `find` did not know. */
  add(high: number, low: number, mask: number, candidates: number, records: Uint8Array | undefined): void {
    const bucket = low & (BUCKETS - 1);
    const first = 2 * bucket;
    // One that keeps coming again is not driven out by one that came once; but it has to do so again.
    if (this.#served[bucket] === 0) this.#swap(first);
    const slot = this.#served[bucket] === 0 ? first : first + 1;
    this.#served[bucket] = 0;
    this.#keys[2 * slot] = low;
    this.#keys[2 * slot + 1] = high;
    this.#values[slot] = IN_USE | (candidates << COUNT_SHIFT) | mask;
    if (records !== undefined) this.#records.set(slot, records);
    else if (this.#records.size > 0) this.#records.delete(slot);
  }

  #holds(slot: number, high: number, low: number): boolean {
    return this.#keys[2 * slot] === low && this.#keys[2 * slot + 1] === high && this.#values[slot] !== 0;
  }

  /** Exchanges the two slots of a bucket. */
  #swap(first: number): void {
    const keys = this.#keys;
    const values = this.#values;
    const at = 2 * first;
    [keys[at], keys[at + 2]] = [keys[at + 2]!, keys[at]!];
    [keys[at + 1], keys[at + 3]] = [keys[at + 3]!, keys[at + 1]!];
    [values[first], values[first + 1]] = [values[first + 1]!, values[first]!];
    const records = this.#records;
    if (records.size === 0) return;
    const [one, other] = [records.get(first), records.get(first + 1)];
    if (one === undefined) records.delete(first + 1);
    else records.set(first + 1, one);
    if (other === undefined) records.delete(first);
    else records.set(first, other);
  }
}
