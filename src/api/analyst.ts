/**
 * Where the service's answers come from: memory, then the store, else the engine, whose results both then keep.
 *
 * The routes see this narrow face only, so that they can be tested with an engine in the same thread and no database. What is
 * returned is packed records of all ten patterns: the filter, the FEN as the request wrote it and the sequences are the envelope's
 * matter (`tactics/envelope.ts`), which is why one stored result answers every form of the question.
 */
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { PoolClosedError, WorkerStartError } from '../pipeline/pool.js';
import type { PositionResult, Task } from '../pipeline/tasks.js';
import type { EngineId } from '../store/rows.js';
import type { Engine } from '../tactics/engine.js';
import { assertFenText } from '../tactics/fen.js';
import { analyzeReplayed, type AnalyzedGame } from '../tactics/game.js';
import { InvalidFenError } from '../tactics/errors.js';
import { readGame } from '../tactics/pgn.js';
import type { Depth } from '../tactics/types.js';
import { MOST_POSITIONS } from './schemas/extract-game.js';
import { AnalysisQueue, type Lane, type Waiting } from './queue.js';
import { WriteBehind, type ResultSink } from './write-behind.js';

/** What became of one position of a batch: packed tactics, or why there are none (an `InvalidFenError`, or what broke). */
export type Outcome = Uint8Array | Error;
/** Of each position; they are never rejected. */
export type Outcomes = readonly Promise<Outcome>[];

export interface Analyst {
  /** For what takes microseconds: canonical FENs, moves in SAN. */
  readonly engine: Engine;

  /**
   * Packed tactics of all ten patterns.
   * @throws {InvalidFenError}
   * @throws {BusyError}
   */
  position(fen: string, depth: Depth): Promise<Uint8Array>;

  /**
   * Many positions, in their order. Places are taken for all of them or none, and nothing has to be given back by whoever leaves them unread.
   * @param onPlaces called once there is room and before any work begins; where it throws, the places are given back, and this throws the same
   * @throws {BusyError}
   */
  batch(fens: readonly string[], depth: Depth, onPlaces?: () => Promise<void>): Promise<Outcomes>;

  /**
   * A game with the packed tactics of all ten patterns of every position.
   * @throws {InvalidPgnError}
   * @throws {TooCostlyError} more positions than one request may have
   * @throws {BusyError}
   */
  game(pgn: string, depth: Depth): Promise<AnalyzedGame>;
}

/** A game has more of something than one request may ask for. */
export class TooCostlyError extends Error {
  override readonly name = 'TooCostlyError';

  constructor(
    readonly what: 'positions' | 'tactics',
    readonly count: number,
    readonly limit: number,
  ) {
    super(`${count} ${what}; at most ${limit} are taken in one request`);
  }
}

/** Computes everything in the calling thread: for tests. */
export class EngineAnalyst implements Analyst {
  constructor(readonly engine: Engine) {}

  // async, so that what the engine throws arrives as a rejection, as it does from the pool
  async position(fen: string, depth: Depth): Promise<Uint8Array> {
    assertFenText(fen);
    return Promise.resolve(this.engine.analyze(fen, depth));
  }

  async batch(fens: readonly string[], depth: Depth, onPlaces?: () => Promise<void>): Promise<Outcomes> {
    await onPlaces?.();
    return fens.map((fen) => this.position(fen, depth).catch(asError));
  }

  async game(pgn: string, depth: Depth): Promise<AnalyzedGame> {
    return Promise.resolve(analyzeReplayed(this.engine, readGame(this.engine, pgn, 'quick'), depth));
  }
}

/** The part of the store that answers need. */
export interface PositionStore extends ResultSink {
  findPosition(fen: string, engine: EngineId): Uint8Array | null;
}

/** The part of the worker pool that answers need. */
export interface PositionPool {
  readonly size: number;
  run(task: Extract<Task, { kind: 'position' }>): Promise<PositionResult>;
}

export interface StoredAnalystOptions {
  store: PositionStore;
  pool: PositionPool;
  /** For canonical FENs and replay only: microseconds a call, so they stay in this thread. All analysis goes to the pool. */
  engine: Engine;
  /** Whose results are looked up and stored. */
  id: EngineId;
  /** Told of every failure of the store; answers do not depend on it. */
  onStoreError: (error: unknown) => void;
  /** Told of a position that a thread, or its engine, has failed on, and that is tried once more. Default nobody. */
  onRetry?: (error: unknown) => void;
  /** Positions that one game may have. Default MOST_POSITIONS. */
  positionsPerRequest?: number;
  /** Positions that may wait, over all requests. Default 4,000: a few seconds' work. */
  queueLimit?: number;
}

/** Bytes of results that are kept in memory, and what an entry takes beside its records, as measured. */
const MEMORY = 16 * 1024 * 1024;
const ENTRY = 330;
/** Positions that are looked up between two breaths of the event loop: less than a millisecond. */
const STRIDE = 32;

/** What a second try does not mend. */
const HOPELESS = [InvalidFenError, PoolClosedError, WorkerStartError];

