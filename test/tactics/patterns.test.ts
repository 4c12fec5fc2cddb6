/** Rules of single patterns, on positions where they once said too much. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { loadExplainer } from '../../src/tactics/explain.js';
import type { Tactic } from '../../src/tactics/types.js';
import { tacticsOf } from '../properties/positions.js';
import { play } from '../properties/referee.js';

const explainer = await loadExplainer();

/** Verdicts by trigger. */
function verdictsOf(fen: string): Record<string, string> {
  return Object.fromEntries(explainer.explain(fen).triggers.map(({ san, verdict }) => [san, verdict]));
}

describe('a move that mates', () => {
  it.each([
    ['deflects nobody: the king has no pawn to leave', '8/7k/6Qp/7K/5PPP/8/2q5/8 b - - 0 56', 'c2g6'],
    ['skewers nothing: the king has nowhere to go', '3rk3/R6R/1p4p1/1K5p/6r1/8/P7/8 w - - 1 51', 'h7h8'],
  ])('%s', (_, fen, mate) => {
    expect(tacticsOf(fen, 'l1').filter(({ trigger_move }) => trigger_move === mate)).toEqual([]);
  });
});

describe('of several structures of one pattern', () => {
  it.each([
    ['discovered_attack', 'e4f6', 'b3r1k1/6p1/5pqp/1pN5/1Pn1N3/P6P/2Q1R1PK/8 w - - 0 39', ['g6'], ['e8']],
    ['interference', 'e5e4', '8/1b2q1kp/p1B3p1/4p3/2P5/P1P2Q2/2K3PP/8 b - - 0 30', ['f3', 'c6'], ['c6', 'f3']],
    ['skewer', 'h6h8', 'r4k2/3q2r1/p4p1Q/3p1NpP/PPn3P1/2P5/5P2/R4K2 w - - 1 37', ['f8', 'a8'], ['g7', 'f6']],
  ] as const)('l1 tells the %s that gains most, l2 the one that the line bears out', (name, trigger, fen, l1, l2) => {
    const [most, borneOut] = (['l1', 'l2'] as const).map((depth) =>
      tacticsOf(fen, depth).find(({ pattern, trigger_move }) => pattern === name && trigger_move === trigger),
    );
    expect(most?.target_squares).toEqual(l1);
    expect(borneOut?.target_squares).toEqual(l2);
    expect(borneOut?.pattern_ply).toBeUndefined();
  });
});

describe('a discovered attack that l1 thinks can be met at leisure', () => {
  it('stands from the reply on', () => {
    const fen = '4rrk1/1bb2p2/p2q2p1/2p4p/2B2R1N/P1PP2PP/1P3Q2/R5K1 b - - 2 20';
    const found = (depth: 'l1' | 'l2'): Tactic | undefined =>
      tacticsOf(fen, depth).find((t) => t.pattern === 'discovered_attack' && t.trigger_move === 'd6c6');
    expect(found('l1')).toBeUndefined();
    expect(found('l2')).toMatchObject({ target_squares: ['f4'], gain: 200, pattern_ply: 1 });
  });
});

describe('an offer', () => {
  const OFFER = 'r3r1k1/p1p1bp1p/2pq1npB/4R3/8/2N3Q1/PPP2PPP/R5K1 b - - 0 15';

  it('deflects where it attacks itself what the guard leaves: it is gone by then', () => {
    expect(tacticsOf(OFFER, 'l2')).toMatchObject([
      { pattern: 'deflection', trigger_move: 'f6g4', target_squares: ['g3', 'e5'], gain: 200 },
    ]);
  });
});

describe('a pinned piece that is guarded', () => {
  it('falls to a second attacker from behind the first', () => {
    const found = tacticsOf('2r1br1k/2p1q1pn/1p2p2R/p3Bp2/2P5/3Q4/PP2R1PP/7K w - - 2 38', 'l2');
    expect(found).toMatchObject([
      { pattern: 'pin', trigger_move: 'd3h3', key_squares: ['h6'], target_squares: ['h7', 'h8'], gain: 800 },
    ]);
  });
});

