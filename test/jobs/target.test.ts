/** Files that are written whole or not at all, whoever else writes beside them. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { faultOfFile, writeWhole } from '../../jobs/target.js';
import { tempFolder } from '../pipeline/fixture.js';
import { ended } from './run.js';

test('two at once each write their own, and the one that ends last is there, whole', async () => {
  const folder = tempFolder();
  const target = join(folder, 'q.pgn');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const slow = writeWhole(target, async (file) => {
    await file.writeFile('slow, ');
    await held;
    await file.writeFile('and whole');
  });
  await writeWhole(target, (file) => file.writeFile('quick'));
  expect(readFileSync(target, 'utf8')).toBe('quick');
  release();
  await slow;
  expect(readFileSync(target, 'utf8')).toBe('slow, and whole');
  expect(readdirSync(folder)).toEqual(['q.pgn']);
});

test("another program's unfinished file stays, and one that fails leaves nothing", async () => {
  const folder = tempFolder();
  const target = join(folder, 'q.pgn');
  writeFileSync(`${target}.partial`, 'a download');
  await writeWhole(target, (file) => file.writeFile('ours'));
  await expect(writeWhole(target, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
  expect(readFileSync(`${target}.partial`, 'utf8')).toBe('a download');
  expect(readFileSync(target, 'utf8')).toBe('ours');
  expect(readdirSync(folder).sort()).toEqual(['q.pgn', 'q.pgn.partial']);
});

test('what the file system refuses is told with the file and what to do', async () => {
  const target = join(tempFolder(), 'q.pgn');
  for (const [code, words] of [
    ['ENOSPC', 'ENOSPC: no space left on device, write'],
    ['EDQUOT', 'EDQUOT: disk quota exceeded, write'],
  ]) {
    const full = Object.assign(new Error(words), { code, syscall: 'write' });
    await expect(writeWhole(target, () => Promise.reject(full))).rejects.toThrow(
      `${target} could not be written (${words}); free some space, or name another file. What was stored in the database is kept`,
    );
  }
  const nowhere = join(target, 'r.json');
  await expect(writeWhole(nowhere, () => Promise.resolve())).rejects.toThrow(`${nowhere} could not be written (ENOENT`);
});

describe.skipIf(process.platform === 'win32')('what is no file of its own', () => {
  const faultOf = (target: string): string | null => faultOfFile('--report', target, 'head', []);

  test('a link stays, and what it leads to is written, with the permissions that it had', async () => {
    const [folder, elsewhere] = [tempFolder(), tempFolder()];
    const [link, file] = [join(folder, 'link'), join(elsewhere, 'file')];
    symlinkSync(file, link);
    for (const text of ['first', 'second']) {
      expect(faultOfFile('--report', link, 'first', [])).toBeNull();
      await writeWhole(link, (handle) => handle.writeFile(text));
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(readFileSync(file, 'utf8')).toBe(text);
      if (text === 'first') chmodSync(file, 0o640);
    }
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect([readdirSync(folder), readdirSync(elsewhere)]).toEqual([['link'], ['file']]);
  });

  test('a link that leads into a folder that is not there, or back to itself, is told', () => {
    const folder = tempFolder();
    symlinkSync(join(folder, 'no', 'file'), join(folder, 'nowhere'));
    symlinkSync('round', join(folder, 'round'));
    expect(faultOf(join(folder, 'nowhere'))).toContain('its folder does not exist');
    expect(faultOf(join(folder, 'round'))).toContain('leads back to itself');
  });

  test('a pipe is written to', async () => {
    const pipe = join(tempFolder(), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const reading = ended(spawn('cat', [pipe]));
    expect(faultOf(pipe)).toBeNull();
    await writeWhole(pipe, (handle) => handle.writeFile('through'));
    expect((await reading).stdout).toBe('through');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  test('a device is written to', async () => {
    expect(faultOf('/dev/null')).toBeNull();
    await writeWhole('/dev/null', (handle) => handle.writeFile('away'));
    expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  });

  test('the file that standard output goes to is refused: its name would be taken away from below it', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'games.pgn'), '1. e4 *\n');
    const scan = `'${process.execPath}' '${join(ROOT, 'dist', 'jobs', 'scan.js')}' games.pgn --db x.db --quiet`;
    for (const flag of ['--report', '--quarantine']) {
      const { code, stderr } = await ended(spawn('sh', ['-c', `${scan} ${flag} /dev/stdout > out`], { cwd: folder }));
      expect(stderr).toContain(`${flag} /dev/stdout is where standard output goes`);
      expect(code).toBe(2);
    }
    expect(readdirSync(folder).sort()).toEqual(['games.pgn', 'out']);
  });
});
