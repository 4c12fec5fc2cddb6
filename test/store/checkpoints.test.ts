/** How far an archive is read: what is kept, for whom it holds, and when it is not believed any more. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Checkpoint, CheckpointTerms } from '../../src/store/checkpoints.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import type { CheckpointRow } from '../../src/store/rows.js';
import type { Store } from '../../src/store/store.js';
import { batch, ENGINE_A, ENGINE_B, entry, game, tempFolder } from './fixture.js';

const { archive } = entry();
const TERMS: CheckpointTerms = { engine: ENGINE_A, depth: 'l2', patterns: 1023, terms: 'min-elo 2000', stamp: 1234.5 };
const { broken, ...PROGRESS }: Checkpoint = {
  place: { entry: 3, offset: 123_456_789_012, line: 77 },
  broken: [
    { entry: 0, offset: null, line: 1 },
    { entry: 2, offset: 5, line: 2 },
  ],
  complete: false,
  kept: 9,
  filtered: { Atomic: 2, ['__proto__']: 1 },
  quarantined: { illegal_move: 3 },
  skipped: [],
};
const STATE: Checkpoint = { ...PROGRESS, broken };
const ROW = { archive, on: TERMS, state: PROGRESS, broken: new Map(broken.map((place) => [place.entry, place])) };

function fresh(): Store {
  const store = openStore(join(tempFolder(), 'motif.db'));
  onTestFinished(() => store.close());
  return store;
}

/** As at the end of an archive, where no games are left to go with it. */
function writeAlone(store: Store, row: CheckpointRow): void {
  const { engine, depth, patterns } = row.on;
  store.writeBatch({ engine, depth, patterns, parts: [], checkpoints: [row] });
}

/** A store that holds one game and, committed with it, how far its archive is read. */
function filled(): Store {
  const store = fresh();
  store.writeBatch({ ...batch([game(1)]), checkpoints: [ROW] });
  return store;
}

test('comes back as it went in, with its batch or alone', () => {
  const store = filled();
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toEqual(STATE);
  const done = { ...PROGRESS, place: { entry: 4, offset: null, line: 1 }, complete: true, skipped: ['x'] };
  writeAlone(store, { archive, on: TERMS, state: done, broken: new Map() });
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toEqual({ ...done, broken });
});

test('gives way to what is written over it, in all that it says', () => {
  const store = filled();
  // the archive was changed and is read again, by a version with the same results
  const on = { ...TERMS, engine: { ...ENGINE_A, version: '9.9' }, stamp: 1235.5 };
  const state = {
    ...{ place: { entry: 5, offset: 7, line: 8 }, complete: true, kept: 10 },
    ...{ filtered: { Antichess: 4 }, quarantined: { no_moves: 5 }, skipped: ['x'] },
  };
  writeAlone(store, { archive, on, state, broken: new Map() });
  expect(store.findCheckpoint(archive.fingerprint, on)).toEqual({ ...state, broken });
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toBeUndefined();
});

test('keeps of the entries that broke off what is not said anew, and nothing from its own entry on', () => {
  const store = filled();
  const again = { entry: 2, offset: 9, line: 3 };
  const changes = new Map([[0, null], [1, null], [2, again], [3, { entry: 3, offset: 1, line: 1 }]]); // prettier-ignore
  writeAlone(store, { ...ROW, broken: changes });
  expect(store.findCheckpoint(archive.fingerprint, TERMS)?.broken).toEqual([again]);
});

test.each<[string, Partial<CheckpointTerms>]>([
  ['another engine', { engine: ENGINE_B }],
  ['another version with the same results', { engine: { ...ENGINE_A, version: '9.9' } }],
  ['another depth', { depth: 'l1' }],
  ['other patterns', { patterns: 1 }],
  ['another filter', { terms: '' }],
  ['a file that was changed since', { stamp: 1235.5 }],
])('does not hold for %s', (_, change) => {
  expect(filled().findCheckpoint(archive.fingerprint, { ...TERMS, ...change })).toBeUndefined();
});

test('does not hold for another archive', () => {
  expect(filled().findCheckpoint(entry(2).archive.fingerprint, TERMS)).toBeUndefined();
});

test('is not written where its batch is not', () => {
  const store = fresh();
  const half = game(2);
  Object.defineProperty(half, 'moves', { get: () => { throw new Error('half-way'); } }); // prettier-ignore
  const whole = { ...batch([game(1), half]), checkpoints: [ROW] };
  expect(() => store.writeBatch(whole)).toThrow('half-way');
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toBeUndefined();
  expect(store.counts()).toMatchObject({ games: 0, archives: 0 });
});

test('is dropped where another engine takes games over, and kept where it only adds some', () => {
  const store = filled();
  store.writeBatch(batch([game(2)], { engine: ENGINE_B }));
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toEqual(STATE);
  store.writeBatch(batch([game(1)], { engine: ENGINE_B }));
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toBeUndefined();
});

test('is dropped where somebody deletes games', () => {
  const store = filled();
  const shell = new Database(store.file);
  shell.pragma('foreign_keys = OFF'); // as they are in SQLite's own shell
  shell.exec('DELETE FROM games');
  expect(shell.prepare('SELECT count(*) FROM broken_entries').pluck().get()).toBe(0);
  shell.close();
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toBeUndefined();
});

test('is no content', () => {
  const without = fresh();
  without.writeBatch(batch([game(1)]));
  expect(filled().digest()).toBe(without.digest());
});

test('goes with an engine that has left nothing else, as of an archive in which no game could be read', () => {
  const store = fresh();
  writeAlone(store, ROW);
  store.writeBatch(batch([game(1)], { engine: ENGINE_B, entry: entry(2) }));
  store.forgetOthers(ENGINE_B);
  expect(store.findCheckpoint(archive.fingerprint, TERMS)).toBeUndefined();
});
