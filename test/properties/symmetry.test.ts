/**
 * Chess does not know its colours, nor, where nobody may castle, its left from its right: a mirrored position has the mirrored result,
 * squares, pieces, gain, line and all. Only equals may change places in the list, for the last tie-break is the trigger's text.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Tactic } from '../../src/tactics/types.js';
import { colours, files, type Mirror } from './mirror.js';
import { over, position, tacticsOf } from './positions.js';

function mirrored(tactic: Tactic, mirror: Mirror): Tactic {
  return {
    ...tactic,
    color: mirror.color(tactic.color),
    trigger_move: mirror.squares(tactic.trigger_move),
    key_squares: tactic.key_squares.map(mirror.squares),
    target_squares: tactic.target_squares.map(mirror.squares),
    targets: tactic.targets.map((target) => ({
      ...target,
      square: mirror.squares(target.square),
      piece: mirror.piece(target.piece),
      color: mirror.color(target.color),
    })),
    sequence: tactic.sequence?.map(mirror.squares) ?? null,
    fen: mirror.fen(tactic.fen),
  };
}

function asSet(tactics: Tactic[]): string[] {
  return tactics.map((tactic) => JSON.stringify(tactic)).sort();
}

/** What decides a tactic's place, but for the trigger's text. */
function placing({ pattern, gain, is_mate, sequence }: Tactic): unknown[] {
  return [is_mate && (sequence?.length ?? 1), gain, pattern];
}

function expectMirrored(fen: string, mirror: Mirror): void {
  for (const depth of ['l1', 'l2'] as const) {
    const expected = tacticsOf(fen, depth).map((tactic) => mirrored(tactic, mirror));
    const seen = tacticsOf(mirror.fen(fen), depth);
    expect(asSet(seen)).toEqual(asSet(expected));
    expect(seen.map(placing)).toEqual(expected.map(placing));
  }
}

it('swapping the colours swaps them in the result, and nothing else', () => {
  fc.assert(
    fc.property(position, (fen) => {
      expectMirrored(fen, colours);
    }),
    over(700),
  );
});

it('swapping the files swaps them in the result, where nobody may castle', () => {
  fc.assert(
    fc.property(position, (fen) => {
      const [board = '', side = '', , enPassant = '', ...counters] = fen.split(' ');
      expectMirrored([board, side, '-', enPassant, ...counters].join(' '), files);
    }),
    over(700),
  );
});
