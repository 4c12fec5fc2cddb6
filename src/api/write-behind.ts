/**
 * Results on their way into the store: gathered for a moment and written in one transaction, so that a game's two hundred positions cost
 * one commit, not two hundred, and no answer waits for the disk.
 *
 * What is not yet written when the process is killed is computed again when it is asked for. A store that cannot be written (another
 * process scans into it, the disk is full) is tried less and less often, and what does not fit is let go: it is a cache.
 */
import type { EngineId } from '../store/rows.js';

/** The part of the store that is written to. */
export interface ResultSink {
  putPositions(engine: EngineId, results: ReadonlyMap<string, Uint8Array>): void;
}

/** Milliseconds between a result and its commit; doubled with every failure, to the longest. */
const DELAY = 50;
const LONGEST_DELAY = 5_000;
/** Results that wait at most: some megabytes. */
const CAPACITY = 20_000;

export class WriteBehind {
  #pending = new Map<string, Uint8Array>();
  #timer: NodeJS.Timeout | undefined;
  #delay = DELAY;

  /** @param onError told of every write that failed */
  constructor(
    private readonly sink: ResultSink,
    private readonly engine: EngineId,
    private readonly onError: (error: unknown) => void,
  ) {}

  find(fen: string): Uint8Array | undefined {
    return this.#pending.get(fen);
  }

  add(fen: string, records: Uint8Array): void {
    if (this.#pending.size < CAPACITY) this.#pending.set(fen, records);
    this.#timer ??= setTimeout(() => this.flush(), this.#delay).unref();
  }

  /** Writes what there is; failures are told to `onError`, and what could not be written waits for the next time. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#pending.size === 0) return;
    try {
      this.sink.putPositions(this.engine, this.#pending);
      this.#pending = new Map();
      this.#delay = DELAY;
    } catch (error) {
      this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY);
      this.onError(error);
    }
  }
}
