/** What the service offers beyond the interface, on request only: batches, the other side's threats, moves in SAN, pages of any origin. */
import { Chess } from 'chess.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_IN_PLANS } from '../../src/api/plans.js';
import { EngineAnalyst } from '../../src/api/analyst.js';
import { buildApp } from '../../src/api/app.js';
import { makeAccess } from '../../src/api/access.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { passed } from '../../src/tactics/threats.js';
import type { GameAnalysis, PositionAnalysis } from '../../src/tactics/types.js';
import { call, IMMORTAL_GAME, PUZZLE_000PW, testApp } from './app.js';

const POSITION = '/api/v1/extract';
const BATCH = '/api/v1/extract_batch';
/** A pin to the king is the best move, and a pin to the queen. */
const ABSOLUTE = '3q1n1k/pp1P4/2p1Qp1p/8/7P/P1P5/1P3PP1/6K1 w - - 3 35';
const RELATIVE = 'r4rk1/ppq2pp1/2p1pbp1/4n3/2B5/3P3P/PPPBQPP1/R3R1K1 w - - 0 16';
const IN_CHECK = 'rnb1kbnr/pppp1ppp/8/4p3/4PP1q/8/PPPP2PP/RNBQKBNR w KQkq - 1 3';

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function extract(body: object): Promise<PositionAnalysis & { side?: string }> {
  const reply = await call(app, 'POST', POSITION, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as PositionAnalysis;
}

describe('with_extras', () => {
  it('adds moves in SAN, and changes nothing else', async () => {
    const plain = await extract({ fen: PUZZLE_000PW, with_sequence: true });
    const rich = await extract({ fen: PUZZLE_000PW, with_sequence: true, with_extras: true });
    for (const [index, { trigger_san, sequence_san, ...rest }] of rich.tactics.entries()) {
      expect(rest).toEqual(plain.tactics[index]);
      const chess = new Chess(rest.fen);
      const san = (rest.sequence ?? []).map((uci) => chess.move(uci).san);
      expect(sequence_san).toEqual(san);
      expect(trigger_san).toBe(san[0]);
    }
    expect((await extract({ fen: PUZZLE_000PW, with_extras: true })).tactics[0]).toMatchObject({
      trigger_san: 'Ne2+',
      sequence_san: null,
    });
  });

  it('says which pins are absolute, of pins alone', async () => {
    for (const [fen, kind] of [
      [ABSOLUTE, 'absolute'],
      [RELATIVE, 'relative'],
    ] as const) {
      const { tactics } = await extract({ fen, with_extras: true });
      const pins = tactics.filter(({ pattern }) => pattern === 'pin');
      expect(new Set(pins.map(({ pin_kind }) => pin_kind))).toEqual(new Set([kind]));
      for (const { pattern, pin_kind } of tactics) if (pattern !== 'pin') expect(pin_kind).toBeUndefined();
    }
  });

  it('holds for games too', async () => {
    const { body } = await call(app, 'POST', '/api/v1/extract_game', { pgn: IMMORTAL_GAME, with_extras: true });
    const chess = new Chess();
    chess.loadPgn(IMMORTAL_GAME);
    const moves = chess.history();
    for (const { ply, trigger_san } of (body as GameAnalysis).tactics) expect(trigger_san).toBe(moves[ply - 1]);
  });
});

describe('side', () => {
  it('opponent lists what the other side threatens, in a position in which its moves are legal', async () => {
    const fork = await extract({ fen: PUZZLE_000PW });
    const before = PUZZLE_000PW.replace(' b ', ' w ');
    const answer = await extract({ fen: before, side: 'opponent' });
    expect(answer).toMatchObject({ fen: before, side: 'opponent', count: 2 });
    expect(answer.tactics.map(({ fen: _, ...tactic }) => tactic)).toEqual(fork.tactics.map(({ fen: _, ...t }) => t));
    for (const { fen, trigger_move } of answer.tactics) expect(() => new Chess(fen).move(trigger_move)).not.toThrow();
  });

  it('mover is the default, and leaves the answer as it is', async () => {
    const { performance_ms: _, ...plain } = await extract({ fen: PUZZLE_000PW });
    const { performance_ms: __, ...asked } = await extract({ fen: PUZZLE_000PW, side: 'mover' });
    expect(asked).toEqual(plain);
  });

  it('is refused in words where the side to move is in check, and for what is no side', async () => {
    expect(await call(app, 'POST', POSITION, { fen: IN_CHECK, side: 'opponent' })).toMatchObject({
      status: 400,
      body: { error: `'side' must be "mover" in this position: the side to move is in check and cannot pass` },
    });
    expect((await call(app, 'POST', POSITION, { fen: '8/8 w', side: 'opponent' })).body).toEqual({
      error: 'Invalid FEN',
    });
    expect((await call(app, 'POST', POSITION, { fen: RELATIVE, side: 'white' })).body).toEqual({
      error: `'side' must be "mover" or "opponent"`,
    });
  });

  it.each([
    ['4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1', '4k3/8/8/8/4P3/8/8/4K3 w - - 1 2'],
    ['4k3/8/8/8/8/8/8/R3K3 w Q - 7 9', '4k3/8/8/8/8/8/8/R3K3 b Q - 8 9'],
    ['4k3/8/8/8/8/8/8/4K3 w - -', '4k3/8/8/8/8/8/8/4K3 b - -'],
    ['4k3/8/8/8/8/8/8/4K3 b - - 999999 999999', '4k3/8/8/8/8/8/8/4K3 w - - 999999 999999'],
  ])('passes the move: %s', (fen, after) => expect(passed(fen)).toBe(after));
});

describe('POST /extract_batch', () => {
  async function batch(body: object): Promise<{ status: number; lines: unknown[]; type: string }> {
    const response = await app.inject({ method: 'POST', url: BATCH, payload: body });
    const lines = response.body.trimEnd().split('\n');
    return {
      status: response.statusCode,
      lines: lines.map((line) => JSON.parse(line) as unknown),
      type: String(response.headers['content-type']),
    };
  }
  const timeless = (answer: unknown) => ({ ...(answer as object), performance_ms: 0 });

  it('answers line for line what /extract answers, in order, and what it refuses by its number', async () => {
    const fens = [PUZZLE_000PW, 'nonsense', RELATIVE, IN_CHECK, PUZZLE_000PW];
    for (const options of [{}, { depth: 'l1', patterns: ['pin'] }, { side: 'opponent', with_extras: true }]) {
      const { status, lines, type } = await batch({ fens, ...options });
      expect([status, type]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
      expect(lines).toHaveLength(fens.length);
      for (const [index, fen] of fens.entries()) {
        const { body, headers } = await call(app, 'POST', POSITION, { fen, ...options });
        const alone = body as Record<string, unknown>;
        const line = index + 1;
        if ('error' in alone) expect(lines[index]).toEqual({ ...alone, detail: headers['x-error-detail'], line });
        else expect(timeless(lines[index])).toEqual(timeless(alone));
      }
    }
  });

  it('has one line for each, also to readers that know more line ends than one', async () => {
    const response = await app.inject({ method: 'POST', url: BATCH, payload: { fens: ['a\u2028b', 'a\u0085b'] } });
    expect(response.body).not.toMatch(/[\u0085\u2028]/);
    const lines = response.body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { detail: string });
    expect(lines.map(({ detail }) => detail.includes('\u2028') || detail.includes('\u0085'))).toEqual([true, true]);
  });

  it('takes a thousand, and no more', async () => {
    const { lines } = await batch({ fens: Array.from({ length: 1000 }, () => PUZZLE_000PW), depth: 'l1' });
    expect(lines).toHaveLength(1000);
    for (const fens of [[], Array.from({ length: 1001 }, () => PUZZLE_000PW), 'x']) {
      expect(await batch({ fens })).toMatchObject({
        status: 400,
        lines: [{ error: "'fens' must be an array of 1 to 1000 FENs" }],
      });
    }
    expect((await batch({ fens: [PUZZLE_000PW, 7] })).lines).toEqual([{ error: "'fens[1]' must be a string" }]);
    expect((await batch({ fen: PUZZLE_000PW })).lines).toEqual([{ error: "Missing 'fens' field" }]);
  });

  it('counts each FEN as a request', async () => {
    const access = makeAccess({
      plans: BUILT_IN_PLANS,
      store: {
        keys: { find: () => undefined, touch: () => undefined },
        usage: { gamesOn: () => 0, addGames: () => undefined },
        keyDays: { add: () => undefined },
      },
      onStoreError: () => undefined,
    });
    const limited = buildApp({ analyst: new EngineAnalyst(await loadEngine()), access });
    const send = (count: number) =>
      limited.inject({
        method: 'POST',
        url: BATCH,
        payload: { fens: Array.from({ length: count }, () => PUZZLE_000PW), depth: 'l1' },
      });
    const first = await send(20);
    expect([first.statusCode, first.headers['ratelimit-remaining']]).toEqual([200, '10']);
    const second = await send(20);
    expect(second.statusCode).toBe(429);
    expect(second.json()).toEqual({ error: 'Rate limit exceeded' });
    expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
    await limited.close();
  });
});

describe('pages of other origins', () => {
  const origin = 'https://example.org';

  it('may ask, at both doors, whatever they are answered', async () => {
    for (const url of [POSITION, '/v1/extract', '/nowhere']) {
      const reply = await app.inject({ method: 'POST', url, headers: { origin }, payload: { fen: PUZZLE_000PW } });
      expect(reply.headers['access-control-allow-origin'], url).toBe('*');
      expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  it('get their preflight, which needs no key', async () => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    };
    const reply = await app.inject({ method: 'OPTIONS', url: '/v1/extract', headers });
    expect(reply.statusCode).toBe(204);
    expect(reply.headers['access-control-allow-headers']).toMatch(/Authorization/);
    expect(reply.headers['access-control-allow-methods']).toMatch(/POST/);
  });
});
