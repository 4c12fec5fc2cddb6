/** What the row of a night has kept where the store or the disk fails under it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeFolders } from '../../src/nightly/folders.js';
import { runNight } from '../../src/nightly/night.js';
import { StoreError } from '../../src/store/errors.js';
import { NO_PROGRESS, noRunCounts } from '../../src/store/runs.js';
import { Database } from '../../src/store/sqlite.js';
import { ENGINE, pgn, pgns, sharedPool, tempFolder, testStore } from '../pipeline/fixture.js';

const pool = sharedPool(1);
const TERMS = { engine: ENGINE, depth: 'l1', patterns: 1023 } as const;

/** Where a night finds its archives and leaves what it makes, and what it is run with: of its reports one is kept. */
function makePlace() {
  const home = tempFolder();
  const [folder, out] = [join(home, 'archives'), join(home, 'out')];
  mkdirSync(folder);
  makeFolders(out);
  const store = testStore(join(home, 'motif.db'));
  const policy = { keepReports: 1, positions: false };
  return { folder, out, store, options: { ...{ store, pool, folder, out, policy }, terms: TERMS, settle: 0 } };
}

test('a batch that fails, as on a full disk, is not counted', async () => {
  const { folder, store, options } = makePlace();
  // of a a first batch is committed; the second one fails, with the rest of it and all of b
  writeFileSync(join(folder, 'a.pgn'), pgn(1090, { moves: '1. e4 Ke4' }) + pgns(700));
  writeFileSync(join(folder, 'b.pgn'), pgns(5) + pgn(1091, { moves: '1. e4 Ke4' }));
  const other = new Database(store.file);
  other.exec(`CREATE TRIGGER full BEFORE UPDATE ON runs WHEN json_extract(new.counts, '$.games.stored') > 500
    BEGIN SELECT RAISE(ABORT, 'no room'); END`);
  other.close();
  await expect(runNight(options)).rejects.toThrow('no room');

  const { state, counts } = store.runs.get(1)!;
  const held = store.counts();
  expect(held.games).toBeGreaterThan(100);
  expect(held.games).toBeLessThanOrEqual(500);
  expect(held.quarantine).toBe(1);
  expect(state).toBe('failed');
  expect(counts.games).toEqual({
    ...{ seen: held.games + 1, stored: held.games },
    ...{ duplicate: 0, filtered: 0, quarantined: 1 },
  });
  expect(counts.quarantineNew).toEqual({ illegal_move: 1 });
});

test('copies of archives count as known', async () => {
  const { folder, options } = makePlace();
  for (const name of ['a.pgn', 'b.pgn']) writeFileSync(join(folder, name), pgns(2));
  const { counts } = await runNight(options);
  expect(counts.archives).toEqual({ read: 1, known: 1, left: 0, bad: 0 });
});

test('the picture of nights has those that came to an end, the last 30 with this one', async () => {
  const { store, options } = makePlace();
  for (let run = 1; run <= 45; run++) {
    const id = store.runs.begin(run % 9 === 0 ? 'scan' : 'nightly', 'test', 'report', Date.UTC(2024, 1, run));
    const counts = noRunCounts();
    counts.games.stored = run;
    const state = run % 10 === 0 ? 'stopped' : 'done';
    store.runs.end(id, state, { stage: 'report', progress: NO_PROGRESS, counts });
  }
  const { report } = await runNight(options);
  const picture = readFileSync(join(report!, 'nights.svg'), 'utf8');
  const nights = [...picture.matchAll(/<title>\d\d-\d\d: (\d+)</g)].map(([, games]) => Number(games));
  const done = Array.from({ length: 45 }, (_, index) => index + 1).filter((run) => run % 9 !== 0 && run % 10 !== 0);
  expect(nights).toEqual([...done.slice(-29), 0]);
});

test('what a night removed that came to no report is named by the next', async () => {
  const { folder, out, options } = makePlace();
  writeFileSync(join(folder, 'a.pgn'), pgns(2));
  const { report: gone } = await runNight(options);

  // as on a full disk: the folder of the report cannot be made
  writeFileSync(join(folder, 'b.pgn'), pgns(5));
  const inTheWay = join(out, 'reports', `.${new Date().toISOString().slice(0, 10)}-run-2.partial`);
  const onProgress = (): void => void mkdirSync(inTheWay, { recursive: true });
  await expect(runNight({ ...options, onProgress })).rejects.toThrow(/-run-2 could not be written/);
  expect(existsSync(gone!)).toBe(false);

  // nor is there anything left of what a killed one had begun to write
  const partial = join(out, 'reports', '.2024-02-29-run-1.partial');
  mkdirSync(partial);
  const { report, pruned } = await runNight(options);
  expect(existsSync(partial)).toBe(false);
  expect(pruned).toEqual([`report ${gone}`]);
  expect(readFileSync(join(report!, 'report.md'), 'utf8')).toContain('## Removed');
  const { pruned: next } = await runNight(options);
  expect(next).toEqual([`report ${report}`]);
});

test('what a night had removed when it was killed is named by the next', async () => {
  const { store, options } = makePlace();
  const { report: gone } = await runNight(options);
  const killed = (): never => {
    throw new StoreError('closed', 'killed');
  };
  vi.spyOn(store.runs, 'forgetReport').mockImplementationOnce(killed);
  vi.spyOn(store.runs, 'end').mockImplementationOnce(killed);
  await expect(runNight(options)).rejects.toThrow('killed');
  expect(existsSync(gone!)).toBe(false);
  expect((await runNight(options)).pruned).toEqual([`report ${gone}`]);
});

test('what a night exported that came to no report is told by the next', async () => {
  const place = makePlace();
  const { folder, out } = place;
  const policy = { keepReports: 5, positions: false };
  const terms = { ...TERMS, depth: 'l2' } as const;
  const options = { ...place.options, policy, terms, write: () => Promise.resolve() };
  writeFileSync(
    join(folder, 'a.pgn'),
    pgn(50, { tags: '[SetUp "1"]\n[FEN "6k1/pbp5/1p6/8/3n4/2N5/PP3PPP/2R3K1 w - - 2 29"]\n', moves: '29. Ne2 Kf7' }),
  );
  const inTheWay = join(out, 'reports', `.${new Date().toISOString().slice(0, 10)}-run-1.partial`);
  const onProgress = (): void => void mkdirSync(inTheWay, { recursive: true });
  await expect(runNight({ ...options, onProgress })).rejects.toThrow(/-run-1 could not be written/);

  const { report, editions } = await runNight(options);
  expect(editions).toMatchObject([{ folder: join(out, 'puzzles', '0001'), puzzles: 1 }]);
  expect(existsSync(join(report!, 'finest-1.svg'))).toBe(true);
  expect((await runNight(options)).editions).toEqual([]);
});
