/** Buying, using, changing and ending a plan, with the built-in test checkout: all of it but the money. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endOfPeriod } from '../../../src/api/accounts/test-checkout.js';
import { clientOfKey } from '../../../src/api/plugins/doors.js';
import { parsePlans } from '../../../src/api/plan-file.js';
import { readKeyId } from '../../../src/api/key.js';
import { openStore } from '../../../src/store/open.js';
import { DAY, MINUTE, NOON, openWorld, statusOf, type Browser, type World } from './world.js';

let world: World;
let ann: Browser;
beforeEach(async () => {
  world = await openWorld();
  ann = world.browser();
  await ann.signIn(world);
});
afterEach(() => world.close());

/** A second later, when the ring looks at its rows again. */
const later = (ms = 1000): void => void (world.clock.now += ms);

describe('buying', () => {
  it('gives a key at once, which opens the paid door, and shows it once', async () => {
    expect(await ann.account()).toMatchObject({ plan: null, subscription: null, keys: [], first_key_due: false });
    const checkout = await ann.buy('builder');
    expect((await ann.post('/checkout/finish', { checkout })).body).toEqual({ paid: true });
    expect(await ann.account()).toMatchObject({
      plan: { name: 'builder', requests_per_minute: 120 },
      subscription: { plan: 'builder', amount: 2900, currency: 'usd', status: 'active', cancel_at: null, test: true },
      first_key_due: true,
    });
    const key = await ann.firstKey();
    expect(key).toMatch(/^motif_/);
    expect(await statusOf(world.app, key)).toBe(200);
    expect(await ann.firstKey()).toBeNull();
    const { keys, first_key_due: due } = await ann.account();
    expect([keys.length, due]).toEqual([1, false]);
    expect(key?.startsWith(keys[0]!.prefix)).toBe(true);
    expect(JSON.stringify(await ann.state())).not.toContain(key!.slice(15));
    expect(world.log.join('')).not.toContain(key!.slice(15));
  });

  it('shows one key where two windows ask at the same time', async () => {
    await ann.buy();
    const { csrf } = await ann.state();
    const asked = await Promise.all(
      Array.from({ length: 8 }, () =>
        ann.ask<{ key: string | null }>('POST', '/keys/first', {}, { 'csrf-token': csrf }),
      ),
    );
    expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(asked.filter(({ body }) => body.key !== null)).toHaveLength(1);
    expect((await ann.account()).keys).toHaveLength(1);
  });

  it('pays once, however often the button is pressed', async () => {
    const { body } = await ann.post<{ url: string }>('/checkout', { plan: 'scale' });
    const checkout = body.url.split('id=')[1]!;
    const { csrf } = await ann.state();
    const pays = await Promise.all(
      Array.from({ length: 5 }, () => ann.ask('POST', '/test-checkout/pay', { checkout }, { 'csrf-token': csrf })),
    );
    expect(pays.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const account = world.store.accounts.findByEmail('ann@example.org')!;
    expect(world.store.subscriptions.of(account.id)).toHaveLength(1);
  });

  it('takes an earlier checkout back when another one is begun, and sells no second plan', async () => {
    const first = (await ann.post<{ url: string }>('/checkout', { plan: 'builder' })).body.url.split('id=')[1]!;
    const second = await ann.buy('scale');
    expect(second).not.toBe(first);
    expect((await ann.post('/test-checkout/pay', { checkout: first })).status).toBe(409);
    expect(await ann.post('/checkout', { plan: 'builder' })).toMatchObject({ status: 409 });
    expect((await ann.account()).plan?.name).toBe('scale');
  });

  it('takes in what was paid and could not be written down, when another one is begun', async () => {
    const { body } = await ann.post<{ url: string }>('/checkout', { plan: 'builder' });
    vi.spyOn(world.store.subscriptions, 'settle').mockImplementationOnce(() => {
      throw new Error('no space left');
    });
    expect((await ann.post('/test-checkout/pay', { checkout: body.url.split('id=')[1]! })).status).toBe(500);
    expect((await ann.account()).plan).toBeNull();
    expect((await ann.post('/checkout', { plan: 'scale' })).status).toBe(409);
    expect((await ann.account()).plan?.name).toBe('builder');
  });

  it('sells what is for sale, to who has signed in, and finishes nobody else’s checkout', async () => {
    for (const plan of ['free', 'custom', 'gold', '__proto__']) {
      expect(await ann.post('/checkout', { plan }), plan).toMatchObject({ status: 404 });
    }
    expect(await world.browser().post('/checkout', { plan: 'builder' })).toMatchObject({ status: 401 });
    const checkout = (await ann.post<{ url: string }>('/checkout', { plan: 'builder' })).body.url.split('id=')[1]!;
    const bob = world.browser();
    await bob.signIn(world, 'bob@example.org');
    expect((await bob.post('/test-checkout/pay', { checkout })).status).toBe(404);
    expect((await bob.post('/checkout/finish', { checkout })).status).toBe(404);
    expect((await bob.ask('GET', `/test-checkout?id=${checkout}`)).status).toBe(404);
    expect((await ann.ask('GET', `/test-checkout?id=${checkout}`)).body).toMatchObject({
      plan: 'Builder',
      amount: 2900,
    });
    expect((await bob.account()).plan).toBeNull();
  });

  it('gives no key where nothing is paid for', async () => {
    await ann.post('/checkout', { plan: 'builder' });
    for (const path of ['/keys/first', '/keys/create']) {
      expect(await ann.post(path, path.endsWith('first') ? {} : { note: '' }), path).toMatchObject({ status: 409 });
    }
    expect((await ann.account()).keys).toEqual([]);
  });
});

describe('the test checkout', () => {
  it('is for this machine alone, unless the operator opens it', async () => {
    const stranger = world.browser('203.0.113.7');
    await stranger.signIn(world, 'eve@example.org');
    expect((await stranger.state()).checkout).toBe('none');
    expect((await stranger.post('/checkout', { plan: 'builder' })).status).toBe(403);
    const here = world.browser();
    for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { host: 'motif.example' }, { via: '1.1 proxy' }]) {
      expect(
        (await here.ask('GET', '/plans', undefined, headers as never)).body,
        JSON.stringify(headers),
      ).toMatchObject({
        checkout: 'none',
      });
    }
    // as the machine's own address is written where the service listens on ::
    for (const own of [here, world.browser('::1'), world.browser('::ffff:127.0.0.1')])
      expect((await own.ask('GET', '/plans')).body).toMatchObject({ checkout: 'test' });

    // nor does it sell elsewhere what was begun here
    const { body } = await ann.post<{ url: string }>('/checkout', { plan: 'builder' });
    const away = world.browser('203.0.113.7');
    for (const [name, value] of ann.cookies) away.cookies.set(name, value);
    expect((await away.post('/test-checkout/pay', { checkout: body.url.split('id=')[1]! })).status).toBe(403);

    const open = await openWorld({ settings: { testCheckout: true } });
    const anybody = open.browser('203.0.113.7');
    await anybody.signIn(open);
    await anybody.buy();
    expect(await statusOf(open.app, await anybody.firstKey())).toBe(200);
    await open.close();
  });

  it('says in the log that no money was taken', async () => {
    await ann.buy();
    expect(world.log.filter((line) => line.includes('without payment') && line.includes('"level":40'))).toHaveLength(1);
  });

  it('gives what is worth nothing where Stripe sells', async () => {
    const store = openStore(':memory:');
    const before = await openWorld({ store });
    const buyer = before.browser();
    await buyer.signIn(before);
    await buyer.buy();
    const key = await buyer.firstKey();
    expect(await statusOf(before.app, key)).toBe(200);
    await before.app.close();
    const after = await openWorld({
      store,
      settings: { stripe: { secretKey: 'sk_live_x', webhookSecret: 'whsec_x' }, publicUrl: 'https://motif.example' },
    });
    expect(await statusOf(after.app, key)).toBe(401);
    await after.close();
  });
});

