/** How much keys were used: what is added up, who is shown it, and when it is forgotten. */
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open.js';
import type { KeyDay } from '../../src/store/key-days.js';
import type { Store } from '../../src/store/store.js';

const NOW = Date.UTC(2026, 10, 28, 12);

function hashOf(token: number): Uint8Array {
  return new Uint8Array(32).fill(token);
}

/** A store with two accounts and a key of each, and one of nobody. */
function withKeys(): Store {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  for (const [index, account] of ['acct_1', 'acct_2'].entries()) {
    store.accounts.addLink(hashOf(index), { email: `${account}@example.org`, goal: '/', expires: NOW + 1 });
    store.accounts.useLink(hashOf(index), NOW, account);
  }
  const key = { plan: 'builder', note: '', created: NOW };
  store.keys.createFor('acct_1', { ...key, id: 'aaaa', hash: hashOf(1) }, 10);
  store.keys.createFor('acct_1', { ...key, id: 'bbbb', hash: hashOf(2) }, 10);
  store.keys.createFor('acct_2', { ...key, id: 'cccc', hash: hashOf(3) }, 10);
  store.keys.create({ ...key, id: 'dddd', hash: hashOf(4) });
  return store;
}

function use(key: string, day: string, changes: Partial<KeyDay> = {}): KeyDay {
  return { key, day, requests: 10, refused: 2, peak: 5, ...changes };
}

test('adds up by key and day; of the busiest minutes the busiest stays', () => {
  const { keyDays } = withKeys();
  keyDays.add([use('aaaa', '2026-11-27'), use('aaaa', '2026-11-28'), use('bbbb', '2026-11-28')]);
  keyDays.add([use('aaaa', '2026-11-28', { peak: 7 })]);
  keyDays.add([use('aaaa', '2026-11-28', { requests: -1, peak: 6 })]);
  expect(keyDays.of('acct_1', '2026-11-27')).toEqual([
    use('aaaa', '2026-11-27'),
    use('aaaa', '2026-11-28', { requests: 19, refused: 6, peak: 7 }),
    use('bbbb', '2026-11-28'),
  ]);
});

test('is shown from a day on, that day too, and to nobody but its account, of revoked keys as well', () => {
  const { keyDays, keys } = withKeys();
  keyDays.add(['aaaa', 'cccc', 'dddd'].flatMap((key) => [use(key, '2026-11-27'), use(key, '2026-11-28')]));
  keys.revoke('aaaa', NOW);
  expect(keyDays.of('acct_1', '2026-11-28')).toEqual([use('aaaa', '2026-11-28')]);
  expect(keyDays.of('acct_2', '2026-11-28')).toEqual([use('cccc', '2026-11-28')]);
  expect(keyDays.of('acct_1', '2026-11-29')).toEqual([]);
});

test('is added all or, on an error, not at all', () => {
  const { keyDays } = withKeys();
  const broken = { ...use('bbbb', '2026-11-28'), requests: null } as unknown as KeyDay;
  expect(() => keyDays.add([use('aaaa', '2026-11-28'), broken])).toThrow(/NOT NULL/);
  expect(keyDays.of('acct_1', '2026-01-01')).toEqual([]);
});

test('is forgotten after 400 days', () => {
  const { keyDays } = withKeys();
  const [kept, old] = ['2025-10-24', '2025-10-23'];
  keyDays.add([use('aaaa', '2026-11-28'), use('aaaa', kept), use('aaaa', old)]);
  keyDays.forgetOld(NOW);
  expect(keyDays.of('acct_1', '2000-01-01').map(({ day }) => day)).toEqual([kept, '2026-11-28']);
});
