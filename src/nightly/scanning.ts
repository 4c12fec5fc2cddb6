/**
 * Scans the new archives of a night, so that one that fails does not end it.
 *
 * They are scanned in groups, each by the project's one scan: a large archive is a group of its own, and small ones go together, for the
 * threads stand idle at the end of a group. What an archive lacks the scan tells itself; should it fail on something that nobody thought
 * of, the archives of the group are tried one by one, and what fails again is named and left.
 */
import { fileError } from '../archive/errors.js';
import { gamesBehind } from '../pipeline/bookmark.js';
import { checkpointTerms, type ScanTerms } from '../pipeline/commit.js';
import { WorkerStartError, type WorkerPool } from '../pipeline/pool.js';
import type { ArchiveFault } from '../pipeline/report.js';
import { scanArchives, type ScanState } from '../pipeline/scan.js';
import { StoreError } from '../store/errors.js';
import type { Progress } from '../store/checkpoints.js';
import type { RunArchive, RunArchiveState } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { count } from '../tactics/figures.js';
import type { NewArchive } from './inbox.js';
import type { NightTally } from './tally.js';

/** Bytes and archives of a group, at most, where it is more than one archive. */
const GROUP_BYTES = 64e6;
const GROUP_ARCHIVES = 100;

/** Faults of an archive that its row in the list of archives tells. */
const FAULTS_TOLD = 10;

export interface ScanningOptions {
  store: Store;
  pool: WorkerPool;
  terms: ScanTerms;
  tally: NightTally;
  signal?: AbortSignal;
  /** Of the whole night: the bytes are those of all new archives. */
  onProgress?: (state: ScanState) => void;
  onResume?: (note: string) => void;
  /** Told of archives whose state has changed, which begin at an index. */
  onArchives?: (first: number, states: readonly RunArchive[]) => void;
}

/**
 * @returns what became of each archive, in order; those that a stop left untouched are `waiting`
 * @throws {StoreError} @throws {WorkerStartError} what was committed before is kept
 */
export async function scanNew(archives: readonly NewArchive[], options: ScanningOptions): Promise<RunArchive[]> {
  return new Scanning(archives, options).run();
}

class Scanning {
  readonly #archives: readonly NewArchive[];
  readonly #options: ScanningOptions;
  readonly #states: RunArchive[];
  readonly #totalBytes: number;
  /** Of the groups that are done. */
  #done = { games: 0, positions: 0, bytes: 0, seconds: 0, before: { games: 0, bytes: 0 } };

  constructor(archives: readonly NewArchive[], options: ScanningOptions) {
    this.#archives = archives;
    this.#options = options;
    this.#states = archives.map((archive) => rowOf(archive, 'waiting'));
    this.#totalBytes = sizeOf(archives);
  }

  async run(): Promise<RunArchive[]> {
    for (const [first, end] of groupsOf(this.#archives)) {
      if (this.#stopped) break;
      await this.#group(first, end);
    }
    return this.#states;
  }

  get #stopped(): boolean {
    return this.#options.signal?.aborted ?? false;
  }

  async #group(first: number, end: number): Promise<void> {
    this.#set(first, end, () => ({ state: 'reading' }));
    try {
      await this.#scan(first, end);
    } catch (error) {
      if (error instanceof StoreError || error instanceof WorkerStartError) throw error;
      this.#options.tally.keep(end - first > 1);
      if (end - first === 1) {
        const { path } = this.#archives[first]!;
        this.#set(first, end, () => ({ state: 'failed', message: faultText(fileError(error, path)) }));
        return;
      }
      for (let index = first; index < end && !this.#stopped; index++) await this.#group(index, index + 1);
    }
  }

  async #scan(first: number, end: number): Promise<void> {
    const { store, pool, terms, tally, signal, onResume } = this.#options;
    const group = this.#archives.slice(first, end);
    const report = await scanArchives(
      group.map(({ path }) => path),
      {
        ...{ ...terms, store, pool, onProgress: this.#onProgress },
        ...(signal && { signal }),
        ...(onResume && { onResume }),
      },
    );
    tally.add(report);
    const done = this.#done;
    const bytes = sizeOf(group);
    this.#done = {
      games: done.games + report.games.seen,
      positions: done.positions + report.analysed,
      bytes: done.bytes + bytes,
      seconds: done.seconds + report.seconds,
      before: {
        games: done.before.games + report.before,
        bytes: done.before.bytes + Math.max(0, bytes - report.bytes),
      },
    };
    this.#set(first, end, (archive) => this.#outcome(archive, report.faults, report.interrupted));
  }

