import { describe, expect, it } from 'vitest';
import { isHeading, readPositionLine } from '../../src/tactics/position-line.js';
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
    expect(readPositionLine(line)).toEqual({ fen: `${FIELDS} 0 1`, moves });
  });
});

describe('an object', () => {
  it.each([
    ['a fen alone', { fen: FIELDS }, undefined],
    ['a name', { id: 'a1', fen: FIELDS, moves: ['d1d8'], fen_before: 'x' }, 'a1'],
    ['a number for a name', { fen: FIELDS, id: 7 }, '7'],
    ['an object for a name', { fen: FIELDS, id: {} }, undefined],
  ])('is read with %s', (_, object, id) => {
    const read = readPositionLine(JSON.stringify(object));
    expect(read).toEqual({ fen: FIELDS, moves: [], ...(id !== undefined && { id }) });
  });

  it.each([
    ['no fen', '{"id":1}'],
    ['a fen that is none', '{"fen":null}'],
    ['no end', `{"fen":"${FIELDS}"`],
    ['more behind it', `{"fen":"${FIELDS}"}, {}`],
  ])('is none with %s', (_, line) => {
    expect(readPositionLine(line)).toBeNull();
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
    expect(readPositionLine(line)).toEqual({ fen: `${FIELDS} 0 1`, moves: [] });
  });

  it('goes for four fields, too', () => {
    expect(readPositionLine(`${FIELDS},0.35`)).toEqual({ fen: FIELDS, moves: [] });
  });

  it.each([
    ['a number that may be a field', `${FIELDS} 0 1 35`],
    ['a move that is to be made', `${FIELDS} 0 1,d1d8`],
    ['a move behind a semicolon', `${FIELDS} 0 1;d1d8 g8h8;1500`],
    ['a move behind a number', `${FIELDS} 0 1 | 35 | d1d8`],
  ])('passes over no word that may mean more: %s', (_, line) => {
    // as it stands, for whoever reads FENs to say what is wrong
    expect(readPositionLine(line)).toEqual({ fen: line, moves: [] });
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
    expect(line?.id).toBe(id);
  });

  it.each([
    ['a word', `${'a'.repeat(200_000)} b"`],
    ['blanks', `id${' '.repeat(100_000)}${'b'.repeat(100_000)}"`],
    ['quotes', `id ${'"b" '.repeat(50_000)}"`],
    ['semicolons', `bm Rd8#${' ;'.repeat(100_000)} id "x`],
    ['numbers', `0 1 |${' 1'.repeat(100_000)} id "x`],
  ])('take no longer than they are long: %s before an open quote', (_, operations) => {
    const start = processorTime();
    expect(readPositionLine(`${FIELDS} ${operations}`)?.id).toBeUndefined();
    // milliseconds; by the square of the length it took a minute and more
    expect(processorTime() - start).toBeLessThan(5_000);
  });
});

describe('a row of a table of puzzles', () => {
  const BEFORE = 'r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1';

  it.each([
    [
      'as Lichess has it',
      `00008,${BEFORE},f6e4 h5f7 e8e7,1784,76,94,8110,mate short,https://lichess.org/787zsVup/black#47,`,
    ],
    ['with three columns', `00008,${BEFORE},f6e4`],
    ['with quotes', `"00008","${BEFORE}","F6E4 h5f7","1784"`],
  ])('is the position behind its first move, by its name: %s', (_, row) => {
    expect(readPositionLine(row)).toEqual({ fen: BEFORE, moves: ['f6e4'], id: '00008' });
  });

  it.each([
    ['no move', `00008,${BEFORE},,1784`],
    ['a move in SAN', `00008,${BEFORE},Nxe4,1784`],
    ['a move that is none', `00008,${BEFORE},f6e4 h5f9,1784`],
    ['no name', `,${BEFORE},f6e4,1784`],
  ])('is none with %s', (_, row) => {
    expect(readPositionLine(row)).toBeNull();
  });

  it('is told from the heading', () => {
    expect(isHeading('PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags')).toBe(
      true,
    );
    expect(isHeading('"PuzzleId","FEN","Moves"')).toBe(true);
    expect(isHeading('PuzzleId,Rating,FEN,Moves')).toBe(false);
  });

  it('takes no longer than it is long', () => {
    const start = processorTime();
    expect(readPositionLine(`00008,${BEFORE},f6e4${' h5f7'.repeat(200_000)},x`)?.moves).toEqual(['f6e4']);
    expect(readPositionLine(`00008,${BEFORE},f6e4${' h5f7'.repeat(200_000)} x`)).toBeNull();
    expect(processorTime() - start).toBeLessThan(5_000);
  });
});