describe('a piece that is pinned', () => {
  it('guards against what pins it, which leaves the line when it takes', () => {
    const skewers = (fen: string): Tactic[] =>
      tacticsOf(fen, 'l1').filter(({ pattern, trigger_move }) => pattern === 'skewer' && trigger_move === 'e8h5');
    const QUEEN_PINS = '4b1k1/4q1n1/2p1p3/p1p5/3pP1Q1/3P1R2/PPP5/6K1 b - - 9 33';
    expect(skewers(QUEEN_PINS)).toMatchObject([{ target_squares: ['g4', 'f3'], gain: 500 }]);
    // a rook behind the queen goes on to pin it
    expect(skewers(QUEEN_PINS.replace('/6K1 ', '/6RK '))).toEqual([]);
  });
});

describe('a forker that is attacked', () => {
  const forks = (fen: string): string[] =>
    tacticsOf(fen, 'l1')
      .filter(({ pattern }) => pattern === 'fork')
      .map(({ trigger_move }) => trigger_move);

  it('forks where its only guard stands behind the one that may take it', () => {
    expect(forks('5r1k/6p1/4Qq1p/2ppN3/8/8/4NPPP/6K1 w - - 3 27')).toContain('e5g6');
  });

  it('does not where another may take it, for nothing', () => {
    expect(forks('4br1k/6p1/4Qq1p/2ppN3/8/8/4NPPP/6K1 w - - 3 27')).not.toContain('e5g6');
  });
});

describe('a fork of king and pawn', () => {
  const forks = (fen: string, depth: 'l1' | 'l2'): Tactic[] =>
    tacticsOf(fen, depth).filter(({ pattern }) => pattern === 'fork');
  const KNIGHT = '8/8/5k1p/2ppNp2/3P3P/2P5/P4PP1/6K1 w - - 0 38';

  it('counts where the pawn is what is won', () => {
    expect(forks(KNIGHT, 'l2')).toMatchObject([
      { trigger_move: 'e5d7', target_squares: ['f6', 'c5'], gain: 100, sequence: ['e5d7', 'f6e7', 'd7c5'] },
    ]);
  });

  it('is none where the pawn is guarded', () => {
    const found = forks(KNIGHT.replace('/5k1p/', '/3p1k1p/'), 'l1');
    expect(found.filter(({ trigger_move }) => trigger_move === 'e5d7')).toEqual([]);
  });

  it('is none where the check takes something itself', () => {
    const found = forks('r1b1kbnr/p2ppppp/2q5/2p5/3PP3/2P5/P4PPP/RNBQK1NR b KQkq - 0 7', 'l1');
    expect(found.filter(({ trigger_move }) => trigger_move === 'c6e4')).toEqual([]);
  });
});

describe('what is outdone', () => {
  it('is no tactic beside a mate in one or two', () => {
    const fen = '2k3r1/ppp5/5n1p/3p1p1p/7P/q5PK/8/8 b - - 7 33';
    expect(verdictsOf(fen)).toMatchObject({ 'Qxg3#': 'proven', 'Rxg3+': 'slower', f4: 'slower' });
    expect(tacticsOf(fen, 'l2')).toEqual([]);
  });

  it('is a promotion to a lesser piece that does no better than a queen', () => {
    const fen = 'r3rk2/p1q1pP1p/3p3b/1ppP4/8/P1PP3P/1P2Q1P1/R4RK1 w - - 1 22';
    expect(verdictsOf(fen)).toMatchObject({ 'fxe8=Q+': 'proven', 'fxe8=R+': 'needless', 'fxe8=N+': 'needless' });
    expect(tacticsOf(fen, 'l2').map(({ trigger_move }) => trigger_move)).toEqual(['f7e8q']);
  });

  it('is not a promotion to a knight that forks', () => {
    const found = tacticsOf('8/3q1P1k/8/8/8/8/5P2/K7 w - - 0 1', 'l2');
    expect(found).toMatchObject([{ pattern: 'fork', trigger_move: 'f7f8n', target_squares: ['h7', 'd7'] }]);
  });

  it('is a line that only prepares a fork which works at once, and wins as much', () => {
    const forks = tacticsOf('5k1r/r3b1pp/p1Q5/1p2R1N1/3q1B2/8/PPP2PPP/R5K1 w - - 1 21', 'l2').filter(
      ({ pattern }) => pattern === 'fork',
    );
    expect(forks).toMatchObject([{ trigger_move: 'g5e6', gain: 900 }]);
  });
});

