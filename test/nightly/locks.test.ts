/** What a night locks, and lets go of where another is at work. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockNight } from '../../src/nightly/locks.js';
import { tempFolder } from '../pipeline/fixture.js';

test('a night that cannot make its folder locks nothing', () => {
  const home = tempFolder();
  const db = join(home, 'one.db');
  writeFileSync(join(home, 'file'), '');
  expect(() => lockNight(db, join(home, 'file', 'out'))).toThrow('reports cannot be written there');
  const held = lockNight(db, join(home, 'out'))!;
  expect(held).toHaveLength(2);
  for (const lock of held) lock.release();
});

test('a night that finds its database or its folder taken leaves the other to others', () => {
  const home = tempFolder();
  const [one, other] = ['one.db', 'other.db'].map((name) => join(home, name)) as [string, string];
  const [here, there] = ['here', 'there'].map((name) => join(home, name)) as [string, string];
  const earlier = lockNight(other, there)!;
  expect(earlier).toHaveLength(2);
  for (const lock of earlier) lock.release();

  const held = lockNight(one, here)!;
  expect(held).toHaveLength(2);
  expect(lockNight(other, here)).toBeNull();
  expect(lockNight(one, there)).toBeNull();
  const beside = lockNight(other, there)!;
  expect(beside).toHaveLength(2);
  for (const lock of [...held, ...beside]) lock.release();
});

test('a night that finds one taken makes nothing, not even a lock', () => {
  const home = tempFolder();
  const held = lockNight(join(home, 'one.db'), join(home, 'here'))!;
  const before = readdirSync(home);
  expect(lockNight(join(home, 'new.db'), join(home, 'here'))).toBeNull();
  expect(lockNight(join(home, 'one.db'), join(home, 'new'))).toBeNull();
  expect(readdirSync(home)).toEqual(before);
  for (const lock of held) lock.release();
});
