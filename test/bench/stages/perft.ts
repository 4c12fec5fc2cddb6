/** Move generation alone: nodes of perft, the last ply counted, not made. Counts are checked, for a fast wrong answer is none. */
import { STANDARD_START } from '../../../src/tactics/game.js';
import type { Bench, Figure, Stage } from '../figures.js';
import { repeat, spend, type Spent } from '../measure.js';

const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const FLOOR = { least: 300 };

/** Million nodes a second. */
function rate(nodes: number, milliseconds: number): number {
  return nodes / milliseconds / 1000;
}

function count({ engine }: Pick<Bench, 'engine'>, fen: string, depth: number, expected: number): void {
  const nodes = engine.perft(fen, depth);
  if (nodes !== expected) throw new Error(`perft ${depth} of ${fen} is ${nodes}, not ${expected}`);
}

function figure(bench: Bench, name: string, fen: string, depth: number, expected: number): Figure {
  const { wall, cpu } = repeat(bench.quick ? 3 : 7, () => {
    count(bench, fen, depth, expected);
  });
  return { name, unit: 'Mnps', wall: rate(expected, wall), cpu: rate(expected, cpu), floor: FLOOR };
}

export const perftStage: Stage = {
  name: 'perft',
  run: (bench) => [
    bench.quick
      ? figure(bench, 'perft, start position, depth 5', STANDARD_START, 5, 4_865_609)
      : figure(bench, 'perft, start position, depth 6', STANDARD_START, 6, 119_060_324),
    figure(bench, 'perft, kiwipete, depth 4', KIWIPETE, 4, 4_085_603),
  ],
};

/** How fast is the machine just now? Perft to depth 5, some 10 ms: Mnps by clock and by processor time. */
export function calibrate(bench: Pick<Bench, 'engine'>): Spent {
  const { wall, cpu } = spend(() => {
    for (let i = 0; i < 3; i++) count(bench, STANDARD_START, 5, 4_865_609);
  });
  return { wall: rate(3 * 4_865_609, wall), cpu: rate(3 * 4_865_609, cpu) };
}
