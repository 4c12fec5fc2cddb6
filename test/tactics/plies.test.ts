import { describe, expect, it } from 'vitest';
import { ALL_PLIES, countSeen, hasSeen, seenPlies, UNSEEN } from '../../src/tactics/plies.js';

/** Packed masks, one for each letter: `.` not looked at, `x` looked at, with every pattern there is. */
function masksOf(positions: string): Uint8Array {
  const masks = [...positions].map((letter) => (letter === '.' ? UNSEEN : 0x3ff));
  return new Uint8Array(Uint16Array.from(masks).buffer);
}

describe('masks tell what was looked at', () => {
  it.each([
    ['xxxxx', 5, { from: 1, to: 5 }],
    ['..xx.', 2, { from: 3, to: 4 }],
    ['x....', 1, { from: 1, to: 1 }],
    ['....x', 1, { from: 5, to: 5 }],
    ['.....', 0, null],
    ['x', 1, { from: 1, to: 1 }],
  ])('%s', (positions, count, plies) => {
    expect(countSeen(masksOf(positions))).toBe(count);
    expect(seenPlies(masksOf(positions))).toEqual(plies);
  });
});

describe('a game was looked at wherever that is asked for, as far as it goes', () => {
  it.each([
    ['xxxxx', ALL_PLIES, true],
    ['xxxx.', ALL_PLIES, false],
    ['.xxxx', ALL_PLIES, false],
    ['..xx.', { from: 3, to: 4 }, true],
    ['..xx.', { from: 2, to: 4 }, false],
    ['..xx.', { from: 3, to: 5 }, false],
    // the game has no position there
    ['..xx.', { from: 6, to: 9 }, true],
    ['..xx.', { from: 5, to: 9 }, false],
    ['..xxx', { from: 5, to: 9 }, true],
  ])('%s: %o: %s', (positions, plies, seen) => {
    expect(hasSeen(masksOf(positions), plies)).toBe(seen);
  });
});
