import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { DailyGames } from '../../src/api/daily-games.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { tempFolder } from '../store/fixture.js';

const DAY = '2024-02-29';
const NOON = Date.UTC(2024, 1, 29, 12);

function gamesOver(store: Store, onStoreError = vi.fn()) {
  const clock = { now: NOON };
  return { clock, onStoreError, games: new DailyGames({ store: store.usage, now: () => clock.now, onStoreError }) };
}

/** Takes one and counts it. */
function play(games: DailyGames, client = 'a', cap = 3): boolean {
  const game = games.take(client, cap);
  if (game !== null) games.count(game);
  return game !== null;
}

describe('daily games', () => {
  it('are in the database when they are counted, not before, and hold in another process', () => {
    const file = join(tempFolder(), 'motif.db');
    const store = openStore(file);
    const { games } = gamesOver(store);
    const first = games.take('a', 3)!;
    const other = openStore(file);
    expect(other.usage.gamesOn(DAY, 'a')).toBe(0);
    games.count(first);
    expect(other.usage.gamesOn(DAY, 'a')).toBe(1);
    expect(play(games)).toBe(true);
    // the first process is gone without a word; the other one goes on counting
    const after = gamesOver(other).games;
    expect([play(after), play(after)]).toEqual([true, false]);
    store.close();
    other.close();
  });

  it('under way are neither forgotten nor given away', () => {
    const { games } = gamesOver(openStore(':memory:'));
    const taken = [1, 2, 3].map(() => games.take('a', 3)!);
    expect(games.take('a', 3)).toBeNull();
    expect(games.take('b', 3)).not.toBeNull();
    games.giveBack(taken[0]!);
    games.count(taken[1]!);
    expect(games.take('a', 3)).not.toBeNull();
    expect(games.take('a', 3)).toBeNull();
  });

  it('count for the day on which they were taken', () => {
    const store = openStore(':memory:');
    const { games, clock } = gamesOver(store);
    clock.now = Date.UTC(2024, 1, 29, 23, 59, 59, 999);
    const late = games.take('a', 1)!;
    expect(games.secondsToMidnight()).toBe(1);
    clock.now += 1;
    expect(games.secondsToMidnight()).toBe(86_400);
    const early = games.take('a', 1);
    expect(early).not.toBeNull();
    games.count(late);
    expect(games.take('a', 1)).toBeNull();
    games.count(early!);
    expect(store.usage.gamesOn('2024-03-01', 'a')).toBe(1);
  });

  it('are kept, and hold, while another process has the database, and written when it lets go', () => {
    const file = join(tempFolder(), 'motif.db');
    const store = openStore(file, { busyTimeout: 5 });
    const { games, onStoreError } = gamesOver(store);
    const scan = new Database(file);
    scan.exec('BEGIN IMMEDIATE');
    expect([play(games), play(games), play(games), play(games)]).toEqual([true, true, true, false]);
    expect(onStoreError).toHaveBeenCalledTimes(3);
    expect(store.usage.gamesOn(DAY, 'a')).toBe(0);
    scan.exec('ROLLBACK');
    scan.close();
    games.flush();
    expect(store.usage.gamesOn(DAY, 'a')).toBe(3);
    expect(play(games)).toBe(false);
    store.close();
  });

  it('hold as long as the service runs where the database cannot be read at all', () => {
    const store = openStore(':memory:');
    store.close();
    const { games, onStoreError } = gamesOver(store);
    expect([play(games), play(games), play(games), play(games)]).toEqual([true, true, true, false]);
    expect(onStoreError).toHaveBeenCalled();
  });
});
