/** Archives of a night, one of which is gone, broken or left when it comes to be read: the others are read all the same. */
import { rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lookInto, type NewArchive } from '../../src/nightly/inbox.js';
import { scanNew, type ScanningOptions } from '../../src/nightly/scanning.js';
import { PartTally } from '../../src/nightly/part.js';
import { NightTally } from '../../src/nightly/tally.js';
import { scanArchives, type ScanState } from '../../src/pipeline/scan.js';
import type { RunArchive } from '../../src/store/runs.js';
import type { Store } from '../../src/store/store.js';
import { directoryHeader, makeZip } from '../archive/helpers.js';
import { ENGINE, pgn, pgns, sharedPool, tempFolder, testStore } from '../pipeline/fixture.js';

const pool = sharedPool(1);
const TERMS = { engine: ENGINE, depth: 'l1', patterns: 1023 } as const;

async function archivesOf(files: Record<string, string | Uint8Array>, store: Store): Promise<NewArchive[]> {
  const folder = tempFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const find = store.findCheckpoint.bind(store);
  return (await lookInto(folder, { terms: TERMS, settle: 0, find })).fresh;
}

async function scan(
  archives: readonly NewArchive[],
  store: Store,
  more: Partial<ScanningOptions> = {},
): Promise<{ states: RunArchive[]; tally: NightTally }> {
  const tally = new NightTally();
  const states = await scanNew(archives, { store, pool, terms: TERMS, tally, ...more });
  return { states, tally };
}

function short(states: readonly RunArchive[]): [string, string, number][] {
  return states.map(({ path, state, games }) => [basename(path), state, games]);
}

describe('an archive', () => {
  test('that is gone is told, and the others of its group are read', async () => {
    const store = testStore();
    const archives = await archivesOf({ 'a.pgn': pgn(1), 'b.pgn': pgn(2), 'c.pgn': pgn(3) }, store);
    rmSync(archives[1]!.path);
    const { states, tally } = await scan(archives, store);
    expect(short(states)).toEqual([
      ['a.pgn', 'done', 1],
      ['b.pgn', 'bad', 0],
      ['c.pgn', 'done', 1],
    ]);
    expect(states[1]?.message).toBe('there is no such file; check the path');
    expect(tally.counts.games).toMatchObject({ seen: 2, stored: 2 });
  });

  test('that is broken, or holds nothing, says so', async () => {
    const store = testStore();
    const cut = Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]);
    const archives = await archivesOf(
      { 'a.pgn.zst': cut, 'b.pgn': pgns(3) + pgn(9, { moves: '1. e4 Ke4' }), 'c.pgn': '' },
      store,
    );
    const { states } = await scan(archives, store);
    expect(states.map(({ state, games, quarantined, message }) => [state, games, quarantined, message])).toEqual([
      ['bad', 0, 0, 'breaks off in the middle; everything before that was read; download it again'],
      ['done', 4, 1, ''],
      ['done', 0, 0, 'holds no games'],
    ]);
  });
});

test('an archive with very many damaged entries tells the first, and how many more there are', async () => {
  const store = testStore();
  const names = Array.from({ length: 25 }, (_, index) => `${index}.pgn`);
  const zip = await makeZip(names.map((name) => ({ name, data: pgn(1), stored: true })));
  // every checksum of its directory
  for (const index of names.keys()) zip[directoryHeader(zip, index) + 16]! ^= 1;
  const { states, tally } = await scan(await archivesOf({ 'a.zip': zip }, store), store);
  const faults = states[0]?.message.split('; (') ?? [];
  expect(faults).toHaveLength(10);
  expect(faults.at(-1)).toMatch(/^9\.pgn\): .*; and 15 more$/);
  expect(tally.unread).toHaveLength(25);
});

test('an archive is not blamed for one whose name goes on with a bracket, as copies of downloads have it', async () => {
  const store = testStore();
  const cut = (name: string): [string, Uint8Array] => [name, Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0])];
  const archives = await archivesOf({ games: pgn(1), ...Object.fromEntries([cut('games (1)')]) }, store);
  expect((await scan(archives, store)).states.map(({ state, message }) => [state, message])).toEqual([
    ['done', ''],
    ['bad', 'breaks off in the middle; everything before that was read; download it again'],
  ]);
});

