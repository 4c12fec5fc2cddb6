/** The published order, on which clients rely: they take the first tactic as the main one. */
import { Chess } from 'chess.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PATTERNS, type Tactic } from '../../src/tactics/types.js';
import { over, position, tacticsOf } from './positions.js';
import { play } from './referee.js';

/** Smaller comes first, item by item: mates, the shortest first; the larger gain; check, capture, quiet; pattern; trigger. */
function placing(tactic: Tactic): (number | string)[] {
  const board = new Chess(tactic.fen);
  const trigger = play(board, tactic.trigger_move);
  return [
    tactic.is_mate ? (tactic.sequence?.length ?? 1) : Infinity,
    -tactic.gain,
    board.inCheck() ? 0 : trigger.captured === undefined ? 2 : 1,
    PATTERNS.indexOf(tactic.pattern),
    tactic.trigger_move,
  ];
}

function comesFirst(a: (number | string)[], b: (number | string)[]): boolean {
  const at = a.findIndex((item, index) => item !== b[index]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
}

it.each(['l1', 'l2'] as const)('%s tactics come in the published order', (depth) => {
  fc.assert(
    fc.property(position, (fen) => {
      const places = tacticsOf(fen, depth).map(placing);
      places.slice(1).forEach((place, index) => {
        expect(comesFirst(places[index] ?? [], place), `${String(places[index])} before ${String(place)}`).toBe(true);
      });
    }),
    over(600),
  );
});