describe('keys', () => {
  it('are made, rotated with and without grace, and revoked', async () => {
    await ann.buy();
    const first = await ann.firstKey();
    const made = (await ann.post<{ id: string; key: string }>('/keys/create', { note: ' the bot ' })).body;
    expect((await ann.account()).keys.map(({ note }) => note).sort()).toEqual(['', 'the bot']);
    const next = (await ann.post<{ key: string }>('/keys/rotate', { id: made.id, grace_minutes: 0 })).body.key;
    expect([await statusOf(world.app, made.key), await statusOf(world.app, next)]).toEqual([401, 200]);
    const last = (await ann.post<{ key: string }>('/keys/rotate', { id: made.id, grace_minutes: 60 })).body.key;
    later();
    expect([await statusOf(world.app, next), await statusOf(world.app, last)]).toEqual([200, 200]);
    const until = async () => (await ann.account()).keys.find(({ id }) => id === made.id)?.previous_until;
    expect(await until()).toBe('2024-02-29T13:00:00.000Z');
    later(60 * MINUTE);
    expect([await statusOf(world.app, next), await statusOf(world.app, last)]).toEqual([401, 200]);
    expect(await until()).toBeNull();
    expect((await ann.post('/keys/revoke', { id: made.id })).body).toMatchObject({
      revoked: expect.any(String) as string,
    });
    later();
    expect([await statusOf(world.app, last), await statusOf(world.app, first)]).toEqual([401, 200]);
    expect((await ann.post('/keys/rotate', { id: made.id, grace_minutes: 0 })).status).toBe(409);
  });

  it('are their owner’s alone', async () => {
    await ann.buy();
    const id = (await ann.firstKey())!.slice(6, 14);
    const bob = world.browser();
    await bob.signIn(world, 'bob@example.org');
    await bob.buy();
    expect((await bob.post('/keys/revoke', { id })).status).toBe(404);
    expect((await bob.post('/keys/rotate', { id, grace_minutes: 0 })).status).toBe(404);
    expect((await bob.account()).keys).toEqual([]);
    expect(world.store.keys.find(id)?.revoked).toBeNull();
  });

  it('of one account share its limit, so that more of them give no more', async () => {
    const plans = parsePlans('{"plans": {"builder": {"requests_per_minute": 5, "games_per_day": 2}}}', 'x');
    const small = await openWorld({ plans });
    const buyer = small.browser();
    await buyer.signIn(small);
    await buyer.buy();
    const keys = [await buyer.firstKey(), (await buyer.post<{ key: string }>('/keys/create', { note: '' })).body.key];
    const statuses = [];
    for (let i = 0; i < 7; i++) statuses.push(await statusOf(small.app, keys[i % 2]!));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const { use } = await buyer.account();
    const sum = (name: 'requests' | 'refused') => use.days.reduce((all, day) => all + day[name], 0);
    expect([sum('requests'), sum('refused'), Math.max(...use.days.map(({ peak }) => peak))]).toEqual([5, 2, 5]);
    await small.close();
  });

  it('are at most ten at a time', async () => {
    await ann.buy();
    for (let i = 0; i < 10; i++) expect((await ann.post('/keys/create', { note: '' })).status).toBe(200);
    expect(await ann.post('/keys/create', { note: '' })).toMatchObject({
      status: 409,
      body: { error: 'You have 10 keys; revoke one first' },
    });
    await ann.post('/keys/revoke', { id: (await ann.account()).keys[0]!.id });
    expect((await ann.post('/keys/create', { note: '' })).status).toBe(200);
  });
});

