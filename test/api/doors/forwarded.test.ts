/** Whose word on where a request comes from is taken. */
import { describe, expect, it } from 'vitest';
import { parsePlans } from '../../../src/api/plan-file.js';
import { FREE, freshDoors, open, PAID, post, statuses } from './world.js';

freshDoors();

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
