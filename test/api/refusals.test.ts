/** The interface's section 7, and what else a client can send: always `{"error": "..."}` and nothing beside it. */
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiError, toApiError } from '../../src/api/errors.js';
import { buildApp } from '../../src/api/app.js';
import { StoreError } from '../../src/store/errors.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { call, IMMORTAL_GAME, PUZZLE_000PW, testApp } from './app.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const POSITION = '/api/v1/extract';
const GAME = '/api/v1/extract_game';
const BATCH = '/api/v1/extract_batch';
const NO_FENS = "Missing 'fens' field";
const MISSING = "Missing 'fen' or 'pgn' field";
const OF_BOTH = "'side' is for positions; a game is answered with the tactics of both sides";
const FORBIDDEN = "No field may be named '__proto__', or 'constructor' with a 'prototype' in it";
const fen = PUZZLE_000PW;
const pgn = IMMORTAL_GAME;

it('no body at all is told what is missing', async () => {
  for (const [url, error] of [
    [POSITION, MISSING],
    [GAME, MISSING],
    [BATCH, NO_FENS],
  ] as const) {
    expect(await call(app, 'POST', url)).toMatchObject({ status: 400, body: { error } });
  }
});

it.each(['gzip', 'br', 'gzip, identity'])(
  'a body in Content-Encoding: %s is told that it may not be',
  async (encoding) => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
    const response = await app.inject({
      method: 'POST',
      url: POSITION,
      headers,
      payload: gzipSync(JSON.stringify({ fen })),
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toEqual({ error: 'The body must be sent uncompressed, without Content-Encoding' });
  },
);

it('a body in Content-Encoding: identity is read', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' };
  expect((await call(app, 'POST', POSITION, { fen }, headers)).status).toBe(200);
});

