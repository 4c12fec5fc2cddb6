/**
 * The interface's description, sentence by sentence: each row quotes one that can be checked, and checks it. What plans, keys and limits
 * promise (sections 5, 7 and 8) is beside them, in their own tests.
 */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Chess } from 'chess.js';
import type { GameAnalysis, GameTactic, PositionAnalysis, Tactic } from '../../src/tactics/types.js';
import { call, FORK_GAME, IMMORTAL_GAME, PUZZLE_000PW, testApp, type Reply } from './app.js';

const POSITION = '/api/v1/extract';
const GAME = '/api/v1/extract_game';
const EARLIER = { 'content-type': 'application/json', 'accept-version': '3.0' };
/** White mates on the back rank. */
const BACK_RANK = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';

const TEN = [
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

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function ok<T = PositionAnalysis>(url: string, body: object, headers?: Record<string, string>): Promise<T> {
  const reply = await call(app, 'POST', url, body, headers);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as T;
}

const post = (url: string, body: unknown, headers?: Record<string, string>): Promise<Reply> =>
  call(app, 'POST', url, body, headers);
const position = (options: object = {}) => ok(POSITION, { fen: PUZZLE_000PW, ...options });
const game = (options: object = {}) => ok<GameAnalysis>(GAME, { pgn: IMMORTAL_GAME, ...options });
const health = async (headers: Record<string, string> = {}): Promise<Record<string, unknown>> =>
  (await app.inject({ method: 'GET', url: '/api/v1/health', headers })).json();

/** Every tactic of a few answers of all kinds. */
async function tactics(options: object = {}): Promise<Tactic[]> {
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

const SQUARE = /^[a-h][1-8]$/;
const UCI = /^[a-h][1-8][a-h][1-8][nbrq]?$/;
const NAMES: Record<string, string> = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

/** An answer without the one number that may differ. */
function timeless<T extends { performance_ms: number }>({ performance_ms: _, ...rest }: T): Omit<T, 'performance_ms'> {
  return rest;
}

async function refusal(url: string, body: unknown, message: string, headers?: Record<string, string>): Promise<void> {
  const reply = await post(url, body, headers);
  expect(reply).toMatchObject({ status: 400, body: { error: message } });
  expect(Object.keys(reply.body as object)).toEqual(['error']);
}

type Row = [section: string, sentence: string, check: () => Promise<void>];

const ROWS: Row[] = [
  [
    '1',
    'Ten patterns are recognized: fork, pin, skewer, discovered_attack, double_check, back_rank_mate, smothered_mate, deflection, interference, trapped_piece.',
    async () => {
      for (const pattern of TEN) await position({ patterns: [pattern] });
      expect((await health())['patterns']).toEqual(TEN);
    },
  ],
  [
    '1',
    'Results are deterministic: the same FEN always yields the same result',
    async () => {
      const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => position({ with_sequence: true })));
      for (const other of others) expect(timeless(other)).toEqual(timeless(first!));
    },
  ],
  [
    '2.1',
    'pattern: One of the ten pattern names',
    async () => {
      for (const { pattern } of await tactics()) expect(TEN).toContain(pattern);
    },
  ],
  [
    '2.1',
    'color: Side that has the tactic: "white" or "black"',
    async () => {
      for (const { color, fen } of await tactics()) expect(color).toBe(fen.split(' ')[1] === 'w' ? 'white' : 'black');
    },
  ],
  [
    '2.1',
    'trigger_move: Initiating move, UCI format',
    async () => {
      for (const { trigger_move, fen } of await tactics()) {
        expect(trigger_move).toMatch(UCI);
        expect(() => new Chess(fen).move(trigger_move)).not.toThrow();
      }
    },
  ],
  [
    '2.1',
    'key_squares: Critical squares involved',
    async () => {
      for (const { key_squares } of await tactics()) {
        expect(key_squares.length).toBeGreaterThan(0);
        for (const square of key_squares) expect(square).toMatch(SQUARE);
      }
    },
  ],
  [
    '2.1',
    'target_squares: Squares of the attacked or affected pieces',
    async () => {
      for (const { target_squares, targets } of await tactics()) {
        expect(target_squares).toEqual(targets.map(({ square }) => square));
      }
    },
  ],
  [
    '2.1',
    'gain: integer, Material gain in centipawns',
    async () => {
      for (const { gain } of await tactics()) expect(Number.isInteger(gain)).toBe(true);
    },
  ],
  [
    '2.1',
    'gain_confirmed: true when confirmed via the forcing tree (depth l2)',
    async () => {
      for (const { gain_confirmed } of (await position()).tactics) expect(gain_confirmed).toBe(true);
      for (const { gain_confirmed } of (await position({ depth: 'l1' })).tactics) expect(gain_confirmed).toBe(false);
    },
  ],
  [
    '2.1',
    'is_mate: true when the tactic leads to checkmate',
    async () => {
      const { tactics: found } = await ok(POSITION, { fen: BACK_RANK, with_sequence: true });
      expect(found).toContainEqual(expect.objectContaining({ pattern: 'back_rank_mate', is_mate: true }));
      for (const { is_mate, sequence } of await tactics({ with_sequence: true, depth: 'l2' })) {
        expect(typeof is_mate).toBe('boolean');
        expect(sequence).not.toBeNull();
      }
    },
  ],
  [
    '2.1',
    'sequence: populated only when with_sequence is true (and depth is l2); otherwise null or absent',
    async () => {
      for (const { sequence, trigger_move } of (await position({ with_sequence: true })).tactics) {
        expect(sequence?.[0]).toBe(trigger_move);
        for (const move of sequence ?? []) expect(move).toMatch(UCI);
      }
      for (const { sequence } of (await position()).tactics) expect(sequence ?? null).toBeNull();
      for (const { sequence } of (await position({ with_sequence: true, depth: 'l1' })).tactics) {
        expect(sequence ?? null).toBeNull();
      }
    },
  ],
  [
    '2.1',
    'fen: FEN of the position',
    async () => {
      for (const { fen } of (await position()).tactics) expect(fen).toBe(PUZZLE_000PW);
    },
  ],
  [
    '2.2',
    'square: Square of the target piece; piece: Piece letter; piece_name: Piece name; color',
    async () => {
      for (const tactic of (await position()).tactics) {
        for (const { square, piece, piece_name, color } of tactic.targets) {
          const there = new Chess(tactic.fen).get(square as 'a1');
          expect(piece.toLowerCase()).toBe(there?.type);
          expect(piece_name).toBe(NAMES[piece.toLowerCase()]);
          expect(color).toBe(there?.color === 'w' ? 'white' : 'black');
        }
      }
    },
  ],
  [
    '2.2',
    "uppercase letter for a white piece in the interface's notation",
    async () => {
      for (const { targets } of await tactics()) {
        for (const { piece, color } of targets) expect(piece === piece.toUpperCase()).toBe(color === 'white');
      }
    },
  ],
  [
    '2.3',
    'ply: integer, Half-move number in the game',
    async () => {
      const answer = await game();
      for (const { ply } of answer.tactics) {
        expect(Number.isInteger(ply) && ply >= 1 && ply <= answer.positions_analyzed).toBe(true);
      }
    },
  ],
  [
    '2.3',
    'status: "played" or "existing"; present in mode "played" only',
    async () => {
      for (const { status } of (await game()).tactics) expect(['played', 'existing']).toContain(status);
      for (const tactic of (await game({ mode: 'available' })).tactics) expect(tactic).not.toHaveProperty('status');
    },
  ],
  [
    '2.4',
    'tactics, count (number of tactics returned), depth, performance_ms (number), fen',
    async () => {
      const answer = await position();
      expect(Object.keys(answer)).toEqual(['tactics', 'count', 'depth', 'performance_ms', 'fen']);
      expect(answer).toMatchObject({ count: answer.tactics.length, depth: 'l2', fen: PUZZLE_000PW });
      expect(answer.performance_ms).toBeTypeOf('number');
    },
  ],
  [
    '2.4',
    'Game analysis response envelope: the tactics carry the fields of 2.1 plus 2.3',
    async () => {
      const fields = Object.keys((await position()).tactics[0] ?? {});
      for (const tactic of (await game()).tactics) {
        const extra = Object.keys(tactic).filter((field) => !fields.includes(field) && field !== 'pattern_ply');
        expect(extra).toEqual(['ply', 'status']);
      }
    },
  ],
  [
    '2.6',
    'status "ok", engine_version, api_version, patterns, patterns_count',
    async () => {
      expect(await health()).toMatchObject({
        status: 'ok',
        engine_version: '2.5',
        api_version: '1.0',
        patterns: TEN,
        patterns_count: 10,
      });
    },
  ],
  [
    '4',
    'Request and response bodies are JSON; requests with a body send the header Content-Type: application/json.',
    async () => {
      const reply = await post(POSITION, { fen: PUZZLE_000PW });
      expect(reply.headers['content-type']).toMatch(/^application\/json/);
    },
  ],
  ['4.1', 'fen: string, required', () => refusal(POSITION, { depth: 'l1' }, "Missing 'fen' or 'pgn' field")],
  [
    '4.1',
    'patterns: string[], default all 10 patterns; each entry must be a pattern name from 2.5',
    async () => {
      const all = await position({ depth: 'l1' });
      expect((await position({ depth: 'l1', patterns: TEN })).tactics).toEqual(all.tactics);
      for (const pattern of TEN) {
        const some = await position({ depth: 'l1', patterns: [pattern] });
        expect(some.tactics).toEqual(all.tactics.filter((tactic) => tactic.pattern === pattern));
      }
    },
  ],
  ['4.1', 'depth: default "l2"', async () => expect((await position()).depth).toBe('l2')],
  ['4.1', 'depth: "l1" fast scan', async () => expect((await position({ depth: 'l1' })).depth).toBe('l1')],
  [
    '4.1',
    'with_sequence: boolean, default false',
    async () => {
      expect(timeless(await position({ with_sequence: false }))).toEqual(timeless(await position()));
    },
  ],
  [
    '4.1',
    'with_sequence: Ignored when depth is "l1"',
    async () => {
      const asked = await position({ depth: 'l1', with_sequence: true });
      expect(timeless(asked)).toEqual(timeless(await position({ depth: 'l1' })));
    },
  ],
  ['4.2', 'pgn: string, required', () => refusal(GAME, { mode: 'played' }, "Missing 'fen' or 'pgn' field")],
  [
    '4.2',
    'mode: default "played"',
    async () => {
      expect(timeless(await game({ mode: 'played' }))).toEqual(timeless(await game()));
    },
  ],
  [
    '4.2',
    '"played": tactics actually executed',
    async () => {
      const chess = new Chess();
      chess.loadPgn(IMMORTAL_GAME);
      const moves = chess.history({ verbose: true }).map((move) => move.lan);
      for (const { ply, trigger_move } of (await game()).tactics) expect(trigger_move).toBe(moves[ply - 1]);
    },
  ],
  [
    '4.2',
    '"available": all tactical opportunities at each position',
    async () => {
      const available = await game({ mode: 'available' });
      const byFen = new Map<string, GameTactic[]>();
      for (const tactic of available.tactics) byFen.set(tactic.fen, [...(byFen.get(tactic.fen) ?? []), tactic]);
      for (const [fen, found] of [...byFen].slice(0, 5)) {
        const alone = await ok(POSITION, { fen });
        expect(found.map(({ ply: _, ...tactic }) => tactic)).toEqual(alone.tactics);
      }
    },
  ],
  [
    '4.2',
    'patterns: default all 10 patterns, Filter by pattern names',
    async () => {
      const all = await game({ mode: 'available' });
      const some = await game({ mode: 'available', patterns: ['pin'] });
      expect(some.tactics).toEqual(all.tactics.filter(({ pattern }) => pattern === 'pin'));
    },
  ],
  [
    '4.2',
    'depth: default "l2", "l1" or "l2"',
    async () => {
      expect((await game()).depth).toBe('l2');
      expect((await game({ depth: 'l1' })).depth).toBe('l1');
    },
  ],
  [
    '4.2',
    'with_sequence: default false; Ignored when depth is "l1"',
    async () => {
      for (const { sequence } of (await game()).tactics) expect(sequence ?? null).toBeNull();
      for (const { sequence } of (await game({ with_sequence: true })).tactics) expect(sequence).not.toBeNull();
      const asked = await game({ depth: 'l1', with_sequence: true });
      expect(timeless(asked)).toEqual(timeless(await game({ depth: 'l1' })));
    },
  ],
  ['4.3', 'GET /health: No body, no parameters.', async () => expect(await health()).toHaveProperty('status', 'ok')],
  [
    '4.4',
    'POST /extract accepts either fen or pgn.',
    async () => {
      expect((await ok(POSITION, { fen: PUZZLE_000PW }, EARLIER)).count).toBe(2);
      expect((await ok(POSITION, { pgn: FORK_GAME }, EARLIER)).count).toBeGreaterThan(0);
    },
  ],
  [
    '4.4',
    'With fen: fields fen (required) and patterns (optional).',
    async () => {
      const { tactics: found } = await ok(POSITION, { fen: PUZZLE_000PW, patterns: ['fork'] }, EARLIER);
      expect(found.map(({ pattern }) => pattern)).toEqual(['fork']);
      expect(found).toEqual((await position({ patterns: ['fork'] })).tactics);
    },
  ],
  [
    '4.4',
    'With pgn: fields pgn (required), mode (optional, "played" default or "available") and patterns (optional).',
    async () => {
      for (const options of [{}, { mode: 'played' }, { mode: 'available' }, { mode: 'available', patterns: ['pin'] }]) {
        const earlier = await ok<GameAnalysis>(POSITION, { pgn: IMMORTAL_GAME, ...options }, EARLIER);
        expect(earlier.tactics).toEqual((await game(options)).tactics);
      }
      await refusal(POSITION, { pgn: FORK_GAME, mode: 'all' }, `'mode' must be "played" or "available"`, EARLIER);
    },
  ],
  [
    '4.4',
    'No depth or with_sequence parameters and no depth field in the response are described for this form.',
    async () => {
      const plain = await ok(POSITION, { fen: PUZZLE_000PW }, EARLIER);
      const asked = await ok(POSITION, { fen: PUZZLE_000PW, depth: 7, with_sequence: 'yes' }, EARLIER);
      expect(timeless(asked)).toEqual(timeless(plain));
      expect(plain).not.toHaveProperty('depth');
    },
  ],
  [
    '4.4',
    'Its response has tactics, count, performance_ms and fen',
    async () => {
      for (const body of [{ fen: PUZZLE_000PW }, { pgn: FORK_GAME }]) {
        const answer = await ok(POSITION, body, EARLIER);
        expect(Object.keys(answer)).toEqual(['tactics', 'count', 'performance_ms', 'fen']);
      }
    },
  ],
  [
    '4.4',
    'with pgn each tactic adds ply and status ("played" or "existing", mode "played" only)',
    async () => {
      const played = await ok<GameAnalysis>(POSITION, { pgn: FORK_GAME }, EARLIER);
      for (const tactic of played.tactics)
        expect(Object.keys(tactic)).toEqual(expect.arrayContaining(['ply', 'status']));
      const available = await ok<GameAnalysis>(POSITION, { pgn: FORK_GAME, mode: 'available' }, EARLIER);
      for (const tactic of available.tactics) {
        expect(tactic).toHaveProperty('ply');
        expect(tactic).not.toHaveProperty('status');
      }
    },
  ],
  [
    '4.4',
    'Its GET /health returns status ("ok"), version (string), patterns (integer count, 10) and engine (string: an engine label followed by version 2.5).',
    async () => {
      const answer = await health({ 'accept-version': '3.0' });
      expect(answer).toEqual({ status: 'ok', version: '3.0', patterns: 10, engine: 'Motif 2.5' });
    },
  ],
  [
    '4.4',
    'Its errors are those of section 7, without the 401 row.',
    async () => {
      await refusal(POSITION, {}, "Missing 'fen' or 'pgn' field", EARLIER);
      await refusal(POSITION, { fen: 'x' }, 'Invalid FEN', EARLIER);
      await refusal(POSITION, { pgn: 'x' }, 'Invalid PGN', EARLIER);
      await refusal(POSITION, { pgn: FORK_GAME, patterns: ['x'] }, 'Invalid pattern: x', EARLIER);
    },
  ],
  [
    '4.4',
    'the form is chosen by Accept-Version: 3.0 alone',
    async () => {
      for (const version of ['3', '3.0', '3.x', '3.0.0', ' 3.0 ']) {
        expect(await health({ 'accept-version': version })).toHaveProperty('version', '3.0');
      }
      for (const version of ['1.0', '2.5', '3.1', '30', '*', '']) {
        expect(await health({ 'accept-version': version })).toHaveProperty('api_version', '1.0');
      }
    },
  ],
  [
    '4.4',
    'without the header, /extract given a pgn answers as /extract_game',
    async () => {
      for (const options of [{}, { mode: 'available', with_sequence: true }, { depth: 'l1', patterns: ['fork'] }]) {
        const here = await ok<GameAnalysis>(POSITION, { pgn: IMMORTAL_GAME, ...options });
        expect(timeless(here)).toEqual(timeless(await game(options)));
      }
      await refusal(POSITION, { pgn: 7 }, "'pgn' must be a string");
      await refusal(POSITION, { pgn: FORK_GAME, mode: 'all' }, `'mode' must be "played" or "available"`);
    },
  ],
  [
    '7',
    'Error responses are JSON objects with an "error" field holding a message string.',
    () => refusal(POSITION, '{', 'Request body is not valid JSON'),
  ],
  [
    '7',
    "400 Missing 'fen' or 'pgn' field: No input provided",
    async () => {
      for (const url of [POSITION, GAME]) await refusal(url, {}, "Missing 'fen' or 'pgn' field");
    },
  ],
  ['7', '400 Invalid FEN: Malformed FEN string', () => refusal(POSITION, { fen: '8/8/8 w' }, 'Invalid FEN')],
  ['7', '400 Invalid PGN: Malformed PGN', () => refusal(GAME, { pgn: '1. e4 e5 2. Qz9' }, 'Invalid PGN')],
  [
    '7',
    '400 Invalid pattern: <name>: <name> is the offending name',
    async () => {
      await refusal(POSITION, { fen: PUZZLE_000PW, patterns: ['windmill'] }, 'Invalid pattern: windmill');
      await refusal(GAME, { pgn: FORK_GAME, patterns: ['pin', 'x-ray'] }, 'Invalid pattern: x-ray');
    },
  ],
  [
    '9',
    'The health response reports api_version ("1.0") and engine_version ("2.5").',
    async () => expect(await health()).toMatchObject({ api_version: '1.0', engine_version: '2.5' }),
  ],
];

describe('the interface, sentence by sentence', () => {
  it.each(ROWS)('%s: %s', async (_section, _sentence, check) => {
    await check();
  });
});

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
