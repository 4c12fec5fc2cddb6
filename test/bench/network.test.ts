/** Making the network: what it is taught, and that it learns. */
import { chmodSync } from 'node:fs';
import { Chess } from 'chess.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '../../jobs/sample/random.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { randomPositions } from '../kernel/positions.js';
import { tempFile } from '../pipeline/fixture.js';
import { Tree } from './accuracy/tree.js';
import { materialOf } from './material.js';
import { takes, walk, type Sources } from './network/collect.js';
import { look } from './network/features.js';
import { LessonBook, readLessons } from './network/lessons.js';
import { PatientTeacher, type Opinion, type Teacher } from './network/teacher.js';
import { Trainer } from './network/train.js';
import { writeWeights } from './network/weights.js';

/** What a teacher says who takes whatever it can, and sees a pawn in each that it is ahead. */
function greedy(fen: string): Opinion | undefined {
  const moves = new Chess(fen).moves({ verbose: true });
  const move = moves.find((each) => each.isCapture() || each.isPromotion()) ?? moves[0];
  return move === undefined ? undefined : { score: materialOf(fen), best: move.lan };
}

function lessonsOf(lines: readonly string[]): LessonBook['lessons'] {
  const book = new LessonBook(lines.length);
  for (const line of lines) book.add(line);
  return book.lessons;
}

describe('what the network sees', () => {
  it('is the same for both sides, colours changed', () => {
    const white = look('4k3/pp6/8/3n4/8/8/P7/R3K3 w - - 0 1');
    const black = look('r3k3/p7/8/8/3N4/8/PP6/4K3 b - - 0 1');
    expect(new Set(white.own)).toEqual(new Set(black.own));
    expect(new Set(white.other)).toEqual(new Set(black.other));
    expect(white.material).toBe(5 + 1 - 2 - 3);
    expect(white.stage).toBe(1);
  });

  it('does not tell left from right', () => {
    const right = look('6k1/8/8/8/2N5/8/8/6K1 w - - 0 1');
    const left = look('1k6/8/8/8/5N2/8/8/1K6 w - - 0 1');
    expect(new Set(left.own)).toEqual(new Set(right.own));
  });
});

describe('positions to learn from', () => {
  let sources: Sources;
  beforeAll(async () => {
    const teacher: Teacher = { ask: (fen) => Promise.resolve(greedy(fen)) };
    sources = { engine: await loadEngine(), tree: await Tree.load(), teacher };
  });

  async function walked(start: string, teacher = sources.teacher, seed = 3): Promise<string[]> {
    const lines: string[] = [];
    await walk(start, { ...sources, teacher }, makeRandom(seed, 0), (line) => lines.push(line));
    return lines;
  }

  it('are quiet, legal, and bear what the teacher says of them', async () => {
    let made = 0;
    for (const start of randomPositions(sources.engine, 20, 4)) {
      for (const line of await walked(start)) {
        made++;
        const [fen = '', score] = line.split('|');
        expect(score).toBe(String(greedy(fen)?.score));
        const captures = new Chess(fen).moves({ verbose: true }).filter((move) => move.isCapture());
        expect(captures.filter((move) => !move.isEnPassant()).map((move) => move.lan)).toEqual([]);
      }
    }
    expect(made).toBeGreaterThan(50);
  });

  it('are the same for the same seed, and others for another', async () => {
    const start = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
    const once = await walked(start);
    expect(await walked(start)).toEqual(once);
    expect(await walked(start, sources.teacher, 4)).not.toEqual(once);
  });

  it('are none where the teacher sees mate, or the game is decided', async () => {
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    for (const score of [99_999, -99_999, 2600, -2600]) {
      expect(await walked(fen, { ask: () => Promise.resolve({ score, best: 'e2e3' }) })).toEqual([]);
    }
  });

  it('knows what takes something from the board', () => {
    const fen = 'rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2';
    expect(takes(fen, 'e4d5')).toBe(true);
    expect(takes(fen, 'e4e5')).toBe(false);
    expect(takes(fen, 'a7a8q')).toBe(true);
    expect(takes(fen, 'g1f3')).toBe(false);
  });
});