export class StoredAnalyst implements Analyst {
  readonly queue: AnalysisQueue;
  /** How many positions were answered from where. */
  readonly counts = { memory: 0, store: 0, shared: 0, computed: 0 };
  readonly #options: StoredAnalystOptions;
  readonly #positionsPerRequest: number;
  readonly #writes: WriteBehind;
  readonly #memory = new LRUCache<string, Uint8Array>({
    maxSize: MEMORY,
    sizeCalculation: (records, key) => records.length + key.length + ENTRY,
  });
  /** What waits or is being computed: whoever asks for it meanwhile gets the same promise, and a single hurries it. */
  readonly #underWay = new Map<string, Waiting<Uint8Array>>();

  constructor(options: StoredAnalystOptions) {
    this.#options = options;
    this.#positionsPerRequest = options.positionsPerRequest ?? MOST_POSITIONS;
    this.queue = new AnalysisQueue({ width: 2 * options.pool.size, limit: options.queueLimit ?? 4_000 });
    this.#writes = new WriteBehind(options.store, options.id, options.onStoreError);
  }

  get engine(): Engine {
    return this.#options.engine;
  }

  async position(fen: string, depth: Depth): Promise<Uint8Array> {
    const canonical = this.#canonical(fen);
    const known = this.#find(canonical, depth);
    if (known !== undefined) return known;
    this.queue.take(1);
    try {
      return await this.#compute(canonical, depth);
    } finally {
      this.queue.release(1);
    }
  }

  async batch(fens: readonly string[], depth: Depth, onPlaces?: () => Promise<void>): Promise<Outcomes> {
    this.queue.take(fens.length);
    try {
      await onPlaces?.();
    } catch (error) {
      this.queue.release(fens.length);
      throw error;
    }
    return this.#each(fens, depth);
  }

  /**
   * Position by position, so that a game is answered from what any other game or request left behind, and all threads share the rest.
   */
  async game(pgn: string, depth: Depth): Promise<AnalyzedGame> {
    const game = readGame(this.engine, pgn, 'quick');
    const count = game.moves.length;
    if (count > this.#positionsPerRequest) throw new TooCostlyError('positions', count, this.#positionsPerRequest);
    const positions: Uint8Array[] = [];
    this.queue.take(count);
    for (const each of await this.#each(game.fens.slice(0, count), depth)) {
      const outcome = await each;
      if (outcome instanceof Error) throw outcome; // the first one that broke; a game is never answered in part
      positions.push(outcome);
    }
    return { ...game, positions };
  }

  /** Writes what is still to be written. The analyst may go on afterwards. */
  flush(): void {
    this.#writes.flush();
  }

  /**
   * For positions that have their places. Each is given back when its position is done, not when its outcome is read: whoever asked may read
   * slowly, or have hung up before the first of them, and what is in the lane is done all the same.
   */
  async #each(fens: readonly string[], depth: Depth): Promise<Outcomes> {
    const release = (): void => this.queue.release(1);
    const lane: Lane = [];
    const outcomes: Promise<Outcome>[] = [];
    for (const [index, fen] of fens.entries()) {
      if (index % STRIDE === STRIDE - 1) await setImmediate();
      const outcome = this.#outcome(fen, depth, lane);
      outcomes.push(outcome);
      void outcome.then(release);
    }
    return outcomes;
  }

  async #outcome(fen: string, depth: Depth, lane: Lane): Promise<Outcome> {
    try {
      const canonical = this.#canonical(fen);
      return this.#find(canonical, depth) ?? (await this.#compute(canonical, depth, lane));
    } catch (error) {
      return asError(error);
    }
  }

  /** @throws {InvalidFenError} */
  #canonical(fen: string): string {
    assertFenText(fen);
    return this.engine.canonicalFen(fen);
  }

  #find(fen: string, depth: Depth): Uint8Array | undefined {
    const key = keyOf(fen, depth);
    const remembered = this.#memory.get(key);
    if (remembered !== undefined) {
      this.counts.memory++;
      return remembered;
    }
    // The scan of l1 is faster than the store, which does not keep it.
    if (depth === 'l1') return undefined;
    const stored = this.#writes.find(fen) ?? this.#look(fen);
    if (stored === undefined) return undefined;
    this.counts.store++;
    this.#memory.set(key, stored);
    return stored;
  }

  #compute(fen: string, depth: Depth, lane?: Lane): Promise<Uint8Array> {
    const key = keyOf(fen, depth);
    const underWay = this.#underWay.get(key);
    if (underWay !== undefined) {
      this.counts.shared++;
      if (lane === undefined) underWay.hurry();
      return underWay.result;
    }
    const waiting = this.queue.run(() => this.#ask({ kind: 'position', fen, depth }), lane);
    const result = waiting.result
      .then(({ records }) => {
        this.counts.computed++;
        this.#memory.set(key, records);
        if (depth === 'l2') this.#writes.add(fen, records);
        return records;
      })
      .finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, { result, hurry: waiting.hurry });
    return result;
  }

  /**
   * A thread may die, and an engine fail, of what came before, or of a machine without memory: the next one is asked once more. What fails there
   * too is the position's own matter.
   */
  async #ask(task: Parameters<PositionPool['run']>[0]): Promise<PositionResult> {
    const { pool, onRetry } = this.#options;
    try {
      return await pool.run(task);
    } catch (error) {
      if (HOPELESS.some((kind) => error instanceof kind)) throw error;
      onRetry?.(error);
      return pool.run(task);
    }
  }

  /** A store that is locked or broken slows answers down; it does not prevent them. */
  #look(fen: string): Uint8Array | undefined {
    try {
      return this.#options.store.findPosition(fen, this.#options.id) ?? undefined;
    } catch (error) {
      this.#options.onStoreError(error);
      return undefined;
    }
  }
}

function keyOf(fen: string, depth: Depth): string {
  return depth === 'l1' ? `1 ${fen}` : fen;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
