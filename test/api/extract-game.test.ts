/** The interface's sections 2.3 and 4.2, a row for each sentence that can be checked. */
import { Chess } from 'chess.js';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_START } from '../../src/tactics/game.js';
import type { GameAnalysis, PositionAnalysis } from '../../src/tactics/types.js';
import { call, FORK_GAME, IMMORTAL_GAME, PUZZLE_000PW, queensGame, testApp } from './app.js';

let app: FastifyInstance;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

async function extractGame(body: object): Promise<GameAnalysis> {
  const { status, body: answer } = await call(app, 'POST', '/api/v1/extract_game', body);
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer as GameAnalysis;
}

/** What another chess program says about the game: the FEN before each ply, and the move played. */
function referee(pgn: string): { fen: string; move: string }[] {
  const chess = new Chess();
  chess.loadPgn(pgn);
  return chess.history({ verbose: true }).map((move) => ({ fen: move.before, move: move.lan }));
}

/** FENs up to the en passant field, which programs write by different rules. */
function withoutEnPassant(fen: string): string {
  return fen.split(' ').with(3, '-').join(' ');
}

describe('the envelope', () => {
  it('has its fields in order, the starting position and the number of plies', async () => {
    const answer = await extractGame({ pgn: IMMORTAL_GAME });
    expect(Object.keys(answer)).toEqual([
      'tactics',
      'count',
      'depth',
      'performance_ms',
      'fen',
      'mode',
      'positions_analyzed',
    ]);
    expect(answer).toMatchObject({ depth: 'l2', mode: 'played', fen: STANDARD_START, positions_analyzed: 45 });
    expect(answer.count).toBe(answer.tactics.length);
  });

  it('starts from the FEN tag, and gives it as the game has it', async () => {
    const answer = await extractGame({ pgn: FORK_GAME });
    expect(answer).toMatchObject({ fen: PUZZLE_000PW, positions_analyzed: 5 });
    expect(answer.tactics.filter(({ ply }) => ply === 1)).toMatchObject([
      { pattern: 'fork', fen: PUZZLE_000PW, status: 'played', color: 'black' },
      { pattern: 'discovered_attack', fen: PUZZLE_000PW, status: 'played' },
    ]);
  });

  it('takes a game without moves', async () => {
    expect(await extractGame({ pgn: '[Event "x"]\n[Result "*"]\n\n*' })).toMatchObject({
      count: 0,
      positions_analyzed: 0,
    });
  });
});

describe("mode 'played'", () => {
  it.each([
    ['from the start', IMMORTAL_GAME],
    ['from a FEN tag', FORK_GAME],
  ])('is the default; every trigger is the move played, in the position before its ply: %s', async (_name, pgn) => {
    const { tactics } = await extractGame({ pgn });
    const plies = referee(pgn);
    for (const tactic of tactics) {
      const played = plies[tactic.ply - 1];
      expect(tactic.trigger_move).toBe(played?.move);
      expect(withoutEnPassant(tactic.fen)).toBe(withoutEnPassant(played?.fen ?? ''));
      expect(tactic.color).toBe(played?.fen.split(' ')[1] === 'w' ? 'white' : 'black');
      expect(['played', 'existing']).toContain(tactic.status);
    }
  });

  it.each([
    ['l1', IMMORTAL_GAME],
    ['l2', IMMORTAL_GAME],
    ['l2', FORK_GAME],
  ])('is the part of mode available that was played (%s)', async (depth, pgn) => {
    const plies = referee(pgn);
    const played = await extractGame({ pgn, depth });
    const available = await extractGame({ pgn, depth, mode: 'available' });
    const part = available.tactics.filter((tactic) => tactic.trigger_move === plies[tactic.ply - 1]?.move);
    expect(played.tactics.map(({ status: _, ...tactic }) => tactic)).toEqual(part);
  });

  it('calls a chance existing that stood at the previous turn, and played where it did not', async () => {
    // Black can fork at once, passes, and forks a move later.
    const pgn = `[FEN "${PUZZLE_000PW}"]\n\n37... h6 38. h3 Ne2+ *`;
    const { tactics } = await extractGame({ pgn, patterns: ['fork'] });
    expect(tactics).toMatchObject([{ ply: 3, status: 'existing', trigger_move: 'd4e2' }]);
  });
});

