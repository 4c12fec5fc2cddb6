/** Another process writes to the database: who waits for a sign-in, a payment or a key gets it all the same. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { patiently, Turns } from '../../../src/api/accounts/patience.js';
import { StoreError } from '../../../src/store/errors.js';
import { Database } from '../../../src/store/sqlite.js';
import { openStore } from '../../../src/store/open.js';
import { tempFolder } from '../../store/fixture.js';
import { openWorld, statusOf } from './world.js';

it('signs in, sells and shows the key once the other one is done', async () => {
  const file = join(tempFolder(), 'motif.db');
  const world = await openWorld({ store: openStore(file, { busyTimeout: 5 }) });
  const other = new Database(file);
  let releases = 0;
  // held from the beginning, and then half of the time, as by a scan that commits batch after batch
  other.exec('BEGIN IMMEDIATE');
  const timer = setInterval(() => {
    if (other.inTransaction) {
      other.exec('COMMIT');
      releases++;
    } else other.exec('BEGIN IMMEDIATE');
  }, 30);
  const ann = world.browser();
  await ann.signIn(world);
  await ann.buy();
  const key = await ann.firstKey();
  clearInterval(timer);
  if (other.inTransaction) other.exec('COMMIT');
  other.close();
  expect(releases).toBeGreaterThan(0); // nothing could be written before the first
  expect(await statusOf(world.app, key)).toBe(200);
  await world.close();
});

it('gives up after some seconds, and passes on at once what waiting would not mend', async () => {
  const locked = new StoreError('locked', 'busy');
  let tries = 0;
  await expect(
    patiently(() => {
      tries++;
      throw locked;
    }),
  ).rejects.toBe(locked);
  expect(tries).toBeGreaterThan(5);
  let full = 0;
  await expect(
    patiently(() => {
      full++;
      throw new StoreError('full', 'full');
    }),
  ).rejects.toThrow('full');
  expect(full).toBe(1);
});

it('lets what has one name take turns, and an error hold up nobody', async () => {
  const turns = new Turns();
  const order: string[] = [];
  const slow = async (name: string): Promise<string> => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`${name} ends`);
    if (name === 'b') throw new Error('no');
    return name;
  };
  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => turns.take('x', () => slow(name))));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('lets who comes while a second one is at it wait for that', async () => {
  const turns = new Turns();
  const ends: (() => void)[] = [];
  const work = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
  const [first, second] = [turns.take('x', work), turns.take('x', work)];
  await Promise.resolve();
  ends[0]!();
  await first;
  const third = turns.take('x', work);
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toHaveLength(2);
  ends[1]!();
  await second;
  await new Promise((resolve) => setImmediate(resolve));
  ends[2]!();
  await third;
});