describe('use', () => {
  it('is counted by key and UTC day', async () => {
    await ann.buy();
    const key = await ann.firstKey();
    for (let i = 0; i < 3; i++) await statusOf(world.app, key);
    later(12 * 60 * MINUTE);
    const client = clientOfKey({
      id: readKeyId(key!)!,
      account: world.store.accounts.findByEmail('ann@example.org')!.id,
    });
    world.store.usage.addGames('2024-03-01', [['2024-03-01', client, 3]]);
    for (let i = 0; i < 2; i++) await statusOf(world.app, key);
    const { use, keys } = await ann.account();
    const id = keys[0]!.id;
    expect(use.games_today).toBe(3);
    expect([use.first_day, use.today]).toEqual(['2024-02-01', '2024-03-01']); // 30 days
    expect(use.days.map(({ peak, ...day }) => [day, peak > 0])).toEqual([
      [{ key: id, day: '2024-02-29', requests: 3, refused: 0 }, true],
      [{ key: id, day: '2024-03-01', requests: 2, refused: 0 }, true],
    ]);
    expect(keys[0]!.last_used).toBe('2024-03-01T00:00:00.000Z');
  });
});

describe('another plan', () => {
  it('holds at once, for all keys', async () => {
    await ann.buy('builder');
    const key = await ann.firstKey();
    const changed = await ann.post<{ account: unknown }>('/subscription/change', { plan: 'scale' });
    expect(changed.body.account).toMatchObject({ plan: { name: 'scale' }, subscription: { amount: 5900 } });
    later();
    const reply = await world.app.inject({
      method: 'POST',
      url: '/v1/extract',
      headers: { authorization: `Bearer ${key}` },
      payload: { fen: '8/8/4k3/8/8/3K4/8/8 w - - 0 1' },
    });
    expect(reply.headers['ratelimit-limit']).toBe('500');
    expect((await ann.post('/subscription/change', { plan: 'scale' })).status).toBe(409);
    expect((await ann.post('/subscription/change', { plan: 'custom' })).status).toBe(404);
  });

  it('of a subscriber is kept when prices rise, and so is the rate', async () => {
    await ann.buy('builder');
    const key = await ann.firstKey();
    await world.app.close();
    const dearer = parsePlans('{"plans": {"builder": {"price_per_month": 49}}}', 'x');
    const after = await openWorld({ store: world.store, plans: dearer });
    after.clock.now = NOON + 40 * DAY;
    const again = after.browser();
    await again.signIn(after);
    expect(await again.account()).toMatchObject({ plan: { name: 'builder' }, subscription: { amount: 2900 } });
    expect(await statusOf(after.app, key)).toBe(200);
    await after.app.close();
  });
});

