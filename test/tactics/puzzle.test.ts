/** What is a puzzle, and why a position is none: positions of real games, one for every answer. */
import { Chess } from 'chess.js';
import { describe, expect, test } from 'vitest';
import { type Engine, type Solution, UNKNOWN_WORTH } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { judgePuzzle, type Judgement, VERDICTS, type Way } from '../../src/tactics/puzzle.js';
import { makeUci } from '../../src/tactics/record.js';
import { parseUci } from '../../src/tactics/uci.js';
import { colours, files } from '../properties/mirror.js';
import { pack, packMove } from './pack.js';

const engine = await loadEngine();

/** @param move the opponent's, in UCI, from `before` on */
function judge(before: string, move: string): Judgement {
  const moves = Uint16Array.of(parseUci(move) ?? 0);
  const records = move === '0000' ? new Uint8Array(0) : engine.analyze(engine.positionAfter(before, moves), 'l2');
  return judgePuzzle(engine, { ways: [{ startFen: before, moves }], asked: null, records });
}

const FORK = { before: '6k1/pbp5/1p6/8/3n4/2N5/PP3PPP/2R3K1 w - - 2 29', mistake: 'c3e2' };
const MATE = { before: '1b1r1rk1/p4ppp/8/8/2Pq4/1P3Q1P/P5P1/3R1R1K b - - 2 29', mistake: 'd4e5' };

describe('a puzzle', () => {
  test.each([FORK, MATE])('has one line, legal and with the solver to end it: $before', ({ before, mistake }) => {
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
    expect(solution.margin).toBeGreaterThanOrEqual(250);
  });

  test('wins what the board shows at the end of its line', () => {
    expect(judge(FORK.before, FORK.mistake)).toMatchObject({
      verdict: 'puzzle',
      solution: { mate: false, gain: 800, fen: '6k1/pbp5/1p6/8/3n4/8/PP2NPPP/2R3K1 b - - 3 29' },
    });
  });

  test('wins what was promised, whatever the last look at its first move has come to', () => {
    expect(judge('r1b1r1k1/1pp1bp1p/pnnq2p1/1B2N3/3PN3/P7/1P1B1PPP/RQ2R1K1 b - - 3 17', 'd6d5')).toMatchObject({
      verdict: 'puzzle',
      solution: { mate: false, gain: 300 },
    });
  });

  test('that mates has the widest margin', () => {
    expect(judge(MATE.before, MATE.mistake)).toMatchObject({
      verdict: 'puzzle',
      solution: { mate: true, margin: 2000 },
    });
  });

  test.each([FORK, MATE])('is the same one in every mirror: $before', ({ before, mistake }) => {
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
    const ids = [FORK, MATE].map(({ before, mistake }) => {
      const found = judge(before, mistake);
      return found.verdict === 'puzzle' ? found.solution.id : '';
    });
    for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{11}$/);
    expect(new Set(ids).size).toBe(2);
  });
});

test.each([
  ['other_move', '3q1k1Q/p6p/1p4p1/5p2/2B1pP2/8/PP4PP/6K1 b - - 5 31', 'f8e7'],
  ['other_later_move', '6k1/pb5p/5p1P/6p1/1Np5/8/PPP2KP1/8 w - - 1 36', 'b2b3'],
  ['no_win', 'r4rk1/np1b2pp/1q2p3/p2R4/P1n2B2/1NP3P1/2P1Q1BP/2K4R b - - 0 19', 'e6d5'],
  // the deeper look at the second move finds better ones, and at the end an answer
  ['other_later_move', 'r2qk1nr/ppp3pp/2B5/3pb3/6b1/5NN1/PPP2PPP/R1BQK2R b KQkq - 0 9', 'b7c6'],
  ['unsettled', '8/1q2b3/5pk1/p3p2p/4Pp1Q/P2r1P1P/6P1/3R3K w - - 0 47', 'd1d3'],
  ['won_before', '8/3Q2p1/4Qk1p/8/8/7P/7K/8 b - - 0 64', 'f6g5'],
  ['countered', '4r1k1/n1pp2pp/1p4q1/p2P1r2/P2Q4/1P3N2/5PPP/R2R2K1 w - - 5 26', 'a1c1'],
  ['no_mistake', '6k1/5p1p/6p1/2n3P1/2P1b3/5N2/1R4BP/r5K1 w - - 1 41', 'g1f2'],
  ['unnamed', '8/p7/8/7N/2k2r1P/2R2p2/PPP2n2/2K5 b - - 1 39', 'c4d4'],
  ['no_move_before', FORK.before, '0000'],
])('says %s of a position that is none', (verdict, before, move) => {
  expect(judge(before, move)).toEqual({ verdict });
});

test('does not know where nodes run out before anything is known', () => {
  const crowded = '3N1N1B/Q2bb1Bq/N2B2nr/n7/Nn1r2B1/K2Nbn2/q6R/k1bQ2nR w - - 0 1';
  expect(VERDICTS[engine.solve(crowded).verdict]).toBe('unknown');
  expect(engine.worth(crowded, true)).toBe(UNKNOWN_WORTH);
});

