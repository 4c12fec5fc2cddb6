/** The bar of an export: it fits its terminal, makes room for what is said meanwhile, and leaves nothing behind. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Steps } from '../../jobs/steps.js';
import { besideProgress } from '../../jobs/stop.js';
import { fakeStream, shownOn } from '../terminal.js';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Half of a step that has no news for a second at its beginning. */
function work(steps: Steps): void {
  steps.show('looking for puzzles', 0, 100, '0 found');
  vi.advanceTimersByTime(1000);
  for (let done = 0; done <= 50; done++) {
    steps.show('looking for puzzles', done, 100, `${done} found`);
    vi.advanceTimersByTime(100);
  }
}

test.each([
  [20, '50 %  50 found'],
  [40, 'looking for puzzles 50 %  50 found'],
  [50, 'looking for puzzles 50 %  50 found  0:06 left'],
  [80, 'looking for puzzles ██████████░░░░░░░░░░ 50 %  50 found  0:06 left'],
])('on a terminal of %i columns it stays on one line, and leaves that empty', (columns, last) => {
  const { stream, written } = fakeStream({ columns });
  const steps = new Steps(stream);
  work(steps);
  vi.advanceTimersByTime(500);
  expect(shownOn(written)).toEqual([last]);
  for (const text of written) expect(text.length).toBeLessThan(columns);
  steps.stop();
  expect(shownOn(written)).toEqual(['']);
});

test('says nothing of the time left while nobody knows it', () => {
  const { stream, written } = fakeStream({ columns: 80 });
  const steps = new Steps(stream);
  for (let i = 0; i < 3; i++) {
    steps.show('looking for puzzles', 0, 100, '0 found');
    vi.advanceTimersByTime(1000);
  }
  expect(shownOn(written)).toEqual(['looking for puzzles ░░░░░░░░░░░░░░░░░░░░ 0 %  0 found']);
  steps.stop();
});

test('what a signal is answered stands whole above the bar, and a second signal leaves the terminal as it was', () => {
  const { stream, written } = fakeStream({ columns: 40 });
  const steps = new Steps(stream);
  work(steps);
  const answer = 'SIGINT: stopping without a dataset; send it again to end at once.';
  besideProgress(steps).stderr.write(`\n${answer}\n`);
  expect(shownOn(written)).toEqual([answer, 'looking for puzzles 50 %  50 found']);
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  besideProgress(steps).exit(130);
  expect(exit).toHaveBeenCalledWith(130);
  exit.mockRestore();
  expect(shownOn(written)).toEqual([answer, '']);
});

test('off a terminal is a line after a second, then one every five, and notes are lines', () => {
  const { stream, written } = fakeStream();
  const steps = new Steps(stream);
  work(steps);
  steps.note('resumed\x1b[31m');
  steps.stop();
  expect(written).toEqual([
    'looking for puzzles: 0 %, 0 found\n',
    'looking for puzzles: 50 %, 50 found\n',
    'resumed\ufffd[31m\n',
  ]);
});

test('off a terminal each step has its first line after a second, and says how far it is where that is known', () => {
  const { stream, written } = fakeStream();
  const steps = new Steps(stream);
  for (let now = 0; now <= 7_000; now += 500) {
    steps.show('looking', now, 14_000, `${now / 500} found`);
    vi.advanceTimersByTime(500);
  }
  expect(written).toEqual(['looking: 7 %, 2 found\n', 'looking: 42 %, 12 found\n']);
  for (let now = 0; now <= 1_000; now += 500) {
    steps.show('writing', 0, 0, 'nothing to do');
    vi.advanceTimersByTime(500);
  }
  expect(written.slice(2)).toEqual(['writing: 100 %, nothing to do\n']);
});

test('quiet, only notes are written', () => {
  const { stream, written } = fakeStream({ columns: 80 });
  const steps = new Steps(stream, true);
  work(steps);
  steps.note('stopping');
  steps.stop();
  expect(written).toEqual(['\rstopping\n']);
});