describe("mode 'available'", () => {
  it('is the full result of every position before every ply, without a status key', async () => {
    const answer = await extractGame({ pgn: IMMORTAL_GAME, mode: 'available', depth: 'l1' });
    expect(answer).toMatchObject({ mode: 'available', depth: 'l1' });
    for (const [index, { fen }] of referee(IMMORTAL_GAME).entries()) {
      const ply = index + 1;
      const here = answer.tactics.filter((tactic) => tactic.ply === ply);
      const { body } = await call(app, 'POST', '/api/v1/extract', { fen, depth: 'l1' });
      const alone = (body as PositionAnalysis).tactics;
      expect(here.map(({ ply: _, ...tactic }) => ({ ...tactic, fen }))).toEqual(alone);
    }
    for (const tactic of answer.tactics) expect(tactic).not.toHaveProperty('status');
  });
});

describe('options', () => {
  it('filters by pattern names', async () => {
    const all = await extractGame({ pgn: IMMORTAL_GAME, mode: 'available' });
    const some = await extractGame({ pgn: IMMORTAL_GAME, mode: 'available', patterns: ['pin', 'fork'] });
    expect(some.tactics).toEqual(all.tactics.filter(({ pattern }) => pattern === 'pin' || pattern === 'fork'));
  });

  it('includes lines when asked: they begin with the trigger; null otherwise, and at l1', async () => {
    const asked = await extractGame({ pgn: IMMORTAL_GAME, mode: 'available', with_sequence: true });
    for (const { sequence, trigger_move } of asked.tactics) expect(sequence?.[0]).toBe(trigger_move);
    const plain = await extractGame({ pgn: IMMORTAL_GAME, mode: 'available' });
    const l1 = await extractGame({ pgn: IMMORTAL_GAME, mode: 'available', depth: 'l1', with_sequence: true });
    for (const { sequence } of [...plain.tactics, ...l1.tactics]) expect(sequence).toBeNull();
  });

  it.each([
    ['behind the numbers', '1.\u00a0e4 e5 2.\u00a0Nf3 Nc6'],
    ['everywhere', '1.\u00a0e4\u00a0e5\u00a02.\u202fNf3\u3000Nc6'],
    [
      'in a comment, a tag and its FEN',
      '[FEN "8/8/8/8/8/8/4P2k/K7\u00a0w - - 0 1"]\n\n1. e3 {a\u00a0b} 1... Kg3 2. e4 Kf4',
    ],
  ])('reads the no-break blanks of web pages as blanks: %s', async (_where, pgn) => {
    expect((await extractGame({ pgn })).positions_analyzed).toBe(4);
  });

  it('reads over comments, variations, glyphs, clock times and line ends of all kinds', async () => {
    const bare = '1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0';
    const rich =
      '\ufeff[Event "Légal"]\r\n\r\n1. e4 {[%clk 0:10:00]} e5 $1 2. Nf3 (2. f4 exf4 (2... d5)) 2... d6\r\n' +
      '; a line\r\n3. Bc4 Bg4?! 4. Nc3 g6 5. Nxe5! Bxd1?? 6. Bxf7+ Ke7 7. Nd5# 1-0\r\n';
    const strip = ({ performance_ms: _, ...rest }: GameAnalysis) => rest;
    expect(strip(await extractGame({ pgn: rich }))).toEqual(strip(await extractGame({ pgn: bare })));
  });
});

describe('a game with more tactics than an answer may hold', () => {
  const queens = { pgn: queensGame(13), depth: 'l1', mode: 'available', with_extras: true };

  it.each(['/api/v1/extract_game', '/api/v1/extract'])('is refused at %s, and told what to ask for', async (path) => {
    expect(await call(app, 'POST', path, queens)).toMatchObject({
      status: 413,
      body: { error: 'The game has 5200 tactics; at most 5000 are sent in one answer' },
      headers: { 'x-error-detail': 'ask for fewer patterns, or in mode "played"' },
    });
  });

  it('is answered where fewer of them are asked for', async () => {
    expect(await extractGame({ ...queens, patterns: ['trapped_piece'] })).toMatchObject({ positions_analyzed: 52 });
    expect(await extractGame({ ...queens, mode: 'played' })).toMatchObject({ positions_analyzed: 52 });
    expect((await extractGame({ ...queens, pgn: queensGame(12) })).count).toBe(4800);
  });
});
