/** The two doors: who is let in, and how often (the interface's sections 5, 7 and 8). */
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashKey, makeKey } from '../../src/api/key.js';
import { EngineAnalyst, TooCostlyError } from '../../src/api/analyst.js';
import { parsePlans } from '../../src/api/plan-file.js';
import { BUILT_IN_PLANS } from '../../src/api/plans.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { PATTERNS } from '../../src/tactics/types.js';
import { PUZZLE_000PW, queensGame } from './app.js';
import { addKey, doorApp, type DoorOptions } from './doors.js';

const FEN = '8/8/4k3/8/8/3K4/8/8 w - - 0 1';
const PGN = '1. e4 e5 2. Nf3 *';
const NOON = Date.UTC(2024, 1, 29, 12);

let store: Store;
let app: FastifyInstance;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  store = openStore(':memory:');
});
afterEach(async () => {
  await app.close();
  store.close();
  vi.useRealTimers();
});

async function open(options: Partial<DoorOptions> = {}): Promise<void> {
  app = await doorApp({ store, ...options });
}

interface Options {
  key?: string | undefined;
  /** The Authorization header as it stands, in place of a key. */
  header?: string;
  from?: string;
  forwarded?: string;
  body?: object;
}

async function post(path: string, { key, header, from, forwarded, body }: Options = {}) {
  const authorization = header ?? (key === undefined ? undefined : `Bearer ${key}`);
  const reply = await app.inject({
    method: 'POST',
    url: path,
    remoteAddress: from ?? '203.0.113.1',
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
    },
    payload: body ?? { fen: FEN, depth: 'l1' },
  });
  return { status: reply.statusCode, body: reply.json<unknown>(), headers: reply.headers };
}

const FREE = '/api/v1/extract';
const PAID = '/v1/extract';

/** The statuses of so many requests, one after the other. */
async function statuses(
  count: number,
  path: string,
  options: Options | ((index: number) => Options) = {},
): Promise<number[]> {
  const all = [];
  for (let i = 0; i < count; i++)
    all.push((await post(path, typeof options === 'function' ? options(i) : options)).status);
  return all;
}

const LIMITED = { error: 'Rate limit exceeded' };
const REFUSED = { error: 'Missing or invalid API key' };
const CAPPED = { error: 'Daily game analysis limit reached. Upgrade for higher limits.' };

describe('both doors', () => {
  it('answer /extract and /extract_game alike', async () => {
    await open();
    const { key } = addKey(store);
    for (const [route, body] of [
      ['extract', { fen: PUZZLE_000PW }],
      ['extract_game', { pgn: PGN }],
    ] as const) {
      const free = await post(`/api/v1/${route}`, { body });
      const paid = await post(`/v1/${route}`, { body, key });
      expect([free.status, paid.status]).toEqual([200, 200]);
      expect({ ...(paid.body as object), performance_ms: 0 }).toEqual({ ...(free.body as object), performance_ms: 0 });
    }
  });

  it.each(['/api/v1/health', '/v1/health'])('answer %s to everybody, without key, limit or count', async (url) => {
    await open();
    for (let i = 0; i < 200; i++) {
      const reply = await app.inject({ url });
      expect(reply.statusCode).toBe(200);
      expect(reply.json()).toMatchObject({ status: 'ok', patterns: PATTERNS });
      expect(reply.headers).not.toHaveProperty('ratelimit-limit');
    }
  });

  it('answer 404 and 405 in the same form, and nothing stands between them', async () => {
    await open();
    for (const prefix of ['/api/v1', '/v1']) {
      expect((await post(`${prefix}/extracts`)).status).toBe(404);
      expect((await app.inject({ url: `${prefix}/extract` })).statusCode).toBe(405);
    }
    expect((await post('/extract')).status).toBe(404);
    expect((await post('/api/extract')).status).toBe(404);
  });
});

