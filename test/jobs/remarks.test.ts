/** What is said beside results, also where there is too much to count. */
import { expect, test } from 'vitest';
import { behindRemark, countRemark, partialRemarks, whyNothing } from '../../jobs/remarks.js';
import type { Coverage, Search } from '../../src/store/search.js';
import { SearchTimeError, type Wish } from '../../src/store/search/wish.js';
import { PATTERNS } from '../../src/tactics/types.js';

/** A store with so many tactics for each wish, counted as far as is asked; null where that takes too long. */
function searchOf(tactics: (wish: Wish) => number | null, coverage?: Coverage): Search {
  const count = (wish: Wish, cap: number): number => {
    const all = tactics(wish);
    if (all === null) throw new SearchTimeError('too long');
    return Math.min(all, cap + 1);
  };
  return { count, coverage: () => coverage } as unknown as Search;
}

test.each([
  [20, 'all 20 shown'],
  [21, '20 of 21 shown; --limit N shows more, --json all of them'],
  [10_000, '20 of 10,000 shown; --limit N shows more, --json all of them'],
  [10_001, '20 of more than 10,000 shown; --limit N shows more, --json all of them'],
  [null, '20 shown; there may be more: --limit N shows more'],
])('of %j tactics', (tactics, words) => {
  expect(
    countRemark(
      searchOf(() => tactics),
      {},
      20,
    ),
  ).toBe(words);
});

test.each([
  [20, 'all 20 shown'],
  [21, '20 of 21 shown; leave out --limit for all of them'],
  [null, '20 shown; there may be more: leave out --limit for all of them'],
])('of %j tactics, with --json', (tactics, words) => {
  const search = searchOf(() => tactics);
  expect(countRemark(search, {}, 20, true)).toBe(words);
});

test('where nothing is found, how much less would bring, where that is soon counted', () => {
  const games = { games: 3, shallow: 0, others: 0 };
  const wish = { player: 'nobody', side: 'player', minElo: 2500, event: 'none' } as const;
  const words = (tactics: (wish: Wish) => number | null): string => whyNothing(searchOf(tactics, games), 'x.db', wish);
  const found = ({ player, side, minElo, event }: Wish): number | null =>
    player === undefined && side === undefined ? 1_001 : minElo === undefined ? null : event === undefined ? 1_000 : 0;
  expect(words(found)).toBe(
    'nothing found in 3 games; without --player there are more than 1,000; without --event there are 1,000',
  );
  expect(words(() => 0)).toBe('nothing found in 3 games; loosen the filters, or scan more games');
});

test.each(['white', 'black'] as const)('without the player, still those of %s', (side) => {
  const games = { games: 3, shallow: 0, others: 0 };
  const found = ({ player, side: whose }: Wish): number => (player !== undefined ? 0 : whose === side ? 5 : 9);
  const words = whyNothing(searchOf(found, games), 'x.db', { player: 'nobody', side });
  expect(words).toBe('nothing found in 3 games; without --player there are 5');
});

test('which games are behind, and which are known in part', () => {
  const at = (coverage: Coverage): string | null =>
    behindRemark(
      searchOf(() => 0, coverage),
      'x.db',
    );
  const renew = 'to bring them up to date: npm run scan -- --reanalyze';
  expect(at({ games: 9, shallow: 0, others: 0 })).toBeNull();
  expect(at({ games: 9, shallow: 0, others: 9 })).toBe(
    `9 games were scanned by another version of the engine; ${renew} --db x.db`,
  );
  expect(at({ games: 3, shallow: 2, others: 1 })).toBe(
    `2 games were scanned at l1 and have no tactics, 1 game was scanned by another version of the engine; ${renew} --depth l2 --db x.db`,
  );
  expect(partialRemarks({ games: 0, patterns: 0, plies: 0 }, 'x.db')).toEqual([]);
  expect(partialRemarks({ games: 2, patterns: 1, plies: 1 }, 'x.db')).toEqual([
    `1 game was scanned for some patterns only, so the others are missing there; to find them all: npm run scan -- --reanalyze --patterns ${PATTERNS.join(',')} --db x.db`,
    'of 1 game only some plies were scanned; to cover them all, scan its archive again without --plies',
  ]);
});
