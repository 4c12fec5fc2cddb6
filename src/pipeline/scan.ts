/**
 * The scan: archives -> games -> batches, which `batch-runner.ts` has analysed and committed.
 *
 * How far each archive is read is committed with its games (`bookmark.ts`). So a run that was killed is gone on with, from its last
 * batch; and what was read to its end on the same terms is not opened again.
 */
import { addAbortSignal } from 'node:stream';
import { sizeOf } from '../archive/file.js';
import { fingerprintKey, identify } from '../archive/fingerprint.js';
import {
  ArchiveError,
  NO_PGN,
  openArchive,
  STDIN,
  TextWatch,
  type Archive,
  type ArchiveEntry,
} from '../archive/open.js';
import type { RawGame } from '../pgn/splitter.js';
import type { Checkpoint, CheckpointTerms, Place } from '../store/checkpoints.js';
import type { ArchiveRef } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { BatchRunner } from './batch-runner.js';
import { Batcher, BATCH_LIMITS, type Batch, type BatchLimits } from './batches.js';
import { Bookmark, gamesBehind } from './bookmark.js';
import { checkpointTerms, type ScanTerms } from './commit.js';
import { identifyOnce } from './identify-once.js';
import { followArchive } from './moved.js';
import type { BatchSource } from './pieces.js';
import type { WorkerPool } from './pool.js';
import { count } from '../tactics/figures.js';
import { Tally, type ScanReport } from './report.js';
import { gamesFrom, StopReading, wholeGames } from './rest.js';
import type { StageClock } from './stages.js';

/** How far a run is. */
export interface ScanState {
  /** Games and positions committed so far. */
  games: number;
  positions: number;
  /** Bytes of the archives behind these games, and of all archives; null where standard input is among them. */
  bytes: number;
  totalBytes: number | null;
  /** False where the bytes are those of stored games instead, and tell no more than the share that is done. True unless given. */
  ofArchives?: boolean;
  seconds: number;
  /** Of these games and bytes, what earlier runs had dealt with: it says nothing of the speed of this one. None unless given. */
  before?: { games: number; bytes: number };
}

export interface ScanOptions extends ScanTerms {
  store: Store;
  pool: WorkerPool;
  /**
   * Stops reading, and finishes and commits what threads have in work and can finish soon (`grace.ts`); what only waits for one is left for
   * the next run.
   */
  signal?: AbortSignal;
  /** What was found beside the archives and cannot be read, a line each: it is told with what this run cannot read. None unless given. */
  unread?: readonly string[];
  /** Reads every archive from its beginning, however far an earlier run came. */
  fresh?: boolean;
  /** Told at once where an archive is read on from the middle. */
  onResume?(note: string): void;
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
  // one that is gone since it was listed is told when its turn comes
  const sizes = paths.map((path) => sizeOf(path) ?? 0);
  const run = new Run(options, paths.includes(STDIN) ? null : sizes.reduce((sum, size) => sum + size, 0));
  try {
    await run.readAll(paths, sizes);
    return await run.finish();
  } finally {
    await run.end();
  }
}

class Run {
  readonly #options: ScanOptions;
  /** Of the archives that can be opened, as far as they were tried; null where nobody knows. */
  #totalBytes: number | null;
  readonly #tally: Tally;
  readonly #batcher: Batcher;
  readonly #runner: BatchRunner;
  /** Fingerprints of the archives read so far, hex. */
  readonly #read = new Set<string>();
  /** Of these, what was not merely passed over: a copy of it is no work of an earlier run. */
  readonly #opened = new Set<string>();
  /** Of the archives before this one. */
  #bytesBefore = 0;
  /** Bytes that are counted as read, for an earlier run had read them. */
  #bytesPassed = 0;

  constructor(options: ScanOptions, totalBytes: number | null) {
    this.#options = options;
    this.#tally = new Tally(options.pool);
    for (const line of options.unread ?? []) this.#tally.unread.push(line);
    this.#tally.archives = this.#tally.bad = this.#tally.unread.length;
    this.#totalBytes = totalBytes;
    this.#batcher = new Batcher(options.limits ?? BATCH_LIMITS[options.depth]);
    this.#runner = new BatchRunner(options, this.#tally);
  }

