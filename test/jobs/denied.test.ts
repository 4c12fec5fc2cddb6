/** Databases and files that this user may not open are told as such: not as ones that are not there, and not in the file system's words. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { ended, run, type Ended } from './run.js';

const folder = mkdtempSync(join(tmpdir(), 'motif-denied-'));
const locked = join(folder, 'locked');
const games = join(folder, 'games.pgn');
/** Permissions do not stop root: there the command lines run as nobody. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

function runAsUser(job: string, args: string[]): Promise<Ended> {
  return ended(spawn(process.execPath, [join(ROOT, 'dist', 'jobs', `${job}.js`), ...args], { cwd: folder, ...user }));
}

/** A folder in which everybody may write. */
function writable(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  chmodSync(path, 0o777);
  return path;
}

/** Nobody may be kept from the checkout itself. */
async function isLeftOut(job: string): Promise<boolean> {
  const { code } = await runAsUser(job, ['--help']);
  if (code !== 0) console.warn(`LEFT OUT: uid ${user.uid} cannot run ${job}`);
  return code !== 0;
}

beforeAll(async () => {
  chmodSync(folder, 0o755);
  mkdirSync(locked);
  cpSync(join(ROOT, 'data', 'sample', 'odd-notation.pgn'), games);
  await run('scan', [games, '--depth', 'l1', '--db', join(folder, 'file.db'), '--quiet']);
  cpSync(join(folder, 'file.db'), join(locked, 'whole.db'));
  chmodSync(join(folder, 'file.db'), 0);
  chmodSync(locked, 0);
});
afterAll(() => {
  chmodSync(locked, 0o755);
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['scan', games],
  ['query'],
  ['export', '--format', 'epd', '--out', '-'],
  ['keys', 'list'],
  ['keys', 'create', '--plan', 'builder'],
])('%s %s', async (job, ...args) => {
  if (await isLeftOut(job)) return;
  for (const db of [join(locked, 'whole.db'), join(folder, 'file.db')]) {
    const { code, stdout, stderr } = await runAsUser(job, [...args, '--db', db]);
    expect(stderr).toContain(`Database ${db}: this user may not open it; check the permissions`);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  }
});

test('a report that may not be read is told as one, and stays', async () => {
  if (await isLeftOut('scan')) return;
  const report = join(writable('reports'), 'report.json');
  writeFileSync(report, '{');
  chmodSync(report, 0);
  for (const flag of ['--report', '--quarantine']) {
    const { code, stderr } = await runAsUser('scan', [games, '--db', join(dirname(report), 'new.db'), flag, report]);
    expect(stderr).toContain(`${flag} ${report} exists, and this user may not read it`);
    expect(code).toBe(2);
  }
});

test('a night makes nothing where its database may not be written', async () => {
  if (await isLeftOut('nightly')) return;
  const home = writable('night');
  const [archives, db, out] = [join(home, 'archives'), join(home, 'readonly.db'), join(home, 'out')];
  mkdirSync(archives);
  await run('scan', [games, '--depth', 'l1', '--db', db, '--quiet']);
  chmodSync(db, 0o444);
  const { code, stderr } = await runAsUser('nightly', ['--archives', archives, '--db', db, '--out', out, '--quiet']);
  expect(stderr).toContain(`Database ${db}: this user may not write it; check its permissions`);
  expect(code).toBe(1);
  expect(readdirSync(home).sort()).toEqual(['archives', 'readonly.db']);
});

test.each([
  ['scan', games],
  ['keys', 'create', '--plan', 'builder'],
  ['serve', '--port', '0'],
])('%s leaves nothing beside a database that it may only read', async (job, ...args) => {
  if (await isLeftOut(job)) return;
  const home = writable(`only-read-${job}`);
  const db = join(home, 'motif.db');
  cpSync(join(locked, 'whole.db'), db);
  chmodSync(db, 0o444);
  const { code, stdout, stderr } = await runAsUser(job, [...args, '--db', db]);
  expect(stderr).toBe(`${job}: Database ${db}: this user may not write it; check its permissions\n`);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(readdirSync(home)).toEqual(['motif.db']);
});

test('what a reader without the right to write left beside a database is named', async () => {
  if (await isLeftOut('scan')) return;
  const db = join(writable('left'), 'motif.db');
  cpSync(join(locked, 'whole.db'), db);
  chmodSync(db, 0o666);
  for (const end of ['-wal', '-shm']) {
    writeFileSync(db + end, '');
    chmodSync(db + end, 0o444);
  }
  const { code, stderr } = await runAsUser('scan', [games, '--fresh', '--depth', 'l1', '--db', db, '--quiet']);
  expect(stderr).toContain(
    `Database ${db}: ${db}-wal and ${db}-shm, left behind by a user who may only read the database, cannot be written; remove them when nobody reads it`,
  );
  expect(code).toBe(1);
});
