/** What it takes to open archives and to find their entries counts as reading. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type * as Opening from '../../src/archive/open.js';
import { makeZip } from '../archive/helpers.js';
import { pgn, scan, sharedPool, tempFile, testStore } from './fixture.js';

const pool = sharedPool(1);
/** Milliseconds, for the archive and for each of its entries. */
const SLOW = 100;

vi.mock('../../src/archive/open.js', async (original) => {
  const actual = await original<typeof Opening>();
  const openArchive = async (...args: Parameters<typeof actual.openArchive>): Promise<Opening.Archive> => {
    await sleep(SLOW);
    const archive = await actual.openArchive(...args);
    async function* entries(): ReturnType<Opening.Archive['entries']> {
      for await (const entry of archive.entries()) {
        await sleep(SLOW);
        yield entry;
      }
    }
    return { ...archive, entries };
  };
  return { ...actual, openArchive };
});

test('the time until an archive is open, and until each of its entries is found', async () => {
  const entries = [1, 2, 3].map((n) => ({ name: `${n}.pgn`, data: pgn(n) }));
  const { stages, games } = await scan([tempFile('a.zip', await makeZip(entries))], { pool, store: testStore() });
  expect(games.stored).toBe(3);
  // timers may be a millisecond early
  expect(stages.main.read).toBeGreaterThan((4 * SLOW - 10) / 1000);
});
