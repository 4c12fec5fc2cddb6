/** Where games without tags begin and end: results, moves behind them, parentheses. */
import { describe, expect, it } from 'vitest';
import { WORD_MAX } from '../../src/pgn/bytes.js';
import { bytesOf, split, textOf } from './helpers.js';

describe('movetext without tags', () => {
  it.each([
    ['b3 { good } $1 *', 1],
    ['1.e4 e5 1-0 1. d4 1/2-1/2', 2],
    ['1.\ne4 e5', 1],
    ['12. Qd4 Kf7 1-0', 1],
    ['O-O *', 1],
    ['1. e4 1-0 2. Nf3 is better', 2],
    ['1. e4 1-0 better is 2. Nf3', 1],
    ['1. e4 e5 2. Nf3\n\n1. d4 d5', 2],
    ['1. e4 e5 2. Nf3\r\n\r\n1.d4 d5', 2],
    ['1. e4 e5 2. Nf3\n1. d4 d5', 1],
    ['1. e4\n\n1... e5 2. Nf3', 1],
    ['1. e4\n\n1. Introduction', 1],
    ['1. e4 (1. d4\n\n1. d4 d5) *', 1],
    ['{ a note }\n\n1. e4 e5', 1],
    ['1. e4 e5 1-0\n\n1. Sf3 Sf6 1-0\n\n1. ♘f3 ♞f6 1-0\n\n1. Кf3 Кf6 1-0\n\n1. d4 *', 5],
    ['1. ♘f3 ♞f6', 1],
    ['1. e4 e5 1-0\n\n1. e2–e4 e7–e5 0-1\n\n1. e4± e5 1-0\n\n1. Ng1–f3⩲ *', 4],
    ['Tip 1. Sieh auf S. 3 nach', 0],
    [`${'x'.repeat(WORD_MAX + 1)}1.e4 e5`, 0],
    [`1.${' '.repeat(100)}e4 is far from its number`, 0],
    ['1. e4 1-0. 1. d4 0-1. 1. c4 ½-½ 1. Nf3 *', 4],
    ['1. e4 e2-e4 11-0 x1-0 1/2-1/2 1. d4', 2],
    ['1 - e4 10: Nf3 1. g1-f3 0-0 1: e4 0 - 0 1/2x 1-0x 1. d4', 1],
    ['1. e4 e5 *1. d4 d5*1. c4 *1. Nf3*', 4],
    ['1. e4 e5 ** 1. d4 d5 *', 2],
    ['1. e4 *e5 2. Nf3', 2],
    ['1. e4 e5 2. N*c3 Nc6', 1],
    ['1. Introduction', 0],
    ['See e4 and d4.', 0],
    ['*', 0],
    ['1-0 0-1 * 1/2-1/2', 0],
    ['[not a tag] [%clk 0:01]', 0],
    ['1', 0],
  ])('%j holds %i games', (text, count) => {
    expect(split(bytesOf(text))).toHaveLength(count);
    expect(split(bytesOf(text), [1])).toHaveLength(count);
  });
});

describe('results as people write them', () => {
  const results = [
    ...['1:0', '0:1', '1–0', '0—1', '1 - 0', '0 : 1', '1-0.', '0-1!', '1/2', '1/2.', '1/2:1/2', '1/2 - 1/2', '½ – ½'],
    ...['½:½', '0.5-0.5', '0,5:0,5'],
  ];

  it.each(results)('%s ends a game, for what stands behind it is lost to that game', (result) => {
    const games = ['1. e4 e5', '1. d4 d5', '1. c4 c5'].map((moves) => `${moves} ${result}`);
    const input = bytesOf(games.join('\n'));
    expect(split(input).map(textOf)).toEqual(games);
    expect(split(input, [1]).map(textOf)).toEqual(games);
  });

  it.each(['e51-0', 'e51/2-1/2', 'Qh4#0-1', 'e8=Q+1-0', 'O-O1-0', 'e5!?½-½', 'exd4*', 'Nf31/2'])(
    '%s ends one, too',
    (last) => {
      const games = ['1. e4', '1. d4', '1. c4'].map((moves) => `${moves} ${last}`);
      const input = bytesOf(games.join('\n'));
      expect(split(input).map(textOf)).toEqual(games);
      expect(split(input, [1]).map(textOf)).toEqual(games);
    },
  );

  it.each(['11-0', 'N11-0', 'Rh1-0', 'x1/2-1/2', 'Rb1-b8', '--0-1'])('%s is none', (word) => {
    expect(split(bytesOf(`1. e4 e5 ${word} 2. Nf3\n1. d4 d5 *`)).map(textOf)).toEqual([
      `1. e4 e5 ${word} 2. Nf3\n1. d4 d5 *`,
    ]);
  });

  it.each(['1\x960', '0\x971', '\xbd\x96\xbd'])('%j of Windows-1252 does so too', (result) => {
    const input = Uint8Array.from(`1. e4 e5 ${result}\n1. d4 d5 ${result}`, (sign) => sign.charCodeAt(0));
    expect(split(input)).toHaveLength(2);
  });
});

