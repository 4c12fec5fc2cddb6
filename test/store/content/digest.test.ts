/** That the digest is the content's: all of it, and nothing else. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DIGESTED_TABLES, digestOf } from '../../../src/store/digest.js';
import { migrate } from '../../../src/store/migrate.js';
import { openStore } from '../../../src/store/open.js';
import { Database } from '../../../src/store/sqlite.js';
import { Store } from '../../../src/store/store.js';
import { batch, broken, ENGINE_A, FEN_1, FEN_2, found, game, run, tactic } from '../fixture.js';
import { put } from './world.js';

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
