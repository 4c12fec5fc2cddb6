/** Puzzles by hand. */
import type { Puzzle } from '../../src/store/puzzles.js';
import { tactic } from '../store/fixture.js';

/** A queen is given, and a knight mates. */
export const SMOTHERED = {
  fen: '4r2k/6pp/7N/8/2Q5/8/6PP/6K1 w - - 3 30',
  line: ['c4g8', 'e8g8', 'h6f7'],
  gain: 0,
  mate: true,
};

/** A knight takes a queen, and that is all. */
export const CAPTURE = { fen: '4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1', line: ['e3d5'], gain: 900, mate: false };

let games = 0;

/** A puzzle of a game of its own. */
export function puzzle(id: string, change: Partial<Puzzle> = {}): Puzzle {
  return {
    id,
    before: '4k3/8/8/8/8/4N3/8/3qK3 b - - 0 1',
    mistake: 'd1d5',
    ...CAPTURE,
    margin: 600,
    ply: 59,
    records: tactic('fork'),
    game: {
      digest: (++games).toString(16).padStart(32, '0'),
      white: 'White',
      black: 'Black',
      event: null,
      site: null,
      date: '1851.06.21',
      round: null,
      result: '1-0',
      eco: null,
      timeControl: null,
      whiteElo: 2100,
      blackElo: null,
      plies: 80,
      archive: '/srv/games.zip',
      entry: 'a.pgn',
      offset: 1234,
    },
    ...change,
  };
}