describe('the free door', () => {
  it('lets an address in 30 times a minute, and counts down in the headers', async () => {
    await open();
    for (let request = 1; request <= 30; request++) {
      const { status, headers } = await post(FREE);
      expect(status).toBe(200);
      expect(headers).toMatchObject({
        'ratelimit-limit': '30',
        'ratelimit-remaining': String(30 - request),
        'ratelimit-reset': '60',
      });
      expect(headers).not.toHaveProperty('retry-after');
    }
    vi.setSystemTime(NOON + 20_500);
    const { status, body, headers } = await post(FREE);
    expect([status, body]).toEqual([429, LIMITED]);
    expect(headers).toMatchObject({
      'ratelimit-limit': '30',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '40',
      'retry-after': '40',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('lets it in again when the minute is over, and Retry-After says when that is', async () => {
    await open();
    await statuses(30, FREE);
    vi.setSystemTime(NOON + 15_000);
    const wait = Number((await post(FREE)).headers['retry-after']);
    vi.setSystemTime(NOON + 15_000 + wait * 1000 - 1);
    expect((await post(FREE)).status).toBe(429);
    vi.setSystemTime(NOON + 15_000 + wait * 1000);
    expect(await statuses(31, FREE)).toEqual([...Array<number>(30).fill(200), 429]);
  });

  it('does not lock it out until the hour comes again where the clock is set back', async () => {
    await open();
    await statuses(31, FREE);
    vi.setSystemTime(NOON - 3_600_000);
    const { status, headers } = await post(FREE);
    expect([status, headers['ratelimit-reset']]).toEqual([200, '60']);
    vi.setSystemTime(NOON - 3_600_000 + 60_000);
    expect(await statuses(31, FREE)).toEqual([...Array<number>(30).fill(200), 429]);
  });

  it('keeps its count where the clock is put right by a moment', async () => {
    await open();
    await statuses(30, FREE);
    vi.setSystemTime(NOON - 500);
    expect((await post(FREE)).status).toBe(429);
  });

  it('counts /extract and /extract_game together, and what is refused with 400 as well', async () => {
    await open();
    await statuses(14, FREE);
    await statuses(1, '/api/v1/extract_game', { body: { pgn: PGN } });
    expect(await statuses(15, FREE, { body: { fen: 'no' } })).toEqual(Array<number>(15).fill(400));
    expect((await post('/api/v1/extract_game', { body: { pgn: PGN } })).body).toEqual(LIMITED);
  });

  it('counts a batch as so many requests: all of them, or the one that it is', async () => {
    await open();
    const batch = (size: number) =>
      ({
        method: 'POST',
        url: '/api/v1/extract_batch',
        payload: { fens: Array(size).fill(FEN), depth: 'l1' },
      }) as const;
    const ask = async (size: number) => {
      const { statusCode, headers } = await app.inject(batch(size));
      return [statusCode, headers['ratelimit-remaining']];
    };
    expect(await ask(10)).toEqual([200, '20']);
    expect(await ask(1)).toEqual([200, '19']);
    expect(await ask(20)).toEqual([429, '18']);
    expect((await app.inject(batch(20))).json()).toEqual(LIMITED);
    expect(await ask(17)).toEqual([200, '0']);
    expect(await ask(1)).toEqual([429, '0']);
    vi.setSystemTime(NOON + 60_000);
    expect(await ask(30)).toEqual([200, '0']);
  });

  it('lets batches at the same time have no more than there is', async () => {
    await open();
    const payload = { fens: Array<string>(20).fill(FEN), depth: 'l1' };
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => app.inject({ method: 'POST', url: '/api/v1/extract_batch', payload })),
    );
    expect(replies.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
  });

  it('says in words that a batch is beyond the plan, where waiting would not help', async () => {
    await open();
    const fens = Array<string>(121).fill(FEN);
    expect(await post('/api/v1/extract_batch', { body: { fens: fens.slice(0, 31) } })).toMatchObject({
      status: 413,
      body: { error: 'This counts as 31 requests; the plan allows 30 in a minute' },
    });
    expect((await post('/v1/extract_batch', { body: { fens }, key: addKey(store).key })).status).toBe(413);
    expect(
      (
        await app.inject({
          method: 'POST',
          url: '/v1/extract_batch',
          headers: { authorization: `Bearer ${addKey(store, 'custom').key}` },
          payload: { fens, depth: 'l1' },
        })
      ).statusCode,
    ).toBe(200);
  });

  it('counts each address for itself', async () => {
    await open();
    await statuses(31, FREE, { from: '203.0.113.1' });
    expect((await post(FREE, { from: '203.0.113.2' })).status).toBe(200);
    expect((await post(FREE, { from: '::ffff:203.0.113.1' })).status).toBe(429);
  });

  it('counts IPv6 by its first 64 bits', async () => {
    await open();
    const made = await statuses(31, FREE, (index) => ({ from: `2001:db8:1:2::${(index + 1).toString(16)}` }));
    expect(made).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await post(FREE, { from: '2001:db8:1:3::1' })).status).toBe(200);
  });

  it('does not mind a key, valid or not', async () => {
    await open();
    const { key } = addKey(store, 'custom');
    expect(await statuses(31, FREE, { key })).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await post(FREE, { key: 'nonsense', from: '203.0.113.9' })).status).toBe(200);
  });

  it('refuses before it reads: a body beyond measure is no way round the limit', async () => {
    await open();
    await statuses(30, FREE);
    expect(await post(FREE, { body: { fen: 'k'.repeat(2_000_000) } })).toMatchObject({ status: 429, body: LIMITED });
  });

  it('bounds what it remembers: a flood of addresses makes it forget the quietest, and grow no further', async () => {
    await open({ plans: parsePlans('{"plans": {"free": {"requests_per_minute": 1}}}', 'x') });
    expect(await statuses(2, FREE, { from: '192.0.2.1' })).toEqual([200, 429]);
    for (let i = 0; i < 10_000; i++) {
      await app.inject({
        method: 'POST',
        url: FREE,
        remoteAddress: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`,
        payload: '',
      });
    }
    expect((await post(FREE, { from: '192.0.2.1' })).status).toBe(200); // forgotten
    expect((await post(FREE, { from: '10.0.39.15' })).status).toBe(429); // the last one is not
  });
});

describe('the paid door', () => {
  it('refuses what is missing, malformed, mistyped, unknown, replaced or revoked, all with one answer', async () => {
    await open();
    const { id, key } = addKey(store);
    const old = addKey(store);
    store.keys.rotate(old.id, hashKey(makeKey(old.id)), NOON, null);
    const gone = addKey(store);
    store.keys.revoke(gone.id, NOON);
    const headers = {
      missing: undefined,
      empty: '',
      'no key': 'Bearer',
      'another scheme': `Basic ${Buffer.from(`user:${key}`).toString('base64')}`,
      'no scheme': key,
      malformed: 'Bearer hello',
      mistyped: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      'two of them': `Bearer ${key} ${key}`,
      unknown: `Bearer ${makeKey('00000000')}`,
      "another secret under a key's id": `Bearer ${makeKey(id)}`,
      replaced: `Bearer ${old.key}`,
      revoked: `Bearer ${gone.key}`,
    };
    const answers = new Set<string>();
    for (const [name, header] of Object.entries(headers)) {
      const { status, body, headers } = await post(PAID, header === undefined ? {} : { header });
      expect([status, body], name).toEqual([401, REFUSED]);
      answers.add(JSON.stringify({ ...headers, date: '', 'x-request-id': '' }));
    }
    expect([...answers]).toHaveLength(1);
    expect([...answers][0]).toContain('"www-authenticate":"Bearer"');
    expect((await post(PAID, { key })).status).toBe(200);
    expect((await post(PAID, { header: `bearer  ${key} ` })).status).toBe(200);
  });

  it('is limited by the plan of the key, whatever address it comes from', async () => {
    await open();
    const { key } = addKey(store, 'builder');
    const made = await statuses(121, PAID, (index) => ({ key, from: `10.0.0.${index}` }));
    expect(made).toEqual([...Array<number>(120).fill(200), 429]);
    const { body, headers } = await post(PAID, { key });
    expect(body).toEqual(LIMITED);
    expect(headers).toMatchObject({ 'ratelimit-limit': '120', 'ratelimit-remaining': '0', 'retry-after': '60' });
  });

  it('lets Scale in 500 times, Custom without limit, and counts keys at one address apart', async () => {
    await open();
    const scale = addKey(store, 'scale').key;
    expect(await statuses(501, PAID, { key: scale })).toEqual([...Array<number>(500).fill(200), 429]);
    const custom = addKey(store, 'custom').key;
    expect(new Set(await statuses(1000, PAID, { key: custom }))).toEqual(new Set([200]));
    expect((await post(PAID, { key: custom })).headers).not.toHaveProperty('ratelimit-limit');
    expect((await post(PAID, { key: addKey(store, 'scale').key })).headers).toMatchObject({
      'ratelimit-remaining': '499',
    });
  });

  it('has no daily cap on games, unless the plan says so', async () => {
    await open({ plans: parsePlans('{"plans": {"team": {"requests_per_minute": null, "games_per_day": 2}}}', 'x') });
    const game = { body: { pgn: PGN } };
    expect(await statuses(10, '/v1/extract_game', { ...game, key: addKey(store).key })).toEqual(
      Array<number>(10).fill(200),
    );
    const { key } = addKey(store, 'team');
    expect(await statuses(3, '/v1/extract_game', (index) => ({ ...game, key, from: `10.0.0.${index}` }))).toEqual([
      200, 200, 429,
    ]);
    expect((await post('/v1/extract_game', { ...game, key: addKey(store, 'team').key })).status).toBe(200);
  });

  it('refuses a key on a plan that is not in the table, and tells the operator', async () => {
    const lines: string[] = [];
    await open({ log: (line) => lines.push(line) });
    const { id, key } = addKey(store, 'team');
    expect(await post(PAID, { key })).toMatchObject({ status: 401, body: REFUSED });
    expect(lines.find((line) => line.includes('"level":40'))).toContain(id);
  });

  it('answers 429 to an address that has guessed 60 times, until the minute is over, and still knows a key from there', async () => {
    await open();
    const { key } = addKey(store);
    const guesses = await statuses(61, PAID, (index) => ({ key: index % 2 ? makeKey('00000000') : 'hello' }));
    expect(guesses).toEqual([...Array<number>(60).fill(401), 429]);
    for (const wrong of [{ key: 'hello' }, { key: makeKey('00000000') }, {}]) {
      expect(await post(PAID, wrong)).toMatchObject({
        status: 429,
        body: LIMITED,
        headers: {
          'retry-after': '60',
          'x-error-detail':
            'this key is not valid, and more than 60 requests without a valid one came from this address',
        },
      });
    }
    // somebody else behind the same router
    expect((await post(PAID, { key })).status).toBe(200);
    expect((await post(FREE)).status).toBe(200);
    vi.setSystemTime(NOON + 60_000);
    expect((await post(PAID, { key: 'hello' })).status).toBe(401);
  });

  it('counts guesses from one /64 together, and valid requests not among them', async () => {
    await open({ plans: { ...BUILT_IN_PLANS, refusedKeysPerMinute: 3 } });
    const { key } = addKey(store);
    const from = (index: number) => `2001:db8:1:2::${index + 1}`;
    expect(await statuses(50, PAID, (index) => ({ key, from: from(index) }))).toEqual(Array<number>(50).fill(200));
    expect(await statuses(4, PAID, (index) => ({ key: 'guess', from: from(index) }))).toEqual([401, 401, 401, 429]);
  });

  it('tells nobody that a key is wrong where it could not be looked up', async () => {
    await open();
    const { key } = addKey(store);
    vi.spyOn(store.keys, 'find').mockImplementation(() => {
      throw new Error('disk I/O error');
    });
    expect((await post(PAID, { key })).status).toBe(500);
  });
});

describe('X-Forwarded-For', () => {
  it('is no use to anybody by default', async () => {
    await open();
    const made = await statuses(31, FREE, (index) => ({ forwarded: `198.51.100.${index}` }));
    expect(made).toEqual([...Array<number>(30).fill(200), 429]);
    const guesses = await statuses(61, PAID, (index) => ({ key: 'guess', forwarded: `198.51.100.${index}` }));
    expect(guesses.at(-1)).toBe(429);
  });

  it('is believed from a trusted proxy, and what a client has put in front of it is not', async () => {
    await open({ trustProxy: ['10.0.0.7', '10.1.0.0/16'] });
    const proxy = { from: '10.0.0.7' };
    const made = await statuses(31, FREE, (index) => ({ ...proxy, forwarded: `198.51.100.${index}, 203.0.113.5` }));
    expect(made).toEqual([...Array<number>(30).fill(200), 429]);
    expect((await post(FREE, { ...proxy, forwarded: '203.0.113.6' })).status).toBe(200);
    // through two proxies, both trusted
    expect((await post(FREE, { ...proxy, forwarded: '203.0.113.5, 10.1.2.3' })).status).toBe(429);
    // the same header from somebody else
    expect((await post(FREE, { from: '10.2.0.1', forwarded: '203.0.113.5' })).status).toBe(200);
  });

  it('is one client where the proxy passes on nonsense, and one with and without a port', async () => {
    await open({ trustProxy: ['loopback'], plans: parsePlans('{"plans": {"free": {"requests_per_minute": 2}}}', 'x') });
    const from = '127.0.0.1';
    expect(await statuses(3, FREE, (index) => ({ from, forwarded: `nonsense${index}` }))).toEqual([200, 200, 429]);
    expect(await statuses(3, FREE, (index) => ({ from, forwarded: `203.0.113.5:${index + 1}` }))).toEqual([
      200, 200, 429,
    ]);
  });
});

describe('the daily cap on games', () => {
  const GAME = '/api/v1/extract_game';
  const game = { body: { pgn: PGN } };
  const bad = { body: { pgn: '1. e4 e5 2. Qh6 *' } };
  /** Without the limit by the minute, which would come first. */
  const plans = parsePlans('{"plans": {"free": {"requests_per_minute": null}}}', 'x');

  it('gives an address three a day by default, and says so, and until when', async () => {
    await open();
    expect(await statuses(3, GAME, game)).toEqual([200, 200, 200]);
    const { status, body, headers } = await post(GAME, game);
    expect([status, body]).toEqual([429, CAPPED]);
    expect(headers).toMatchObject({ 'retry-after': String(12 * 60 * 60) });
    expect((await post(FREE)).status).toBe(200);
    expect((await post(GAME, { ...game, from: '203.0.113.2' })).status).toBe(200);
  });

  it('counts a game that is sent to /extract, and in the earlier form', async () => {
    await open({ plans });
    expect(await statuses(2, FREE, game)).toEqual([200, 200]);
    const earlier = {
      method: 'POST',
      url: FREE,
      headers: { 'accept-version': '3.0' },
      remoteAddress: '203.0.113.1',
    } as const;
    expect((await app.inject({ ...earlier, payload: { pgn: PGN } })).statusCode).toBe(200);
    expect((await app.inject({ ...earlier, payload: { pgn: PGN } })).json()).toEqual(CAPPED);
    expect((await app.inject({ ...earlier, payload: { fen: FEN } })).statusCode).toBe(200);
    expect((await post(FREE, game)).body).toEqual(CAPPED);
  });

  it('counts accepted games only', async () => {
    await open({ plans });
    for (const body of [
      bad.body,
      {},
      { pgn: 7 },
      { pgn: PGN, mode: 'all' },
      { pgn: PGN, patterns: ['x'] },
      { fen: FEN },
    ]) {
      expect((await post(GAME, { body })).status).toBe(400);
    }
    expect(await statuses(3, GAME, game)).toEqual([200, 200, 200]);
    expect((await post(GAME, bad)).body).toEqual(CAPPED);
  });

  it('counts a game that the client has already, and is told so with 304', async () => {
    await open({ plans });
    const had = { 'if-none-match': '*' };
    const request = {
      method: 'POST',
      url: GAME,
      remoteAddress: '203.0.113.1',
      headers: had,
      payload: game.body,
    } as const;
    const all = [];
    for (let i = 0; i < 4; i++) all.push((await app.inject(request)).statusCode);
    expect(all).toEqual([304, 304, 304, 429]);
  });

  it('counts a game that was analysed, though it has more tactics than an answer may hold', async () => {
    await open({ plans });
    const queens = { body: { pgn: queensGame(13), depth: 'l1', mode: 'available' } };
    expect(await statuses(4, GAME, queens)).toEqual([413, 413, 413, 429]);
  });

  it('gives back a game of more positions than are analysed', async () => {
    const analyst = new EngineAnalyst(await loadEngine());
    vi.spyOn(analyst, 'game').mockRejectedValue(new TooCostlyError('positions', 1_200, 1_000));
    await open({ plans, analyst });
    expect(await statuses(5, GAME, game)).toEqual(Array<number>(5).fill(413));
  });

  it('gives back what fails inside', async () => {
    const analyst = new EngineAnalyst(await loadEngine());
    const inside = vi.spyOn(analyst, 'game').mockRejectedValue(new Error('no'));
    await open({ plans, analyst });
    expect(await statuses(5, GAME, game)).toEqual(Array<number>(5).fill(500));
    inside.mockRestore();
    expect(await statuses(4, GAME, game)).toEqual([200, 200, 200, 429]);
  });

  it('holds for games at the same time', async () => {
    await open({ plans });
    const all = await Promise.all(Array.from({ length: 10 }, () => post(GAME, game)));
    expect(all.map(({ status }) => status).sort()).toEqual([
      ...Array<number>(3).fill(200),
      ...Array<number>(7).fill(429),
    ]);
  });

  it('begins anew at midnight UTC, to the second that Retry-After names', async () => {
    vi.setSystemTime(Date.UTC(2024, 1, 29, 23, 59, 30, 1));
    await open({ plans });
    await statuses(3, GAME, game);
    expect((await post(GAME, game)).headers).toMatchObject({ 'retry-after': '30' });
    vi.setSystemTime(Date.UTC(2024, 1, 29, 23, 59, 59, 999));
    expect(await post(GAME, game)).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    vi.setSystemTime(Date.UTC(2024, 2, 1));
    expect(await statuses(4, GAME, game)).toEqual([200, 200, 200, 429]);
    expect((await post(GAME, game)).headers).toMatchObject({ 'retry-after': '86400' });
  });

  it('can be taken off, and set to nothing', async () => {
    await open({ plans: parsePlans('{"plans": {"free": {"games_per_day": null}}}', 'x') });
    expect(await statuses(10, GAME, game)).toEqual(Array<number>(10).fill(200));
    await app.close();
    await open({ plans: parsePlans('{"plans": {"free": {"games_per_day": 0}}}', 'x') });
    expect((await post(GAME, { ...game, from: '203.0.113.3' })).body).toEqual(CAPPED);
  });
});

describe('the log', () => {
  it('never holds a key, whatever way it came', async () => {
    let log = '';
    await open({ log: (line) => (log += line), plans: { ...BUILT_IN_PLANS, refusedKeysPerMinute: 8 } });
    const { id, key } = addKey(store);
    const wrong = makeKey(id);
    const secrets = [key, wrong].map((each) => each.slice(15));
    await post(PAID, { key });
    for (const header of [`Bearer ${wrong}`, wrong, `Basic ${wrong}`, `Bearer ${wrong}x`]) await post(PAID, { header });
    await post(`${PAID}?key=${key}`, { key });
    await app.inject({ url: `/v1/${key}` });
    await post(PAID, { key, body: { fen: key } });
    await post('/v1/extract_game', { key, body: { pgn: `1. e4 ${key} *` } });
    await post(PAID, { key, body: { fen: FEN, patterns: [key] } });
    await statuses(10, PAID, { key: wrong });
    expect(log).toContain('incoming request');
    expect(log).toContain('request refused');
    expect(log).toContain(`motif_${id}_[hidden]`);
    for (const secret of secrets) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(secret.slice(0, 12));
    }
  });
});
