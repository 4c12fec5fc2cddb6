/** Moves and lines before a referee: legal, forcing to the end that the tactic claims, and worth exactly its gain. */
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { over, position, tacticsOf } from './positions.js';
import { passesOverMate, play, worth } from './referee.js';

it('every trigger is legal', () => {
  fc.assert(
    fc.property(position, fc.constantFrom('l1', 'l2'), (fen, depth) => {
      const legal = new Set(new Chess(fen).moves({ verbose: true }).map(({ lan }) => lan));
      for (const { trigger_move } of tacticsOf(fen, depth)) expect(legal).toContain(trigger_move);
    }),
    over(500),
  );
});

it('every line starts with the trigger, replays, and takes and promotes what the gain says', () => {
  fc.assert(
    fc.property(position, (fen) => {
      for (const { trigger_move, sequence, gain } of tacticsOf(fen, 'l2')) {
        expect(sequence?.[0]).toBe(trigger_move);
        const chess = new Chess(fen);
        const won = (sequence ?? []).reduce(
          (sum, uci, ply) => sum + (ply % 2 === 0 ? 1 : -1) * worth(play(chess, uci)),
          0,
        );
        expect(won).toBe(gain);
      }
    }),
    over(1200),
  );
});

it('lines that mate end in checkmate, and no others; those end with the last thing taken', () => {
  fc.assert(
    fc.property(position, (fen) => {
      for (const { sequence, is_mate } of tacticsOf(fen, 'l2')) {
        const chess = new Chess(fen);
        const last = (sequence ?? []).map((uci) => play(chess, uci)).at(-1);
        expect(chess.isCheckmate()).toBe(is_mate);
        if (!is_mate) expect(last && worth(last)).toBeGreaterThan(0);
      }
    }),
    over(1200),
  );
});

it('no line passes over a mate in one, on either side, and none ends where the other side mates at once', () => {
  fc.assert(
    fc.property(position, (fen) => {
      for (const { sequence } of tacticsOf(fen, 'l2')) expect(passesOverMate(fen, sequence ?? [])).toBe(false);
    }),
    over(1200),
  );
});
