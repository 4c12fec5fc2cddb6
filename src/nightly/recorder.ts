/**
 * Keeps a run's row in the store alive: what it does, how far it is, what it has done so far, every second or so.
 *
 * The row is for those who watch. So a sign of life that finds the database locked by another writer is left out, and the next one says
 * the same; every other failure is the run's own, and is thrown where the run next says something.
 */
import { Speedometer } from '../pipeline/speedometer.js';
import type { ScanState } from '../pipeline/scan.js';
import { StoreError } from '../store/errors.js';
import {
  NO_PROGRESS,
  type RunCounts,
  type RunKind,
  type RunProgress,
  type Runs,
  type RunState,
} from '../store/runs.js';
import type { Stage } from './states.js';

/** Milliseconds from one sign of life to the next. */
const SIGN_EVERY = 1000;

export class Recorder {
  /** Of the run's row. */
  readonly id: number;
  readonly #runs: Runs;
  /** What the run has done so far; its owner goes on counting in it. */
  readonly #counts: RunCounts;
  readonly #timer: NodeJS.Timeout;
  #stage: Stage;
  #progress: RunProgress = { ...NO_PROGRESS };
  #speed = new Speedometer();
  #failure: Error | undefined;

  /** Begins a run. @throws {StoreError} */
  constructor(runs: Runs, kind: RunKind, version: string, stage: Stage, counts: RunCounts) {
    this.#runs = runs;
    this.#counts = counts;
    this.#stage = stage;
    this.id = runs.begin(kind, version, stage);
    this.#timer = setInterval(() => this.#sign(), SIGN_EVERY);
    this.#timer.unref();
  }

  /** Another part of the run begins. @throws what a sign of life failed on */
  begin(stage: Stage): void {
    this.#check();
    this.#stage = stage;
    this.#progress = { ...this.#progress, share: null, secondsLeft: null, gamesPerSecond: 0 };
    this.#speed = new Speedometer();
    this.#sign();
  }

  /** A scan says how far it is. */
  update(state: ScanState): void {
    this.#speed.update(state);
    this.#progress.positions = state.positions;
  }

  /** Another part says how far it is. @param share between 0 and 1 */
  share(share: number): void {
    this.#progress.share = share;
  }

  /** A sign of life that goes with what is being written, in its transaction: a run that is killed then has counted what it wrote. */
  signWithin(): void {
    this.#runs.sign(this.id, { stage: this.#stage, progress: this.#read(), counts: this.#counts });
  }

  /** The run is over; nothing is written afterwards. @throws {StoreError} */
  end(
    state: Exclude<RunState, 'running' | 'killed'>,
    { message = '', report = null }: { message?: string; report?: string | null } = {},
  ): void {
    clearInterval(this.#timer);
    const last = { stage: this.#stage, progress: this.#read(), counts: this.#counts };
    this.#runs.end(this.id, state, { ...last, message, report });
  }

  /**
   * As `end`, for a run that has stored all that it did: that another writer holds the database is no failure of its own.
   * @returns whether the row says so; else it goes on saying that the run is at work, until it is taken for killed
   * @throws {StoreError}
   */
  close(state: Exclude<RunState, 'running' | 'killed'>): boolean {
    try {
      this.end(state);
      return true;
    } catch (error) {
      if (error instanceof StoreError && error.code === 'locked') return false;
      throw error;
    }
  }

  /** The run failed; where the store is what failed, telling it may fail too, and is no other story. */
  fail(error: unknown): void {
    try {
      this.end('failed', { message: error instanceof Error ? error.message : String(error) });
    } catch (second) {
      if (!(second instanceof StoreError)) throw second;
    }
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #sign(): void {
    try {
      this.signWithin();
    } catch (error) {
      if (error instanceof StoreError && error.code === 'locked') return;
      this.#failure ??= error instanceof Error ? error : new Error(String(error));
      clearInterval(this.#timer);
    }
  }

  #read(): RunProgress {
    const reading = this.#speed.read();
    if (reading === undefined) return this.#progress;
    const { games, gamesPerSecond, share, secondsLeft } = reading;
    return (this.#progress = { ...this.#progress, games, gamesPerSecond, share, secondsLeft });
  }
}
