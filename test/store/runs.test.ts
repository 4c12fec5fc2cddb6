/** What nights and scans did: what is kept of it, what follows when one is killed, and that none of it is content. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { noRunCounts, NO_PROGRESS, type RunArchive } from '../../src/store/runs.js';
import { openStore } from '../../src/store/open.js';
import type { Store } from '../../src/store/store.js';
import { batch, game, tempFolder } from './fixture.js';

function fresh(): Store {
  const store = openStore(join(tempFolder(), 'motif.db'));
  onTestFinished(() => store.close());
  return store;
}

const SIGN = {
  stage: 'scan',
  progress: { share: 0.5, games: 10, positions: 800, gamesPerSecond: 3.5, secondsLeft: null },
  counts: { ...noRunCounts(), tactics: 7, quarantineByReason: { illegal_move: 2 } },
};

test('a run says how far it is, and in the end what came of it', () => {
  const { runs } = fresh();
  const id = runs.begin('nightly', '1.0', 'find', 1000);
  expect(runs.get(id)).toMatchObject({ state: 'running', stage: 'find', started: 1000, updated: 1000, ended: null });
  expect(runs.get(id)).toMatchObject({ process: process.pid, version: '1.0', progress: NO_PROGRESS, report: null });

  runs.sign(id, SIGN, 2000);
  expect(runs.get(id)).toMatchObject({ ...SIGN, state: 'running', updated: 2000, ended: null });

  runs.end(id, 'done', { ...SIGN, stage: 'report', report: 'night-1' }, 3000);
  expect(runs.get(id)).toMatchObject({ state: 'done', stage: 'report', ended: 3000, report: 'night-1', message: '' });
  expect(runs.running('nightly')).toBeUndefined();

  runs.forgetReport('night-1');
  expect(runs.get(id)?.report).toBeNull();
  expect(runs.get(id + 1)).toBeUndefined();
});

test('the latest come first, a page at a time', () => {
  const { runs } = fresh();
  const ids = [1, 2, 3, 4].map((now) => runs.begin('scan', '1.0', 'scan', now));
  expect(runs.list(3).map(({ id }) => id)).toEqual(ids.slice(1).reverse());
  expect(runs.list(3, ids[1]).map(({ id }) => id)).toEqual([ids[0]]);
});

test('one that was killed ended at its last sign of life, and those of another kind go on', () => {
  const { runs } = fresh();
  const night = runs.begin('nightly', '1.0', 'find', 1000);
  const scan = runs.begin('scan', '1.0', 'scan', 1000);
  runs.sign(night, SIGN, 5000);
  expect(runs.running('nightly')?.id).toBe(night);
  expect(runs.lose('nightly')).toBe(1);
  expect(runs.get(night)).toMatchObject({ state: 'killed', ended: 5000, counts: SIGN.counts });
  expect(runs.get(scan)?.state).toBe('running');
  expect(runs.lose('nightly')).toBe(0);
});

test('of those that say that they run, the silent ones are lost, and the latest is at work', () => {
  const { runs } = fresh();
  const ids = [1000, 2000].map((now) => runs.begin('scan', '1.0', 'scan', now));
  expect(runs.running('scan')?.id).toBe(ids[1]);
  expect(runs.lose('scan', 2000)).toBe(1);
  expect(ids.map((id) => runs.get(id)?.state)).toEqual(['killed', 'running']);
});

test('a night finishes those that came to no end since the last that did', () => {
  const { runs } = fresh();
  const night = (state: 'done' | 'stopped' | 'failed'): number => {
    const id = runs.begin('nightly', '1.0', 'find');
    runs.end(id, state, SIGN);
    return id;
  };
  night('failed');
  night('done');
  const [a, b] = [night('stopped'), night('failed')];
  runs.end(runs.begin('scan', '1.0', 'scan'), 'done', SIGN);
  const now = runs.begin('nightly', '1.0', 'find');
  expect(runs.unfinishedBefore(now).map(({ id }) => id)).toEqual([a, b]);
});

test('archives are kept in their order, and each is told anew as it changes', () => {
  const { runs } = fresh();
  const id = runs.begin('nightly', '1.0', 'find');
  const archive = (path: string, change: Partial<RunArchive> = {}): RunArchive => ({
    ...{ path, size: 9, state: 'waiting', games: 0, quarantined: 0, message: '' },
    ...change,
  });
  runs.putArchives(id, [archive('b.zip'), archive('a.zip')]);
  const bad = archive('a.zip', { state: 'bad', games: 3, quarantined: 1, message: 'breaks off' });
  runs.putArchives(id, [bad], 1);
  expect(runs.archives(id, 10)).toEqual([archive('b.zip'), bad]);
  expect(runs.archives(id, 1)).toEqual([archive('b.zip')]);
  expect(runs.archives(id + 1, 10)).toEqual([]);
});

test('editions know their puzzles, also when their files are gone', () => {
  const { runs, editions } = fresh();
  const run = runs.begin('nightly', '1.0', 'find');
  const edition = { run, folder: '/out/puzzles/0001', puzzles: 2, files: ['puzzles.csv', 'card.md'] };
  const id = editions.add(edition, ['abc', 'def']);
  const next = editions.add({ ...edition, folder: '/out/puzzles/0002', puzzles: 1 }, ['ghi', 'abc']);
  const of = ['abc', 'def', 'ghi', 'ABC'].map((puzzle) => editions.editionOf(puzzle));
  expect(of).toEqual([id, id, next, undefined]);
  editions.prune(id, 77);
  expect(editions.list()).toMatchObject([
    { ...edition, pruned: 77 },
    { folder: '/out/puzzles/0002', pruned: null },
  ]);
  expect(editions.editionOf('def')).toBe(id);
});

test('an edition that cannot be noted whole is not noted', () => {
  const { runs, editions } = fresh();
  const run = runs.begin('nightly', '1.0', 'find');
  function* broken(): Generator<string> {
    yield 'abc';
    throw new Error('half-way');
  }
  expect(() => editions.add({ run, folder: '/x', puzzles: 2, files: [] }, broken())).toThrow('half-way');
  expect(editions.list()).toEqual([]);
  expect(editions.editionOf('abc')).toBeUndefined();
});

test('is no content', () => {
  const store = fresh();
  store.writeBatch(batch([game(1)]));
  const before = store.digest();
  const run = store.runs.begin('nightly', '1.0', 'find');
  store.runs.putArchives(run, [{ path: 'a', size: 1, state: 'done', games: 1, quarantined: 0, message: '' }]);
  store.editions.add({ run, folder: '/x', puzzles: 1, files: [] }, ['abc']);
  expect(store.digest()).toBe(before);
});