test.each(['solve', 'worth'])('says unknown where %s ran out of nodes', (asked) => {
  const nothing = { verdict: 5, line: new Uint16Array(0), mate: false, gain: 0, score: 0, second: 0, identity: 0n };
  const tired = new Proxy(engine, {
    get: (target, name) =>
      name === asked
        ? () => (asked === 'solve' ? nothing : UNKNOWN_WORTH)
        : (Reflect.get(target, name) as (...args: unknown[]) => unknown).bind(target),
  });
  const moves = Uint16Array.of(parseUci(FORK.mistake) ?? 0);
  const records = engine.analyze(engine.positionAfter(FORK.before, moves), 'l2');
  expect(judgePuzzle(tired, { ways: [{ startFen: FORK.before, moves }], asked: null, records })).toEqual({
    verdict: 'unknown',
  });
});

test('says no_move_before where a game begins', () => {
  const ways = [{ startFen: FORK.before, moves: new Uint16Array(0) }];
  expect(judgePuzzle(engine, { ways, asked: null, records: new Uint8Array(0) })).toEqual({ verdict: 'no_move_before' });
});

test('does not depend on what was asked before', () => {
  const first = judge(FORK.before, FORK.mistake);
  judge(MATE.before, MATE.mistake);
  engine.analyze(MATE.before, 'l2');
  expect(judge(FORK.before, FORK.mistake)).toEqual(first);
});

describe('where several games came to a position', () => {
  const way = (startFen: string, move: string): Way => ({ startFen, moves: Uint16Array.of(parseUci(move) ?? 0) });
  const start: Way = {
    startFen: engine.positionAfter(FORK.before, way('', FORK.mistake).moves),
    moves: new Uint16Array(0),
  };
  const blunder = way(FORK.before, FORK.mistake);
  const records = engine.analyze(start.startFen ?? '', 'l2');

  test('the first way with a mistake makes it a puzzle', () => {
    const judged = judgePuzzle(engine, { ways: [start, blunder, start], asked: null, records });
    expect(judged).toMatchObject({ verdict: 'puzzle', way: 1, solution: { before: FORK.before } });
  });

  test('an earlier answer stands where no way is another', () => {
    const asked = { ways: [blunder], verdict: 'no_mistake' as const };
    expect(judgePuzzle(engine, { ways: [start, blunder], asked, records })).toEqual({ verdict: 'no_mistake' });
  });
});

describe('at the bounds', () => {
  /** A puzzle in every respect but for what is given; what is asked of the worth of positions is noted. */
  function judgeWith(
    given: Partial<Solution> & { material?: number; held?: number; replied?: number; ended?: number },
    records = pack({ pattern: 'fork', move: 'e2e4' }),
  ): [Judgement, asked: unknown[]] {
    const { material = 0, held = 0, replied = -500, ended = -500, ...found } = given;
    const worths: Record<string, number> = { 'start 0': held, 'start 1 1': replied, 'start 1 3': ended };
    const line = Uint16Array.from(['e2e4', 'e7e5', 'g1f3'], packMove);
    const solution: Solution = {
      ...{ verdict: 0, line, mate: false, gain: 300, score: 500, second: 100, identity: 5n },
      ...found,
    };
    const asked: unknown[] = [];
    const answers: Partial<Engine> = {
      positionAfter: (from, moves) => `${from} ${moves.length}`,
      material: () => material,
      solve: () => solution,
      worth: (fen, attacking) => {
        asked.push([fen, attacking]);
        return worths[fen] ?? UNKNOWN_WORTH;
      },
    };
    const ways = [{ startFen: 'start', moves: Uint16Array.of(packMove('d7d5')) }];
    return [judgePuzzle(answers as Engine, { ways, asked: null, records }), asked];
  }

  test.each<[string, Parameters<typeof judgeWith>[0]]>([
    ['puzzle', { held: -300 }],
    ['no_mistake', { held: -301 }],
    // who has won already wins no more by a mistake
    ['puzzle', { score: 3000, held: -800 }],
    ['no_mistake', { score: 3000, held: -801 }],
    ['puzzle', { material: 299 }],
    ['won_before', { material: 300 }],
    ['puzzle', { replied: -100, ended: -100 }],
    ['countered', { replied: -99 }],
    ['countered', { ended: -99 }],
  ])('it is %s with %j', (verdict, given) => {
    expect(judgeWith(given)[0].verdict).toBe(verdict);
  });

  test('another winning move counts with the material, and a mate more than what it costs', () => {
    const two = pack({ pattern: 'fork', move: 'e2e4', gain: 500 }, { pattern: 'pin', move: 'd2d4', gain: 500 });
    expect(judgeWith({ material: -301 }, two)[0].verdict).toBe('puzzle');
    expect(judgeWith({ material: -300 }, two)[0].verdict).toBe('other_move');
    const mate = pack({ pattern: 'smothered_mate', move: 'e2e4', gain: -900, mate: true });
    expect(judgeWith({ mate: true }, mate)[0].verdict).toBe('puzzle');
  });

  test('the opponent is looked after before the mistake, and after the first and last moves of what does not mate', () => {
    expect(judgeWith({})[1]).toEqual([
      ['start 0', false],
      ['start 1 1', true],
      ['start 1 3', true],
    ]);
    expect(judgeWith({ mate: true })[1]).toEqual([['start 0', false]]);
  });

  test('the margin is no more than the widest', () => {
    const margin = (score: number, second: number) => judgeWith({ score, second })[0];
    expect(margin(500, 100)).toMatchObject({ solution: { margin: 400 } });
    expect(margin(2500, 100)).toMatchObject({ solution: { margin: 2000 } });
  });
});
