import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Boundaries, Mark } from '../../src/pgn/boundaries.js';
import { readTags, VALUE_MAX } from '../../src/pgn/tags.js';
import { bytesOf, lineAt, split } from './helpers.js';

/** Scraps that mean something to the splitter, glued together at random: far likelier to find trouble than random bytes. */
const SCRAPS = [
  ...[
    '[Event "A"]',
    '[White "x ] { y"]',
    '[Site "a\\"b"]',
    '[Open "x',
    '[Bare]',
    '[',
    ']',
    '"',
    '\\',
    '\n[Event "B"]\n',
  ],
  ...['{', '}', '{ ok }', '(', ')', ';', '%', '; c {\n', '%x {\n', '\n', '\r', '\r\n', '\n\n', ' ', '\t', '\0', '\x1a'],
  ...[
    '1-0',
    '0-1',
    '1/2-1/2',
    '*',
    ' 1-0 ',
    ' 0 - 1 ',
    '1:0',
    '½–½',
    ' 1/2 ',
    ' * ',
    '1.',
    ' 1. e4 ',
    'e4',
    'O-O',
    '0-0',
    'Nf3',
    ' 2. d4',
    'xyz',
    '$1',
    '--',
  ],
  ...[
    '\ufeff',
    '\u00a0',
    '\u2009',
    '\u200b',
    '\u3000',
    'é',
    '\n\n[Event "C"]\n\n1. e4 e5 1-0\n\n',
    '\n1. d4 d5\n',
    'x'.repeat(30),
  ],
];
const soup = fc
  .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...SCRAPS) }, fc.string({ maxLength: 4 })), { maxLength: 60 })
  .map((scraps) => bytesOf(scraps.join('')));
const junk = fc.uint8Array({ maxLength: 600 });
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const limits = fc.constantFrom(16, 50, 1 << 20).map((maxGameBytes) => ({ maxGameBytes }));

function startsAsUtf16(input: Uint8Array): boolean {
  return (input[0] === 0xff && input[1] === 0xfe) || (input[0] === 0xfe && input[1] === 0xff);
}

describe('any input', () => {
  it('gives the same games whatever its chunks', () => {
    fc.assert(
      fc.property(fc.oneof(soup, junk), sizes, limits, (input, chunks, limit) => {
        expect(split(input, chunks, limit)).toEqual(split(input, undefined, limit));
      }),
      { numRuns: 3000 },
    );
  });

  it('gives the same games from the beginning of any of them, as a scan that was broken off needs it', () => {
    fc.assert(
      fc.property(fc.oneof(soup, junk), sizes, limits, fc.nat(), (input, chunks, limit, pick) => {
        fc.pre(!startsAsUtf16(input));
        const games = split(input, undefined, limit);
        fc.pre(games.length > 0);
        const index = pick % games.length;
        const { offset, line } = games[index]!;
        expect(split(input.subarray(offset), chunks, limit, { offset, line })).toEqual(games.slice(index));
      }),
      { numRuns: 3000 },
    );
  });

  it('gives games in order, apart, at offsets and lines that point at their bytes', () => {
    fc.assert(
      fc.property(fc.oneof(soup, junk), sizes, (input, chunks) => {
        fc.pre(!startsAsUtf16(input));
        let last = 0;
        for (const game of split(input, chunks)) {
          expect(game.offset).toBeGreaterThanOrEqual(last);
          expect(game.bytes.length).toBeGreaterThan(0);
          expect(input.subarray(game.offset, game.offset + game.bytes.length)).toEqual(game.bytes);
          expect(game.line).toBe(lineAt(input, game.offset));
          last = game.offset + game.bytes.length;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is read at most twice', () => {
    fc.assert(
      fc.property(soup, (input) => {
        const boundaries = new Boundaries();
        let back = 0;
        for (let marks = 0, pos = 0; ; marks++) {
          const mark = boundaries.next(input, input.length, true);
          if (mark === Mark.More) break;
          back += Math.max(0, pos - boundaries.pos);
          pos = boundaries.pos;
          expect(marks).toBeLessThanOrEqual(2 * input.length);
        }
        expect(back).toBeLessThanOrEqual(2 * input.length);
      }),
    );
  });

  it('has tags that are bounded and movetext that lies in the game', () => {
    fc.assert(
      fc.property(fc.oneof(soup, junk), (input) => {
        for (const bytes of [input, ...split(input).map((game) => game.bytes)]) {
          const { tags, movetext } = readTags(bytes);
          expect(movetext).toBeGreaterThanOrEqual(0);
          expect(movetext).toBeLessThanOrEqual(bytes.length);
          for (const value of tags.values()) expect(value.length).toBeLessThanOrEqual(VALUE_MAX);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('games joined', () => {
  const word = fc.constantFrom(
    'e4',
    'Nf3',
    '{ a [Event "x"] }',
    '(1. d4 d5)',
    '; c\n',
    '$1',
    '12.',
    'O-O',
    '{\n\n[Event "y"]\n}',
  );
  const game = fc
    .record({
      white: fc.string({ maxLength: 12 }).filter((text) => !/["\\\]\0-\x1f\x7f]/.test(text)),
      words: fc.array(word, { maxLength: 12 }),
      result: fc.constantFrom('1-0', '0-1', '1/2-1/2', '*'),
      blank: fc.constantFrom('\n', '\n\n', '\n\n\n'),
    })
    .map(({ white, words, result, blank }) => ({
      text: `[Event "E"]\n[White "${white}"]${blank}${['1. d4', ...words, result].join(' ')}`,
      blank,
    }));

  it('come apart again as they were', () => {
    fc.assert(
      fc.property(fc.array(game, { maxLength: 6 }), sizes, (games, chunks) => {
        const input = bytesOf(games.map(({ text, blank }) => text + blank).join(''));
        expect(split(input, chunks).map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(
          games.map(({ text }) => text),
        );
      }),
      { numRuns: 1000 },
    );
  });
});
