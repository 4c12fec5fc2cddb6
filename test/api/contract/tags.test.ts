/** Answers that a client has already. */
import { describe, expect, it } from 'vitest';
import { FORK_GAME, PUZZLE_000PW } from '../app.js';
import { app, GAME, oneApp, POSITION, post } from './world.js';

oneApp();

describe('tags', () => {
  it('are equal for equal answers, and answered with 304 by themselves', async () => {
    for (const [url, body] of [
      [POSITION, { fen: PUZZLE_000PW }],
      [GAME, { pgn: FORK_GAME }],
    ] as const) {
      const first = await post(url, body);
      const etag = String(first.headers['etag']);
      expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
      for (const had of [etag, etag.slice(2), `"x", ${etag}`, '*']) {
        const headers = { 'content-type': 'application/json', 'if-none-match': had };
        const again = await app.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      }
      const other = await post(
        url,
        { ...body, depth: 'l1' },
        { 'content-type': 'application/json', 'if-none-match': etag },
      );
      expect(other.status).toBe(200);
      expect(other.headers['etag']).not.toBe(etag);
    }
  });
});
