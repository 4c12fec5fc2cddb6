/** What is a puzzle, and why a position is none: positions of real games, one for every answer. */
import { Chess } from 'chess.js';
import { describe, expect, test } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { judgePuzzle, type Judgement } from '../../src/tactics/puzzle.js';
import { makeUci } from '../../src/tactics/record.js';
import { parseUci } from '../../src/tactics/uci.js';
import { colours, files } from '../properties/mirror.js';

const engine = await loadEngine();

/** @param move the opponent's, in UCI, from `before` on */
function judge(before: string, move: string): Judgement {
  const moves = Uint16Array.of(parseUci(move) ?? 0);
  const records = move === '0000' ? new Uint8Array(0) : engine.analyze(engine.positionAfter(before, moves), 'l2');
  return judgePuzzle(engine, { startFen: before, moves, records });
}

const SKEWER = { before: '5brk/1Q6/3p3p/4pp1q/4n3/1P3N1P/P4PPB/3R2K1 w - - 3 35', mistake: 'a2a4' };
const MATE = { before: '1b1r1rk1/p4ppp/8/8/2Pq4/1P3Q1P/P5P1/3R1R1K b - - 2 29', mistake: 'd4e5' };

describe('a puzzle', () => {
  test.each([SKEWER, MATE])('has one line, legal and with the solver to end it: $before', ({ before, mistake }) => {
    const found = judge(before, mistake);
    if (found.verdict !== 'puzzle') throw new Error(found.verdict);
    const { solution } = found;
    expect(solution.line.length % 2).toBe(1);
    expect(solution.before).toBe(before);
    const game = new Chess(before);
    game.move(mistake);
    expect(solution.fen.split(' ').slice(0, 2)).toEqual(game.fen().split(' ').slice(0, 2));
    for (const move of solution.line) game.move(makeUci(move));
    expect(game.isCheckmate()).toBe(solution.mate);
    expect(solution.margin).toBeGreaterThanOrEqual(300);
  });

  test('wins what the board shows at the end of its line', () => {
    expect(judge(SKEWER.before, SKEWER.mistake)).toMatchObject({
      verdict: 'puzzle',
      solution: { mate: false, gain: 800, fen: '5brk/1Q6/3p3p/4pp1q/P3n3/1P3N1P/5PPB/3R2K1 b - - 0 35' },
    });
  });

  test('that mates has the widest margin', () => {
    expect(judge(MATE.before, MATE.mistake)).toMatchObject({
      verdict: 'puzzle',
      solution: { mate: true, margin: 2000 },
    });
  });

  test.each([SKEWER, MATE])('is the same one in every mirror: $before', ({ before, mistake }) => {
    const here = judge(before, mistake);
    for (const mirror of [colours, files]) {
      const there = judge(mirror.fen(before), mirror.squares(mistake));
      if (here.verdict !== 'puzzle' || there.verdict !== 'puzzle') throw new Error('a puzzle is none in a mirror');
      expect(there.solution.id).toBe(here.solution.id);
      const line = [...there.solution.line].map((move) => mirror.squares(makeUci(move)));
      expect(line).toEqual([...here.solution.line].map(makeUci));
    }
  });

  test('has an id of eleven letters and digits, and another one than other positions', () => {
    const ids = [SKEWER, MATE].map(({ before, mistake }) => {
      const found = judge(before, mistake);
      return found.verdict === 'puzzle' ? found.solution.id : '';
    });
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{11}$/);
    expect(new Set(ids).size).toBe(2);
  });
});

test.each([
  ['other_move', '3q1k1Q/p6p/1p4p1/5p2/2B1pP2/8/PP4PP/6K1 b - - 5 31', 'f8e7'],
  ['other_later_move', '6k1/2q1npp1/4p1np/1Q6/1B1pB3/P2P2PP/5PK1/8 b - - 0 35', 'e6e5'],
  ['no_win', 'r4rk1/np1b2pp/1q2p3/p2R4/P1n2B2/1NP3P1/2P1Q1BP/2K4R b - - 0 19', 'e6d5'],
  ['unsettled', '2r2r1k/n1q3pp/1p6/p2B3Q/b2B4/1NP3P1/2P4P/2K4R b - - 1 25', 'a7b5'],
  ['won_before', '8/3Q2p1/4Qk1p/8/8/7P/7K/8 b - - 0 64', 'f6g5'],
  ['countered', '8/2r3kp/6p1/1Q3p1n/p2R1p2/P1P4P/BP3PPK/4q3 b - - 2 37', 'e1f2'],
  ['no_mistake', '2q2k1r/p2r1pp1/5b1p/8/3n1QN1/1P6/P4PP1/3RR1K1 w - - 20 31', 'g4f6'],
  ['unnamed', 'r5k1/p4rRp/1p2p3/3b4/7P/2Q3Pq/PB3P2/5RK1 b - - 0 28', 'g8f8'],
  ['no_move_before', SKEWER.before, '0000'],
])('says %s of a position that is none', (verdict, before, move) => {
  expect(judge(before, move)).toEqual({ verdict });
});

test('says unknown where the solver ran out of nodes', () => {
  const nothing = { verdict: 5, line: new Uint16Array(0), mate: false, gain: 0, score: 0, second: 0, identity: 0n };
  const tired = new Proxy(engine, {
    get: (target, name) =>
      name === 'solve' ? () => nothing : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
  });
  const moves = Uint16Array.of(parseUci(SKEWER.mistake) ?? 0);
  const records = engine.analyze(engine.positionAfter(SKEWER.before, moves), 'l2');
  expect(judgePuzzle(tired, { startFen: SKEWER.before, moves, records })).toEqual({ verdict: 'unknown' });
});

test('says no_move_before where a game begins', () => {
  const none = { startFen: SKEWER.before, moves: new Uint16Array(0), records: new Uint8Array(0) };
  expect(judgePuzzle(engine, none)).toEqual({ verdict: 'no_move_before' });
});

test('does not depend on what was asked before', () => {
  const first = judge(SKEWER.before, SKEWER.mistake);
  judge(MATE.before, MATE.mistake);
  engine.analyze(MATE.before, 'l2');
  expect(judge(SKEWER.before, SKEWER.mistake)).toEqual(first);
});
