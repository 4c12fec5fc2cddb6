/** A game ten times as long may take little more than ten times as long: nothing in a scan may look back over the whole game. */
import type { Depth } from '../../../src/tactics/types.js';
import type { Figure, Stage } from '../figures.js';
import { longGame } from '../long.js';
import { repeat } from '../measure.js';

const CEILING = { most: 12 };

export const longStage: Stage = {
  name: 'long',
  run: ({ engine, quick }) =>
    (['l1', 'l2'] as const).map((depth: Depth): Figure => {
      const runs = depth === 'l1' ? (quick ? 5 : 15) : quick ? 1 : 3;
      const [long, short] = [1000, 100].map((moves) => {
        const { movetext, fen } = longGame(moves);
        return repeat(runs, () => {
          engine.forget();
          engine.scanGame(movetext, fen, depth);
        });
      });
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
