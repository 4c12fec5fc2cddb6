/** Stored games are brought up to date without their archives: the store is then what a scan of today leaves. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { reanalyze, type ReanalysisOptions } from '../../src/pipeline/reanalyze.js';
import type { ScanState } from '../../src/pipeline/scan.js';
import { Database } from '../../src/store/sqlite.js';
import type { Store } from '../../src/store/store.js';
import { ALL_PATTERNS, maskOf } from '../../src/tactics/types.js';
import {
  BAD_WORKER,
  ENGINE,
  pgn,
  pgns,
  scan,
  sharedPool,
  tempFile,
  tempFolder,
  testPool,
  testStore,
} from './fixture.js';

const one = sharedPool(1);
const two = sharedPool(2);
const OLD = { version: 'old', signature: 'old' };
const FORK = maskOf(['fork']);
const SET_UP = pgn(70, { tags: '[SetUp "1"]\n[FEN "4k3/8/8/3q4/8/8/3Q4/4K3 b - - 0 1"]\n', moves: '1... Qe4+ 2. Kf1' });
const NULL_MOVE = pgn(71, { moves: '1. e4 -- 2. d4 e5' });
const BROKEN = pgn(72, { moves: '1. e4 Ke4' });
const TEXT = pgns(30) + SET_UP + NULL_MOVE + BROKEN;

function renew(store: Store, options: Partial<ReanalysisOptions> = {}): ReturnType<typeof reanalyze> {
  return reanalyze({ store, pool: two, engine: ENGINE, ...options });
}

/** A store as an older engine left it: its rows are its own, and its results are wrong in part, as an older engine's may be. */
async function oldStore(file: string, options: Partial<Parameters<typeof scan>[1]> = {}): Promise<Store> {
  const store = testStore(file);
  await scan([tempFile('a.pgn', TEXT)], { pool: one, store, engine: OLD, depth: 'l2', ...options });
  if (file === ':memory:') return store;
  const db = new Database(file);
  db.exec('UPDATE games SET candidates = candidates + 1, masks = zeroblob(length(masks)) WHERE id % 3 = 0');
  db.exec('DELETE FROM occurrences WHERE ply % 2 = 0');
  db.exec('UPDATE tactics SET gain = gain + 7');
  db.close();
  return store;
}

async function freshDigest(options: Partial<Parameters<typeof scan>[1]> = {}): Promise<string> {
  const store = testStore();
  await scan([tempFile('a.pgn', TEXT)], { pool: one, store, depth: 'l2', ...options });
  return store.digest();
}

const newFile = (): string => join(tempFolder(), 'x.db');

describe('after the engine has changed', () => {
  test.each(['l1', 'l2'] as const)('the store is that of a fresh scan, at %s', async (depth) => {
    const store = await oldStore(newFile(), { depth });
    const report = await renew(store);
    expect(report.games).toEqual({ seen: 32, stored: 32, duplicate: 0, filtered: 0, quarantined: 0 });
    expect(report).toMatchObject({ reanalysis: true, unread: [], interrupted: false, positions: report.analysed });
    expect(store.digest()).toBe(await freshDigest({ depth }));

    const again = await renew(store);
    expect(again.games).toEqual({ seen: 32, stored: 0, duplicate: 32, filtered: 0, quarantined: 0 });
    expect(again.analysed).toBe(0);
  });

  test('threads and batches of any number leave the same store', async () => {
    const expected = await freshDigest();
    for (const [pool, games] of [
      [one, 1],
      [two, 40],
      [two, 10_000],
    ] as const) {
      const store = await oldStore(newFile());
      await renew(store, { pool, games });
      expect(store.digest()).toBe(expected);
    }
  });

  test('what it cached, and itself, are forgotten; what this one cached stays', async () => {
    const file = newFile();
    const store = await oldStore(file);
    store.putPositions(OLD, new Map([['8/8/8/8/8/8/8/K1k5 w - -', new Uint8Array()]]));
    store.putPositions(ENGINE, new Map([['8/8/8/8/8/8/8/K2k4 w - -', new Uint8Array()]]));
    await renew(store);
    const db = new Database(file, { readonly: true });
    expect(db.prepare('SELECT signature FROM engines').pluck().all()).toEqual([ENGINE.signature]);
    expect(db.prepare("SELECT fen FROM positions WHERE fen LIKE '8/8/8/8/8/8/8/%'").pluck().all()).toEqual([
      '8/8/8/8/8/8/8/K2k4 w - -',
    ]);
    expect(db.pragma('foreign_key_check')).toEqual([]);
    db.close();
  });

  test('each game keeps its own depth, patterns and plies', async () => {
    const parts = [
      { text: pgn(1), options: { depth: 'l1' as const } },
      { text: pgn(2), options: { depth: 'l2' as const, patterns: FORK } },
      { text: pgn(3), options: { depth: 'l2' as const, plies: { from: 3, to: 5 } } },
      { text: pgn(5), options: { depth: 'l2' as const, plies: { from: 90, to: 99 } } },
    ];
    const [store, expected] = [testStore(), testStore()];
    for (const { text, options } of parts) {
      await scan([tempFile('a.pgn', text)], { pool: one, store, engine: OLD, ...options });
      await scan([tempFile('a.pgn', text)], { pool: one, store: expected, ...options });
    }
    expect((await renew(store)).games).toMatchObject({ seen: 4, stored: 4 });
    expect(store.digest()).toBe(expected.digest());
  });
});

