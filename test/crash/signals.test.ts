/** Scans that are asked to end: the real command at l2, where a batch takes long, stopped at work. */
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScanNumbers } from '../../src/pipeline/numbers.js';
import { Database } from '../../src/store/sqlite.js';
import { ended, run, start } from '../jobs/run.js';
import { pgns } from '../pipeline/fixture.js';
import { digestOf } from './harness.js';
import { writeArchives } from './material.js';

const folder = mkdtempSync(join(tmpdir(), 'motif-signals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const db = (name: string): string => join(folder, `${name}.db`);
let paths: string[];
let truth: string;

function args(name: string): string[] {
  return [...paths, '--db', db(name), '--json', '--quiet', '--workers', '2'];
}

function numbersOf(stdout: string): ScanNumbers {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ScanNumbers;
}

/** Waits until games are committed. */
async function atWork(file: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    await sleep(20);
    if (existsSync(file) && gamesIn(file) > 0) return;
  }
}

function gamesIn(file: string): number {
  const other = new Database(file, { readonly: true });
  try {
    return Number(other.prepare('SELECT count(*) FROM games').pluck().get());
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such table')) return 0; // it is being made
    throw error;
  } finally {
    other.close();
  }
}

beforeAll(async () => {
  paths = (await writeArchives(folder, 90)).slice(0, 1);
  await run('scan', args('truth'));
  truth = digestOf(db('truth'));
}, 120_000);

/** The next run of the same command brings the rest. */
async function expectTheRest(name: string, before: number): Promise<void> {
  const { stdout } = await run('scan', args(name));
  const { games_seen, games_stored, games_duplicate, games_filtered, games_quarantined } = numbersOf(stdout);
  expect(games_stored + games_duplicate + games_filtered + games_quarantined).toBe(games_seen);
  expect(games_duplicate).toBeGreaterThanOrEqual(before);
  expect(digestOf(db(name))).toBe(truth);
}

// Windows has no signals to send
describe.skipIf(process.platform === 'win32')('a scan at l2 that gets', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s finishes what is in work, reports and exits', async (signal, exit) => {
    const child = start('scan', args(signal));
    const ending = ended(child);
    await atWork(db(signal), child);
    const sent = performance.now();
    expect(child.kill(signal)).toBe(true);
    const { code, stdout, stderr } = await ending;
    // three seconds of grace at most, and some for a machine that does other things
    expect(performance.now() - sent).toBeLessThan(8000);
    expect(code).toBe(exit);
    expect(stderr).toContain(`${signal}: finishing the games in progress`);
    const { games_seen, games_stored } = numbersOf(stdout);
    expect(games_stored).toBeGreaterThan(0);
    expect(games_seen).toBeLessThan(250);
    expect(gamesIn(db(signal))).toBe(games_stored);
    await expectTheRest(signal, games_stored);
  });

  test.each([
    ['nothing has come yet', ''],
    ['some games have come', pgns(3)],
    ['a zip has begun', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100_000)])],
  ])('one does not wait for more of standard input where %s', async (_, input) => {
    const child = start('scan', ['-', '--db', db('early'), '--json', '--workers', '1']);
    const ending = ended(child);
    let words = '';
    child.stderr.on('data', (data: Buffer) => (words += data.toString()));
    child.stdin.write(input);
    while (words === '') await sleep(20); // it is at work
    const sent = performance.now();
    child.kill('SIGTERM');
    const { code, stdout, stderr } = await ending;
    expect(performance.now() - sent).toBeLessThan(8000);
    expect(code).toBe(143);
    expect(numbersOf(stdout).games_quarantined).toBe(0);
    expect(stderr).not.toContain('warning');
  });

  test('two of them ends at the second one, and the database is whole', async () => {
    const child = start('scan', args('twice'));
    const ending = ended(child);
    await atWork(db('twice'), child);
    child.kill('SIGINT');
    await sleep(550); // what comes sooner is taken for an echo
    const sent = performance.now();
    if (child.kill('SIGINT')) {
      await ending;
      expect(performance.now() - sent).toBeLessThan(2000);
    }
    expect((await ending).code).toBe(130);
    await expectTheRest('twice', 1);
  });
});
