/**
 * The store: one SQLite file with everything that scans find and that the service answers from.
 *
 * One writer at a time, any number of readers beside it (WAL). Everything that a scan learns from a batch goes into one transaction,
 * so that a crash loses whole batches and never leaves half of one. Calls are synchronous, as better-sqlite3's are: a look-up takes
 * microseconds, less than a promise would cost.
 */
import type { WayVerdict } from '../tactics/puzzle.js';
import { ALL_PATTERNS, type Pattern, type PatternMask } from '../tactics/types.js';
import { Accounts } from './accounts.js';
import { addGame, noCounts } from './batch-counts.js';
import { BatchWriter } from './batch-writer.js';
import { Checkpoints, type Checkpoint, type CheckpointTerms } from './checkpoints.js';
import { countRows, countTactics, type StoreCounts } from './counts.js';
import { digestOf } from './digest.js';
import { Editions } from './editions.js';
import { StoreError, toStoreError } from './errors.js';
import { Games, type Findings, type ScanTerms } from './games.js';
import { Ground } from './ground.js';
import { KeyDays } from './key-days.js';
import { Keys } from './keys.js';
import { Positions } from './positions.js';
import { Puzzles, type Puzzle, type PuzzleCandidate, type PuzzleCount, type PuzzleFinding } from './puzzles.js';
import { Quarantine, type QuarantinedGame } from './quarantine.js';
import { Renewal, type PartialCounts, type RenewalAim, type StaleCounts, type StaleGame } from './renewal.js';
import type { Batch, BatchCounts, CheckpointRow, EngineId } from './rows.js';
import { Runs } from './runs.js';
import { Search } from './search.js';
import { Sources } from './sources.js';
import type { Database } from './sqlite.js';
import { Subscriptions } from './subscriptions.js';
import { TestPayments } from './test-payments.js';
import { Usage } from './usage.js';
import { Whereabouts } from './whereabouts.js';

/**
 * Told of what a scan writes, in the transaction that writes it: what it writes itself stands or falls with that.
 * @returns what takes back all that it has noted elsewhere, should the transaction fail yet
 */
export type ScanWatcher = (batch: Pick<Batch, 'parts' | 'checkpoints'>, counts: BatchCounts) => () => void;

/** Another analysis of a stored game. */
export interface RenewedGame {
  of: Pick<StaleGame, 'id' | 'depth' | 'patterns' | 'plies'>;
  findings: Findings;
}

/** No row has this id: an engine that has stored nothing yet. */
const UNKNOWN_ENGINE = -1;

export class Store {
  readonly file: string;
  /** Whether it was opened for reading only. */
  readonly readonly: boolean;
  /** Who may use the service. */
  readonly keys: Keys;
  /** What the daily caps have counted. */
  readonly usage: Usage;
  /** Finding what was found. */
  readonly search: Search;
  /** How much each key was used. */
  readonly keyDays: KeyDays;
  /** Who buys, and what they have bought. */
  readonly accounts: Accounts;
  readonly subscriptions: Subscriptions;
  readonly testPayments: TestPayments;
  /** What nights and scans did. */
  readonly runs: Runs;
  /** What nights have exported. */
  readonly editions: Editions;
  /** Where archives lie. */
  readonly whereabouts: Whereabouts;
  readonly #db: Database;
  readonly #sources: Sources;
  readonly #positions: Positions;
  readonly #games: Games;
  readonly #quarantine: Quarantine;
  readonly #batches: BatchWriter;
  readonly #checkpoints: Checkpoints;
  readonly #puzzles: Puzzles;
  readonly #ground: Ground;
  readonly #renewal: Renewal;
  #watcher: ScanWatcher | undefined;

  /** Use `openStore` (open.ts); this takes a connection whose tables are there and up to date. */
  constructor(db: Database, file: string, readonly = false) {
    this.file = file;
    this.readonly = readonly;
    this.#db = db;
    this.#sources = new Sources(db);
    this.#positions = new Positions(db);
    this.#games = new Games(db, this.#positions);
    this.#quarantine = new Quarantine(db);
    this.#batches = new BatchWriter(this.#sources, this.#games, this.#quarantine);
    this.#checkpoints = new Checkpoints(db);
    this.#puzzles = new Puzzles(db);
    this.#ground = new Ground(db, file);
    this.#renewal = new Renewal(db);
    const access = {
      read: <T>(work: () => T): T => this.#guard(work),
      write: <T>(work: () => T): T => this.#write(work),
      keep: <T>(work: () => T): T => this.#keep(work),
    };
    this.keys = new Keys(db, access);
    this.usage = new Usage(db, access);
    this.search = new Search(db, access);
    this.keyDays = new KeyDays(db, access);
    this.accounts = new Accounts(db, access);
    this.subscriptions = new Subscriptions(db, access);
    this.testPayments = new TestPayments(db, access);
    this.runs = new Runs(db, access);
    this.editions = new Editions(db, access);
    this.whereabouts = new Whereabouts(db, access);
  }

