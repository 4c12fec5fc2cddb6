/**
 * The pure parts on cases made by hand; the whole run with a made-up engine, for Stockfish is no part of the tests: what it would say
 * of real games, `npm run bench:soundness` asks.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import type { Tactic } from '../../src/tactics/types.js';
import { ended, objectsOf, type Ended } from '../jobs/run.js';
import { Tree } from './accuracy/tree.js';
import { CachedOracle } from './soundness/cache.js';
import { findChance, isChance, keptBy, wonAlong, type Chance } from './soundness/chances.js';
import { departureOf, isAsGood, isStrict, judgePosition, type Judged } from './soundness/judge.js';
import { materialOf, pieceAt } from './material.js';
import { gainOf, measureChances, measureSoundness } from './soundness/measures.js';
import { samplePositions } from './soundness/positions.js';
import { isMate, mateScore, scoreText, type Score } from './soundness/score.js';
import { chancesTable, soundnessTables, worstLines } from './soundness/tables.js';
import { Answer, parseInfo, UciEngine, type Line, type Oracle, type Question } from './soundness/uci.js';

const FAMOUS = join(ROOT, 'data', 'sample', 'famous.pgn');
/** Black forks king and queen by d4e2. */
const FORK = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 0 1';

const TACTIC: Tactic = {
  pattern: 'fork',
  color: 'black',
  trigger_move: 'd4e2',
  key_squares: ['e2'],
  target_squares: [],
  targets: [],
  gain: 700,
  gain_confirmed: true,
  is_mate: false,
  sequence: ['d4e2', 'g1g2', 'e2c3', 'b2c3', 'e5c3'],
  fen: FORK,
};

