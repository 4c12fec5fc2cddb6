/** Patterns that stand later in a trigger's line: which of them count, and how late. */
import { describe, expect, it } from 'vitest';
import { startingWith } from '../properties/positions.js';

describe('a pattern that comes later', () => {
  it('counts where it wins more than what was won before it', () => {
    const fen = 'r3k2r/pbqpb3/1pn1pnp1/4N2p/P2P1P2/2P3Q1/1P1N2PP/R1B2RK1 w kq - 0 1';
    const [first] = startingWith('g3g6', fen);
    expect(first).toMatchObject({ pattern: 'fork', pattern_ply: 2, target_squares: ['d8', 'h8'], gain: 600 });
  });

  it('is no fork where more than a third of the gain was won before: a knight for a pawn, of a rook', () => {
    const found = startingWith('h4g3', '5rk1/Q5b1/3p4/3Pp1q1/1P2B2p/2r3N1/5P1K/1R4R1 b - - 1 29');
    expect(found.filter(({ pattern }) => pattern === 'fork')).toEqual([]);
  });

  it('comes as late as it will behind nothing but checks: rooks drive the king along its rank', () => {
    const found = startingWith('h7h8', 'r4rk1/p1p4R/1p2p1p1/5pP1/8/P7/1Pb1KP1R/8 w - - 0 29');
    expect(found).toMatchObject([
      { pattern: 'skewer', pattern_ply: 6, key_squares: ['h8'], target_squares: ['f8', 'a8'], gain: 500 },
    ]);
  });

  it('does not behind a quiet move', () => {
    const found = startingWith('d1c1', '2kr4/pp3p2/4p2p/2b3p1/3N4/4PP1P/PP6/3R2K1 w - - 1 27');
    expect(found.map(({ pattern }) => pattern)).toEqual(['pin']);
  });

  it('comes behind an answer to a check that is nearly as good as the toughest: a pawn steps in, and is pinned', () => {
    // The toughest is to step aside with the king, by a hair.
    const found = startingWith('d8h4', 'r1bqk2r/2p2ppp/p1p1p3/B2p4/3Pn3/4PP2/PPP3PP/R2QK1NR b KQkq - 0 10');
    expect(found.map(({ pattern, sequence }) => [pattern, sequence])).toEqual([
      ['pin', ['d8h4', 'g2g3', 'e4g3', 'h2g3', 'h4h1']],
      ['trapped_piece', ['d8h4', 'g2g3', 'e4g3', 'h2g3', 'h4h1']],
    ]);
  });
});
