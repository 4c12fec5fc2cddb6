/** Prices that change, plans that are changed or cancelled, and accounts that are deleted, where Stripe takes the money. */
import { describe, expect, it } from 'vitest';
import { REFUSALS } from '../../../src/api/errors.js';
import { parsePlans } from '../../../src/api/plan-file.js';
import { WEBHOOK_SECRET } from './stripe-fake.js';
import { about, ann, begin, completed, deliver, open, stripe, useStripe, world } from './stripe-world.js';
import { DAY, MINUTE, openWorld, statusOf } from './world.js';

useStripe();

describe('prices', () => {
  it('decide which plan it is, whatever else is written', async () => {
    const checkout = await begin('builder');
    const id = stripe.pay(checkout, { metadata: { motif_account: 'x', motif_plan: 'scale' } });
    await deliver(about('created', id));
    expect((await ann.account()).plan?.name).toBe('builder');
  });

  it('of no plan open nothing, and the operator is told; once the price is added to a plan, it counts', async () => {
    stripe.addPrice('price_odd', 100, null);
    const id = stripe.pay(await begin(), { price: 'price_odd' });
    await deliver(about('created', id));
    expect(await ann.account()).toMatchObject({ plan: null, subscription: { plan: null, status: 'active' } });
    expect((await ann.post('/keys/first')).status).toBe(409);
    expect(world.log.join('')).toContain('belongs to no plan');

    world.clock.now += 2 * 60 * MINUTE;
    const mended = await openWorld({
      store: world.store,
      plans: parsePlans('{"plans": {"builder": {"earlier_stripe_prices": ["price_odd"]}}}', 'x'),
      settings: { stripe: { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET, api: stripe.address } },
    });
    await expect.poll(() => world.store.accounts.findByEmail('ann@example.org')?.plan).toBe('builder');
    await mended.app.close();
  });

  it('are kept by those who have them when the lookup key moves to a dearer one', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    await deliver(completed(checkout));
    const key = await ann.firstKey();
    stripe.addPrice('price_builder', 2900, null);
    stripe.addPrice('price_builder_v3', 4900, 'motif_builder');
    await deliver(about('updated', id));
    world.clock.now += 1000;
    expect(await statusOf(world.app, key)).toBe(200);
    expect(await ann.account()).toMatchObject({ plan: { name: 'builder' }, subscription: { amount: 2900 } });
  });

  it('times how many were bought is what a subscription costs', async () => {
    await deliver(about('created', stripe.pay(await begin(), { quantity: 3 })));
    expect((await ann.account()).subscription?.amount).toBe(3 * 2900);
  });

  it('can be named in the plans file, earlier ones too', async () => {
    await world.close();
    await stripe.close();
    await open(
      parsePlans(
        '{"plans": {"builder": {"price_per_month": 39, "stripe_price": "price_new", "earlier_stripe_prices": ["price_old"]}}}',
        'x',
      ),
    );
    stripe.addPrice('price_new', 3900, null);
    stripe.addPrice('price_old', 1900, null);
    const id = stripe.pay(await begin(), { price: 'price_old' });
    expect([...stripe.sessions.values()][0]).toMatchObject({ price: 'price_new' });
    await deliver(about('created', id));
    expect(await ann.account()).toMatchObject({ plan: { name: 'builder' }, subscription: { amount: 1900 } });
    stripe.subscriptions.get(id)!.price = 'price_new';
    await deliver(about('updated', id));
    expect(await ann.account()).toMatchObject({ plan: { name: 'builder' }, subscription: { amount: 3900 } });
    stripe.subscriptions.get(id)!.price = 'price_builder'; // by its lookup key alone, which counts where no price is named
    await deliver(about('updated', id));
    expect((await ann.account()).plan).toBeNull();
  });
});

