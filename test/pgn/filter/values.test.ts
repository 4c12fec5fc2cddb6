/** Ratings, dates, time controls and names: what tags say, and what operators ask for. */
import { describe, expect, test } from 'vitest';
import { fitsClock, parseClockWish, readClock } from '../../../src/pgn/filter/clock.js';
import { parseDate, readDate, yearFirst } from '../../../src/pgn/filter/dates.js';
import { FilterError } from '../../../src/pgn/filter/errors.js';
import { nameTest, parseName } from '../../../src/pgn/filter/names.js';
import { readElo } from '../../../src/pgn/filter/rating.js';

test.each([
  ['2100', 2100],
  [' 2100 ', 2100],
  ['?', null],
  ['-', null],
  ['0', null],
  ['', null],
  ['unknown', null],
  ['2100?', null],
  ['99999', null],
  [null, null],
])('rating %j is %j', (tag, elo) => {
  expect(readElo(tag)).toBe(elo);
});

describe('a date', () => {
  test.each([
    ['2024.01.31', 20240131, 20240131],
    ['2024-01-31', 20240131, 20240131],
    ['2024/1/3', 20240103, 20240103],
    ['2024.02.??', 20240201, 20240231],
    ['2024.??.??', 20240101, 20241231],
    ['2024.??.15', 20240101, 20241231],
    ['2024.00.00', 20240101, 20241231],
    [' 1851 ', 18510101, 18511231],
    ['2024-02', 20240201, 20240231],
  ])('%j is %i to %i', (text, first, last) => {
    expect(readDate(text)).toEqual({ first, last });
  });

  test.each([
    undefined,
    '',
    '?',
    '????.??.??',
    '????.01.31',
    '0000.00.00',
    '2024.13.01',
    '2024.01.32',
    '31.01.2024',
    'x',
  ])('%j is unknown', (text) => {
    expect(readDate(text)).toBeNull();
  });

  test.each([
    ['31.12.2023', '2023.12.31'],
    [' 1.2.1999 ', '1999.02.01'],
    ['??.12.2023', '2023.12.??'],
    ['??/??/2023', '2023.??.??'],
    ['31/12/2023', '2023.12.31'],
    ['12-31-2023', '2023.12.31'],
    ['5/5/2023', '2023.05.05'],
  ])('%j is %j with the year first', (text, date) => {
    expect(yearFirst(text)).toBe(date);
  });

  test.each([
    undefined,
    '',
    '1/2/1999',
    '12.31.2023',
    '31/31/2023',
    '32.1.2023',
    '31.12/2023',
    '31.12.23',
    '2023.12.31',
    '1.2.0000',
  ])('%j stays as it is', (text) => {
    expect(yearFirst(text)).toBe(text);
  });

  test.each(['', '24', '2024-13', '1/2/2024', '2024.??.??', 'yesterday'])('%j is nothing to ask for', (text) => {
    expect(() => parseDate(text)).toThrow(FilterError);
    expect(() => parseDate(text)).toThrow('such as 2024-01-31');
  });

  test.each(['2024-02-30', '2023-02-29', '1900.02.29', '2024-11-31'])('%j is no day to ask for', (text) => {
    expect(() => parseDate(text)).toThrow(FilterError);
    expect(() => parseDate(text)).toThrow('no such day');
  });

  test.each(['2024-02-29', '2000-02-29', '1851-06-21', '0099-12-31'])('%j is a day to ask for', (text) => {
    expect(parseDate(text)).toEqual(readDate(text));
    expect(parseDate(text.split('-').reverse().join('.'))).toEqual(readDate(text));
  });
});