  async readAll(paths: readonly string[], sizes: readonly number[]): Promise<void> {
    for (const [index, path] of paths.entries()) {
      if (this.#stopped) return;
      const faults = this.#tally.unread.length;
      const before = this.#bytesBefore;
      await this.#readArchive(path);
      if (this.#bytesBefore === before && this.#totalBytes !== null) this.#totalBytes -= sizes[index] ?? 0;
      this.#tally.archives++;
      if (this.#tally.unread.length > faults) this.#tally.bad++;
    }
  }

  async finish(): Promise<ScanReport> {
    await this.#handOver();
    await this.#runner.done();
    this.#tally.interrupted = this.#stopped;
    return this.#tally.report();
  }

  /** To be awaited however the run came to its end: what is in flight may still be committed. */
  end(): Promise<void> {
    return this.#runner.end();
  }

  get #clock(): StageClock {
    return this.#tally.clock;
  }

  get #stopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  async #readArchive(path: string): Promise<void> {
    await this.#tolerate(async () => {
      if (path !== STDIN) return this.#identifyAndRead(path);
      // whoever writes to it may take long
      await this.#handOver();
      const stdin = await this.#clock.over('read', this.#openStdin());
      try {
        await this.#identifyAndRead(path, stdin);
      } finally {
        await stdin.close();
      }
    });
  }

  async #identifyAndRead(path: string, stdin?: Archive): Promise<void> {
    const { fingerprint, size, stamp } =
      stdin === undefined
        ? await this.#clock.over('read', identify(path))
        : await identifyOnce(stdin, this.#options.store);
    const piped = stdin !== undefined;
    const ref: ArchiveRef = { path: stdin?.path ?? path, size, fingerprint, piped };
    const on = checkpointTerms(this.#options, stamp);
    const found = await this.#findCheckpoint(ref, on);
    if (found !== undefined) await followArchive(this.#options.store, ref);
    if (found?.complete === true) this.#passOver(ref, found);
    else await this.#readOn(ref, new Bookmark(ref, on, found), found, stdin);
  }

  /** A stop ends it, for whoever writes to the pipe may do so much later or never. */
  #openStdin(): Promise<Archive> {
    const { signal } = this.#options;
    return openArchive(STDIN, undefined, signal ? addAbortSignal(signal, process.stdin) : process.stdin, signal);
  }

  async #findCheckpoint({ fingerprint }: ArchiveRef, on: CheckpointTerms): Promise<Checkpoint | undefined> {
    const { fresh, store } = this.#options;
    const key = fingerprintKey(fingerprint);
    // the second copy of an archive in one run must not come upon the first one halfway
    if (this.#read.has(key)) {
      await this.#handOver();
      await this.#runner.done();
    } else {
      this.#read.add(key);
      this.#tally.fingerprints.push(fingerprint);
    }
    return fresh === true ? undefined : store.findCheckpoint(fingerprint, on);
  }

  /** Counts an archive that was read to its end before. */
  #passOver({ path, size, fingerprint }: ArchiveRef, found: Checkpoint): void {
    this.#tally.resume(found);
    for (const warning of found.skipped) this.#tally.skipped.push(`${path}: ${warning}`);
    this.#tally.finished++;
    if (this.#opened.has(fingerprintKey(fingerprint))) this.#tally.copies++;
    this.#bytesBefore += size;
    this.#bytesPassed += size;
  }

  async #readOn(ref: ArchiveRef, bookmark: Bookmark, found: Checkpoint | undefined, opened?: Archive): Promise<void> {
    const { path } = ref;
    const open = (): Promise<Archive> => openArchive(path, undefined, undefined, this.#options.signal);
    const archive = opened ?? (await this.#clock.over('read', open()));
    this.#runner.beginArchive();
    // what an earlier run has behind it counts: a stop may have come between the last game and the end
    let games = found === undefined ? 0 : gamesBehind(found);
    const { taken } = this.#batcher;
    const { unread } = this.#tally;
    if (found !== undefined) this.#resume(ref, found);
    this.#opened.add(fingerprintKey(ref.fingerprint));
    const faults = unread.length;
    const watch = new TextWatch();
    try {
      let ordinal = 0;
      for await (const listed of this.#clock.pulling('read', archive.entries())) {
        // a zip says itself which of its entries are none
        const entry = archive.kind === 'zip' ? listed : { ...listed, open: () => watch.over(listed.open()) };
        const entryRef = { archive: ref, ordinal: ordinal++, name: entry.name };
        await this.#tryEntry(archive, entry, { entry: entryRef, bookmark });
        if (this.#stopped) return;
      }
      games += this.#batcher.taken - taken;
      if (games === 0 && unread.length === faults && watch.sawText)
        this.#tally.blame({ path, reason: NO_PGN, message: `${path}: ${NO_PGN}` });
      const whole = unread.length === faults;
      this.#batcher.note({ kind: 'archive', bookmark, entries: ordinal, skipped: archive.warnings, whole });
    } finally {
      for (const warning of archive.warnings) this.#tally.skipped.push(`${path}: ${warning}`);
      this.#bytesBefore += archive.size ?? archive.consumed();
      if (opened === undefined) await archive.close();
    }
    if (this.#batcher.crowded) await this.#handOver();
  }

  #resume({ path, fingerprint }: ArchiveRef, found: Checkpoint): void {
    this.#tally.resume(found);
    const who = this.#opened.has(fingerprintKey(fingerprint)) ? 'a copy of it was read' : 'an earlier run had read it';
    const note = `${path}: resumed after game ${count(gamesBehind(found))}, up to which ${who}`;
    this.#tally.resumed.push(note);
    this.#options.onResume?.(note);
  }

  /** Reads what is left of an entry. One that breaks off is told, and harms no other. */
  async #tryEntry(archive: Archive, entry: ArchiveEntry, source: BatchSource): Promise<void> {
    const place = source.bookmark.startOf(source.entry.ordinal);
    if (place === null) return;
    let broke = true;
    await this.#tolerate(async () => {
      await this.#readEntry(archive, entry, source, place);
      broke = false;
    });
    if (this.#stopped) return;
    this.#batcher.note({ kind: 'entry', source, broke });
    if (this.#batcher.crowded) await this.#handOver();
  }

  async #readEntry(archive: Archive, entry: ArchiveEntry, source: BatchSource, place: Place): Promise<void> {
    const begin = archive.consumed();
    // A reader that is a chunk ahead would show a small file as done from the beginning. So of what is read, only the share that lies before
    // an offset is counted, as far as the entry's size tells.
    const bytesAt = (offset: number): number => {
      const read = archive.consumed() - begin;
      const most = entry.size === null || archive.size === null ? read : (offset / entry.size) * (archive.size - begin);
      return this.#bytesBefore + begin + Math.min(read, most);
    };
    const all = gamesFrom(entry, place, archive.path, () => this.#stopped, this.#clock);
    // what is packed breaks off on its own, with a word
    const games = archive.kind === 'plain' ? wholeGames(all, archive.path) : all;
    const rest = this.#passing(games, () => (place.offset === null ? 0 : bytesAt(place.offset) - this.#bytesBefore));
    try {
      for await (const batch of this.#clock.pulling('split', this.#batcher.batches(rest, source))) {
        await this.#add(batch, bytesAt(batch.end));
        if (this.#stopped) return;
      }
    } catch (error) {
      if (!(error instanceof StopReading)) throw error;
    }
  }

  /** The same games; the bytes before them, of which they know once the first of them come, are no work of this run. */
  async *#passing(lists: AsyncIterable<RawGame[]>, bytes: () => number): AsyncGenerator<RawGame[]> {
    let first = true;
    for await (const games of lists) {
      if (first) this.#bytesPassed += bytes();
      first = false;
      yield games;
    }
  }

  /** Has what is held back done, though it may be no full batch. To be called between two archives or entries. */
  async #handOver(): Promise<void> {
    const batch = this.#batcher.close();
    if (batch.pieces.length > 0) await this.#add(batch, this.#bytesBefore);
  }

  /** @param bytes of all archives, up to the batch's end */
  async #add(batch: Batch, bytes: number): Promise<void> {
    const passed = this.#bytesPassed;
    await this.#runner.add(batch, () => {
      this.#batcher.release(batch);
      if (batch.games.offsets.length === 0) return;
      this.#tally.bytes = bytes - passed;
      this.#options.onProgress?.(this.#state(bytes, passed));
    });
  }

  /** What an archive lacks is told, and does not end the run. Behind a stop it lacks what was not waited for. */
  async #tolerate(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      if (!this.#stopped) this.#tally.blame(error);
    }
  }

  /** @param bytes of all archives, up to the end of the last batch @param passed of them, those that an earlier run had read */
  #state(bytes: number, passed: number): ScanState {
    const { done, before, analysed, seconds } = this.#tally;
    const state = { games: done, positions: analysed, bytes, totalBytes: this.#totalBytes, seconds };
    return before === 0 ? state : { ...state, before: { games: before, bytes: passed } };
  }
}
