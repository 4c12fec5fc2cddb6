import { describe, expect, it, vi } from 'vitest';
import { KeyUse } from '../../src/api/key-use.js';
import { openStore } from '../../src/store/open.js';

const NOON = Date.UTC(2024, 1, 29, 12);
const HOURS = 60 * 60_000;

function useOver() {
  const store = openStore(':memory:');
  const add = vi.spyOn(store.keyDays, 'add');
  const clock = { now: NOON };
  const onStoreError = vi.fn();
  const use = new KeyUse({ store: store.keyDays, now: () => clock.now, onStoreError });
  const hash = new Uint8Array(32).fill(1);
  store.accounts.addLink(hash, { email: 'ann@example.org', goal: '/', expires: NOON + 1 });
  store.accounts.useLink(hash, NOON, 'acct_1');
  for (const id of ['a', 'b'])
    store.keys.createFor('acct_1', { id, plan: 'builder', note: '', hash, created: NOON }, 9);
  return { use, add, clock, onStoreError, rows: (since = '2024-01-01') => store.keyDays.of('acct_1', since), store };
}

describe('the use of keys', () => {
  it('is added up by key and UTC day, with the busiest minute', () => {
    const { use, clock, rows } = useOver();
    use.letIn('a', 1, 7);
    use.letIn('a', 1, 3);
    use.letIn('b', 20, 20);
    use.refused('a');
    use.flush();
    use.letIn('a', 1, 1);
    clock.now += 12 * HOURS;
    use.letIn('a', 1, 2);
    use.flush();
    expect(rows()).toEqual([
      { key: 'a', day: '2024-02-29', requests: 3, refused: 1, peak: 7 },
      { key: 'b', day: '2024-02-29', requests: 20, refused: 0, peak: 20 },
      { key: 'a', day: '2024-03-01', requests: 1, refused: 0, peak: 2 },
    ]);
    expect(rows('2024-03-01')).toHaveLength(1);
    // what was written of the day before is not written again
    use.letIn('a', 1, 1);
    use.flush();
    expect(rows()[0]).toMatchObject({ key: 'a', day: '2024-02-29', requests: 3 });
  });

  it('is kept for more than a year', () => {
    const { store, rows } = useOver();
    const days = [400, 401].map((ago) => new Date(NOON - ago * 24 * HOURS).toISOString().slice(0, 10));
    store.keyDays.add(days.map((day) => ({ key: 'a', day, requests: 1, refused: 0, peak: 1 })));
    store.keyDays.forgetOld(NOON);
    expect(rows('2000-01-01').map(({ day }) => day)).toEqual(days.slice(0, 1));
  });

  it('of what is let in, and refused after all, is a refusal and nothing else', () => {
    const { use, rows } = useOver();
    use.letIn('a', 1, 1);
    use.letIn('a', 1, 2);
    use.turnedBack('a');
    use.flush();
    expect(rows()).toMatchObject([{ requests: 1, refused: 1 }]);
    use.letIn('a', 1, 3);
    use.flush();
    use.turnedBack('a');
    use.flush();
    expect(rows()).toMatchObject([{ requests: 1, refused: 2 }]);
  });

  it('is written together, and not at all where there was none', () => {
    const { use, add } = useOver();
    use.flush();
    for (let i = 0; i < 1000; i++) use.letIn('a', 1, 1);
    use.flush();
    use.flush();
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('is kept for the next time where the database is busy, over midnight too', () => {
    const { use, add, clock, onStoreError, rows } = useOver();
    add.mockImplementation(() => {
      throw new Error('locked');
    });
    use.letIn('a', 1, 1);
    use.flush();
    expect(onStoreError).toHaveBeenCalledTimes(1);
    clock.now += 12 * HOURS;
    use.letIn('a', 1, 1);
    add.mockRestore();
    use.flush();
    expect(rows().map(({ day, requests }) => [day, requests])).toEqual([
      ['2024-02-29', 1],
      ['2024-03-01', 1],
    ]);
  });

  it('finds its day again where the clock was set back', () => {
    const { use, clock, rows } = useOver();
    use.letIn('a', 1, 1);
    clock.now -= 48 * HOURS;
    use.letIn('a', 1, 1);
    use.flush();
    expect(rows().map(({ day }) => day)).toEqual(['2024-02-27', '2024-02-29']);
  });

  it('of more than a year ago is forgotten', () => {
    const { use, rows, store } = useOver();
    use.letIn('a', 1, 1);
    use.flush();
    store.keyDays.forgetOld(NOON + 399 * 24 * HOURS);
    expect(rows()).toHaveLength(1);
    store.keyDays.forgetOld(NOON + 401 * 24 * HOURS);
    expect(rows()).toHaveLength(0);
  });
});
