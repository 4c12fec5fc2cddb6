/** Why a label was missed or a puzzle not solved, and where evidence stands, on turns made by hand. */
import { describe, expect, it } from 'vitest';
import { maskOf, type Pattern, type Tactic } from '../../../src/tactics/types.js';
import { explainMiss, explainUnsolved, type Cause } from './causes.js';
import { evidenceOf, isJudged, type Evidence } from './evidence.js';
import { codeOf } from './examples.js';

/** A tactic of which only the fields in question are of interest. */
const tactic = (trigger: string, more: Partial<Tactic> = {}): Tactic => ({
  pattern: 'fork',
  color: 'white',
  trigger_move: trigger,
  key_squares: [],
  target_squares: [],
  targets: [],
  gain: 300,
  gain_confirmed: true,
  is_mate: false,
  sequence: [trigger],
  fen: '',
  ...more,
});

describe('the cause of a miss', () => {
  const MOVES = ['o1', 's1', 'o2', 's2', 'o3', 's3'];
  const turn = (ply: number, seen: Pattern[], line: string[] | null) => ({
    ply,
    seen: seen.length === 0 ? 0 : maskOf(seen),
    proof: () => line,
  });
  type Made = ReturnType<typeof turn>;
  const causeOf = (...turns: [Made, ...Made[]]): { cause: Cause; ply: number } => {
    const { cause, turn: shown } = explainMiss(turns, MOVES, codeOf('pin'));
    return { cause, ply: shown.ply };
  };

  it('is the horizon where the tree proves none of the moves that could start it', () => {
    expect(causeOf(turn(1, [], null), turn(3, [], null))).toEqual({ cause: 'unproven', ply: 1 });
    expect(causeOf(turn(1, [], null), turn(3, ['pin'], null))).toEqual({ cause: 'unproven', ply: 3 });
    // The last move wins by itself, behind the pin.
    expect(causeOf(turn(1, ['pin'], null), turn(3, [], ['s2', 'o3', 's3']))).toEqual({ cause: 'unproven', ply: 1 });
  });

  it("is another line where ours leaves the puzzle's, or ends before the pattern", () => {
    expect(causeOf(turn(1, ['pin'], ['s1', 'x', 'y']), turn(3, [], null))).toEqual({ cause: 'elsewhere', ply: 1 });
    expect(causeOf(turn(1, [], ['s1']), turn(3, ['pin'], null))).toEqual({ cause: 'elsewhere', ply: 1 });
  });

  it("is the structure where l1 sees it at no move of the puzzle's own line", () => {
    expect(causeOf(turn(1, ['fork'], ['s1', 'o2', 's2']), turn(3, [], null))).toEqual({ cause: 'unseen', ply: 1 });
    // The puzzle's last move proves itself, and counts only where it is the only one.
    expect(causeOf(turn(1, [], null), turn(3, [], null), turn(5, [], ['s3']))).toEqual({ cause: 'unproven', ply: 1 });
    expect(explainMiss([turn(1, [], ['s1'])], ['o1', 's1'], codeOf('pin')).cause).toBe('unseen');
  });

  it('is attribution where l1 sees it on a proven line', () => {
    expect(causeOf(turn(1, ['pin'], ['s1', 'o2', 's2']), turn(3, [], null))).toEqual({ cause: 'unattributed', ply: 1 });
    expect(causeOf(turn(1, [], ['s1', 'o2', 's2']), turn(3, ['pin'], null))).toEqual({ cause: 'unattributed', ply: 1 });
    // Of two turns as far, the one at which l1 sees it.
    expect(causeOf(turn(1, [], ['s1', 'o2', 's2']), turn(3, ['pin'], ['s2']))).toEqual({
      cause: 'unattributed',
      ply: 3,
    });
    // A line that goes on behind the puzzle's end is the puzzle's own.
    expect(causeOf(turn(5, ['pin'], ['s3', 'x']))).toEqual({ cause: 'unattributed', ply: 5 });
  });
});

describe('why a puzzle is not solved', () => {
  const why = (tactics: Tactic[], line: string[] | null = ['s1']): string | null =>
    explainUnsolved({ move: 's1', tactics, proof: () => line });

  it('is told by how far its first move came', () => {
    expect(why([tactic('s1'), tactic('x')])).toBeNull();
    expect(why([], null)).toBe('unproven');
    expect(why([tactic('x')], null)).toBe('unproven');
    expect(why([tactic('x')])).toBe('unreported');
  });

  it('is told by what stands in front of it', () => {
    const mate = (trigger: string, plies: number): Tactic =>
      tactic(trigger, { is_mate: true, gain: 0, sequence: Array.from({ length: plies }, () => trigger) });
    expect(why([tactic('x', { gain: 301 }), tactic('s1')])).toBe('behind_bigger');
    expect(why([tactic('x'), tactic('s1')])).toBe('behind_equal');
    expect(why([mate('x', 3), tactic('s1')])).toBe('behind_mate');
    expect(why([mate('x', 1), mate('s1', 3)])).toBe('behind_mate');
    expect(why([{ ...mate('x', 3), gain: 100 }, mate('s1', 3)])).toBe('behind_equal_mate');
  });
});

describe('where evidence stands', () => {
  const MOVES = ['o1', 's1', 'o2', 's2'];
  const at = (ply: number, line: string[], patternPly = 0) => {
    const move = MOVES[ply] ?? '';
    const later = patternPly === 0 ? {} : { pattern_ply: patternPly };
    return { ply, move, tactics: [tactic('x'), tactic(move, { sequence: line, ...later })] };
  };
  const where = (...turns: ReturnType<typeof at>[]): Evidence => evidenceOf(turns, MOVES, 'fork');

  it("is told by its move's place in the puzzle's line", () => {
    expect(where(at(1, ['s1', 'o2', 's2']))).toBe('within');
    expect(where(at(1, ['s1', 'x', 'y']))).toBe('within');
    expect(where(at(1, ['s1', 'x', 'y'], 1))).toBe('elsewhere');
    expect(where(at(1, ['s1', 'o2', 's2'], 2))).toBe('last');
    expect(where(at(3, ['s2']))).toBe('last');
    expect(where(at(3, ['s2', 'x', 'y'], 2))).toBe('beyond');
  });

  it('is the best of several', () => {
    expect(where(at(1, ['s1', 'o2', 's2', 'x'], 3), at(3, ['s2']))).toBe('last');
    expect(where(at(1, ['s1']), at(3, ['s2']))).toBe('within');
  });

  it('is judged by the labels up to the last move, a fork only before it', () => {
    expect((['within', 'elsewhere', 'last', 'beyond'] as const).map((place) => isJudged('fork', place))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isJudged('pin', 'last')).toBe(true);
    expect(isJudged('pin', 'beyond')).toBe(false);
  });
});