describe('400, by body', () => {
  const rows: [name: string, url: string, body: unknown, message: string][] = [
    ['no fen', POSITION, {}, MISSING],
    ['no pgn', GAME, {}, MISSING],
    ['options only', POSITION, { depth: 'l1' }, MISSING],
    ['a fen for a game', GAME, { fen }, MISSING],
    ['an empty body', POSITION, '', MISSING],
    ['null', POSITION, 'null', MISSING],
    ['no fens', BATCH, {}, NO_FENS],
    ['an empty body for a batch', BATCH, '', NO_FENS],
    ['null for a batch', BATCH, 'null', NO_FENS],
    ['an array for a batch', BATCH, [fen], 'Request body must be a JSON object'],
    ['an array', POSITION, [fen], 'Request body must be a JSON object'],
    ['a string', POSITION, JSON.stringify(fen), 'Request body must be a JSON object'],
    ['a number', GAME, '7', 'Request body must be a JSON object'],
    ['no JSON', POSITION, 'fen=8/8', 'Request body is not valid JSON'],
    ['half of JSON', POSITION, '{"fen": "8/8', 'Request body is not valid JSON'],
    ['JSON with a __proto__ key', POSITION, `{"fen":"${fen}","__proto__":{"x":1}}`, FORBIDDEN],
    ['JSON with a constructor key', POSITION, `{"fen":"${fen}","constructor":{"prototype":{"x":1}}}`, FORBIDDEN],
    ['900 brackets', POSITION, '['.repeat(900), 'Request body is not valid JSON'],
    ['900 nested arrays', POSITION, '['.repeat(900) + ']'.repeat(900), 'Request body must be a JSON object'],
    ['1,001 brackets', POSITION, '['.repeat(1_001), 'Request body holds too many objects and arrays'],

    ['an empty FEN', POSITION, { fen: '' }, 'Invalid FEN'],
    ['no FEN at all', POSITION, { fen: 'hello' }, 'Invalid FEN'],
    ['a NUL byte', POSITION, { fen: `${fen}\0` }, 'Invalid FEN'],
    ['a NUL byte within', POSITION, { fen: fen.replace('/', '\0/') }, 'Invalid FEN'],
    ['an enormous FEN', POSITION, { fen: 'k'.repeat(60_000) }, 'Invalid FEN'],
    ['seven ranks', POSITION, { fen: '8/8/8/8/8/8/K1k5 w - - 0 1' }, 'Invalid FEN'],
    ['no kings', POSITION, { fen: '8/8/8/8/8/8/8/8 w - - 0 1' }, 'Invalid FEN'],
    ['two white kings', POSITION, { fen: '4k3/8/8/8/8/8/8/K3K3 w - - 0 1' }, 'Invalid FEN'],
    ['the side not to move in check', POSITION, { fen: '4k3/8/8/8/8/8/8/4R1K1 w - - 0 1' }, 'Invalid FEN'],
    ['a pawn on the last rank', POSITION, { fen: 'P3k3/8/8/8/8/8/8/4K3 w - - 0 1' }, 'Invalid FEN'],
    ['castling without a rook', POSITION, { fen: '4k3/8/8/8/8/8/8/4K3 w K - 0 1' }, 'Invalid FEN'],
    ['en passant without a pawn', POSITION, { fen: '4k3/8/8/8/8/8/8/4K3 w - e6 0 1' }, 'Invalid FEN'],

    ['an empty PGN', GAME, { pgn: '' }, 'Invalid PGN'],
    ['blanks for a PGN', GAME, { pgn: ' \n\t\n' }, 'Invalid PGN'],
    ['prose for a PGN', GAME, { pgn: 'This is not a game of chess.' }, 'Invalid PGN'],
    ['an illegal move', GAME, { pgn: '1. e4 e5 2. Qh6 *' }, 'Invalid PGN'],
    ['an ambiguous move', GAME, { pgn: '1. Nf3 a6 2. d3 b6 3. Nd2 *' }, 'Invalid PGN'],
    ['a word among the moves', GAME, { pgn: '1. e4 e5 2. banana Nc6 *' }, 'Invalid PGN'],
    ['an open comment', GAME, { pgn: '1. e4 {and then e5 2. Nf3 *' }, 'Invalid PGN'],
    ['two games', GAME, { pgn: `${pgn}\n\n${pgn}` }, 'Invalid PGN'],
    ['a bad FEN tag', GAME, { pgn: '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. e4 *' }, 'Invalid PGN'],
    ['an enormous FEN tag', GAME, { pgn: `[FEN "${'k'.repeat(5000)}"]\n\n1. e4 *` }, 'Invalid PGN'],
    ['Chess960', GAME, { pgn: `[Variant "Chess960"]\n${pgn}` }, 'Invalid PGN'],
    ['another variant', GAME, { pgn: `[Variant "Atomic"]\n${pgn}` }, 'Invalid PGN'],

    ['an unknown pattern', POSITION, { fen, patterns: ['fork', 'windmill'] }, 'Invalid pattern: windmill'],
    ['an unknown pattern, game', GAME, { pgn, patterns: ['Fork'] }, 'Invalid pattern: Fork'],
    ['an empty pattern name', POSITION, { fen, patterns: [''] }, 'Invalid pattern: '],
    ['the first of two unknown', POSITION, { fen, patterns: ['pin', 'a', 'b'] }, 'Invalid pattern: a'],
    ['a property name', POSITION, { fen, patterns: ['toString'] }, 'Invalid pattern: toString'],

    ['fen: number', POSITION, { fen: 7 }, "'fen' must be a string"],
    ['fen: null', POSITION, { fen: null }, "'fen' must be a string"],
    ['pgn: array', GAME, { pgn: [pgn] }, "'pgn' must be a string"],
    ['patterns: string', POSITION, { fen, patterns: 'fork' }, "'patterns' must be an array of pattern names"],
    ['patterns: numbers', POSITION, { fen, patterns: ['pin', 1] }, "'patterns[1]' must be the name of a pattern"],
    ['patterns: null', GAME, { pgn, patterns: null }, "'patterns' must be an array of pattern names"],
    ['depth: unknown', POSITION, { fen, depth: 'l3' }, `'depth' must be "l1" or "l2"`],
    ['depth: number', GAME, { pgn, depth: 2 }, `'depth' must be "l1" or "l2"`],
    ['mode: unknown', GAME, { pgn, mode: 'all' }, `'mode' must be "played" or "available"`],
    ['mode: null', GAME, { pgn, mode: null }, `'mode' must be "played" or "available"`],
    ['side of a game', GAME, { pgn, side: 'opponent' }, OF_BOTH],
    ['side of a game, at /extract', POSITION, { pgn, side: 'opponent' }, OF_BOTH],
    ['with_sequence: string', POSITION, { fen, with_sequence: 'true' }, "'with_sequence' must be true or false"],
    ['with_sequence: number', GAME, { pgn, with_sequence: 1 }, "'with_sequence' must be true or false"],
  ];

  it.each(rows)('%s (%s)', async (_name, url, body, message) => {
    const reply = await call(app, 'POST', url, body);
    expect(reply.body).toEqual({ error: message });
    expect(reply.status).toBe(400);
    expect(reply.headers['content-type']).toMatch(/^application\/json/);
  });

  it('says what is wrong with a FEN or PGN in a header', async () => {
    const { headers } = await call(app, 'POST', GAME, { pgn: '1. e4 e5 2. Qh6 *' });
    expect(headers['x-error-detail']).toBe('illegal move "Qh6" at ply 3');
    expect((await call(app, 'POST', POSITION, { fen: '8/8/8/8/8/8/8/8 w - -' })).headers['x-error-detail']).toMatch(
      /king/i,
    );
    // a header cannot hold the sign itself
    const dash = await call(app, 'POST', POSITION, { fen: '8/8/8/8/8/8/8/8 w – -' });
    expect(dash.headers['x-error-detail']).toContain('(U+2013) at character 19');
  });
});

