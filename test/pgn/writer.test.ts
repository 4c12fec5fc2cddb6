import { Chess } from 'chess.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTags } from '../../src/pgn/tags.js';
import { makeGame } from '../../src/pgn/writer.js';
import { bytesOf, outline, split } from './helpers.js';

describe('makeGame', () => {
  it('fills in the seven tags, first and in order', () => {
    const game = makeGame(
      [
        ['Annotator', 'x'],
        ['White', 'W'],
        ['Result', '0-1'],
      ],
      ['f3', 'e5', 'g4', 'Qh4#'],
    );
    expect(game).toBe(
      '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "W"]\n[Black "?"]\n[Result "0-1"]\n' +
        '[Annotator "x"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n',
    );
  });

  it('names UCI moves, and numbers from the start position', () => {
    const fen = '8/8/8/8/8/7k/p6p/7K b - - 0 31';
    const game = makeGame([['FEN', fen]], ['a2a1q']);
    expect(game).toContain(`[FEN "${fen}"]\n[SetUp "1"]\n\n31... a1=Q`);
    expect(makeGame([], ['e2e4', 'e5', 'g1f3'])).toContain('1. e4 e5 2. Nf3 *');
  });

  it('numbers a move of Black behind a comment, which no brace in it ends', () => {
    const comments = new Map([[0, 'a {b} c']]);
    expect(makeGame([], ['e4', 'e5', 'Nf3'], comments)).toContain('1. e4 { a (b) c } 1... e5 2. Nf3 *');
  });

  it('refuses what would not be PGN', () => {
    expect(() => makeGame([['Result', 'won']], [])).toThrow(/not a PGN result/);
    expect(() => makeGame([['Bad name', 'x']], [])).toThrow(/not a PGN tag name/);
    expect(() => makeGame([], ['e2e5'])).toThrow();
  });

  it('keeps to 80 columns', () => {
    const widest = (moves: readonly string[]): number => {
      const movetext = makeGame([], moves).split('\n\n')[1] ?? '';
      return Math.max(...movetext.split('\n').map((line) => line.length));
    };
    const words = ['e4', 'Nf3', 'exd5', 'Qxd4+', 'O-O-O'];
    expect(widest(Array.from({ length: 300 }, (_, i) => words[i % 5] ?? ''))).toBe(79);
    const moves = Array.from({ length: 300 }, (_, i) => ['Nf3', 'Nf6', 'Ng1', 'Ng8'][i % 4] ?? '');
    expect(widest(moves)).toBe(79);
    const chess = new Chess();
    chess.loadPgn(makeGame([], moves));
    expect(chess.history()).toEqual(moves);
  });

  it('is read back as it was written, whatever the tags hold', () => {
    const value = fc.string({ maxLength: 20, unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), (values) => {
        const text = values.map((white) => makeGame([['White', white]], ['e4'])).join('');
        const games = split(bytesOf(text), [7]);
        const clean = (white: string) => white.replace(/[\0-\x1f\x7f]+/g, ' ');
        expect(games.map((game) => readTags(game.bytes).tags.get('White'))).toEqual(values.map(clean));
        expect(outline(games).every((line) => line.endsWith(' 1'))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
