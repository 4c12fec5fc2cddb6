/**
 * Work between a reader and the disk: done side by side by whatever thread is free, and committed strictly in the order in which it came,
 * so that the store does not depend on the number of threads.
 *
 * The reader is fed by hand: it goes on only while there is `room`, so that memory does not depend on how much there is to read.
 */
import pLimit, { type LimitFunction } from 'p-limit';

/** Batches in flight per worker: one in work, one waiting, and one that is done before its turn to be committed comes. */
const BOUND = 3;

export class InOrder {
  readonly #limit: LimitFunction;
  /** Oldest first. */
  readonly #inFlight: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(workers: number) {
    this.#limit = pLimit(BOUND * workers);
  }

  /**
   * Begins work as soon as it may, and commits what it comes to once all before it is. Where it fails, what came before is committed all the
   * same, and nothing behind it.
   */
  add<T>(work: () => Promise<T>, commit: (result: T) => void | Promise<void>): void {
    const before = this.#last;
    const all = this.#limit(async () => {
      const result = work();
      await Promise.allSettled([result]);
      await before;
      await commit(await result);
    });
    all.catch(() => undefined); // handled by whoever awaits the queue
    this.#last = all;
    this.#inFlight.push(all);
  }

  /** Resolves when there is room for another batch. @throws what an earlier one failed on */
  async room(): Promise<void> {
    while (this.#limit.pendingCount > 0 || this.#inFlight.length > this.#limit.concurrency)
      await this.#inFlight.shift();
  }

  /** What the reader has to wait for, unless what was added fails sooner: the wait may be long. @throws what that failed on */
  orFailure<T>(coming: Promise<T>): Promise<T> {
    // the last fails where any before it has
    return Promise.race([coming, this.#last.then(() => coming)]);
  }

  /** Resolves when all is committed. @throws what the first of them failed on */
  async done(): Promise<void> {
    await Promise.all(this.#inFlight);
  }

  /** Resolves when nothing is under way any more: nothing may go on writing behind the back of a caller who is told of a failure. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#inFlight);
  }
}
