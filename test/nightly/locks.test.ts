/** What a night locks, and lets go of where another is at work. */
import { join } from 'node:path';
import { mkdirSync, symlinkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lockNight } from '../../src/nightly/locks.js';
import { tempFolder } from '../pipeline/fixture.js';

test('a night that finds the folder taken leaves its database to others', () => {
  const home = tempFolder();
  const [one, other] = ['one.db', 'other.db'].map((name) => join(home, name)) as [string, string];
  const held = lockNight(one, join(home, 'out'))!;
  expect(held).toHaveLength(2);
  expect(lockNight(other, join(home, 'out'))).toBeNull();
  expect(lockNight(one, join(home, 'out 2'))).toBeNull();
  const beside = lockNight(other, join(home, 'out 2'))!;
  expect(beside).toHaveLength(2);
  for (const lock of [...held, ...beside]) lock.release();
});

// making links takes rights on Windows
test.skipIf(process.platform === 'win32')('a folder is the same by whatever name', () => {
  const home = tempFolder();
  mkdirSync(join(home, 'out'));
  symlinkSync(join(home, 'out'), join(home, 'link'));
  const held = lockNight(join(home, 'one.db'), join(home, 'out'))!;
  expect(lockNight(join(home, 'other.db'), join(home, 'link'))).toBeNull();
  for (const lock of held) lock.release();
});
