/**
 * Batches of a scan -> worker threads -> transactions.
 *
 * They go to whatever thread is free, no more of them at a time than threads need, and are committed strictly in the order in which they
 * came (`in-order.ts`). A stop leaves undone what no thread can finish soon (`grace.ts`), and all that comes behind it.
 */
import { Todo } from '../store/games.js';
import type { Store } from '../store/store.js';
import { Asking } from './asking.js';
import type { Batch, GameBatch } from './batches.js';
import { commitBatch, type ScanTerms } from './commit.js';
import { examine, examineAs, type KnownGames } from './examine.js';
import { Grace } from './grace.js';
import { InOrder } from './in-order.js';
import { DIGEST_LENGTH, readPacket, type Outcome } from './packet.js';
import { WithdrawnError, type WorkerPool } from './pool.js';
import type { Tally } from './report.js';
import type { BatchResult } from './tasks.js';

interface RunnerOptions extends ScanTerms {
  store: Store;
  pool: WorkerPool;
  signal?: AbortSignal;
}

export class BatchRunner {
  readonly #options: RunnerOptions;
  readonly #tally: Tally;
  readonly #asking: Asking;
  readonly #order: InOrder;
  readonly #grace: Grace;
  /** A stop has left a batch undone: nothing behind it may be committed. */
  #left = false;
  /** Set once an archive is read that began with games in the store: a first scan has nothing to ask. */
  #known: KnownGames | undefined;

  constructor(options: RunnerOptions, tally: Tally) {
    this.#options = options;
    this.#tally = tally;
    this.#asking = new Asking(options);
    this.#order = new InOrder(options.pool.size);
    this.#grace = new Grace(options.signal);
  }

  /** The batches that follow are of another archive. */
  beginArchive(): void {
    if (this.#known === undefined && this.#options.store.hasGames) this.#known = this.#askStore;
  }

  /**
   * Begins a batch. Resolves when there is room for another one.
   * @param committed called when it is
   * @throws what an earlier batch failed on
   */
  async add(batch: Batch, committed: () => void): Promise<void> {
    const count = batch.games.offsets.length;
    this.#tally.seen += count;
    const known = this.#asking.pays ? this.#known : undefined;
    const commit = async (results: BatchResult[] | undefined): Promise<void> => {
      const duplicate = this.#tally.duplicate;
      if (results === undefined || this.#left || !(await this.#commit(batch, results))) {
        this.#left = true;
        this.#tally.seen -= count;
        return;
      }
      if (count > 0) this.#asking.learn(this.#tally.duplicate - duplicate, count);
      committed();
    };
    this.#order.add(() => (count === 0 ? Promise.resolve([]) : this.#examine(batch.games, known)), commit);
    await this.#tally.clock.over('wait', this.#order.room());
  }

  /** Resolves when all batches so far are committed, or left undone. @throws what one of them failed on */
  async done(): Promise<void> {
    await this.#tally.clock.over('wait', this.#order.done());
  }

  /** To be awaited however the run came to its end: what is in flight may still be committed. */
  async end(): Promise<void> {
    await this.#order.settled();
    this.#grace.forget();
  }

  /**
   * Games of which the store knows what this scan does not, and the other way round, are examined again in the way that says both, until
   * the store can take them: another process has stored them meanwhile, or it was not asked first (`asking.ts`).
   * @returns false where the batch is left undone because the run was asked to stop
   */
  async #commit(batch: Batch, results: BatchResult[]): Promise<boolean> {
    const outcomes = results.flatMap(readPacket);
    for (;;) {
      const short = commitBatch(this.#options, this.#tally, batch, outcomes);
      if (short.length === 0) return true;
      // where another process is at work there will be more of them
      this.#known = this.#askStore;
      const todo = this.#askAgain(outcomes, short);
      const { pool, signal } = this.#options;
      const results = await this.#unlessStopped(examineAs(pool, batch.games, this.#options, todo, signal));
      if (results === undefined) return false;
      const again = results.flatMap(readPacket);
      for (const index of short) outcomes[index] = again[index]!;
    }
  }

  /** What there is to do with some games of a batch, and nothing with the others. */
  #askAgain(outcomes: readonly Outcome[], some: readonly number[]): Uint8Array {
    const todo = new Uint8Array(outcomes.length).fill(Todo.Nothing);
    for (const index of some) {
      const outcome = outcomes[index]!;
      if (outcome.kind === 'scanned') todo.set(this.#askStore(outcome.game.digest), index);
    }
    return todo;
  }

  #examine(batch: GameBatch, known: KnownGames | undefined): Promise<BatchResult[] | undefined> {
    const { pool, signal } = this.#options;
    return this.#unlessStopped(examine(pool, batch, this.#options, known, signal));
  }

  /** Undefined for a batch that is left undone because the run was asked to stop. */
  async #unlessStopped(work: Promise<BatchResult[]>): Promise<BatchResult[] | undefined> {
    try {
      return await this.#grace.within(work);
    } catch (error) {
      if (!(error instanceof WithdrawnError)) throw error;
      return undefined;
    }
  }

  readonly #askStore: KnownGames = (digests) =>
    this.#tally.clock.during('lookup', () => this.#options.store.knownGames(digests, DIGEST_LENGTH, this.#options));
}
