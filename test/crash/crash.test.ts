/**
 * Scans that are killed: at every boundary between two stages, and at random moments.
 *
 * `npm run bench:crash` does the same at a hundred random moments.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { makeRandom } from '../../jobs/sample/random.js';
import type { Depth } from '../../src/tactics/types.js';
import { sharedPool } from '../pipeline/fixture.js';
import { Harness, type Blow } from './harness.js';
import { writeArchives, writeSmallArchives } from './material.js';
import { STAGES } from './order.js';

const folder = mkdtempSync(join(tmpdir(), 'motif-crash-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const paths = await writeArchives(folder, 24);
const pool = sharedPool(2);
const harnesses: Record<Depth, Harness> = {
  l1: new Harness(paths, 'l1', folder, pool),
  l2: new Harness(paths.slice(0, 1), 'l2', folder, pool), // fewer games, for each takes longer
};
const smallPaths = await writeSmallArchives(join(folder, 'small'), 90);
mkdirSync(join(folder, 'of small'));
const small = new Harness(smallPaths, 'l1', join(folder, 'of small'), pool);
const random = makeRandom(1, 0);

/** Which time a stage comes, somewhere in the run: batches are many, the ends of archives are four. */
function turnOf(stage: string): number {
  if (stage === 'done') return 1;
  return 1 + random.below(stage.includes('end') ? 2 : stage === 'entry' ? 4 : 10);
}

// Windows kills in another way
describe.skipIf(process.platform === 'win32')('a scan that is killed is gone on with', { timeout: 120_000 }, () => {
  test.each(STAGES)('at "%s"', async (stage) => {
    // at l1 nothing is confirmed, so no tactic is ever written
    const depth = stage === 'in: tactics' ? 'l2' : 'l1';
    const { wrong, hits } = await harnesses[depth].strike([{ stage, turn: turnOf(stage) }], 2);
    expect(wrong).toEqual([]);
    expect(hits).toBe(1);
  });

  test.each([
    ['l1', 1],
    ['l1', 2],
    ['l2', 2],
  ] as const)('at random moments, five times in a row, %s with %i workers', async (depth, workers) => {
    const blows: Blow[] = [];
    // each run has what the one before has left: five fifths
    for (let i = 0; i < 5; i++) blows.push(await harnesses[depth].anywhere(random, 0.2));
    const { wrong, hits } = await harnesses[depth].strike(blows, workers);
    expect(wrong).toEqual([]);
    expect(hits).toBeGreaterThan(0);
  });
});

describe.skipIf(process.platform === 'win32')('a scan of many small archives', { timeout: 120_000 }, () => {
  test.each(STAGES.filter((stage) => stage !== 'in: tactics'))('is gone on with, killed at "%s"', async (stage) => {
    const { wrong, hits } = await small.strike([{ stage, turn: turnOf(stage) }], 2);
    expect(wrong).toEqual([]);
    expect(hits).toBe(1);
  });

  test.each([1, 2])(
    'is gone on with, killed at random moments five times in a row, with %i workers',
    async (workers) => {
      const blows: Blow[] = [];
      for (let i = 0; i < 5; i++) blows.push(await small.anywhere(random, 0.2));
      const { wrong, hits } = await small.strike(blows, workers);
      expect(wrong).toEqual([]);
      expect(hits).toBeGreaterThan(0);
    },
  );

  test('has batches that hold several of them, whole', async () => {
    const { report, batches } = await small.truth();
    expect(report.archives).toBe(smallPaths.length);
    expect(batches).toBeLessThan(0.7 * report.archives);
    expect(report.read).toBeGreaterThan(60);
    expect(report.unread.length).toBeGreaterThan(3);
    for (const count of Object.values(report.games)) expect(count).toBeGreaterThan(3);
  });

  test('says the same the second time, and writes nothing', async () => {
    const db = small.newDatabase();
    const first = await small.scan(db);
    const bytes = readFileSync(db);
    const second = await small.scan(db);
    expect(readFileSync(db).equals(bytes)).toBe(true);
    expect(second).toMatchObject({ unread: first.unread, skipped: first.skipped, before: first.games.seen });
  });
});

test('the archives have everything that could go wrong', async () => {
  const { report } = await harnesses.l1.truth();
  expect(report.games.seen).toBeGreaterThan(150);
  for (const count of Object.values(report.games)) expect(count).toBeGreaterThan(5);
  expect(Object.keys(report.quarantineByReason).length).toBeGreaterThan(1);
  expect(Object.keys(report.filteredByReason).length).toBeGreaterThan(1);
  expect(report.unread.length).toBe(1);
  expect(report.skipped.length).toBe(1);
  expect((await harnesses.l2.truth()).report.tactics).toBeGreaterThan(10);
});

test('a second run says the same, writes nothing, and reads only what is damaged', async () => {
  const db = harnesses.l1.newDatabase();
  const first = await harnesses.l1.scan(db);
  const bytes = readFileSync(db);
  const second = await harnesses.l1.scan(db);
  expect(readFileSync(db).equals(bytes)).toBe(true);
  expect(second).toMatchObject({
    games: { ...first.games, stored: 0, duplicate: first.games.stored + first.games.duplicate },
    quarantineByReason: first.quarantineByReason,
    filteredByReason: first.filteredByReason,
    unread: first.unread,
    skipped: first.skipped,
    before: first.games.seen,
    finished: 3,
    positions: 0,
    analysed: 0,
  });
});
