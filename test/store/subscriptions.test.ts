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

test('one at a price of no plan hides none that opens something', () => {
  const store = withAccount();
  settle(store, { id: 'sub_2', plan: null, price: 'price_odd', amount: 9900 });
  settle(store);
  expect(store.accounts.find('acct_1')?.plan).toBe('builder');
});

test('of two that cost as much the newer counts, whichever came first', () => {
  const store = withAccount();
  settle(store, { id: 'sub_2', plan: 'other', started: NOW + DAY });
  settle(store);
  expect(store.accounts.find('acct_1')?.plan).toBe('other');
});

test('what a provider says later holds, but for whose it is, and that it has ended', () => {
  const store = withAccount();
  store.accounts.addLink(hashOf(2), { email: 'bob@example.org', goal: '/dashboard', expires: NOW + 1 });
  store.accounts.useLink(hashOf(2), NOW, 'acct_2');
  const plans = (): unknown[] =>
    ['acct_1', 'acct_2'].map((id) => [store.accounts.find(id)?.plan, store.accounts.find(id)?.planUntil]);
  settle(store);
  const end = NOW + 30 * DAY;
  const news = { status: 'past_due', currency: 'eur', cancelAt: end, periodEnd: NOW + 60 * DAY } as const;
  settle(store, { ...news, account: 'acct_2' });
  const row = { ...NEWS, ...news };
  expect(store.subscriptions.find('stripe', 'sub_1')).toMatchObject(row);
  expect(plans()).toEqual([
    ['builder', end],
    [null, null],
  ]);
  settle(store, { status: 'ended', ended: end });
  expect(store.subscriptions.find('stripe', 'sub_1')?.checked).toBe(NOW);
  store.subscriptions.settle('stripe', { ...NEWS, status: 'ended', ended: end }, ['stripe'], NOW + 5, null);
  expect(store.subscriptions.find('stripe', 'sub_1')?.checked).toBe(NOW + 5);
  settle(store, { account: 'acct_2' });
  expect(store.subscriptions.find('stripe', 'sub_1')).toMatchObject({ account: 'acct_1', status: 'ended', ended: end });
  expect(plans()).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('a subscription comes with one key, unless one serves it, and not before it opens anything', () => {
  const store = withAccount();
  const { keys, subscriptions } = store;
  const first = (id: string): string =>
    keys.createFirst('acct_1', { id, plan: 'builder', note: '', hash: hashOf(7), created: NOW });
  const buy = (id: string): void =>
    void subscriptions.settle('test', { ...NEWS, id, status: 'past_due' }, ['stripe'], NOW, null);
  const given = (id: string): unknown => subscriptions.find('test', id)?.firstKey;
  buy('sub_1');
  expect(first('a')).toBe('none');
  subscriptions.entitleAll(['test']);
  expect([first('a'), first('a'), first('b'), given('sub_1')]).toEqual(['created', 'taken', 'none', 'a']);
  buy('sub_2');
  subscriptions.entitleAll(['test']);
  expect([first('b'), given('sub_2')]).toEqual(['none', 'a']);
  buy('sub_3');
  subscriptions.entitleAll(['test']);
  keys.revoke('a', NOW);
  expect([first('b'), given('sub_3')]).toEqual(['none', 'a']);
  const another = { id: '0', plan: 'builder', note: '', hash: hashOf(8), created: NOW + 1 };
  expect(keys.createFor('acct_1', another, 1)).toBe('created'); // one that is revoked does not count
  expect(keys.createFor('acct_1', { ...another, id: '1' }, 1)).toBe('full');
  expect(keys.of('acct_1').map(({ id }) => id)).toEqual(['a', '0']);
  expect(keys.find('0')).toMatchObject({ plan: 'builder', paidUntil: null });
  subscriptions.entitleAll([]);
  expect(keys.find('0')?.paidUntil).toBe(0);
});

test('checkouts that are closed may not be paid any more', () => {
  const { subscriptions } = withAccount();
  for (const id of ['cs_1', 'cs_2'])
    subscriptions.addCheckout('stripe', { id, account: 'acct_1', plan: 'builder', created: NOW });
  subscriptions.closeCheckout('stripe', 'cs_1', NOW);
  expect(subscriptions.openCheckouts('stripe', 'acct_1')).toEqual(['cs_2']);
  expect(subscriptions.checkoutOwner('stripe', 'cs_1')).toBe('acct_1');
});

test('what one provider knows of an account is not taken for what another does, as when real money follows tests', () => {
  const { subscriptions } = withAccount();
  subscriptions.addCustomer('stripe-test', 'cus_1', 'acct_1');
  subscriptions.addCheckout('stripe-test', { id: 'cs_1', account: 'acct_1', plan: 'builder', created: NOW });
  subscriptions.passEvent('stripe-test', { id: 'evt_1', type: 'invoice.paid' }, NOW);
  const known = (provider: string): unknown[] => [
    subscriptions.customerOf(provider, 'acct_1'),
    subscriptions.accountOf(provider, 'cus_1'),
    subscriptions.openCheckouts(provider, 'acct_1'),
    subscriptions.checkoutOwner(provider, 'cs_1'),
    subscriptions.knowsEvent(provider, 'evt_1'),
  ];
  expect(known('stripe-test')).toEqual(['cus_1', 'acct_1', ['cs_1'], 'acct_1', true]);
  expect(known('stripe')).toEqual([undefined, undefined, [], undefined, false]);
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
  expect(store.subscriptions.due('stripe-test', NOW, NOW + 1)).toEqual([]); // nobody there knows of it
});

test('a link is good once and until it expires, and ends the others', () => {
  const { accounts } = withAccount();
  const send = (token: number): void =>
    accounts.addLink(hashOf(token), { email: 'ann@example.org', goal: '/pricing', expires: NOW + 10 });
  for (const token of [2, 3, 4]) send(token);
  expect([NOW + 9, NOW + 10].map((now) => accounts.findLink(hashOf(2), now)?.goal)).toEqual(['/pricing', undefined]);
  expect(accounts.useLink(hashOf(2), NOW + 10, 'acct_2')).toBeUndefined();
  expect(accounts.useLink(hashOf(3), NOW + 9, 'acct_2')).toMatchObject({ account: { id: 'acct_1' }, goal: '/pricing' });
  expect([2, 3, 4].map((token) => accounts.findLink(hashOf(token), NOW))).toEqual([undefined, undefined, undefined]);
});

test('sessions and links that have expired are forgotten, and no others', () => {
  const { accounts } = withAccount();
  const link = { email: 'ann@example.org', goal: '/pricing' };
  const session = { account: 'acct_1', data: '{}' };
  for (const token of [2, 3]) {
    accounts.addLink(hashOf(token), { ...link, expires: NOW + token });
    accounts.addSession(hashOf(token), { ...session, expires: NOW + 9 });
    accounts.saveSession(hashOf(token), { ...session, expires: NOW + token });
  }
  accounts.forgetExpired(NOW + 2);
  expect([2, 3].map((token) => accounts.findLink(hashOf(token), NOW)?.expires)).toEqual([undefined, NOW + 3]);
  expect([2, 3].map((token) => accounts.findSession(hashOf(token))?.expires)).toEqual([undefined, NOW + 3]);
});

test('of an account that goes nothing is left of how much its keys were used', () => {
  const store = withAccount();
  const make = (): unknown =>
    store.keys.createFor('acct_1', { id: 'a', plan: 'builder', note: '', hash: hashOf(7), created: NOW }, 1);
  expect(make()).toBe('created');
  store.keyDays.add([{ key: 'a', day: '2024-02-29', requests: 1, refused: 0, peak: 1 }]);
  store.accounts.delete('acct_1');
  store.accounts.addLink(hashOf(1), { email: 'ann@example.org', goal: '/dashboard', expires: NOW + 1 });
  store.accounts.useLink(hashOf(1), NOW, 'acct_1');
  expect(make()).toBe('created');
  expect(store.keyDays.of('acct_1', '2024-01-01')).toEqual([]);
});

test('nobody signs in by a link that was sent to an account before it went', () => {
  const store = withAccount();
  store.accounts.addLink(hashOf(2), { email: 'ann@example.org', goal: '/dashboard', expires: NOW + DAY });
  store.accounts.delete('acct_1');
  expect(store.accounts.findLink(hashOf(2), NOW)).toBeUndefined();
});
