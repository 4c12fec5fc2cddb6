import { describe, expect, it } from 'vitest';
import { readTags, TAGS_MAX, VALUE_MAX } from '../../src/pgn/tags.js';
import { variantOf } from '../../src/pgn/variant.js';
import { bytesOf, fixture, split } from './helpers.js';

function tagsOf(text: string): [string, string][] {
  return [...readTags(bytesOf(text)).tags];
}

describe('readTags', () => {
  it('reads an ordinary section and says where the movetext begins', () => {
    const text = '[Event "E"]\n[White "W"]\n\n1. e4 *';
    const { tags, movetext } = readTags(bytesOf(text));
    expect([...tags]).toEqual([
      ['Event', 'E'],
      ['White', 'W'],
    ]);
    expect(text.slice(movetext)).toBe('1. e4 *');
  });

  it.each<[string, [string, string][]]>([
    ['[A "x \\"y\\" \\\\ z"]', [['A', 'x "y" \\ z']]],
    ['[A "c:\\dir\\new"]', [['A', 'c:\\dir\\new']]],
    ['[A "] [ } { ; %"]', [['A', '] [ } { ; %']]],
    ['[ A\t"x" ]', [['A', 'x']]],
    ['[A"x"]', [['A', 'x']]],
    ['[A ""]', [['A', '']]],
    ['[A "1"]\n[A "2"]', [['A', '1']]],
    ['{x} {y}\n[A "1"]\n{[B "2"]} {\n}\n[A "3"]', [['A', '1']]],
    ['[A "said "hi" twice"]', [['A', 'said "hi" twice']]],
    [
      '[A "unclosed]\n[B "b"]',
      [
        ['A', 'unclosed'],
        ['B', 'b'],
      ],
    ],
    [
      '[A "unclosed\r\n[B "b"]',
      [
        ['A', 'unclosed'],
        ['B', 'b'],
      ],
    ],
    [
      '[A "no bracket"\n[B "b"]',
      [
        ['A', 'no bracket'],
        ['B', 'b'],
      ],
    ],
    [
      '[A unopened"]\n[B un "opened"]\n[C un\\"]',
      [
        ['A', 'unopened'],
        ['B', 'un "opened"'],
        ['C', 'un"'],
      ],
    ],
    [
      '[A bare ]\n[B]',
      [
        ['A', 'bare'],
        ['B', ''],
      ],
    ],
    [
      '[A "x"] [B "y"] 1. e4',
      [
        ['A', 'x'],
        ['B', 'y'],
      ],
    ],
    [
      '[A "x"]\r[B "y"]\r\r1. e4',
      [
        ['A', 'x'],
        ['B', 'y'],
      ],
    ],
    [
      "[A 'x'] [B “y”]\n[C ‘z’]\n[D „w“]\n[E 'it's']",
      [
        ['A', 'x'],
        ['B', 'y'],
        ['C', 'z'],
        ['D', 'w'],
        ['E', "it's"],
      ],
    ],
    [
      '[A "x"]<br />[B "y"]<BR></p> 1. e4',
      [
        ['A', 'x'],
        ['B', 'y'],
      ],
    ],
    ['% skip [Z "z"]\n; and [Y "y"]\n[A "x"]', [['A', 'x']]],
    ['\ufeff[A "x"]', [['A', 'x']]],
    ['[A "ends in a backslash\\"]', [['A', 'ends in a backslash"']]],
    ['[', []],
    ['[]', []],
    ['["x"]', []],
    ['[A "', [['A', '']]],
    ['[A "\\', [['A', '\\']]],
    ['1. e4 [A "x"]', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(tagsOf(text)).toEqual(expected);
  });

  it('knows the names that something is read from in any case, and with a sign behind them', () => {
    expect(
      tagsOf('[event "E"]\n[WHITE: "W"]\n[WhiteELO "2000"]\n[Fen= "f"]\n[fen "g"]\n[setup "1"]\n[annotator "a"]'),
    ).toEqual([
      ['Event', 'E'],
      ['White', 'W'],
      ['WhiteElo', '2000'],
      ['FEN', 'f'],
      ['SetUp', '1'],
      ['annotator', 'a'],
    ]);
  });

  it('is at home with names that objects are not', () => {
    const { tags } = readTags(bytesOf('[__proto__ "p"]\n[constructor "c"]\n[toString "t"]'));
    expect([...tags.keys()]).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['p']).toBeUndefined();
  });

  it.each([
    ['latin1.pgn', 'Bjørn Åse'],
    ['cp1252.pgn', '“Quoted” – dash'],
    ['utf16be.pgn', 'Bjørn “the Bear” Ω'],
  ])('decodes %s', (name, white) => {
    expect(readTags(split(fixture(name))[0]?.bytes ?? new Uint8Array()).tags.get('White')).toBe(white);
  });

  it('bounds the number of tags and the length of values, between characters', () => {
    const many = Array.from({ length: 1000 }, (_, i) => `[T${i} "v"]`).join('\n');
    expect(readTags(bytesOf(many)).tags.size).toBe(TAGS_MAX);
    expect(readTags(bytesOf(many)).movetext).toBe(many.length);
    expect(tagsOf(`[A "${'x'.repeat(10_000)}"]`)[0]?.[1]).toHaveLength(VALUE_MAX);
    expect(tagsOf(`[A "x${'é'.repeat(10_000)}"]`)[0]?.[1]).toBe(`x${'é'.repeat(VALUE_MAX / 2 - 1)}`);
    expect(tagsOf(`[${'N'.repeat(5000)} "x"]`)[0]?.[0].length).toBeLessThanOrEqual(128);
  });
});

describe('variantOf', () => {
  it.each([
    [undefined, 'standard'],
    ['Standard', 'standard'],
    ['From Position', 'standard'],
    ['normal', 'standard'],
    ['Chess', 'standard'],
    ['', 'standard'],
    ['Chess960', 'Chess960'],
    ['chess 960', 'Chess960'],
    ['Fischerandom', 'Chess960'],
    ['Fischer Random', 'Chess960'],
    ['Atomic', 'Atomic'],
    ['crazyhouse', 'Crazyhouse'],
    ['King of the Hill', 'King of the Hill'],
    ['Three-check', 'Three-check'],
    ['3check', 'Three-check'],
    ['Antichess', 'Antichess'],
    ['Giveaway', 'Antichess'],
    [' Seirawan ', 'Seirawan'],
    ['__proto__', '__proto__'],
    ['x'.repeat(99), `${'x'.repeat(40)}…`],
    ['\u001b[31mEvil\u0007', '\ufffd[31mEvil\ufffd'],
  ])('%j is %j', (tag, expected) => {
    expect(variantOf(new Map(tag === undefined ? [] : [['Variant', tag]]))).toBe(expected);
  });
});
