/** The scan from files to the store, on small archives made here. */
import { createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { filterText } from '../../src/pgn/filter/filter.js';
import { BATCH_LIMITS, type BatchLimits } from '../../src/pipeline/batches.js';
import type { WorkerPool } from '../../src/pipeline/pool.js';
import type { ScanState } from '../../src/pipeline/scan.js';
import { summarise } from '../../src/pipeline/summary.js';
import { Database } from '../../src/store/sqlite.js';
import { maskOf, type Depth } from '../../src/tactics/types.js';
import {
  BAD_WORKER,
  pgn,
  pgns,
  poolBetween,
  scan,
  sharedPool,
  tempFile,
  tempFolder,
  testPool,
  testStore,
} from './fixture.js';

const one = sharedPool(1);
const two = sharedPool(2);
const SMALL: BatchLimits = { bytes: 1024, games: 3 };
/** Illegal at ply 3; the word is at a known place. */
const BROKEN = pgn(77, { moves: '1. e4 e5 2. Ke4' });
const GOOD_COUNTS = { stored: 20, duplicate: 0, filtered: 0, quarantined: 0, seen: 20 };

async function zipOf(entries: Record<string, string>, options = {}): Promise<string> {
  const path = join(tempFolder(), 'games.zip');
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(entries)) zip.addBuffer(Buffer.from(text), name, options);
  zip.end();
  await finished(zip.outputStream.pipe(createWriteStream(path)));
  return path;
}

function rows(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true });
  const all = db.prepare(sql).raw().all();
  db.close();
  return all;
}

describe('games', () => {
  test('are stored, and the second time they are duplicates', async () => {
    const path = tempFile('a.pgn', pgns(20));
    const store = testStore();
    const first = await scan([path], { pool: one, store });
    expect(first.games).toEqual(GOOD_COUNTS);
    expect(first.positions).toBe(first.analysed);
    const before = store.digest();
    for (const fresh of [false, true]) {
      const second = await scan([path], { pool: one, store, fresh });
      expect(second.games).toEqual({ ...GOOD_COUNTS, stored: 0, duplicate: 20 });
      expect(second).toMatchObject({ positions: 0, candidates: 0, tactics: 0, analysed: 0, finished: fresh ? 0 : 1 });
      expect(store.digest()).toBe(before);
    }
  });

  test('with an empty FEN tag start from the usual position, and are the same as those without it', async () => {
    const text = pgn(1);
    const empty = text.replace('\n\n', '\n[SetUp "0"]\n[FEN ""]\n\n');
    expect(empty).not.toBe(text);
    const { games } = await scan([tempFile('a.pgn', text + empty)], { pool: one, store: testStore() });
    expect(games).toEqual({ seen: 2, stored: 1, duplicate: 1, filtered: 0, quarantined: 0 });
  });

  test('that the store knows are told from new ones before any is analysed', async () => {
    const store = testStore();
    await scan([tempFile('a.pgn', pgns(20))], { pool: one, store });
    const broken = pgn(30, { moves: '1. e4 e5 2. Ke3' });
    const mixed = await scan([tempFile('b.pgn', pgn(40) + pgns(20) + broken + pgn(41))], { pool: two, store });
    expect(mixed.games).toEqual({ seen: 23, stored: 2, duplicate: 20, filtered: 0, quarantined: 1 });
    expect(mixed.analysed).toBe(mixed.positions);
  });

  test('point back to their bytes in the archive', async () => {
    const texts = { 'a.pgn': 'junk before\n\n' + pgns(5), 'deep/b.pgn': pgn(100) + pgn(101) };
    const path = await zipOf(texts);
    const file = join(tempFolder(), 'x.db');
    await scan([path], { pool: one, store: testStore(file) });
    const places = rows(
      file,
      'SELECT e.name, g.byte_offset, g.byte_length, g.white FROM games g JOIN entries e ON e.id = g.entry_id',
    );
    expect(places.length).toBe(7);
    for (const [name, offset, length, white] of places as [keyof typeof texts, number, number, string][]) {
      const text = texts[name].slice(offset, offset + length);
      expect(text.startsWith('[Event "Test"]')).toBe(true);
      expect(text.endsWith('*')).toBe(true);
      expect(text).toContain(`"${white}"`);
    }
  });

  test('at l2 have tactics that point back to game and ply', async () => {
    const path = tempFile('a.pgn', pgns(4));
    const file = join(tempFolder(), 'x.db');
    const report = await scan([path], { pool: two, store: testStore(file), depth: 'l2' });
    expect(report.tactics).toBeGreaterThan(0);
    const found = rows(
      file,
      "SELECT white, ply, trigger_move FROM found WHERE pattern = 'smothered_mate' AND mate = 1",
    );
    expect(found).toContainEqual(['White 1', 14, 'd4f3']); // 7... Nf3#
    expect(rows(file, 'SELECT count(*) FROM found')).toEqual([[report.tactics]]);
  });

  test('with a filter have tactics and masks of these patterns only', async () => {
    const path = tempFile('a.pgn', pgns(4));
    const file = join(tempFolder(), 'x.db');
    const fork = maskOf(['fork']);
    const report = await scan([path], { pool: one, store: testStore(file), depth: 'l2', patterns: fork });
    expect(report.tactics).toBe(report.tacticsByPattern.fork);
    expect(rows(file, "SELECT count(*) FROM found WHERE pattern <> 'fork'")).toEqual([[0]]);
    for (const [masks] of rows(file, 'SELECT masks FROM games') as [Buffer][]) {
      for (let at = 0; at < masks.length; at += 2) expect(masks.readUInt16LE(at) & ~fork).toBe(0);
    }
    // the full scan later replaces what is narrower, as if there had been no filter
    const store = testStore();
    await scan([path], { pool: one, store, depth: 'l2' });
    const wider = testStore(file);
    expect((await scan([path], { pool: one, store: wider, depth: 'l2' })).games.stored).toBe(4);
    expect(wider.digest()).toBe(store.digest());
  });

  test('of variants are filtered by name', async () => {
    const variants = ['Atomic', 'Chess960', 'Atomic', 'Standard'].map((name, n) =>
      pgn(n, { tags: `[Variant "${name}"]\n` }),
    );
    const report = await scan([tempFile('v.pgn', variants.join(''))], { pool: one, store: testStore() });
    expect(report.games).toMatchObject({ seen: 4, stored: 1, filtered: 3 });
    expect(report.filteredByReason).toEqual({ Atomic: 2, Chess960: 1 });
  });

  test('that start from a FEN keep it; the usual start is none', async () => {
    const setUp = pgn(1, { tags: '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n', moves: '1. e4' });
    const usual = pgn(2, { tags: '[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n' });
    const file = join(tempFolder(), 'x.db');
    await scan([tempFile('f.pgn', setUp + usual)], { pool: one, store: testStore(file) });
    expect(rows(file, 'SELECT start_fen FROM games ORDER BY id').flat()).toEqual([
      '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1',
      null,
    ]);
  });
});