describe('a line', () => {
  it.each([
    '8/3k3p/1pp4P/P7/1p3b2/1b2r3/3K4/8 b - - 0 63',
    '5rk1/3n2pp/2p5/p1Pp4/1p1P2q1/1P1KR2r/1P1Q4/5R2 b - - 8 31',
  ])('that ends in stalemate has won nothing: %s', (fen) => {
    const found = tacticsOf(fen, 'l2');
    expect(found.length).toBeGreaterThan(0);
    for (const { sequence } of found) {
      const chess = new Chess(fen);
      for (const uci of sequence ?? []) play(chess, uci);
      expect(chess.isStalemate(), chess.fen()).toBe(false);
    }
  });
});

describe('a trapped piece', () => {
  it('is none that is guarded where it could go, through its attacker', () => {
    const fen = '2k2N2/pp2p1b1/2n1p2p/8/q3P1p1/N4rP1/P2P1nKP/1RB1QR2 b - - 0 24';
    expect(tacticsOf(fen, 'l1').filter(({ pattern }) => pattern === 'trapped_piece')).toEqual([]);
  });
});

describe('a discovered attack', () => {
  it.each([
    ['checks', 'rnbq1bkr/ppp3pp/8/3pP3/4n3/1Q6/PB3PPP/RN2K1NR w KQ d6 0 10', 'e5d6', ['b3', 'e5'], ['g8']],
    ['attacks a rook', '2k3r1/4n3/8/3pP3/8/1B6/8/4K3 w - d6 0 1', 'e5d6', ['b3', 'e5'], ['g8']],
  ])('%s through the square of a pawn that is taken in passing', (_, fen, trigger, keys, targets) => {
    const found = tacticsOf(fen, 'l1').filter(({ pattern }) => pattern === 'discovered_attack');
    expect(found).toContainEqual(
      expect.objectContaining({ trigger_move: trigger, key_squares: keys, target_squares: targets }),
    );
  });

  it('is one of the king where two lines are opened', () => {
    const found = tacticsOf('8/p5kp/3p2p1/8/3b1q2/2P5/PP3nBP/5RK1 b - - 0 41', 'l1').filter(
      ({ pattern, trigger_move }) => pattern === 'discovered_attack' && trigger_move === 'f2d3',
    );
    expect(found).toMatchObject([{ key_squares: ['d4', 'f2'], target_squares: ['g1'] }]);
  });

  it.each([
    ['takes elsewhere', '6r1/p4k1b/1p2p2B/2p2p2/P2r2p1/1P1P2R1/2P2PK1/7R w - - 1 33', 'h6e3', ['h1', 'h6'], ['h7']],
    [
      'has taken what was guarded',
      '2rq1rk1/pp3ppp/2n1pn2/3p4/1b1P1Bb1/4PN2/PPQN1PPP/1BR1K2R b K - 2 13',
      'c6d4',
      ['c8', 'c6'],
      ['c2'],
    ],
  ])('is one where what the slider attacks is saved, and the piece that left %s', (_, fen, trigger, keys, targets) => {
    const found = tacticsOf(fen, 'l2').filter(({ trigger_move }) => trigger_move === trigger);
    expect(found).toMatchObject([{ pattern: 'discovered_attack', key_squares: keys, target_squares: targets }]);
  });

  it('is one where another piece takes what the slider attacks', () => {
    const found = tacticsOf('r2q1rk1/pp2bppp/1np1pn2/2N1N3/1P1P2P1/P2P3P/3B1P2/2RQ1RK1 w - - 7 20', 'l2');
    expect(found).toMatchObject([
      {
        pattern: 'discovered_attack',
        trigger_move: 'c5b7',
        key_squares: ['c1', 'c5'],
        target_squares: ['c6'],
        gain: 100,
        sequence: ['c5b7', 'd8d4', 'e5c6'],
      },
    ]);
  });

  it('is none where the piece that left is taken back, and what the slider attacks stands', () => {
    const found = tacticsOf('r2q1rk1/p3bppp/2p2n2/n3p3/4N1b1/3B4/PPPP1PPP/RNBQ1RK1 w - - 6 11', 'l2');
    expect(found.filter(({ pattern }) => pattern === 'discovered_attack')).toEqual([]);
  });

  it('is none by a slider that the reply takes', () => {
    expect(tacticsOf('2r2rk1/pp3ppp/1qn1p3/5b2/3PpB2/bPR1P2P/P1QNBPP1/5RK1 b - - 5 17', 'l2')).toEqual([]);
  });
});

