/**
 * A database that gets into trouble while a scan runs: what is said, what is kept, and that the next run goes on.
 *
 * The troubles are real: a small file system that fills up, a file that may not be written, another process that holds a lock, bytes
 * overwritten, a file deleted. Where this user may not mount a file system, those tests are skipped and say so.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import type { EngineId } from '../../src/store/rows.js';
import { openStore } from '../../src/store/open.js';
import { ENGINE } from '../../src/tactics/version.js';
import { ended, run, type Ended } from '../jobs/run.js';
import { ENGINE as TEST_ENGINE, pgns, scan, sharedPool, tempFile, tempFolder, testStore } from '../pipeline/fixture.js';
import { SQLITE } from '../store/fixture.js';
import { digestOf } from './harness.js';

const pool = sharedPool(1);
const GAMES = 4000;
const text = pgns(GAMES);
/** Small enough that there are many commits. */
const limits = { bytes: 8192, games: 20 };
const flags = ['--depth', 'l1', '--workers', '1', '--quiet'];

/** A folder of `kilobytes` on a file system of its own; undefined where this user may not mount one. */
function smallDisk(kilobytes: number): { folder: string; remount: (options: string) => void } | undefined {
  const folder = tempFolder();
  const mount = (...options: string[]): void => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(), 'tmpfs', folder], { stdio: 'ignore' });
  };
  try {
    mount(`size=${kilobytes}k`);
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', [folder]));
  return { folder, remount: (options) => mount('remount', options) };
}

/** What an undisturbed run stores. @param engine the tests' own, or that of the command line */
async function truth(path: string, engine: EngineId = TEST_ENGINE): Promise<string> {
  const store = testStore();
  await scan([path], { pool, store, limits, engine });
  return store.digest();
}

/** Failed, in one line that says what is the matter with which file and what to do. */
function expectFailure({ code, stderr, stdout }: Ended, db: string, ...words: string[]): void {
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n').length).toBe(1);
  expect(stderr).toContain(db);
  for (const word of words) expect(stderr).toContain(word);
}

describe.skipIf(process.platform === 'win32')('a disk', () => {
  test('that is full: what was committed is kept, and with more room the next run goes on', async ({ skip }) => {
    const disk = smallDisk(1024);
    if (disk === undefined) return skip('mounting is not permitted');
    const path = tempFile('g.pgn', text);
    const db = join(disk.folder, 'x.db');
    expectFailure(await run('scan', [path, '--db', db, ...flags]), db, 'disk is full', 'free some space');
    const store = openStore(db, { readonly: true });
    const kept = store.counts().games;
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(GAMES);
    store.close();

    disk.remount('size=50m');
    const { code, stdout } = await run('scan', [path, '--db', db, ...flags]);
    expect(code).toBe(0);
    expect(stdout).toContain(`resumed after game ${kept.toLocaleString('en-US')}`);
    expect(digestOf(db)).toBe(await truth(path, ENGINE));
  });

  test('that is full from the beginning', async ({ skip }) => {
    const disk = smallDisk(8);
    if (disk === undefined) return skip('mounting is not permitted');
    const db = join(disk.folder, 'x.db');
    expectFailure(await run('scan', [tempFile('g.pgn', text), '--db', db, ...flags]), db, 'free some space');
  });

  test('that has a limit on file sizes', async () => {
    const path = tempFile('g.pgn', text);
    const db = join(tempFolder(), 'x.db');
    const job = [process.execPath, join(ROOT, 'dist', 'jobs', 'scan.js'), path, '--db', db, ...flags];
    // in blocks of 512 or 1024 bytes
    const limited = ended(spawn('sh', ['-c', 'ulimit -f 400; exec "$@"', 'sh', ...job]));
    expectFailure(await limited, db, 'limit on file sizes');
    expect((await run('scan', [path, '--db', db, ...flags])).code).toBe(0);
    expect(digestOf(db)).toBe(await truth(path, ENGINE));
  });

  test('that may only be read', async ({ skip }) => {
    const root = process.getuid?.() === 0; // whom permissions do not stop
    const disk = root ? smallDisk(4096) : undefined;
    if (root && disk === undefined) return skip('mounting is not permitted');
    const folder = disk?.folder ?? tempFolder();
    const db = join(folder, 'x.db');
    const path = tempFile('g.pgn', pgns(3));
    await run('scan', [path, '--db', db, ...flags]);
    const before = readFileSync(db);
    if (disk !== undefined) disk.remount('ro');
    else for (const [file, mode] of [[db, 0o444] as const, [folder, 0o555] as const]) chmodSync(file, mode);
    const why =
      disk === undefined ? 'this user may not write it' : 'not writable, for its file system is mounted read-only';
    expectFailure(await run('scan', [tempFile('h.pgn', text), '--db', db, ...flags]), db, why);
    if (disk === undefined) chmodSync(folder, 0o755);
    expect(readFileSync(db).equals(before)).toBe(true);
  });
});

