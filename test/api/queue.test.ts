/** When the queue has no room, and after how long it says to come again. */
import { expect, test } from 'vitest';
import { AnalysisQueue, BusyError } from '../../src/api/queue.js';

/** Seconds after which one more may come, where so many wait, a millisecond each. */
function waitBehind(positions: number, width = 1): number {
  const queue = new AnalysisQueue({ width, limit: 1 });
  queue.take(positions);
  try {
    queue.take(1);
  } catch (error) {
    if (error instanceof BusyError) return error.retryAfter;
    throw error;
  }
  throw new Error('it found room');
}

test.each([
  [1, 1, 1],
  [2_500, 1, 3],
  [2_500, 2, 2],
  [59_000, 1, 59],
  [1_000_000, 1, 60],
])('behind %i positions in the hands of %i it is %i seconds, a minute at most', (positions, width, seconds) => {
  expect(waitBehind(positions, width)).toBe(seconds);
});

test('there is room up to the limit, and again for what is given back', () => {
  const queue = new AnalysisQueue({ width: 1, limit: 3 });
  queue.take(2);
  queue.take(1);
  expect(() => queue.take(1)).toThrow(BusyError);
  queue.release(1);
  queue.take(1);
  expect(queue.taken).toBe(3);
});
