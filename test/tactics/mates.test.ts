/** Mates in one on the way: lines once passed over them, on these positions among others. */
import { describe, expect, it } from 'vitest';
import { tacticsOf } from '../properties/positions.js';
import { passesOverMate } from '../properties/referee.js';

describe('a mate in one', () => {
  it.each([
    ['behind the last capture', 'k2r3r/B1q1p1bp/Q2p1np1/8/8/8/PP4PP/R6K w - - 0 1', 'a7b6'],
    ['by another capture than that of most', '3rr1k1/pp3ppp/8/8/q2p2PP/7Q/P2RNP2/2K5 b - - 3 27', 'd8c8'],
    ['by the offer of a rook', '4r3/1b2r2p/p2p2k1/P1pP1R1N/3b4/1P1B3P/3n2P1/5R1K w - - 0 1', 'f5e5'],
    ['of the other side, behind our last capture', 'r6r/p2qk2p/7N/3pnQ2/1b6/8/P1R2PPP/6K1 w - - 0 1', 'f5e5'],
    ['of the other side, in the middle', '3rr3/pp2kp1N/2p4p/8/3q2Q1/5PP1/PP6/K6R w - - 0 1', 'h1e1'],
  ])('is passed over in no line: %s', (_, fen, trigger) => {
    const found = tacticsOf(fen, 'l2').filter(({ trigger_move }) => trigger_move === trigger);
    expect(found.length).toBeGreaterThan(0);
    for (const { sequence } of found) expect(passesOverMate(fen, sequence ?? [])).toBe(false);
  });

  it('makes a mate as short as it is', () => {
    const [first] = tacticsOf('4r3/1b2r2p/p2p2k1/P1pP1R1N/3b4/1P1B3P/3n2P1/5R1K w - - 0 1', 'l2');
    expect(first).toMatchObject({ is_mate: true, sequence: ['f5e5', 'g6h6', 'f1f6'] });
  });
});
