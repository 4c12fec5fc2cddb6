/** Many files or entries of a few games each: the same games as in one file, in few transactions, and told of one by one. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { BATCH_LIMITS, type BatchLimits } from '../../src/pipeline/batches.js';
import type { ScanState } from '../../src/pipeline/scan.js';
import { Database } from '../../src/store/sqlite.js';
import { makeZip } from '../archive/helpers.js';
import { pgn, scan, sharedPool, tempFolder, testStore } from './fixture.js';

const pool = sharedPool(2);
const ONE_BY_ONE: BatchLimits = { bytes: 1, games: 1 };

/** Sound games, some of them twice; one that is illegal, one of a variant. */
const game = fc
  .integer({ min: 0, max: 11 })
  .map((n) =>
    n === 3
      ? pgn(n, { moves: '1. e4 e5 2. Ke4' })
      : pgn(n, n === 5 ? { tags: '[Variant "Atomic"]\n', moves: '1. e4' } : {}),
  );

/** The games of some files, as they come. */
const files = fc.array(fc.array(game, { maxLength: 3 }), { minLength: 1, maxLength: 12 });

function rows(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true });
  const all = db.prepare(sql).raw().all();
  db.close();
  return all;
}

/** What is stored, row ids included, but for where it is from. */
function contentOf(file: string): unknown[] {
  return [
    'SELECT id, digest, byte_length, white, round, start_fen, moves, masks, candidates, depth, patterns FROM games',
    'SELECT id, fault_offset - byte_offset, col, reason, bytes FROM quarantine',
    'SELECT * FROM positions',
    'SELECT * FROM tactics',
    'SELECT * FROM occurrences',
  ].map((sql) => rows(file, sql));
}

/** The same, and where it is from, and how far that is read; only for equal paths. */
function allOf(file: string): unknown[] {
  const tables = ['archives', 'entries', 'games', 'quarantine', 'positions', 'checkpoints', 'broken_entries'];
  return tables.map((table) => rows(file, `SELECT * FROM ${table}`));
}

function writeFiles(folder: string, texts: readonly string[]): string[] {
  mkdirSync(folder);
  return texts.map((text, index) => {
    // of which no two are copies
    const path = join(folder, `${index}.pgn`);
    writeFileSync(path, `% ${index}\n${text}`);
    return path;
  });
}

