/** What is on the disk when a write returns or fails. */
import { expect, test, vi } from 'vitest';
import { migrate } from '../../../src/store/migrate.js';
import { Database } from '../../../src/store/sqlite.js';
import { Store } from '../../../src/store/store.js';
import { ENGINE_A, ENGINE_B, FEN_1, tactic } from '../fixture.js';
import { fresh, put } from './world.js';

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
