/** A batch counts as many requests. */
import { describe, expect, it, vi } from 'vitest';
import { addKey } from '../doors.js';
import { app, FEN, freshDoors, LIMITED, NOON, open, post, store } from './world.js';

freshDoors();

describe('batches', () => {
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
});
