import { expect, test } from 'vitest';
import { clock, count, megabytesOf } from '../../src/tactics/figures.js';

test.each([
  [0, '0:00'],
  [7.4, '0:07'],
  [200, '3:20'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [39_765, '11:02:45'],
])('%d seconds are %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text);
});

test('numbers have their thousands apart', () => {
  expect([0, 999, 1000, 1_234_567.8].map(count)).toEqual(['0', '999', '1,000', '1,234,568']);
});

test('megabytes have two digits that say something', () => {
  expect(
    [0, 49, 50, 100, 4100, 41_000, 410_000, 4_100_000, 41_000_000, 999_900, 9_949_999, 9_960_000].map(megabytesOf),
  ).toEqual(['0', '0', '0.0001', '0.0001', '0.0041', '0.041', '0.41', '4.1', '41', '1.0', '9.9', '10']);
});
