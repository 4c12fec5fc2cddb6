/** The interface's sections 2.1, 2.2, 2.4 and 4.1, a row for each sentence that can be checked. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATTERNS, type PositionAnalysis } from '../../src/tactics/types.js';
import { call, PUZZLE_000PW, testApp } from './app.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function extract(body: object): Promise<PositionAnalysis> {
  const { status, body: answer } = await call(app, 'POST', '/api/v1/extract', body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer as PositionAnalysis;
}

/** The one published response, but for its performance_ms. */
const FORK_AND_DISCOVERY = [
  {
    pattern: 'fork',
    color: 'black',
    trigger_move: 'd4e2',
    key_squares: ['e2'],
    target_squares: ['g1', 'c3'],
    targets: [
      { square: 'g1', piece: 'K', piece_name: 'king', color: 'white' },
      { square: 'c3', piece: 'Q', piece_name: 'queen', color: 'white' },
    ],
    gain: 700,
    gain_confirmed: true,
    is_mate: false,
    sequence: null,
    fen: PUZZLE_000PW,
  },
  {
    pattern: 'discovered_attack',
    color: 'black',
    trigger_move: 'd4e2',
    key_squares: ['e5', 'd4'],
    target_squares: ['c3'],
    targets: [{ square: 'c3', piece: 'Q', piece_name: 'queen', color: 'white' }],
    gain: 700,
    gain_confirmed: true,
    is_mate: false,
    sequence: null,
    fen: PUZZLE_000PW,
  },
];

describe('the published example', () => {
  it('comes out field for field, in order', async () => {
    const { performance_ms, ...answer } = await extract({ fen: PUZZLE_000PW });
    expect(answer).toEqual({ tactics: FORK_AND_DISCOVERY, count: 2, depth: 'l2', fen: PUZZLE_000PW });
    expect(performance_ms).toBeGreaterThanOrEqual(0);
    expect(Object.keys(answer.tactics[0] ?? {})).toEqual(Object.keys(FORK_AND_DISCOVERY[0] ?? {}));
  });

  it('keeps the fork under the filter fork, pin', async () => {
    const answer = await extract({ fen: PUZZLE_000PW, patterns: ['fork', 'pin'] });
    expect(answer.tactics).toEqual([FORK_AND_DISCOVERY[0]]);
    expect(answer.count).toBe(1);
  });

  it('begins its line as published with with_sequence, and differs in nothing else', async () => {
    const { tactics } = await extract({ fen: PUZZLE_000PW, with_sequence: true });
    for (const { sequence } of tactics) expect(sequence?.slice(0, 4)).toEqual(['d4e2', 'g1g2', 'e2c3', 'b2c3']);
    expect(tactics.map((tactic) => ({ ...tactic, sequence: null }))).toEqual(FORK_AND_DISCOVERY);
  });
});

describe('the envelope', () => {
  it('has its fields in the published order', async () => {
    const { body } = await call(app, 'POST', '/api/v1/extract', { fen: PUZZLE_000PW });
    expect(Object.keys(body as object)).toEqual(['tactics', 'count', 'depth', 'performance_ms', 'fen']);
  });

  it('measures performance_ms to a tenth', async () => {
    const { performance_ms } = await extract({ fen: PUZZLE_000PW });
    expect(performance_ms).toBe(Math.round(performance_ms * 10) / 10);
  });

  it.each([
    ['six fields', PUZZLE_000PW],
    ['four fields', '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - -'],
    ['other counters', '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 0 1'],
  ])('gives the FEN back as it came, and the same tactics: %s', async (_name, fen) => {
    const answer = await extract({ fen });
    expect(answer.fen).toBe(fen);
    expect(answer.tactics).toEqual(FORK_AND_DISCOVERY.map((tactic) => ({ ...tactic, fen })));
  });

  it('answers a position without tactics with none', async () => {
    const { tactics, count } = await extract({ fen: '8/8/4k3/8/8/3K4/8/8 w - - 0 1' });
    expect([tactics, count]).toEqual([[], 0]);
  });
});

describe('options', () => {
  it('depth defaults to l2', async () => {
    expect((await extract({ fen: PUZZLE_000PW })).depth).toBe('l2');
  });

  it('depth l1 confirms nothing and has no line, even if asked for one', async () => {
    const { depth, tactics } = await extract({ fen: PUZZLE_000PW, depth: 'l1', with_sequence: true });
    expect(depth).toBe('l1');
    expect(tactics.length).toBeGreaterThan(0);
    for (const tactic of tactics) {
      expect(tactic).toMatchObject({ gain_confirmed: false, sequence: null });
      expect(tactic.gain).toBeTypeOf('number');
    }
  });

  it('patterns: [] means all ten', async () => {
    expect((await extract({ fen: PUZZLE_000PW, patterns: [] })).tactics).toEqual(FORK_AND_DISCOVERY);
  });

  it.each(PATTERNS)('the filter takes %s, and returns exactly that subset', async (pattern) => {
    for (const depth of ['l1', 'l2']) {
      const all = await extract({ fen: PUZZLE_000PW, depth });
      const some = await extract({ fen: PUZZLE_000PW, depth, patterns: [pattern] });
      expect(some.tactics).toEqual(all.tactics.filter((tactic) => tactic.pattern === pattern));
      expect(some.count).toBe(some.tactics.length);
    }
  });

  it('fields it does not know are ignored', async () => {
    expect((await extract({ fen: PUZZLE_000PW, colour: 'blue', pgn: 7, mode: [] })).count).toBe(2);
  });
});

describe('determinism', () => {
  it('the same FEN always yields the same result', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => extract({ fen: PUZZLE_000PW })));
    for (const { tactics } of answers) expect(tactics).toEqual(FORK_AND_DISCOVERY);
  });
});
