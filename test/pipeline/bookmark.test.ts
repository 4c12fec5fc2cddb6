/** What of an archive's broken entries goes to the disk, and where the next run begins in them. */
import { expect, test } from 'vitest';
import type { GameBatch } from '../../src/pipeline/batches.js';
import { Bookmark } from '../../src/pipeline/bookmark.js';
import type { Checkpoint, CheckpointTerms, Place } from '../../src/store/checkpoints.js';
import { ENGINE_A, entry } from '../store/fixture.js';

const { archive } = entry();
const TERMS: CheckpointTerms = { engine: ENGINE_A, depth: 'l1', patterns: 1023, terms: '', stamp: 0 };

function batchAt(offset: number): GameBatch {
  return { offsets: [offset], lines: [1] } as unknown as GameBatch;
}

function commit(bookmark: Bookmark, ordinal: number, offset: number): [number, Place | null][] {
  const row = bookmark.behind(ordinal, batchAt(offset), [{ kind: 'known' }]);
  bookmark.advance(row);
  return [...row.broken];
}

test('each batch has with it what is new of broken entries, however many there are', () => {
  const bookmark = new Bookmark(archive, TERMS, undefined);
  for (let ordinal = 0; ordinal < 100; ordinal++) {
    const before = ordinal === 0 ? [] : [[ordinal - 1, { entry: ordinal - 1, offset: 7, line: 1 }]];
    expect(commit(bookmark, ordinal, 7)).toEqual(before);
    bookmark.breakOff(ordinal);
  }
  const end = bookmark.end(100, []);
  expect(end?.state).toMatchObject({ complete: false, kept: 100 });
  expect([...(end?.broken.keys() ?? [])]).toEqual([99]);
});

test('what is not committed goes with the next batch', () => {
  const bookmark = new Bookmark(archive, TERMS, undefined);
  bookmark.breakOff(0);
  const lost = bookmark.behind(1, batchAt(3), [{ kind: 'known' }]);
  expect([...lost.broken.keys()]).toEqual([0]);
  expect(commit(bookmark, 1, 3).map(([ordinal]) => ordinal)).toEqual([0]);
  expect(commit(bookmark, 1, 9)).toEqual([]);
});

test('a broken entry is tried again from its place, which moves, until it is read to its end', () => {
  const broken = [
    { entry: 1, offset: 5, line: 2 },
    { entry: 3, offset: null, line: 1 },
  ];
  const found: Checkpoint = {
    ...{ place: { entry: 5, offset: null, line: 1 }, broken, complete: false, kept: 4 },
    ...{ filtered: {}, quarantined: {}, skipped: [] },
  };
  const bookmark = new Bookmark(archive, TERMS, found);
  expect([0, 1, 2, 3, 5].map((ordinal) => bookmark.startOf(ordinal)?.offset)).toEqual([
    ...[undefined, 5, undefined, null, null],
  ]);
  const row = bookmark.behind(1, batchAt(50), [{ kind: 'known' }]);
  expect([...row.broken]).toEqual([[1, { entry: 1, offset: 50, line: 1 }]]);
  expect(row.state.place).toEqual(found.place); // killed here, the next run does not read the entries behind it again
  bookmark.advance(row);
  bookmark.breakOff(1);
  bookmark.mend(3);
  const end = bookmark.end(5, []);
  expect([...(end?.broken ?? [])]).toEqual([[3, null]]);
  expect(end?.state).toMatchObject({ complete: false, kept: 5, place: { entry: 5 } });
});

test('an end that says nothing new is not written', () => {
  const broken = [{ entry: 1, offset: 5, line: 2 }];
  const found: Checkpoint = {
    ...{ place: { entry: 5, offset: null, line: 1 }, broken, complete: false, kept: 4 },
    ...{ filtered: {}, quarantined: {}, skipped: [] },
  };
  const again = new Bookmark(archive, TERMS, found);
  again.breakOff(1);
  expect(again.end(5, [])).toBeUndefined();
  const another = new Bookmark(archive, TERMS, found);
  another.mend(1);
  another.breakOff(3);
  expect([...(another.end(5, [])?.broken.keys() ?? [])]).toEqual([1, 3]);
  const mended = new Bookmark(archive, TERMS, found);
  mended.mend(1);
  expect(mended.end(5, [])?.state.complete).toBe(true);
});
