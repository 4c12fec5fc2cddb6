/** What stands in sums of which only a part was counted, and what is behind. */
import { expect, test } from 'vitest';
import { answerTask, type Means } from '../../src/explore/answer.js';
import type { Store } from '../../src/store/store.js';
import { ENGINE } from '../../src/tactics/version.js';

function meansOver(search: Partial<Store['search']>): Means {
  return { store: { search, puzzleVerdicts: () => new Map() } as unknown as Store } as Means;
}

test('sums that were cut short are told for the whole', async () => {
  const cell = { pattern: 0, year: 1851, archive: '/srv/a.zip', tactics: 3, mates: 1, played: 2, missed: 1 };
  const means = meansOver({ tally: () => ({ cells: [cell, { ...cell, year: null }], share: 0.25 }) });
  expect(await answerTask(means, { kind: 'spread', wish: {} })).toMatchObject({
    ...{ share: 0.25, tactics: 24, mates: 8, played: 16, missed: 8 },
    years: [
      { year: 1851, tactics: 12, patterns: { fork: 12 } },
      { year: null, tactics: 12 },
    ],
    archives: [{ archive: 'a.zip', tactics: 24 }],
  });
});

test('a game counts as scanned at l1, or by another engine, not as both', async () => {
  const other = 'ffffffffffffffff';
  const means = meansOver({
    coverage: () => [
      { signature: ENGINE.signature, depth: 'l2', games: 1 },
      { signature: ENGINE.signature, depth: 'l1', games: 20 },
      { signature: other, depth: 'l2', games: 300 },
      { signature: other, depth: 'l1', games: 4000 },
    ],
    archives: () => [],
  });
  expect(await answerTask(means, { kind: 'stock' })).toMatchObject({ games: 4321, shallow: 4020, others: 300 });
});
