/** Movetext bytes to moves: what reading a game costs before anything is looked for in it. */
import type { Stage } from '../figures.js';
import { repeat } from '../measure.js';

export const decodeStage: Stage = {
  name: 'decode',
  run: ({ kernel, games, quick }) => {
    const some = quick ? games.slice(0, 300) : games;
    const moves = some.reduce((sum, game) => sum + game.moves.length, 0);
    const bytes = some.reduce((sum, game) => sum + game.movetext.length, 0);
    const { wall, cpu } = repeat(quick ? 5 : 15, () => {
      for (const { movetext, startFen } of some) kernel.decode(movetext, startFen);
    });
    return [
      { name: 'movetext, moves', unit: 'M moves/s', wall: moves / wall / 1000, cpu: moves / cpu / 1000 },
      { name: 'movetext, bytes', unit: 'MB/s', wall: bytes / wall / 1000, cpu: bytes / cpu / 1000 },
    ];
  },
};
