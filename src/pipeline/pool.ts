/**
 * The worker threads: one pool serves the scan and the service.
 *
 *     const pool = new WorkerPool({ size: 2, module: await compileKernel() });
 *     const { records } = await pool.run({ kind: 'position', fen, depth: 'l2' });
 *     await pool.close();
 *
 * `run` rejects with
 *  - `InvalidFenError` (`tactics/errors.ts`): the caller's input; the class itself, so `instanceof` holds;
 *  - `WorkerCrashError`: the thread died of the task, or exceeded the time limit and was ended. A new one takes its place, and
 *    other tasks do not notice;
 *  - `WorkerStartError`: threads cannot be started at all (the project is not built, the kernel is missing), or not so many (the system
 *    allows no more). Hopeless: end the run;
 *  - `WithdrawnError`: its signal was aborted before, or while it waited for a thread;
 *  - `PoolClosedError`.
 *
 * Tasks wait in one queue, first come first served; it has no bound of its own, because only callers know what they can hold:
 * the scan bounds what is in flight (`in-order.ts`), and so does the service (`api/queue.ts`). Threads are started when they are first
 * needed. Each has its own engine, made from one compiled module.
 */
import { Worker } from 'node:worker_threads';
import { SCAN_WORKER } from '../paths.js';
import { InvalidFenError } from '../tactics/errors.js';
import { addSpent, NOTHING_SPENT, type Spent } from './stages.js';
import type { CarriedError, Reply, Request, ResultOf, Task } from './tasks.js';

/** Far above what any honest task takes: a batch at l2 is seconds at most. It only catches what would never end. */
const TIME_LIMIT = 600_000;

/**
 * Of a thread's heap for new objects. Left alone it grows to 48 MB with the length of the run, not with what is needed: a task leaves
 * little behind, and what is found travels as bytes.
 */
const YOUNG_MB = 6;

export interface PoolOptions {
  /** Number of threads, at least 1. */
  size: number;
  /** The compiled kernel, shared by all threads. */
  module: WebAssembly.Module;
  /** Milliseconds after which a task is given up together with its thread. Default ten minutes. */
  timeLimit?: number;
  /** The compiled entry of a thread. Default the project's own; tests pass one that misbehaves. */
  script?: string;
}

export class WorkerCrashError extends Error {
  override readonly name = 'WorkerCrashError';
}

export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError';
}

export class PoolClosedError extends Error {
  override readonly name = 'PoolClosedError';
}

export class WithdrawnError extends Error {
  override readonly name = 'WithdrawnError';
}

interface Job {
  task: Task;
  signal: AbortSignal | undefined;
  resolve(result: ResultOf<Task>): void;
  reject(error: Error): void;
}

/** One thread and what it is doing. */
interface Slot {
  worker: Worker;
  /** When it was started, by `performance.now`. */
  since: number;
  ready: boolean;
  job: Job | undefined;
  /** A short task that lies ready in the thread, so that it need not wait for us between two. */
  next: Job | undefined;
  timer: NodeJS.Timeout | undefined;
  /** It was told to end: it may still answer, but takes up nothing more. */
  ending: boolean;
  /** Why the thread is going down, where it said so before it went. */
  cause: string | undefined;
}

export class WorkerPool {
  readonly #options: Required<PoolOptions>;
  readonly #slots = new Set<Slot>();
  readonly #queue: Job[] = [];
  #spent: Readonly<Spent> = NOTHING_SPENT;
  #closed = false;

  constructor(options: PoolOptions) {
    if (!Number.isInteger(options.size) || options.size < 1) {
      throw new RangeError(`workers: a whole number of at least 1 is needed, not ${options.size}`);
    }
    this.#options = { timeLimit: TIME_LIMIT, script: SCAN_WORKER, ...options };
  }

  get size(): number {
    return this.#options.size;
  }

  /** What the threads have spent on starting up, and on tasks that they have answered. */
  get spent(): Readonly<Spent> {
    return this.#spent;
  }

