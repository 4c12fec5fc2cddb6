/**
 * Options as callers give them -> settled ones, with the interface's defaults filled in.
 *
 * Types already refuse most mistakes, but names arrive from flags and from plain JavaScript too, so they are checked once, here.
 */
import { quoted } from '../pgn/shown.js';
import { InvalidPatternError } from './errors.js';
import { kindOf } from './kind.js';
import { isPattern, maskOf, type Depth, type GameMode, type Pattern, type PatternMask } from './types.js';

export const DEPTHS: readonly Depth[] = ['l1', 'l2'];
export const MODES: readonly GameMode[] = ['played', 'available'];

/** Options before they are checked: the spec's names, any text in them. */
export interface LooseOptions {
  patterns?: readonly string[] | undefined;
  depth?: string | undefined;
  mode?: string | undefined;
  with_sequence?: boolean | undefined;
}

export interface Settled {
  /** Which patterns are wanted; all ten unless a filter names some. */
  mask: PatternMask;
  depth: Depth;
  mode: GameMode;
  /** False at l1, whatever was asked: there is no line to give. */
  withSequence: boolean;
}

/** `mode` is passed over for a position, so that the options of a game serve for its positions, too. */
const NAMES: readonly (keyof LooseOptions)[] = ['patterns', 'depth', 'mode', 'with_sequence'];

function assertObject(given: unknown): asserts given is object {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError('options must be an object');
}

/**
 * A depth, or a list of patterns, in the place of options would be passed over without a word, and so would a name that is misspelt: the
 * answer would be that to another question.
 * @param known the names that there are
 * @throws {TypeError} where they are no object, or have another name
 */
export function checkOptions(given: unknown, known: readonly string[]): void {
  assertObject(given);
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new TypeError(`'${unknown}' is no option; the options are ${known.join(', ')}`);
}

/**
 * Settles the options of a program's call: these stand alone, those of a command line among others of its own.
 * @throws as `settle` does, and {TypeError} on a name that there is not
 */
export function settleOwn(options: LooseOptions = {}): Settled {
  checkOptions(options, NAMES);
  return settle(options);
}

/**
 * Settles what is written into a game: unless it is said otherwise, also what was missed. It takes proven lines, so there is no choice of depth.
 * @throws as `settleOwn` does
 */
export function settleNotes(options: Pick<LooseOptions, 'patterns' | 'mode'> = {}): Settled {
  checkOptions(options, ['patterns', 'mode']);
  return settle({ patterns: options.patterns, mode: options.mode ?? 'available' });
}

/**
 * Fills in the defaults: all ten patterns, `l2`, `played`, no sequences.
 * @throws {InvalidPatternError} on a name that is not one of the ten.
 * @throws {RangeError} on an unknown depth or mode, naming the field.
 * @throws {TypeError} on options that are no object, patterns that are no list, and a with_sequence that is neither true nor false.
 */
export function settle(options: LooseOptions = {}): Settled {
  assertObject(options);
  const depth = options.depth ?? 'l2';
  const mode = options.mode ?? 'played';
  if (depth !== 'l1' && depth !== 'l2') throw new RangeError(`'depth' must be "l1" or "l2", not ${shown(depth)}`);
  if (mode !== 'played' && mode !== 'available') {
    throw new RangeError(`'mode' must be "played" or "available", not ${shown(mode)}`);
  }
  const withSequence: unknown = options.with_sequence ?? false;
  if (typeof withSequence !== 'boolean') throw new TypeError("'with_sequence' must be true or false");
  return {
    mask: maskOf(readPatterns(options.patterns ?? [])),
    depth,
    mode,
    withSequence: depth === 'l2' && withSequence,
  };
}

function shown(value: unknown): string {
  return typeof value === 'string' ? quoted(value) : kindOf(value);
}

function readPatterns(names: unknown): Pattern[] {
  if (!Array.isArray(names)) throw new TypeError("'patterns' must be an array of pattern names");
  // `map` would pass over the holes of `[, 'fork']`
  return Array.from<unknown, Pattern>(names, (name) => {
    if (!isPattern(name)) throw new InvalidPatternError(String(name));
    return name;
  });
}
