/** The archive that the project ships, through the scan and back. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openArchive } from '../../src/archive/open.js';
import { splitGames } from '../../src/pgn/splitter.js';
import { ROOT } from '../../src/paths.js';
import { openStore } from '../../src/store/open.js';
import { scan, sharedPool, tempFile, testStore } from './fixture.js';

const SAMPLE = join(ROOT, 'data', 'sample.zip');
const one = sharedPool(1);
const two = sharedPool(2);

test('every game of the sample is accounted for, and a second scan stores nothing', async () => {
  const store = testStore();
  const first = await scan([SAMPLE], { pool: two, store });
  const { seen, stored, duplicate, filtered, quarantined } = first.games;
  expect(seen).toBe(stored + duplicate + filtered + quarantined);
  expect(stored).toBeGreaterThan(1000);
  expect(first).toMatchObject({ unread: [], skipped: [], interrupted: false });
  expect(store.counts()).toMatchObject({ archives: 1, games: stored, quarantine: quarantined });

  const before = store.digest();
  const second = await scan([SAMPLE], { pool: two, store });
  expect(second.games).toEqual({ seen, stored: 0, duplicate: stored + duplicate, filtered, quarantined });
  expect(second.quarantineNew).toBe(0);
  expect(store.digest()).toBe(before);

  // one worker leaves the same store, and so does a run over the sample twice
  const alone = testStore();
  await scan([SAMPLE, SAMPLE], { pool: one, store: alone });
  expect(alone.digest()).toBe(before);
});

describe('some of its games at l2', () => {
  /** Every 60th game, as one PGN. */
  async function someGames(): Promise<string> {
    const archive = await openArchive(SAMPLE);
    const texts: string[] = [];
    let index = 0;
    for await (const entry of archive.entries()) {
      for await (const game of splitGames(entry.open())) {
        if (index++ % 60 === 0) texts.push(Buffer.from(game.bytes).toString());
      }
    }
    await archive.close();
    return tempFile('some.pgn', texts.join('\n\n'));
  }

  test('are the same store with one worker, with two, and when l1 went before', async () => {
    const path = await someGames();
    const digests = new Set<string>();
    for (const [pool, depths] of [
      [one, ['l2']],
      [two, ['l1', 'l2']],
    ] as const) {
      const store = openStore(':memory:');
      for (const depth of depths) {
        const report = await scan([path], { pool, store, depth });
        expect(report.games.stored, depth).toBe(report.games.seen);
        if (depth === 'l2') expect(report.tactics).toBeGreaterThan(report.games.stored);
      }
      digests.add(store.digest());
      store.close();
    }
    expect(digests.size).toBe(1);
  });
});
