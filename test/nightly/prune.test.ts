/** What goes, and what goes first. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { editionsIn, newReportName, reportsIn } from '../../src/nightly/folders.js';
import { describePlan, planPruning, prune } from '../../src/nightly/prune.js';
import { ENGINE, tempFolder, testStore } from '../pipeline/fixture.js';

vi.mock(import('node:fs/promises'), async (original) => {
  const real = await original();
  return { ...real, rm: vi.fn(real.rm) };
});

function goes(names: readonly string[], keepReports: number): string[] {
  const out = tempFolder();
  for (const name of names) {
    mkdirSync(join(reportsIn(out), name), { recursive: true });
    writeFileSync(join(reportsIn(out), name, 'report.md'), '# Night');
  }
  const policy = { keepReports, positions: false };
  return planPruning(testStore(), out, ENGINE, policy, { reports: 0, exports: 0 }).reports;
}

test('of one day the earlier runs, by their numbers', () => {
  const names = ['2024-02-29-run-10', '2024-02-29-run-9', '2024-02-29-run-9-2', '2024-02-28-run-11'];
  expect(goes(names, 2)).toEqual(['2024-02-28-run-11', '2024-02-29-run-9']);
  expect(goes(names, 1)).toEqual(['2024-02-28-run-11', '2024-02-29-run-9', '2024-02-29-run-9-2']);
});

test('a report takes a name that no other has', () => {
  const out = tempFolder();
  for (const name of ['2024-02-29-run-1', '2024-02-29-run-1-2', '2024-02-29-run-1-3']) {
    expect(newReportName(out, 1, Date.UTC(2024, 1, 29, 23))).toBe(name);
    mkdirSync(join(reportsIn(out), name), { recursive: true });
  }
  expect(newReportName(out, 1, Date.UTC(2024, 1, 29))).toBe('2024-02-29-run-1-4');
});

test('also what is left of a report that was not removed whole, and no folder of others', () => {
  const out = tempFolder();
  const [empty, others] = ['2024-02-29-run-1', '2024-02-29-run-2'].map((name) => join(reportsIn(out), name));
  for (const folder of [empty!, others!]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(others!, 'notes.txt'), 'mine');
  const policy = { keepReports: 0, positions: false };
  const plan = planPruning(testStore(), out, ENGINE, policy, { reports: 0, exports: 0 });
  expect(plan.reports).toEqual([basename(empty!)]);
});

test('no file and no link that has the name of a report', async () => {
  const out = tempFolder();
  const [report, file, link] = ['1', '2', '3'].map((run) => join(reportsIn(out), `2024-02-29-run-${run}`));
  for (const folder of [report!, join(out, 'elsewhere')]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'report.md'), '# Night');
  }
  writeFileSync(file!, 'mine');
  symlinkSync(join(out, 'elsewhere'), link!);
  const policy = { keepReports: 0, positions: false };
  const store = testStore();
  const plan = planPruning(store, out, ENGINE, policy, { reports: 0, exports: 0 });
  expect(plan.reports).toEqual([basename(report!)]);
  expect(await prune(store, out, ENGINE, plan)).toEqual([]);
  expect(readdirSync(reportsIn(out))).toEqual([basename(file!), basename(link!)]);
  expect(readdirSync(join(out, 'elsewhere'))).toEqual(['report.md']);
});

test('nothing that has come into the place of what a night wrote', async () => {
  const out = tempFolder();
  const store = testStore();
  const [first, second, third] = ['0001', '0002', '0003'].map((name) => join(editionsIn(out), name));
  const files = ['puzzles.csv', 'puzzles.jsonl'];
  const run = store.runs.begin('nightly', 'test', 'export');
  for (const folder of [first!, second!, third!]) store.editions.add({ run, folder, puzzles: 0, files }, []);
  for (const file of files) mkdirSync(join(first!, file), { recursive: true });
  rmSync(join(first!, 'puzzles.jsonl'), { recursive: true });
  writeFileSync(join(first!, 'puzzles.jsonl'), '');
  writeFileSync(second!, 'mine');
  mkdirSync(join(out, 'elsewhere'));
  symlinkSync(join(out, 'elsewhere'), third!);
  const policy = { keepReports: 1, keepExports: 1, positions: false };
  const plan = planPruning(store, out, ENGINE, policy, { reports: 0, exports: 1 });
  expect(plan.editions).toHaveLength(3);
  expect(await prune(store, out, ENGINE, plan)).toEqual(
    [join(first!, 'puzzles.csv'), second!, third!].map((path) => `${path}: not written by a night, and kept`),
  );
  expect(readdirSync(first!)).toEqual(['puzzles.csv']);
});

test('no file that comes while its neighbours go', async () => {
  const out = tempFolder();
  const report = join(reportsIn(out), '2024-02-29-run-1');
  mkdirSync(report, { recursive: true });
  for (const name of ['report.md', 'pace.svg']) writeFileSync(join(report, name), '');
  const store = testStore();
  const plan = planPruning(store, out, ENGINE, { keepReports: 1, positions: false }, { reports: 1, exports: 0 });
  expect(plan.reports).toHaveLength(1);
  vi.mocked(rm).mockImplementationOnce((path) => {
    rmSync(path);
    writeFileSync(join(report, 'notes.txt'), 'mine');
    return Promise.resolve();
  });
  expect(await prune(store, out, ENGINE, plan)).toEqual([
    `${join(report, 'notes.txt')}: not written by a night, and kept`,
  ]);
  expect(readdirSync(report)).toEqual(['notes.txt']);
});

test('positions of older engines, where that is asked for', async () => {
  const store = testStore();
  store.putPositions({ version: 'old', signature: 'old' }, new Map([['8/8/4k3/8/8/3K4/8/8 w - -', new Uint8Array(0)]]));
  const out = tempFolder();
  for (const positions of [false, true]) {
    const plan = planPruning(store, out, ENGINE, { keepReports: 1, positions }, { reports: 0, exports: 0 });
    expect(plan.positions).toBe(positions ? 1 : 0);
    expect(describePlan(plan, out)).toEqual(positions ? [expect.stringMatching(/^1 position in the database /)] : []);
    await prune(store, out, ENGINE, plan);
    expect(store.countOthers(ENGINE)).toBe(positions ? 0 : 1);
  }
});
