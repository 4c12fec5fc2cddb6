/** What a night exports is there whole or not at all, and what goes wrong is told with its place. */
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PuzzleSource } from '../../src/export/export.js';
import { makeEdition, mendEditions, type EditionMade, type WriteFiles } from '../../src/nightly/edition.js';
import { planPruning, prune } from '../../src/nightly/prune.js';
import { editionsIn } from '../../src/nightly/folders.js';
import { minePuzzles } from '../../src/pipeline/puzzles.js';
import { Recorder } from '../../src/nightly/recorder.js';
import { noRunCounts } from '../../src/store/runs.js';
import { Database } from '../../src/store/sqlite.js';
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

function edition(
  { store, out }: { store: Store; out: string },
  write: WriteFiles,
  signal?: AbortSignal,
): ReturnType<typeof makeEdition> {
  const { id: run } = new Recorder(store.runs, 'nightly', 'test', 'export', noRunCounts());
  return makeEdition({ store, engine: ENGINE, run, out, write, unreported: new Set(), ...(signal && { signal }) });
}

test.each([
  ['ENOSPC', 'ENOSPC: no space left on device, write'],
  ['EDQUOT', 'EDQUOT: disk quota exceeded, write'],
])(
  'where there is no room says which folder could not be written, and leaves nothing of it: %s',
  async (code, words) => {
    const home = await place();
    const full = Object.assign(new Error(words), { code, syscall: 'write' });
    const failed = edition(home, ({ folder }) => {
      writeFileSync(join(folder, 'puzzles.csv'), 'half of it');
      return Promise.reject(full);
    });
    await expect(failed).rejects.toThrow(
      `${join(editionsIn(home.out), '.0001.partial')} could not be written (${words}): ` +
        'free some space; the next night continues',
    );
    expect(readdirSync(editionsIn(home.out))).toEqual([]);

    const names: string[] = [];
    const made = await edition(home, ({ name }) => {
      names.push(name);
      return Promise.resolve();
    });
    expect(made).toMatchObject<Partial<EditionMade>>({ puzzles: 1, folder: join(editionsIn(home.out), '0001') });
    expect(names).toEqual(['0001']);
  },
);

test('says what else the writer failed on as it is', async () => {
  const home = await place();
  await expect(edition(home, () => Promise.reject(new Error('of its own')))).rejects.toThrow(/^of its own$/);
  expect(readdirSync(editionsIn(home.out))).toEqual([]);
});

test('is not noted where the night was asked to stop while it was written', async () => {
  const home = await place();
  // whether the writer comes to its end or says that it was told to stop
  for (const outcome of [() => Promise.resolve(), () => Promise.reject(new Error('stopped'))]) {
    const stop = new AbortController();
    const write: WriteFiles = () => {
      stop.abort();
      return outcome();
    };
    expect(await edition(home, write, stop.signal)).toBeUndefined();
    expect(home.store.editions.list()).toEqual([]);
  }
  expect(await edition(home, () => Promise.resolve())).toMatchObject({ puzzles: 1 });
});

test('gets a number of its own, also where the folders of earlier ones were removed', async () => {
  const home = await place();
  const write: WriteFiles = () => Promise.resolve();
  rmSync((await edition(home, write))!.folder, { recursive: true });
  await scan([tempFile('b.pgn', FORK.replace('pbp5', 'pbp4p'))], { pool, store: home.store, depth: 'l2' });
  await minePuzzles({ store: home.store, pool, engine: ENGINE });
  expect(await edition(home, write)).toMatchObject({ folder: join(editionsIn(home.out), '0002') });
});

test('gets a number behind those that another database has given', async () => {
  const home = await place();
  mkdirSync(join(editionsIn(home.out), '0041'));
  const made = await edition(home, () => Promise.resolve());
  expect(made).toMatchObject({ folder: join(editionsIn(home.out), '0042') });
});

test('takes no name that another has, nor one that another folder gave', async () => {
  const home = await place();
  const { folder } = (await edition(home, () => Promise.resolve()))!;
  const elsewhere = tempFolder();
  for (const out of [home.out, elsewhere]) {
    mkdirSync(join(editionsIn(out), '.0001.partial'), { recursive: true });
    expect(await mendEditions(home.store, out)).toEqual([]);
  }
  expect(readdirSync(editionsIn(home.out))).toEqual([basename(folder)]);
  expect(readdirSync(editionsIn(elsewhere))).toEqual([]);
});

