/** What a stop leaves to the threads: a little time for what they have in work, and no more. */

/**
 * Milliseconds. Most batches take a second at most, but a long game, or twenty hard positions, may take many; what is not done by then is
 * left for the next run, as what no thread has taken up is.
 */
const GRACE = 3000;

/** Waits for work, but not for long once a signal has asked for an end. `forget` it behind the run: a signal may outlive many. */
export class Grace {
  readonly #signal: AbortSignal | undefined;
  /** Gives up waiting, for each piece of work that is under way. */
  readonly #giveUp = new Set<() => void>();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    signal?.addEventListener('abort', this.#endSoon, { once: true });
  }

  /** What the work comes to; undefined where it is given up. */
  within<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => resolve(undefined);
      this.#giveUp.add(giveUp);
      work.then(resolve, reject).finally(() => this.#giveUp.delete(giveUp));
    });
  }

  forget(): void {
    this.#signal?.removeEventListener('abort', this.#endSoon);
  }

  readonly #endSoon = (): void => {
    setTimeout(() => this.#giveUp.forEach((giveUp) => giveUp()), GRACE).unref();
  };
}
