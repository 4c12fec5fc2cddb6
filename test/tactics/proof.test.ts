/** Single decisions between a gain in material and a tactic, each on a position where it was once made wrong. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { loadExplainer } from '../../src/tactics/explain.js';
import { startingWith, tacticsOf } from '../properties/positions.js';
import { play } from '../properties/referee.js';

const explainer = await loadExplainer();

describe('the second look', () => {
  it('drops a fork whose last pawn grab lets the queen at the king', () => {
    const fen = '3r4/p4k1p/2Q1p2b/3p3P/3Pb3/2Pq4/PP3P2/R5K1 w - - 0 1';
    expect(startingWith('c6c7', fen)).toEqual([]);
    const trigger = explainer.explain(fen).triggers.find(({ uci }) => uci === 'c6c7');
    expect(trigger).toMatchObject({ verdict: 'doubtful', line: { gain: 100 } });
    expect(trigger?.refutation?.san).toContain('Qf3');
    // what the second look asked for, and not the bar of the first
    expect(trigger?.needed).toBeGreaterThan(100);
  });

  it('keeps a plain fork that wins the exchange', () => {
    const fen = '3r1rk1/6p1/p1pp1p2/2p1nPp1/4P1P1/1P5P/PNP5/3RR1K1 b - - 0 26';
    expect(startingWith('e5f3', fen)).toMatchObject([{ pattern: 'fork', target_squares: ['g1', 'e1'], gain: 200 }]);
  });
});

describe('a pin to the king', () => {
  it('lets a skewer win that comes later: the queen takes the pinner, and the rook drives the king off its rook', () => {
    const found = startingWith('h7g7', 'r3k1r1/pp2q1nR/2p4R/4Q1p1/4P3/2P2P2/PP3PK1/8 w - - 0 1');
    expect(found).toMatchObject([
      { pattern: 'pin', target_squares: ['e7', 'e8'] },
      { pattern: 'skewer', key_squares: ['g8'], target_squares: ['e8', 'a8'], pattern_ply: 2 },
    ]);
  });

  it('explains what is won where the pinned piece falls, though what takes it forks', () => {
    const found = startingWith('a1f1', 'r1bq3k/1p5p/p3pr2/n3B3/8/1P1P2Q1/P5PP/R6K w - - 0 1');
    expect(found[0]?.sequence?.slice(0, 3)).toEqual(['a1f1', 'a5c6', 'e5f6']);
    expect(found.map(({ pattern }) => pattern)).toEqual(['pin']);
  });
});

describe('a defence that is as good as another', () => {
  it('gives a mate its name', () => {
    const [first] = startingWith('c4c8', '7k/1p2q1pp/4p3/8/2QPp3/P5P1/6P1/6K1 w - - 3 32');
    expect(first).toMatchObject({ pattern: 'back_rank_mate', is_mate: true });
  });
});

describe('a defence nearly as good as the toughest', () => {
  it('bears out a discovered attack where it takes what is offered: bishop takes bishop costs as much as rook takes rook', () => {
    const fen = '5r2/pb3pk1/4p1p1/2pr3p/4B3/2P4P/PP3PP1/3R1RK1 b - - 1 24';
    const found = startingWith('d5d1', fen).find(({ pattern }) => pattern === 'discovered_attack');
    expect(found).toMatchObject({ key_squares: ['b7', 'd5'], target_squares: ['e4'], gain: 300 });
    expect(found?.sequence).toEqual(['d5d1', 'f1d1', 'b7e4']);
  });

  it('bears out an interference where it steps into the line itself', () => {
    const found = startingWith('a3a4', '8/8/7k/P5RP/5K2/r7/8/8 b - - 0 51');
    expect(found).toContainEqual(
      expect.objectContaining({
        pattern: 'interference',
        key_squares: ['f5'],
        target_squares: ['a5', 'g5'],
        pattern_ply: 1,
      }),
    );
  });

  it.each([
    ['takes elsewhere', 'f4f5', 'r5k1/5ppp/p1p3q1/8/3NrPb1/1P1Q4/PB2N1P1/5RK1 w - - 2 24', ['e4', 'g6'], 'g4e2'],
    ['moves away', 'f8f4', '2rq1rk1/7p/1p1p2p1/pP1Pp3/2PnQ1B1/1P6/5PPP/R4RK1 b - - 2 21', ['g4', 'e4'], 'e4e3'],
  ])('may be worse by more where nothing else explains the gain: it %s', (_, trigger, fen, targets, reply) => {
    const [first] = startingWith(trigger, fen);
    expect(first).toMatchObject({ pattern: 'interference', target_squares: targets });
    expect(first?.sequence?.[1]).toBe(reply);
  });

  it('may not where the trigger takes a queen for nothing', () => {
    expect(startingWith('c2b1', '6k1/5pp1/2pb1n1p/1p6/1PPB4/5P2/b1B2QPP/1q4K1 w - - 0 27')).toEqual([]);
  });
});

describe('a defence that takes back', () => {
  it('bears out what comes later: a rook takes a bishop, and the bishop forks the king and the rook that took back', () => {
    const found = startingWith('c3d3', '8/5p2/2B3p1/4pkPp/3r3P/2Rb1PK1/8/8 w - - 1 34');
    expect(found).toMatchObject([
      { pattern: 'fork', key_squares: ['e4'], target_squares: ['f5', 'd3'], pattern_ply: 2, gain: 300 },
    ]);
    expect(found[0]?.sequence).toEqual(['c3d3', 'd4d3', 'c6e4', 'f5e6', 'e4d3']);
  });

  it('bears out a discovered attack though taking back is worse than stepping aside', () => {
    const found = startingWith('e1e8', '1r1r2k1/pb3p1p/3q2p1/2pB4/2P5/5P2/P2Q1BPP/4R1K1 w - - 1 22');
    expect(found).toMatchObject([
      { pattern: 'discovered_attack', key_squares: ['d2', 'd5'], target_squares: ['d6'], pattern_ply: 2 },
    ]);
    expect(found[0]?.sequence).toEqual(['e1e8', 'd8e8', 'd5f7', 'g8f7', 'd2d6']);
  });
});

describe('what only the reply completes', () => {
  it('stands from the reply on: a rook that the king may take skewers it all the same', () => {
    const found = startingWith('d1d8', 'r1b1k2r/1p3pp1/p3pn2/2p1q1N1/8/1B2P3/PPP1Q2P/2KR3R w kq - 0 19');
    expect(found).toMatchObject([
      { pattern: 'skewer', key_squares: ['d8'], target_squares: ['e7', 'h8'], pattern_ply: 1 },
    ]);
  });

  it('is a skewer also by a slider whose line the trigger has opened', () => {
    const found = startingWith('e3e2', '4r1k1/pp3p2/8/2P2nPR/N2b1P2/1N1Pr1P1/PP3K2/6R1 b - - 2 34');
    expect(found).toContainEqual(
      expect.objectContaining({
        pattern: 'skewer',
        key_squares: ['d4'],
        target_squares: ['f3', 'g1'],
        pattern_ply: 1,
      }),
    );
  });

  it('is a skewer also by a slider that had X in sight all the time', () => {
    // The rook has to stand between on f8, and the pawn behind it falls.
    const found = startingWith('b7b8', '6k1/pRpr2p1/4p2p/5r2/6Q1/5P2/P4q1P/6RK w - - 0 24');
    expect(found).toContainEqual(
      expect.objectContaining({
        pattern: 'skewer',
        key_squares: ['g4'],
        target_squares: ['f8', 'e6'],
        pattern_ply: 1,
      }),
    );
  });

  it('is an interference also where the slider that was cut off has gone', () => {
    const found = startingWith('b7c7', '2r3k1/pR3ppp/3p1b2/3P1N2/2n5/5N2/r4PPP/4R1K1 w - - 0 26');
    expect(found).toMatchObject([
      { pattern: 'interference', key_squares: ['c7'], target_squares: ['c4', 'b8'], pattern_ply: 1 },
    ]);
  });
});

it('skewers nothing in a line that mates: the rook behind the king is taken, but that is not what the king is driven off for', () => {
  const fen = '3r2k1/7p/Q5p1/2N2p2/1P2p3/4P2P/5RPq/3R1K2 b - - 0 40';
  const trigger = explainer.explain(fen).triggers.find(({ uci }) => uci === 'h2h1');
  expect(trigger).toMatchObject({ verdict: 'proven', line: { san: ['Qh1+', 'Ke2', 'Qxd1#'] } });
  expect(startingWith('h2h1', fen).map(({ pattern }) => pattern)).not.toContain('skewer');
});

describe('what pays for itself', () => {
  it('deflects nobody, though a king has to leave the queen that it guards: a knight takes her in any case', () => {
    const found = startingWith('e4f2', '6k1/1p2Bp2/p1p4p/P2bP1p1/4n1Q1/2r2PPK/7P/R7 b - - 1 43');
    expect(found.map(({ pattern }) => pattern)).toEqual(['fork', 'pin']);
  });
});

describe('what no structure has won', () => {
  it('is no skewer where the king takes back, and the pieces are traded', () => {
    const found = startingWith('a4a6', '6n1/6K1/3kb1P1/8/R7/8/8/8 w - - 1 54');
    expect(found[0]?.sequence).toEqual(['a4a6', 'd6d5', 'a6e6', 'd5e6', 'g7g8']);
    expect(found.map(({ pattern }) => pattern)).toEqual(['trapped_piece']);
  });

  it('is no deflection where the trigger takes a rook, and a pawn falls behind it', () => {
    const found = startingWith('g5d8', '3r1k2/5p1p/1p6/p1q2pQ1/P1Ppr1pP/1P1R4/5PP1/3R1K2 w - - 2 35');
    expect(found.map(({ pattern }) => pattern)).not.toContain('deflection');
  });

  it('traps no rook by a queen that is traded at once', () => {
    const found = startingWith('d5f3', 'r1b2rk1/ppp3pp/2n2n2/3qpP2/6P1/2BP1Q2/PP3P1P/R3KBNR b KQ - 0 1');
    expect(found[0]?.sequence?.slice(0, 3)).toEqual(['d5f3', 'g1f3', 'f6g4']);
    expect(found.map(({ pattern }) => pattern)).not.toContain('trapped_piece');
  });

  it('attacks no rook by a slider that is taken', () => {
    const fen = '1k1r3r/ppp2Qb1/3p2p1/1P2q2p/P3P1nP/4B1N1/2P2PP1/R4RK1 b - - 0 1';
    const trigger = explainer.explain(fen).triggers.find(({ uci }) => uci === 'g4e3');
    expect(trigger).toMatchObject({ verdict: 'proven', line: { gain: 200 } });
    expect(startingWith('g4e3', fen)).toEqual([]);
  });

  it('is no fork of a pawn that steps in front of the queen', () => {
    const found = startingWith('f5h5', '6k1/p2p2pp/4p3/2Q1nq2/2P5/4P3/PP2K1PP/3R4 b - - 2 27');
    expect(found.filter(({ target_squares }) => target_squares.includes('g4'))).toEqual([]);
  });
});

describe('the end of a line', () => {
  it('has what is taken back there, and the gain counts it', () => {
    const found = startingWith('h4g5', 'rnbqkb1r/p4p2/2p1pn2/1p2P1p1/2pP3B/2N5/PP3PPP/R2QKB1R w KQkq - 0 10');
    expect(found).toMatchObject([{ pattern: 'pin', gain: 300 }]);
    expect(found[0]?.sequence?.slice(0, 3)).toEqual(['h4g5', 'b8d7', 'e5f6']);
    expect(found[0]?.sequence?.at(-1)).toBe('d7f6');
  });

  it('is not in the middle of an exchange of queens, where a mate cuts the line short', () => {
    const fen = 'rn1q1rk1/ppp2ppp/4bn2/2bp4/2BPP3/2N2N2/PPP2PPP/R1BQK2R w KQ - 0 8';
    expect(startingWith('e4d5', fen)).toEqual([]);
  });

  it('is not reached by going in a circle', () => {
    for (const fen of [
      '6k1/8/1p2PQ1p/2p2p2/2P1qP2/1P3NKP/P7/8 w - - 1 64',
      '8/8/8/3K4/8/3R4/5q2/4rk2 b - - 9 64',
      '3r2k1/pp3ppp/5n2/8/2Q2P2/4qPK1/PP5P/RN2r3 b - - 2 26',
    ]) {
      for (const { sequence } of tacticsOf(fen, 'l2')) {
        const game = new Chess(fen);
        const seen = [fen, ...(sequence ?? []).map((uci) => play(game, uci).after)];
        expect(new Set(seen.map((at) => at.split(' ', 4).join(' '))).size).toBe(seen.length);
      }
    }
  });
});

describe('the forcing tree', () => {
  it("looks at a defender's quiet checks as deep as at other answers: here they lead to a smothered mate", () => {
    const fen = 'rn2k2r/ppp2pp1/1b2b2p/2qP4/2B3n1/5N2/PP3PPP/RNBQR1K1 w kq - 1 12';
    const { triggers } = explainer.explain(fen);
    const trigger = triggers.find(({ uci }) => uci === 'c4b3');
    expect(trigger).toMatchObject({ verdict: 'no_win' });
    expect(trigger?.refutation?.san.at(-1)).toBe('Nf2#');
  });

  it('looks no deeper at what it refuted at a glance, and deeper at what it did not', () => {
    const fen = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
    const depths = new Map(explainer.explain(fen).triggers.map(({ uci, depth }) => [uci, depth]));
    // Black leaves the queen to be taken; or gives a check that loses nothing.
    expect([depths.get('d4c2'), depths.get('e5e1')]).toEqual([4, 6]);
  });

  it.each([
    ['mate on the back rank', '5r1k/p4Ppp/3N4/2PQ1P2/8/4q3/4r1PP/6RK b - - 7 34', 'e2e1', ['back_rank_mate', 2]],
    ['the queen behind the king', 'k2q3r/1p1N4/1P6/p2QP3/2nP4/8/5PP1/2R3K1 b - - 0 47', 'd8h4', ['skewer', 2]],
    [
      'a bishop before the king',
      'r6k/p2b1p1p/2qb1N2/2p5/8/P2P4/1PP2PPP/R3Q1K1 w - - 1 19',
      'e1c3',
      ['discovered_attack', 2],
    ],
    [
      'a rook, once the knight has left its file',
      '2rr2k1/5p1p/pp3np1/3p4/3N4/1P4P1/P4PKP/2RR4 w - - 2 26',
      'd4c6',
      ['discovered_attack', 2],
    ],
  ])('searches a quiet move without a structure that threatens much: %s', (_, fen, trigger, expected) => {
    const { candidates, triggers, tactics } = explainer.explain(fen);
    expect(candidates.filter(({ trigger_move }) => trigger_move === trigger)).toEqual([]);
    expect(triggers.find(({ uci }) => uci === trigger)).toMatchObject({ forcing: 'quiet', verdict: 'proven' });
    expect(tactics.map(({ trigger_move, pattern, pattern_ply }) => [trigger_move, pattern, pattern_ply])).toEqual([
      [trigger, ...expected],
    ]);
  });

  it.each([
    [
      'a knight is offered for a pawn',
      '2r3k1/p4p1p/5Qp1/1q6/5N2/3p2P1/P3bP1P/4R1K1 w - - 0 34',
      'f4e6',
      'fork',
      ['g8', 'c8'],
    ],
    [
      'there is nothing to take, and no check',
      '2r2k2/1b2bBp1/1p2P2p/p2p4/1p6/1P3N1P/P1P1RPP1/5K2 w - - 0 35',
      'f3e5',
      'deflection',
      ['f8', 'e7'],
    ],
  ])('looks as deep at a great threat where l1 sees no structure at all: %s', (_, fen, trigger, pattern, targets) => {
    const { candidates, triggers, tactics } = explainer.explain(fen);
    expect(candidates).toEqual([]);
    expect(triggers.find(({ uci }) => uci === trigger)).toMatchObject({
      forcing: 'quiet',
      verdict: 'proven',
      depth: 7,
    });
    expect(tactics).toMatchObject([
      { trigger_move: trigger, pattern, target_squares: targets, pattern_ply: 2, is_mate: false },
    ]);
  });

  it.each([
    [
      'pins the rook that has taken back',
      '6k1/1p4p1/p6p/3br3/3R4/3B4/2P3PP/6K1 w - - 2 32',
      ['d4d5', 'e5d5', 'd3c4'],
      { pattern: 'pin', target_squares: ['d5', 'g8'], gain: 300 },
    ],
    [
      'attacks the queen, which has no square',
      '4r1k1/1pq2pp1/p1nQ1n1p/4p3/2B1P3/PP3P2/1BP3PP/3R2K1 b - - 2 30',
      ['c7b6', 'g1f1', 'e8d8'],
      { pattern: 'trapped_piece', target_squares: ['d6'], gain: 300 },
    ],
    [
      'pins the rook that goes at the pawn',
      '3r2k1/5ppp/p7/1p2P3/5P2/3p2B1/PPN3PP/K6R b - - 0 27',
      ['d3c2', 'h1c1', 'd8d1'],
      { pattern: 'pin', target_squares: ['c1', 'a1'], gain: 800 },
    ],
  ])('sees in the last plies of a line the quiet move that %s', (_, fen, line, tactic) => {
    const [first] = startingWith(line[0]!, fen);
    expect(first).toMatchObject({ ...tactic, pattern_ply: 2 });
    expect(first?.sequence?.slice(0, 3)).toEqual(line);
  });

  it('passes over quiet moves that threaten less, and those that are given away', () => {
    const fen = '5r1k/p4Ppp/3N4/2PQ1P2/8/4q3/4r1PP/6RK b - - 7 34';
    const { candidates, triggers } = explainer.explain(fen);
    const structured = new Set(candidates.map(({ trigger_move }) => trigger_move));
    const quiet = triggers.filter(({ forcing, uci }) => forcing === 'quiet' && !structured.has(uci));
    // On e6 and five other squares the queen would threaten as much, and be taken; Rc2 threatens little, most moves nothing.
    expect(quiet.map(({ san }) => san).sort()).toEqual(['Qd2', 'Rd2', 'Re1']);
  });

  it('looks at a capture, too, where l1 sees no structure at all and there is no check', () => {
    const fen = 'r2r2k1/1b4pp/p4p2/1pR5/3q4/P1QB1P2/6PP/3R2K1 w - - 0 24';
    const { candidates, tactics } = explainer.explain(fen);
    expect(candidates).toEqual([]);
    expect(tactics.map(({ trigger_move, pattern, pattern_ply }) => [trigger_move, pattern, pattern_ply])).toEqual([
      ['c3d4', 'discovered_attack', 2],
    ]);
  });
});

describe('a mate', () => {
  it('is one against every defence, those that give something away included', () => {
    const fen = '6k1/p7/2P1p3/2PpPq1p/P2Bbp2/2R5/6QP/7K b - - 0 21';
    // Qxe4, Rf3, Rg3 and Rc2 keep White from being mated on g2
    for (const trigger of ['f5g4', 'f5g5', 'f5g6']) {
      expect(startingWith(trigger, fen).filter(({ is_mate }) => is_mate)).toEqual([]);
    }
    expect(explainer.explain(fen).triggers.filter(({ line }) => line?.mate != null)).toEqual([]);
  });
});

describe('a pawn that promotes with check', () => {
  it('discovers nothing along the file that it came on', () => {
    const fen = '8/5P2/p7/1P6/4K3/1P6/8/5k2 w - - 1 57';
    expect(tacticsOf(fen, 'l1').filter(({ pattern }) => pattern === 'discovered_attack')).toEqual([]);
    expect(startingWith('f7f8q', fen).filter(({ pattern }) => pattern === 'discovered_attack')).toEqual([]);
  });
});

describe('a pin', () => {
  it('is one of what another piece comes to attack, though it is pinned to no king', () => {
    const fen = 'r5k1/5pp1/7p/n7/8/7P/1P3PP1/R5K1 w - - 0 1';
    const pin = { pattern: 'pin', trigger_move: 'b2b4', key_squares: ['a1'], target_squares: ['a5', 'a8'], gain: 300 };
    expect(tacticsOf(fen, 'l1')).toContainEqual(expect.objectContaining(pin));
    expect(tacticsOf(fen, 'l2')).toEqual([expect.objectContaining(pin)]);
  });

  it('does not explain a capture that has made it by the way', () => {
    expect(startingWith('h4h1', 'r4rk1/pp3ppp/2npp3/1N1p4/3P3q/P2QPPP1/1PP5/R3K1NR b KQ - 0 15')).toEqual([]);
  });

  it('explains a capture that the pinned piece would answer', () => {
    const found = startingWith('g4f3', 'r3k2r/5pbp/3p4/p3p1q1/1pP1Ppb1/1P3Q2/P1N1BPPP/R4RK1 b kq - 4 19');
    expect(found).toMatchObject([{ pattern: 'pin', key_squares: ['g5'], target_squares: ['g2', 'g1'] }]);
  });
});

describe('a back-rank mate', () => {
  it.each(['3B4', '8'])('is one whatever else looks at the men before the king: %s', (rank) => {
    const found = startingWith('a1a8', `6k1/5ppp/8/8/8/${rank}/5PPP/R5K1 w - - 0 1`);
    expect(found).toMatchObject([{ pattern: 'back_rank_mate', key_squares: ['a8'], target_squares: ['g8'] }]);
  });
});

describe('a line', () => {
  it('ends where what was proved is won, though a check that forks king and knight would win more behind it', () => {
    const [first] = startingWith('d4e2', '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37');
    expect(first).toMatchObject({ gain: 700, sequence: ['d4e2', 'g1g2', 'e2c3', 'b2c3', 'e5c3'] });
  });

  it('ends before the man that is taken at the price of a mate', () => {
    const fen = '4k3/3pn3/4p2R/2B1P1p1/3P3p/7P/6PK/3r4 w - - 0 40';
    const [first] = startingWith('h6h8', fen);
    expect(first).toMatchObject({ pattern: 'skewer', gain: 300 });
    expect(first?.sequence?.join(' ')).toBe('h6h8 e8f7 h8h7 f7g6 h7e7');
  });

  it('that wins only by such a man gives way to the one that was proved', () => {
    const [first] = startingWith('c6e7', '2r3k1/pQ3pp1/2N4p/3n4/3B4/5qPb/P4P2/4R1K1 w - - 1 29');
    expect(first).toMatchObject({ gain: 300, sequence: ['c6e7', 'g8h7', 'b7d5'] });
  });
});

describe('a king in check', () => {
  it('is not deflected where it has nowhere to go: another man has to answer', () => {
    const fen = '4r1k1/5ppp/8/p7/1P1N4/1P1n4/1Bp2PPP/R4K2 b - - 1 29';
    const targets = tacticsOf(fen, 'l1')
      .filter(({ pattern, trigger_move }) => pattern === 'deflection' && trigger_move === 'e8e1')
      .map(({ target_squares }) => target_squares[0]);
    expect(targets).not.toContain('f1');
  });
});
