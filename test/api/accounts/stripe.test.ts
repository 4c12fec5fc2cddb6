/**
 * Stripe's events in every order, twice, late, forged and about strangers: nobody gets a second key or a free one, and nobody who has paid
 * goes without.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StripeProvider } from '../../../src/api/accounts/stripe.js';
import { REFUSALS } from '../../../src/api/errors.js';
import { parsePlans } from '../../../src/api/plan-file.js';
import type { PlanTable } from '../../../src/api/plans.js';
import { openStore } from '../../../src/store/open.js';
import { StripeFake, TOLERANCE, WEBHOOK_SECRET } from './stripe-fake.js';
import { DAY, MINUTE, openWorld, statusOf, type Browser, type World } from './world.js';

let stripe: StripeFake;
let world: World;
let ann: Browser;

async function open(plans?: PlanTable, secretKey = 'sk_test_x'): Promise<void> {
  stripe = new StripeFake();
  const api = await stripe.listen();
  world = await openWorld({
    settings: { stripe: { secretKey, webhookSecret: WEBHOOK_SECRET, api } },
    ...(plans !== undefined && { plans }),
  });
  ann = world.browser('203.0.113.7');
  await ann.signIn(world);
}

beforeEach(() => open());
afterEach(async () => {
  await world.close();
  await stripe.close();
});

async function deliver(payload: string, signature = stripe.sign(payload)) {
  const reply = await world.app.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    payload,
  });
  return { status: reply.statusCode, body: reply.json<Record<string, unknown>>() };
}

/** @returns the checkout's id */
async function begin(plan = 'builder', who = ann): Promise<string> {
  const { body, status } = await who.post<{ url: string }>('/checkout', { plan });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return [...stripe.sessions.values()].at(-1)!['id'] as string;
}

const completed = (checkout: string) =>
  stripe.event('checkout.session.completed', stripe.sessions.get(checkout)!).payload;
const about = (kind: string, id: string) => stripe.event(`customer.subscription.${kind}`, stripe.object(id)).payload;
const paidInvoice = (id: string) =>
  stripe.event('invoice.paid', {
    id: 'in_1',
    object: 'invoice',
    parent: { subscription_details: { subscription: id } },
  }).payload;

/** Keys that anybody has. */
const keys = () => world.store.keys.list().length;

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

describe('forged', () => {
  it.each([
    ['without a signature', () => ''],
    ['with nonsense', () => 't=1,v1=00'],
    ['signed with another secret', (payload: string) => stripe.sign(payload, 'whsec_guessed')],
    ['signed for another body', () => stripe.sign('{}')],
    ['older than five minutes', (payload: string) => stripe.sign(payload, WEBHOOK_SECRET, TOLERANCE + 1)],
    ['with a signature of an old kind', (payload: string) => stripe.sign(payload).replace('v1=', 'v0=')],
  ])('events %s are refused, and nothing is written', async (_, signature) => {
    const checkout = await begin();
    stripe.pay(checkout);
    const payload = completed(checkout);
    const calls = stripe.calls.length;
    expect(await deliver(payload, signature(payload))).toEqual({
      status: 400,
      body: { error: 'The signature is not valid' },
    });
    expect(stripe.calls.length).toBe(calls);
    expect((await ann.account()).plan).toBeNull();
    expect((await deliver(payload)).body).toEqual({ outcome: 'applied' }); // the true one is not taken for a duplicate
  });

  it('a body that was changed by a single space is refused', async () => {
    const checkout = await begin();
    stripe.pay(checkout);
    const payload = completed(checkout);
    expect((await deliver(`${payload} `, stripe.sign(payload))).status).toBe(400);
  });

  it('what it says of a subscription is not believed even with a good signature: Stripe is asked', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout, { status: 'incomplete' });
    await deliver(stripe.event('customer.subscription.updated', { ...stripe.object(id), status: 'active' }).payload);
    expect((await ann.account()).plan).toBeNull();
    await deliver(stripe.event('customer.subscription.created', { ...stripe.object(id), id: 'sub_invented' }).payload);
    expect((await ann.account()).plan).toBeNull();
    expect(world.log.join('')).toContain('belongs to no account here');
  });

  it('an event of the live mode is passed over in test mode', async () => {
    const checkout = await begin();
    const id = stripe.pay(checkout);
    const { payload } = stripe.event('customer.subscription.created', stripe.object(id), { livemode: true });
    expect((await deliver(payload)).body).toEqual({ outcome: 'ignored' });
    expect((await ann.account()).plan).toBeNull();
  });

  it('an event of the test mode is passed over where real money is taken, with a restricted key too', () => {
    const { payload } = stripe.event('customer.subscription.created', { id: 'sub_1', object: 'subscription' });
    const read = (secretKey: string) =>
      new StripeProvider({ secretKey, webhookSecret: WEBHOOK_SECRET, publicUrl: () => '' }).readEvent(
        Buffer.from(payload),
        stripe.sign(payload),
      )?.subscription;
    expect(['sk_live_x', 'rk_live_x', 'sk_test_x', 'rk_test_x'].map(read)).toEqual([
      ...[undefined, undefined],
      ...['sub_1', 'sub_1'],
    ]);
  });

  it('other paths and methods are not there', async () => {
    expect((await world.app.inject({ method: 'GET', url: '/webhooks/stripe' })).statusCode).toBe(405);
    expect((await world.app.inject({ method: 'POST', url: '/pages/account/test-checkout/pay' })).statusCode).toBe(404);
  });
});

