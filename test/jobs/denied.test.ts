/** A database that this user may not open is told as one: not as one that is not there, and not in the file system's words. */
import { spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  // nobody may be kept from the checkout itself
  if ((await runAsUser(job, ['--help'])).code !== 0) return console.warn(`LEFT OUT: uid ${user.uid} cannot run ${job}`);
  for (const db of [join(locked, 'whole.db'), join(folder, 'file.db')]) {
    const { code, stdout, stderr } = await runAsUser(job, [...args, '--db', db]);
    expect(stderr).toContain(`Database ${db}: it may not be opened by this user; check the permissions`);
    expect(stdout).toBe('');
    expect(code).toBe(1);
  }
});
