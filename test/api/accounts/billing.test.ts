/** What the service asks about subscriptions by itself. */
import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { Billing } from '../../../src/api/accounts/billing.js';
import { ProviderError, type PaymentProvider } from '../../../src/api/accounts/provider.js';
import { BUILT_IN_PLANS } from '../../../src/api/plans.js';
import type { SubscriptionRow, Subscriptions } from '../../../src/store/subscriptions.js';

it('leaves nothing behind on the signal that may end it, however often it asks', async () => {
  const words: unknown[] = [];
  const tell = (...told: unknown[]): void => void words.push(told.at(-1));
  const billing = new Billing({
    plans: BUILT_IN_PLANS,
    store: { accounts: { find: () => undefined }, subscriptions: { due: () => ['sub_1'] } as unknown as Subscriptions },
    provider: {
      name: 'stripe',
      subscription: () => Promise.reject(new ProviderError('no answer')),
    } as unknown as PaymentProvider,
    log: { info: tell, warn: tell, error: tell },
    now: () => Date.UTC(2024, 1, 29),
  });
  const { signal } = new AbortController();
  for (let round = 0; round < 3; round++) await billing.sweep(signal);
  expect(words).toEqual(Array(3).fill('the state of a subscription could not be asked for; trying again later'));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('an account lives by what is paid, then by what goes on, then by the dearer', () => {
  let rows: Partial<SubscriptionRow>[] = [];
  const billing = new Billing({
    plans: BUILT_IN_PLANS,
    store: { accounts: { find: () => undefined }, subscriptions: { of: () => rows } as unknown as Subscriptions },
    provider: { name: 'stripe' } as PaymentProvider,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => 0,
  });
  const row = (id: string, change: Partial<SubscriptionRow> = {}): Partial<SubscriptionRow> => ({
    ...{ id, provider: 'stripe', status: 'active', amount: 2900, cancelAt: null, ended: null },
    ...change,
  });
  const worse = [
    row('waiting', { status: 'waiting', amount: 9900 }),
    row('late', { status: 'past_due', amount: 9900 }),
    row('cancelled', { cancelAt: 1, amount: 9900 }),
    row('cheap'),
    row('dear', { amount: 5900 }),
  ];
  const none = [row('ended', { status: 'ended', ended: 1 }), row('test', { provider: 'test' })];
  for (const [index, { id }] of worse.entries()) {
    rows = [...none, ...worse.slice(0, index + 1)];
    expect(billing.current('acct_1')?.id).toBe(id);
    rows.reverse();
    expect(billing.current('acct_1')?.id).toBe(id);
  }
  rows = none;
  expect(billing.current('acct_1')).toBeUndefined();
});
