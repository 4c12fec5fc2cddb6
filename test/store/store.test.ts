/** What the store holds after each kind of write, and what it says was new. */
import fc from 'fast-check';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { FallsShortError } from '../../src/store/batch-writer.js';
import { filterMasks, Todo } from '../../src/store/games.js';
import { DIGESTED_TABLES, digestOf } from '../../src/store/digest.js';
import type { Batch, EngineId, GameRow } from '../../src/store/rows.js';
import { migrate } from '../../src/store/migrate.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import { Store } from '../../src/store/store.js';
import { ALL_PATTERNS, maskOf, type Depth, type PatternMask } from '../../src/tactics/types.js';
import {
  batch,
  broken,
  ENGINE_A,
  ENGINE_B,
  entry,
  FEN_1,
  FEN_2,
  found,
  game,
  run,
  tactic,
  tempFolder,
} from './fixture.js';

const FORK = maskOf(['fork']);
const PIN = maskOf(['pin']);
const BOTH = FORK | PIN;

/** Rows of a query, through a second connection, as a user with a shell would see them. */
function query(store: Store, sql: string): unknown[] {
  const db = new Database(store.file, { readonly: true });
  const rows = db.prepare(sql).raw().all();
  db.close();
  return rows;
}

function fresh(): Store {
  return openStore(join(tempFolder(), 'motif.db'));
}

describe('a game', () => {
  test('comes back as it went in', () => {
    const store = fresh();
    const rows = [
      found(1, FEN_1, tactic('fork', 300), tactic('pin', 100)),
      found(3, FEN_2, tactic('back_rank_mate', -200, true)),
    ];
    const counts = store.writeBatch(batch([game(5, rows, { startFen: FEN_2 + ' 0 1' })], { entry: entry(2, 3) }));
    expect(counts).toMatchObject({ stored: 1, duplicate: 0, positions: 5, candidates: 7, tactics: 3 });
    expect(counts.tacticsByPattern).toEqual([1, 1, 0, 0, 0, 1, 0, 0, 0, 0]);

    expect(query(store, 'SELECT * FROM games')).toEqual([
      [
        ...[1, Buffer.alloc(16, 5), 1, 5000, 900],
        ...['White 5', 'Black', null, null, '1851.06.21', '?', '1-0', 2100, null, null, null],
        ...[FEN_2 + ' 0 1', 4, Buffer.alloc(8, 5), Buffer.from([1, 0, 2, 0, 0, 2, 0, 0, 255, 3]), 7, 'l2', 1023, 1],
      ],
    ]);
    expect(
      query(store, 'SELECT a.path, a.size, e.ordinal, e.name FROM archives a JOIN entries e ON e.archive_id = a.id'),
    ).toEqual([['a2.zip', 200, 3, 'e3.pgn']]);
    expect(
      query(
        store,
        'SELECT pattern, gain, mate, trigger_move, fen, ply, white, archive, byte_offset FROM found ORDER BY ply, gain DESC',
      ),
    ).toEqual([
      ['fork', 300, 0, 'e2e4', FEN_1, 1, 'White 5', 'a2.zip', 5000],
      ['pin', 100, 0, 'e2e4', FEN_1, 1, 'White 5', 'a2.zip', 5000],
      ['back_rank_mate', -200, 1, 'e2e4', FEN_2, 3, 'White 5', 'a2.zip', 5000],
    ]);
    expect(store.counts()).toEqual({ archives: 1, games: 1, positions: 2, tactics: 3, occurrences: 2, quarantine: 0 });
    expect(store.tacticsByPattern()).toMatchObject({ fork: 1, pin: 1, back_rank_mate: 1, skewer: 0 });
    store.close();
  });

  test('is one row whatever archive it comes from, and keeps the place where it was first seen', () => {
    const store = fresh();
    store.writeBatch(batch([game(1)]));
    const counts = store.writeBatch(batch([game(1, [], { offset: 77 }), game(2)], { entry: entry(9) }));
    expect(counts).toMatchObject({ stored: 1, duplicate: 1, positions: 5 });
    expect(query(store, 'SELECT byte_offset, entry_id FROM games ORDER BY id')).toEqual([
      [1000, 1],
      [2000, 2],
    ]);
    store.close();
  });

  test('may occur twice in one batch', () => {
    const store = fresh();
    expect(store.writeBatch(batch([game(1), game(1)]))).toMatchObject({ stored: 1, duplicate: 1 });
    store.close();
  });

  test('has what its watcher noted taken back where it cannot be committed', () => {
    const store = fresh();
    const noted: number[] = [];
    const note = (count: number): (() => void) => {
      noted.push(count);
      return () => noted.pop();
    };
    store.watchScans((_batch, { stored }) => note(stored));
    store.writeBatch(batch([game(1)]));
    store.watchScans((_batch, { stored }) => {
      // without its connection, the transaction comes to no end
      store.close();
      return note(stored);
    });
    expect(() => store.writeBatch(batch([game(2), game(3)]))).toThrow('closed already');
    expect(noted).toEqual([1]);
  });

  test('shares positions with other games', () => {
    const store = fresh();
    const rows = [found(1, FEN_1, tactic('fork'))];
    store.writeBatch(batch([game(1, rows), game(2, [found(3, FEN_1, tactic('fork'))])]));
    expect(store.counts()).toMatchObject({ games: 2, positions: 1, tactics: 1, occurrences: 2 });
    store.close();
  });
});

