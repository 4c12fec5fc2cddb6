/** A filter takes tactics out of the answer and does nothing else: not to the others, nor to their order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { settle } from '../../src/tactics/options.js';
import { makeTactics } from '../../src/tactics/record.js';
import { PATTERNS, type Depth, type Pattern } from '../../src/tactics/types.js';
import { engine, over, position, tacticsOf } from './positions.js';

function expectFiltered(fen: string, depth: Depth, patterns: Pattern[]): void {
  const { mask } = settle({ patterns });
  const expected = tacticsOf(fen, depth).filter(({ pattern }) => patterns.length === 0 || patterns.includes(pattern));
  expect(makeTactics(engine.analyze(fen, depth, mask), fen, true)).toEqual(expected);
}

it.each(PATTERNS)('%s alone', (pattern) => {
  fc.assert(
    fc.property(position, fc.constantFrom('l1', 'l2'), (fen, depth) => {
      expectFiltered(fen, depth, [pattern]);
    }),
    over(150),
  );
});

it('any set of patterns', () => {
  fc.assert(
    fc.property(position, fc.constantFrom('l1', 'l2'), fc.subarray([...PATTERNS]), (fen, depth, patterns) => {
      expectFiltered(fen, depth, patterns);
    }),
    over(700),
  );
});