describe('the patient teacher', () => {
  /** A program that answers as an engine does, a question after the other. */
  function engine(script: string): string {
    const path = tempFile('engine', `#!${process.execPath}\n${script}`);
    chmodSync(path, 0o755);
    return path;
  }

  it('answers in the order of the questions, however many were asked', async () => {
    const path = engine(`
      let fen = '';
      require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
        if (line.startsWith('position fen ')) fen = line.slice(13);
        if (!line.startsWith('go ')) return;
        if (fen === 'over') return console.log('info depth 0 score mate 0\\nbestmove (none)');
        console.log('info depth 1 score cp 7 pv a1a2\\ninfo depth 2 score cp 900 lowerbound pv a1a3');
        console.log('info depth 2 score cp ' + fen + ' pv a1a3\\nbestmove a1a3 ponder a3a4');
      });`);
    const teacher = new PatientTeacher(path, 10);
    const answers = await Promise.all(['1', '-2', 'over', '300'].map((fen) => teacher.ask(fen)));
    teacher.stop();
    expect(answers).toEqual([
      { score: 1, best: 'a1a3' },
      { score: -2, best: 'a1a3' },
      undefined,
      { score: 300, best: 'a1a3' },
    ]);
  });

  it('says so where the engine ends, or is none', async () => {
    const teacher = new PatientTeacher(engine('process.stdin.once("data", () => process.exit());'), 10);
    await expect(teacher.ask('1')).rejects.toThrow('the engine ended');
    await expect(teacher.ask('2')).rejects.toThrow('the engine has ended');
    await expect(new PatientTeacher('/nowhere', 10).ask('1')).rejects.toThrow('the engine ended');
  });
});

describe('the trainer', () => {
  it('refuses to learn from a handful', async () => {
    const lines = Array.from({ length: 100 }, (_, i) => `4k3/8/8/8/8/8/4P3/4K3 w - - ${i} 1|100`);
    await expect(Trainer.start(lessonsOf(lines))).rejects.toThrow('100 positions are too few');
  });

  it('refuses lines that are something else, and names their file', async () => {
    const path = tempFile('lessons.txt', '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1|100\nno position\n');
    await expect(readLessons([path])).rejects.toThrow('lessons.txt: not FEN|centipawns: no position');
  });

  it('says so where a file has more lines than there is room for', () => {
    const book = new LessonBook(1);
    book.add('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1|100');
    expect(() => book.add('4k3/8/8/8/8/8/4P3/4K3 b - - 0 1|-100')).toThrow('wait until collect has ended');
  });

  it('learns what positions are worth, and is right about those it has not seen', async () => {
    const fens = randomPositions(await loadEngine(), 40_000, 5);
    // That a queen is worth nothing cannot be told from material, which it is given.
    const lines = fens.map((fen) => {
      const [board = '', turn] = fen.split(' ');
      const queens = (board.match(/Q/g)?.length ?? 0) - (board.match(/q/g)?.length ?? 0);
      return `${fen}|${materialOf(fen) - 900 * (turn === 'w' ? queens : -queens)}`;
    });
    const trainer = await Trainer.start(lessonsOf(lines));
    const first = await trainer.round(0);
    let last = first;
    for (let round = 1; round < 15; round++) last = await trainer.round(round / 15);
    await trainer.stop();
    expect(last.held).toBeLessThan(0.2 * first.held);

    const source = writeWeights(trainer.weights, 'Of a test.');
    expect(source).toContain('export const INPUT_WEIGHTS: usize = memory.data<i8>([');
    const inputs = /INPUT_WEIGHTS[^[]+\[([^\]]+)\]/.exec(source)?.[1]?.split(',').map(Number) ?? [];
    expect(Math.max(...inputs.map(Math.abs))).toBeLessThanOrEqual(127);
  });
});
