/** Rules of single patterns, on positions where they once said too much. */
import { describe, expect, it } from 'vitest';
import { tacticsOf } from '../properties/positions.js';

describe('a move that mates', () => {
  it.each([
    ['deflects nobody: the king has no pawn to leave', '8/7k/6Qp/7K/5PPP/8/2q5/8 b - - 0 56', 'c2g6'],
    ['skewers nothing: the king has nowhere to go', '3rk3/R6R/1p4p1/1K5p/6r1/8/P7/8 w - - 1 51', 'h7h8'],
  ])('%s', (_, fen, mate) => {
    expect(tacticsOf(fen, 'l1').filter(({ trigger_move }) => trigger_move === mate)).toEqual([]);
  });
});
