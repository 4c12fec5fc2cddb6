/**
 * Where the service's answers come from: the store where it knows, else the engine, whose results the store then keeps.
 *
 * The routes see this narrow face only, so that they can be tested with an engine in the same thread and no database. What is
 * returned is packed records of all ten patterns: the filter, the FEN as the request wrote it and the sequences are the envelope's
 * matter (`tactics/envelope.ts`), which is why one stored result answers every form of the question.
 */
import pLimit from 'p-limit';
import type { PositionResult, Task } from '../pipeline/tasks.js';
import type { EngineId } from '../store/rows.js';
import type { Engine } from '../tactics/engine.js';
import { assertFenText } from '../tactics/fen.js';
import { analyzeReplayed, type AnalyzedGame } from '../tactics/game.js';
import { readGame } from '../tactics/pgn.js';
import type { Depth } from '../tactics/types.js';

export interface Analyst {
  /**
   * Packed tactics of all ten patterns.
   * @throws {InvalidFenError}
   */
  position(fen: string, depth: Depth): Promise<Uint8Array>;

  /**
   * A game with the packed tactics of all ten patterns of every position.
   * @throws {InvalidPgnError}
   */
  game(pgn: string, depth: Depth): Promise<AnalyzedGame>;
}

/** Computes everything in the calling thread: for tests. */
export class EngineAnalyst implements Analyst {
  constructor(private readonly engine: Engine) {}

  // async, so that what the engine throws arrives as a rejection, as it does from the pool
  async position(fen: string, depth: Depth): Promise<Uint8Array> {
    assertFenText(fen);
    return Promise.resolve(this.engine.analyze(fen, depth));
  }

  async game(pgn: string, depth: Depth): Promise<AnalyzedGame> {
    return Promise.resolve(analyzeReplayed(this.engine, readGame(this.engine, pgn, 'quick'), depth));
  }
}

/** The part of the store that answers need. */
export interface PositionStore {
  findPosition(fen: string, engine: EngineId): Uint8Array | null;
  putPosition(fen: string, engine: EngineId, records: Uint8Array): void;
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
  onStoreError(error: unknown): void;
}

export class StoredAnalyst implements Analyst {
  constructor(private readonly options: StoredAnalystOptions) {}

  async position(fen: string, depth: Depth): Promise<Uint8Array> {
    assertFenText(fen);
    return this.#analyze(this.options.engine.canonicalFen(fen), depth);
  }

  /**
   * Position by position, so that a game is answered from what any other game or request left in the store, and all threads share
   * the rest. Few tasks are in flight at a time: a long game must not queue up before everybody else's position.
   */
  async game(pgn: string, depth: Depth): Promise<AnalyzedGame> {
    const { engine, pool } = this.options;
    const game = readGame(engine, pgn, 'quick');
    const limit = pLimit(2 * pool.size);
    const fens = game.fens.slice(0, game.moves.length);
    const positions = await Promise.all(fens.map((fen) => limit(() => this.#analyze(engine.canonicalFen(fen), depth))));
    return { ...game, positions };
  }

  /** `fen` is canonical. An l1 answer is computed, never looked up: the scan is faster than the store. */
  async #analyze(fen: string, depth: Depth): Promise<Uint8Array> {
    const { pool } = this.options;
    if (depth === 'l1') return (await pool.run({ kind: 'position', fen, depth })).records;
    const known = this.#find(fen);
    if (known !== null) return known;
    const { records } = await pool.run({ kind: 'position', fen, depth });
    this.#put(fen, records);
    return records;
  }

  // A cache that is locked, full or broken slows answers down; it does not prevent them.

  #find(fen: string): Uint8Array | null {
    try {
      return this.options.store.findPosition(fen, this.options.id);
    } catch (error) {
      this.options.onStoreError(error);
      return null;
    }
  }

  #put(fen: string, records: Uint8Array): void {
    try {
      this.options.store.putPosition(fen, this.options.id, records);
    } catch (error) {
      this.options.onStoreError(error);
    }
  }
}
