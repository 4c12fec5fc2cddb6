/**
 * A game ten times as long may take little more than ten times as long: nothing in a scan may look back over the whole game. From the
 * second run on its positions are known: at l2 all of them, so that what is measured is all the rest; at l1 those of the opening, which are
 * a sixth of the shorter game, so that 11.8 times the time is no more than ten times the work.
 */
import type { Depth } from '../../../src/tactics/types.js';
import type { Figure, Stage } from '../figures.js';
import { longGame } from '../long.js';
import { repeat, type Spent } from '../measure.js';

const CEILING = { most: 12 };

export const longStage: Stage = {
  name: 'long',
  run: ({ engine, quick }) =>
    (['l1', 'l2'] as const).map((depth: Depth): Figure => {
      const runs = quick ? 20 : 100;
      const measure = (): Spent[] =>
        [1000, 100].map((moves) => {
          const { movetext, fen } = longGame(moves);
          return repeat(runs, () => engine.scanGame(movetext, fen, depth));
        });
      // Code that has just begun to run is compiled while it is measured.
      measure();
      const [long, short] = measure();
      const ratio = (of: 'wall' | 'cpu'): number => (long?.[of] ?? NaN) / (short?.[of] ?? NaN);
      return {
        name: `a game of 1,000 moves to one of 100, ${depth}`,
        unit: 'x',
        wall: ratio('wall'),
        cpu: ratio('cpu'),
        floor: CEILING,
      };
    }),
};
