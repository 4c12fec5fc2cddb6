/** Mates in lines: once they were passed over, or came in where nobody had proved them, on these positions among others. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { tacticsOf } from '../properties/positions.js';
import { passesOverMate, play } from '../properties/referee.js';

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

  it.each([
    ['5r2/7p/3PNkp1/3Q1p2/qp5P/2r2P2/2P3P1/1K1R3R w - - 4 31', 'd5d4'],
    ['n4k2/3P4/4q3/ppPP1Npp/2r5/6P1/Q7/5BK1 w - b6 0 1', 'd7d8q'],
  ])('ends no line of a trigger that is not proved to mate: %s', (fen, trigger) => {
    const found = tacticsOf(fen, 'l2').filter(({ trigger_move }) => trigger_move === trigger);
    expect(found.length).toBeGreaterThan(0);
    for (const { is_mate, sequence } of found) {
      const chess = new Chess(fen);
      for (const uci of sequence ?? []) play(chess, uci);
      expect(chess.isCheckmate()).toBe(is_mate);
    }
  });

  it('makes a mate as short as it is', () => {
    const [first] = tacticsOf('4r3/1b2r2p/p2p2k1/P1pP1R1N/3b4/1P1B3P/3n2P1/5R1K w - - 0 1', 'l2');
    expect(first).toMatchObject({ is_mate: true, sequence: ['f5e5', 'g6h6', 'f1f6'] });
  });
});
