/** No two entries have one name, and finding theirs takes no time. */
import { expect, test } from 'vitest';
import { Labels } from '../../src/archive/labels.js';

test('entries of one name are numbered, past those that are called so', () => {
  const labels = new Labels();
  const names = ['a', 'a#3', 'a', 'a', 'a', 'a#3', '__proto__', '__proto__'];
  expect(names.map((name) => labels.of(name))).toEqual([
    ...['a', 'a#3', 'a#2', 'a#4', 'a#5', 'a#3#2', '__proto__', '__proto__#2'],
  ]);
});

test('two hundred thousand of them are so at once', () => {
  const labels = new Labels();
  for (let n = 1; n < 200_000; n++) labels.of('a.pgn');
  expect(labels.of('a.pgn')).toBe('a.pgn#200000');
});
