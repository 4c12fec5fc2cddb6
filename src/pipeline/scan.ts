/**
 * The scan: archives -> games -> batches -> worker threads -> transactions.
 *
 * The reader is fed by hand: it goes on only while fewer than BOUND batches per worker are between it and the disk, so that memory does
 * not depend on the size of the archive. Work is done by whatever thread is free, and committed strictly in input order, so that the
 * store does not depend on the number of threads.
 */
import { stat } from 'node:fs/promises';
import pLimit, { type LimitFunction } from 'p-limit';
import { ArchiveError, openArchive, type Archive, type ArchiveEntry } from '../archive/open.js';
import { splitGames } from '../pgn/splitter.js';
import type { EntryRef } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { Batcher, BATCH_LIMITS, endOf, type BatchLimits, type GameBatch } from './batches.js';
import { commitBatch, type ScanTerms } from './commit.js';
import { examine, type KnownGames } from './examine.js';
import { fingerprintOf } from './fingerprint.js';
import { DIGEST_LENGTH, readPacket } from './packet.js';
import type { WorkerPool } from './pool.js';
import { Tally, type ScanReport } from './report.js';

/** Batches in flight per worker: one in work, one waiting, and one that is done before its turn to be committed comes. */
const BOUND = 3;

/** How far a run is. */
export interface ScanState {
  /** Games and positions committed so far. */
  games: number;
  positions: number;
  /** Bytes of the archives behind these games, and of all archives. */
  bytes: number;
  totalBytes: number;
  seconds: number;
}

export interface ScanOptions extends ScanTerms {
  store: Store;
  pool: WorkerPool;
  /** Stops reading, finishes and commits what is in flight. */
  signal?: AbortSignal;
  /** Called after each batch that is committed. */
  onProgress?(state: ScanState): void;
  /** Batch sizes; for tests. */
  limits?: BatchLimits;
}

/**
 * Scans archives into the store.
 *
 * What an archive lacks becomes a line of the report, and the run goes on with the next entry.
 * @throws {StoreError} what was committed before is kept
 * @throws {WorkerStartError} no thread can be started
 */
export async function scanArchives(paths: readonly string[], options: ScanOptions): Promise<ScanReport> {
  const run = new Run(options, await totalSize(paths));
  await run.readAll(paths);
  return run.finish();
}

class Run {
  readonly #options: ScanOptions;
  readonly #totalBytes: number;
  readonly #tally = new Tally();
  readonly #batcher: Batcher;
  readonly #limit: LimitFunction;
  /** Batches between the reader and the disk, oldest first. */
  readonly #inFlight: Promise<void>[] = [];
  #last: Promise<void> = Promise.resolve();
  /** Set while an archive is read that began with games in the store: a first scan has nothing to ask. */
  #known: KnownGames | undefined;
  /** Of the archives before this one. */
  #bytesBefore = 0;

  constructor(options: ScanOptions, totalBytes: number) {
    this.#options = options;
    this.#totalBytes = totalBytes;
    this.#batcher = new Batcher(options.limits ?? BATCH_LIMITS[options.depth]);
    this.#limit = pLimit(BOUND * options.pool.size);
  }

  async readAll(paths: readonly string[]): Promise<void> {
    try {
      for (const path of paths) {
        if (this.#stopped) return;
        await this.#readArchive(path);
        this.#tally.archives++;
      }
    } catch (error) {
      // nothing may go on writing behind the back of a caller who has been told of the failure
      await Promise.allSettled(this.#inFlight);
      throw error;
    }
  }

  async finish(): Promise<ScanReport> {
    await Promise.all(this.#inFlight);
    this.#tally.interrupted = this.#stopped;
    return this.#tally.report();
  }

  get #stopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  async #readArchive(path: string): Promise<void> {
    await this.#tolerate(async () => {
      const archive = await openArchive(path);
      this.#known = this.#options.store.hasGames ? this.#askStore : undefined;
      try {
        const { size } = archive;
        const fingerprint = await fingerprintOf(path);
        let ordinal = 0;
        for await (const entry of archive.entries()) {
          const ref = { archive: { path, size, fingerprint }, ordinal: ordinal++, name: entry.name };
          await this.#tolerate(() => this.#readEntry(archive, entry, ref));
          if (this.#stopped) return;
        }
      } finally {
        this.#tally.skipped.push(...archive.warnings.map((warning) => `${path}: ${warning}`));
        this.#bytesBefore += archive.size;
        await archive.close();
      }
    });
  }

  async #readEntry(archive: Archive, entry: ArchiveEntry, ref: EntryRef): Promise<void> {
    const begin = archive.consumed();
    for await (const batch of this.#batcher.batches(splitGames(entry.open()))) {
      // A reader that is a chunk ahead would show a small file as done from the beginning. So of what is read, only the share that
      // lies before the batch's end is counted, as far as the entry's size tells.
      const read = archive.consumed() - begin;
      const share = entry.size === null ? 1 : endOf(batch) / entry.size;
      await this.#feed(batch, ref, this.#bytesBefore + begin + Math.min(read, share * (archive.size - begin)));
      if (this.#stopped) return;
    }
  }

  /** What an archive lacks is told, and does not end the run. */
  async #tolerate(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      this.#tally.unread.push(error.message);
    }
  }

  /**
   * Resolves when there is room for another batch.
   * @param bytes of all archives, up to the end of this batch
   * @throws what an earlier batch failed on
   */
  async #feed(batch: GameBatch, ref: EntryRef, bytes: number): Promise<void> {
    this.#tally.seen += batch.offsets.length;
    const before = this.#last;
    const known = this.#known;
    const work = this.#limit(async () => {
      const results = await examine(this.#options.pool, batch, this.#options.depth, known);
      await before;
      commitBatch(this.#options.store, this.#options, ref, batch, results.flatMap(readPacket), this.#tally);
      this.#batcher.release(batch);
      this.#options.onProgress?.(this.#state(bytes));
    });
    work.catch(() => undefined); // handled by whoever awaits the queue
    this.#last = work;
    this.#inFlight.push(work);
    while (this.#limit.pendingCount > 0) await this.#inFlight.shift();
  }

  readonly #askStore: KnownGames = (digests) => this.#options.store.knownGames(digests, DIGEST_LENGTH, this.#options);

  #state(bytes: number): ScanState {
    const { done, analysed, seconds } = this.#tally;
    return { games: done, positions: analysed, bytes, totalBytes: this.#totalBytes, seconds };
  }
}

async function totalSize(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
