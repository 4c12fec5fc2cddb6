/** Searches beside a search that looks at every row: whatever the plan, the same tactics in the same order. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installFunctions } from '../../src/store/search/functions.js';
import { COMPARE, makeCursor, orderedDate, readCursor, type Place } from '../../src/store/search/order.js';
import { tally } from '../../src/store/search/tally.js';
import { Plan, walk } from '../../src/store/search/walk.js';
import { ORDERS, SearchError, SearchTimeError, type Wish } from '../../src/store/search/wish.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { maskOf } from '../../src/tactics/types.js';
import { fillStore } from '../bench/search/synthetic.js';
import { batch, ENGINE_A, ENGINE_B, entry, FEN_1, FEN_2, found, game, tactic, tempFolder } from './fixture.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

interface FullRow extends Place {
  pattern: number;
  black: number;
  white: string | null;
  blackName: string;
  elo: (number | null)[];
  rawDate: string | null;
  event: string;
  eco: string;
  path: string;
}

let folder: string;
let db: Database;
let store: Store;
let rows: FullRow[];
const deadline = { at: Infinity };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'motif-search-'));
  const file = join(folder, 'motif.db');
  fillStore(file, { games: 1_500, seed: 5 });
  db = new Database(file);
  // dates of every kind
  db.exec(`UPDATE games SET date = NULL WHERE id % 17 = 0; UPDATE games SET date = '????.??.??' WHERE id % 19 = 0;
    UPDATE games SET date = substr(date, 1, 4) || '.??.??' WHERE id % 13 = 0;
    UPDATE games SET date = replace(date, '.', '-') WHERE id % 11 = 0 AND date >= '2005';
    UPDATE games SET date = replace(date, '.', '/') WHERE id % 23 = 0 AND date >= '2005';
    UPDATE games SET date = replace(replace(date, '.0', '.'), '-0', '-') WHERE id % 7 = 0 AND date >= '2005';
    UPDATE games SET date = substr(date, 1, 7) WHERE id % 29 = 0 AND date >= '2005';
    UPDATE games SET date = '19??.01.02' WHERE id % 211 = 0; UPDATE games SET date = '1.2.1999' WHERE id % 223 = 0;
    UPDATE games SET date = '5.5.98' WHERE id % 227 = 0; UPDATE games SET date = '9' WHERE id % 229 = 0;
    UPDATE games SET date = '0000.00.00' WHERE id % 239 = 0; UPDATE games SET date = '19' WHERE id % 241 = 0; UPDATE games SET white_elo = NULL WHERE id % 5 = 0;
    UPDATE games SET white = 'Pétrosian, Tigran 100%' WHERE id % 101 = 0; UPDATE games SET white = NULL WHERE id % 97 = 0;
    UPDATE games SET white = 'Müller, Jürgen' WHERE id % 103 = 0; UPDATE games SET white = 'Mueller, Karl' WHERE id % 107 = 0;
    UPDATE games SET white = 'Muller, José' WHERE id % 109 = 0;
    UPDATE games SET moves = CAST(zeroblob(20) || x'0C07' || zeroblob(138) AS BLOB) WHERE id % 3 = 0;
    UPDATE games SET plies = 5, moves = zeroblob(10) WHERE id % 40 = 0`);
  installFunctions(db, deadline);
  rows = db
    .prepare<[], FullRow & { whiteElo: number | null; blackElo: number | null }>(
      `SELECT t.*, t.position_id AS position, o.game_id AS game, o.ply, g.white, g.black AS blackName, g.white_elo AS whiteElo,
         g.black_elo AS blackElo, g.date AS rawDate, g.event, g.eco, a.path
       FROM tactics t JOIN occurrences o USING (position_id) JOIN games g ON g.id = o.game_id JOIN entries e ON e.id = g.entry_id
       JOIN archives a ON a.id = e.archive_id`,
    )
    .all()
    .map((row) => ({ ...row, date: orderedDate(row.rawDate), elo: [row.whiteElo, row.blackElo] }));
  store = openStore(file, { readonly: true });
});
afterAll(() => {
  store.close();
  db.close();
  rmSync(folder, { recursive: true });
});

const FORK = maskOf(['fork']);
const has = (text: string | null, part: string): boolean => (text ?? '').toLowerCase().includes(part);

const WISHES: [name: string, wish: Wish, fits: (row: FullRow) => boolean][] = [
  ['everything', {}, () => true],
  ['a pattern', { patterns: FORK }, (row) => row.pattern === 0],
  ['two patterns', { patterns: maskOf(['smothered_mate', 'trapped_piece']) }, (row) => [6, 9].includes(row.pattern)],
  ['mates', { mate: true }, (row) => row.mate === 1],
  ['no mates', { patterns: FORK, mate: false }, (row) => row.pattern === 0 && row.mate === 0],
  ['a gain or more, or mate', { minGain: 700 }, (row) => row.mate === 1 || row.gain >= 700],
  ['a gain between', { minGain: 300, maxGain: 500 }, (row) => row.mate === 0 && row.gain >= 300 && row.gain <= 500],
  ['a side', { side: 'black', patterns: FORK }, (row) => row.black === 1 && row.pattern === 0],
  ['a player', { player: 'KALIN' }, (row) => has(row.white, 'kalin') || has(row.blackName, 'kalin')],
  [
    'words of a name',
    { player: 'ro ka' },
    (row) => [row.white, row.blackName].some((name) => has(name, 'ro') && has(name, 'ka')),
  ],
  ['accents aside', { white: 'petrosian' }, (row) => row.white?.startsWith('Pétrosian') ?? false],
  ['umlauts', { white: 'müller' }, (row) => /^M(ü|ue|u)ller/.test(row.white ?? '')],
  ['umlauts as two letters', { player: 'mueller' }, (row) => /^M(ü|ue)ller/.test(row.white ?? '')],
  ['umlauts as one letter', { white: 'muller' }, (row) => /^M[üu]ller/.test(row.white ?? '')],
  ['umlauts either way', { player: 'mull juerg' }, (row) => row.white?.startsWith('Müller') ?? false],
  ['signs of LIKE', { player: '100%' }, (row) => row.white?.startsWith('Pétrosian') ?? false],
  ['another sign of LIKE', { player: '_a' }, () => false],
  ["a player's own", { player: 'ro', side: 'player' }, (row) => has(row.black ? row.blackName : row.white, 'ro')],
  [
    "a player's opponents'",
    { player: 'ro', side: 'opponent' },
    (row) => has(row.black ? row.white : row.blackName, 'ro'),
  ],
  ['white and black', { white: 'ka', black: 'ta' }, (row) => has(row.white, 'ka') && has(row.blackName, 'ta')],
  [
    'ratings',
    { minElo: 1500, maxElo: 2300 },
    (row) => row.elo.every((elo) => elo !== null && elo >= 1500 && elo <= 2300),
  ],
  ['years', { since: 20000101, until: 20101231 }, (row) => /^20(0\d|10)/.test(row.rawDate ?? '')],
  ['days from one on', { since: 20100101 }, ({ date }) => date >= '2010' && /^[\d?.]{10}$/.test(date)],
  ['days up to one', { until: 20041231 }, ({ date }) => /^(19\d\d|200[0-4])\./.test(date)],
  [
    'days',
    { since: 20000301, until: 20001105 },
    ({ date }) => /^2000\.\d\d\.\d\d$/.test(date) && '2000.03.01' <= date && date <= '2000.11.05',
  ],
  ['an event', { event: 'open 33' }, (row) => has(row.event, 'open 33')],
  ['an opening', { eco: 'b9' }, (row) => row.eco.startsWith('B9')],
  ['an archive', { archive: 'archives/1.pgn.zst' }, (row) => row.path === 'archives/1.pgn.zst'],
  ['an archive by its file name', { archiveFile: '1.pgn.zst' }, (row) => row.path === 'archives/1.pgn.zst'],
  ['a part of a file name, in any case', { archiveFile: 'PGN.Z' }, () => true],
  ['no folder of an archive', { archiveFile: 'archives' }, () => false],
  ['no path of an archive', { archiveFile: 'archives/1.pgn.zst' }, () => false],
  ['an archive that is not there', { archive: 'nowhere' }, () => false],
  ['a game', { game: 77 }, (row) => row.game === 77],
  ['played', { outcome: 'played' }, (row) => row.ply === 11 && row.game % 3 === 0 && row.game % 40 !== 0],
  ['unplayed', { outcome: 'unplayed' }, (row) => row.game % 40 === 0],
  [
    'missed',
    { outcome: 'missed', patterns: FORK },
    (row) => row.pattern === 0 && row.game % 40 !== 0 && !(row.ply === 11 && row.game % 3 === 0),
  ],
];

test.each([
  ['2023.12.31', '2023.12.31'],
  ['2023-12-31', '2023.12.31'],
  ['2023/06/15', '2023.06.15'],
  ['2023.3.7', '2023.03.07'],
  ['2023.3', '2023.03.??'],
  ['2023.03.??', '2023.03.??'],
  ['2023', '2023.??.??'],
  ['2023.00.00', '2023.??.??'],
  ['2023.??.15', '2023.??.??'],
  ['2023.13.01', '2023.13.01'],
  ['1.2.1999', ''],
  ['5.5.98', ''],
  ['98', ''],
  ['0000.00.00', ''],
  ['????.??.??', ''],
  ['', ''],
  [null, ''],
])('%j stands in the order of days as %j', (date, day) => {
  expect(orderedDate(date)).toBe(day);
});

const keyOf = ({ position, ordinal, game: id, ply }: Place): string => [position, ordinal, id, ply].join(' ');

describe.each(WISHES)('%s', (_name, wish, fits) => {
  test.each(ORDERS)('in the order by %s, by every plan, from any place on', (order) => {
    const expected = rows.filter(fits).sort(COMPARE[order]).map(keyOf);
    for (const few of [0, 200, 100_000]) {
      const places = [...walk(new Plan(db, wish, few), order)];
      expect(places.map(keyOf), `few: ${few}`).toEqual(expected);
      for (const share of [0, 0.6, 0.999]) {
        const at = Math.floor(share * places.length);
        const place = places[at];
        if (place === undefined) continue;
        const after = readCursor(order, makeCursor(order, place));
        const next: string[] = [];
        for (const { ...other } of walk(new Plan(db, wish, few), order, after))
          if (next.push(keyOf(other)) === 20) break;
        expect(next, `few: ${few}, after ${at}`).toEqual(expected.slice(at + 1, at + 21));
      }
    }
  });

  test('added up', () => {
    const expected = rows.filter(fits);
    for (const few of [0, 200, 100_000]) {
      const { cells, share } = tally(new Plan(db, wish, few), Infinity);
      expect(share).toBe(1);
      expect(cells.reduce((sum, cell) => sum + cell.tactics, 0)).toBe(expected.length);
      expect(cells.reduce((sum, cell) => sum + cell.mates, 0)).toBe(expected.filter((row) => row.mate === 1).length);
      const forks = cells.filter(({ pattern, year }) => pattern === 0 && year === 2003);
      const years = expected.filter((row) => row.pattern === 0 && row.rawDate?.startsWith('2003'));
      expect(forks.reduce((sum, cell) => sum + cell.tactics, 0)).toBe(years.length);
    }
    expect(store.search.count(wish)).toBe(expected.length);
  });
});

describe('pages', () => {
  test('hold everything once, and end', () => {
    const wish = { patterns: maskOf(['interference']) };
    for (const order of ORDERS) {
      const keys: string[] = [];
      let after: string | undefined;
      do {
        const { found, next } = store.search.page(wish, { order, limit: 70, ...(after !== undefined && { after }) });
        expect(found.length).toBeLessThanOrEqual(70);
        keys.push(...found.map(({ game, ply, record }) => `${game.id} ${ply} ${record[0]} ${record[4]}`));
        after = next ?? undefined;
      } while (after !== undefined);
      expect(keys).toHaveLength(rows.filter((row) => row.pattern === 8).length);
    }
  });

  test('tell what became of the tactic, and whose it is', () => {
    const { found } = store.search.page({ outcome: 'played' }, { limit: 3, order: 'store' });
    expect(found.map(({ outcome, ply, game: { id } }) => [outcome, ply, id % 3])).toEqual(
      Array(3).fill(['played', 11, 0]),
    );
    expect(found[0]?.signature).toBe('synthetic');
    expect(found[0]?.game).toMatchObject({
      archive: 'archives/1.pgn.zst',
      entry: 'games.pgn',
      site: 'Here',
      result: '1-0',
    });
    expect(store.search.page({ outcome: 'unplayed' }, { limit: 1 }).found[0]?.outcome).toBe('unplayed');
  });

  test('count up to a cap', () => {
    expect(store.search.count({}, 100)).toBe(101);
  });

  test.each([
    ['no cursor', 'nonsense'],
    ['another order', makeCursor('store', { mate: 0, gain: 1, position: 1, ordinal: 0, game: 1, ply: 1, date: '' })],
    ['not a number', Buffer.from('["gain",0,"1 OR 1",1,1,1,1,""]').toString('base64url')],
    ['not a list', Buffer.from('{}').toString('base64url')],
  ])('refuse a cursor that is none: %s', (_what, after) => {
    expect(() => store.search.page({}, { after })).toThrow(SearchError);
  });

  test.each<[string, Wish]>([
    ['a blank name', { player: ' ' }],
    ['a blank event', { event: '' }],
    ['a side of nobody', { side: 'player' }],
  ])('refuse a wish that cannot be meant: %s', (_what, wish) => {
    expect(() => store.search.page(wish)).toThrow(SearchError);
  });

  test('end when their time is up, also where nothing is found, and the next search is well', () => {
    expect(() => store.search.page({ player: 'nobody of this name' }, {}, -1)).toThrow(SearchTimeError);
    expect(() => store.search.count({ outcome: 'unplayed', patterns: FORK }, Infinity, -1)).toThrow(SearchTimeError);
    expect(store.search.page({}, { limit: 5 }).found).toHaveLength(5);
  });

  test('stream all, in order, and may be left early', () => {
    let count = 0;
    for (const { game: of } of store.search.all({ patterns: FORK }))
      if (++count === 10) expect(of.id).toBeLessThan(100);
    expect(count).toBe(rows.filter((row) => row.pattern === 0).length);
    for (const _ of store.search.all({})) break;
    expect(store.search.page({}, { limit: 5 }).found).toHaveLength(5);
  });
});

describe('adding up', () => {
  test('takes a sample where the time is short, and says how much of it', () => {
    const { cells, share } = tally(new Plan(db, {}, 10), performance.now() - 1);
    expect(share).toBe(1 / 2);
    expect(cells.reduce((sum, cell) => sum + cell.tactics, 0)).toBeGreaterThan(rows.length / 3);
  });
});

test('large searches follow an index, and sort no more than ties', () => {
  for (const { statement } of [
    ...new Plan(db, { player: 'ro' }).byGain('gain'),
    ...new Plan(db, { patterns: FORK, outcome: 'played' }).byGain('mate'),
    new Plan(db, { player: 'ro' }).byGame(),
    new Plan(db, {}).byGame({ mate: 0, gain: 0, position: 1, ordinal: 0, game: 9, ply: 1, date: '' }),
    new Plan(db, { player: 'ro' }).byDate({ from: '2000', below: '2001' }),
    new Plan(db, { player: 'ro' }).ofDate('2023-01-02', 9),
  ]) {
    const sql = statement.source;
    const values = Array<number>((sql.match(/\?/g) ?? []).length).fill(1);
    const plan = db.prepare<number[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    const steps = plan.map(({ detail }) => detail);
    expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
    expect(steps.filter((step) => step.includes('TEMP B-TREE FOR ORDER BY'))).toEqual([]);
  }
});

test('of what is worth the same, the position that was stored last comes first, whatever becomes of it later', () => {
  const written = openStore(join(tempFolder(), 'motif.db'));
  const fork = tactic('fork', 300);
  const [first, second, third] = ['4k3/8/8/8/8/8/8/4K3 w - -', FEN_1, FEN_2] as const;
  const places = () => [...written.search.all({}, 'gain')].map(({ fen, game: { white }, ply }) => [fen, white, ply]);
  // the service was asked about it before any game came
  written.putPositions(ENGINE_A, new Map([[first, fork]]));
  written.writeBatch(batch([game(1, [found(1, second, fork), found(3, third, fork)])]));
  written.writeBatch(batch([game(2, [found(2, first, fork)])], { entry: entry(2) }));
  const stored = [
    [third, 'White 1', 3],
    [second, 'White 1', 1],
    [first, 'White 2', 2],
  ];
  expect(places()).toEqual(stored);
  // another engine looks again: at what was stored first last
  written.writeBatch(batch([game(1, [found(1, second, fork), found(3, third, fork)])], { engine: ENGINE_B }));
  written.writeBatch(batch([game(2, [found(2, first, fork)])], { entry: entry(2), engine: ENGINE_B }));
  expect([...written.search.all({})].map(({ signature }) => signature)).toEqual(Array(3).fill(ENGINE_B.signature));
  expect(places()).toEqual(stored);
  // a position stands where it stood when another game comes through it; of its games the one that was stored last comes first
  written.writeBatch(
    batch([game(3, [found(2, first, fork), found(4, first, fork)])], { entry: entry(3), engine: ENGINE_B }),
  );
  expect(places()).toEqual([
    ...stored.slice(0, 2),
    [first, 'White 3', 4],
    [first, 'White 3', 2],
    [first, 'White 2', 2],
  ]);
  written.close();
});

test('an archive that is named whole is itself, and not those whose names end like it', () => {
  const written = openStore(join(tempFolder(), 'motif.db'));
  for (const [index, path] of ['in/jan.pgn', 'in/no-jan.pgn', 'main/jan.pgn'].entries()) {
    const { archive, ...rest } = entry(index);
    const from = { ...rest, archive: { ...archive, path } };
    written.writeBatch(batch([game(index, [found(1, FEN_1, tactic('fork'))])], { entry: from }));
  }
  expect(written.search.count({ archive: 'in/jan.pgn' })).toBe(1);
  expect(written.search.count({ archiveFile: 'jan.pgn' })).toBe(2);
  expect(written.search.count({ archiveFile: 'jan' })).toBe(3);
  written.close();
});

test('what a scan stored is found, and who scanned what is told', () => {
  const written = openStore(join(tempFolder(), 'motif.db'));
  written.writeBatch(
    batch([game(1, [found(1, FEN_1, tactic('fork', 300), tactic('pin', 100)), found(5, FEN_2, tactic('pin', 900))])]),
  );
  written.writeBatch(batch([game(2)], { engine: ENGINE_B, depth: 'l1', entry: entry(2) }));
  const { found: all } = written.search.page({});
  expect(all.map(({ ply, fen, outcome }) => [ply, fen, outcome])).toEqual([
    [5, FEN_2, 'unplayed'],
    [1, FEN_1, 'missed'],
    [1, FEN_1, 'missed'],
  ]);
  expect(all[2]?.record).toEqual(tactic('pin', 100));
  expect(all[0]?.game).toMatchObject({ white: 'White 1', whiteElo: 2100, blackElo: null, digest: '01'.repeat(16) });
  // a game counts as scanned at l1, or by another engine, not as both
  expect(written.search.coverage('aaaa')).toEqual({ games: 2, shallow: 1, others: 0 });
  for (const other of ['bbbb', 'cccc'])
    expect(written.search.coverage(other)).toEqual({ games: 2, shallow: 1, others: 1 });
  // so many that the clock is looked at
  const db = new Database(written.file);
  db.exec('UPDATE games SET id = 1000 WHERE id = 2');
  db.close();
  expect(() => written.search.coverage('aaaa', -1)).toThrow(SearchTimeError);
  expect(written.search.coverage('aaaa', 60_000)).toMatchObject({ games: 2 });
  expect(written.search.game('02'.repeat(16))?.white).toBe('White 2');
  expect(written.search.game(1)?.digest).toBe('01'.repeat(16));
  expect(written.search.game(99)).toBeUndefined();
  written.close();
});