  readonly #onProgress = (state: ScanState): void => {
    const { tally, onProgress } = this.#options;
    tally.update(state);
    const { games, positions, bytes, seconds, before } = this.#done;
    onProgress?.({
      games: games + state.games,
      positions: positions + state.positions,
      bytes: bytes + state.bytes,
      totalBytes: this.#totalBytes,
      seconds: seconds + state.seconds,
      before: {
        games: before.games + (state.before?.games ?? 0),
        bytes: before.bytes + (state.before?.bytes ?? 0),
      },
    });
  };

  /** What the store says of an archive behind a scan. */
  #outcome(
    { path, fingerprint, stamp }: NewArchive,
    all: readonly ArchiveFault[],
    stopped: boolean,
  ): Partial<RunArchive> {
    const { store, terms } = this.#options;
    const found = store.findCheckpoint(fingerprint, checkpointTerms(terms, stamp));
    const faults = all.filter((fault) => fault.path === path);
    const numbers = found === undefined ? { games: 0, quarantined: 0 } : numbersBehind(found);
    if (faults.length > 0) return { ...numbers, state: 'bad', message: faultTexts(faults) };
    // an archive without a game has no checkpoint
    if (stopped && found?.complete !== true) return { ...numbers, state: 'waiting' };
    return { ...numbers, state: 'done', message: numbers.games === 0 ? 'holds no games' : '' };
  }

  #set(first: number, end: number, change: (archive: NewArchive) => Partial<RunArchive>): void {
    for (let index = first; index < end; index++) {
      const archive = this.#archives[index]!;
      this.#states[index] = { ...this.#states[index]!, ...change(archive) };
    }
    this.#options.onArchives?.(first, this.#states.slice(first, end));
  }
}

/** The row of an archive of which nothing is read, or not yet. @param message why */
export function rowOf(
  { path, size }: Pick<RunArchive, 'path' | 'size'>,
  state: RunArchiveState,
  message = '',
): RunArchive {
  return { path, size, state, games: 0, quarantined: 0, message };
}

/** What an archive's row says that was read so far. */
export function numbersBehind(state: Progress): Pick<RunArchive, 'games' | 'quarantined'> {
  const quarantined = Object.values(state.quarantined).reduce((sum, games) => sum + games, 0);
  return { games: gamesBehind(state), quarantined };
}

function sizeOf(archives: readonly NewArchive[]): number {
  return archives.reduce((sum, { size }) => sum + size, 0);
}

/** Without the path, which stands beside it. */
function faultText({ entry, reason }: ArchiveFault): string {
  return entry === undefined ? reason : `(${entry}): ${reason}`;
}

/** The first of them: an archive may have one for each of its entries. The night's warnings have all. */
function faultTexts(faults: readonly ArchiveFault[]): string {
  const told = faults.slice(0, FAULTS_TOLD).map(faultText);
  const more = faults.length - told.length;
  return [...told, ...(more > 0 ? [`and ${count(more)} more`] : [])].join('; ');
}

function* groupsOf(archives: readonly NewArchive[]): Generator<[first: number, end: number]> {
  let first = 0;
  let bytes = 0;
  for (const [index, { size }] of archives.entries()) {
    if (index > first && (bytes + size > GROUP_BYTES || index - first === GROUP_ARCHIVES)) {
      yield [first, index];
      first = index;
      bytes = 0;
    }
    bytes += size;
  }
  if (first < archives.length) yield [first, archives.length];
}
