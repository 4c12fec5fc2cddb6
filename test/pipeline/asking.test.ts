import { expect, test } from 'vitest';
import { Asking } from '../../src/pipeline/asking.js';
import { pgn, pgns, scan, sharedPool, tempFile, testStore } from './fixture.js';

const pool = sharedPool(2);

test('at l1 the store is asked as long as enough of the games are known', () => {
  const asking = new Asking({ depth: 'l1' });
  expect(asking.pays).toBe(true);
  asking.learn(12, 100);
  expect(asking.pays).toBe(false);
  asking.learn(13, 100);
  expect(asking.pays).toBe(true);
});

test('at l2, and where plies are chosen, it is always asked', () => {
  for (const terms of [{ depth: 'l2' as const }, { depth: 'l1' as const, plies: { from: 5, to: 9 } }]) {
    const asking = new Asking(terms);
    asking.learn(0, 100);
    expect(asking.pays).toBe(true);
  }
});

test('new archives behind the first are not read twice, and what is known is recognised all the same', async () => {
  const store = testStore();
  const first = tempFile('first.pgn', pgns(300));
  const second = tempFile('second.pgn', Array.from({ length: 300 }, (_, n) => pgn(300 + n)).join(''));
  const both = tempFile('both.pgn', pgns(400));
  const limits = { bytes: 64 * 1024, games: 20 };
  const fresh = await scan([first, second], { pool, store, limits });
  expect(fresh.games).toMatchObject({ stored: 600, duplicate: 0 });
  expect(fresh.stages.main.lookup).toBe(0);
  const again = await scan([both], { pool, store, limits });
  expect(again.games).toMatchObject({ stored: 0, duplicate: 400 });
  expect(again.stages.main.lookup).toBeGreaterThan(0);
  expect(store.counts().games).toBe(600);
});
