import { describe, expect, it } from 'vitest';
import { idOf, readPositionLine } from '../../src/tactics/position-line.js';
import { processorTime } from '../processor.js';

const FIELDS = '6k1/5ppp/8/8/8/8/8/3R2K1 w - -';

describe('what engines are told', () => {
  it.each([
    [`position fen ${FIELDS} 0 1 moves d1d8`, ['d1d8']],
    // programs that have no move to tell leave the word
    [`position fen ${FIELDS} 0 1 moves`, []],
    [`position fen ${FIELDS} 0 1`, []],
    [`position fen ${FIELDS} 0 1 moves  D1D8  g8h8`, ['d1d8', 'g8h8']],
    // whoever plays them says which is none
    [`position fen ${FIELDS} 0 1 moves d1d8 d4e9`, ['d1d8', 'd4e9']],
    [`${FIELDS} 0 1 moves Rd8 d1d8`, ['Rd8', 'd1d8']],
  ])('%s', (line, moves) => {
    expect(readPositionLine(line)).toEqual({ fen: `${FIELDS} 0 1`, moves, operations: '' });
  });
});

describe('what others say of a position, in columns behind it', () => {
  it.each([
    `${FIELDS} 0 1,-35`,
    `${FIELDS} 0 1 , #+2`,
    `${FIELDS} 0 1 | 35 | 0.5`,
    `${FIELDS} 0 1 | 35 | 1/2-1/2`,
    `${FIELDS} 0 1 [1.0] 35`,
  ])('%s', (line) => {
    expect(readPositionLine(line)).toEqual({ fen: `${FIELDS} 0 1`, moves: [], operations: '' });
  });

  it('goes for four fields, too', () => {
    expect(readPositionLine(`${FIELDS},0.35`)).toEqual({ fen: FIELDS, moves: [], operations: '' });
  });

  it.each([
    ['a number that may be a field', `${FIELDS} 0 1 35`],
    ['a move that is to be made', `${FIELDS} 0 1,d1d8`],
    ['a move behind a semicolon', `${FIELDS} 0 1;d1d8 g8h8;1500`],
    ['a move behind a number', `${FIELDS} 0 1 | 35 | d1d8`],
  ])('passes over no word that may mean more: %s', (_, line) => {
    // as it stands, for whoever reads FENs to say what is wrong
    expect(readPositionLine(line)).toEqual({ fen: line, moves: [], operations: '' });
  });
});

describe('the operations of a line of EPD', () => {
  it.each([
    ['bm Rd8#; id "BK.01";', 'BK.01'],
    ['id "a; b"; bm Rd8#;', 'a; b'],
    ['id one', 'one'],
    ['bm Rd8#; ID "upper";', undefined],
    ['c0 "id of nobody";', undefined],
    ['id "never closed', undefined],
    ['c0 "Black moves first"; id moves a1;', 'moves a1'],
  ])('%s', (operations, id) => {
    const line = readPositionLine(`${FIELDS} ${operations}`);
    expect(line).toMatchObject({ fen: FIELDS, moves: [] });
    expect(idOf(line?.operations ?? '')).toBe(id);
  });

  it.each([
    ['a word', `${'a'.repeat(200_000)} b"`],
    ['blanks', `id${' '.repeat(100_000)}${'b'.repeat(100_000)}"`],
    ['quotes', `id ${'"b" '.repeat(50_000)}"`],
    ['semicolons', `bm Rd8#${' ;'.repeat(100_000)} id "x`],
    ['numbers', `0 1 |${' 1'.repeat(100_000)} id "x`],
  ])('take no longer than they are long: %s before an open quote', (_, operations) => {
    const start = processorTime();
    expect(idOf(readPositionLine(`${FIELDS} ${operations}`)?.operations ?? '')).toBeUndefined();
    // milliseconds; by the square of the length it took a minute and more
    expect(processorTime() - start).toBeLessThan(5_000);
  });
});
