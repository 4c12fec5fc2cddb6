/** What each depth promises of its tactics, and that l2 confirms what l1 saw rather than something of its own. */
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tactic } from '../../src/tactics/types.js';
import { over, position, tacticsOf } from './positions.js';
import { momentOf, play } from './referee.js';

const COMPLETED_BY_REPLIES = new Set(['skewer', 'interference', 'discovered_attack', 'deflection']);

function name({ pattern, trigger_move }: Tactic): string {
  return `${pattern} ${trigger_move}`;
}

it('every pattern that l2 reports at its trigger is one that l1 reports there', () => {
  fc.assert(
    fc.property(position, (fen) => {
      const candidates = tacticsOf(fen, 'l1').map(name);
      for (const tactic of tacticsOf(fen, 'l2')) {
        if (tactic.pattern_ply === undefined) expect(candidates).toContain(name(tactic));
      }
    }),
    over(1500),
  );
});

/** A skewer that stands from the reply on. */
const OFF_THE_RAY = '8/1p2k1p1/p7/P1P1qpK1/1PQ4P/8/6P1/8 b - - 1 70';

it('a pattern that arises later has a line that leads to it, and stands at a move of its own side', () => {
  fc.assert(
    fc.property(position, (fen) => {
      for (const { pattern, pattern_ply: ply, sequence } of tacticsOf(fen, 'l2')) {
        if (ply === undefined) continue;
        // It may be the reply that completes it: that goes off the ray, interferes, opens the line for good, or leaves the post.
        if (!COMPLETED_BY_REPLIES.has(pattern)) expect(ply % 2).toBe(0);
        expect(ply).toBeGreaterThan(0);
        expect(ply).toBeLessThan(sequence?.length ?? 0);
      }
    }),
    { ...over(1500), examples: [[OFF_THE_RAY]] },
  );
});

/** Interferences that the reply to our move four plies after the trigger completes. */
const AT_THE_FIFTH_PLY = [
  'r6r/1pp2k2/p2p1n2/3P4/2PNp1b1/2N5/PP3PK1/4R2R b - - 1 29',
  '8/8/5p2/2p3rk/1r6/3Q4/5KP1/8 w - - 10 47',
];

/** Patterns that may come later still behind checks, and a skewer that does, at the sixth ply. */
const BEHIND_CHECKS = new Set(['skewer', 'discovered_attack', 'double_check', 'deflection', 'interference']);
const AT_THE_SIXTH_PLY = 'r4rk1/p1p4R/1p2p1p1/5pP1/8/P7/1Pb1KP1R/8 w - - 0 29';

/** Whether the line's side to move does nothing but check before its pattern stands. */
function onlyChecksBefore({ fen, sequence, pattern_ply }: Tactic): boolean {
  const chess = new Chess(fen);
  return (sequence ?? []).slice(0, pattern_ply).every((uci, ply) => {
    play(chess, uci);
    return ply % 2 === 1 || chess.inCheck();
  });
}

it('a pattern that arises later stands four plies after the trigger at most, or the reply to that move completes it; or behind checks', () => {
  const plies = new Set<number>();
  fc.assert(
    fc.property(position, (fen) => {
      for (const tactic of tacticsOf(fen, 'l2')) {
        const { pattern, pattern_ply: ply = 0, is_mate } = tactic;
        if (is_mate) continue;
        plies.add(ply);
        if (ply > (ply % 2 === 0 ? 4 : 5))
          expect([BEHIND_CHECKS.has(pattern), onlyChecksBefore(tactic)]).toEqual([true, true]);
      }
    }),
    { ...over(1500), examples: [...AT_THE_FIFTH_PLY, AT_THE_SIXTH_PLY].map((fen): [string] => [fen]) },
  );
  expect([...plies]).toEqual(expect.arrayContaining([5, 6]));
});

it('no depth reports a pattern twice for one trigger', () => {
  fc.assert(
    fc.property(position, fc.constantFrom('l1', 'l2'), (fen, depth) => {
      const names = tacticsOf(fen, depth).map(name);
      expect(new Set(names).size).toBe(names.length);
    }),
    over(1500),
  );
});

it('only the side to move has tactics', () => {
  fc.assert(
    fc.property(position, fc.constantFrom('l1', 'l2'), (fen, depth) => {
      const mover = fen.split(' ')[1] === 'w' ? 'white' : 'black';
      for (const tactic of tacticsOf(fen, depth)) {
        expect(tactic.color).toBe(mover);
        for (const target of tactic.targets) expect(target.color).not.toBe(mover);
      }
    }),
    over(1500),
  );
});

it('every l2 tactic is confirmed and mates or wins a pawn at least', () => {
  fc.assert(
    fc.property(position, (fen) => {
      for (const { gain_confirmed, is_mate, gain } of tacticsOf(fen, 'l2')) {
        expect(gain_confirmed).toBe(true);
        expect(Number.isInteger(gain)).toBe(true);
        expect(is_mate || gain >= 100).toBe(true);
      }
    }),
    over(1500),
  );
});

it('no l1 tactic is confirmed or has a line; it mates where its trigger does', () => {
  fc.assert(
    fc.property(position, (fen) => {
      for (const tactic of tacticsOf(fen, 'l1')) {
        expect(tactic.gain_confirmed).toBe(false);
        expect(tactic.sequence).toBeNull();
        expect(tactic.pattern_ply).toBeUndefined();
        expect(Number.isInteger(tactic.gain)).toBe(true);
        expect(tactic.is_mate).toBe(momentOf(tactic).board.isCheckmate());
      }
    }),
    over(700),
  );
});