describe('changing and cancelling', () => {
  async function buy(): Promise<string> {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    await deliver(completed(checkout));
    return id;
  }

  it('another plan holds at once; where the card is refused nothing changes', async () => {
    const id = await buy();
    stripe.declines = true;
    expect(await ann.post('/subscription/change', { plan: 'scale' })).toMatchObject({ status: 402 });
    expect((await ann.account()).plan?.name).toBe('builder');
    stripe.declines = false;
    await ann.post('/subscription/change', { plan: 'scale' });
    expect(stripe.subscriptions.get(id)!.price).toBe('price_scale');
    // the price in place of the one before, not beside it, and charged at once or not at all
    expect(stripe.forms.get(`POST /v1/subscriptions/${id}`)).toEqual({
      'items[0][id]': `si_${id}`,
      'items[0][price]': 'price_scale',
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });
    expect((await ann.account()).plan?.name).toBe('scale');
  });

  it('is done once where two windows ask for the same at a time', async () => {
    const id = await buy();
    const { csrf } = await ann.state();
    const change = () => ann.ask('POST', '/subscription/change', { plan: 'scale' }, { 'csrf-token': csrf });
    expect((await Promise.all([change(), change()])).map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(stripe.calls.filter((call) => call === `POST /v1/subscriptions/${id}`)).toHaveLength(1);
  });

  it('a plan that is to end on a day which was set at Stripe ends then', async () => {
    const id = await buy();
    stripe.subscriptions.get(id)!.cancel_at = Math.floor(Date.now() / 1000) + 10 * 86_400;
    await deliver(about('updated', id));
    const cancelAt = async () => (await ann.account()).subscription?.cancel_at;
    expect(await cancelAt()).toBe('2024-03-10T12:00:00.000Z');
    await ann.post('/subscription/cancel'); // in a window that does not know yet: it is not to be paid for longer by that
    expect(await cancelAt()).toBe('2024-03-10T12:00:00.000Z');
    world.clock.now += 10 * DAY;
    Object.assign(stripe.subscriptions.get(id)!, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    expect(await ann.account()).toMatchObject({ plan: null, subscription: null });
  });

  it('a cancellation ends with the month, and can be taken back', async () => {
    const id = await buy();
    await ann.post('/subscription/cancel');
    expect((await ann.account()).subscription?.cancel_at).toBe('2024-03-30T12:00:00.000Z');
    await ann.post('/subscription/resume');
    expect((await ann.account()).subscription?.cancel_at).toBeNull();
    expect(stripe.subscriptions.get(id)!.cancel_at_period_end).toBe(false);
  });

  it('a plan that is to end on a day which was set at Stripe can be kept all the same', async () => {
    const id = await buy();
    stripe.subscriptions.get(id)!.cancel_at = Math.floor(Date.now() / 1000) + 10 * 86_400;
    await deliver(about('updated', id));
    await ann.post('/subscription/resume');
    expect((await ann.account()).subscription?.cancel_at).toBeNull();
    expect(stripe.subscriptions.get(id)).toMatchObject({ cancel_at: null, cancel_at_period_end: false });
  });

  it('is not told to have changed nothing where Stripe has done it and is silent then', async () => {
    const id = await buy();
    stripe.beforeAnswer = () => {
      stripe.failWith = 400;
      return Promise.resolve();
    };
    const { status, body } = await ann.post<{ error: string }>('/subscription/cancel');
    expect([status, body.error]).toEqual([502, REFUSALS.payments_unsure.message]);
    expect(stripe.subscriptions.get(id)!.cancel_at_period_end).toBe(true);
  });

  it('is told to be unsure where Stripe breaks down over it, and to have changed nothing where it refuses', async () => {
    await buy();
    stripe.failWith = 500;
    expect((await ann.post('/subscription/cancel')).body).toEqual({ error: REFUSALS.payments_unsure.message });
    stripe.failWith = 400;
    expect((await ann.post('/subscription/cancel')).body).toEqual({ error: REFUSALS.payments_failed.message });
  });

  it('is told to be unsure where one of two subscriptions is cancelled, and Stripe refuses the other', async () => {
    const checkout = await begin('scale');
    const scale = stripe.pay(checkout);
    const builder = stripe.pay(checkout, { price: 'price_builder' });
    for (const one of [scale, builder]) await deliver(about('created', one));
    const both = [scale, builder].map((id) => stripe.subscriptions.get(id)!);
    stripe.beforeAnswer = () => {
      // how the first stands now is told, and then no more
      if (stripe.calls.at(-1)?.startsWith('GET') === true) stripe.failWith = 400;
      return Promise.resolve();
    };
    const { status, body } = await ann.post<{ error: string }>('/subscription/cancel');
    expect(both.filter((one) => one.cancel_at_period_end)).toHaveLength(1);
    expect([status, body.error]).toEqual([502, REFUSALS.payments_unsure.message]);
  });

  it('the portal is the buyer’s own', async () => {
    expect((await ann.post('/portal')).body).toEqual({ url: null });
    const id = await buy();
    expect((await ann.post('/portal')).body).toEqual({
      url: `https://billing.stripe.test/${stripe.subscriptions.get(id)!.customer}`,
    });
    expect((await world.browser().post('/portal')).status).toBe(401);
  });
});

describe('deleting the account', () => {
  const DELETED = { status: 200, body: { deleted: true } };
  const id = (email = 'ann@example.org') => world.store.accounts.findByEmail(email)?.id;

  it('takes back a checkout that is open, so that it cannot be paid any more', async () => {
    const checkout = await begin();
    expect(await ann.post('/delete')).toMatchObject(DELETED);
    expect(stripe.sessions.get(checkout)).toMatchObject({ status: 'expired' });
    expect(id()).toBeUndefined();
  });

  it('is refused where a checkout was paid a moment ago, and the event is not here yet', async () => {
    const subscription = stripe.pay(await begin());
    expect(await ann.post('/delete')).toMatchObject({
      status: 409,
      body: { error: 'Cancel your plan first: otherwise you would keep paying for it' },
    });
    expect((await ann.account()).plan?.name).toBe('builder');
    expect((await ann.post('/subscription/cancel')).status).toBe(200);
    expect(await ann.post('/delete')).toMatchObject(DELETED);
    expect(stripe.subscriptions.get(subscription)!.cancel_at_period_end).toBe(true);
  });

  it('is refused while a payment by a slow way is waited for', async () => {
    stripe.pay(await begin(), { invoice: { status: 'open', billing_reason: 'subscription_create' } });
    expect((await ann.post('/delete')).status).toBe(409);
  });

  it('is refused as long as any of two subscriptions goes on; cancelling cancels both', async () => {
    const checkout = await begin('scale');
    const scale = stripe.pay(checkout);
    const builder = stripe.pay(checkout, { price: 'price_builder' });
    for (const one of [scale, builder]) await deliver(about('created', one));
    expect(world.log.join('')).toContain('an account pays twice');
    stripe.subscriptions.get(scale)!.cancel_at_period_end = true;
    await deliver(about('updated', scale));
    expect(await ann.account()).toMatchObject({
      plan: { name: 'scale' },
      subscription: { plan: 'builder', cancel_at: null },
    });
    expect((await ann.post('/delete')).status).toBe(409);
    await ann.post('/subscription/cancel');
    expect(stripe.subscriptions.get(builder)!.cancel_at_period_end).toBe(true);
    expect(await ann.post('/delete')).toMatchObject(DELETED);
  });

  it('is refused where a cancellation was taken back at Stripe, and nobody has told', async () => {
    const checkout = await begin();
    const subscription = stripe.pay(checkout);
    await deliver(completed(checkout));
    await ann.post('/subscription/cancel');
    stripe.subscriptions.get(subscription)!.cancel_at_period_end = false;
    expect((await ann.post('/delete')).status).toBe(409);
  });

  it('waits until Stripe answers, where it has to be asked', async () => {
    await begin();
    stripe.failWith = 400;
    expect((await ann.post('/delete')).status).toBe(502);
    expect(id()).toBeDefined();
    expect((await ann.state()).account).not.toBeNull();
    stripe.failWith = null;
    expect(await ann.post('/delete')).toMatchObject(DELETED);
  });

  it.each([
    [
      ['/delete', '/checkout'],
      [200, 401],
    ],
    [
      ['/checkout', '/delete'],
      [200, 200],
    ],
  ])('and buying at the same time leave nothing to be paid: %j', async (paths, answers) => {
    const { csrf } = await ann.state();
    const both = paths.map((path) =>
      ann.ask('POST', path, path === '/checkout' ? { plan: 'builder' } : {}, { 'csrf-token': csrf }),
    );
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    expect(statuses).toEqual(answers);
    expect(id()).toBeUndefined();
    expect([...stripe.sessions.values()].filter(({ status }) => status === 'open')).toEqual([]);
  });
});
