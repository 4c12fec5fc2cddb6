/** The row of a run: what is told in it, and which failures of the store are the run's own. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Recorder } from '../../src/nightly/recorder.js';
import { StoreError } from '../../src/store/errors.js';
import { noRunCounts } from '../../src/store/runs.js';
import { testStore } from '../pipeline/fixture.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

function recorderOver() {
  const { runs } = testStore();
  const sign = vi.spyOn(runs, 'sign');
  return { runs, sign, recorder: new Recorder(runs, 'nightly', 'test', 'find', noRunCounts()) };
}

test('is signed every second, and not after its end', () => {
  const { runs, sign, recorder } = recorderOver();
  vi.advanceTimersByTime(3_000);
  expect(sign).toHaveBeenCalledTimes(3);
  recorder.end('done');
  vi.advanceTimersByTime(3_000);
  expect(sign).toHaveBeenCalledTimes(3);
  expect(runs.get(recorder.id)?.state).toBe('done');
});

test('begins each stage with nothing of it done', () => {
  const { runs, recorder } = recorderOver();
  recorder.begin('mine');
  recorder.share(0.5);
  vi.advanceTimersByTime(1_000);
  expect(runs.get(recorder.id)).toMatchObject({ stage: 'mine', progress: { share: 0.5 } });
  recorder.begin('export');
  expect(runs.get(recorder.id)).toMatchObject({ stage: 'export', progress: { share: null } });
});

test('begins each stage without the speed of the one before, and keeps what that had done', () => {
  const { runs, recorder } = recorderOver();
  recorder.update({ games: 3, positions: 240, bytes: 10, totalBytes: 100, seconds: 1 });
  vi.advanceTimersByTime(1_000);
  expect(runs.get(recorder.id)?.progress).toMatchObject({ share: 0.1, games: 3, positions: 240 });
  recorder.begin('mine');
  recorder.share(0.5);
  vi.advanceTimersByTime(1_000);
  expect(runs.get(recorder.id)?.progress).toEqual({
    ...{ share: 0.5, games: 3, positions: 240 },
    ...{ gamesPerSecond: 0, secondsLeft: null },
  });
});

test('a run that has stored all is none that failed, where another writer keeps its row from being closed', () => {
  const { runs, recorder } = recorderOver();
  const end = vi.spyOn(runs, 'end');
  const failWith = (error: StoreError) =>
    end.mockImplementationOnce(() => {
      throw error;
    });
  failWith(new StoreError('locked', 'somebody else writes'));
  expect(recorder.close('done')).toBe(false);
  failWith(new StoreError('full', 'the disk is full'));
  expect(() => recorder.close('done')).toThrow('the disk is full');
  expect(recorder.close('stopped')).toBe(true);
  expect(runs.get(recorder.id)?.state).toBe('stopped');
});

test('waits for a store that is locked, and ends the run where it fails', () => {
  const { sign, recorder } = recorderOver();
  const failWith = (error: StoreError) =>
    sign.mockImplementationOnce(() => {
      throw error;
    });
  failWith(new StoreError('locked', 'somebody else writes'));
  vi.advanceTimersByTime(1_000);
  recorder.begin('scan');
  failWith(new StoreError('full', 'the disk is full'));
  vi.advanceTimersByTime(1_000);
  expect(() => recorder.begin('mine')).toThrow('the disk is full');
});
