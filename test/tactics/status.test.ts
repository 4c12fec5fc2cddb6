/** What a played tactic's `status` says in real games, and that the patterns of one trigger may be proven by different lines. */
import { expect, it } from 'vitest';
import { analyzeGame, analyzePosition } from '../../src/index.js';

/** The last tactic of that pattern that was played from `fen` on. */
async function lastPlayed(fen: string, moves: string, pattern: 'fork' | 'discovered_attack') {
  const { tactics } = await analyzeGame(`[SetUp "1"]\n[FEN "${fen}"]\n\n${moves} *\n`, { patterns: [pattern] });
  return tactics.at(-1);
}

it('calls a fork new where one of its targets has come to another square', async () => {
  // the knight could fork on c3 before, but then the rook stood on b1
  const fen = '4r1k1/pp2qppp/2p2p2/PP1n4/3P4/3P1N1P/6P1/1R1Q2K1 b - - 0 21';
  const before = await analyzePosition(fen, { patterns: ['fork'] });
  expect(before.tactics).toMatchObject([{ trigger_move: 'd5c3', target_squares: ['d1', 'b1'] }]);
  expect(await lastPlayed(fen, '21... cxb5 22. Rxb5 Nc3', 'fork')).toMatchObject({
    trigger_move: 'd5c3',
    target_squares: ['d1', 'b5'],
    status: 'played',
  });
});

it('calls a fork existing where the line of the turn before led up to it', async () => {
  const fen = 'r6k/4n1q1/4Q3/p1PbN3/1p4P1/7P/5P2/R5K1 w - - 1 33';
  const before = await analyzePosition(fen, { patterns: ['fork'] });
  expect(before.tactics).toMatchObject([{ trigger_move: 'e6e7', target_squares: ['h8', 'e7'], pattern_ply: 2 }]);
  expect(await lastPlayed(fen, '33. Qxe7 Qxe7 34. Ng6+', 'fork')).toMatchObject({
    trigger_move: 'e5g6',
    target_squares: ['h8', 'e7'],
    status: 'existing',
  });
});

it('proves two patterns of one trigger by the replies that each of them is about', async () => {
  const fen = '4r1k1/1p3pbp/2q3p1/5b2/4NB2/5PP1/1P2Q2P/4R1K1 w - - 0 1';
  const { tactics } = await analyzePosition(fen, {
    patterns: ['discovered_attack', 'deflection'],
    with_sequence: true,
  });
  const lines = new Map(
    tactics.filter(({ trigger_move }) => trigger_move === 'e4f6').map((t) => [t.pattern, t.sequence?.[1]]),
  );
  expect(lines).toEqual(
    new Map([
      ['discovered_attack', 'g7f6'],
      ['deflection', 'c6f6'],
    ]),
  );
});