describe('a broken game', () => {
  test('is set aside with its place, its reason and its bytes, and the others are stored', async () => {
    const text = pgns(5) + BROKEN + pgns(20).slice(pgns(5).length);
    const file = join(tempFolder(), 'x.db');
    const report = await scan([tempFile('b.pgn', text)], { pool: two, store: testStore(file), limits: SMALL });
    expect(report.games).toEqual({ ...GOOD_COUNTS, seen: 21, quarantined: 1 });
    expect(report.quarantineByReason).toEqual({ illegal_move: 1 });
    const [row] = rows(file, 'SELECT byte_offset, fault_offset, line, col, reason, message, bytes FROM quarantine');
    const at = text.indexOf('Ke4');
    expect(row).toEqual([
      text.indexOf('[Event "Test"]\n[White "White 77"]'),
      at,
      text.slice(0, at).split('\n').length,
      at - text.lastIndexOf('\n', at),
      'illegal_move',
      expect.stringContaining('Ke4'),
      Buffer.from(BROKEN.trim()),
    ]);
  });

  test('is counted again in a second scan, and stored once', async () => {
    const path = tempFile('b.pgn', BROKEN);
    const store = testStore();
    expect(await scan([path], { pool: one, store })).toMatchObject({ games: { quarantined: 1 }, quarantineNew: 1 });
    expect(await scan([path], { pool: one, store })).toMatchObject({ games: { quarantined: 1 }, quarantineNew: 0 });
    expect(store.counts().quarantine).toBe(1);
  });

  test.each([
    ['THROW', 'engine_failed'],
    ['EXIT', 'engine_failed'],
    ['HANG', 'engine_failed'],
    ['ONCE', null],
  ])('that makes the engine %s is the only one to be quarantined', async (word, reason) => {
    const culprit = pgn(50, { moves: `1. e4 { ${word} } e5` });
    const text = pgns(7) + culprit + pgn(60) + pgn(61);
    const store = testStore();
    const pool = testPool({ size: 2, script: BAD_WORKER, timeLimit: 1000 });
    const report = await scan([tempFile('c.pgn', text)], { pool, store, limits: { bytes: 1e6, games: 5 } });
    expect(report.games).toMatchObject({
      seen: 10,
      stored: reason === null ? 10 : 9,
      quarantined: reason === null ? 0 : 1,
    });
    expect(report.quarantineByReason).toEqual(reason === null ? {} : { [reason]: 1 });
  });
});

