/** How a subscription at Stripe ends, and what its keys do then. */
import { describe, expect, it } from 'vitest';
import { WEBHOOK_SECRET } from './stripe-fake.js';
import { about, ann, begin, completed, deliver, keys, paidInvoice, stripe, useStripe, world } from './stripe-world.js';
import { DAY, openWorld, statusOf } from './world.js';

useStripe();

describe('the end of a subscription', () => {
  it('that is told before its beginning leaves no key behind', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    const [end, beginning, created, invoice] = [
      about('deleted', id),
      completed(checkout),
      about('created', id),
      paidInvoice(id),
    ];
    Object.assign(stripe.subscriptions.get(id)!, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    for (const event of [end, beginning, created, invoice]) {
      expect((await deliver(event)).status).toBe(200);
      expect((await ann.post('/keys/first')).status).toBe(409);
    }
    expect(keys()).toBe(0);
  });

  it('stops the keys, and nothing late brings them back', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    await deliver(completed(checkout));
    const key = await ann.firstKey();
    const late = about('updated', id);
    const before = { ...stripe.subscriptions.get(id)! };
    Object.assign(stripe.subscriptions.get(id)!, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    await deliver(about('deleted', id));
    world.clock.now += 1000;
    expect(await statusOf(world.app, key)).toBe(401);
    // even where Stripe itself were to say so: ended is ended
    stripe.subscriptions.set(id, before);
    await deliver(late);
    await deliver(paidInvoice(id));
    world.clock.now += 1000;
    expect(await statusOf(world.app, key)).toBe(401);
    expect(await ann.account()).toMatchObject({ plan: null, subscription: null });
  });

  it('or of its payments, that is overtaken on its way, is not written over: what was asked first is not written last', async () => {
    const id = stripe.pay(await begin());
    let first = true;
    stripe.beforeAnswer = async () => {
      if (!first) return;
      first = false; // the first answer, which says "active", dawdles
      stripe.subscriptions.get(id)!.status = 'unpaid';
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await Promise.all([deliver(about('created', id)), deliver(about('updated', id))]);
    expect(await ann.account()).toMatchObject({ plan: null, subscription: { status: 'waiting' } });
  });

  it('that nobody tells of is found out', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    await deliver(completed(checkout));
    const key = await ann.firstKey();
    world.clock.now += 31 * DAY;
    Object.assign(stripe.subscriptions.get(id)!, { status: 'canceled', ended_at: Math.floor(Date.now() / 1000) });
    const again = await openWorld({
      store: world.store,
      settings: { stripe: { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET, api: stripe.address } },
    });
    await expect.poll(() => world.store.accounts.findByEmail('ann@example.org')?.plan).toBeNull();
    expect(await statusOf(again.app, key)).toBe(401);
    await again.app.close();
  });

  it('that was announced comes at its time, also where Stripe does not answer then', async () => {
    const id = stripe.pay(await begin());
    stripe.subscriptions.get(id)!.cancel_at_period_end = true;
    await deliver(about('created', id));
    expect((await ann.account()).plan?.name).toBe('builder');
    world.clock.now += 31 * DAY;
    await ann.signIn(world);
    stripe.failWith = 400;
    expect((await ann.account()).plan).toBeNull();
    expect((await ann.post('/keys/create', { note: '' })).status).toBe(409);
  });

  it('or its renewal is asked about once a minute where nobody tells of it', async () => {
    const id = stripe.pay(await begin());
    await deliver(about('created', id));
    world.clock.now += 31 * DAY;
    await ann.signIn(world);
    const asked = () => stripe.calls.filter((call) => call === `GET /v1/subscriptions/${id}`).length;
    const before = asked();
    for (let look = 0; look < 3; look++) await ann.account();
    expect(asked()).toBe(before + 1);
    world.clock.now += 60_000;
    await ann.account();
    expect(asked()).toBe(before + 2);
  });

  it('that Stripe does not tell of in time holds up no restart', async () => {
    const checkout = await begin();
    stripe.pay(checkout);
    await deliver(completed(checkout));
    world.clock.now += 31 * DAY;
    const calls = stripe.calls.length;
    stripe.beforeAnswer = () => new Promise(() => undefined);
    const again = await openWorld({
      store: world.store,
      settings: { stripe: { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET, api: stripe.address } },
    });
    await expect.poll(() => stripe.calls.length).toBeGreaterThan(calls);
    const start = performance.now();
    await again.app.close();
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('of a payment that fails at renewal comes when Stripe gives up, and not before', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    await deliver(completed(checkout));
    const key = await ann.firstKey();
    stripe.subscriptions.get(id)!.status = 'past_due';
    await deliver(about('updated', id));
    world.clock.now += 1000;
    expect(await statusOf(world.app, key)).toBe(200);
    expect((await ann.account()).subscription?.status).toBe('past_due');
    stripe.subscriptions.get(id)!.status = 'unpaid';
    await deliver(about('updated', id));
    world.clock.now += 1000;
    expect(await statusOf(world.app, key)).toBe(401);
  });
});
