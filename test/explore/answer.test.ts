/** What stands in sums of which only a part was counted, and what is behind. */
import { expect, test } from 'vitest';
import { answerTask, type Means } from '../../src/explore/answer.js';
import { SearchTimeError } from '../../src/store/search/wish.js';
import type { Store } from '../../src/store/store.js';

function meansOver(search: Partial<Store['search']>): Means {
  return { store: { search } as unknown as Store } as Means;
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

test('what stands in the store is told though there is more of it than can be counted in the time', async () => {
  const given: number[] = [];
  const search: Partial<Store['search']> = {
    coverage: (_signature, ms) => {
      given.push(ms ?? Infinity);
      throw new SearchTimeError('the search took longer than it was given');
    },
    archives: () => ['/srv/a.zip'],
  };
  const countPuzzles = (_engine: unknown, ms: number) => {
    given.push(ms);
    return { puzzles: 7, all: false };
  };
  const means = { store: { search, countPuzzles } as unknown as Store } as Means;
  expect(await answerTask(means, { kind: 'stock' })).toMatchObject({
    ...{ games: null, shallow: 0, others: 0, archives: ['a.zip'] },
    ...{ puzzles: 7, morePuzzles: true },
  });
  for (const ms of given) expect(ms).toBeLessThanOrEqual(1_000);
  expect(given).toHaveLength(2);
});