describe('moves behind a result', () => {
  it.each([
    ['1. e4 e5 1-0 2. Qh5 Nc6 3. Bc4 1-0', ['1. e4 e5 1-0', '2. Qh5 Nc6 3. Bc4 1-0']],
    ['1. e4 e5 * {x} 2.Nf3 *', ['1. e4 e5 *', '2.Nf3 *']],
    ['1. e4 e5 1-0 (corrected by 2 arbiters) see Nf3', ['1. e4 e5 1-0']],
    ['1. e4 e5 1/2-1/2 in 2 moves. 3. a pity', ['1. e4 e5 1/2-1/2']],
    ['1. e4 e5 2. Nf3* Nc6 3. Bb5 1-0', ['1. e4 e5 2. Nf3*', 'Nc6 3. Bb5 1-0']],
    ['1. e4 e5 1-0 see e4', ['1. e4 e5 1-0']],
    ['1. e4 e5 1-0 (2. Nf3 was better)', ['1. e4 e5 1-0']],
    ['1. e4 e5 1-0 (1... c5 2. Nf3 (1. d4)) {x}', ['1. e4 e5 1-0']],
    ['1. e4 e5 1-0 (1... c5) 1. d4 *', ['1. e4 e5 1-0', '1. d4 *']],
  ])('are not lost: %s', (text, expected) => {
    for (const sizes of [[text.length], [1], [2, 3]]) {
      expect(split(bytesOf(text), sizes).map(textOf)).toEqual(expected);
    }
  });
});

describe('parentheses between games', () => {
  it.each([
    ['(1. e4 e5) 1. d4 d5 2. c4 *', ['(1. e4 e5) 1. d4 d5 2. c4 *']],
    ['(so 1. e4\ne5) 1. d4 d5 *', ['(so 1. e4\ne5) 1. d4 d5 *']],
    ['1. e4 *\n((1. c4) {x} 1. e4) 1. d4 *', ['1. e4 *', '((1. c4) {x} 1. e4) 1. d4 *']],
    ['1. (c4) e4 e5 *', ['1. (c4) e4 e5 *']],
    ['(c) 2014 1. e4 e5 *', ['1. e4 e5 *']],
    ['a slip (Paris\n1. e4 e5 *', ['1. e4 e5 *']],
    [`(${'-'.repeat(5000)} 1. e4 e5 *`, ['1. e4 e5 *']],
    ['(a ) b) 1. e4 e5 *', ['1. e4 e5 *']],
    ['x\n(a {b\nc} 1. e4 e5) 1. d4 d5 *', ['(a {b\nc} 1. e4 e5) 1. d4 d5 *']],
    ['x\n1. {b\nc} e4 e5 *', ['1. {b\nc} e4 e5 *']],
  ])('are a part of the game that begins in them: %j', (text, expected) => {
    for (const sizes of [[text.length], [1], [2, 3]]) {
      const games = split(bytesOf(text), sizes);
      expect(games.map(textOf)).toEqual(expected);
      expect(games.map((game) => game.line)).toEqual(
        expected.map((game) => text.slice(0, text.indexOf(game)).split('\n').length),
      );
    }
  });
});
