/** What the store holds of a position, whoever put it there. */
import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/store.js';
import { ALL_PATTERNS, type PatternMask } from '../../../src/tactics/types.js';
import { batch, ENGINE_A, ENGINE_B, FEN_1, FEN_2, found, game, run, tactic } from '../fixture.js';
import { FORK, fresh, PIN, put, query } from './world.js';

const BOTH = FORK | PIN;

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