  /**
   * The confirmed (l2) tactics of a position, packed and in published order; empty where it is known to hold none.
   * @param fen canonical four-field FEN (`Engine.canonicalFen`)
   * @param patterns which patterns are wanted; all ten unless given
   * @returns null where the store does not know: never seen, another engine's, or not all of these patterns
   */
  findPosition(fen: string, engine: EngineId, patterns: PatternMask = ALL_PATTERNS): Uint8Array | null {
    return this.#guard(() => this.#positions.find(fen, engine.signature, patterns));
  }

  /**
   * Remembers the confirmed (l2) tactics of positions over all ten patterns, also that there are none, in one transaction.
   * @param results packed records by canonical FEN
   * @throws {StoreError} `locked` where another process writes for longer than the time allowed: a cache may let that pass
   */
  putPositions(engine: EngineId, results: ReadonlyMap<string, Uint8Array>): void {
    this.#write(() => {
      const engineId = this.#sources.engineId(engine);
      for (const [fen, records] of results) this.#positions.take(fen, engineId, ALL_PATTERNS, records);
    });
  }

  /** Whether there is any game yet. */
  get hasGames(): boolean {
    return this.#guard(() => this.#games.any);
  }

  /**
   * What a scan has to do with games, before they are analysed.
   * @param digests of `size` bytes each
   * @returns a `Todo` for each
   */
  knownGames(digests: Uint8Array, size: number, scan: Omit<Batch, 'parts'>): Uint8Array {
    const flags = new Uint8Array(digests.length / size);
    return this.#guard(() => {
      const terms = this.#terms(scan, this.#idOf(scan.engine));
      return flags.map((_, index) => this.#games.todo(digests.subarray(index * size, (index + 1) * size), terms));
    });
  }

  /** Has somebody told of every batch that is written through this object from now on; nobody unless given. */
  watchScans(watcher?: ScanWatcher): void {
    this.#watcher = watcher;
  }

  /**
   * Takes in a batch of a scan, in one transaction: all of it or, on an error, nothing. One of no games, at the end of archives, only notes how
   * far they are read.
   * @throws {FallsShortError} where games of it are to be examined whole first (`batch-writer.ts`)
   */
  writeBatch(batch: Batch): BatchCounts {
    let takeBack: (() => void) | undefined;
    const write = (): BatchCounts => {
      const terms = this.#terms(batch, this.#sources.engineId(batch.engine));
      const counts = this.#batches.write(batch.parts, terms);
      for (const row of batch.checkpoints ?? []) this.#putCheckpoint(row, terms.engineId);
      takeBack = this.#watcher?.(batch, counts);
      return counts;
    };
    try {
      return this.#write(write);
    } catch (error) {
      takeBack?.();
      throw error;
    }
  }

  /** How many games are behind what an engine would say now. */
  countStale(engine: EngineId, aim: RenewalAim): StaleCounts {
    return this.#guard(() => this.#renewal.count(this.#idOf(engine), aim));
  }

  /** How many games at l2 are known in part: scans with `--patterns` or `--plies` asked for no more. */
  countPartial(engine: EngineId): PartialCounts {
    return this.#guard(() => this.#renewal.countPartial(this.#idOf(engine)));
  }

  /** The next games that are behind, at most `limit`. @param after the row id to begin behind, 0 for the first ones */
  nextStale(engine: EngineId, aim: RenewalAim, after: number, limit: number): StaleGame[] {
    return this.#guard(() => this.#renewal.next(this.#idOf(engine), aim, after, limit));
  }

  /** Takes in new analyses of stored games, in one transaction. One that says no more than its row does by now counts as a duplicate. */
  renewGames(engine: EngineId, games: readonly RenewedGame[]): BatchCounts {
    return this.#write(() => {
      const counts = noCounts();
      const engineId = this.#sources.engineId(engine);
      for (const { of, findings } of games) {
        const written = this.#games.renew(of.id, findings, { ...of, engineId });
        // one that falls short of its row is behind as it was, which the next run sees
        addGame(counts, written === 'short' ? 'known' : written, findings, of.patterns);
      }
      return counts;
    });
  }

  /** How many positions only other engines than this one know, and no game points at: what `forgetOthers` drops. */
  countOthers(engine: EngineId): number {
    return this.#guard(() => this.#renewal.countOthers(this.#idOf(engine)));
  }

  /** Drops what only other engines than this one said, and no game points at. */
  forgetOthers(engine: EngineId): void {
    this.#write(() => this.#renewal.forget(this.#idOf(engine)));
  }

  /** How far an archive was read on these terms; undefined where it is to be read from the beginning. */
  findCheckpoint(fingerprint: Uint8Array, on: CheckpointTerms): Checkpoint | undefined {
    return this.#guard(() => this.#checkpoints.find(fingerprint, on));
  }

  /**
   * Quarantined games, in the order of their places, each text once.
   * @param archives fingerprints of those that are asked about; all unless given
   */
  *quarantined(archives?: Iterable<Uint8Array>): Generator<QuarantinedGame> {
    try {
      yield* this.#quarantine.list(archives);
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }

  /** How many positions with tactics are still to be asked whether they are puzzles. */
  countPuzzleCandidates(engine: EngineId): number {
    return this.#guard(() => this.#puzzles.countCandidates(this.#idOf(engine)));
  }

  /** The next of them, at most `limit`. @param after the position's row id to begin behind, 0 for the first ones */
  nextPuzzleCandidates(engine: EngineId, after: number, limit: number): PuzzleCandidate[] {
    return this.#guard(() => this.#puzzles.nextCandidates(this.#idOf(engine), after, limit));
  }

  /** The other ways in which games came to a candidate; null where there is none. @param verdict what came of those that it has */
  furtherWays(candidate: PuzzleCandidate, verdict: WayVerdict): PuzzleCandidate | null {
    return this.#guard(() => this.#puzzles.furtherWays(candidate, verdict));
  }

  /** Takes in what came of candidates, in one transaction. */
  putPuzzles(engine: EngineId, findings: readonly PuzzleFinding[]): void {
    this.#write(() => {
      const engineId = this.#sources.engineId(engine);
      for (const finding of findings) this.#puzzles.put(engineId, finding);
    });
  }

  /** The puzzles of an engine, in the order of their ids, each position once however often it arose; read row by row. */
  *puzzles(engine: EngineId): Generator<Puzzle> {
    try {
      yield* this.#puzzles.list(this.#idOf(engine));
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }

  /** How many positions are an engine's puzzles. @param ms after which the count ends with what it has come to */
  countPuzzles(engine: EngineId, ms: number): PuzzleCount {
    return this.#guard(() => this.#puzzles.count(this.#idOf(engine), ms));
  }

  /** Positions that were asked whether they are puzzles, by the answer. */
  puzzleVerdicts(engine: EngineId): Map<string, number> {
    return this.#guard(() => this.#puzzles.verdicts(this.#idOf(engine)));
  }

  /** Rows by table. */
  counts(): StoreCounts {
    return this.#guard(() => countRows(this.#db));
  }

  /** Tactics by pattern, once for each position. */
  tacticsByPattern(): Record<Pattern, number> {
    return this.#guard(() => countTactics(this.#db));
  }

  /** A hash over all content, equal for equal content whatever the order in which it came. Reads everything. */
  digest(): string {
    return this.#guard(() => digestOf(this.#db));
  }

  /**
   * A file that was deleted can be read and written all the same, and is gone when the process ends: hours of work, and not a word. Whatever
   * writes looks first; reading asks nobody.
   * @throws {StoreError} `moved`
   */
  assertInPlace(): void {
    this.#guard(() => this.#ground.assertInPlace());
  }

  /**
   * The same, and has the next look-up read from the file itself, not from memory.
   * @throws {StoreError} `moved`; `corrupt` or `not_a_database` where it was cut, or written over, while it was open
   */
  assertWhole(): void {
    this.#guard(() => this.#ground.assertWhole());
  }

  /** How long whatever writes from now on waits for another process that does, in milliseconds. */
  setBusyTimeout(ms: number): void {
    this.#guard(() => this.#db.pragma(`busy_timeout = ${ms}`));
  }

  /** Closes the file; calling it again does nothing. */
  close(): void {
    this.#guard(() => this.#db.close());
  }

  /** Row id of an engine; that of no row where it is not there. */
  #idOf(engine: EngineId): number {
    return this.#sources.findEngine(engine) ?? UNKNOWN_ENGINE;
  }

  #terms({ depth, patterns, plies }: Omit<Batch, 'parts'>, engineId: number): ScanTerms {
    return { engineId, depth, patterns, ...(plies === undefined ? {} : { plies }) };
  }

  #putCheckpoint({ archive, on, state, broken }: CheckpointRow, engineId: number): void {
    this.#checkpoints.put(this.#sources.archiveId(archive), engineId, on, state, broken);
  }

  /** IMMEDIATE: a lock that cannot be had fails at the start, where waiting helps, not halfway, where it would not. */
  #write<T>(work: () => T): T {
    if (this.readonly) throw new StoreError('readonly', `Database ${this.file}: it was opened for reading only`);
    this.assertInPlace();
    return this.#guard(() => this.#db.transaction(work).immediate());
  }

  /** A write that the disk has when this returns, whatever holds for the others. */
  #keep<T>(work: () => T): T {
    return this.#guard(() => {
      const usual = this.#db.pragma('synchronous', { simple: true }) as number;
      this.#db.pragma('synchronous = FULL');
      try {
        return this.#write(work);
      } finally {
        this.#db.pragma(`synchronous = ${usual}`);
      }
    });
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toStoreError(error, this.file);
    }
  }
}