describe('with the same engine', () => {
  test('games get the depth and the patterns asked for, and never less than they have', async () => {
    const path = tempFile('a.pgn', TEXT);
    const store = testStore();
    await scan([path], { pool: one, store, depth: 'l1', patterns: FORK });
    expect((await renew(store)).games).toMatchObject({ stored: 0, duplicate: 32 });
    expect((await renew(store, { aim: { depth: 'l2' } })).games).toMatchObject({ stored: 32 });
    expect(store.digest()).toBe(await freshDigest({ patterns: FORK }));
    expect((await renew(store, { aim: { depth: 'l1', patterns: FORK } })).games).toMatchObject({ stored: 0 });
    expect((await renew(store, { aim: { depth: 'l1', patterns: ALL_PATTERNS } })).games).toMatchObject({ stored: 32 });
    expect(store.digest()).toBe(await freshDigest());
  });
});

describe('a run that ends early', () => {
  test('by request keeps what it has done, and the next one does the rest', async () => {
    const store = await oldStore(newFile());
    const stop = new AbortController();
    const first = await renew(store, { games: 31, signal: stop.signal, onProgress: () => stop.abort() });
    expect(first.interrupted).toBe(true);
    expect(first.games.stored).toBeGreaterThan(0);
    expect(first.games.stored).toBeLessThan(32);
    expect(first.games.seen).toBe(first.games.stored);
    const rest = await renew(store);
    expect(rest.games).toMatchObject({ seen: 32, stored: 32 - first.games.stored, duplicate: first.games.stored });
    expect(store.digest()).toBe(await freshDigest());
  });

  test('by request does not wait for a game that takes long', async () => {
    const file = newFile();
    const store = await oldStore(file);
    const db = new Database(file);
    db.exec("UPDATE games SET start_fen = 'HANG' WHERE id = 4");
    db.close();
    const pool = testPool({ size: 2, script: BAD_WORKER });
    const stop = new AbortController();
    const begun = performance.now();
    const report = await renew(store, { pool, games: 31, signal: stop.signal, onProgress: () => stop.abort() });
    expect(performance.now() - begun).toBeLessThan(15_000);
    expect(report).toMatchObject({ interrupted: true, games: { quarantined: 0 } });
    expect(report.games.stored).toBeGreaterThan(0);
  });

  test('at any batch, by a failure, loses nothing that was committed', async () => {
    const expected = await freshDigest();
    for (const last of [1, 5, 20]) {
      const store = await oldStore(newFile());
      let batches = 0;
      const failing = renew(store, {
        games: 31,
        onProgress: () => {
          if (++batches === last) throw new Error('killed');
        },
      });
      await expect(failing).rejects.toThrow('killed');
      const rest = await renew(store);
      expect(rest.games.stored).toBeLessThan(33 - last);
      expect(store.digest()).toBe(expected);
    }
  });
});

describe('a game that the engine fails on', () => {
  test('stays as it was and is named, and the others are brought up to date', async () => {
    const file = newFile();
    const store = await oldStore(file);
    const db = new Database(file);
    db.exec("UPDATE games SET moves = CAST(x'ffff' || moves AS BLOB) WHERE id = 4");
    db.close();
    const report = await renew(store);
    expect(report.games).toEqual({ seen: 32, stored: 31, duplicate: 0, filtered: 0, quarantined: 1 });
    expect(report.quarantineByReason).toEqual({ engine_failed: 1 });
    expect(report.unread).toEqual([
      expect.stringMatching(/^game 4 .* stays as it was: .*move 1 of the game is not legal/),
    ]);
    expect(store.countStale(ENGINE, {})).toMatchObject({ games: 32, stale: 1 });
  });

  test.each(['EXIT', 'HANG'])('by an end of its thread (%s) takes no other with it', async (word) => {
    const file = newFile();
    const store = await oldStore(file);
    const db = new Database(file);
    db.prepare('UPDATE games SET start_fen = ? WHERE id = 4').run(word);
    db.close();
    const pool = testPool({ size: 2, script: BAD_WORKER, timeLimit: 1000 });
    const report = await renew(store, { pool });
    expect(report.games).toEqual({ seen: 32, stored: 31, duplicate: 0, filtered: 0, quarantined: 1 });
  });
});

test('progress goes up to the end, and what was up to date is no work of this run', async () => {
  const store = testStore();
  await scan([tempFile('b.pgn', pgn(90))], { pool: one, store });
  await scan([tempFile('a.pgn', TEXT)], { pool: one, store, engine: OLD });
  const states: ScanState[] = [];
  await renew(store, { games: 4, onProgress: (state) => states.push(state) });
  const bytes = states.map((state) => state.bytes);
  expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
  expect(states.at(-1)).toMatchObject({ games: 33, before: { games: 1, bytes: 0 } });
  expect(bytes.at(-1)).toBe(states.at(-1)?.totalBytes);
});

test('an empty database is up to date', async () => {
  const store = testStore();
  expect((await renew(store)).games).toEqual({ seen: 0, stored: 0, duplicate: 0, filtered: 0, quarantined: 0 });
});

test('the games that the project ships come out as a fresh scan has them', async () => {
  const sample = join(ROOT, 'data', 'sample.zip');
  const [store, fresh] = [testStore(), testStore()];
  await scan([sample], { pool: two, store, engine: OLD });
  await scan([sample], { pool: two, store: fresh });
  const report = await renew(store);
  expect(report.games.stored).toBe(store.counts().games);
  expect(store.digest()).toBe(fresh.digest());
});