describe('an archive', () => {
  test('with a damaged entry gives its games and the other entries, and says so', async () => {
    const path = await zipOf({ 'a.pgn': pgns(30), 'b.pgn': pgn(1000) }, { compress: false });
    const bytes = readFileSync(path);
    bytes.write('X', bytes.indexOf('White 29')); // which the checksum of a.pgn notices at its end
    writeFileSync(path, bytes);
    const report = await scan([path], { pool: one, store: testStore() });
    expect(report.unread).toEqual([expect.stringContaining('a.pgn')]);
    expect(report.games).toMatchObject({ seen: 31, stored: 31 });
  });

  test('that is no archive is told, and the next one is read', async () => {
    const zst = tempFile('x.zst', Uint8Array.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0, 0]));
    const report = await scan([zst, tempFile('a.pgn', pgns(3))], { pool: one, store: testStore() });
    expect(report.unread).toEqual([expect.stringContaining(zst)]);
    expect(report).toMatchObject({ archives: 2, games: { stored: 3 } });
  });

  test('that is a copy of another one of the run is not put down to an earlier run', async () => {
    const [store, folder] = [testStore(), tempFolder()];
    const paths = ['a.pgn', 'b.pgn', 'c.pgn'].map((name) => join(folder, name));
    writeFileSync(paths[0]!, pgns(3));
    writeFileSync(paths[1]!, pgns(3));
    writeFileSync(paths[2]!, pgns(2));
    const first = await scan(paths.slice(0, 2), { pool: one, store });
    expect(first).toMatchObject({ finished: 1, copies: 1 });
    expect(summarise(first, 'db', 1)).toContain(
      '\n1 archive is a copy of another one in this run, and was not opened.',
    );
    expect(summarise(first, 'db', 1)).not.toContain('earlier run');

    const second = await scan(paths, { pool: one, store });
    expect(second).toMatchObject({ finished: 2, copies: 0 });
    expect(summarise(second, 'db', 1)).toContain('\n2 archives were read to the end by an earlier run');
    const third = await scan(paths.slice(0, 1).concat(paths[2]!, tempFile('d.pgn', pgns(1))), { pool: one, store });
    expect(summarise({ ...third, finished: 1 }, 'db', 1)).toContain('\n1 archive was read to the end');
  });

  test('that is gone since it was listed is told, and the next one is read', async () => {
    const gone = join(tempFolder(), 'gone.pgn');
    const { games, unread } = await scan([gone, tempFile('a.pgn', pgn(1))], { pool: one, store: testStore() });
    expect(games).toMatchObject({ seen: 1, stored: 1 });
    expect(unread).toEqual([`${gone}: there is no such file; check the path`]);
  });

  test('that is empty holds no games, and nothing of it is stored', async () => {
    const store = testStore();
    const report = await scan([tempFile('e.pgn', '')], { pool: one, store });
    expect(report).toMatchObject({ games: { seen: 0 }, unread: [] });
    expect(store.counts().archives).toBe(0);
  });

  test('under another name is the same archive', async () => {
    const store = testStore();
    await scan([tempFile('a.pgn', pgns(3) + BROKEN)], { pool: one, store });
    await scan([tempFile('b.pgn', pgns(3) + BROKEN)], { pool: one, store });
    expect(store.counts()).toMatchObject({ archives: 1, games: 3, quarantine: 1 });
  });
});

describe('the store is the same', () => {
  const text = pgns(40) + BROKEN + pgn(3) + pgn(90, { tags: '[Variant "Atomic"]\n' }) + pgn(41);

  async function digest(pool: WorkerPool, limits: BatchLimits, depth: Depth): Promise<string> {
    const path = tempFile('g.pgn', text);
    const file = join(tempFolder(), 'x.db');
    const store = testStore(file);
    await scan([path], { pool, store, limits, depth });
    // not only the content: row ids too
    const ids = rows(file, 'SELECT id, digest FROM games UNION ALL SELECT id, fen FROM positions');
    return store.digest() + JSON.stringify(ids);
  }

  test.each(['l1', 'l2'] as const)('whatever the number of workers and the size of batches, at %s', async (depth) => {
    const expected = await digest(one, BATCH_LIMITS[depth], depth);
    expect(await digest(two, BATCH_LIMITS[depth], depth)).toBe(expected);
    expect(await digest(two, { bytes: 1, games: 1 }, depth)).toBe(expected);
    expect(await digest(testPool({ size: 3 }), SMALL, depth)).toBe(expected);
  });

  test('when later batches are done first', async () => {
    const expected = await digest(one, SMALL, 'l1');
    let turn = 0;
    expect(
      await digest(
        poolBetween(two, async (task, run) => {
          const result = await run(task);
          await new Promise((resolve) => setTimeout(resolve, [40, 1, 20, 5][turn++ % 4]));
          return result;
        }),
        SMALL,
        'l1',
      ),
    ).toBe(expected);
  });
});