  /**
   * Has a task done by the next free thread. The task's buffers are copied, and stay the caller's.
   * @param signal once it is aborted, no thread takes the task up; one that has it finishes it
   */
  run<T extends Task>(task: T, signal?: AbortSignal): Promise<ResultOf<T>> {
    if (this.#closed) return Promise.reject(new PoolClosedError('the worker pool was closed'));
    // in the queue it would hear of that when a thread is free, which may be long
    if (signal?.aborted === true) return Promise.reject(withdrawn());
    return new Promise<ResultOf<T>>((resolve, reject) => {
      // a thread answers a task with its own kind of result: see `perform.ts`
      this.#queue.push({ task, signal, resolve: resolve as Job['resolve'], reject });
      this.#dispatch();
    });
  }

  /** Ends all threads at once; tasks that are not done are rejected. Calling it again does nothing. */
  async close(): Promise<void> {
    this.#closed = true;
    const slots = [...this.#slots];
    this.#rejectQueue(new PoolClosedError('the worker pool was closed'));
    await Promise.all(slots.map((slot) => slot.worker.terminate()));
  }

  #dispatch(): void {
    for (const slot of this.#slots) {
      if (this.#queue.length === 0) return;
      if (slot.ready && !slot.ending && slot.job === undefined) this.#give(slot, this.#next());
    }
    for (const slot of this.#slots) {
      if (slot.ending || slot.job === undefined || slot.next !== undefined || !isShort(this.#queue[0]?.task)) continue;
      this.#prepare(slot, this.#next());
    }
    const starting = [...this.#slots].filter((slot) => !slot.ready).length;
    if (this.#queue.length > starting && this.#slots.size < this.size) this.#start();
  }

  /** The oldest task that is still wanted. */
  #next(): Job | undefined {
    for (;;) {
      const job = this.#queue.shift();
      if (job?.signal?.aborted !== true) return job;
      job.reject(withdrawn());
    }
  }

  #give(slot: Slot, job: Job | undefined): void {
    if (job === undefined) return;
    this.#watch(slot, job);
    slot.worker.postMessage({ task: job.task } satisfies Request);
  }

  #prepare(slot: Slot, job: Job | undefined): void {
    if (job === undefined) return;
    slot.next = job;
    slot.worker.postMessage({ task: job.task } satisfies Request);
  }

  /** The thread works on this task from now on. */
  #watch(slot: Slot, job: Job | undefined): void {
    slot.job = job;
    if (job === undefined) return;
    slot.timer = setTimeout(() => {
      slot.ending = true;
      slot.cause = `took longer than ${this.#options.timeLimit / 1000} s`;
      void slot.worker.terminate();
    }, this.#options.timeLimit);
  }

  #start(): void {
    const { script, module } = this.#options;
    const resourceLimits = { maxYoungGenerationSizeMb: YOUNG_MB };
    let worker: Worker;
    try {
      worker = new Worker(script, { workerData: { module }, resourceLimits });
    } catch (error) {
      // thrown at once where the system allows no more threads, and to nobody where the news of another thread has led here
      const words = error instanceof Error ? error.message : String(error);
      const advice = `there are ${this.#slots.size} of ${this.size}; ask for fewer, or raise the limit on threads`;
      this.#rejectQueue(new WorkerStartError(`worker threads cannot be started: ${words} (${advice})`));
      return;
    }
    const slot: Slot = {
      worker,
      since: performance.now(),
      ready: false,
      job: undefined,
      next: undefined,
      timer: undefined,
      ending: false,
      cause: undefined,
    };
    this.#slots.add(slot);
    worker.on('message', (reply: Reply) => this.#receive(slot, reply));
    worker.on('error', (error: unknown) => (slot.cause ??= error instanceof Error ? error.message : String(error)));
    worker.on('exit', (code) => this.#bury(slot, code));
  }

  #receive(slot: Slot, reply: Reply): void {
    const job = slot.job;
    if ('ready' in reply) {
      slot.ready = true;
      this.#spent = addSpent(this.#spent, { ...NOTHING_SPENT, start: performance.now() - slot.since });
    } else if (job !== undefined) {
      clearTimeout(slot.timer);
      slot.job = undefined;
      // what lies ready in a thread that is ending is for another one (`#bury`)
      if (!slot.ending) {
        this.#watch(slot, slot.next);
        slot.next = undefined;
      }
      if ('error' in reply) job.reject(revive(reply.error));
      else {
        this.#spent = addSpent(this.#spent, reply.spent);
        job.resolve(reply.result);
      }
    }
    this.#dispatch();
  }

  #bury(slot: Slot, code: number): void {
    this.#slots.delete(slot);
    clearTimeout(slot.timer);
    if (this.#closed) {
      for (const job of [slot.job, slot.next]) job?.reject(new PoolClosedError('the worker pool was closed'));
      return;
    }
    // The thread did not come to it: it is none of its fault.
    if (slot.next !== undefined) this.#queue.unshift(slot.next);
    const cause = slot.cause ?? `exit code ${code}`;
    if (slot.ready) slot.job?.reject(new WorkerCrashError(`a worker thread ended: ${cause}`));
    else this.#rejectQueue(new WorkerStartError(`worker threads cannot be started: ${cause}`));
    this.#dispatch();
  }

  #rejectQueue(error: Error): void {
    for (const job of this.#queue.splice(0)) job.reject(error);
  }
}

/** Whether a task takes some hundredths of a second at most, beside which the way to the thread and back counts. */
function isShort(task: Task | undefined): boolean {
  switch (task?.kind) {
    case 'identify':
      return true;
    case 'batch':
      return task.depth === 'l1';
    case 'lines':
    case 'games':
      return task.settled.depth === 'l1';
    default:
      return false;
  }
}

function withdrawn(): WithdrawnError {
  return new WithdrawnError('the task was withdrawn before a thread took it up');
}

/** The error as the engine threw it, where it tells a caller what is wrong with the input. */
function revive(error: CarriedError): Error {
  if (error.detail !== undefined) return new InvalidFenError(error.detail);
  const revived = new Error(error.message);
  revived.name = error.name;
  return revived;
}
