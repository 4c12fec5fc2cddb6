/** What both doors have in common (the interface's sections 4 and 7). */
import { describe, expect, it } from 'vitest';
import { PATTERNS } from '../../../src/tactics/types.js';
import { PUZZLE_000PW } from '../app.js';
import { addKey } from '../doors.js';
import { app, freshDoors, open, PGN, post, store } from './world.js';

freshDoors();

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
