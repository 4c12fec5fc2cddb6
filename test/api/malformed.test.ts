/**
 * Anything at all in a request's body is answered with 200 or a 4xx and one sentence: never 5xx, never a stack. Two thousand requests, or
 * as many as `MOTIF_REQUESTS` says.
 */
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { IMMORTAL_GAME, PUZZLE_000PW, testApp } from './app.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** A text with a few characters put in the place of one. */
function damaged(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length - 1), fc.string({ maxLength: 3 }))
    .map(([at, patch]) => text.slice(0, at) + patch + text.slice(at + 1));
}

const TOKENS = [
  '1.',
  'e4',
  'e5',
  'Nf3',
  '{',
  '}',
  '(',
  ')',
  '[Event "x"]',
  '\n',
  '*',
  'O-O',
  '$1',
  ';',
  '%',
  '--',
  '\0',
];
const fen = fc.oneof(damaged(PUZZLE_000PW), fc.string(), fc.jsonValue());
const movetext = fc.array(fc.constantFrom(...TOKENS), { maxLength: 30 }).map((tokens) => tokens.join(' '));
const pgn = fc.oneof(damaged(IMMORTAL_GAME), movetext, fc.jsonValue());
const body = fc.record(
  {
    fen,
    pgn,
    depth: fc.oneof(fc.constant('l1'), fc.jsonValue()),
    mode: fc.oneof(fc.constant('available'), fc.jsonValue()),
    patterns: fc.oneof(fc.array(fc.constantFrom('fork', 'pin')), fc.jsonValue()),
    with_sequence: fc.oneof(fc.boolean(), fc.jsonValue()),
    with_extras: fc.oneof(fc.boolean(), fc.jsonValue()),
    side: fc.oneof(fc.constantFrom('mover', 'opponent'), fc.jsonValue()),
    fens: fc.oneof(fc.array(fen, { maxLength: 5 }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const payload = fc.oneof(
  { weight: 4, arbitrary: body.map((value) => JSON.stringify(value)) },
  fc.json(),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);

const route = fc.constantFrom('api/v1/extract', 'api/v1/extract_game', 'api/v1/extract_batch', 'v1/extract');
const version = fc.constantFrom<Record<string, string>>({}, {}, { 'accept-version': '3.0' });
const RUNS = Number(process.env['MOTIF_REQUESTS'] ?? 2_000);

it(
  'answers anything with 200 or a refusal in the published form',
  async () => {
    await fc.assert(
      fc.asyncProperty(route, version, payload, async (path, form, bytes) => {
        const headers = { 'content-type': 'application/json', ...form };
        const response = await app.inject({ method: 'POST', url: `/${path}`, headers, payload: bytes });
        expect(response.body).not.toMatch(/\n\s+at /);
        if (response.statusCode === 200) {
          for (const line of response.body.trimEnd().split('\n')) {
            const answer = JSON.parse(line) as Record<string, unknown>;
            if (!('error' in answer)) expect(answer['count']).toBe((answer['tactics'] as unknown[]).length);
            else expect(path).toMatch(/batch$/);
          }
        } else {
          expect(response.statusCode).toBeGreaterThanOrEqual(400);
          expect(response.statusCode).toBeLessThan(500);
          expect(response.json()).toEqual({ error: expect.any(String) as string });
        }
      }),
      { numRuns: RUNS },
    );
  },
  30_000 + 10 * RUNS,
);
