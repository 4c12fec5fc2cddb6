/** What the store holds of games that could not be read. */
import { describe, expect, test } from 'vitest';
import type { Batch } from '../../../src/store/rows.js';
import { batch, broken, entry, game } from '../fixture.js';
import { fresh, query } from './world.js';

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