describe('a time control', () => {
  test.each([
    ['600+5', '600+5', 800],
    ['600', '600+0', 600],
    [' 90 + 30 ', '90+30', 1290],
    ['0+1', '0+1', 40],
    ['180+0.1', '180+0.1', 184],
    ['1/86400', '1/86400+0', 40 * 86_400],
    ['40/7200:3600', '40/7200+0:3600+0', 10_800],
    ['40/5400+30:900+30', '40/5400+30:900+30', 7500],
    // twenty moves in twenty minutes, once; the rest in five
    ['20/1200:300', '20/1200+0:300+0', 1500],
    ['40/5400+30:900', '40/5400+30:900+0', 7500],
    ['40/9000', '40/9000+0', 9000],
    ['*180', '*180+0', 180],
    ['-', '-', Number.MAX_SAFE_INTEGER],
  ])('%j is %s, a game of %i s', (tag, text, seconds) => {
    expect(readClock(tag)).toEqual({ text, seconds });
  });

  test.each([undefined, '', '?', '90 min + 30 s', '3 0', '0/60', '5:', ':5', '+5', '1e3', '-5', '600+'])(
    '%j is unknown',
    (tag) => {
      expect(readClock(tag)).toBeNull();
      expect(fitsClock(tag, [{ from: 0, to: Infinity }])).toBe(false);
    },
  );

  test.each([
    ['ultrabullet', ['15', '29+0', '28.5+0.02'], ['30', '0+1']],
    ['bullet', ['30', '60+1', '120+1', '179', '179.5'], ['29', '29.5', '180', '120+2']],
    ['blitz', ['180', '180+2', '300+3', '479'], ['179', '480', '300+5']],
    ['rapid', ['480', '600+5', '900+10', '1499'], ['479', '1500', '900+15']],
    ['Classical', ['1500', '1800', '40/7200:3600', '5400+30'], ['1499', '1/86400', '-']],
    ['correspondence', ['1/86400', '1/259200', '-', '10/432000'], ['5400+30', '?']],
    ['300+3', ['300+3', '0300+03', ' 300 + 3'], ['300', '300+30', '40/300+3']],
    ['600', ['600', '600+0'], ['600+1']],
    ['-', ['-'], ['1/86400']],
    ['180-480', ['180', '480', '300+3'], ['179', '481']],
    ['1800-', ['1800', '-', '1/86400'], ['1799']],
  ])('asked for as %s has %j and not %j', (wish, yes, no) => {
    for (const tag of yes) expect(fitsClock(tag, [parseClockWish(wish)]), tag).toBe(true);
    for (const tag of no) expect(fitsClock(tag, [parseClockWish(wish)]), tag).toBe(false);
  });

  test.each(['', 'fast', '5 min', '?', 'toString', '300+3+3', '3 0'])('%j is nothing to ask for', (text) => {
    expect(() => parseClockWish(text)).toThrow(FilterError);
    expect(() => parseClockWish(text)).toThrow(/bullet, blitz.*300\+3/);
  });

  test('an empty range is refused', () => {
    expect(() => parseClockWish('480-180')).toThrow('the lower number');
  });
});

describe('a name', () => {
  test.each([
    ['carlsen', 'Carlsen, Magnus', true],
    ['Magnus Carlsen', 'CARLSEN,MAGNUS', true],
    ['carlsen', 'carlsen99', false],
    ['carlsen', 'Carlsen-Fan', false],
    ['mag', 'Magnus', false],
    ['DrNykterstein', 'drnykterstein', true],
    ['polgar', 'Polgár, Judit', true],
    ['Müller', 'MULLER', true],
    ['Müller', 'Mueller, Karl', true],
    ['mueller', 'MÜLLER, Karl', true],
    ['mueller', 'Mu\u0308ller, Karl', true],
    ['mueller', 'Muller, Karl', false],
    ['muller', 'Müller, Karl', true],
    ['muller', 'Mueller, Karl', false],
    ['juergen muller', 'Müller, Jürgen', true],
    ['Müller Jürgen', 'Mueller, Jurgen', true],
    ['goessling', 'Gößling, Emil', true],
    ['gossling', 'Gößling, Emil', true],
    ['Gößling', 'Goessling, Emil', true],
    ['baer', 'Bär, Anna', true],
    ['soerensen', 'Sørensen, Jens', true],
    ['Sørensen', 'Soerensen, Jens', true],
    ['aagaard', 'Ågård, Ole', true],
    ['agard', 'Aagaard, Ole', false],
    ['müll', 'Mueller, Karl', false],
    ['ostergaard', 'ØSTERGAARD, Jens', true],
    ['Strauß', 'Strauss, Emil', true],
    ['wlodarczyk', 'Włodarczyk, Jan', true],
    ['Dordevic', 'Đorđević, Ana', true],
    ['aegir', 'Ægir Þórsson', true],
    ['Thorsson', 'Ægir Þórsson', true],
    ['vachier-lagrave', 'Maxime Vachier-Lagrave', true],
    ['карпов', 'Карпов, Анатолий', true],
    ['x_1', 'x_1', true],
    ['x', undefined, false],
    ['x', '?', false],
  ])('%j is %j: %s', (wish, name, fits) => {
    expect(nameTest([parseName(wish)])(name)).toBe(fits);
    expect(nameTest([['nobody'], parseName(wish)])(name)).toBe(fits);
  });

  test.each(['', ' ', '?', ','])('%j is nobody', (text) => {
    expect(() => parseName(text)).toThrow('such as "Carlsen"');
  });
});
