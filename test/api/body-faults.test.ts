/** Where a body goes wrong: held against the parser of the runtime, which says whether. */
import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOfJson, placeOfByte } from '../../src/api/body-faults.js';
import { processorTime, slowness } from '../processor.js';

const RUNS = 20_000;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const sign = fc.oneof(
  fc.constantFrom(...'{}[],:"\\-+.eE01 \n\t\u0000', 'true', 'null', '\\u12', '\\n', '\ud800', '\u2028'),
  fc.string({ maxLength: 2 }),
);
/** JSON with a few characters put in the place of one, or cut, or nothing done to it. */
const damaged = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.option(sign), fc.boolean())
  .map(([text, where, patch, cut]) => {
    const at = where % (text.length + 1);
    if (patch === null) return cut ? text.slice(0, at) : text;
    return text.slice(0, at) + patch + text.slice(at + 1);
  });
const text = fc.oneof(
  damaged,
  fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
);

describe('faultOfJson', () => {
  it('finds one where the parser does, and nowhere else', () => {
    fc.assert(
      fc.property(text, (each) => {
        expect(faultOfJson(each) === undefined, JSON.stringify(each)).toBe(isJson(each));
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['', 'a value is missing at character 1 (line 1, column 1)'],
    ['{', 'a closing brace is missing at character 2 (line 1, column 2)'],
    ['[1,2', 'a closing bracket is missing at character 5 (line 1, column 5)'],
    ['{"a"', 'a colon is missing at character 5 (line 1, column 5)'],
    ['{"a":\n}', 'a value is missing at character 7 (line 2, column 1)'],
    ['{"a":1,\r\n}', 'a name in double quotes is missing at character 10 (line 2, column 1)'],
    ["{'a':1}", 'this is no value at character 2 (line 1, column 2)'],
    ['{"a" 1}', 'a colon is missing at character 6 (line 1, column 6)'],
    ['{"a":tru}', 'this is no value at character 6 (line 1, column 6)'],
    ['{"a":01}', 'a comma is missing at character 7 (line 1, column 7)'],
    ['[1.]', 'this is no number at character 2 (line 1, column 2)'],
    [
      '{"a":"b\nc"}',
      'a string is not closed on its line (write \\n for line ends): it begins at character 6 (line 1, column 6)',
    ],
    [
      '{"a":"\t"}',
      'a string with a control character (write it as an escape) begins at character 6 (line 1, column 6)',
    ],
    ['{"a":"\\x"}', 'a string with a wrong escape begins at character 6 (line 1, column 6)'],
    ['{"a":"\\u12"}', 'a string with \\u and less than four digits begins at character 6 (line 1, column 6)'],
    ['[1 2]', 'a comma is missing at character 4 (line 1, column 4)'],
    ['{} {}', 'more follows behind the value at character 4 (line 1, column 4)'],
    ['// a\n{}', 'JSON has no comments at character 1 (line 1, column 1)'],
    ['\ufeff{}', 'this is no value at character 1 (line 1, column 1)'],
  ])('%j: %s', (each, words) => {
    expect(faultOfJson(each)).toBe(words);
  });

  it.each([
    ['a long text', `"${'x'.repeat(1_000_000)}`],
    ['escapes', `"${'\\n'.repeat(500_000)}`],
    ['blanks', ' '.repeat(1_000_000)],
    ['numbers', `[${'1,'.repeat(500_000)}`],
    ['one number', `${'1'.repeat(1_000_000)}x`],
  ])('reads a megabyte of %s before others have to wait', (_name, each) => {
    const start = processorTime();
    expect(faultOfJson(each)).toBeDefined();
    expect(processorTime() - start).toBeLessThan(500 * slowness());
  });
});

describe('placeOfByte', () => {
  it('is the first that does not belong, and all before it is good', () => {
    const byte = fc.oneof(fc.constantFrom(0xef, 0xbf, 0xbd), fc.nat(0xff));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.array(byte, { maxLength: 6 }), (before, rest) => {
        const bytes = Buffer.concat([Buffer.from(before), Buffer.from(rest)]);
        fc.pre(!isUtf8(bytes));
        const at = Number(/^byte (\d+) is 0x[\dA-F]{2}$/.exec(placeOfByte(bytes))?.[1]);
        const good = Array.from(bytes.keys()).filter((length) => isUtf8(bytes.subarray(0, length)));
        expect(at - 1).toBe(Math.max(...good));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    [[0xfc], 'byte 1 is 0xFC'],
    [[0x61, 0xc3, 0x22], 'byte 2 is 0xC3'],
    [[0xe2, 0x82], 'byte 1 is 0xE2'],
    [[0x6e, 0x61, 0xef, 0x76, 0x65], 'byte 3 is 0xEF'],
    [[0xef, 0xbf, 0xbd, 0x80], 'byte 4 is 0x80'],
  ])('%j -> %s', (bytes, words) => {
    expect(placeOfByte(Buffer.from(bytes))).toBe(words);
  });
});