describe('a skewer', () => {
  const BISHOPS = '1r3r2/2q2pkp/p5p1/2pQ1b2/P4P2/1BP5/1P4PP/R4RK1 b - - 0 20';
  const skewers = (fen: string, depth: 'l1' | 'l2'): Tactic[] =>
    tacticsOf(fen, depth).filter(({ pattern, trigger_move }) => pattern === 'skewer' && trigger_move === 'f5e6');

  it('wins what X guards: X has to go, and the slider behind it takes part', () => {
    // Rb8 attacks the bishop as well, and alone it would be taken back
    const found = { key_squares: ['e6'], target_squares: ['d5', 'b3'], gain: 300 };
    expect(skewers(BISHOPS, 'l1')).toMatchObject([found]);
    expect(skewers(BISHOPS, 'l2')).toMatchObject([{ ...found, sequence: ['f5e6', 'd5e4', 'e6b3'] }]);
  });

  it('is none of what another wins anyhow', () => {
    const loose = '1r4k1/5p2/8/3R1b2/8/1N6/6PP/6K1 b - - 0 1';
    expect(skewers(loose, 'l1')).toEqual([]);
    expect(skewers(loose.replace('1r4k1', '6k1'), 'l1')).toHaveLength(1);
  });
});

describe('a pin', () => {
  const pins = (fen: string, depth: 'l1' | 'l2'): Tactic[] =>
    tacticsOf(fen, depth).filter(({ pattern }) => pattern === 'pin');

  it('falls to a second attacker where it is guarded once', () => {
    const fen = 'rnb1q2k/ppp3pp/5n2/4N3/3Q4/2N5/PPP2PPP/R1B1K2R b KQ - 0 12';
    expect(pins(fen, 'l2')[0]).toMatchObject({ trigger_move: 'b8c6', target_squares: ['e5', 'e1'], gain: 300 });
    // a pawn guards it as well
    expect(pins(fen.replace('PPP2PPP', 'PPP3PP').replace('/3Q4/', '/3Q1P2/'), 'l1')).toEqual([]);
  });

  it('has no part in a capture that wins without it, and leaves the pinned piece alone', () => {
    const fen = '2r3k1/p4ppp/1p2p3/n2pR3/4R3/8/5PPP/2r1N1K1 b - - 4 23';
    expect(verdictsOf(fen)).toMatchObject({ dxe4: 'proven' });
    expect(pins(fen, 'l1').map(({ trigger_move }) => trigger_move)).toContain('d5e4');
    expect(pins(fen, 'l2')).toEqual([]);
  });

  it('keeps a man from taking back', () => {
    const fen = '1r3rk1/3bpp1p/1q1p2p1/5P1P/3QP1P1/1B6/PP6/1K1R3R w - - 1 24';
    const pin = { key_squares: ['b3'], target_squares: ['f7', 'g8'] };
    expect(pins(fen, 'l2').find(({ trigger_move }) => trigger_move === 'h5g6')).toMatchObject(pin);
    // hxg6 hxg6 Rxg6 loses the rook where f7 is free to take it
    const bare = '6k1/5p1p/6p1/7P/8/1B6/5P2/6RK w - - 0 1';
    expect(pins(bare, 'l1').find(({ trigger_move }) => trigger_move === 'h5g6')).toMatchObject(pin);
    expect(pins(bare.replace('1B6', '1N6'), 'l1')).toEqual([]);
  });

  describe('of all that could take the moved piece', () => {
    const fen = '4k2r/5pp1/5n2/8/6P1/7P/3P1P2/4K2R b Kk - 0 1';
    const pin = { trigger_move: 'f6g4', key_squares: ['h8'], target_squares: ['h3', 'h1'], gain: 100 };

    it('lets it take: the pawn that would answer shields the rook', () => {
      expect(pins(fen, 'l1')).toMatchObject([pin]);
      expect(pins(fen, 'l2')).toMatchObject([{ ...pin, sequence: ['f6g4'] }]);
    });

    it('lets it check', () => {
      const found = pins('r1bqkbnr/pp1nppp1/2p4p/6B1/3PN3/8/PPP2PPP/R2QKBNR w KQkq - 0 6', 'l2');
      expect(found).toMatchObject([
        { trigger_move: 'e4d6', key_squares: ['g5'], target_squares: ['e7', 'd8'], gain: 300 },
      ]);
    });

    it.each([
      ['another may take', '4k2r/5pp1/5n2/8/6P1/5B1P/3P1P2/4K2R b Kk - 0 1'],
      ['nothing stands behind it', '4k2r/5pp1/5n2/8/6P1/7P/3P1P2/4KR2 b k - 0 1'],
    ])('is none where %s', (_, other) => {
      expect(pins(other, 'l1')).toEqual([]);
    });

    it('is none where that piece guards from its new square what stood behind it', () => {
      const captures = (end: string): boolean =>
        pins(`4r1k1/8/8/8/1b2N3/2P5/${end} b - - 0 1`, 'l1').some(({ trigger_move }) => trigger_move === 'b4c3');
      expect([captures('8/4R1K1'), captures('4R3/6K1')]).toEqual([true, false]);
    });
  });
});