test('every archive is told of as its turn comes', async () => {
  const store = testStore();
  const archives = await archivesOf({ 'a.pgn': pgn(1), 'b.pgn': pgn(2) }, store);
  const told: [number, string[]][] = [];
  await scan(archives, store, { onArchives: (first, states) => told.push([first, states.map(({ state }) => state)]) });
  expect(told).toEqual([
    [0, ['reading', 'reading']],
    [0, ['done', 'done']],
  ]);
});

test.each([
  ['many small ones by their number', 103, [], [100, 3]],
  ['others by their bytes', 6, [32e6, 32e6, 1, 64e6, 1, 1], [2, 1, 1, 2]],
])('archives are scanned in groups: %s', async (_, number, sizes, groups) => {
  const store = testStore();
  const files = Array.from({ length: number }, (_, index) => [`${1000 + index}.pgn`, pgn(index)]);
  const archives = await archivesOf(Object.fromEntries(files) as Record<string, string>, store);
  const told: number[] = [];
  const onArchives = (first: number, states: readonly RunArchive[]): void => {
    if (states[0]?.state !== 'reading') return;
    expect(first).toBe(told.reduce((sum, size) => sum + size, 0));
    told.push(states.length);
  };
  await scan(
    archives.map((archive, index) => ({ ...archive, size: sizes[index] ?? 1 })),
    store,
    { onArchives },
  );
  expect(told).toEqual(groups);
  expect(store.counts().games).toBe(number);
});