test('the reader never runs far ahead of the disk', async () => {
  let open = 0;
  let most = 0;
  const counted = poolBetween(one, async (task, run) => {
    most = Math.max(most, ++open);
    const result = await run(task);
    open--;
    return result;
  });
  const states: ScanState[] = [];
  const path = tempFile('many.pgn', pgns(300));
  await scan([path], {
    pool: counted,
    store: testStore(),
    limits: { bytes: 1e6, games: 2 },
    onProgress: (state) => states.push(state),
  });
  expect(most).toBe(3);
  // and progress goes up evenly to the end
  expect(states.length).toBe(150);
  const bytes = states.map((state) => state.bytes);
  expect(bytes).toEqual([...bytes].sort((a, b) => a - b));
  expect(bytes[74]).toBeGreaterThan(0.4 * statSync(path).size);
  expect(bytes[74]).toBeLessThan(0.6 * statSync(path).size);
  expect(bytes.at(-1)).toBeGreaterThan(0.99 * statSync(path).size);
});

test('what cannot be opened is no part of the way that progress has to go', async () => {
  const states: ScanState[] = [];
  const packed = tempFile('x.7z', Buffer.concat([Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), Buffer.alloc(9999)]));
  const path = tempFile('a.pgn', pgns(20));
  await scan([packed, path], { pool: one, store: testStore(), onProgress: (state) => states.push(state) });
  expect(states.at(-1)).toMatchObject({ games: 20, totalBytes: statSync(path).size });
});

test('what an earlier run had read is no part of the bytes of this one', async () => {
  const [path, other] = [tempFile('a.pgn', pgns(20)), tempFile('b.pgn', pgns(5))];
  const store = testStore();
  await scan([path], { pool: one, store });
  const { bytes } = await scan([path, other], { pool: one, store });
  expect(bytes).toBeGreaterThan(0.9 * statSync(other).size);
  expect(bytes).toBeLessThanOrEqual(statSync(other).size);
});

test('a date that cannot be read is kept as it is written, where nothing else tells the day', async () => {
  const file = join(tempFolder(), 'motif.db');
  const tags = ['[Date "1/2/1999"]', '[Date "1/2/1999"]\n[UTCDate "????.??.??"]', '[Date "?"]\n[UTCDate "2012.12.31"]'];
  const text = tags.map((each, n) => pgn(n, { tags: each })).join('');
  await scan([tempFile('a.pgn', text)], { pool: one, store: testStore(file) });
  expect(rows(file, 'SELECT date FROM games ORDER BY id').flat()).toEqual(['1/2/1999', '1/2/1999', '2012.12.31']);
});

test('a date with its year last is found by its day', async () => {
  const file = join(tempFolder(), 'motif.db');
  const text = ['31.12.2023', '12/31/2023', '1/2/2023'].map((date, n) => pgn(n, { tags: `[Date "${date}"]` })).join('');
  const filter = filterText({ since: 20231201 });
  const { filteredByReason } = await scan([tempFile('a.pgn', text)], { pool: one, store: testStore(file), filter });
  expect(filteredByReason).toEqual({ date: 1 });
  expect(rows(file, 'SELECT date FROM games').flat()).toEqual(['2023.12.31', '2023.12.31']);
});

test('tags are kept without the blanks around them, by which no search would find them', async () => {
  const file = join(tempFolder(), 'motif.db');
  const tags = '[Site " Riga "]\n[Date " 2023.12.31"]\n[ECO " C60"]\n[TimeControl "300+3 "]';
  await scan([tempFile('a.pgn', pgn(1, { tags }))], { pool: one, store: testStore(file) });
  const [game] = rows(file, 'SELECT site, date, eco, time_control FROM games');
  expect(game).toEqual(['Riga', '2023.12.31', 'C60', '300+3']);
});

test('a game that was set aside is not any more, once another archive has brought it', async () => {
  const store = testStore();
  const path = tempFile('a.pgn', pgn(1, { moves: '1. e4 { THROW } e5' }) + BROKEN);
  await scan([path], { pool: testPool({ script: BAD_WORKER }), store });
  expect(store.counts()).toMatchObject({ games: 0, quarantine: 2 });
  await scan([tempFile('b.pgn', pgn(1, { moves: '1. e4 e5' }))], { pool: one, store });
  const again = await scan([path], { pool: one, store, fresh: true });
  expect(again.games).toMatchObject({ stored: 0, duplicate: 1, quarantined: 1 });
  expect([...store.quarantined()].map(({ reason }) => reason)).toEqual(['illegal_move']);
});
