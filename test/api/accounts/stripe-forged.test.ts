/** Events that Stripe has not sent, and those about people whom nobody knows. */
import { describe, expect, it } from 'vitest';
import { StripeProvider } from '../../../src/api/accounts/stripe.js';
import { openStore } from '../../../src/store/open.js';
import { TOLERANCE, WEBHOOK_SECRET } from './stripe-fake.js';
import { about, ann, begin, completed, deliver, stripe, useStripe, world } from './stripe-world.js';
import { openWorld } from './world.js';

useStripe();

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
