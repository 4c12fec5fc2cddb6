/** Numbers, times and tactics as the pages say them. */
import { describe, expect, it } from 'vitest';
import { allowances, day, dollars, moment, money } from '../../src/web/account/words.js';
import type { PlanView } from '../../src/web/account/types.js';
import { about, shortNumber } from '../../src/web/explore/numbers.js';
import { bytes, count, duration } from '../../src/web/figures.js';
import { gainText, gainWords } from '../../src/web/words.js';

describe('what a tactic wins', () => {
  it.each([
    [300, true, '+3.0', 'wins material worth 3 pawns'],
    [100, true, '+1.0', 'wins material worth 1 pawn'],
    [150, true, '+1.5', 'wins material worth 1.5 pawns'],
    // what l1 offers is not proven, and may even cost something
    [900, false, '+9.0', 'might win material worth 9 pawns'],
  ])('is told in pawns: %i centipawns, proven: %j', (gain, gain_confirmed, text, words) => {
    const tactic = { gain, gain_confirmed, is_mate: false };
    expect([gainText(tactic), gainWords(tactic)]).toEqual([text, words]);
  });

  it('is told of a mate as that', () => {
    const mate = { gain: 32_000, gain_confirmed: true, is_mate: true };
    expect([gainText(mate), gainWords(mate)]).toEqual(['Mate', 'mates']);
  });

  it('is told with a minus where it loses', () => {
    expect(gainText({ gain: -150, is_mate: false })).toBe('−1.5');
  });
});

describe('figures of runs', () => {
  it.each([
    [-0.4, '0 s'],
    [59.4, '59 s'],
    [59.6, '1 min'],
    [200, '3 min 20 s'],
    [3_599.6, '1 h'],
    [7_505, '2 h 5 min'],
    [86_400, '24 h'],
  ])('%f seconds are %s', (seconds, words) => {
    expect(duration(seconds)).toBe(words);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [4_200, '4.2 kB'],
    [41_500, '42 kB'],
    [999_400, '999 kB'],
    [999_500, '1.0 MB'],
    [30_000_000_000, '30 GB'],
    [2_500_000_000_000_000, '2500 TB'],
  ])('%i bytes are %s', (size, words) => {
    expect(bytes(size)).toBe(words);
  });

  it('are whole from ten on', () => {
    expect([0, 2, 2.25, 9.5, 10.4, 12_345].map(count)).toEqual(['0', '2', '2.3', '9.5', '10', '12,345']);
  });
});

it('numbers of the explorer stay as short as their places', () => {
  expect([0, 9_999, 10_000, 999_499, 999_500, 999_999, 1_000_000].map(shortNumber)).toEqual([
    '0',
    '9,999',
    '10k',
    '999k',
    '1.0M',
    '1.0M',
    '1.0M',
  ]);
  expect([0, 99, 104, 105, 9_960].map(about)).toEqual(['0', '99', '100', '110', '10,000']);
});

describe('on the account pages', () => {
  it('prices are written with cents where they have some, and in their currency', () => {
    expect([dollars(29), dollars(29.5), money(2_900, 'usd'), money(2_950, 'usd'), money(2_900, 'eur')]).toEqual([
      '$29',
      '$29.50',
      '$29',
      '$29.50',
      '29.00 EUR',
    ]);
  });

  it('days and times are those of UTC', () => {
    expect(day('2024-02-29')).toBe('29 February 2024');
    expect([day('2024-02-29T23:59:59.999Z'), day('2024-03-01T00:00:00.000Z')]).toEqual([
      '29 February 2024',
      '1 March 2024',
    ]);
    expect(moment('2024-02-29T23:05:59.000Z')).toBe('29 Feb 2024, 23:05 UTC');
  });

  it('a plan is what it allows, line by line', () => {
    const plan = (requests_per_minute: number | null, games_per_day: number | null, needs_key: boolean) =>
      allowances({ requests_per_minute, games_per_day, needs_key } as PlanView);
    expect(plan(30, 3, false)).toEqual([
      '30 requests a minute',
      '3 whole games a day, UTC',
      'Without a key, at /api/v1; counted by IP address',
    ]);
    expect(plan(null, null, true)).toEqual([
      'No limit on requests',
      'No daily limit on whole games',
      'With an API key, at /v1',
    ]);
  });
});
