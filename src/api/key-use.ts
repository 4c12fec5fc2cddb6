/**
 * Counts the requests of each key by UTC day, for its owner's dashboard: those let in, those refused with 429, and the busiest minute.
 *
 * Counted in memory and written together every few seconds: a request costs an addition, not a write. A service that is killed forgets
 * the last seconds, which nobody is charged for.
 */
import { DAY, dayOf } from '../store/days.js';
import type { KeyDay, KeyDays } from '../store/key-days.js';

export type KeyUseStore = Pick<KeyDays, 'add'>;

export interface KeyUseOptions {
  store: KeyUseStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told of every failure of the store: what was counted is kept for the next time. */
  onStoreError(error: unknown): void;
}

export class KeyUse {
  readonly #options: KeyUseOptions;
  #day = '';
  /** When `#day` ends: a date is made once a day, not with every request. */
  #until = 0;
  #today = new Map<string, KeyDay>();
  /** Of days that are over, and not in the database yet. */
  #earlier: KeyDay[] = [];

  constructor(options: KeyUseOptions) {
    this.#options = options;
  }

  /**
   * Requests that were let in.
   * @param minute how many there were in this minute, of all keys that share the limit; 0 where nobody counts
   */
  letIn(key: string, requests: number, minute: number): void {
    const use = this.#of(key);
    use.requests += requests;
    if (minute > use.peak) use.peak = minute;
  }

  /** A request that was refused with 429. */
  refused(key: string): void {
    this.#of(key).refused++;
  }

  /** A request that was noted as let in, and was refused with 429 after all. */
  turnedBack(key: string): void {
    const use = this.#of(key);
    use.requests--; // in the database if not here: what is written there is added
    use.refused++;
  }

  /** Writes what was counted. */
  flush(): void {
    const days = [...this.#earlier, ...this.#today.values()];
    if (days.length === 0) return;
    try {
      this.#options.store.add(days);
      this.#earlier = [];
      this.#today = new Map();
    } catch (error) {
      this.#options.onStoreError(error);
    }
  }

  #of(key: string): KeyDay {
    const now = this.#options.now();
    if (now >= this.#until || now < this.#until - DAY) {
      for (const day of this.#today.values()) this.#earlier.push(day);
      this.#today = new Map();
      this.#day = dayOf(now);
      this.#until = now - (now % DAY) + DAY;
    }
    let use = this.#today.get(key);
    if (use === undefined) this.#today.set(key, (use = { key, day: this.#day, requests: 0, refused: 0, peak: 0 }));
    return use;
  }
}
