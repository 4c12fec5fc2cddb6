/** Signing in: links, cookies, tokens against forged requests, and what strangers may try. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REFUSALS } from '../../../src/api/errors.js';
import { openStore } from '../../../src/store/open.js';
import { DAY, MINUTE, NOON, openWorld, tokenIn, type Browser, type World } from './world.js';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const ASKED = { sent: true, delivered: true };

describe('a link', () => {
  it('signs in whoever presses its button, and makes the account', async () => {
    const ann = world.browser();
    expect((await ann.post('/sign-in', { email: ' Ann@Example.org ' })).body).toEqual(ASKED);
    expect(world.letters).toHaveLength(1);
    expect(world.letters[0]).toMatchObject({ to: 'ann@example.org', subject: 'Sign in to Motif' });
    expect(world.letters[0]!.text).toMatch(/^http:\/\/127\.0\.0\.1:3000\/sign-in#[\w-]{43}$/m);
    const token = tokenIn(world.letters[0]);
    expect(world.store.accounts.findByEmail('ann@example.org')).toBeUndefined();
    expect((await ann.post('/sign-in/look', { token })).body).toEqual({ email: 'ann@example.org' });
    expect((await ann.state()).account).toBeNull();
    expect((await ann.post('/sign-in/confirm', { token })).body).toEqual({ goal: '/dashboard' });
    expect((await ann.state()).account?.email).toBe('ann@example.org');
  });

  it('is good once, however many use it at a time', async () => {
    const ann = world.browser();
    await ann.post('/sign-in', { email: 'ann@example.org' });
    const token = tokenIn(world.letters[0]);
    const many = await Promise.all(
      Array.from({ length: 5 }, () => world.browser().post('/sign-in/confirm', { token })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    expect((await ann.post('/sign-in/look', { token })).status).toBe(410);
  });

  it('that was not copied exactly says so, and is no less good for it', async () => {
    const ann = world.browser();
    await ann.post('/sign-in', { email: 'ann@example.org' });
    const token = tokenIn(world.letters[0]);
    for (const path of ['/sign-in/look', '/sign-in/confirm']) {
      for (const wrong of ['', token.slice(0, 30), `${token}.`, `${token}>`]) {
        const { status, body } = await ann.post<{ error: string }>(path, { token: wrong });
        expect({ status, error: body.error }, `${path} ${wrong}`).toEqual({
          status: 400,
          error: REFUSALS.link_miscopied.message,
        });
      }
    }
    expect((await ann.post('/sign-in/confirm', { token })).body).toEqual({ goal: '/dashboard' });
  });

  it('is good for fifteen minutes', async () => {
    const ann = world.browser();
    await ann.post('/sign-in', { email: 'ann@example.org' });
    const token = tokenIn(world.letters[0]);
    world.clock.now += 15 * MINUTE - 1;
    expect((await ann.post('/sign-in/look', { token })).status).toBe(200);
    world.clock.now += 1;
    expect((await ann.post('/sign-in/look', { token })).status).toBe(410);
    expect((await ann.post('/sign-in/confirm', { token })).status).toBe(410);
  });

  it('ends with the others that were sent to the address when one is used', async () => {
    const ann = world.browser();
    await ann.post('/sign-in', { email: 'ann@example.org' });
    await ann.post('/sign-in', { email: 'ann@example.org' });
    await ann.post('/sign-in/confirm', { token: tokenIn(world.letters[1]) });
    expect((await ann.post('/sign-in/confirm', { token: tokenIn(world.letters[0]) })).status).toBe(410);
  });

  it('is kept as a hash alone, and stands in no log', async () => {
    await world.browser().post('/sign-in', { email: 'ann@example.org' });
    const token = tokenIn(world.letters[0]);
    await world.browser().post('/sign-in/confirm', { token });
    expect(world.log.join('')).not.toContain(token);
    expect(world.log.join('')).toContain('/pages/account/sign-in/confirm');
  });

  it('leads to a page of this site, whatever is asked for', async () => {
    for (const [goal, leads] of [
      ['//evil', '/dashboard'],
      ['/pricing?plan=scale', '/pricing?plan=scale'],
      ['https://evil.example/', '/dashboard'],
      ['//evil.example', '/dashboard'],
      ['/\\evil.example', '/dashboard'],
      ['javascript:alert(1)', '/dashboard'],
    ]) {
      const ann = world.browser(`203.0.113.${world.letters.length}`);
      await ann.post('/sign-in', { email: `ann${world.letters.length}@example.org`, goal });
      expect((await ann.post('/sign-in/confirm', { token: tokenIn(world.letters.at(-1)) })).body, goal).toEqual({
        goal: leads,
      });
    }
  });

  it('comes from the operator’s address, never from the Host that a request names', async () => {
    const ann = world.browser();
    const { csrf } = await ann.state();
    const forged = { 'csrf-token': csrf, host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await ann.ask('POST', '/sign-in', { email: 'ann@example.org' }, forged);
    expect(world.letters[0]!.text).not.toContain('evil');
  });

  it.each([
    '',
    'ann',
    'ann@example',
    'a b@example.org',
    'ann@example.org,bob@example.org',
    'ann@example.org\r\nBcc: x@y.zz',
    `${'a'.repeat(65)}@x.org`,
  ])('is not sent to %j', async (email) => {
    expect((await world.browser().post('/sign-in', { email })).status).toBe(400);
    expect(world.letters).toEqual([]);
  });

  it('that does not get through is said so', async () => {
    const broken = await openWorld({ mailFails: () => true });
    expect((await broken.browser().post('/sign-in', { email: 'ann@example.org' })).status).toBe(502);
    await broken.close();
  });
});

describe('strangers', () => {
  it('cannot tell who has an account: answer and letter are the same', async () => {
    await world.browser().signIn(world, 'ann@example.org');
    const eve = world.browser('203.0.113.7');
    const known = await eve.post('/sign-in', { email: 'ann@example.org' });
    const unknown = await eve.post('/sign-in', { email: 'nobody@example.org' });
    expect(unknown.body).toEqual(known.body);
    expect(unknown.status).toBe(known.status);
    const [a, b] = world.letters.slice(-2).map(({ text }) => text.replace(/#[\w-]+/, ''));
    expect(a).toBe(b);
  });

  it('are sent ten links in a quarter of an hour, and to one address five come', async () => {
    const ask = (from: string, email: string) => world.browser(from).post('/sign-in', { email });
    for (let i = 0; i < 10; i++) expect((await ask('203.0.113.7', `a${i}@example.org`)).status).toBe(200);
    const refused = await ask('203.0.113.7', 'b@example.org');
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 900]);
    for (let i = 0; i < 5; i++) expect((await ask(`203.0.113.${i + 10}`, 'c@example.org')).status).toBe(200);
    expect((await ask('203.0.113.99', ' C@example.org')).status).toBe(429);
    expect(world.letters).toHaveLength(15);
    world.clock.now += 15 * MINUTE;
    expect((await ask('203.0.113.7', 'b@example.org')).status).toBe(200);
  });

  it('ask 600 times a minute at most', async () => {
    const eve = world.browser('203.0.113.7');
    for (let i = 0; i < 600; i++) expect((await eve.ask('GET', '/plans')).status).toBe(200);
    expect((await eve.ask('GET', '/state')).status).toBe(429);
  });

  it('leave nothing behind: a visit without signing in writes no session', async () => {
    const eve = world.browser();
    await eve.state();
    await eve.post('/sign-in', { email: 'no' });
    expect([...eve.cookies.keys()]).toEqual(['motif_csrf']);
  });
});

describe('cookies', () => {
  it('are HttpOnly, Lax, for the whole site, without Secure on plain http', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    const flags = ann.set
      .filter((line) => !line.includes('1970'))
      .map((line) => line.replace(/=[^;]*/, '').replace(/; Expires=[^;]*/, ''));
    expect(new Set(flags)).toEqual(
      new Set(['motif_csrf; Path=/; HttpOnly; SameSite=Lax', 'motif_session; Path=/; HttpOnly; SameSite=Lax']),
    );
  });

  it('are Secure and bound to this host where the public address has https, whatever the proxy says', async () => {
    const secure = await openWorld({ settings: { publicUrl: 'https://motif.example' } });
    const ann = secure.browser();
    await ann.signIn(secure);
    expect(secure.letters[0]!.text).toContain('https://motif.example/sign-in#');
    expect(ann.set.length).toBeGreaterThan(1);
    for (const line of ann.set) {
      expect(line).toMatch(/^__Host-motif_(?:csrf|session)=/);
      expect(line).toMatch(/; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/);
      expect(line).not.toContain('Domain');
    }
    expect((await ann.account()).email).toBe('ann@example.org');
    await secure.close();
  });

  it('are Secure where a trusted proxy says https', async () => {
    const proxied = await openWorld({ trustProxy: ['loopback'] });
    const reply = await proxied
      .browser()
      .ask('GET', '/state', undefined, { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' });
    expect(String(reply.headers['set-cookie'])).toContain('; Secure');
    await proxied.close();
  });

  it('that were changed are worth nothing', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    const cookie = ann.cookies.get('motif_session')!;
    ann.cookies.set('motif_session', cookie.slice(0, -2) + (cookie.endsWith('AA') ? 'BB' : 'AA'));
    expect((await ann.state()).account).toBeNull();
  });

  it('are kept out of the interface: the doors neither read nor set any', async () => {
    const reply = await world.app.inject({ url: '/api/v1/health' });
    expect(reply.headers).not.toHaveProperty('set-cookie');
  });
});

