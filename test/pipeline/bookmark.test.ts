/** What of an archive's broken entries goes to the disk, and where the next run begins in them. */
import { expect, test } from 'vitest';
import { Bookmark, type Draft } from '../../src/pipeline/bookmark.js';
import type { Checkpoint, CheckpointTerms, Place } from '../../src/store/checkpoints.js';
import type { CheckpointRow } from '../../src/store/rows.js';
import { ENGINE_A, entry } from '../store/fixture.js';

const { archive } = entry();
const TERMS: CheckpointTerms = { engine: ENGINE_A, depth: 'l1', patterns: 1023, terms: '', stamp: 0 };

/** A batch that is committed. @param tell what comes in it */
function commit(bookmark: Bookmark, tell: (draft: Draft) => void): CheckpointRow | undefined {
  const draft = bookmark.draft();
  tell(draft);
  const row = draft.row();
  bookmark.advance(draft);
  return row;
}

/** One of a game that begins at an offset: what it says of broken entries. */
function commitGame(bookmark: Bookmark, entry: number, offset: number): [number, Place | null][] {
  const row = commit(bookmark, (draft) => draft.games({ entry, offset, line: 1 }, [{ kind: 'known' }]));
  return [...(row?.broken ?? [])];
}

test('each batch has with it what is new of broken entries, however many there are', () => {
  const bookmark = new Bookmark(archive, TERMS, undefined);
  for (let ordinal = 0; ordinal < 100; ordinal++) {
    const before = ordinal === 0 ? [] : [[ordinal - 1, { entry: ordinal - 1, offset: 7, line: 1 }]];
    expect(commitGame(bookmark, ordinal, 7)).toEqual(before);
    expect(commit(bookmark, (draft) => draft.breakOff(ordinal))).toBeUndefined();
  }
  const end = commit(bookmark, (draft) => draft.end(100, []));
  expect(end?.state).toMatchObject({ complete: false, kept: 100 });
  expect([...(end?.broken.keys() ?? [])]).toEqual([99]);
});

test('what is not committed goes with the next batch', () => {
  const bookmark = new Bookmark(archive, TERMS, undefined);
  commit(bookmark, (draft) => draft.breakOff(0));
  const lost = bookmark.draft();
  lost.games({ entry: 1, offset: 3, line: 1 }, [{ kind: 'known' }]);
  lost.breakOff(1);
  expect([...lost.changes.keys()]).toEqual([0, 1]);
  expect(commitGame(bookmark, 1, 3).map(([ordinal]) => ordinal)).toEqual([0]);
  expect(commitGame(bookmark, 1, 9)).toEqual([]);
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
  const row = commit(bookmark, (draft) => draft.games({ entry: 1, offset: 50, line: 1 }, [{ kind: 'known' }]));
  expect([...(row?.broken ?? [])]).toEqual([[1, { entry: 1, offset: 50, line: 1 }]]);
  expect(row?.state.place).toEqual(found.place); // killed here, the next run does not read the entries behind it again
  const end = commit(bookmark, (draft) => {
    draft.breakOff(1);
    draft.mend(3);
    draft.end(5, []);
  });
  expect([...(end?.broken ?? [])]).toEqual([[3, null]]);
  expect(end?.state).toMatchObject({ complete: false, kept: 5, place: { entry: 5 } });
});

test('an end that says nothing new is not written', () => {
  const broken = [{ entry: 1, offset: 5, line: 2 }];
  const found: Checkpoint = {
    ...{ place: { entry: 5, offset: null, line: 1 }, broken, complete: false, kept: 4 },
    ...{ filtered: {}, quarantined: {}, skipped: [] },
  };
  const endAfter = (tell: (draft: Draft) => void): CheckpointRow | undefined =>
    commit(new Bookmark(archive, TERMS, found), (draft) => {
      tell(draft);
      draft.end(5, []);
    });
  expect(endAfter((draft) => draft.breakOff(1))).toBeUndefined();
  const another = endAfter((draft) => {
    draft.mend(1);
    draft.breakOff(3);
  });
  expect([...(another?.broken.keys() ?? [])]).toEqual([1, 3]);
  expect(endAfter((draft) => draft.mend(1))?.state.complete).toBe(true);
});

test('games, the ends of their entries and that of their archive go to the disk as one row', () => {
  const bookmark = new Bookmark(archive, TERMS, undefined);
  const row = commit(bookmark, (draft) => {
    draft.games({ entry: 0, offset: 7, line: 1 }, [{ kind: 'known' }, { kind: 'filtered', reason: 'Atomic' }]);
    draft.breakOff(0);
    draft.games({ entry: 1, offset: 3, line: 2 }, [{ kind: 'known' }]);
    draft.mend(1);
    draft.end(2, ['x']);
  });
  expect(row?.state).toEqual({
    ...{ place: { entry: 2, offset: null, line: 1 }, complete: false, kept: 2 },
    ...{ filtered: { Atomic: 1 }, quarantined: {}, skipped: ['x'] },
  });
  expect([...(row?.broken ?? [])]).toEqual([
    [0, { entry: 0, offset: 7, line: 1 }],
    [1, null],
  ]);
});

test('the end of an archive without a game says nothing', () => {
  const bookmark = new Bookmark(archive, TERMS, undefined);
  expect(commit(bookmark, (draft) => draft.end(3, []))).toBeUndefined();
});
