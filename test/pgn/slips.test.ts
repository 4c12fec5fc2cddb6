/** Slips of the pen among the moves that hide none: what is read, and what stays a fault. */
import { describe, expect, it } from 'vitest';
import { withoutSlips } from '../../src/pgn/slips.js';
import { bytesOf, outline, split, textOf } from './helpers.js';
import { engine, moves } from './moves.js';

/** The same text with its slips mended. */
function mended(text: string): string | null {
  const bytes = withoutSlips(bytesOf(text));
  return bytes && Buffer.from(bytes).toString();
}

const FOUR = 'e2e4 e7e5 g1f3 b8c6';

describe('a movetext', () => {
  it.each([
    ['moves joined by full stops', '1.e4.e5 2.Nf3.Nc6'],
    ['moves joined by three', '1.e4...e5 2.Nf3..Nc6'],
    ['moves joined by commas', '1.e4,e5, 2.Nf3,Nc6'],
    ['moves joined with their numbers', '1.e4.1...e5.2.Nf3.2...Nc6'],
    ['moves joined without numbers', 'e4.e5.Nf3.Nc6'],
    ['moves joined behind signs', '1.e4!?.e5?! 2.Nf3+!.Nc6'],
    ['joined moves in another language', '1.e4.e5 2.Sf3.Sc6'],
    ['signs in square brackets', '1. e4 [!] e5[?!] 2. Nf3 [+-] Nc6 [=]'],
    ['diagrams in square brackets', '1. e4 [#] e5 [D] 2. Nf3 Nc6 [N]'],
    ['commands without braces', '1. e4 [%clk 1:05:00] e5 [%eval -0.25,12] 2. Nf3 [%csl Ra1,Gb2] Nc6[%emt 0:03]'],
    ['commands first on their lines', '1. e4\n[%clk 1:05:00]\ne5\r\n[%clk 1:05:00]\r\n2. Nf3 Nc6'],
    ['slips beside comments that look like some', '1. e4 {[!]} e5 ; e4.e5 [%clk\n 2. Nf3 [!] Nc6'],
    ['square brackets that close nothing', '1. e4 ] e5 2. Nf3\n]\nNc6 ]'],
    ['a slip and an odd result', '1.e4.e5 2.Nf3.Nc6 1-0F'],
    ['a slip and no-break spaces', '1.e4.e5\u00a02.\u00a0Nf3 [!] Nc6'],
  ])('with %s', (_, text) => {
    expect(moves(text)).toBe(FOUR);
  });

  it('castles and promotes on either side of a full stop', () => {
    const found = engine.mainLine(bytesOf('1.a8=Q.b1N+ 2.O-O.O-O-O 3.Qc8#'), 'r3k2r/P7/8/8/8/8/1p6/4K2R w Kq - 0 1');
    expect(found).not.toBeInstanceOf(Uint16Array);
    expect(moves('1.e4.e5 2.Nf3.Nf6 3.Bc4.Bc5 4.O-O.O-O 5.d3.d6')).toMatch(/e1g1 e8g8 d2d3 d7d6$/);
  });

  it.each([
    ['1. e4 [better is d4] e5', '[better'],
    ['1. e4 [1. d4 d5] e5', '[1.'],
    ['1. e4 [d4] e5', '[d4]'],
    ['1. e4 [%] e5', '[%]'],
    ['1. e4 [%clk 1:05\n] e5', '[%clk'],
    [`1. e4 [%clk ${'1'.repeat(300)}] e5`, '[%clk'],
    ['1. e4 [] d5 [K] e5', '[K]'],
    ['1. e4.whatever e5', 'e4.whatever'],
    ['1. e4.ed e5', 'e4.ed'],
    ['1. e4 [ e5 ]', '['],
    ['1. e4]', 'e4]'],
  ])('stays refused with %s', (text, token) => {
    expect(moves(text)).toContain(`: ${token}`);
    expect(moves(text)).toMatch(/^bad_token/);
  });

  it('has its faults told where they are, whatever is mended before', () => {
    expect(moves('1.e4.e5 2.Nf3 [!] Ke6')).toBe('illegal_move at ply 4: Ke6');
    const fault = engine.mainLine(bytesOf('1.e4.e5 2.Nf3 [!] Ke6'), null);
    expect(fault).toMatchObject({ offset: 18 });
  });

  it('keeps its length, its comments and what is in the brackets', () => {
    expect(mended('1.e4.e5 [!] {[!] e4.e5} [%clk 0:01] ; e4.e5\n%e4.e5')).toBe(
      '1.e4 e5  !  {[!] e4.e5} {%clk 0:01} ; e4.e5\n%e4.e5',
    );
    expect(mended('1. e4 {[%clk 0:01]} e5 $1 1/2-1/2.')).toBeNull();
  });
});

it('begins a game without tags', () => {
  const games = split(bytesOf('1.e4.e5 2.Nf3.Nc6 1-0\n\n1.d4.d5 *\n'));
  expect(games.map(textOf)).toEqual(['1.e4.e5 2.Nf3.Nc6 1-0', '1.d4.d5 *']);
});

it('is no tag where it begins a line', () => {
  const games = split(bytesOf('[White "A"]\n\n1. e4\n[!] e5\n[%clk 1:00] 2. Nf3 1-0\n\n[White "B"]\n\n1. d4 *\n'));
  expect(outline(games).map((line) => line.slice(0, 1))).toEqual(['A', 'B']);
});

it.each([
  ['full stops', `1. e4${'.'.repeat(200_000)}x `],
  ['brackets', '[%a '.repeat(60_000)],
  ['one long word in a bracket', `[%${'a'.repeat(200_000)}`],
  ['comments', `{[!]} ${'{}'.repeat(120_000)}`],
  ['more comments than are looked at', `[!] ${'{}'.repeat(1_000_000)}`],
  ['signs', `e4${'+.'.repeat(100_000)}`],
])('takes no time with many %s', (_, text) => {
  const bytes = bytesOf(text);
  const began = performance.now();
  expect(withoutSlips(bytes)).toBeNull();
  expect(performance.now() - began).toBeLessThan(1000);
});