describe('a session', () => {
  it('has another id after signing in: one that was planted before is nobody’s', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    const first = ann.cookies.get('motif_session')!;
    await ann.signIn(world);
    const second = ann.cookies.get('motif_session')!;
    expect(second).not.toBe(first);
    const old = world.browser();
    old.cookies.set('motif_session', first);
    expect((await old.state()).account).toBeNull();
  });

  it('outlives a restart, and is kept as a hash alone', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    const id = decodeURIComponent(ann.cookies.get('motif_session')!).split('.')[0]!;
    await world.app.close();
    const again = await openWorld({ store: world.store });
    const back = again.browser();
    for (const [name, value] of ann.cookies) back.cookies.set(name, value);
    expect((await back.account()).email).toBe('ann@example.org');
    expect(id.length).toBeGreaterThan(30);
    await again.app.close();
  });

  it('ends with another secret, whose cookies it does not know', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    await world.app.close();
    const again = await openWorld({
      store: world.store,
      settings: { secret: 'another secret of at least 32 characters' },
    });
    const back = again.browser();
    for (const [name, value] of ann.cookies) back.cookies.set(name, value);
    expect((await back.state()).account).toBeNull();
    await again.app.close();
  });

  it('lasts thirty days from the last visit, and then is forgotten', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    for (let i = 0; i < 3; i++) {
      world.clock.now += 29 * DAY;
      expect((await ann.state()).account, `visit ${i}`).not.toBeNull();
    }
    world.clock.now += 30 * DAY;
    expect((await ann.state()).account).toBeNull();
  });

  it('that has expired is removed from the database, and so is what keys were used long ago', async () => {
    const store = openStore(':memory:');
    const row = (expires: number) => ({ account: null, data: '{}', expires });
    const [old, young] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
    store.accounts.addSession(old, row(NOON));
    store.accounts.addSession(young, row(NOON + 1));
    const forgetOld = vi.spyOn(store.keyDays, 'forgetOld');
    const again = await openWorld({ store });
    await expect.poll(() => forgetOld.mock.calls).toEqual([[NOON]]);
    expect([old, young].map((hash) => store.accounts.findSession(hash)?.expires)).toEqual([undefined, NOON + 1]);
    await again.close();
  });

  it('ends when its owner signs out, there or everywhere', async () => {
    const [here, there] = [world.browser(), world.browser()];
    await here.signIn(world);
    await there.signIn(world);
    const cookie = here.cookies.get('motif_session')!;
    await here.post('/sign-out');
    expect(here.cookies.has('motif_session')).toBe(false);
    here.cookies.set('motif_session', cookie);
    expect((await here.state()).account).toBeNull();
    expect((await there.state()).account).not.toBeNull();
    await here.signIn(world);
    await here.post('/sign-out/everywhere');
    expect((await there.state()).account).toBeNull();
  });

  it('is not brought back by a request that was under way when it ended', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    world.clock.now += DAY; // the first visit of a day makes it last longer
    const { accounts } = world.store;
    const find = accounts.findSession.bind(accounts);
    vi.spyOn(accounts, 'findSession').mockImplementationOnce((hash) => {
      const session = find(hash);
      accounts.dropSessions(session?.account ?? '');
      return session;
    });
    expect((await ann.state()).account).not.toBeNull();
    expect((await ann.state()).account).toBeNull();
  });
});

