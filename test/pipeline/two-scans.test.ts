/** Two scans of the same games on one database at the same time: what either found is there behind them, and what is recorded is true. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WithdrawnError } from '../../src/pipeline/pool.js';
import { pgns, poolBetween, scan, sharedPool, tempFile, tempFolder, testStore } from './fixture.js';

const one = sharedPool(1);
const other = sharedPool(1);
const plies = { from: 3, to: 5 };
const LIMITS = { bytes: 1 << 16, games: 3 };

/** A pool whose first batch is held back until something has happened. */
function poolAfter(first: () => Promise<unknown>): typeof one {
  let begun: Promise<unknown> | undefined;
  return poolBetween(one, async (task, run) => {
    const result = await run(task);
    if (task.kind === 'batch') await (begun ??= first());
    return result;
  });
}

test('one looks at some plies, the other at others: both have what they asked for, and the next run has nothing to do', async () => {
  const path = tempFile('a.pgn', pgns(8));
  const file = join(tempFolder(), 'x.db');
  const store = testStore(file);
  const pool = poolAfter(() => scan([path], { pool: other, store: testStore(file) }));
  const options = { store, depth: 'l2' as const, plies, limits: LIMITS };
  const report = await scan([path], { pool, ...options });
  expect(report.games).toMatchObject({ seen: 8, stored: 8, duplicate: 0 });
  expect(report.renewed).toBe(8);

  const expected = testStore();
  await scan([path], { pool: one, store: expected, depth: 'l2' });
  expect(store.digest()).toBe(expected.digest());
  expect(await scan([path], { pool: one, ...options })).toMatchObject({ finished: 1, games: { duplicate: 8 } });
});

test('a stop meanwhile leaves the batch to the next run', async () => {
  const path = tempFile('a.pgn', pgns(8));
  const file = join(tempFolder(), 'x.db');
  const store = testStore(file);
  const stop = new AbortController();
  const pool = poolAfter(async () => {
    await scan([path], { pool: other, store: testStore(file) });
    stop.abort();
  });
  // as a pool does with what no thread has taken up
  const stopped = poolBetween(pool, (task, run) => {
    if (stop.signal.aborted) throw new WithdrawnError();
    return run(task);
  });
  const options = { store, depth: 'l2' as const, plies };
  const report = await scan([path], { pool: stopped, ...options, signal: stop.signal });
  expect(report).toMatchObject({ interrupted: true, games: { seen: 0, stored: 0, duplicate: 0 } });
  expect((await scan([path], { pool: one, ...options })).games).toMatchObject({ seen: 8, stored: 8 });
});