describe('400, by content type', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense'])('%s', async (type) => {
    const reply = await call(app, 'POST', POSITION, JSON.stringify({ fen }), { 'content-type': type });
    expect(reply).toMatchObject({ status: 400, body: { error: 'Content-Type must be application/json' } });
  });

  it('none, without a body', async () => {
    expect(await call(app, 'POST', POSITION)).toMatchObject({ status: 400, body: { error: MISSING } });
  });

  it('takes a charset', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect((await call(app, 'POST', POSITION, { fen }, headers)).status).toBe(200);
  });
});

describe('other refusals', () => {
  it('404 for unknown paths', async () => {
    for (const url of [
      '/nothing',
      '/api/v1',
      '/api/v1/extracts',
      '/api/v1/extract/1',
      '/__proto__',
      '/%25',
      '/api/v1%2Fextract',
      '/api/v1/extract%3F',
      '/api/v1/%2565xtract',
      '/api/v1/extract?x=%zz/..',
    ]) {
      const reply = await call(app, 'GET', url);
      expect(reply.headers['x-request-id'], url).toMatch(/^\w+-\d+$/);
      expect(reply.body, url).toEqual({
        error: url.startsWith('/api/v1/extract?') ? 'Method not allowed' : 'Not found',
      });
    }
  });

  it.each([
    ['no JSON', '{"fen": ', {}],
    ['too large', JSON.stringify({ fen: 'k'.repeat(2_000_000) }), {}],
    ['of another type', 'x', { 'content-type': 'text/plain' }],
  ])('404 and 405 whatever is sent: a body that is %s', async (_name, payload, headers) => {
    const ask = (method: 'POST' | 'PUT', url: string) =>
      app.inject({ method, url, payload, headers: { 'content-type': 'application/json', ...headers } });
    const nothing = await ask('POST', '/api/v1/nothing');
    expect([nothing.statusCode, nothing.json()]).toEqual([404, { error: 'Not found' }]);
    expect(nothing.headers['access-control-allow-origin']).toBe('*');
    const put = await ask('PUT', POSITION);
    expect([put.statusCode, put.headers.allow]).toEqual([405, 'POST']);
  });

  it('HEAD and OPTIONS as they should be', async () => {
    const ask = async (method: 'HEAD' | 'OPTIONS', url: string, headers = {}) =>
      (await app.inject({ method, url, headers })).statusCode;
    expect(await ask('HEAD', '/api/v1/health')).toBe(200);
    expect(await ask('HEAD', POSITION)).toBe(405);
    expect(await ask('HEAD', '/nothing')).toBe(404);
    const preflight = { origin: 'https://chess.example', 'access-control-request-method': 'POST' };
    expect(await ask('OPTIONS', POSITION, preflight)).toBe(204);
  });

  it('400 for a URL that cannot be decoded', async () => {
    expect(await call(app, 'GET', '/api/%zz')).toMatchObject({
      status: 400,
      body: { error: 'Bad request' },
      headers: { 'access-control-allow-origin': '*' }, // or no page could read it
    });
  });

  it.each([
    ['GET', POSITION, 'POST'],
    ['PUT', GAME, 'POST'],
    ['DELETE', '/api/v1/health', 'GET, HEAD'],
    ['POST', '/api/v1/health', 'GET, HEAD'],
    ['DELETE', '/api/v1/%68ealth?x=%zz', 'GET, HEAD'],
    ['GET', '/%61pi/v1/extr%61ct', 'POST'],
  ] as const)('405 for %s %s, naming what is allowed', async (method, url, allow) => {
    const reply = await call(app, method, url, method === 'GET' ? undefined : {});
    expect(reply).toMatchObject({ status: 405, body: { error: 'Method not allowed' }, headers: { allow } });
  });

  it('413 for a position over 64 kB and a game over 1 MB', async () => {
    const tooLarge = (limit: number) => ({
      status: 413,
      body: { error: 'Request body is too large' },
      headers: { 'x-error-detail': `at most ${limit} bytes are accepted here` },
    });
    expect(await call(app, 'POST', POSITION, { fen: 'k'.repeat(64 * 1024) })).toMatchObject(tooLarge(65_536));
    expect(await call(app, 'POST', POSITION, { fen: 'k'.repeat(1024 * 1024) })).toMatchObject(tooLarge(1_048_576));
    expect(await call(app, 'POST', BATCH, { fens: ['k'.repeat(256 * 1024)] })).toMatchObject(tooLarge(262_144));
    expect(await call(app, 'POST', GAME, { pgn: 'k'.repeat(1024 * 1024) })).toMatchObject(tooLarge(1_048_576));
    const commented = IMMORTAL_GAME.replace('1. e4', `1. e4 {${'x'.repeat(900_000)}}`);
    expect((await call(app, 'POST', GAME, { pgn: commented })).status).toBe(200);
  });

  it('500 without a word about the inside', async () => {
    const broken = buildApp({
      analyst: {
        engine: await loadEngine(),
        batch: () => Promise.reject(new Error('secret path')),
        position: () => Promise.reject(new Error('secret path')),
        game: () => Promise.reject(new TypeError('x is undefined')),
      },
    });
    for (const [url, body] of [
      [POSITION, { fen }],
      [GAME, { pgn }],
      [BATCH, { fens: [fen] }],
    ] as const) {
      expect(await call(broken, 'POST', url, body)).toMatchObject({
        status: 500,
        body: { error: 'Internal server error' },
      });
    }
    await broken.close();
  });
});

describe('toApiError', () => {
  it('lets nothing through that it does not know', () => {
    for (const thrown of [
      undefined,
      null,
      'text',
      7,
      {},
      new Error('secret'),
      Object.assign(new Error('x'), { statusCode: 503 }),
    ]) {
      expect(toApiError(thrown)).toMatchObject({ statusCode: 500, message: 'Internal server error' });
    }
  });

  it('asks to come again where the database is locked, and tells nothing else of it', () => {
    const locked = toApiError(new StoreError('locked', 'Database /srv/x.db: it is locked'));
    expect(locked).toMatchObject({ statusCode: 503, message: 'The service is busy; try again later', retryAfter: 1 });
    const moved = toApiError(new StoreError('moved', 'Database /srv/x.db: it was moved'));
    expect(moved).toMatchObject({ statusCode: 500, message: 'Internal server error' });
  });

  it('keeps refusals as they are', () => {
    const refusal = new ApiError('not_found');
    expect(toApiError(refusal)).toBe(refusal);
  });
});
