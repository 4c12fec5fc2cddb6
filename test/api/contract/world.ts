/**
 * The interface's description, sentence by sentence: each row of these files quotes one that can be checked, and checks it. What plans,
 * keys and limits promise (sections 5, 7 and 8) is beside them, in their own tests.
 */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GameAnalysis, PositionAnalysis, Tactic } from '../../../src/tactics/types.js';
import { call, IMMORTAL_GAME, PUZZLE_000PW, testApp, type Reply } from '../app.js';

export const POSITION = '/api/v1/extract';
export const GAME = '/api/v1/extract_game';
/** White mates on the back rank. */
export const BACK_RANK = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

/** As the description lists them, which the code has to follow: not taken from there. */
export const TEN = [
  'fork',
  'pin',
  'skewer',
  'discovered_attack',
  'double_check',
  'back_rank_mate',
  'smothered_mate',
  'deflection',
  'interference',
  'trapped_piece',
];

export let app: FastifyInstance;

/** For a file: one app, which all its tests ask. */
export function oneApp(): void {
  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());
}

export async function ok<T = PositionAnalysis>(
  url: string,
  body: object,
  headers?: Record<string, string>,
): Promise<T> {
  const reply = await call(app, 'POST', url, body, headers);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as T;
}

export const post = (url: string, body: unknown, headers?: Record<string, string>): Promise<Reply> =>
  call(app, 'POST', url, body, headers);
export const position = (options: object = {}) => ok(POSITION, { fen: PUZZLE_000PW, ...options });
export const game = (options: object = {}) => ok<GameAnalysis>(GAME, { pgn: IMMORTAL_GAME, ...options });
export const health = async (headers: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  (await app.inject({ method: 'GET', url: '/api/v1/health', headers })).json();

/** Every tactic of a few answers of all kinds. */
export async function tactics(options: object = {}): Promise<Tactic[]> {
  const answers = await Promise.all([
    position(options),
    position({ depth: 'l1', ...options }),
    ok(POSITION, { fen: BACK_RANK, ...options }),
    game({ mode: 'available', ...options }),
  ]);
  const all = answers.flatMap((answer) => answer.tactics);
  expect(all.length).toBeGreaterThan(10);
  return all;
}

/** An answer without the one number that may differ. */
export function timeless<T extends { performance_ms: number }>({
  performance_ms: _,
  ...rest
}: T): Omit<T, 'performance_ms'> {
  return rest;
}

export async function refusal(
  url: string,
  body: unknown,
  message: string,
  headers?: Record<string, string>,
): Promise<void> {
  const reply = await post(url, body, headers);
  expect(reply).toMatchObject({ status: 400, body: { error: message } });
  expect(Object.keys(reply.body as object)).toEqual(['error']);
}

type Row = [section: string, sentence: string, check: () => Promise<void>];

/** A test for each sentence, over one app. */
export function sentences(rows: Row[]): void {
  oneApp();
  describe('the interface, sentence by sentence', () => {
    it.each(rows)('%s: %s', async (_section, _sentence, check) => {
      await check();
    });
  });
}