describe('the token against forged requests', () => {
  const POSTS: [string, object][] = [
    ['/sign-in', { email: 'ann@example.org' }],
    ['/sign-in/look', { token: 'x' }],
    ['/sign-in/confirm', { token: 'x' }],
    ['/sign-out', {}],
    ['/sign-out/everywhere', {}],
    ['/delete', {}],
    ['/checkout', { plan: 'builder' }],
    ['/checkout/finish', { checkout: 'x' }],
    ['/subscription/change', { plan: 'scale' }],
    ['/subscription/cancel', {}],
    ['/subscription/resume', {}],
    ['/portal', {}],
    ['/test-checkout/pay', { checkout: 'x' }],
    ['/keys/first', {}],
    ['/keys/create', { note: '' }],
    ['/keys/rotate', { id: 'x', grace_minutes: 0 }],
    ['/keys/revoke', { id: 'x' }],
  ];

  it('covers every route that changes anything', () => {
    const prefix = 'POST /pages/account';
    const posts = world.routes.filter((route) => route.startsWith(prefix)).map((route) => route.slice(prefix.length));
    expect(posts.sort()).toEqual(POSTS.map(([path]) => path).sort());
  });

  it.each(POSTS)('is asked for by %s', async (path, body) => {
    const ann = world.browser();
    await ann.signIn(world);
    const { csrf } = await ann.state();
    for (const headers of [{}, { 'csrf-token': '' }, { 'csrf-token': 'nonsense' }, { 'csrf-token': `${csrf}x` }]) {
      expect((await ann.ask('POST', path, body, headers as never)).status).toBe(403);
    }
    expect((await ann.account()).email).toBe('ann@example.org');
    expect((await ann.ask('POST', path, body, { 'csrf-token': csrf })).status).not.toBe(403);
  });

  it('is the session’s: another’s is refused, and one from before signing in, too', async () => {
    const [ann, eve] = [world.browser(), world.browser()];
    const before = (await ann.state()).csrf;
    await ann.signIn(world);
    await eve.signIn(world, 'eve@example.org');
    const evesToken = (await eve.state()).csrf;
    const send = (token: string) => ann.ask('POST', '/sign-out', {}, { 'csrf-token': token });
    expect((await send(evesToken)).status).toBe(403);
    expect((await send(before)).status).toBe(403);
    // even where eve has planted her own cookie beside ann's session
    ann.cookies.set('motif_csrf', eve.cookies.get('motif_csrf')!);
    expect((await send(evesToken)).status).toBe(403);
  });

  it('is not in a cookie that a page can read, nor may other sites read the answers', async () => {
    const ann = world.browser();
    const reply = await ann.ask('GET', '/state', undefined, { origin: 'https://evil.example' });
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('forms of other sites cannot even ask: only JSON is read', async () => {
    const ann = world.browser();
    await ann.signIn(world);
    const { csrf } = await ann.state();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await world.app.inject({
        method: 'POST',
        url: '/pages/account/sign-out',
        headers: {
          'content-type': type,
          'csrf-token': csrf,
          cookie: `motif_session=${ann.cookies.get('motif_session')}`,
        },
        payload: '{}',
      });
      expect(reply.statusCode, type).toBe(400);
    }
    expect((await ann.state()).account).not.toBeNull();
  });
});

describe('bad input', () => {
  let ann: Browser;
  beforeEach(async () => {
    ann = world.browser();
    await ann.signIn(world);
  });

  it.each([
    ['/sign-in', {}],
    ['/sign-in', { email: 7 }],
    ['/sign-in', { email: 'a@b.cc', goal: '/', more: 1 }],
    ['/sign-in', { email: `a@${'b.'.repeat(125)}example.org` }],
    ['/checkout', { plan: null }],
    ['/keys/create', { note: 'two\nlines' }],
    ['/keys/rotate', { id: 'abcdefgh', grace_minutes: 1e9 }],
    ['/keys/rotate', { id: 'abcdefgh', grace_minutes: -1 }],
  ])('%s %j is refused in words, and not in those of the interface', async (path, body) => {
    const { status, body: answer } = await ann.post<{ error: string }>(path, body);
    expect(status).toBe(400);
    expect(answer.error).not.toContain('fen');
    expect(answer.error.length).toBeGreaterThan(10);
  });

  it('tells that a note is one line', async () => {
    expect(await ann.post('/keys/create', { note: 'two\nlines' })).toMatchObject({
      status: 400,
      body: { error: "'note' must be one line of text" },
    });
  });

  it('a body beyond measure is refused', async () => {
    expect((await ann.post('/keys/create', { note: 'x'.repeat(5000) })).status).toBe(413);
  });
});

it('accounts are no content: the digest of a store leaves them out', () => {
  const store = openStore(':memory:');
  const before = store.digest();
  const hash = new Uint8Array(32).fill(1);
  store.accounts.addLink(hash, { email: 'ann@example.org', goal: '/', expires: Date.now() + 1000 });
  store.accounts.useLink(hash, Date.now(), 'acct_1');
  expect(store.digest()).toBe(before);
  store.close();
});
