/** Scans that are about some games, or some plies of them: what is stored, what is counted, and what becomes of it later. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { filterText, type GameFilter } from '../../src/pgn/filter/filter.js';
import type { ScanReport } from '../../src/pipeline/report.js';
import type { ScanOptions } from '../../src/pipeline/scan.js';
import { Database } from '../../src/store/sqlite.js';
import { ALL_PATTERNS, maskOf } from '../../src/tactics/types.js';
import { countSeen, seenPlies } from '../../src/tactics/plies.js';
import { BAD_WORKER, pgn, pgns, scan, sharedPool, tempFile, tempFolder, testPool, testStore } from './fixture.js';

const one = sharedPool(1);
const two = sharedPool(2);
const SMALL = { bytes: 1024, games: 3 };

function rated(n: number, elo: number, changes: { tags?: string; moves?: string } = {}): string {
  return pgn(n, { ...changes, tags: `[WhiteElo "${elo}"]\n[BlackElo "${elo + 10}"]\n${changes.tags ?? ''}` });
}

function text(filter: GameFilter): string {
  return filterText(filter);
}

function sum({ games }: ScanReport): number {
  return games.stored + games.duplicate + games.filtered + games.quarantined;
}

function rows(file: string, sql: string): unknown[] {
  const db = new Database(file, { readonly: true });
  const all = db.prepare(sql).raw().all();
  db.close();
  return all;
}

describe('a filter', () => {
  const games = [
    rated(1, 2400),
    rated(2, 1500),
    pgn(3),
    rated(4, 2500, { tags: '[Variant "Chess960"]\n' }),
    rated(5, 2300, { moves: '1. e4 e5 2. Ke5' }), // wanted, and broken
    rated(6, 1200, { moves: '1. e4 e5 2. Ke5' }), // broken, but nobody asked
    rated(7, 2450, { tags: '[Date "2020.01.01"]\n' }),
    rated(8, 2450, { tags: '[Date "2024.01.01"]\n' }),
  ].join('');

  test('leaves games out before their moves are read, and counts them by reason', async () => {
    const store = testStore();
    const filter = text({ minElo: 2000 });
    const report = await scan([tempFile('a.pgn', games)], { pool: one, store, filter });
    expect(report.games).toEqual({ seen: 8, stored: 3, duplicate: 0, filtered: 4, quarantined: 1 });
    expect(report.filteredByReason).toEqual({ rating: 3, Chess960: 1 });
    expect(report.quarantineByReason).toEqual({ illegal_move: 1 });
    expect(store.counts()).toMatchObject({ games: 3, quarantine: 1 });
  });

  test('never shows a game that it leaves out to the engine', async () => {
    const filter = text({ players: [['white', '1']] });
    const culprits = ['THROW', 'EXIT', 'HANG'].map((word, n) => pgn(20 + n, { moves: `1. e4 { ${word} } e5` }));
    const pool = testPool({ script: BAD_WORKER, timeLimit: 1000 });
    const path = tempFile('a.pgn', pgn(1) + culprits.join(''));
    const report = await scan([path], { pool, store: testStore(), filter });
    expect(report.games).toEqual({ seen: 4, stored: 1, duplicate: 0, filtered: 3, quarantined: 0 });
  });

  test('leaves what is stored already as it is, and counts it as filtered', async () => {
    const store = testStore();
    const path = tempFile('a.pgn', pgns(10));
    await scan([path], { pool: one, store });
    const before = store.digest();
    const filter = text({
      players: [
        ['white', '3'],
        ['white', '4'],
      ],
    });
    const report = await scan([path], { pool: two, store, filter, limits: SMALL });
    expect(report.games).toEqual({ seen: 10, stored: 0, duplicate: 2, filtered: 8, quarantined: 0 });
    expect(store.digest()).toBe(before);
  });

  test('and then another, and then none, store what one scan without a filter does', async () => {
    const path = tempFile('a.pgn', games);
    const store = testStore();
    const dated = text({ since: 20240101 });
    expect((await scan([path], { pool: one, store, filter: dated })).games).toMatchObject({ stored: 1, filtered: 7 });
    // another filter is another scan: nothing of the first one is taken for this one's
    const strong = await scan([path], { pool: one, store, filter: text({ minElo: 2000 }) });
    expect(strong.games).toEqual({ seen: 8, stored: 2, duplicate: 1, filtered: 4, quarantined: 1 });
    const rest = await scan([path], { pool: two, store });
    expect(rest.games).toEqual({ seen: 8, stored: 2, duplicate: 3, filtered: 1, quarantined: 2 });
    const fresh = testStore();
    await scan([path], { pool: one, store: fresh });
    expect(store.digest()).toBe(fresh.digest());
  });

  test('is part of the terms: the same one again is answered from its checkpoint, with the same counts', async () => {
    const path = tempFile('a.pgn', games);
    const options = { pool: one, store: testStore(), filter: text({ minElo: 2000 }) };
    const first = await scan([path], options);
    const again = await scan([path], options);
    expect(again).toMatchObject({ finished: 1, filteredByReason: first.filteredByReason });
    expect(again.games).toEqual({ ...first.games, stored: 0, duplicate: first.games.stored });
    for (const other of [{ filter: text({ minElo: 2001 }) }, { plies: { from: 1, to: 9 } }, {}]) {
      const { filter: _, ...rest } = options;
      expect(await scan([path], { ...rest, ...other }), JSON.stringify(other)).toMatchObject({
        finished: 0,
        before: 0,
      });
    }
  });

  test('and workers and batches of any number: the same store, the same counts', async () => {
    const path = tempFile('a.pgn', pgns(60) + games);
    const filter = text({ minElo: 2000 });
    const digests = new Set<string>();
    for (const [pool, limits] of [
      [one, { bytes: 1e6, games: 1000 }],
      [two, { bytes: 1, games: 1 }],
      [two, SMALL],
    ] as const) {
      const store = testStore();
      const report = await scan([path, path], { pool, store, filter, limits });
      expect(sum(report)).toBe(report.games.seen);
      digests.add(store.digest() + JSON.stringify([report.games, report.filteredByReason]));
    }
    expect(digests.size).toBe(1);
  });

  test('decides before size does: a game that is too large and not wanted is filtered', async () => {
    const large = rated(1, 1500, { moves: `1. e4 { ${'x'.repeat(17 << 20)} } e5` });
    const path = tempFile('a.pgn', large + rated(2, 2400));
    const report = await scan([path], { pool: one, store: testStore(), filter: text({ minElo: 2000 }) });
    expect(report.games).toEqual({ seen: 2, stored: 1, duplicate: 0, filtered: 1, quarantined: 0 });
  });
});

describe('plies', () => {
  const plies = { from: 3, to: 5 };

  async function masksOf(file: string): Promise<Buffer[]> {
    return Promise.resolve((rows(file, 'SELECT masks FROM games ORDER BY id') as [Buffer][]).map(([masks]) => masks));
  }

  test('outside the range are not looked at, and the masks say so', async () => {
    const path = tempFile('a.pgn', pgns(4));
    const [some, all] = [join(tempFolder(), 'some.db'), join(tempFolder(), 'all.db')];
    const report = await scan([path], { pool: one, store: testStore(some), depth: 'l2', plies });
    await scan([path], { pool: one, store: testStore(all), depth: 'l2' });
    expect(report).toMatchObject({ games: { stored: 4 }, positions: 12, analysed: 12 });
    const whole = await masksOf(all);
    for (const [index, masks] of (await masksOf(some)).entries()) {
      expect(masks.length).toBe(whole[index]?.length);
      for (let at = 0; at < masks.length; at += 2) {
        const looked = at / 2 + 1 >= plies.from && at / 2 + 1 <= plies.to;
        expect(masks.readUInt16LE(at)).toBe(looked ? whole[index]?.readUInt16LE(at) : 0x8000);
      }
      expect(seenPlies(masks)).toEqual(plies);
      expect(countSeen(masks)).toBe(3);
    }
    const inRange = rows(
      all,
      'SELECT pattern, ply, trigger_move, gain FROM found WHERE ply BETWEEN 3 AND 5 ORDER BY 1, 2, 3, 4',
    );
    expect(rows(some, 'SELECT pattern, ply, trigger_move, gain FROM found ORDER BY 1, 2, 3, 4')).toEqual(inRange);
    expect(report.tactics).toBe(inRange.length);
  });

  test('that a game does not reach leave it stored, with nothing looked at', async () => {
    const store = testStore();
    const path = tempFile('a.pgn', pgn(0));
    const options = { pool: one, store, plies: { from: 50, to: 60 } };
    expect(await scan([path], options)).toMatchObject({ games: { stored: 1 }, positions: 0 });
    expect(await scan([path], options)).toMatchObject({ games: { duplicate: 1 } });
    expect((await scan([path], { pool: one, store })).games.stored).toBe(1);
  });

  test('beyond the end are the same as to the end', async () => {
    const path = tempFile('a.pgn', pgns(4));
    const [a, b] = [testStore(), testStore()];
    await scan([path], { pool: one, store: a, plies: { from: 1, to: 1000 } });
    await scan([path], { pool: one, store: b });
    expect(a.digest()).toBe(b.digest());
  });

  test.each([
    ['fewer', { from: 4, to: 5 }, 0],
    ['more', { from: 2, to: 7 }, 4],
    ['more at the end', { from: 3, to: 7 }, 4],
    ['all', { from: 1, to: 1e6 }, 4],
    ['others', { from: 6, to: 8 }, 4],
    ['none of', { from: 90, to: 99 }, 0],
  ])('after another range, %s of them: nothing that is known is given up', async (_, later, stored) => {
    const path = tempFile('a.pgn', pgns(4));
    const store = testStore();
    await scan([path], { pool: one, store, depth: 'l2', plies });
    const report = await scan([path], { pool: two, store, depth: 'l2', plies: later });
    expect(report.games).toEqual({ seen: 4, stored, duplicate: 4 - stored, filtered: 0, quarantined: 0 });

    // a range that leaves out what the first one had takes the whole game, for a row is of one making throughout
    const whole = later.from > plies.from || later.to < plies.to;
    const expected = testStore();
    const covered = stored === 0 ? plies : whole ? { from: 1, to: 1e6 } : later;
    await scan([path], { pool: one, store: expected, depth: 'l2', plies: covered });
    expect(store.digest()).toBe(expected.digest());
  });

  test('and a pattern filter keep each other', async () => {
    const file = join(tempFolder(), 'x.db');
    const fork = maskOf(['fork']);
    const path = tempFile('a.pgn', pgns(4));
    await scan([path], { pool: one, store: testStore(file), depth: 'l2', patterns: fork, plies });
    for (const masks of await masksOf(file)) {
      for (let at = 0; at < masks.length; at += 2) expect(masks.readUInt16LE(at) & ~(fork | 0x8000)).toBe(0);
      expect(countSeen(masks)).toBe(3);
    }
    const store = testStore(file);
    await scan([path], { pool: one, store, depth: 'l2', patterns: ALL_PATTERNS });
    const fresh = testStore();
    await scan([path], { pool: one, store: fresh, depth: 'l2' });
    expect(store.digest()).toBe(fresh.digest());
  });
});

describe('a scan at l1 of games that are known at l2', () => {
  const fork = maskOf(['fork']);
  const plies = { from: 3, to: 5 };
  const wholly: Partial<ScanOptions> = { depth: 'l2' };

  test.each<[string, Partial<ScanOptions>, Partial<ScanOptions>, number, Partial<ScanOptions>]>([
    ['more patterns', { patterns: fork }, {}, 4, wholly],
    ['more plies', { plies }, {}, 4, wholly],
    ['other plies', { plies }, { plies: { from: 6, to: 8 } }, 4, wholly],
    ['more plies of fewer patterns', { plies }, { patterns: fork }, 4, wholly],
    ['more patterns of the same plies', { plies, patterns: fork }, { plies }, 4, { depth: 'l2', plies }],
    ['as many', { plies, patterns: fork }, { plies, patterns: fork }, 0, { depth: 'l2', plies, patterns: fork }],
    ['fewer', {}, { plies, patterns: fork }, 0, wholly],
  ])('%s: they are then what both have asked for, at l2', async (_, first, second, renewed, expected) => {
    const path = tempFile('a.pgn', pgns(4));
    const store = testStore();
    await scan([path], { pool: one, store, depth: 'l2', ...first });
    const report = await scan([path], { pool: one, store, depth: 'l1', ...second });
    expect(report.games).toMatchObject({ seen: 4, stored: renewed, duplicate: 4 - renewed });
    const other = testStore();
    await scan([path], { pool: one, store: other, ...expected });
    expect(store.digest()).toBe(other.digest());
    expect(await scan([path], { pool: one, store, depth: 'l1', ...second })).toMatchObject({ finished: 1 });
  });

  test('also where the store is not asked first', async () => {
    const path = tempFile('a.pgn', pgns(4));
    const store = testStore();
    const news = tempFile('b.pgn', Array.from({ length: 40 }, (_, n) => pgn(n + 100)).join('') + pgns(4));
    await scan([path], { pool: one, store, depth: 'l2', patterns: fork });
    // a batch of games that are new, and the scan asks no more
    const report = await scan([news], { pool: one, store, depth: 'l1', limits: { games: 4, bytes: 1 << 16 } });
    expect(report).toMatchObject({ games: { seen: 44, stored: 44 }, renewed: 4 });
  });
});

describe('one game in several archives', () => {
  const tags =
    '[Event "Match"]\n[Site "Bonn"]\n[Date "2008.10.14"]\n[Round "1"]\n[White "A"]\n[Black "B"]\n[Result "1-0"]\n';
  const spellings = [
    `${tags}\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n`,
    // annotated, by another hand: ratings, glyphs, a variation, clocks, no move numbers
    `[WhiteElo "2700"]\n[ECO "C70"]\n${tags}\ne4 $1 {[%clk 1:30:00]} e5 Nf3! (f4 exf4) Nc6 Bb5 { a note } a6 1-0\n\n`,
    // long algebraic and UCI, CR LF
    `${tags}\n1. e2-e4 e7e5 2. Ng1-f3 b8c6 3. f1b5 a7-a6 1-0\n\n`.replaceAll('\n', '\r\n'),
  ];

  async function zipOf(text: string): Promise<string> {
    const path = join(tempFolder(), 'games.zip');
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(text), 'games.pgn');
    zip.end();
    await finished(zip.outputStream.pipe(createWriteStream(path)));
    return path;
  }

  test('is one row, which says where it was read first', async () => {
    const paths = [
      await zipOf(pgn(1) + (spellings[0] ?? '')),
      tempFile('b.pgn', spellings[1] ?? ''),
      tempFile('c.pgn', spellings[2] ?? ''),
    ];
    for (const order of [paths, [...paths].reverse()]) {
      const file = join(tempFolder(), 'x.db');
      const report = await scan(order, { pool: two, store: testStore(file) });
      expect(report.games).toEqual({ seen: 4, stored: 2, duplicate: 2, filtered: 0, quarantined: 0 });
      const place = `SELECT a.path FROM games g JOIN entries e ON e.id = g.entry_id JOIN archives a ON a.id = e.archive_id
        WHERE g.white = 'A'`;
      expect(rows(file, place)).toEqual([[order[0]]]);
    }
  });

  test('is made deeper by a later scan of another archive, and stays one row', async () => {
    const [first, second] = [await zipOf(spellings[0] ?? ''), tempFile('b.pgn', spellings[1] ?? '')];
    const store = testStore();
    expect((await scan([first], { pool: one, store, depth: 'l1' })).games).toMatchObject({ stored: 1 });
    expect((await scan([second], { pool: one, store, depth: 'l2' })).games).toMatchObject({ stored: 1, duplicate: 0 });
    expect((await scan([first], { pool: one, store, depth: 'l1' })).games).toMatchObject({ stored: 0, duplicate: 1 });
    expect(store.counts().games).toBe(1);
  });

  test('is judged by the tags of each: filtered where they do not fit, a duplicate where they do', async () => {
    const paths = [await zipOf(spellings[0] ?? ''), tempFile('b.pgn', spellings[1] ?? '')];
    const store = testStore();
    await scan([paths[0] ?? ''], { pool: one, store });
    const filter = text({ events: ['match'], players: [['a']] });
    expect((await scan(paths, { pool: one, store, filter })).games).toMatchObject({ seen: 2, duplicate: 2 });
    // ratings stand in one of them only
    const report = await scan(paths, { pool: one, store, filter: text({ maxElo: 3000 }) });
    expect(report.games).toMatchObject({ seen: 2, filtered: 2 });
    expect(store.counts().games).toBe(1);
  });
});
