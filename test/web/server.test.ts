/** What the playground makes of what the service answers it, or does not. */
import { afterEach, expect, it, vi } from 'vitest';
import { askServerGame, askServerPosition } from '../../src/web/playground/server.js';
import { PUZZLE_000PW } from '../api/app.js';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Has the service answer so. @returns what it was asked */
function answering(status: number, body: string, headers: Record<string, string> = {}) {
  const asked: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (path: string, { body: sent }: { body: string }) => {
    asked.push({ path, body: JSON.parse(sent) });
    return Promise.resolve(new Response(body, { status, headers }));
  });
  return asked;
}

const STANDING = { 'ratelimit-limit': '30', 'ratelimit-remaining': '7', 'ratelimit-reset': '12' };

it('asks at the free door for everything that can be shown, and knows how the visitor stands', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const asked = answering(200, '{"tactics":[],"performance_ms":3}', STANDING);
  const allowance = { limit: 30, remaining: 7, resets: 1_012_000 };
  expect(await askServerPosition(PUZZLE_000PW, 'l2')).toEqual({ tactics: [], ms: 3, allowance });
  expect(await askServerGame('1. e4 *', 'l1')).toEqual({ tactics: [], ms: 3, allowance });
  const wish = { with_sequence: true, with_extras: true };
  expect(asked).toEqual([
    { path: '/api/v1/extract', body: { fen: PUZZLE_000PW, depth: 'l2', ...wish } },
    { path: '/api/v1/extract_game', body: { pgn: '1. e4 *', depth: 'l1', mode: 'available', ...wish } },
  ]);
});

it.each([
  [429, '{"error":"Rate limit exceeded"}', { 'retry-after': '45' }, 'Rate limit exceeded (for another 45 s)'],
  [429, 'Slow down', {}, 'Rate limit exceeded (for another 60 s)'],
  [429, '{"error":"Enough for today."}', { 'retry-after': '7200' }, 'Enough for today (until midnight UTC)'],
  [400, '{"error":"Invalid FEN"}', { 'x-error-detail': 'no king' }, 'Invalid FEN (no king)'],
  [503, '{"error":"The service is busy; try again later"}', {}, 'The service is busy; try again later'],
  [502, '<h1>Bad gateway</h1>', {}, 'the server answers 502'],
  [200, '{"tactics":[', {}, 'the answer cannot be read'],
])('tells in words why there is no answer: %i %s', async (status, body, headers, refused) => {
  answering(status, body, headers);
  expect(await askServerPosition(PUZZLE_000PW, 'l2')).toEqual({ refused, allowance: null });
});

it('knows how the visitor stands also where it is refused, and tells a server that is away', async () => {
  answering(429, '{"error":"Rate limit exceeded"}', { ...STANDING, 'ratelimit-remaining': '0' });
  expect(await askServerPosition(PUZZLE_000PW, 'l2')).toMatchObject({ allowance: { remaining: 0 } });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await askServerPosition(PUZZLE_000PW, 'l2')).toEqual({
    refused: 'the server cannot be reached',
    allowance: null,
  });
});