describe('a game that is scanned again', () => {
  const known: { depth: Depth; patterns: number }[] = [
    { depth: 'l1', patterns: FORK },
    { depth: 'l1', patterns: ALL_PATTERNS },
    { depth: 'l2', patterns: FORK },
    { depth: 'l2', patterns: ALL_PATTERNS },
  ];
  const again: { depth: Depth; patterns: number; engine: typeof ENGINE_A }[] = [];
  for (const depth of ['l1', 'l2'] as const) {
    for (const patterns of [FORK, PIN, ALL_PATTERNS]) {
      for (const engine of [ENGINE_A, ENGINE_B]) again.push({ depth, patterns, engine });
    }
  }
  const full = [found(1, FEN_1, tactic('fork'), tactic('pin')), found(2, FEN_2, tactic('pin'))];
  const at = (depth: Depth): GameRow => game(1, depth === 'l2' ? full : []);

  test.each(known.flatMap((first) => again.map((second) => ({ first, second }))))(
    '$first.depth/$first.patterns then $second.depth/$second.patterns/$second.engine.signature',
    ({ first, second }) => {
      const store = fresh();
      store.writeBatch(batch([at(first.depth)], first));
      const before = store.digest();
      const shallower = first.depth === 'l2' && second.depth === 'l1';
      const wider = (second.patterns & ~first.patterns) !== 0;
      const upgraded = wider || (!shallower && (first.depth !== second.depth || second.engine === ENGINE_B));
      let again = at(second.depth);
      if (shallower && wider) {
        // neither says what the other does: only an analysis at l2 does
        expect(() => store.writeBatch(batch([again], second))).toThrow(FallsShortError);
        expect(store.digest()).toBe(before);
        expect([...store.knownGames(again.digest, 16, second)]).toEqual([Todo.Deep]);
        again = { ...at('l2'), depth: 'l2' };
      }
      const counts = store.writeBatch(batch([again], second));
      expect(counts).toMatchObject({ stored: upgraded ? 1 : 0, duplicate: upgraded ? 0 : 1 });

      const depth = upgraded ? (again.depth ?? second.depth) : first.depth;
      const patterns = upgraded ? first.patterns | second.patterns : first.patterns;
      const engine = upgraded ? second.engine : ENGINE_A;
      expect(
        query(store, 'SELECT g.depth, g.patterns, e.signature FROM games g JOIN engines e ON e.id = g.engine_id'),
      ).toEqual([[depth, patterns, engine.signature]]);
      const expected = depth === 'l1' ? [] : full.filter((row) => row.ply === 1 || (patterns & PIN) !== 0);
      expect(query(store, 'SELECT ply FROM occurrences ORDER BY ply').flat()).toEqual(expected.map((row) => row.ply));
      for (const row of expected) {
        expect(store.findPosition(row.fen, engine, patterns)).toEqual(
          row.ply === 1 && (patterns & PIN) === 0 ? run(tactic('fork')) : row.records,
        );
      }
      if (!upgraded && second.engine === ENGINE_A) expect(store.digest()).toBe(before);
      store.close();
    },
  );

  test('the store is then the same as if it had been scanned so at once', () => {
    const twice = fresh();
    const once = fresh();
    twice.writeBatch(batch([at('l1'), game(2)], { depth: 'l1', patterns: FORK }));
    twice.writeBatch(batch([at('l2'), game(2)]));
    once.writeBatch(batch([at('l2'), game(2)]));
    expect(twice.digest()).toBe(once.digest());
    twice.close();
    once.close();
  });

  test('by an engine that no longer finds a tactic, it loses it; other games keep theirs until they are scanned again', () => {
    const store = fresh();
    store.writeBatch(batch([game(1, full), game(2, [found(1, FEN_2, tactic('pin'))])]));
    const less = [found(1, FEN_1, tactic('fork'))];
    store.writeBatch(batch([game(1, less)], { engine: ENGINE_B }));
    expect(query(store, 'SELECT fen FROM positions ORDER BY fen').flat()).toEqual([FEN_2, FEN_1].sort());
    expect(store.tacticsByPattern()).toMatchObject({ fork: 1, pin: 1 });
    store.writeBatch(batch([game(2)], { engine: ENGINE_B }));
    expect(query(store, 'SELECT fen FROM positions').flat()).toEqual([FEN_1]);
    expect(store.tacticsByPattern()).toMatchObject({ fork: 1, pin: 0 });
    store.close();
  });
});

