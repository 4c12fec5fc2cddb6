/** The progress of a job in steps, where it goes into a log. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Steps } from '../../jobs/steps.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('is a line behind a second of each step, and then one every five', () => {
  const lines: string[] = [];
  const stream = { isTTY: false, write: (text: string) => lines.push(text) };
  const steps = new Steps(stream as unknown as NodeJS.WriteStream);
  for (let now = 0; now <= 7_000; now += 500) {
    steps.show('looking', now, 14_000, `${now / 500} found`);
    vi.advanceTimersByTime(500);
  }
  expect(lines).toEqual(['looking: 7 %, 2 found\n', 'looking: 42 %, 12 found\n']);
  for (let now = 0; now <= 1_000; now += 500) {
    steps.show('writing', 0, 0, 'nothing to do');
    vi.advanceTimersByTime(500);
  }
  expect(lines.slice(2)).toEqual(['writing: 100 %, nothing to do\n']);
});
