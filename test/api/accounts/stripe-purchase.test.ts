/**
 * Purchases through Stripe, with events in every order, twice and late: nobody gets a second key or a free one, and nobody who has paid
 * goes without.
 */
import { describe, expect, it, vi } from 'vitest';
import { about, ann, begin, completed, deliver, keys, paidInvoice, stripe, useStripe, world } from './stripe-world.js';
import { DAY, MINUTE, statusOf } from './world.js';

useStripe();

describe('the hosted checkout', () => {
  it('is begun with the table’s price, for the buyer’s one customer, and leads back here', async () => {
    const { body } = await ann.post<{ url: string }>('/checkout', { plan: 'scale' });
    expect(body.url).toMatch(/^https:\/\/checkout\.stripe\.test\//);
    await begin('builder');
    expect(stripe.customers.size).toBe(1);
    const [first, second] = [...stripe.sessions.values()];
    expect(first).toMatchObject({ price: 'price_scale', status: 'expired' });
    expect(second).toMatchObject({
      price: 'price_builder',
      mode: 'subscription',
      quantity: '1',
      status: 'open',
      success_url: 'http://127.0.0.1:3000/dashboard?checkout={CHECKOUT_SESSION_ID}',
    });
    expect(second!['client_reference_id']).toBe(world.store.accounts.findByEmail('ann@example.org')!.id);
  });

  it.each([
    ['costs something else', 4900, {}],
    ['is in another currency', 2900, { currency: 'eur' }],
    ['is by the year', 2900, { recurring: { interval: 'year', interval_count: 1 } }],
    ['is for three months', 2900, { recurring: { interval: 'month', interval_count: 3 } }],
    ['is archived', 2900, { active: false }],
  ])(
    'is not begun where the price at Stripe %s: nobody is charged what the page does not show',
    async (_, cents, more) => {
      stripe.addPrice('price_builder', cents, 'motif_builder', more);
      expect(await ann.post('/checkout', { plan: 'builder' })).toMatchObject({ status: 502 });
      expect(stripe.sessions.size).toBe(0);
      expect(world.log.join('')).toContain('Plan builder costs 2900 US cents a month by the table');
    },
  );

  it('asks for the price again after ten minutes: it may have been archived since', async () => {
    await begin();
    stripe.addPrice('price_builder', 2900, 'motif_builder', { active: false });
    world.clock.now += 10 * MINUTE - 1;
    await begin();
    world.clock.now += 1;
    expect((await ann.post('/checkout', { plan: 'builder' })).status).toBe(502);
  });

  it('makes no second customer where the first could not be written down', async () => {
    vi.spyOn(world.store.subscriptions, 'addCustomer').mockImplementationOnce(() => {
      throw new Error('no space left');
    });
    expect((await ann.post('/checkout', { plan: 'builder' })).status).toBe(500);
    await begin();
    expect(stripe.customers.size).toBe(1);
  });

  it('says so where Stripe does not answer, and can be tried again', async () => {
    stripe.failWith = 400;
    expect((await ann.post('/checkout', { plan: 'builder' })).status).toBe(502);
    stripe.failWith = null;
    await begin();
  });

  it('is begun anew where Stripe does not know the one before any more', async () => {
    await begin();
    stripe.sessions.clear();
    await begin('scale');
    expect([...stripe.sessions.values()]).toMatchObject([{ price: 'price_scale' }]);
  });

  it('was paid in another window: no second one is sold', async () => {
    const checkout = await begin();
    stripe.pay(checkout);
    expect((await ann.post('/checkout', { plan: 'scale' })).status).toBe(409);
    expect((await ann.account()).plan?.name).toBe('builder');
  });

  it('was paid just while it was to be taken back: no second one is sold', async () => {
    const checkout = await begin();
    stripe.beforeExpire = () => void stripe.pay(checkout);
    expect((await ann.post('/checkout', { plan: 'scale' })).status).toBe(409);
    expect((await ann.account()).plan?.name).toBe('builder');
  });

  it('is not begun while a renewal is still being collected: both would be paid', async () => {
    await deliver(about('created', stripe.pay(await begin(), { status: 'past_due' })));
    expect((await ann.post('/checkout', { plan: 'scale' })).status).toBe(409);
  });

  it('is one, where two windows begin one at a time: the other could be paid, too', async () => {
    const { csrf } = await ann.state();
    const start = (plan: string) => ann.ask('POST', '/checkout', { plan }, { 'csrf-token': csrf });
    const both = await Promise.all([start('builder'), start('scale')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect([...stripe.sessions.values()].filter(({ status }) => status === 'open')).toHaveLength(1);
  });

  it('is begun again by a buyer whose plan is over, though nobody has told', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout, { cancel_at_period_end: true });
    await deliver(completed(checkout));
    world.clock.now += 31 * DAY;
    await ann.signIn(world);
    stripe.failWith = 400;
    const { csrf } = await ann.state();
    stripe.failWith = null;
    Object.assign(stripe.subscriptions.get(id)!, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    expect((await ann.ask('POST', '/checkout', { plan: 'scale' }, { 'csrf-token': csrf })).status).toBe(200);
  });
});

it.each([
  ...['customer.subscription.created', 'customer.subscription.updated', 'customer.subscription.deleted'],
  ...['customer.subscription.paused', 'customer.subscription.resumed', 'checkout.session.completed'],
  ...['checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed', 'invoice.paid'],
  ...['invoice.payment_failed', 'invoice.marked_uncollectible', 'invoice.voided'],
])('%s leads to a look at the subscription', async (type) => {
  const checkout = await begin();
  const subscription = stripe.pay(checkout);
  const object = type.startsWith('customer')
    ? stripe.object(subscription)
    : type.startsWith('checkout')
      ? stripe.sessions.get(checkout)!
      : { id: 'in_1', object: 'invoice', parent: { subscription_details: { subscription } } };
  expect((await deliver(stripe.event(type, object).payload)).body).toEqual({ outcome: 'applied' });
  expect((await ann.account()).plan?.name).toBe('builder');
});

describe('events of a purchase', () => {
  /** What comes of a purchase, by what is delivered; each subscription at the end of its life. */
  async function lifeOf(order: readonly string[]): Promise<void> {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    const events: Record<string, string> = {
      completed: completed(checkout),
      created: about('created', id),
      updated: about('updated', id),
      invoice: paidInvoice(id),
    };
    for (const name of order) expect((await deliver(events[name]!)).status, name).toBe(200);
  }

  const names = ['completed', 'created', 'updated', 'invoice'];
  const orders = permutations(names);

  it.each(orders.map((order) => [order.join(', '), order] as const))('in the order %s: one key', async (_, order) => {
    await lifeOf(order);
    const key = await ann.firstKey();
    expect(await statusOf(world.app, key)).toBe(200);
    expect(await ann.firstKey()).toBeNull();
    expect(keys()).toBe(1);
    expect((await ann.account()).subscription?.test).toBe(true); // no real money under sk_test_
  });

  it('each twice, and again a week later: one key', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    const events = [completed(checkout), about('created', id)];
    expect((await deliver(events[0]!)).body).toEqual({ outcome: 'applied' });
    expect((await deliver(events[0]!)).body).toEqual({ outcome: 'duplicate' });
    const key = await ann.firstKey();
    expect(key).not.toBeNull();
    for (const event of events) await deliver(event);
    world.clock.now += 7 * DAY;
    for (const event of events) expect(await deliver(event)).toEqual({ status: 200, body: { outcome: 'duplicate' } });
    expect(await ann.firstKey()).toBeNull();
    expect(keys()).toBe(1);
  });

  it('eight at the same time: one key, one row', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    const one = completed(checkout);
    const all = [...Array<string>(5).fill(one), about('created', id), about('updated', id), paidInvoice(id)];
    const replies = await Promise.all(all.map((payload) => deliver(payload)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(replies.filter(({ body }) => body['outcome'] === 'duplicate')).toHaveLength(4);
    expect(await ann.firstKey()).not.toBeNull();
    expect(await ann.firstKey()).toBeNull();
    expect(world.store.subscriptions.of(world.store.accounts.findByEmail('ann@example.org')!.id)).toHaveLength(1);
  });

  it('that never come do not matter: the buyer’s return finds out, and the key is there', async () => {
    const checkout = await begin();
    expect((await ann.post('/checkout/finish', { checkout })).body).toEqual({ paid: false });
    stripe.pay(checkout);
    expect((await ann.post('/checkout/finish', { checkout })).body).toEqual({ paid: true });
    expect(await statusOf(world.app, await ann.firstKey())).toBe(200);
    await deliver(completed(checkout));
    expect(await ann.firstKey()).toBeNull();
  });

  it('that find Stripe silent are not answered with 200, so that they come again', async () => {
    const checkout = await begin();
    stripe.pay(checkout);
    stripe.failWith = 400;
    expect((await deliver(completed(checkout))).status).toBe(502);
    expect(await ann.account()).toMatchObject({ plan: null });
    stripe.failWith = null;
    expect((await deliver(completed(checkout))).body).toEqual({ outcome: 'applied' });
    expect((await ann.account()).plan?.name).toBe('builder');
  });

  it('by a slow way of paying open nothing before the money is there', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout, { invoice: { status: 'open', billing_reason: 'subscription_create' } });
    await deliver(completed(checkout));
    await deliver(about('created', id));
    expect(await ann.account()).toMatchObject({
      plan: null,
      subscription: { status: 'waiting' },
      first_key_due: false,
    });
    expect((await ann.post('/keys/first')).status).toBe(409);
    stripe.subscriptions.get(id)!.invoice.status = 'paid';
    await deliver(paidInvoice(id));
    expect(await statusOf(world.app, await ann.firstKey())).toBe(200);
  });

  it('go on being in force while the invoice of a renewal is not paid yet, for it is some hours before it is', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    await deliver(completed(checkout));
    const key = await ann.firstKey();
    stripe.subscriptions.get(id)!.invoice = { status: 'draft', billing_reason: 'subscription_cycle' };
    await deliver(about('updated', id));
    world.clock.now += 1000;
    expect(await statusOf(world.app, key)).toBe(200);
    expect((await ann.account()).subscription).toMatchObject({ status: 'active' });
  });

  it('that begin with days on trial open the paid door', async () => {
    await deliver(about('created', stripe.pay(await begin(), { status: 'trialing' })));
    expect(await statusOf(world.app, await ann.firstKey())).toBe(200);
  });

  it('whose first payment failed leave the buyer free to begin anew', async () => {
    const checkout = await begin();
    await deliver(about('created', stripe.pay(checkout, { status: 'incomplete' })));
    stripe.pay(await begin());
    expect((await ann.account()).plan).toBeNull();
    await ann.post('/checkout/finish', { checkout: [...stripe.sessions.keys()].at(-1) });
    expect((await ann.account()).plan?.name).toBe('builder');
  });

  it.each(['incomplete', 'incomplete_expired', 'unpaid', 'paused', 'canceled', 'something new'])(
    'whose subscription is %s open nothing',
    async (status) => {
      const checkout = await begin();
      const id = stripe.pay(checkout, { status });
      await deliver(completed(checkout));
      await deliver(about('updated', id));
      expect((await ann.post('/keys/first')).status).toBe(409);
      expect(keys()).toBe(0);
    },
  );
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
