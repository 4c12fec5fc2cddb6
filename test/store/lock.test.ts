/** One process at a time, with real processes; and none leaves a lock behind, however it ends. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { takeLock } from '../../src/store/lock.js';
import { collect } from '../collect.js';
import { tempFolder } from './fixture.js';

const MODULE = pathToFileURL(join(ROOT, 'dist', 'src', 'store', 'lock.js')).href;

/** Takes the lock, says what came of it, and stays. */
async function holder(file: string): Promise<{ word: string; kill: () => Promise<unknown> }> {
  const code = `import { takeLock } from ${JSON.stringify(MODULE)};
    process.stdout.write(takeLock(${JSON.stringify(file)}) === null ? 'refused' : 'held');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [word] = (await once(child.stdout, 'data')) as [Buffer];
  const kill = async (): Promise<unknown> => {
    child.kill('SIGKILL');
    return once(child, 'exit');
  };
  return { word: word.toString(), kill };
}

test('a lock is held by one, and free again once it is released', () => {
  const file = join(tempFolder(), 'lock');
  const lock = takeLock(file);
  expect(lock).not.toBeNull();
  expect(takeLock(file)).toBeNull();
  lock?.release();
  const again = takeLock(file);
  expect(again).not.toBeNull();
  again?.release();
});

test('a lock is held though whoever took it has forgotten it', async () => {
  const file = join(tempFolder(), 'lock');
  expect(takeLock(file)).not.toBeNull();
  for (let i = 0; i < 3; i++) {
    await setImmediate();
    collect();
  }
  expect(takeLock(file)).toBeNull();
});

test('another process is refused while one holds it, and gets it at once when that is killed', async () => {
  const file = join(tempFolder(), 'lock');
  const first = await holder(file);
  expect(first.word).toBe('held');
  expect((await holder(file)).word).toBe('refused');
  expect(takeLock(file)).toBeNull();
  await first.kill();
  const lock = takeLock(file);
  expect(lock).not.toBeNull();
  expect((await holder(file)).word).toBe('refused');
  lock?.release();
});

test('a folder that is not there is told in words', () => {
  expect(() => takeLock(join(tempFolder(), 'no', 'lock'))).toThrow('folder does not exist');
});

test('what stands in the place of a lock is told as what it is, and stays', () => {
  const [folder, file, gone] = ['folder', 'file', 'gone'].map((name) => join(tempFolder(), name)) as [
    string,
    string,
    string,
  ];
  const advice = 'a lock is an empty file that is made where there is none; move this away';
  mkdirSync(folder);
  expect(() => takeLock(folder)).toThrow(`Lock ${folder}: it is a folder; ${advice}`);
  expect(existsSync(folder)).toBe(true);
  writeFileSync(file, 'notes of somebody '.repeat(100));
  expect(() => takeLock(file)).toThrow(`Lock ${file}: it is a file of something else; ${advice}`);
  expect(readFileSync(file, 'utf8')).toMatch(/^notes/);
  expect(() => takeLock(join(gone, 'lock'))).toThrow(`Lock ${join(gone, 'lock')}: its folder does not exist`);
});

test.skipIf(process.platform === 'win32')('a pipe in the place of a lock is no fault of the disk', () => {
  const pipe = join(tempFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  expect(() => takeLock(pipe)).toThrow(`Lock ${pipe}: it is no file; a lock is an empty file`);
});
