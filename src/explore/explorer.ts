/**
 * Searches for a service: in threads of their own, because SQLite is asked synchronously and a search may take a second, in which a service
 * has a thousand other requests to answer.
 *
 * Bounded: two threads, so many tasks that wait, so much time for each (`answer.ts`). Threads start when they are first needed and end when
 * nobody has asked for a while.
 */
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { EXPLORE_WORKER } from '../paths.js';
import { SearchError, SearchTimeError } from '../store/search/wish.js';
import type { AnswerOf, Reply, Task } from './tasks.js';
import type { WorkerMeans } from './worker.js';

/** Tasks that wait for a thread; more are refused at once. */
const WAITING = 32;
/** Milliseconds after which an idle thread ends. */
const IDLE = 60_000;
/** Milliseconds for which sums are remembered: they are what costs most, and every view of the same wish asks for them. */
const REMEMBERED = 30_000;
const SUMS = 500;

/** There is no room for another task. */
export class ExplorerBusyError extends Error {
  override readonly name = 'ExplorerBusyError';
}

export interface ExplorerOptions {
  /** The database file; it is there, and up to date. */
  db: string;
  /** The compiled kernel. */
  module: WebAssembly.Module;
  /** Told of threads that end of something that is no task's. */
  onError: (error: unknown) => void;
}

export class Explorer {
  readonly #pool: Piscina<Task, Reply<Task>>;
  /** One for each task that has no answer yet. */
  readonly #underWay = new Set<AbortController>();
  readonly #sums = new LRUCache<string, Promise<AnswerOf<Task>>>({ max: SUMS, ttl: REMEMBERED });

  constructor({ db, module, onError }: ExplorerOptions) {
    this.#pool = new Piscina<Task, Reply<Task>>({
      filename: EXPLORE_WORKER,
      minThreads: 0,
      maxThreads: Math.min(2, availableParallelism()),
      maxQueue: WAITING,
      idleTimeout: IDLE,
      workerData: { db, module } satisfies WorkerMeans,
    });
    this.#pool.on('error', (error: unknown) => {
      onError(error);
      // A thread that cannot start leaves its task in the pool's queue, and no other is started for it.
      for (const task of this.#underWay) task.abort(error);
    });
  }

  /**
   * @throws {SearchError} what cannot be meant
   * @throws {SearchTimeError} too much to look at
   * @throws {ExplorerBusyError}
   */
  async ask<T extends Task>(task: T): Promise<AnswerOf<T>> {
    if (task.kind !== 'spread' && task.kind !== 'stock') return this.#run(task);
    const key = JSON.stringify(task);
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      sum = this.#run<Task>(task);
      this.#sums.set(key, sum);
      sum.catch(() => this.#sums.delete(key));
    }
    return (await sum) as AnswerOf<T>; // the key is the whole task
  }

  /** Ends the threads; what waits is refused. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #run<T extends Task>(task: T): Promise<AnswerOf<T>> {
    if (this.#pool.queueSize >= WAITING) throw new ExplorerBusyError('too many searches wait');
    const reply = await this.#answer(task);
    if ('answer' in reply) return reply.answer;
    throw reply.fault === 'search' ? new SearchError(reply.message) : new SearchTimeError(reply.message);
  }

  async #answer<T extends Task>(task: T): Promise<Reply<T>> {
    const abort = new AbortController();
    this.#underWay.add(abort);
    try {
      return (await this.#pool.run(task, { signal: abort.signal })) as Reply<T>;
    } finally {
      this.#underWay.delete(abort);
    }
  }
}
