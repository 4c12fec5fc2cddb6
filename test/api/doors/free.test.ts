/** The free door: how often an address is let in (the interface's section 8). */
import { describe, expect, it, vi } from 'vitest';
import { parsePlans } from '../../../src/api/plan-file.js';
import { addKey } from '../doors.js';
import { app, FREE, freshDoors, LIMITED, NOON, open, PGN, post, statuses, store } from './world.js';

freshDoors();

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