describe('strangers', () => {
  it('customers that were not made here open nothing, and are not asked for again', async () => {
    const checkout = await begin();
    const events = [
      about('created', stripe.pay(checkout, { customer: 'cus_stranger', metadata: {} })),
      about('created', stripe.pay(checkout, { customer: 'cus_old', metadata: { motif_account: 'acct_gone' } })),
      stripe.event('charge.succeeded', { id: 'ch_1', object: 'charge' }).payload,
    ];
    const answer = (outcome: string) => ({ status: 200, body: { outcome } });
    for (const event of events) expect(await deliver(event)).toEqual(answer('ignored'));
    const calls = stripe.calls.length;
    for (const event of events) expect(await deliver(event)).toEqual(answer('duplicate'));
    expect(stripe.calls).toHaveLength(calls);
    expect((await ann.account()).plan).toBeNull();
  });

  it('an account that is named on another’s subscription gets nothing of it', async () => {
    const bob = world.browser('203.0.113.8');
    await bob.signIn(world, 'bob@example.org');
    await begin('builder', bob);
    const annsId = world.store.accounts.findByEmail('ann@example.org')!.id;
    const checkout = await begin('builder');
    // bob's customer, ann's name: the customer decides
    const bobs = world.store.subscriptions.customerOf(
      'stripe-test',
      world.store.accounts.findByEmail('bob@example.org')!.id,
    )!;
    const id = stripe.pay(checkout, { customer: bobs, metadata: { motif_account: annsId } });
    await deliver(about('created', id));
    expect((await ann.account()).plan).toBeNull();
    expect((await bob.account()).plan?.name).toBe('builder');
    // a customer of nobody's, ann's name: ann has another customer
    const other = stripe.pay(checkout, { customer: 'cus_unknown', metadata: { motif_account: annsId } });
    await deliver(about('created', other));
    expect((await ann.account()).plan).toBeNull();
  });

  it('a buyer is found by the account’s name after the database was restored from before the purchase', async () => {
    const account = world.store.accounts.findByEmail('ann@example.org')!;
    const id = stripe.pay(await begin('builder'), { customer: 'cus_lost' });
    const store = openStore(':memory:');
    const restored = await openWorld({
      store,
      settings: { stripe: { secretKey: 'sk_test_x', webhookSecret: WEBHOOK_SECRET, api: stripe.address } },
    });
    await restored.browser().signIn(restored);
    const raw = new Uint8Array(32).fill(7);
    store.accounts.addLink(raw, { email: 'lost@example.org', goal: '/', expires: Date.now() + 1000 });
    store.accounts.useLink(raw, Date.now(), account.id);
    const payload = about('updated', id);
    const headers = { 'content-type': 'application/json', 'stripe-signature': stripe.sign(payload) };
    await restored.app.inject({ method: 'POST', url: '/webhooks/stripe', headers, payload });
    expect(store.accounts.find(account.id)?.plan).toBe('builder');
    await restored.close();
  });
});

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

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
