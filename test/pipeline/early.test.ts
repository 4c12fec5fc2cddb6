/** Scans that end before their archives do: by request, for want of room, or because nothing can be analysed. */
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { BatchLimits } from '../../src/pipeline/batches.js';
import { WithdrawnError } from '../../src/pipeline/pool.js';
import type { ScanState } from '../../src/pipeline/scan.js';
import type { BatchTask } from '../../src/pipeline/tasks.js';
import { StoreError } from '../../src/store/errors.js';
import { migrate } from '../../src/store/migrate.js';
import { Database } from '../../src/store/sqlite.js';
import { Store } from '../../src/store/store.js';
import { makeZip } from '../archive/helpers.js';
import { BAD_WORKER, pgn, pgns, poolBetween, scan, sharedPool, tempFile, testPool, testStore } from './fixture.js';

const one = sharedPool(1);
const two = sharedPool(2);
const SMALL: BatchLimits = { bytes: 1024, games: 3 };

describe('a run that ends early', () => {
  test('by request keeps what was in work, and its counts add up', async () => {
    const store = testStore();
    const stop = new AbortController();
    const path = tempFile('a.pgn', pgns(200));
    const options = { pool: two, store, limits: SMALL };
    const report = await scan([path, path], { ...options, signal: stop.signal, onProgress: () => stop.abort() });
    expect(report.interrupted).toBe(true);
    expect(report.games.seen).toBeGreaterThan(0);
    expect(report.games.seen).toBeLessThan(100);
    expect(store.counts().games).toBe(report.games.stored);
    // the next run brings the rest
    const rest = await scan([path], options);
    expect(rest.games).toMatchObject({ seen: 200, stored: 200 - report.games.stored, duplicate: report.games.stored });
  });

  test('by request does not first look at every entry of a zip that holds no games', async () => {
    const store = testStore();
    const stop = new AbortController();
    const entries = Array.from({ length: 50 }, (_, n) => ({ name: `${n}.txt`, data: 'Not a game.' }));
    const path = tempFile('a.zip', await makeZip([...entries, { name: 'a.pgn', data: pgns(5) }]));
    vi.spyOn(store, 'findCheckpoint').mockImplementation(() => {
      stop.abort();
      return undefined;
    });
    const report = await scan([path], { pool: one, store, signal: stop.signal });
    expect(report).toMatchObject({ interrupted: true, games: { seen: 0 }, skipped: [], unread: [] });
  });

  test('by request has read the archives before the one that it was at, and not that', async () => {
    const stop = new AbortController();
    const paths = [tempFile('a.pgn', pgns(5)), tempFile('b.pgn', pgns(200)), tempFile('c.pgn', pgns(6))];
    const options = { pool: two, store: testStore(), limits: SMALL };
    const onProgress = (state: ScanState): void => {
      if (state.games > 20) stop.abort();
    };
    const report = await scan(paths, { ...options, signal: stop.signal, onProgress });
    expect(report).toMatchObject({ interrupted: true, read: 1, finished: 0, bad: 0 });
    expect(await scan(paths, options)).toMatchObject({ interrupted: false, archives: 3, read: 2, finished: 1 });
  });

  test('by request behind the last game leaves nothing to read, and nothing amiss', async () => {
    const store = testStore();
    const stop = new AbortController();
    const path = tempFile('a.pgn', pgns(5));
    const pool = poolBetween(one, (task, run) => {
      stop.abort();
      return run(task);
    });
    const report = await scan([path], { pool, store, signal: stop.signal });
    expect(report).toMatchObject({ interrupted: true, games: { seen: 5, stored: 5 } });
    const rest = await scan([path], { pool: one, store });
    expect(rest).toMatchObject({ unread: [], games: { seen: 5, stored: 0, duplicate: 5 } });
  });

  test('by request does not wait for a game that takes for ever', async () => {
    const path = tempFile('a.pgn', pgns(10) + pgn(50, { moves: '1. e4 { HANG } e5' }) + pgn(60));
    const stop = new AbortController();
    const store = testStore();
    const pool = testPool({ size: 2, script: BAD_WORKER });
    const options = { pool, store, limits: { bytes: 1e6, games: 1 } };
    const onProgress = (state: ScanState): void => {
      if (state.games === 10) stop.abort();
    };
    const start = performance.now();
    const report = await scan([path], { ...options, signal: stop.signal, onProgress });
    expect(performance.now() - start).toBeLessThan(10_000);
    // the game behind it may have been done, but nothing is committed out of its turn
    expect(report).toMatchObject({ interrupted: true, games: { seen: 10, stored: 10 } });
    expect(store.counts().games).toBe(10);
  });

  test.each(['l1', 'l2'] as const)(
    'by request does not wait at %s where all threads are held up, and batches that were not begun wait for one',
    async (depth) => {
      const path = tempFile('a.pgn', pgn(1) + pgn(50, { moves: '1. e4 { HANG } e5' }) + pgns(20));
      const stop = new AbortController();
      const store = testStore();
      const pool = testPool({ script: BAD_WORKER, timeLimit: 30_000 });
      const options = { pool, store, depth, limits: { bytes: 1e6, games: 1 } };
      const onProgress = (): void => void setTimeout(() => stop.abort(), 300);
      const start = performance.now();
      const report = await scan([path], { ...options, signal: stop.signal, onProgress });
      expect(performance.now() - start).toBeLessThan(20_000);
      expect(report).toMatchObject({ interrupted: true, games: { seen: 1, stored: 1 } });
    },
  );

  test('by request commits nothing that lies behind a batch which was left', async () => {
    const stop = new AbortController();
    const store = testStore();
    let tasks = 0;
    const pool = poolBetween(two, async (task, run) => {
      if (++tasks !== 2) return run(task);
      await sleep(300);
      stop.abort();
      throw new WithdrawnError();
    });
    const options = { store, limits: { bytes: 1e6, games: 1 } };
    const path = tempFile('a.pgn', pgns(3));
    const report = await scan([path], { ...options, pool, signal: stop.signal });
    expect(report).toMatchObject({ interrupted: true, games: { seen: 1, stored: 1 } });
    expect(store.counts().games).toBe(1);
    expect((await scan([path], { ...options, pool: one })).games).toMatchObject({ seen: 3, stored: 2, duplicate: 1 });
  });

  test('by request, with all read and a game in work, is not at the end: the next run has the rest to do', async () => {
    const path = tempFile('a.pgn', pgn(1) + pgn(50, { moves: '1. e4 { HANG } e5' }) + pgn(60));
    const stop = new AbortController();
    const store = testStore();
    const options = { store, limits: { bytes: 1e6, games: 1 } };
    const pool = testPool({ size: 2, script: BAD_WORKER });
    const onProgress = (state: ScanState): void => {
      if (state.games === 1) setTimeout(() => stop.abort(), 300);
    };
    const report = await scan([path], { ...options, pool, signal: stop.signal, onProgress });
    expect(report).toMatchObject({ interrupted: true, games: { seen: 1, stored: 1 } });
    const rest = await scan([path], { ...options, pool: one });
    expect(rest).toMatchObject({ finished: 0, games: { seen: 3, stored: 2, duplicate: 1 } });
  });

  test('by a full disk says so and keeps what was committed', async () => {
    const db = new Database(':memory:');
    migrate(db, 'x.db', false);
    const store = new Store(db, 'x.db');
    db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 20}`);
    const failure = scan([tempFile('a.pgn', pgns(5000))], { pool: two, store });
    await expect(failure).rejects.toBeInstanceOf(StoreError);
    await expect(failure).rejects.toMatchObject({ code: 'full' });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    store.close();
  });

  test('because no thread can be started quarantines nothing', async () => {
    const store = testStore();
    const pool = testPool({ script: tempFile('broken.mjs', "throw new Error('no kernel');") });
    await expect(scan([tempFile('a.pgn', pgns(5))], { pool, store })).rejects.toThrow(/cannot be started: no kernel/);
    expect(store.counts()).toMatchObject({ games: 0, quarantine: 0 });
  });

  test('because the database fails lets go of standard input, which its writer still holds open', async () => {
    const store = testStore();
    vi.spyOn(store, 'quarantined').mockImplementation(() => {
      throw new Error('no database any more');
    });
    const stream = new PassThrough();
    stream.write(pgns(600));
    const piped: unknown = stream;
    const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(piped as typeof process.stdin);
    onTestFinished(() => input.mockRestore());
    await expect(scan(['-'], { pool: one, store })).rejects.toThrow('no database any more');
    expect(stream.destroyed).toBe(true);
  });

  test('because a batch fails is told once the one before it, which takes longer, is committed', async () => {
    const store = testStore();
    let tasks = 0;
    const pool = poolBetween(two, async (task, run) => {
      if (++tasks === 2) throw new Error('no answer');
      const result = await run(task);
      await sleep(200);
      return result;
    });
    const limits = { bytes: 1e6, games: 1 };
    await expect(scan([tempFile('a.pgn', pgns(2))], { pool, store, limits })).rejects.toThrow('no answer');
    expect(store.counts().games).toBe(1);
  });

  test('because a worker answers with too few outcomes stores nothing of that batch', async () => {
    const store = testStore();
    const short = poolBetween(one, (task, run) => {
      const batch = task as unknown as BatchTask;
      const less = { ...batch, offsets: batch.offsets.subarray(1), bounds: batch.bounds.subarray(1) };
      return run(less as unknown as typeof task);
    });
    await expect(scan([tempFile('a.pgn', pgns(5))], { pool: short, store })).rejects.toThrow(
      /5 games came back with 4/,
    );
    expect(store.counts().games).toBe(0);
  });
});
