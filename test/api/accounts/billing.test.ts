/** What the service asks about subscriptions by itself. */
import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { Billing } from '../../../src/api/accounts/billing.js';
import { ProviderError, type PaymentProvider } from '../../../src/api/accounts/provider.js';
import { BUILT_IN_PLANS } from '../../../src/api/plans.js';
import type { SubscriptionRow, Subscriptions } from '../../../src/store/subscriptions.js';

const HOUR = 60 * 60_000;

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
  const none = [
    row('ended', { status: 'ended', ended: 1 }),
    ...['test', 'stripe-test'].map((provider) => row(provider, { provider, amount: 9900 })),
  ];
  for (const [index, { id }] of worse.entries()) {
    rows = [...none, ...worse.slice(0, index + 1)];
    expect(billing.current('acct_1')?.id).toBe(id);
    rows.reverse();
    expect(billing.current('acct_1')?.id).toBe(id);
  }
  rows = none;
  expect(billing.current('acct_1')).toBeUndefined();
});

describe('a subscription that was bought through another provider than the one at work', () => {
  const NOW = Date.UTC(2024, 1, 29);
  const row = (id: string, provider: string, amount: number): Partial<SubscriptionRow> => ({
    ...{ id, provider, status: 'active', amount, plan: 'builder', cancelAt: null, ended: null },
    ...{ periodEnd: NOW - 1, checked: 0 },
  });
  const asked: string[] = [];
  const ask = (what: string) => (id: string) => {
    asked.push(`${what} ${id}`);
    return Promise.resolve(null);
  };
  const billingOf = (...rows: Partial<SubscriptionRow>[]): Billing => {
    asked.length = 0;
    return new Billing({
      plans: BUILT_IN_PLANS,
      store: {
        accounts: { find: () => undefined },
        subscriptions: { of: () => rows, openCheckouts: () => [] } as unknown as Subscriptions,
      },
      provider: {
        name: 'stripe-test',
        ...{ subscription: ask('state of'), change: ask('change'), cancel: ask('cancel'), resume: ask('resume') },
      } as unknown as PaymentProvider,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      now: () => NOW,
    });
  };
  const real = row('sub_real', 'stripe', 2900);

  it('is not cancelled with one of this provider, which does not know it', async () => {
    await billingOf(real, row('sub_test', 'stripe-test', 5900)).cancel('acct_1');
    expect(asked).toEqual(['cancel sub_test', 'state of sub_test']);
  });

  it('is neither changed, cancelled, taken back nor asked about, and the buyer is told', async () => {
    const billing = billingOf(real, row('sub_test', 'stripe-test', 900));
    for (const doing of [
      () => billing.change('acct_1', 'scale'),
      () => billing.cancel('acct_1'),
      () => billing.resume('acct_1'),
    ])
      await expect(doing()).rejects.toThrow('bought through another payment service');
    await billing.refresh('acct_1');
    expect(asked).toEqual([]);
  });

  it('keeps its account, as it may still be paid for', async () => {
    const forget = vi.fn(() => Promise.resolve());
    await expect(billingOf(real).release('acct_1', forget)).rejects.toThrow('Cancel your plan first');
    expect([asked, forget.mock.calls]).toEqual([[], []]);
  });
});

it('asks about what is over for an hour, and about nothing more once it is to end', async () => {
  const end = new AbortController();
  const asked: string[] = [];
  const due = vi.fn(() => ['sub_1', 'sub_2']);
  const billing = new Billing({
    plans: BUILT_IN_PLANS,
    store: {
      accounts: { find: () => undefined },
      subscriptions: { due } as unknown as Subscriptions,
    },
    provider: {
      name: 'stripe',
      subscription: (id: string) => {
        asked.push(id);
        end.abort();
        return Promise.resolve(null);
      },
    } as unknown as PaymentProvider,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    now: () => 0,
  });
  await billing.sweep(end.signal);
  expect(asked).toEqual(['sub_1']);
  expect(due.mock.calls).toEqual([['stripe', -HOUR, -HOUR]]); // renewals take Stripe about an hour
});
