/** Making the network: what it is taught, and that it learns. */
import { Chess } from 'chess.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRandom } from '../../jobs/sample/random.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { randomPositions } from '../kernel/positions.js';
import { Tree } from './accuracy/tree.js';
import { materialOf } from './material.js';
import { makePosition } from './network/collect.js';
import { look } from './network/features.js';
import { readPositions, Trainer } from './network/train.js';
import { writeWeights } from './network/weights.js';
import type { Oracle } from './soundness/uci.js';

/** A teacher who takes whatever it can, and sees a pawn in each that it is ahead. */
const greedy: Oracle = {
  ask({ fen }) {
    const moves = new Chess(fen).moves({ verbose: true });
    const move = moves.find((each) => each.isCapture() || each.isPromotion()) ?? moves[0];
    return Promise.resolve(move === undefined ? [] : [{ score: materialOf(fen), pv: [move.lan] }]);
  },
};

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
  let tree: Tree;
  beforeAll(async () => {
    tree = await Tree.load();
  });

  it('are quiet, legal, and bear what the teacher says of them', async () => {
    const random = makeRandom(3, 0);
    const starts = randomPositions(await loadEngine(), 200, 4);
    let made = 0;
    for (const start of starts) {
      const line = await makePosition(start, greedy, tree, random);
      if (line === undefined) continue;
      made++;
      const [fen = '', score] = line.split('|');
      const [best] = await greedy.ask({ fen, lines: 1 });
      expect(score).toBe(String(best?.score));
      expect(new Chess(fen).moves({ verbose: true }).some((move) => move.isCapture() || move.isPromotion())).toBe(
        false,
      );
    }
    expect(made).toBeGreaterThan(20);
  });

  it('are none where the teacher sees mate', async () => {
    const mating: Oracle = { ask: () => Promise.resolve([{ score: 99_999, pv: ['e2e3'] }]) };
    const fen = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
    for (let seed = 0; seed < 10; seed++) {
      const line = await makePosition(fen, mating, tree, makeRandom(seed, 0)).catch(() => undefined);
      expect(line).toBeUndefined();
    }
  });
});

describe('the trainer', () => {
  it('refuses to learn from a handful', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `4k3/8/8/8/8/8/4P3/4K3 w - - ${i} 1|100`);
    expect(() => new Trainer(readPositions(lines))).toThrow('100 positions are too few');
  });

  it('learns what positions are worth, and is right about those it has not seen', async () => {
    const fens = randomPositions(await loadEngine(), 12_000, 5);
    // That a queen is worth nothing cannot be told from material, which it is given.
    const lines = fens.map((fen) => {
      const [board = '', turn] = fen.split(' ');
      const queens = (board.match(/Q/g)?.length ?? 0) - (board.match(/q/g)?.length ?? 0);
      return `${fen}|${materialOf(fen) - 900 * (turn === 'w' ? queens : -queens)}`;
    });
    const trainer = new Trainer(readPositions(lines));
    const first = trainer.round(0);
    let last = first;
    for (let round = 1; round < 20; round++) last = trainer.round(round / 20);
    expect(last.held).toBeLessThan(0.5 * first.held);
    expect(last.held).toBeLessThan(1.5 * last.learned);

    const source = writeWeights(trainer.weights, 'Of a test.');
    expect(source).toContain('export const INPUT_WEIGHTS: usize = memory.data<i8>([');
    const inputs = /INPUT_WEIGHTS[^[]+\[([^\]]+)\]/.exec(source)?.[1]?.split(',').map(Number) ?? [];
    expect(Math.max(...inputs.map(Math.abs))).toBeLessThanOrEqual(127);
  });
});
