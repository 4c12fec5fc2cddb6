/** Files that are written whole or not at all, whoever else writes beside them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeWhole } from '../../jobs/target.js';
import { tempFolder } from '../pipeline/fixture.js';

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
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  await expect(writeWhole(target, () => Promise.reject(full))).rejects.toThrow(
    `${target} could not be written (ENOSPC: no space left on device, write); free some space, or name another file. What was stored is kept`,
  );
  const nowhere = join(target, 'r.json');
  await expect(writeWhole(nowhere, () => Promise.resolve())).rejects.toThrow(`${nowhere} could not be written (ENOENT`);
});
