/** Games and pools for the pipeline's tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { Bookmark } from '../../src/pipeline/bookmark.js';
import type { BatchSource } from '../../src/pipeline/pieces.js';
import { WorkerPool, type PoolOptions } from '../../src/pipeline/pool.js';
import { scanArchives, type ScanOptions } from '../../src/pipeline/scan.js';
import type { ScanReport } from '../../src/pipeline/report.js';
import type { ResultOf, Task } from '../../src/pipeline/tasks.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { compileKernel } from '../../src/tactics/kernel.js';
import { ALL_PATTERNS } from '../../src/tactics/types.js';

export const BAD_WORKER = join(ROOT, 'dist', 'test', 'pipeline', 'bad-worker.js');
export const ENGINE = { version: 'test', signature: 'test' };

const module = await compileKernel();

/** A pool that is closed behind the test. */
export function testPool(options: Partial<PoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({ size: 1, module, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

/** A pool for all tests of a file: starting threads takes longer than most tests. */
export function sharedPool(size: number): WorkerPool {
  const pool = new WorkerPool({ size, module });
  afterAll(() => pool.close());
  return pool;
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'motif-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function tempFile(name: string, content: string | Uint8Array): string {
  const path = join(tempFolder(), name);
  writeFileSync(path, content);
  return path;
}

/** A store in memory, closed behind the test. */
export function testStore(file = ':memory:'): Store {
  const store = openStore(file);
  onTestFinished(() => store.close());
  return store;
}

/** Scans with what tests mostly want: l1, all patterns. */
export function scan(
  paths: string[],
  options: Partial<ScanOptions> & Pick<ScanOptions, 'pool' | 'store'>,
): Promise<ScanReport> {
  return scanArchives(paths, { engine: ENGINE, depth: 'l1', patterns: ALL_PATTERNS, ...options });
}

/** Where the games of a stream stand, for what only has to tell one stream from another. */
export function testSource(ordinal = 0): BatchSource {
  const archive = { path: 'a', size: 1, fingerprint: new Uint8Array(16) };
  const on = { engine: ENGINE, depth: 'l1' as const, patterns: ALL_PATTERNS, terms: '', stamp: 0 };
  const entry = { archive, ordinal, name: `${ordinal}` };
  return { entry, bookmark: new Bookmark(archive, on, undefined) };
}

const MOVES = [
  '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6',
  '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3#',
  '1. d4 Nf6 2. c4 e6 3. Nc3 Bb4',
  '1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6',
];

/** A game in PGN; `n` makes it another one than its neighbours. */
export function pgn(n: number, changes: { tags?: string; moves?: string; result?: string } = {}): string {
  const { tags = '', moves = MOVES[n % MOVES.length], result = '*' } = changes;
  return `[Event "Test"]\n[White "White ${n}"]\n[Black "Black"]\n[Round "${n}"]\n[Result "${result}"]\n${tags}\n${moves} ${result}\n\n`;
}

export function pgns(count: number): string {
  return Array.from({ length: count }, (_, n) => pgn(n)).join('');
}

/** A pool whose tasks pass through `between` on their way. */
export function poolBetween(
  pool: WorkerPool,
  between: <T extends Task>(task: T, run: (task: T) => Promise<ResultOf<T>>) => Promise<ResultOf<T>>,
): WorkerPool {
  const run = <T extends Task>(task: T): Promise<ResultOf<T>> => between(task, (given) => pool.run(given));
  return { size: pool.size, spent: pool.spent, run, close: () => pool.close() } as unknown as WorkerPool;
}
