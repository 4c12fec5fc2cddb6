/** The structural scan: from a FEN to packed records, and along games as a scan does it, where positions are reached by playing. */
import type { Stage } from '../figures.js';
import { repeat } from '../measure.js';

const FLOOR = { least: 150_000 };

export const l1Stage: Stage = {
  name: 'l1',
  run: ({ engine, positions, games, quick }) => {
    const runs = quick ? 3 : 7;
    const fens = quick ? positions.slice(0, 4000) : positions;
    const single = repeat(runs, () => {
      for (const fen of fens) engine.analyze(fen, 'l1');
    });
    const some = games.slice(0, quick ? 50 : 300);
    const plies = some.reduce((sum, { moves }) => sum + moves.length + 1, 0);
    const along = repeat(runs, () => {
      engine.forget();
      for (const { movetext, startFen } of some) engine.scanGame(movetext, startFen, 'l1');
    });
    const unit = 'positions/s';
    const rate = (count: number, milliseconds: number): number => (1000 * count) / milliseconds;
    const of = (count: number, { wall, cpu }: typeof single): { wall: number; cpu: number } => ({
      wall: rate(count, wall),
      cpu: rate(count, cpu),
    });
    return [
      { name: 'l1, FEN to records', unit, ...of(fens.length, single), floor: FLOOR },
      {
        name: 'l1, every position of games',
        unit,
        ...of(plies, along),
        floor: FLOOR,
        note: 'movetext read, moves played, repeated positions remembered',
      },
    ];
  },
};