/** What the service remembers. */
function put(store: Store, fen: string, engine: EngineId, records: Uint8Array): void {
  store.putPositions(engine, new Map([[fen, records]]));
}

/** A game through FEN_1. */
function scan(store: Store, records: Uint8Array, patterns: PatternMask, seed = 1): void {
  store.writeBatch(batch([game(seed, [found(1, FEN_1, records)])], { patterns }));
}

describe('a position', () => {
  const records = run(tactic('fork', 500), tactic('pin', 300), tactic('fork', 200));

  test('is found by FEN, engine and patterns', () => {
    const store = fresh();
    put(store, FEN_1, ENGINE_A, records);
    expect(store.findPosition(FEN_1, ENGINE_A)).toEqual(records);
    expect(store.findPosition(FEN_1, { version: '9', signature: 'aaaa' })).toEqual(records); // the signature is what counts
    expect(store.findPosition(FEN_1, ENGINE_A, PIN)).toEqual(tactic('pin', 300));
    expect(store.findPosition(FEN_1, ENGINE_B)).toBeNull();
    expect(store.findPosition(FEN_2, ENGINE_A)).toBeNull();
    expect(query(store, 'SELECT ordinal, pattern, gain FROM tactics ORDER BY ordinal')).toEqual([
      [0, 0, 500],
      [1, 1, 300],
      [2, 0, 200],
    ]);
    store.close();
  });

  test('has by each tactic whose it is, and at which move of its line the pattern stands', () => {
    const store = fresh();
    const blacks = tactic('pin');
    blacks[1]! |= 4; // by the layout of `record.ts`
    blacks[6] = 2;
    put(store, FEN_1, ENGINE_A, run(tactic('fork', 400), blacks));
    expect(query(store, 'SELECT ordinal, black, pattern_ply FROM tactics ORDER BY ordinal')).toEqual([
      [0, 0, 0],
      [1, 1, 2],
    ]);
    store.close();
  });

  test('without tactics is an answer too', () => {
    const store = fresh();
    put(store, FEN_1, ENGINE_A, new Uint8Array(0));
    expect(store.findPosition(FEN_1, ENGINE_A)).toEqual(new Uint8Array(0));
    store.close();
  });

  test('of fewer patterns answers only for these', () => {
    const store = fresh();
    scan(store, tactic('fork'), BOTH);
    expect(store.findPosition(FEN_1, ENGINE_A, FORK)).toEqual(tactic('fork'));
    expect(store.findPosition(FEN_1, ENGINE_A, PIN)).toEqual(new Uint8Array(0));
    expect(store.findPosition(FEN_1, ENGINE_A)).toBeNull();
    store.close();
  });

  test.each([
    ['the same engine: kept', ENGINE_A, 'old'],
    ['another engine: replaced', ENGINE_B, 'new'],
  ] as const)('put over one of %s', (_, engine, winner) => {
    const store = fresh();
    put(store, FEN_1, ENGINE_A, records);
    put(store, FEN_1, engine, tactic('fork', 999));
    expect(store.findPosition(FEN_1, ENGINE_A)).toEqual(winner === 'old' ? records : null);
    expect(store.findPosition(FEN_1, ENGINE_B)).toEqual(winner === 'new' ? tactic('fork', 999) : null);
    expect(store.counts().tactics).toBe(winner === 'old' ? 3 : 1);
    store.close();
  });

  test('that an engine answered itself stays where its scan of the last game does not come through it any more', () => {
    const store = fresh();
    scan(store, records, ALL_PATTERNS);
    put(store, FEN_1, ENGINE_B, records);
    store.writeBatch(batch([game(1)], { engine: ENGINE_B }));
    expect(store.counts()).toMatchObject({ occurrences: 0, positions: 1, tactics: 3 });
    expect(store.findPosition(FEN_1, ENGINE_B)).toEqual(records);
    store.close();
  });

  test('put over fewer patterns: widened', () => {
    const store = fresh();
    scan(store, tactic('fork', 500), FORK);
    put(store, FEN_1, ENGINE_A, records);
    expect(store.findPosition(FEN_1, ENGINE_A)).toEqual(records);
    store.close();
  });

  test('of one scan is filled by another, whatever each covers', () => {
    const store = fresh();
    scan(store, tactic('fork', 500), FORK);
    scan(store, run(tactic('fork', 500), tactic('pin')), PIN, 2);
    expect(store.findPosition(FEN_1, ENGINE_A, BOTH)).toEqual(run(tactic('fork', 500), tactic('pin')));
    store.close();
  });
});