it.each([
  ['2024-01-31', '2024-01-31', '2024-02-29'],
  ['2024-01-31', '2024-03-01', '2024-03-31'],
  ['2024-01-30', '2025-02-01', '2025-02-28'],
  ['2024-02-29', '2024-03-29', '2024-04-29'],
])('a month that began on %s is over, on %s, on %s', (started, now, end) => {
  expect(endOfPeriod(Date.parse(started), Date.parse(now))).toBe(Date.parse(end));
});

describe('cancelling', () => {
  it('lets keys work to the end of the month that is paid for, and not a moment longer', async () => {
    await ann.buy();
    const key = await ann.firstKey();
    const { body } = await ann.post<{ account: { subscription: unknown } }>('/subscription/cancel');
    expect(body.account.subscription).toMatchObject({ cancel_at: '2024-03-29T12:00:00.000Z', status: 'active' });
    world.clock.now = Date.UTC(2024, 2, 29, 12) - 1;
    expect(await statusOf(world.app, key)).toBe(200);
    world.clock.now += 1;
    expect(await statusOf(world.app, key)).toBe(401);
    expect((await ann.post('/keys/create', { note: '' })).status).toBe(409);
  });

  it('can be taken back until then', async () => {
    await ann.buy();
    const key = await ann.firstKey();
    await ann.post('/subscription/cancel');
    expect((await ann.post('/subscription/change', { plan: 'scale' })).status).toBe(409);
    expect(
      (await ann.post<{ account: { subscription: unknown } }>('/subscription/resume')).body.account.subscription,
    ).toMatchObject({
      cancel_at: null,
    });
    later(40 * DAY);
    expect(await statusOf(world.app, key)).toBe(200);
  });

  it('is over: whoever buys again has the same keys again, and is shown no new one', async () => {
    await ann.buy();
    const key = await ann.firstKey();
    await ann.post('/subscription/cancel');
    later(31 * DAY);
    await ann.signIn(world); // the session is over, too
    await ann.buy('scale');
    later();
    expect((await ann.account()).first_key_due).toBe(false);
    expect(await ann.firstKey()).toBeNull();
    expect(await statusOf(world.app, key)).toBe(200);
    expect((await ann.account()).keys).toHaveLength(1);
  });

  it('is over: whoever has revoked the only key meanwhile is given another one when buying again', async () => {
    await ann.buy();
    await ann.post('/keys/revoke', { id: readKeyId((await ann.firstKey())!) });
    await ann.post('/subscription/cancel');
    later(31 * DAY);
    await ann.signIn(world);
    await ann.buy('scale');
    expect((await ann.account()).first_key_due).toBe(true);
    expect(await statusOf(world.app, await ann.firstKey())).toBe(200);
  });

  it('is over: whoever has bought again, and revokes the only key, is given no other unasked', async () => {
    await ann.buy();
    const key = await ann.firstKey();
    await ann.post('/subscription/cancel');
    later(31 * DAY);
    await ann.signIn(world);
    await ann.buy('scale');
    await ann.post('/keys/revoke', { id: readKeyId(key!) });
    expect((await ann.account()).first_key_due).toBe(false);
    expect(await ann.firstKey()).toBeNull();
  });
});

describe('an account', () => {
  it('is deleted with its keys, once nothing is paid for any more', async () => {
    await ann.buy();
    const key = await ann.firstKey();
    expect((await ann.post('/delete')).status).toBe(409);
    await ann.post('/subscription/cancel');
    expect((await ann.post('/delete')).body).toEqual({ deleted: true });
    expect((await ann.state()).account).toBeNull();
    later();
    expect(await statusOf(world.app, key)).toBe(401);
    expect(world.store.accounts.findByEmail('ann@example.org')).toBeUndefined();
    await ann.signIn(world);
    expect(await ann.account()).toMatchObject({ plan: null, keys: [] });
  });
});