const folder = mkdtempSync(join(tmpdir(), 'motif-soundness-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const line = (score: Score, ...pv: string[]): Line => ({ score, pv });

/** Answers from a list, by the move that is played first, and counts the questions. */
function oracleOf(answers: Record<string, Line[]>): Oracle & { asked: Question[] } {
  const asked: Question[] = [];
  return {
    asked,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(answers[question.move ?? ''] ?? []);
    },
  };
}

describe('scores', () => {
  it('compare, mates and all', () => {
    const worstToBest = [mateScore(0), mateScore(-1), mateScore(-5), -900, 0, 310, mateScore(7), mateScore(1)];
    expect([...worstToBest].sort((a, b) => a - b)).toEqual(worstToBest);
    expect(worstToBest.map(isMate)).toEqual([false, false, false, false, false, false, true, true]);
    expect(isMate(-mateScore(0))).toBe(true);
  });

  it('can be read', () => {
    expect([310, 0, -45, mateScore(3), mateScore(-2)].map(scoreText)).toEqual([
      '+310',
      '0',
      '-45',
      'mate 3',
      'mated 2',
    ]);
  });
});

describe('an engine says', () => {
  const heard = (...texts: string[]): Line[] => {
    const answer = new Answer();
    for (const text of texts) answer.hear(text);
    return answer.lines();
  };

  it('centipawns, mates and bounds', () => {
    expect(
      parseInfo('info depth 15 seldepth 28 multipv 2 score cp -191 nodes 142908 nps 860891 time 166 pv c4f7 e8e7 f7g8'),
    ).toEqual({ rank: 2, exact: true, line: line(-191, 'c4f7', 'e8e7', 'f7g8') });
    expect(parseInfo('info depth 9 score mate -2 nodes 12 pv h7h8q')?.line).toEqual(line(mateScore(-2), 'h7h8q'));
    expect(parseInfo('info depth 9 multipv 1 score cp 139 upperbound nodes 12 pv e2e4')).toMatchObject({
      exact: false,
      line: { score: 139 },
    });
    expect(parseInfo('info depth 0 score mate 0')).toEqual({ rank: 1, exact: true, line: line(mateScore(0)) });
  });

  it('much else, which is no score', () => {
    const others = ['info string the score cp 12 is none', 'info depth 7 currmove e2e4', 'readyok', ''];
    expect(others.map(parseInfo)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('the same again, deeper: the last set counts that is exact throughout', () => {
    const two = ['info multipv 1 score cp 30 pv e2e4', 'info multipv 2 score cp 20 pv d2d4'];
    const swapped = ['info multipv 1 score cp 40 pv d2d4', 'info multipv 2 score cp 30 pv e2e4'];
    const broken = ['info multipv 1 score cp 90 lowerbound pv e2e4', 'info multipv 2 score cp 40 pv d2d4'];
    expect(heard(...two, ...swapped)).toEqual([line(40, 'd2d4'), line(30, 'e2e4')]);
    expect(heard(...two, ...broken)).toEqual([line(30, 'e2e4'), line(20, 'd2d4')]);
    expect(heard(...broken)).toEqual([]);
  });
});

describe('material', () => {
  it('is counted for the side to move', () => {
    expect(materialOf(FORK)).toBe(-200);
    expect(materialOf(FORK.replace(' b ', ' w '))).toBe(200);
  });

  it('is found on its square', () => {
    expect(['g8', 'c3', 'e5', 'a8', 'h1', 'g1'].map((square) => pieceAt(FORK, square))).toEqual([
      'k',
      'Q',
      'q',
      '',
      '',
      'K',
    ]);
  });
});

describe('a verdict', () => {
  it('is strict from the material and half the gain on', () => {
    expect([149, 150, mateScore(9)].map((after) => isStrict({ gain: 300, is_mate: false }, 0, after))).toEqual([
      false,
      true,
      true,
    ]);
    expect(isStrict({ gain: 100, is_mate: false }, -500, -450)).toBe(true);
    expect([900, mateScore(9)].map((after) => isStrict({ gain: 300, is_mate: true }, 0, after))).toEqual([false, true]);
  });

  it('bears with a move that is as good as the best', () => {
    expect(isAsGood('e2e4', -50, line(0, 'd2d4'))).toBe(true);
    expect(isAsGood('e2e4', -51, line(0, 'd2d4'))).toBe(false);
    expect(isAsGood('d2d4', -300, line(0, 'd2d4'))).toBe(true);
    expect(isAsGood('e2e4', mateScore(9), line(mateScore(2), 'd2d4'))).toBe(true);
    expect(isAsGood('e2e4', 900, line(mateScore(2), 'd2d4'))).toBe(false);
  });

  it('is explained by where the lines part', () => {
    const verdict = { strict: false, sound: false };
    const departure = (...answer: string[]): string => departureOf({ answer, tactics: [{ tactic: TACTIC, verdict }] });
    expect(departure('g1f1', 'e2c3')).toBe('first answer');
    expect(departure('g1g2', 'e5e4')).toBe('our move');
    expect(departure('g1g2', 'e2c3', 'd2f3')).toBe('later answer');
    expect(departure('g1g2', 'e2c3', 'b2c3', 'e5c3', 'd2f3')).toBe('nowhere');
    expect(departure('g1g2', 'e2c3')).toBe('nowhere');
  });

  describe('on a position', () => {
    it('asks for the best move only where it matters', async () => {
      const oracle = oracleOf({ d4e2: [line(-600, 'g1g2')] });
      const judged = await judgePosition(oracle, FORK, [TACTIC, { ...TACTIC, pattern: 'pin' }]);
      expect(oracle.asked).toEqual([{ fen: FORK, move: 'd4e2', lines: 1 }]);
      expect(judged).toMatchObject([{ trigger: 'd4e2', material: -200, after: 600, answer: ['g1g2'] }]);
      expect(judged[0]?.tactics.map(({ verdict }) => verdict)).toEqual(Array(2).fill({ strict: true, sound: true }));
    });

    it('is told apart where it falls short', async () => {
      const verdictOf = async (best: Line): Promise<unknown> => {
        const judged = await judgePosition(oracleOf({ d4e2: [line(100, 'g1g2')], '': [best] }), FORK, [TACTIC]);
        return judged[0]?.tactics[0]?.verdict;
      };
      expect(await verdictOf(line(-60, 'e5e2'))).toEqual({ strict: false, sound: true });
      expect(await verdictOf(line(60, 'e5e2'))).toEqual({ strict: false, sound: false });
      expect(await verdictOf(line(60, 'd4e2'))).toEqual({ strict: false, sound: true });
    });
  });
});

describe('a chance', async () => {
  const engine = await loadEngine();
  const tree = await Tree.load();

  it('is what one move alone wins', () => {
    expect(isChance(0, line(200), line(0))).toBe(true);
    expect(isChance(0, line(199), line(-100))).toBe(false);
    expect(isChance(0, line(250), line(51))).toBe(false);
    expect(isChance(0, line(500), line(200))).toBe(false);
    expect(isChance(-300, line(-100), line(-300))).toBe(true);
    expect(isChance(0, line(mateScore(4)), line(900))).toBe(true);
    expect(isChance(0, line(mateScore(4)), line(mateScore(5)))).toBe(false);
    expect(isChance(0, line(mateScore(4)), undefined)).toBe(false);
  });

  it('keeps what it takes and becomes, less itself if it is retaken', () => {
    const kept = (fen: string, move: string): number | undefined => keptBy(engine, fen, move);
    const rook = '3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1';
    expect(kept(rook, 'd1d8')).toBe(500);
    expect(kept(rook.replace('3r2k1', '2qr2k1'), 'd1d8')).toBe(0);
    expect(kept(rook, 'd1d7')).toBeUndefined();
    const pawn = '3r2k1/2P2ppp/8/8/8/8/5PPP/6K1 w - - 0 1';
    expect(kept(pawn, 'c7d8q')).toBe(1300);
    expect(kept(pawn, 'c7c8q')).toBe(-100);
  });

  it('wins what has been won when all is quiet', () => {
    const won = (moves: string): number => wonAlong(engine, FORK, moves.split(' '));
    expect(won('d4e2 g1g2 e2c3')).toBe(0);
    expect(won('d4e2 g1g2 e2c3 b2c3')).toBe(0);
    expect(won('d4e2 g1g2 e2c3 b2c3 e5c3 g2g1')).toBe(700);
    expect(won('d4e2 g1g2 e2c3 b2c3 e5c3 g2g1 c3d2')).toBe(700);
    const rook = '3r2k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1';
    expect(wonAlong(engine, rook, ['d1d8'])).toBe(500);
  });

  it('is found where a tactic has the move', async () => {
    const best = (move: string): Oracle => oracleOf({ '': [line(700, move), line(-100, 'e5c3')] });
    expect(await findChance(best('d4e2'), engine, tree, FORK)).toMatchObject({ kind: 'position', material: -200 });
    expect(await findChance(best('d4e2'), engine, tree, FORK)).not.toHaveProperty('cause');
    expect(await findChance(best('d4f3'), engine, tree, FORK)).toHaveProperty('cause');
    expect(await findChance(best('g8g7'), engine, tree, FORK)).toMatchObject({ cause: 'unseen' });
    expect(await findChance(oracleOf({ '': [line(0, 'g8g7')] }), engine, tree, FORK)).toBeUndefined();
  });
});

describe('counting', () => {
  const judged = (after: Score, tactics: Judged['tactics']): Judged => ({
    fen: FORK,
    trigger: 'd4e2',
    material: -100,
    after,
    answer: [],
    tactics,
  });
  const all = [
    judged(500, [
      { tactic: TACTIC, verdict: { strict: true, sound: true } },
      { tactic: { ...TACTIC, pattern: 'pin', pattern_ply: 2 }, verdict: { strict: false, sound: true } },
    ]),
    judged(-300, [{ tactic: { ...TACTIC, is_mate: true }, verdict: { strict: false, sound: false } }]),
  ];
  const soundness = measureSoundness(all);

  it('takes each tactic by itself, and each trigger once', () => {
    expect(soundness.all).toEqual({ count: 3, strict: 1, sound: 2 });
    expect(soundness.triggers).toEqual({ count: 2, strict: 0, sound: 1 });
    expect(soundness.patterns.fork).toEqual({ count: 2, strict: 1, sound: 1 });
    expect(soundness.plies).toEqual({
      'at once': { count: 2, strict: 1, sound: 1 },
      later: { count: 1, strict: 0, sound: 1 },
    });
    expect(soundness.gains['500 and more']).toEqual({ count: 2, strict: 1, sound: 2 });
    expect(soundness.gains.mate).toEqual({ count: 1, strict: 0, sound: 0 });
  });

  it('bands gains', () => {
    const bands = [100, 200, 300, 400, 500, 900].map((gain) => gainOf({ gain, is_mate: false }));
    expect(bands).toEqual(['100', '200', '300 to 400', '300 to 400', '500 and more', '500 and more']);
    expect(gainOf({ gain: 100, is_mate: true })).toBe('mate');
  });

  const chance = (kind: Chance['kind'], cause?: Chance['cause']): Chance => ({
    fen: FORK,
    kind,
    material: 0,
    best: line(500, 'd4e2'),
    second: line(0, 'd4f3'),
    ...(cause !== undefined && { cause }),
  });
  const chances = measureChances(9, [chance('mate'), chance('material', 'unseen'), chance('simple', 'unattributed')]);

  it('keeps simple exchanges apart', () => {
    const { positions, all: every, tactical, beyond, kinds } = chances;
    expect([positions, every.count, every.found, tactical.count, tactical.found]).toEqual([9, 3, 1, 2, 1]);
    expect(beyond).toEqual(tactical);
    expect(kinds.simple).toEqual({ count: 1, found: 0, causes: { unseen: 0, unconfirmed: 0, unattributed: 1 } });
  });

  it('prints Markdown, and the worst first', () => {
    const text = `${soundnessTables(soundness)}\n${chancesTable(chances)}`;
    expect(text).toContain('| **all**           |       3 |  66.7 |         33.3 |       1 |');
    expect(text).toContain('| **both**          |         2 |  50.0 |');
    expect(text).toContain('| nowhere                                  |        1 |');
    expect(worstLines(all, 5)).toBe(`${FORK}: d4e2 mate (fork); material -100, then -300`);
  });
});

describe('a sample of positions', async () => {
  const engine = await loadEngine();

  it('begins the same however long it is, and holds no position twice', async () => {
    const long = await samplePositions(engine, [FAMOUS], 100);
    const short = await samplePositions(engine, [FAMOUS, FAMOUS], 10);
    expect(long.fens.slice(0, 10)).toEqual(short.fens);
    expect(new Set(long.fens).size).toBe(long.fens.length);
    expect(short).toMatchObject({ games: 2 * long.games, positions: 2 * long.positions });
    expect(long.fens.every((fen) => fen.endsWith(' 0 1') && engine.legalMoves(fen).length > 0)).toBe(true);
  });
});

describe('a cache', () => {
  const question: Question = { fen: FORK, lines: 2 };
  const of = { engine: 'Made up 1', nodes: 5 };

  it('answers for the engine that it was asked of, and for no other', async () => {
    const path = join(folder, 'deep', 'cache.jsonl');
    const asked = async (source: typeof of, ask: Question): Promise<number> => {
      const oracle = new CachedOracle(path, oracleOf({ '': [line(7, 'd4e2')], d4e2: [line(8)] }), source);
      expect(await oracle.ask(ask)).toEqual(ask.move === undefined ? [line(7, 'd4e2')] : [line(8)]);
      expect(await oracle.ask(ask)).toHaveLength(1);
      return oracle.asked;
    };
    expect([await asked(of, question), await asked(of, question)]).toEqual([1, 0]);
    expect(await asked({ ...of, engine: 'Made up 2' }, question)).toBe(1);
    expect(await asked({ ...of, nodes: 6 }, question)).toBe(1);
    expect(await asked(of, { ...question, lines: 1 })).toBe(1);
    expect(await asked(of, { ...question, move: 'd4e2' })).toBe(1);
    expect(await asked(of, question)).toBe(0);
  });
});

// a script with an interpreter line is no program on Windows
describe.skipIf(process.platform === 'win32')('with a made-up engine', () => {
  const path = join(folder, 'engine');
  const log = join(folder, 'log');
  const cache = join(folder, 'run.jsonl');

  /** Two moves of equal worth everywhere, and half a pawn for whoever has just moved. `go` stands for what it does then. */
  function install(go = 'info()'): void {
    const source = `#!${process.execPath}
      const { appendFileSync } = require('node:fs');
      let lines = 1, played = false;
      const say = (text) => process.stdout.write(text + '\\n');
      const info = () => {
        for (let rank = 1; rank <= lines; rank++) say('info depth 5 multipv ' + rank + ' score cp ' + (played ? -50 : 0) + ' pv a1a' + (rank + 1));
        say('bestmove a1a2');
      };
      require('node:readline').createInterface({ input: process.stdin }).on('line', (text) => {
        appendFileSync(${JSON.stringify(log)}, text + '\\n');
        const multipv = /^setoption name MultiPV value (\\d+)/.exec(text);
        if (multipv) lines = Number(multipv[1]);
        if (text === 'uci') { say('id name Made up 1'); say('uciok'); }
        if (text === 'isready') say('readyok');
        if (text.startsWith('position')) played = text.includes(' moves ');
        if (text.startsWith('go')) ${go};
        if (text === 'quit') process.exit(0);
      });`;
    writeFileSync(path, source);
    chmodSync(path, 0o755);
  }

  const searches = (): number => readFileSync(log, 'utf8').split('\ngo nodes 1000').length - 1;

  function bench(...args: string[]): Promise<Ended> {
    rmSync(log, { force: true });
    const job = join(ROOT, 'dist', 'test', 'bench', 'soundness.js');
    const flags = ['--nodes', '1000', '--cache', cache];
    return ended(spawn(process.execPath, [job, ...args, ...flags], { env: { ...process.env, STOCKFISH: path } }));
  }

  beforeEach(() => install());

  it('asks with all that matters fixed', async () => {
    const engine = await UciEngine.start(path, 1000);
    try {
      expect(engine.name).toBe('Made up 1');
      expect(await engine.ask({ fen: FORK, move: 'd4e2', lines: 1 })).toEqual([line(-50, 'a1a2')]);
      expect(await engine.ask({ fen: FORK, lines: 2 })).toEqual([line(0, 'a1a2'), line(0, 'a1a3')]);
    } finally {
      engine.stop();
    }
    const said = readFileSync(log, 'utf8');
    expect(said).toContain('setoption name Threads value 1\n');
    expect(said).toContain(
      `setoption name MultiPV value 1\nucinewgame\nisready\nposition fen ${FORK} moves d4e2\ngo nodes 1000\n`,
    );
  });

  it('says so when the engine ends, or has no score', async () => {
    for (const [go, message] of [
      ['process.exit(1)', 'ended'],
      ["say('bestmove a1a2')", 'no score'],
    ] as const) {
      install(go);
      const engine = await UciEngine.start(path, 1000);
      await expect(engine.ask({ fen: FORK, lines: 1 })).rejects.toThrow(message);
      engine.stop();
    }
    await expect(UciEngine.start(join(folder, 'none'), 1000)).rejects.toThrow('ended');
  });

  it('runs to its end, and again from the cache, and on from where it was cut', async () => {
    const failures = join(folder, 'failures.jsonl');
    const args = [FAMOUS, '--tactics', '20', '--missed', '15', '--failures', failures];
    const first = await bench(...args, '--json');
    expect(first.code, first.stderr).toBe(0);
    const report = objectsOf(first.stdout)[0] as {
      referee: object;
      soundness: { all: { count: number; sound: number }; triggers: { count: number; sound: number } };
      chances: { positions: number; all: { count: number } };
    };
    expect(report.referee).toEqual({ engine: 'Made up 1', nodes: 1000 });
    expect(report.soundness.all.count).toBeGreaterThanOrEqual(20);
    expect(report.chances).toMatchObject({ positions: 15, all: { count: 0 } });
    const { count, sound } = report.soundness.triggers;
    expect(objectsOf(readFileSync(failures, 'utf8'))).toHaveLength(count - sound);
    expect(searches()).toBeGreaterThanOrEqual(count + 15);

    const second = await bench(...args, '--json');
    expect(second.stdout).toBe(first.stdout);
    expect(searches()).toBe(0);

    const text = readFileSync(cache, 'utf8');
    writeFileSync(cache, text.slice(0, -30));
    const third = await bench(...args, '--json');
    expect(third.stdout).toBe(first.stdout);
    expect(searches()).toBe(1);
    expect((await bench(...args)).stdout).toContain('engine ');
    expect(searches()).toBe(0);
  });

  it('refuses a Stockfish that is named and not there', async () => {
    rmSync(path);
    const { code, stderr } = await bench(FAMOUS);
    expect([code, stderr]).toEqual([1, expect.stringContaining('no such file')]);
  });

  it.skipIf(existsSync('/usr/games/stockfish'))('is loud where there is none', async () => {
    const job = join(ROOT, 'dist', 'test', 'bench', 'soundness.js');
    const { code, stdout, stderr } = await ended(spawn(process.execPath, [job, FAMOUS], { env: {} }));
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('SKIPPED');
  });
});
