/**
 * Where the time of a run goes, stage by stage, so that the operator sees what to make faster.
 *
 * The main thread is always in exactly one stage, so its stages sum to the wall time: `turn` says which one begins. Work that does not
 * wait (`during`) takes its time out of the stage that it falls into, and gives it back. While the reader waits for the threads, the event
 * loop tells what of that was rest; the other part is taking their messages.
 *
 * Threads count for themselves (`ThreadClock`) and send their sums with their answers. It costs three looks at the clock a game, and some
 * ten a batch: 0.4 us a game, which at l1 takes more than 100.
 */

/** Of the main thread; what each is stands in `summary.ts`. */
export const MAIN_STAGES = ['read', 'split', 'lookup', 'commit', 'other', 'idle'] as const;
export type MainStage = (typeof MAIN_STAGES)[number];

/** Of the worker threads together. */
export const THREAD_STAGES = ['engine', 'decode', 'tags', 'start', 'idle'] as const;
export type ThreadStage = (typeof THREAD_STAGES)[number];

/** Seconds, each; the main thread's sum to `wall`, the threads' to `wall` times `workers`. */
export interface StageTimes {
  wall: number;
  workers: number;
  main: Record<MainStage, number>;
  threads: Record<ThreadStage, number>;
}

/** Milliseconds that threads spent: on tasks, of that in the engine on positions and on reading moves, and on starting up. */
export interface Spent {
  busy: number;
  engine: number;
  decode: number;
  start: number;
}

export const NOTHING_SPENT: Readonly<Spent> = { busy: 0, engine: 0, decode: 0, start: 0 };

export function addSpent(a: Readonly<Spent>, b: Readonly<Spent>): Spent {
  return {
    busy: a.busy + b.busy,
    engine: a.engine + b.engine,
    decode: a.decode + b.decode,
    start: a.start + b.start,
  };
}

/** The clocks that time is read from, milliseconds; others for tests. */
export interface TimeSource {
  now(): number;
  /** How long this thread's event loop has had nothing to do. */
  idle(): number;
}

const REAL_TIME: TimeSource = {
  now: () => performance.now(),
  idle: () => performance.eventLoopUtilization().idle,
};

/** The main thread's clock. It runs from its making on. */
export class StageClock {
  readonly #time: TimeSource;
  readonly #begin: number;
  /** `wait`: the reader has nothing to do until a thread is done. */
  #stage: MainStage | 'wait' = 'other';
  #since: number;
  #idleSince: number;
  readonly #spent: Record<MainStage, number> = { read: 0, split: 0, lookup: 0, commit: 0, other: 0, idle: 0 };

  constructor(time = REAL_TIME) {
    this.#time = time;
    this.#begin = this.#since = time.now();
    this.#idleSince = time.idle();
  }

  /** Seconds since the clock was made. */
  get seconds(): number {
    return (this.#time.now() - this.#begin) / 1000;
  }

  /** A stage begins. @returns the one that ends */
  turn(stage: MainStage | 'wait'): MainStage | 'wait' {
    const before = this.#stage;
    const [now, idle] = [this.#time.now(), this.#time.idle()];
    const span = now - this.#since;
    if (before === 'wait') {
      // the two clocks are not read at the same instant
      const rest = Math.min(span, idle - this.#idleSince);
      this.#spent.idle += rest;
      this.#spent.other += span - rest;
    } else this.#spent[before] += span;
    this.#stage = stage;
    this.#since = now;
    this.#idleSince = idle;
    return before;
  }

  /** Does what takes no turns of the event loop. */
  during<T>(stage: MainStage, work: () => T): T {
    const before = this.turn(stage);
    try {
      return work();
    } finally {
      this.turn(before);
    }
  }

  /** Waits for something, in the reader's name: of those who wait at the same time, only one may say so. */
  async over<T>(stage: MainStage | 'wait', work: Promise<T>): Promise<T> {
    const before = this.turn(stage);
    try {
      return await work;
    } finally {
      this.turn(before);
    }
  }

  /** Hands on what a stream gives. The time until it gives it is the stage's, but for what its own sources take out of that. */
  async *pulling<T>(stage: MainStage, stream: AsyncIterable<T>): AsyncGenerator<T> {
    let before = this.turn(stage);
    try {
      for await (const item of stream) {
        this.turn(before);
        yield item;
        before = this.turn(stage);
      }
    } finally {
      this.turn(before);
    }
  }

  /** @param spent by the threads in the same time */
  times(workers: number, { busy, engine, decode, start }: Readonly<Spent>): StageTimes {
    this.turn(this.#stage);
    const wall = (this.#since - this.#begin) / 1000;
    const main = { ...this.#spent };
    for (const stage of MAIN_STAGES) main[stage] /= 1000;
    const tags = (busy - engine - decode) / 1000;
    const idle = wall * workers - (busy + start) / 1000;
    const threads = { engine: engine / 1000, decode: decode / 1000, tags, start: start / 1000, idle };
    return { wall, workers, main, threads };
  }
}

/** A thread's own clock, of one task after the other. */
export class ThreadClock {
  readonly #now: () => number;
  #spent = { ...NOTHING_SPENT };

  constructor(now = (): number => performance.now()) {
    this.#now = now;
  }

  /** Work of the engine on positions. */
  engine<T>(work: () => T): T {
    const begin = this.#now();
    try {
      return work();
    } finally {
      this.#spent.engine += this.#now() - begin;
    }
  }

  /** Work of the engine that begins with reading moves and calls `decoded` when that is done; without, it is all reading. */
  game<T>(work: (decoded: () => void) => T): T {
    const begin = this.#now();
    let middle: number | undefined;
    try {
      return work(() => (middle = this.#now()));
    } finally {
      const end = this.#now();
      this.#spent.decode += (middle ?? end) - begin;
      this.#spent.engine += end - (middle ?? end);
    }
  }

  /** What one task takes. */
  async task<T>(work: () => Promise<T>): Promise<{ result: T; spent: Spent }> {
    this.#spent = { ...NOTHING_SPENT };
    const begin = this.#now();
    const result = await work();
    return { result, spent: { ...this.#spent, busy: this.#now() - begin } };
  }
}

/** Whether the threads set the pace or the main thread, what takes most of that one's time, and what share of it, 0 to 1. */
export type Slowest =
  | { of: 'threads'; stage: Exclude<ThreadStage, 'idle'>; share: number }
  | { of: 'main'; stage: Exclude<MainStage, 'idle'>; share: number };

/** Null where no time passed. */
export function slowestStage({ wall, workers, main, threads }: StageTimes): Slowest | null {
  if (wall <= 0) return null;
  const { idle: mainIdle, ...mainWork } = main;
  const { idle: threadsIdle, ...threadWork } = threads;
  if (threadsIdle / workers <= mainIdle) {
    const [stage, seconds] = largest(threadWork);
    return { of: 'threads', stage, share: seconds / (wall * workers) };
  }
  const [stage, seconds] = largest(mainWork);
  return { of: 'main', stage, share: seconds / wall };
}

function largest<K extends string>(seconds: Record<K, number>): [stage: K, seconds: number] {
  const stages = Object.entries(seconds) as [K, number][];
  return stages.reduce((most, next) => (next[1] > most[1] ? next : most));
}