describe('an edition of many puzzles', () => {
  /** More than are kept together. */
  const MANY = 9_000;

  /** A place with so many: copies of one, the same but for their ids. */
  async function placeOfMany(): Promise<{ store: Store; out: string; ids: string[] }> {
    const home = await place();
    const db = new Database(home.store.file);
    const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})`;
    db.exec(`${numbers} INSERT INTO positions (id, fen, engine_id, patterns, records)
      SELECT 1000000 + i, p.fen || ' ' || i, p.engine_id, patterns, records FROM n, positions p JOIN puzzles z ON z.position_id = p.id
      WHERE identity IS NOT NULL`);
    db.exec(`${numbers} INSERT INTO puzzles
        (position_id, engine_id, game_id, ply, verdict, identity, fen_before, mistake, fen, line, gain, mate, margin)
      SELECT 1000000 + i, engine_id, game_id, ply, verdict, printf('copy%07d', i), fen_before, mistake, fen, line, gain, mate, margin
      FROM n, puzzles WHERE identity IS NOT NULL`);
    db.close();
    const ids = [...home.store.puzzles(ENGINE)].map(({ id }) => id);
    expect(ids).toHaveLength(MANY);
    return { ...home, ids };
  }

  const idsOf = (source: PuzzleSource): string[] => [...source.puzzles(ENGINE)].map(({ id }) => id);

  /** As another process does, over a connection of its own. */
  function remove(file: string, ids: readonly string[]): void {
    const db = new Database(file);
    const statement = db.prepare('DELETE FROM puzzles WHERE identity = ?');
    for (const id of ids) expect(statement.run(id).changes).toBe(1);
    db.close();
  }

  test('has each of them once, in their order, however often they are asked for, and notes them all', async () => {
    const home = await placeOfMany();
    const { store, ids } = home;
    const made = await edition(home, ({ source, puzzles }) => {
      expect(puzzles).toBe(MANY);
      for (let round = 0; round < 2; round++) expect(idsOf(source)).toEqual(ids);
      return Promise.resolve();
    });
    expect(made?.puzzles).toBe(MANY);
    expect(store.editions.list()).toMatchObject([{ id: 1, puzzles: MANY }]);
    expect(ids.filter((id) => store.editions.editionOf(id) !== 1)).toEqual([]);
    expect(await edition(home, () => Promise.reject(new Error('nothing is new')))).toBeNull();
  });

  test('leaves out those that another edition has, wherever they stand among them', async () => {
    const home = await placeOfMany();
    const { store, ids } = home;
    const had = ids.filter((_, index) => index % 3 === 0);
    const fresh = ids.filter((_, index) => index % 3 !== 0);
    const { id: run } = new Recorder(store.runs, 'nightly', 'test', 'export', noRunCounts());
    store.editions.add({ run, folder: join(editionsIn(home.out), '0001'), puzzles: had.length, files: [] }, had);
    const made = await edition(home, ({ source }) => {
      expect(idsOf(source)).toEqual(fresh);
      return Promise.resolve();
    });
    expect(made?.puzzles).toBe(fresh.length);
  });

  test.each([
    ['the first', 0],
    ['one in the middle', 4_096],
    ['the last', MANY - 1],
  ])('is not made where %s of them goes meanwhile, and the next one has the rest', async (_, index) => {
    const home = await placeOfMany();
    const { store, ids } = home;
    const failed = edition(home, ({ source, folder }) => {
      writeFileSync(join(folder, 'puzzles.csv'), idsOf(source).join('\n'));
      remove(store.file, [ids[index]!]);
      writeFileSync(join(folder, 'puzzles.epd'), idsOf(source).join('\n'));
      return Promise.resolve();
    });
    await expect(failed).rejects.toThrow('puzzles were removed from the database while they were being exported');
    expect(readdirSync(editionsIn(home.out))).toEqual([]);
    expect(store.editions.list()).toEqual([]);
    const made = await edition(home, ({ source }) => {
      expect(idsOf(source)).toEqual(ids.toSpliced(index, 1));
      return Promise.resolve();
    });
    expect(made).toMatchObject({ puzzles: MANY - 1, folder: join(editionsIn(home.out), '0001') });
  });

  test('has all of them where some go while they are being read', async () => {
    const home = await placeOfMany();
    const { store, ids } = home;
    const made = await edition(home, ({ source }) => {
      const read: string[] = [];
      for (const { id } of source.puzzles(ENGINE)) {
        if (read.push(id) === 10) remove(store.file, ids.slice(5_000));
      }
      expect(read).toEqual(ids);
      return Promise.resolve();
    });
    expect(made?.puzzles).toBe(MANY);
  });
});

// making links takes rights on Windows
describe.skipIf(process.platform === 'win32')('a folder that is named through a link', () => {
  /** The folder of a night that has exported, and another name for it. */
  async function linked(): Promise<{ store: Store; out: string; link: string }> {
    const home = await place();
    await edition(home, ({ folder }) => {
      writeFileSync(join(folder, 'puzzles.csv'), 'all of it');
      return Promise.resolve();
    });
    const link = join(tempFolder(), 'nights');
    symlinkSync(home.out, link);
    return { ...home, link };
  }

  test('keeps what the night before noted and did not come to name', async () => {
    const { store, out, link } = await linked();
    const home = editionsIn(out);
    renameSync(join(home, '0001'), join(home, '.0001.partial'));
    mkdirSync(join(home, '.0002.partial'));
    expect(await mendEditions(store, link)).toEqual([join(editionsIn(link), '0001')]);
    expect(readdirSync(home)).toEqual(['0001']);
    expect(readdirSync(join(home, '0001'))).toEqual(['puzzles.csv']);
  });

  test('has its old exports removed', async () => {
    const { store, out, link } = await linked();
    const none = { reports: 0, exports: 0 };
    const policy = { keepReports: 1, keepExports: 0, positions: false };
    expect(planPruning(store, tempFolder(), ENGINE, policy, none).editions).toEqual([]);
    const plan = planPruning(store, link, ENGINE, policy, none);
    expect(plan.editions).toHaveLength(1);
    await prune(store, link, ENGINE, plan);
    expect(readdirSync(editionsIn(out))).toEqual([]);
  });
});