test('what cannot be computed again is on the disk when the call returns, and other writes wait no longer for that', () => {
  const db = new Database(':memory:');
  migrate(db, 'memory', false);
  db.pragma('synchronous = NORMAL');
  const level = (): unknown => db.pragma('synchronous', { simple: true });
  const levels: unknown[] = [];
  const transaction = vi.spyOn(db, 'transaction');
  const store = new Store(db, ':memory:');
  const { transaction: plain } = Database.prototype as { transaction: typeof db.transaction };
  transaction.mockImplementation((work) => {
    levels.push(level());
    return plain.call(db, work) as never;
  });
  put(store, FEN_1, ENGINE_A, tactic('fork'));
  store.testPayments.put({ id: 'paid' });
  expect(levels).toEqual([1, 2]);
  transaction.mockImplementation(() => {
    throw new Error('the disk');
  });
  expect(() => store.testPayments.put({ id: 'lost' })).toThrow('the disk');
  expect(level()).toBe(1);
  store.close();
});

test('what only other engines said goes whole or not at all', () => {
  const store = fresh();
  put(store, FEN_1, ENGINE_B, tactic('fork'));
  const full = new Database(store.file);
  full.exec(`CREATE TRIGGER full BEFORE DELETE ON engines BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  expect(() => store.forgetOthers(ENGINE_A)).toThrow('no room');
  expect(store.counts()).toMatchObject({ positions: 1, tactics: 1 });
  full.exec('DROP TRIGGER full');
  full.close();
  store.forgetOthers(ENGINE_A);
  expect(store.counts()).toMatchObject({ positions: 0, tactics: 0 });
  store.close();
});

describe('quarantine', () => {
  const inQuarantine = (...rows: ReturnType<typeof broken>[]): Batch => batch([], { quarantine: rows });

  test('keeps reason, place and bytes', () => {
    const store = fresh();
    expect(store.writeBatch(inQuarantine(broken(40)))).toMatchObject({ stored: 0, quarantined: 1 });
    expect(query(store, 'SELECT byte_offset, fault_offset, line, col, reason, message, bytes FROM quarantine')).toEqual(
      [[40, 52, 3, 13, 'illegal_move', 'no', Buffer.from('1. e4 e5 2. Ke5 *')]],
    );
    store.close();
  });

  test('holds each place once, with what was said last', () => {
    const store = fresh();
    store.writeBatch(inQuarantine(broken(40), broken(90)));
    expect(store.writeBatch(inQuarantine(broken(40), broken(90, { message: 'better said' })))).toMatchObject({
      quarantined: 0,
    });
    expect(query(store, 'SELECT message FROM quarantine ORDER BY byte_offset').flat()).toEqual(['no', 'better said']);
    store.close();
  });

  test('holds the bytes that were there last, where an archive was changed', () => {
    const store = fresh();
    const bytes = Buffer.from('1. d4 d5 2. Kd5 *');
    store.writeBatch(inQuarantine(broken(40)));
    store.writeBatch(inQuarantine(broken(40, { bytes })));
    expect(query(store, 'SELECT bytes FROM quarantine').flat()).toEqual([bytes]);
    store.close();
  });

  test('lets a game go that turns out to be known', () => {
    const store = fresh();
    store.writeBatch(inQuarantine(broken(1000), broken(5)));
    store.writeBatch(batch([], { parts: [{ entry: entry(), games: [], quarantine: [], known: [1000] }] }));
    expect(query(store, 'SELECT byte_offset FROM quarantine').flat()).toEqual([5]);
    store.close();
  });

  test('tells entries of the same name apart by their place in the archive', () => {
    const store = fresh();
    const parts = [0, 1].map((ordinal) => ({
      entry: { ...entry(1, ordinal), name: 'same.pgn' },
      games: [],
      quarantine: [broken(40)],
    }));
    expect(store.writeBatch(batch([], { parts }))).toMatchObject({ quarantined: 2 });
    store.close();
  });

  test('lets a game go that can be read after all', () => {
    const store = fresh();
    store.writeBatch(inQuarantine(broken(1000), broken(5)));
    store.writeBatch(batch([game(1)])); // at offset 1000
    expect(query(store, 'SELECT byte_offset FROM quarantine').flat()).toEqual([5]);
    store.close();
  });
});

test('an archive that moved is the same archive, found where it was last read', () => {
  const store = fresh();
  store.writeBatch(batch([game(1)]));
  const before = store.digest();
  const moved = entry();
  moved.archive.path = 'elsewhere/copy.zip';
  store.writeBatch(batch([game(1)], { entry: moved }));
  expect(query(store, 'SELECT path FROM archives').flat()).toEqual(['elsewhere/copy.zip']);
  expect(store.digest()).toBe(before);
  store.close();
});

/** Tables that the digest leaves out, and says why. */
const NO_CONTENT = [
  'patterns', //
  'checkpoints',
  'broken_entries',
  'keys',
  'daily_games',
  'puzzles',
  'accounts',
  'sign_in_links',
  'sessions',
  'secrets',
  'customers',
  'checkouts',
  'subscriptions',
  'payment_events',
  'test_payments',
  'key_days',
  'runs',
  'run_archives',
  'editions',
  'exported',
];

describe('the digest', () => {
  const sample = new Database(':memory:');
  migrate(sample, 'sample', false);
  new Store(sample, 'sample').writeBatch(
    batch([game(1, [found(1, FEN_1, tactic('fork'))])], { quarantine: [broken(5)] }),
  );
  const image = sample.serialize();
  const columns = new Database(image)
    .prepare(
      `SELECT t.name || '.' || c.name, c.type FROM sqlite_master t, pragma_table_info(t.name) c
       WHERE t.type = 'table' AND t.name NOT IN (${NO_CONTENT.map((name) => `'${name}'`).join()}) AND c.name <> 'id' AND c.name NOT LIKE '%\\_id' ESCAPE '\\'`,
    )
    .raw()
    .all() as [string, string][];
  const ACCIDENTS = ['archives.path', 'engines.version'];

  test('covers every table', () => {
    const tables = new Set(columns.map(([column]) => column.split('.')[0]));
    expect([...tables].sort()).toEqual([...DIGESTED_TABLES].sort());
  });

  test.each(columns)('notices another value in %s', (column, type) => {
    const db = new Database(image);
    const before = digestOf(db);
    const other = { INTEGER: '98', TEXT: column === 'games.depth' ? "'l1'" : "'other'", BLOB: "x'0102'" }[type];
    const [table, name] = column.split('.');
    db.pragma('foreign_keys = OFF');
    db.exec(`UPDATE ${table} SET ${name} = ${other}`);
    expect(digestOf(db) === before).toBe(ACCIDENTS.includes(column));
  });

  test('is that of the content, not of the order in which it came', () => {
    const games = [1, 2, 3, 4, 5, 6].map((seed) =>
      game(seed, seed % 2 ? [found(1, FEN_1, tactic('fork'))] : [found(2, FEN_2, tactic('pin'))]),
    );
    const whole = openStore(':memory:');
    whole.writeBatch(batch(games));
    fc.assert(
      fc.property(
        fc.shuffledSubarray(games, { minLength: games.length }),
        fc.integer({ min: 1, max: 6 }),
        (order, size) => {
          const store = openStore(':memory:');
          put(store, FEN_2, ENGINE_A, run(tactic('pin')));
          for (let at = 0; at < order.length; at += size) store.writeBatch(batch(order.slice(at, at + size)));
          expect(store.digest()).toBe(whole.digest());
          store.close();
        },
      ),
      { numRuns: 30 },
    );
  });
});

test('tactics by pattern and gain, and mates, are read from an index', () => {
  const store = fresh();
  const plan = (sql: string): string => JSON.stringify(query(store, `EXPLAIN QUERY PLAN ${sql}`));
  expect(plan('SELECT position_id FROM tactics WHERE pattern = 0 AND gain >= 500')).toContain(
    'COVERING INDEX tactics_by_pattern_gain',
  );
  expect(plan('SELECT position_id FROM tactics WHERE pattern = 5 AND mate = 1')).toMatch(/INDEX tactics_by_pattern/);
  expect(plan('SELECT game_id FROM occurrences WHERE position_id = 1')).toContain(
    'COVERING INDEX occurrences_by_position',
  );
  store.close();
});

test('masks are cut to the patterns of the filter, two bytes a position', () => {
  const masks = Uint8Array.from([0xff, 0x03, 0x01, 0x00]);
  expect(filterMasks(masks, ALL_PATTERNS)).toBe(masks);
  expect(filterMasks(masks, maskOf(['fork', 'trapped_piece']))).toEqual(Uint8Array.from([0x01, 0x02, 0x01, 0x00]));
});
