/** When results are written into the store, and what becomes of them where it fails. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WriteBehind, type ResultSink } from '../../src/api/write-behind.js';
import { ENGINE } from '../../src/tactics/version.js';

const NONE = new Uint8Array(0);

function writesOver() {
  const put = vi.fn<ResultSink['putPositions']>();
  const onError = vi.fn();
  return { put, onError, writes: new WriteBehind({ putPositions: put }, ENGINE, onError) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('results on their way into the store', () => {
  it('are written together a moment later, again and again', () => {
    const { put, writes } = writesOver();
    for (const round of [1, 2, 3]) {
      for (const fen of ['a', 'b']) writes.add(fen, NONE);
      vi.advanceTimersByTime(50);
      expect(put).toHaveBeenCalledTimes(round);
      expect([...put.mock.lastCall![1].keys()]).toEqual(['a', 'b']);
    }
  });

  it('are tried less and less often where the store fails, until it does not', () => {
    const { put, onError, writes } = writesOver();
    put.mockImplementation(() => {
      throw new Error('locked');
    });
    for (const delay of [50, 100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000]) {
      put.mockClear();
      writes.add('a', NONE);
      vi.advanceTimersByTime(delay - 1);
      expect(put).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(put).toHaveBeenCalledTimes(1);
    }
    expect(onError).toHaveBeenCalledTimes(9);
    put.mockReset();
    writes.flush();
    writes.add('b', NONE);
    vi.advanceTimersByTime(50);
    expect(put).toHaveBeenCalledTimes(2);
  });

  it('are let go where too many wait', () => {
    const { writes } = writesOver();
    for (let n = 1; n <= 20_001; n++) writes.add(String(n), NONE);
    expect(writes.find('20000')).toBe(NONE);
    expect(writes.find('20001')).toBeUndefined();
  });
});
