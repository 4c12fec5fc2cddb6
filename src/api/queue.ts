/**
 * Who is analysed next, and how many may wait.
 *
 * Single positions and the positions of games and batches stand in lanes: singles share one, every game has its own. The turn goes
 * singles, a game, singles, the next game: whoever asks for one position waits for no game to end, and games share what is left. Work is
 * handed to the threads in small portions, so that the order is decided here, late, and not in the pool's queue.
 *
 * Places are counted in positions, taken before any work begins, and given back as each is done, whether or not anybody reads it. With
 * none left, a request is refused at once (`BusyError`) rather than made to wait for longer than its sender will.
 */
import { performance } from 'node:perf_hooks';

/** There is no room; the request may come again after `retryAfter` seconds. */
export class BusyError extends Error {
  override readonly name = 'BusyError';

  constructor(readonly retryAfter: number) {
    super(`the queue is full; room in some ${retryAfter} s`);
  }
}

/** Weight of the newest measurement in the mean time of a position. */
const NEWEST = 0.05;
/** Seconds. */
const LONGEST_RETRY = 60;

interface Job {
  start(): Promise<void>;
}

/** Work that was handed in. */
export interface Waiting<T> {
  readonly result: Promise<T>;
  /** Lets it have a single's turn where it stands in a lane and has not begun: somebody asks for it alone. */
  readonly hurry: () => void;
}

/** The positions of one game or batch. */
export type Lane = Job[];

export interface QueueOptions {
  /** Positions in the hands of the threads at a time: two a thread keep it from waiting between them. */
  width: number;
  /** Positions that may be taken in and not be done: at least 1. One request finds room in an idle queue, however many it has. */
  limit: number;
}

export class AnalysisQueue {
  readonly #options: QueueOptions;
  readonly #singles: Lane = [];
  /** Those that have something to do. */
  readonly #lanes: Lane[] = [];
  #singlesTurn = true;
  #running = 0;
  #taken = 0;
  /** Mean milliseconds that a position is in the hands of the threads. */
  #mean = 1;

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  /** Positions taken in and not done. */
  get taken(): number {
    return this.#taken;
  }

  get limit(): number {
    return this.#options.limit;
  }

  /**
   * Takes places for a request's positions; each is given back by `release`.
   * @throws {BusyError}
   */
  take(positions: number): void {
    if (this.#taken > 0 && this.#taken + positions > this.#options.limit) throw new BusyError(this.#retryAfter());
    this.#taken += positions;
  }

  release(positions: number): void {
    this.#taken -= positions;
  }

  /** Has `work` done when its turn comes. @param lane of the game or batch that it belongs to; a single's unless given */
  run<T>(work: () => Promise<T>, lane: Lane = this.#singles): Waiting<T> {
    let hurry = (): void => undefined;
    const result = new Promise<T>((resolve, reject) => {
      const job = { start: () => work().then(resolve, reject) };
      hurry = () => this.#hurry(job, lane);
      if (lane.push(job) === 1 && lane !== this.#singles) this.#lanes.push(lane);
    });
    this.#dispatch();
    return { result, hurry };
  }

  #hurry(job: Job, lane: Lane): void {
    const place = lane.indexOf(job);
    if (place === -1 || lane === this.#singles) return;
    lane.splice(place, 1);
    if (lane.length === 0) this.#lanes.splice(this.#lanes.indexOf(lane), 1);
    this.#singles.push(job);
  }

  #dispatch(): void {
    while (this.#running < this.#options.width) {
      const job = this.#next();
      if (job === undefined) return;
      this.#running++;
      const began = performance.now();
      void job.start().finally(() => {
        this.#running--;
        this.#mean += NEWEST * (performance.now() - began - this.#mean);
        this.#dispatch();
      });
    }
  }

  #next(): Job | undefined {
    const single = this.#singles.length > 0 && (this.#singlesTurn || this.#lanes.length === 0);
    this.#singlesTurn = !single;
    if (single) return this.#singles.shift();
    const lane = this.#lanes.shift();
    const job = lane?.shift();
    if (lane !== undefined && lane.length > 0) this.#lanes.push(lane);
    return job;
  }

  #retryAfter(): number {
    const seconds = (this.#taken * this.#mean) / this.#options.width / 1000;
    return Math.min(Math.max(Math.ceil(seconds), 1), LONGEST_RETRY);
  }
}