test('a database that another process is writing to: what was committed is kept, and the next run goes on', async () => {
  const [path, folder] = [tempFile('g.pgn', text), tempFolder()];
  const [db, wish, done] = [join(folder, 'x.db'), join(folder, 'wish'), join(folder, 'done')];
  const store = openStore(db, { busyTimeout: 50 });
  const script = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { Database } from ${JSON.stringify(SQLITE)};
    const db = new Database(${JSON.stringify(db)});
    setInterval(() => {
      if (db.inTransaction || !existsSync(${JSON.stringify(wish)})) return;
      db.exec('BEGIN IMMEDIATE');
      writeFileSync(${JSON.stringify(done)}, '');
    }, 5);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: ROOT });
  onTestFinished(() => void other.kill('SIGKILL'));
  let commits = 0;
  const onProgress = (): void => {
    if (++commits !== 3) return;
    writeFileSync(wish, '');
    const deadline = performance.now() + 20_000;
    while (!existsSync(done)) if (performance.now() > deadline) throw new Error('the other process does not lock');
  };
  const failure = scan([path], { pool, store, limits, onProgress });
  await expect(failure).rejects.toMatchObject({ name: 'StoreError', code: 'locked' });
  await expect(failure).rejects.toThrow('another process is writing to it; wait');
  expect(store.counts().games).toBe(60);
  const ending = once(other, 'close');
  other.kill('SIGKILL');
  await ending;
  const { before, games } = await scan([path], { pool, store, limits });
  expect({ before, stored: games.stored }).toEqual({ before: 60, stored: GAMES - 60 });
  expect(store.digest()).toBe(await truth(path));
  store.close();
});

describe('a database that is damaged', () => {
  test('fails the run, which says so, and is not made worse', async () => {
    const db = join(tempFolder(), 'x.db');
    await run('scan', [tempFile('g.pgn', pgns(2000)), '--db', db, ...flags]);
    const copy = join(tempFolder(), 'copy.db');
    copyFileSync(db, copy);
    const bytes = readFileSync(copy);
    bytes.fill(0xa5, 10 * 4096); // all but the schema and some roots
    writeFileSync(copy, bytes);
    const more = tempFile('h.pgn', pgns(4000).slice(pgns(2000).length));
    expectFailure(await run('scan', [more, '--db', copy, ...flags]), copy, 'is damaged', 'restore a backup');
    expect(statSync(copy).size).toBe(bytes.length);
  });

  test('in its first bytes is no database any more', async () => {
    const db = join(tempFolder(), 'x.db');
    openStore(db).close();
    const bytes = readFileSync(db);
    bytes.fill(0, 0, 50);
    writeFileSync(db, bytes);
    expectFailure(await run('scan', [tempFile('g.pgn', pgns(3)), '--db', db, ...flags]), db, 'not an SQLite database');
    expect(readFileSync(db).equals(bytes)).toBe(true);
  });
});

// Windows does not let go of a file that is open
describe.skipIf(process.platform === 'win32')('a database whose file, while the scan runs,', () => {
  test.each([
    ['is deleted', (db: string) => ['', '-wal', '-shm'].forEach((end) => rmSync(db + end))],
    ['is moved', (db: string) => renameSync(db, db + '.old')],
    [
      'is replaced',
      (db: string) => {
        renameSync(db, db + '.old');
        writeFileSync(db, 'something else');
      },
    ],
  ])('%s: the run ends and says so', async (_, disturb) => {
    const db = join(tempFolder(), 'x.db');
    const store = testStore(db);
    let commits = 0;
    const onProgress = (): void => {
      if (++commits === 3) disturb(db);
    };
    const failure = scan([tempFile('g.pgn', text)], { pool, store, limits, onProgress });
    await expect(failure).rejects.toMatchObject({ name: 'StoreError', code: 'moved' });
    await expect(failure).rejects.toThrow('put the file back');
    expect(commits).toBe(3);
  });

  test('is moved, and put back as the message says, has all that was committed', async () => {
    const path = tempFile('g.pgn', text);
    const db = join(tempFolder(), 'x.db');
    const store = openStore(db);
    let commits = 0;
    const onProgress = (): void => {
      if (++commits === 3) renameSync(db, db + '.old');
    };
    await expect(scan([path], { pool, store, limits, onProgress })).rejects.toMatchObject({ code: 'moved' });
    store.close();
    renameSync(db + '.old', db);
    const again = testStore(db);
    expect(again.counts().games).toBe(60);
    const { before, games } = await scan([path], { pool, store: again, limits });
    expect({ before, stored: games.stored }).toEqual({ before: 60, stored: GAMES - 60 });
    expect(again.digest()).toBe(await truth(path));
  });
});
