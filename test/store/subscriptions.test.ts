/** What accounts are entitled to by what they have bought, which subscriptions are asked about, and what is left of an account that goes. */
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import type { SubscriptionNews } from '../../src/store/subscriptions.js';

const NOW = 1_700_000_000_000;
const DAY = 86_400_000;
const NEWS: SubscriptionNews = {
  ...{ id: 'sub_1', account: 'acct_1', plan: 'builder', price: 'price_1', amount: 2900, currency: 'usd' },
  ...{ status: 'active', started: NOW, periodEnd: NOW + 30 * DAY, cancelAt: null, ended: null },
};

function hashOf(token: number): Uint8Array {
  return new Uint8Array(32).fill(token);
}

/** A store with an account, whose address is its id's. */
function withAccount(): Store {
  const store = openStore(':memory:');
  onTestFinished(() => store.close());
  store.accounts.addLink(hashOf(1), { email: 'ann@example.org', goal: '/dashboard', expires: NOW + 1 });
  store.accounts.useLink(hashOf(1), NOW, 'acct_1');
  return store;
}

function settle(store: Store, changes: Partial<SubscriptionNews> = {}): void {
  store.subscriptions.settle('stripe', { ...NEWS, ...changes }, ['stripe'], NOW, null);
}

test('of two subscriptions the dearer counts, whichever came first', () => {
  const store = withAccount();
  settle(store, { id: 'sub_2', plan: 'scale', price: 'price_2', amount: 9900, started: NOW - DAY });
  settle(store);
  expect(store.accounts.find('acct_1')?.plan).toBe('scale');
});

test.each<[string, Partial<SubscriptionNews>, string[]]>([
  ['is in the middle of its period', {}, []],
  ['should have been renewed', { periodEnd: NOW - 1 }, ['sub_1']],
  ['should have ended within its period', { cancelAt: NOW - 1 }, ['sub_1']],
  ['has ended', { periodEnd: NOW - DAY, ended: NOW - DAY, status: 'ended' }, []],
  ['is on no plan', { plan: null }, ['sub_1']],
])('one that %s', (_, changes, due) => {
  const store = withAccount();
  settle(store, changes);
  expect(store.subscriptions.due('stripe', NOW, NOW + 1)).toEqual(due);
  expect(store.subscriptions.due('stripe', NOW, NOW)).toEqual([]); // asked about just now
});

test('nobody signs in by a link that was sent to an account before it went', () => {
  const store = withAccount();
  store.accounts.addLink(hashOf(2), { email: 'ann@example.org', goal: '/dashboard', expires: NOW + DAY });
  store.accounts.delete('acct_1');
  expect(store.accounts.findLink(hashOf(2), NOW)).toBeUndefined();
});
