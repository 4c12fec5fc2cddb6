/** The network of the kernel against the same sums done here, from the weights as they stand in the source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { look } from '../bench/network/features.js';
import { NEURONS } from '../bench/network/layout.js';
import { BareKernel } from '../bench/kernel.js';
import { colours } from '../properties/mirror.js';
import { CORNERS, randomPositions } from './positions.js';

const FULL = 127;
const OUTPUT_ONE = 128;
const OFFSET_ONE = 1024;

const source = readFileSync(join(ROOT, 'src', 'kernel', 'tree', 'weights.ts'), 'utf8');

function listed(name: string): number[] {
  const text = new RegExp(`${name}: usize = memory.data<\\w+>\\(\\[([^\\]]+)\\]`).exec(source)?.[1] ?? '';
  return text
    .split(',')
    .filter((value) => value.trim() !== '')
    .map(Number);
}

const inputs = listed('INPUT_WEIGHTS');
const bias = listed('NEURON_BIAS');
const outputs = listed('OUTPUT_WEIGHTS');
const offsets = listed('OFFSETS');

function sumOf(seen: readonly number[], from: number): number {
  let sum = 0;
  for (let n = 0; n < NEURONS; n++) {
    const neuron = seen.reduce((total, input) => total + inputs[input * NEURONS + n]!, bias[n]!);
    sum += Math.max(0, Math.min(FULL, neuron)) ** 2 * outputs[from + n]!;
  }
  return sum;
}

function reckoned(fen: string): number {
  const { own, other, stage, material } = look(fen);
  const from = stage * 2 * NEURONS;
  const sum = sumOf(own, from) + sumOf(other, from + NEURONS);
  const rest = offsets[2 * stage]! * 100 + offsets[2 * stage + 1]! * 100 * material;
  return Math.trunc((Math.trunc(sum / FULL) * 100) / (FULL * OUTPUT_ONE)) + Math.trunc(rest / OFFSET_ONE);
}

/** Set-ups with more men than a game has: 33, 34 and 36. */
const CROWDED = [
  'rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
  'rnbqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/RNBQKBNR b KQkq - 0 1',
  'rnbqkbnr/pppppppp/8/8/8/2NNNN2/PPPPPPPP/RNBQKBNR w KQkq - 0 1',
];

describe('the network', () => {
  let kernel: BareKernel;
  let positions: string[];
  beforeAll(async () => {
    kernel = await BareKernel.load();
    positions = [...CORNERS, ...CROWDED, ...randomPositions(await loadEngine(), 3000, 11)];
  });

  function estimate(fen: string): number {
    kernel.set(fen);
    return kernel.calls.estimate();
  }

  it('reckons what its weights say, whatever it was asked before', () => {
    for (const fen of positions) expect(estimate(fen), fen).toBe(reckoned(fen));
  });

  it('knows no colours', () => {
    for (const fen of positions.slice(0, 300)) expect(estimate(colours.fen(fen)), fen).toBe(estimate(fen));
  });

  it('gives a piece more than a pawn, and the side ahead the better of it', () => {
    const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
    const knight = start.replace('NBQKBNR', '1BQKBNR');
    const pawn = start.replace('PPPPPPPP', 'P1PPPPPP');
    expect(estimate(knight)).toBeLessThan(estimate(pawn) - 100);
    expect(estimate(pawn)).toBeLessThan(estimate(start));
    expect(Math.abs(estimate(start))).toBeLessThan(100);
  });

  it('is untouched by a move made and taken back in a search', () => {
    const fen = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1';
    const before = estimate(fen);
    kernel.calls.analyze(2, 1023);
    kernel.calls.solve();
    expect(kernel.calls.estimate()).toBe(before);
  });
});