test('progress is that of the whole night', async () => {
  const store = testStore();
  const games = Array.from({ length: 41 }, (_, index) => pgn(index));
  const files = { 'a.pgn': games.slice(0, 20), 'b.pgn': games.slice(20, 40), 'c.pgn': games.slice(40) };
  const texts = Object.entries(files).map(([name, some]) => [name, some.join('')]);
  const archives = await archivesOf(Object.fromEntries(texts) as Record<string, string>, store);
  const stop = new AbortController();
  await scanArchives([archives[0]!.path], {
    ...{ ...TERMS, store, pool, limits: { games: 5, bytes: 1e6 } },
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  const begun = store.counts().games;
  // each a group of its own
  const large = archives.map((archive) => ({ ...archive, size: archive.size + 64e6 }));
  const tally = new NightTally();
  const seen: { state: ScanState; bytes: number }[] = [];
  const onProgress = (state: ScanState): void => {
    expect(state.seconds).toBeGreaterThanOrEqual(tally.counts.scanSeconds);
    seen.push({ state, bytes: tally.bytes });
  };
  await scanNew(large, { ...{ store, pool, tally, onProgress }, terms: TERMS });
  const [a, b, c] = [20, 40, 41].map((done) => seen.find(({ state }) => state.games === done)!);
  for (const { state } of [a!, b!]) expect(state.before?.games).toBe(begun);
  const [sizeOfA, sizeOfB, sizeOfC] = large.map(({ size }) => size) as [number, number, number];
  expect(c!.state).toMatchObject({
    positions: tally.counts.positions,
    totalBytes: sizeOfA + sizeOfB + sizeOfC,
    before: { games: begun, bytes: sizeOfA + sizeOfB - c!.bytes },
  });
  expect(c!.state.bytes).toBeGreaterThan(sizeOfA + sizeOfB);
  expect(begun).toBeGreaterThan(0);
  expect(tally.counts.games).toMatchObject({ seen: 41, stored: 41 - begun, duplicate: begun });
});

test('what a night has counted while it goes on holds each of its scans once', async () => {
  const store = testStore();
  const archives = await archivesOf({ 'a.pgn': pgns(3), 'b.pgn': pgns(5) }, store);
  const tally = new NightTally();
  const stored: number[] = [];
  store.watchScans((batch, counts) => {
    const takeBack = tally.commit(batch, counts);
    stored.push(tally.counts.games.stored);
    return takeBack;
  });
  const large = archives.map((archive) => ({ ...archive, size: archive.size + 64e6 }));
  await scanNew(large, { store, pool, terms: TERMS, tally });
  expect([...new Set(stored)]).toEqual([3, 5]);
});

test('a stop leaves what was not reached waiting, and the next scan does the rest', async () => {
  const store = testStore();
  const archives = await archivesOf({ 'a.pgn': pgns(3), 'b.pgn': pgns(5) }, store);
  const large = archives.map((archive) => ({ ...archive, size: archive.size + 64e6 }));
  const stop = new AbortController();
  const { states } = await scan(large, store, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(states.map(({ state }) => state)).toEqual(['done', 'waiting']);
  expect(store.counts().games).toBe(3);
  expect(short((await scan(archives, store)).states)).toEqual([
    ['a.pgn', 'done', 3],
    ['b.pgn', 'done', 5],
  ]);
  expect(store.counts().games).toBe(5);
});

test('what is counted batch by batch is what the scan itself reports, also of an archive that is gone on with', async () => {
  const store = testStore();
  const bad = pgn(99, { moves: '1. e4 Ke4' });
  const archives = await archivesOf({ 'a.pgn': bad + pgns(300) + bad, 'b.pgn': pgns(2) }, store);
  const stop = new AbortController();
  await scanArchives([archives[0]!.path], {
    ...{ ...TERMS, store, pool, limits: { games: 5, bytes: 1e6 } },
    signal: stop.signal,
    onProgress: () => stop.abort(),
  });
  const before = store.counts().games;
  expect(before).toBeLessThan(300);
  const part = new PartTally();
  store.watchScans((batch, counts) => part.commit(batch, counts));
  const { tally } = await scan(archives, store);
  const { games, quarantineByReason } = part.counts();
  expect(games).toEqual(tally.counts.games);
  expect(games.stored).toBe(300 - before);
  expect(quarantineByReason).toEqual(tally.counts.quarantineByReason);
});

test('a fault that nobody thought of leaves one archive, and what was stored before it is counted as stored', async () => {
  const store = testStore();
  const illegal = pgn(90, { moves: '1. e4 e5 2. Ke3' });
  const [g1, g2, g3, g4] = Array.from({ length: 4 }, (_, index) => pgn(index + 1001));
  // of a a batch is committed before the others come
  const files = { 'a.pgn': `${illegal}${pgns(700)}`, 'b.pgn': `${g1}${g2}`, 'c.pgn': `${g3}${g4}` };
  const archives = await archivesOf(files, store);
  const tally = new NightTally();
  const size = archives[1]!.size;
  store.watchScans((batch, counts) => {
    const takeBack = tally.commit(batch, counts);
    if (batch.checkpoints?.some(({ archive }) => archive.size === size)) {
      takeBack();
      throw new Error('of our own');
    }
    return takeBack;
  });
  const states = await scanNew(archives, { store, pool, terms: TERMS, tally });
  expect(short(states)).toEqual([
    ['a.pgn', 'done', 701],
    ['b.pgn', 'failed', 0],
    ['c.pgn', 'done', 2],
  ]);
  expect(states[1]?.message).toContain('of our own');
  expect(store.counts().games).toBe(702);
  const { games, quarantineByReason } = tally.counts;
  // that batch of a was met twice
  const { duplicate } = games;
  expect(games).toEqual({ seen: 703 + duplicate, stored: 702, duplicate, filtered: 0, quarantined: 1 });
  expect(duplicate).toBeGreaterThan(100);
  expect(quarantineByReason).toEqual({ illegal_move: 1 });
});

test('of an archive on which a fault is met all that was read is counted, for it is not read again', async () => {
  const store = testStore();
  const archives = await archivesOf({ 'a.pgn': pgn(1001, { moves: '1. e4 e5 2. Ke3' }) + pgns(700) }, store);
  const tally = new NightTally();
  store.watchScans((batch, counts) => {
    // at the end of the archive, when a batch of its games is stored
    if (batch.checkpoints?.some(({ state }) => state.complete)) throw new Error('of our own');
    return tally.commit(batch, counts);
  });
  expect(short(await scanNew(archives, { store, pool, terms: TERMS, tally }))).toEqual([['a.pgn', 'failed', 0]]);
  const stored = store.counts().games;
  expect(stored).toBeGreaterThan(100);
  expect(stored).toBeLessThan(700);
  expect(tally.counts.games).toEqual({ seen: stored + 1, stored, duplicate: 0, filtered: 0, quarantined: 1 });
  expect(tally.counts.quarantineByReason).toEqual({ illegal_move: 1 });
});

test('a store that fails ends the night', async () => {
  const store = testStore(join(tempFolder(), 'motif.db'));
  const archives = await archivesOf({ 'a.pgn': pgn(1) }, store);
  rmSync(store.file);
  await expect(scan(archives, store)).rejects.toThrow('moved, deleted or replaced');
});
