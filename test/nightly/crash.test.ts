/**
 * Nights that are killed: at every moment at which something is about to be written or was. Whatever the moment, the next night leaves
 * the store and the exports of an undisturbed one, reports what the killed one had found, and no lock is in its way.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { openStore } from '../../src/store/open.js';
import { writeArchives } from '../crash/material.js';
import type { Order } from './victim.js';

const VICTIM = join(ROOT, 'dist', 'test', 'nightly', 'victim.js');
const scratch = mkdtempSync(join(tmpdir(), 'motif-night-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const folder = join(scratch, 'archives');
mkdirSync(folder);
await writeArchives(folder, 5);
const games = readFileSync(join(ROOT, 'data', 'sample', 'famous.pgn'), 'utf8').split(/(?=\[Event )/);
// two that hold puzzles, and two that hold other tactics
const few = games.filter((game) => /Dufresne|Tartakower/.test(game)).concat(games.slice(0, 2));
writeFileSync(join(folder, 'famous.pgn'), few.join(''));

/** What the reports of the last night say, in this order: tactics by pattern, and quarantine by reason. */
function tablesIn(out: string): (string | undefined)[] {
  const report = readFileSync(join(lastReportIn(out), 'report.md'), 'utf8');
  return ['Tactics by pattern', 'Quarantine'].map((title) =>
    report
      .split('\n## ')
      .find((part) => part.startsWith(title))
      ?.replace(/--db .*/, ''),
  );
}

let places = 0;

function newPlace(): Pick<Order, 'folder' | 'db' | 'out'> {
  const home = join(scratch, `night-${++places}`);
  mkdirSync(home);
  return { folder, db: join(home, 'motif.db'), out: join(home, 'out') };
}

/** @returns the moments that it came to, and whether it was killed */
function night(order: Order): Promise<{ moments: string[]; killed: boolean }> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [VICTIM, JSON.stringify(order)], (error, stdout, stderr) => {
      const moments = stdout.trim().split('\n');
      if (error === null) resolve({ moments, killed: false });
      else if (error.signal === 'SIGKILL') resolve({ moments, killed: true });
      else reject(new Error(stderr));
    });
  });
}

/** All that is left of nights, but for what names their runs. */
function leftBy({ db, out }: Pick<Order, 'db' | 'out'>): unknown {
  const store = openStore(db, { readonly: true });
  try {
    const editions = store.editions
      .list()
      .map(({ folder: name, puzzles, files }) => ({ name: name.slice(out.length), puzzles, files }));
    return { digest: store.digest(), counts: store.counts(), editions, exports: filesIn(join(out, 'puzzles')) };
  } finally {
    store.close();
  }
}

function filesIn(home: string): Record<string, string> {
  const names = readdirSync(home, { recursive: true, withFileTypes: true }).filter((item) => item.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [
      join(parentPath, name).slice(home.length),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}

function lastReportIn(out: string): string {
  const reports = join(out, 'reports');
  const last = readdirSync(reports)
    .sort((a, b) => Number(a.split('-').at(-1)) - Number(b.split('-').at(-1)))
    .at(-1);
  return join(reports, last ?? '');
}

/** The diagrams of the last report, which are those of its ten finest. */
function finestIn(out: string): string[] {
  const last = lastReportIn(out);
  const names = readdirSync(last).filter((name) => name.startsWith('finest'));
  return names.map((name) => readFileSync(join(last, name), 'utf8'));
}

/** What a night's row has counted, beside what the store holds; for nights that are the first of their database. */
function countedBy({ db }: Pick<Order, 'db'>): { row: number[]; store: number[]; archives: number } {
  const store = openStore(db, { readonly: true });
  try {
    const { games } = store.runs.get(1)!.counts;
    const held = store.counts();
    const archives = store.runs.archives(1, 100).reduce((sum, archive) => sum + archive.games, 0);
    return { row: [games.stored, games.quarantined], store: [held.games, held.quarantine], archives };
  } finally {
    store.close();
  }
}

const undisturbed = newPlace();
const { moments } = await night(undisturbed);
const truth = leftBy(undisturbed);
const finest = finestIn(undisturbed.out);
const tables = tablesIn(undisturbed.out);
/** Every one of them at which a night may be cut in two, but for those that say the same as their neighbours. */
const SAME = ['before begin', 'before putArchives', 'behind putArchives', 'before putPuzzles'];
const all = [...new Set(moments.filter((moment) => /^(?:before|behind|in) /.test(moment)))];
const kinds = all.filter((moment) => !SAME.includes(moment));

test('an undisturbed night comes to all that is killed below, and exports something', () => {
  expect(kinds).toEqual(
    expect.arrayContaining([
      'behind writeBatch',
      'behind putPuzzles',
      'in write',
      'behind write',
      'behind add',
      'before end',
    ]),
  );
  // it is killed at the middle one
  expect(moments.filter((moment) => moment === 'behind writeBatch').length).toBeGreaterThan(2);
  expect(finest.length).toBeGreaterThan(1);
});

// Windows kills in another way
describe.skipIf(process.platform === 'win32')(
  'a night that is killed is finished by the next',
  { timeout: 120_000 },
  () => {
    test.each(kinds)('%s', async (at) => {
      const place = newPlace();
      const times = moments.filter((moment) => moment === at).length;
      const { killed } = await night({ ...place, kill: { at, turn: Math.ceil(times / 2) } });
      expect(killed).toBe(true);
      const counted = countedBy(place);
      expect(counted.row).toEqual(counted.store);
      if (at === 'behind writeBatch') expect(Math.min(counted.row[0] ?? 0, counted.archives)).toBeGreaterThan(0);
      await night(place);
      expect(leftBy(place)).toEqual(truth);
      if (at !== 'behind end') expect(tablesIn(place.out)).toEqual(tables);
      // the kill behind "end" came when the night was reported
      if (at !== 'behind end') expect(finestIn(place.out)).toEqual(finest);
      const store = openStore(place.db, { readonly: true });
      const states = store.runs.list(5).map(({ state }) => state);
      expect(states).toEqual(['done', at === 'behind end' ? 'done' : 'killed']);
      store.close();
    });

    test('also where several in a row are killed, each further on', async () => {
      const place = newPlace();
      for (const at of ['behind writeBatch', 'behind writeBatch', 'behind putPuzzles', 'in write', 'behind add']) {
        expect((await night({ ...place, kill: { at, turn: 1 } })).killed).toBe(true);
      }
      await night(place);
      expect(leftBy(place)).toEqual(truth);
      expect(finestIn(place.out)).toEqual(finest);
      expect(tablesIn(place.out)).toEqual(tables);
    });
  },
);
