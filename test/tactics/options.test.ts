import { describe, expect, it } from 'vitest';
import { InvalidFenError, InvalidPatternError } from '../../src/tactics/errors.js';
import { assertFenText } from '../../src/tactics/fen.js';
import { settle, settleOwn } from '../../src/tactics/options.js';
import { ALL_PATTERNS, PATTERNS } from '../../src/tactics/types.js';

describe('settle', () => {
  it('fills in the defaults of the interface', () => {
    const defaults = { mask: ALL_PATTERNS, depth: 'l2', mode: 'played', withSequence: false };
    expect(settle()).toEqual(defaults);
    expect(settle({ patterns: [] })).toEqual(defaults);
  });

  it.each(PATTERNS)('gives %s its own bit', (pattern) => {
    expect(settle({ patterns: [pattern] }).mask).toBe(1 << PATTERNS.indexOf(pattern));
  });

  it('takes a pattern twice for once', () => {
    expect(settle({ patterns: ['pin', 'fork', 'pin'] }).mask).toBe(3);
  });

  it('ignores with_sequence at l1', () => {
    expect(settle({ depth: 'l1', with_sequence: true }).withSequence).toBe(false);
    expect(settle({ with_sequence: true }).withSequence).toBe(true);
  });

  it('refuses unknown names, naming them', () => {
    expect(() => settle({ patterns: ['fork', 'Fork'] })).toThrow(new InvalidPatternError('Fork'));
    // eslint-disable-next-line no-sparse-arrays -- a list with holes is what is tried
    for (const patterns of [[,], [, 'fork'], ['fork', , 'pin']] as string[][])
      expect(() => settle({ patterns })).toThrow(new InvalidPatternError('undefined'));
    expect(() => settle({ patterns: ['constructor'] })).toThrow(
      /^Invalid pattern: constructor; the patterns are fork, pin, .*, trapped_piece$/,
    );
    expect(() => settleOwn({ depth: 'l3' })).toThrow(/'depth'.*"l3"/);
    expect(() => settle({ mode: 'all' })).toThrow(/'mode'.*"all"/);
  });

  it('refuses what is of another type, naming the field', () => {
    const settleAny = settle as (options: unknown) => unknown;
    expect(() => settleAny({ patterns: 'fork' })).toThrow(
      new TypeError("'patterns' must be an array of pattern names"),
    );
    expect(() => settleAny({ with_sequence: 'true' })).toThrow(new TypeError("'with_sequence' must be true or false"));
    expect(() => settleAny({ depth: 2 })).toThrow(new RangeError(`'depth' must be "l1" or "l2", not number`));
    expect(() => settleAny({ depth: Symbol('l1') })).toThrow(RangeError);
    expect(() => settleAny({ mode: ['played'] })).toThrow(/^'mode' must be "played" or "available", not Array$/);
    for (const options of ['l1', null, ['fork']]) {
      expect(() => settleAny(options)).toThrow(new TypeError('options must be an object'));
    }
  });

  it('refuses a name that there is not, and says which there are', () => {
    expect(() => settleOwn({ dept: 'l1' } as object)).toThrow(
      new TypeError("'dept' is no option; the options are patterns, depth, mode, with_sequence"),
    );
    expect(() => settleOwn({ depth: 'l1', withSequence: undefined } as object)).toThrow(/^'withSequence' is no option/);
    const all = { patterns: undefined, depth: undefined, mode: undefined, with_sequence: undefined };
    expect(settleOwn(all)).toEqual(settle());
  });
});

describe('assertFenText', () => {
  it.each([
    ['empty', ''],
    ['blank', '   '],
    ['a NUL', '8/8/8/8/8/8/8/K1k5 w - -\0'],
    ['a line end', '8/8/8/8/8/8/8/K1k5 w - -\n'],
    ['other scripts', '８/8/8/8/8/8/8/K1k5 w - -'],
    ['a megabyte', 'k'.repeat(1 << 20)],
  ])('refuses text that is %s', (_name, text) => {
    expect(() => assertFenText(text)).toThrow(InvalidFenError);
  });

  it('leaves chess to the engine', () => {
    expect(() => assertFenText('no chess, but text')).not.toThrow();
  });
});
