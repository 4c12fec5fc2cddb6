/** What a night exports is there whole or not at all, and what goes wrong is told with its place. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEdition, type EditionMade, type WriteFiles } from '../../src/nightly/edition.js';
import { editionsIn } from '../../src/nightly/folders.js';
import { minePuzzles } from '../../src/pipeline/puzzles.js';
import { Recorder } from '../../src/nightly/recorder.js';
import { noRunCounts } from '../../src/store/runs.js';
import type { Store } from '../../src/store/store.js';
import { ENGINE, pgn, scan, sharedPool, tempFile, tempFolder, testStore } from '../pipeline/fixture.js';

const pool = sharedPool(1);
const FORK = pgn(50, {
  tags: '[SetUp "1"]\n[FEN "6k1/pbp5/1p6/8/3n4/2N5/PP3PPP/2R3K1 w - - 2 29"]\n',
  moves: '29. Ne2 Kf7',
});

/** A store with a puzzle, and a folder for nights. */
async function place(): Promise<{ store: Store; out: string }> {
  const out = tempFolder();
  mkdirSync(editionsIn(out));
  const store = testStore(join(tempFolder(), 'motif.db'));
  await scan([tempFile('a.pgn', FORK)], { pool, store, depth: 'l2' });
  await minePuzzles({ store, pool, engine: ENGINE });
  return { store, out };
}

function edition({ store, out }: { store: Store; out: string }, write: WriteFiles): ReturnType<typeof makeEdition> {
  const { id: run } = new Recorder(store.runs, 'nightly', 'test', 'export', noRunCounts());
  return makeEdition({ store, engine: ENGINE, run, out, write, unreported: new Set() });
}

test('on a full disk says which folder could not be written, and leaves nothing of it', async () => {
  const home = await place();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const failed = edition(home, ({ folder }) => {
    writeFileSync(join(folder, 'puzzles.csv'), 'half of it');
    return Promise.reject(full);
  });
  await expect(failed).rejects.toThrow(
    `${join(editionsIn(home.out), '.0001.partial')} could not be written (ENOSPC: no space left on device, write): ` +
      'free some space; the next night goes on',
  );
  expect(readdirSync(editionsIn(home.out))).toEqual([]);

  const names: string[] = [];
  const made = await edition(home, ({ name }) => {
    names.push(name);
    return Promise.resolve();
  });
  expect(made).toMatchObject<Partial<EditionMade>>({ puzzles: 1, folder: join(editionsIn(home.out), '0001') });
  expect(names).toEqual(['0001']);
});

test('says what else the writer failed on as it is', async () => {
  const home = await place();
  await expect(edition(home, () => Promise.reject(new Error('of its own')))).rejects.toThrow(/^of its own$/);
  expect(readdirSync(editionsIn(home.out))).toEqual([]);
});
