import { describe, expect, it } from 'vitest';
import { Memo } from '../../src/tactics/memo.js';
import { loadEngine } from '../../src/tactics/kernel.js';

const RECORDS = Uint8Array.of(1, 2, 3);

describe('what was found before', () => {
  it('comes back as it was', () => {
    const memo = new Memo();
    expect(memo.find(1, 2)).toBe(-1);
    memo.add(1, 2, 1023, 700, RECORDS);
    memo.add(-1, -2, 0, 0, undefined);
    const slot = memo.find(1, 2);
    expect([memo.mask(slot), memo.candidates(slot), memo.records(slot)]).toEqual([1023, 700, RECORDS]);
    const other = memo.find(-1, -2);
    // most positions hold nothing, and are to be known all the same
    expect(other).not.toBe(-1);
    expect([memo.mask(other), memo.candidates(other), memo.records(other)]).toEqual([0, 0, undefined]);
  });

  it('tells positions apart that share a bucket, and an empty slot from the hash 0', () => {
    const memo = new Memo();
    expect(memo.find(0, 0)).toBe(-1);
    memo.add(7, 5, 1, 1, RECORDS);
    memo.add(8, 5, 2, 2, undefined);
    expect(memo.find(9, 5)).toBe(-1);
    const one = memo.find(7, 5);
    expect([memo.mask(one), memo.candidates(one), memo.records(one)]).toEqual([1, 1, RECORDS]);
    const two = memo.find(8, 5);
    expect([memo.mask(two), memo.candidates(two), memo.records(two)]).toEqual([2, 2, undefined]);
  });

  it('keeps the position that comes again while others pass by', () => {
    const memo = new Memo();
    memo.add(1, 5, 1, 1, RECORDS);
    for (let high = 2; high < 50; high++) {
      expect(memo.find(1, 5)).not.toBe(-1);
      memo.add(high, 5, 2, 2, undefined);
    }
    expect(memo.records(memo.find(1, 5))).toBe(RECORDS);
    expect(memo.find(40, 5)).toBe(-1);
    // also where it had been the newest, and came again but once
    memo.add(1, 6, 1, 1, RECORDS);
    memo.find(1, 6);
    memo.add(2, 6, 2, 2, undefined);
    memo.find(2, 6);
    memo.add(3, 6, 3, 3, undefined);
    memo.add(4, 6, 4, 4, undefined);
    expect(memo.find(2, 6)).not.toBe(-1);
    // Once it stays away, it goes.
    memo.add(60, 5, 3, 3, undefined);
    memo.add(61, 5, 3, 3, undefined);
    memo.add(62, 5, 3, 3, undefined);
    expect(memo.find(1, 5)).toBe(-1);
    // and leaves nothing to those in its place
    for (const high of [61, 62]) expect(memo.records(memo.find(high, 5))).toBeUndefined();
  });
});

describe('a game scanned twice by one engine', () => {
  it('gives what a new engine gives', async () => {
    const movetext = new TextEncoder().encode(
      '1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1',
    );
    const [one, other] = await Promise.all([loadEngine(), loadEngine()]);
    for (const depth of ['l1', 'l2', 'l1'] as const) {
      const first = one.scanGame(movetext, null, depth);
      expect(one.scanGame(movetext, null, depth)).toEqual(first);
      expect((await loadEngine()).scanGame(movetext, null, depth)).toEqual(first);
      expect(other.scanGame(movetext, null, depth)).toEqual(first);
    }
    const scan = one.scanGame(movetext, null, 'l2');
    expect(scan.ok && scan.found.length).toBeGreaterThan(0);
  });
});
