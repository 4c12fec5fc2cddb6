/** The paid door: who is let in, and how often (the interface's sections 5, 7 and 8). */
import { describe, expect, it, vi } from 'vitest';
import { hashKey, makeKey } from '../../../src/api/key.js';
import { parsePlans } from '../../../src/api/plan-file.js';
import { BUILT_IN_PLANS } from '../../../src/api/plans.js';
import { addKey } from '../doors.js';
import { FREE, freshDoors, LIMITED, NOON, open, PAID, PGN, post, REFUSED, statuses, store } from './world.js';

freshDoors();

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