describe('many small files', () => {
  const limits = fc.record({ bytes: fc.integer({ min: 1, max: 2000 }), games: fc.integer({ min: 1, max: 9 }) });

  test('and a zip of them bring what one file brings, in whatever batches', async () => {
    await fc.assert(
      fc.asyncProperty(files, limits, fc.constantFrom('l1', 'l2'), async (list, some, depth) => {
        const folder = tempFolder();
        const texts = list.map((games) => games.join(''));
        const one = join(folder, 'one.pgn');
        const zip = join(folder, 'many.zip');
        writeFileSync(one, texts.join(''));
        writeFileSync(zip, await makeZip(texts.map((data, index) => ({ name: `${index}.pgn`, data }))));
        const small = writeFiles(join(folder, 'small'), texts);
        const results = new Map<string, { content: unknown[]; all: unknown[]; games: unknown; told: unknown }>();
        for (const [name, paths, size] of [
          ['one', [one], BATCH_LIMITS[depth]],
          ['small', small, some],
          ['small, one by one', small, ONE_BY_ONE],
          ['zip', [zip], some],
          ['zip, one by one', [zip], ONE_BY_ONE],
        ] as const) {
          const file = join(folder, `${name}.db`);
          const report = await scan([...paths], { pool, store: testStore(file), limits: size, depth });
          const { games, quarantineByReason, filteredByReason, positions, read, unread } = report;
          expect(unread).toEqual([]);
          expect(read).toBe(paths.length);
          const told = { quarantineByReason, filteredByReason, positions };
          results.set(name, { content: contentOf(file), all: allOf(file), games, told });
        }
        const expected = results.get('one')!;
        for (const { content, games, told } of results.values())
          expect({ content, games, told }).toEqual({
            content: expected.content,
            games: expected.games,
            told: expected.told,
          });
        for (const name of ['small', 'zip'])
          expect(results.get(name)!.all).toEqual(results.get(`${name}, one by one`)!.all);
      }),
      { numRuns: 25 },
    );
  });

  const texts = Array.from({ length: 60 }, (_, n) => pgn(n, n % 10 === 3 ? { moves: '1. e4 e5 2. Ke4' } : {}));

  test('are committed many at a time, and a second run writes nothing', async () => {
    const paths = writeFiles(join(tempFolder(), 'small'), texts);
    const store = testStore();
    const write = vi.spyOn(store, 'writeBatch');
    const first = await scan(paths, { pool, store });
    expect(first).toMatchObject({ games: { seen: 60, stored: 54, quarantined: 6 }, read: 60 });
    expect(write.mock.calls.length).toBe(1);

    write.mockClear();
    const second = await scan(paths, { pool, store });
    expect(second).toMatchObject({ games: { seen: 60, duplicate: 54, quarantined: 6 }, finished: 60, unread: [] });
    expect(write).not.toHaveBeenCalled();
  });

  test('keep each game in its own file, at its own place', async () => {
    const folder = tempFolder();
    const paths = writeFiles(join(folder, 'small'), texts);
    const file = join(folder, 'motif.db');
    await scan(paths, { pool, store: testStore(file) });
    const where = 'JOIN entries e ON e.id = entry_id JOIN archives a ON a.id = e.archive_id';
    const games = rows(file, `SELECT path, byte_offset, byte_length, white FROM games ${where}`);
    const broken = rows(file, `SELECT path, byte_offset, length(bytes), fault_offset FROM quarantine ${where}`);
    expect([games.length, broken.length]).toEqual([54, 6]);
    for (const [path, offset, length, white] of games as [string, number, number, string][]) {
      const text = readFileSync(path, 'utf8');
      expect(text.slice(offset, offset + length)).toBe(text.slice(text.indexOf('[')).trimEnd());
      expect(text).toContain(`"${white}"`);
    }
    for (const [path, offset, length, fault] of broken as [string, number, number, number][]) {
      const text = readFileSync(path, 'utf8');
      expect(text.slice(offset, offset + length)).toBe(text.slice(text.indexOf('[')).trimEnd());
      expect(text.indexOf('Ke4')).toBe(fault);
    }
  });

  test('that cannot be read are told, each by itself, and no other is held to be broken', async () => {
    const folder = tempFolder();
    const paths = writeFiles(join(folder, 'small'), texts.slice(0, 9));
    writeFileSync(paths[4]!, 'just some words');
    writeFileSync(paths[6]!, pgn(6, { result: '1-0' }).trimEnd().slice(0, -9));
    const store = testStore();
    const first = await scan(paths, { pool, store });
    expect(first.unread).toEqual([
      `${paths[4]}: does not look like PGN: there is no game in it`,
      expect.stringContaining('6.pgn: breaks off in the middle of its last game'),
    ]);
    expect(first).toMatchObject({ games: { seen: 7, stored: 6, quarantined: 1 }, read: 7, bad: 2 });
    expect(await scan(paths, { pool, store })).toMatchObject({ unread: first.unread, finished: 7, bad: 2 });
  });

  test('show how far the run is, up to its end', async () => {
    const paths = writeFiles(join(tempFolder(), 'small'), texts);
    const states: ScanState[] = [];
    const onProgress = (state: ScanState): unknown => states.push(state);
    const report = await scan(paths, { pool, store: testStore(), limits: { bytes: 1e6, games: 7 }, onProgress });
    const size = paths.reduce((sum, path) => sum + readFileSync(path).length, 0);
    expect(states.map(({ games }) => games)).toEqual([7, 14, 21, 28, 35, 42, 49, 56, 60]);
    for (const { games, bytes, totalBytes } of states) {
      expect(totalBytes).toBe(size);
      expect(bytes / size).toBeCloseTo(games / 60, 1);
    }
    expect(report.bytes).toBe(size);
  });

  test('that are known leave signals and timers their turn', async () => {
    const paths = writeFiles(join(tempFolder(), 'small'), texts);
    const many = Array.from({ length: 100 }, () => paths).flat();
    const store = testStore();
    await scan(paths, { pool, store });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 30);
    const report = await scan(many, { pool, store, signal: stop.signal });
    expect(report.interrupted).toBe(true);
    expect(report.finished).toBeLessThan(many.length);
  });
});

test('a zip is committed many entries at a time, and one that is damaged is tried again alone', async () => {
  const folder = tempFolder();
  const path = join(folder, 'games.zip');
  const bytes = await makeZip(Array.from({ length: 40 }, (_, n) => ({ name: `${n}.pgn`, data: pgn(n), stored: true })));
  bytes.write('X', bytes.indexOf('White 17')); // which its checksum notices
  writeFileSync(path, bytes);
  const file = join(folder, 'motif.db');
  const store = testStore(file);
  const write = vi.spyOn(store, 'writeBatch');
  const report = await scan([path], { pool, store });
  expect(report.games).toMatchObject({ seen: 40, stored: 40 });
  expect(report.unread).toEqual([expect.stringContaining('17.pgn')]);
  expect(write.mock.calls.length).toBe(1);
  expect(rows(file, 'SELECT entry FROM broken_entries')).toEqual([[17]]);
  const again = await scan([path], { pool, store });
  expect(again).toMatchObject({ unread: report.unread, games: { seen: 40, stored: 0, duplicate: 40 } });
  expect(write.mock.calls.length).toBe(1);
});
