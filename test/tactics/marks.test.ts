import { describe, expect, it } from 'vitest';
import { evidence, shownAlong } from '../../src/tactics/marks.js';
import type { Tactic } from '../../src/tactics/types.js';

const FORK: Tactic = {
  ...{ pattern: 'fork', color: 'white', trigger_move: 'e2e4', key_squares: ['c7'], target_squares: ['e8', 'a8'] },
  ...{ targets: [], gain: 500, gain_confirmed: true, is_mate: false, fen: '', sequence: ['e2e4', 'd7d5', 'b5c7'] },
};

describe('what a line shows', () => {
  const later: Tactic = { ...FORK, pattern_ply: 2 };

  it.each([
    ['its own line', ['e2e4', 'd7d5', 'b5c7'], [2]],
    ['a longer one', ['e2e4', 'd7d5', 'b5c7', 'e8d8'], [2]],
    ['another move in place of the pattern’s', ['e2e4', 'd7d5', 'b5d6'], []],
    ['another way to it', ['e2e4', 'e7e6', 'b5c7'], []],
    ['one that ends before it', ['e2e4', 'd7d5'], []],
  ])('of a pattern that stands later: %s', (_, line, at) => {
    expect([...shownAlong(line, [later])]).toEqual(at.map((ply) => [ply, [later]]));
  });

  it('of patterns that stand at once what the first move has, and with others those of later', () => {
    const pin: Tactic = { ...FORK, pattern: 'pin' };
    expect([...shownAlong(['e2e4', 'd7d5', 'b5c7'], [FORK, later, pin])]).toEqual([
      [0, [FORK, pin]],
      [2, [later]],
    ]);
    expect([...shownAlong(['a2a3'], [FORK])]).toEqual([]);
    // without its line only what stands at once is known
    expect([
      ...shownAlong(
        ['e2e4', 'd7d5', 'b5c7'],
        [
          { ...FORK, sequence: null },
          { ...later, sequence: null },
        ],
      ),
    ]).toEqual([[0, [{ ...FORK, sequence: null }]]]);
  });
});

it('squares are circled once, and no arrow leads from a square to itself', () => {
  const pin: Tactic = { ...FORK, pattern: 'pin', key_squares: ['e8'], target_squares: ['c7', 'e8'] };
  expect(evidence([FORK, FORK, pin])).toBe('fork, pin [%csl Gc7,Ge8,Ra8] [%cal Rc7e8,Rc7a8,Re8c7]');
  expect(evidence([{ ...FORK, key_squares: [], target_squares: [] }])).toBe('fork');
});
