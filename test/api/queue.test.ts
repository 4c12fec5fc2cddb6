/** When the queue has no room, after how long it says to come again, and whose turn it is. */
import { performance } from 'node:perf_hooks';
import { expect, test, vi } from 'vitest';
import { AnalysisQueue, BusyError, type Lane } from '../../src/api/queue.js';

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

test('how long it is follows from how long positions take', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  const queue = new AnalysisQueue({ width: 1, limit: 1 });
  const wait = (): number => {
    try {
      queue.take(1);
    } catch (error) {
      if (error instanceof BusyError) return error.retryAfter;
    }
    return 0;
  };
  queue.take(100);
  const spend = async (positions: number, milliseconds: number): Promise<void> => {
    for (let i = 0; i < positions; i++) await queue.run(() => Promise.resolve(void (now += milliseconds))).result;
  };
  await spend(200, 100);
  expect(wait()).toBe(10);
  // one that is slow says little
  await spend(1, 200);
  expect(wait()).toBe(11);
  await spend(200, 20);
  expect(wait()).toBe(3);
  clock.mockRestore();
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

test('a game goes on beside one whose last position somebody alone has asked for', async () => {
  const queue = new AnalysisQueue({ width: 1, limit: 10 });
  const first = queue.run(() => new Promise((resolve) => setImmediate(resolve)));
  const hurried = queue.run(() => Promise.resolve('hurried'), []);
  const other = queue.run(() => Promise.resolve('other'), []);
  hurried.hurry();
  await first.result;
  expect(await Promise.all([hurried.result, other.result])).toEqual(['hurried', 'other']);
});

test('who is in a hurry goes behind the singles that wait, and a single keeps its place', async () => {
  const queue = new AnalysisQueue({ width: 1, limit: 10 });
  const order: string[] = [];
  const run = (name: string, lane?: Lane) => queue.run(() => Promise.resolve(void order.push(name)), lane);
  const game: Lane = [];
  const all = [run('s1'), run('s2'), run('s3'), run('a1', game), run('a2', game), run('a3', game)];
  all[1]?.hurry();
  all[4]?.hurry();
  // it has begun, or waits as a single already
  all[0]?.hurry();
  all[4]?.hurry();
  await Promise.all(all.map(({ result }) => result));
  expect(order).toEqual(['s1', 'a1', 's2', 'a3', 's3', 'a2']);
});

test('turns go singles, a game, singles, the next game', async () => {
  const queue = new AnalysisQueue({ width: 1, limit: 10 });
  const order: string[] = [];
  const [one, other]: [Lane, Lane] = [[], []];
  const asked: [string, Lane?][] = [['s1'], ['s2'], ['s3'], ['s4'], ['a1', one], ['a2', one], ['b1', other]];
  const run = ([name, lane]: [string, Lane?]): Promise<void> =>
    queue.run(() => Promise.resolve(void order.push(name)), lane).result;
  await Promise.all(asked.map(run));
  expect(order).toEqual(['s1', 'a1', 's2', 'b1', 's3', 'a2', 's4']);
});
