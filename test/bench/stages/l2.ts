/**
 * The forcing tree, over positions with candidates: engine time alone, the position being set before the clock starts.
 *
 * A position's time is its median over several rounds, so that the quantiles show the engine's spread, not the machine's.
 */
import { ALL_PATTERNS } from '../../../src/tactics/types.js';
import type { Bench, Stage } from '../figures.js';
import { grouped } from '../markdown.js';
import { mean, median, medians, quantile, spend } from '../measure.js';

/** The first of the positions that have candidates. */
export function withCandidates({ kernel, positions, quick }: Bench): string[] {
  const wanted = quick ? 500 : 2000;
  const fens: string[] = [];
  for (const fen of positions) {
    if (fens.length === wanted) break;
    kernel.set(fen);
    kernel.calls.analyze(1, 0);
    if (kernel.calls.foundCount() > 0) fens.push(fen);
  }
  return fens;
}

export const l2Stage: Stage = {
  name: 'l2',
  run: (bench) => {
    const { kernel, quick } = bench;
    const { calls } = kernel;
    const fens = withCandidates(bench);
    const rounds = quick ? 3 : 5;
    const times = fens.map((): number[] => []);
    const nodes: number[] = [];
    const spent = Array.from({ length: rounds }, () =>
      spend(() => {
        fens.forEach((fen, index) => {
          kernel.set(fen);
          const start = performance.now();
          calls.analyze(2, ALL_PATTERNS);
          times[index]?.push(performance.now() - start);
          nodes[index] = calls.nodeCount();
        });
      }),
    );
    const each = times.map(median);
    const { cpu } = medians(spent);
    const total = nodes.reduce((sum, count) => sum + count, 0);
    const unit = 'ms';
    return [
      {
        name: 'l2, median',
        unit,
        wall: median(each),
        floor: { most: 1 },
        note: `${fens.length} positions with candidates`,
      },
      { name: 'l2, mean', unit, wall: mean(each), cpu: cpu / fens.length },
      { name: 'l2, p99', unit, wall: quantile(each, 0.99) },
      { name: 'l2, nodes, median', unit: 'nodes', wall: median(nodes) },
      {
        name: 'l2, nodes, mean',
        unit: 'nodes',
        wall: mean(nodes),
        note: `p90 ${grouped(quantile(nodes, 0.9))}, most ${grouped(quantile(nodes, 1))}`,
      },
      {
        name: 'l2, nodes a second',
        unit: 'Mnps',
        wall: total / mean(each) / fens.length / 1000,
        cpu: total / cpu / 1000,
      },
    ];
  },
};