describe('a deflection', () => {
  it('drives off a guard by attacking it', () => {
    const fen = '5r2/4b1kp/p5p1/1p2qB2/2pr4/P1Q4R/1P4P1/5R1K w - - 0 35';
    expect(tacticsOf(fen, 'l2')).toMatchObject([
      { pattern: 'deflection', target_squares: ['e5', 'd4'], gain: 200, sequence: ['f1e1', 'e5f5', 'c3d4'] },
    ]);
  });

  it('may draw a pawn two steps forward, where it has to step in between', () => {
    const fen = '3q2k1/8/5n2/4n1B1/2PN4/P3P3/1P6/3RKB1R b - - 0 1';
    const evidence = { pattern: 'deflection', trigger_move: 'd8a5', key_squares: ['a5'], target_squares: ['b2', 'a3'] };
    expect(tacticsOf(fen, 'l1')).toMatchObject([evidence]);
    const [found] = tacticsOf(fen, 'l2');
    expect(found).toMatchObject(evidence);
    expect(found?.pattern_ply).toBeUndefined();
  });

  it('lures nobody who has to answer the check of another piece: the knight uncovers the queen, and may not be taken', () => {
    const found = tacticsOf('7r/1p2kpqp/3Np3/8/1Q6/8/1r3P1P/5K2 w - - 0 1', 'l1');
    const knight = found.filter(({ trigger_move }) => trigger_move === 'd6f7').map(({ pattern }) => pattern);
    expect(knight).toEqual(['discovered_attack']);
  });
});
