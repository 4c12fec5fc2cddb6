import { expect, test } from 'vitest';
import { inWords, numberedLine, numberedMoves } from '../../src/tactics/words.js';

test('names of the interface are read as words', () => {
  expect(['back_rank_mate', 'double_check', 'illegal_move'].map(inWords)).toEqual([
    'back-rank mate',
    'double check',
    'illegal move',
  ]);
});

test('a line has the numbers of its moves, from whoever begins', () => {
  const black = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
  expect(numberedLine(black, ['Ne2+', 'Kg2', 'Nxc3', 'bxc3'])).toBe('37... Ne2+ 38. Kg2 Nxc3 39. bxc3');
  const white = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 9';
  expect(numberedLine(white, ['h3', 'h6', 'Rd8+'])).toBe('9. h3 h6 10. Rd8+');
  // a FEN of four fields has no counters
  expect(numberedMoves('6k1/8/8/8/8/8/8/6K1 b - -', ['Kf7', 'Kf2'], '\u2026')).toEqual(['1\u2026 Kf7', '2. Kf2']);
});
