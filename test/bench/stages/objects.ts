/** What the outside costs: FEN text in, published objects or JSON out; and what the lines of tactics add to it. */
import { answerPosition } from '../../../src/tactics/answer.js';
import { makePositionAnalysis } from '../../../src/tactics/envelope.js';
import { settle } from '../../../src/tactics/options.js';
import type { Engine } from '../../../src/tactics/engine.js';
import type { Figure, Stage } from '../figures.js';
import { median, repeat, spend, type Spent } from '../measure.js';
import { withCandidates } from './l2.js';

export const objectsStage: Stage = {
  name: 'objects',
  run: (bench) => {
    const { engine, positions, quick } = bench;
    const fens = positions.slice(0, quick ? 2000 : 10_000);
    const runs = quick ? 3 : 7;
    const l1 = settle({ depth: 'l1' });
    let size = 0;
    const objects = repeat(runs, () => {
      for (const fen of fens) size += answerPosition(engine, fen, l1).count;
    });
    const json = repeat(runs, () => {
      for (const fen of fens) size += JSON.stringify(answerPosition(engine, fen, l1)).length;
    });
    if (size === 0) throw new Error('nothing was found in any position');
    const figure = (name: string, { wall, cpu }: Spent): Figure => ({
      name,
      unit: 'us',
      wall: (1000 * wall) / fens.length,
      cpu: (1000 * cpu) / fens.length,
    });
    return [
      figure('l1, FEN in, objects out', objects),
      figure('l1, FEN in, JSON out', json),
      ...sequenceFigures(withCandidates(bench), bench.engine, runs),
    ];
  },
};

/**
 * Lines are proven and packed whether asked for or not, so asking costs what it takes to spell them: measured apart from the search, beside
 * which it could not be seen, and in turns with not asking, so that noise falls on both.
 */
function sequenceFigures(fens: readonly string[], engine: Engine, runs: number): Figure[] {
  const records: Uint8Array[] = [];
  const search = repeat(1, () => {
    fens.forEach((fen, index) => (records[index] = engine.analyze(fen, 'l2')));
  });
  let tactics = 0;
  const make = (withSequence: boolean): number => {
    const settled = settle({ with_sequence: withSequence });
    tactics = 0;
    return spend(() => {
      fens.forEach((fen, index) => {
        tactics += makePositionAnalysis(records[index] ?? new Uint8Array(), fen, settled, 0).count;
      });
    }).wall;
  };
  const without: number[] = [];
  const extra: number[] = [];
  for (let i = 0; i < 10 * runs; i++) {
    const plain = make(false);
    without.push(plain);
    extra.push(make(true) - plain);
  }
  return [
    { name: 'with_sequence, extra', unit: '% of l2', wall: (100 * median(extra)) / (search.wall + median(without)) },
    { name: 'with_sequence, extra a tactic', unit: 'us', wall: (1000 * median(extra)) / tactics },
  ];
}
