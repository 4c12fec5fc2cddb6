import { describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.js';

const hash = (seed: number): Uint8Array => new Uint8Array(32).fill(seed);
const FIRST = { id: 'aaaa', plan: 'builder', note: 'a club', hash: hash(1), created: 100 };

/** Bytes as plain arrays, which compare whatever class they come in. */
function plain(row: object | undefined): unknown {
  return (
    row && Object.fromEntries(Object.entries(row).map(([name, v]) => [name, v instanceof Uint8Array ? [...v] : v]))
  );
}

const CREATED = {
  ...FIRST,
  hash: [...hash(1)],
  previousHash: null,
  previousUntil: null,
  rotated: null,
  revoked: null,
  lastUsed: null,
  account: null,
  paidUntil: null,
};

describe('keys', () => {
  it('are kept as they are made; an id is taken once', () => {
    const { keys } = openStore(':memory:');
    expect(keys.create(FIRST)).toBe(true);
    expect(keys.create({ ...FIRST, plan: 'scale', hash: hash(2) })).toBe(false);
    expect(plain(keys.find('aaaa'))).toEqual(CREATED);
    expect(keys.find('bbbb')).toBeUndefined();
  });

  it('are listed in the order in which they were made', () => {
    const { keys } = openStore(':memory:');
    keys.create({ ...FIRST, id: 'zzzz', created: 1 });
    keys.create(FIRST);
    keys.create({ ...FIRST, id: 'bbbb' });
    expect(keys.list().map(({ id }) => id)).toEqual(['zzzz', 'aaaa', 'bbbb']);
  });

  it('are rotated with and without a time of grace for the secret before', () => {
    const { keys } = openStore(':memory:');
    keys.create(FIRST);
    expect(keys.rotate('aaaa', hash(2), 200, 500)).toBe(true);
    expect(plain(keys.find('aaaa'))).toEqual({
      ...CREATED,
      hash: [...hash(2)],
      previousHash: [...hash(1)],
      previousUntil: 500,
      rotated: 200,
    });
    expect(keys.rotate('aaaa', hash(3), 300, null)).toBe(true);
    expect(plain(keys.find('aaaa'))).toEqual({ ...CREATED, hash: [...hash(3)], rotated: 300 });
    expect(keys.rotate('bbbb', hash(4), 400, null)).toBe(false);
  });

  it('are revoked for good, a time of grace with them', () => {
    const { keys } = openStore(':memory:');
    keys.create(FIRST);
    keys.rotate('aaaa', hash(2), 200, 500);
    expect(keys.revoke('aaaa', 300)).toBe(true);
    expect(keys.find('aaaa')).toMatchObject({ revoked: 300, previousHash: null, previousUntil: null });
    expect(keys.revoke('aaaa', 400)).toBe(false);
    expect(keys.rotate('aaaa', hash(3), 400, null)).toBe(false);
    expect(keys.find('aaaa')).toMatchObject({ revoked: 300 });
  });

  it('know when they were last used, and never forget a later use for an earlier one', () => {
    const { keys } = openStore(':memory:');
    keys.create(FIRST);
    keys.touch([
      ['aaaa', 700],
      ['gone', 700],
    ]);
    keys.touch([['aaaa', 600]]);
    expect(keys.find('aaaa')?.lastUsed).toBe(700);
  });
});

describe('daily games', () => {
  it('add up by day and client, and are forgotten when the day is over', () => {
    const { usage } = openStore(':memory:');
    usage.addGames('2024-02-28', [['2024-02-28', 'a', 1]]);
    usage.addGames('2024-02-28', [
      ['2024-02-28', 'a', 2],
      ['2024-02-28', 'b', 1],
    ]);
    expect(usage.gamesOn('2024-02-28', 'a')).toBe(3);
    expect(usage.gamesOn('2024-02-28', 'b')).toBe(1);
    expect(usage.gamesOn('2024-02-29', 'a')).toBe(0);
    usage.addGames('2024-02-29', [
      ['2024-02-28', 'a', 5], // a late one
      ['2024-02-29', 'b', 1],
    ]);
    expect(usage.gamesOn('2024-02-28', 'a')).toBe(0);
    expect(usage.gamesOn('2024-02-29', 'b')).toBe(1);
  });
});

it('neither is content: the digest of a store leaves both out', () => {
  const store = openStore(':memory:');
  const before = store.digest();
  store.keys.create(FIRST);
  store.usage.addGames('2024-02-28', [['2024-02-28', 'a', 1]]);
  expect(store.digest()).toBe(before);
});
