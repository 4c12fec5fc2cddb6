/** Archives that somebody writes while they are read, copies of broken ones, and archives that were moved. */
import { appendFileSync, copyFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { makeZip } from '../archive/helpers.js';
import { pgn, pgns, scan, sharedPool, tempFile, tempFolder, testStore } from './fixture.js';

const GAMES = 4000;
/** Several reads of the disk, and many batches. */
const TEXT = pgns(GAMES);
const LIMITS = { games: 50, bytes: 1 << 20 };

const pool = sharedPool(1);

/** Scans, and does something once the first batch is committed. */
async function scanWhile(
  path: string,
  store: ReturnType<typeof testStore>,
  change: () => void,
): ReturnType<typeof scan> {
  let done = false;
  const onProgress = (): void => {
    if (!done) change();
    done = true;
  };
  return scan([path], { pool, store, limits: LIMITS, onProgress });
}

describe('an archive that is written while it is read', () => {
  test.each([
    ['plain', TEXT],
    ['packed', gzipSync(TEXT, { level: 0 })],
  ])('is told where it became shorter, and gone on with once it is whole: %s', async (_, bytes) => {
    const store = testStore();
    const path = tempFile('a.pgn', bytes);
    const first = await scanWhile(path, store, () => truncateSync(path, 300_100));
    expect(first.unread).toEqual([expect.stringMatching(/a\.pgn: changed its length while it was being read/)]);
    expect(first.games.seen).toBeLessThan(GAMES);
    expect(first.games.quarantined).toBe(0);

    writeFileSync(path, bytes);
    const second = await scan([path], { pool, store });
    expect(second).toMatchObject({
      unread: [],
      finished: 0,
      games: { seen: GAMES, stored: GAMES - first.games.stored },
    });
    expect(store.counts().games).toBe(GAMES);
  });

  test('is told where it became longer, and no half of a game is stored', async () => {
    const store = testStore();
    const last = pgn(GAMES, { moves: '1. e4 e5 2. Nf3', result: '1-0' });
    const half = last.slice(0, last.indexOf(' e5'));
    const path = tempFile('a.pgn', TEXT + half);
    const first = await scanWhile(path, store, () => appendFileSync(path, last.slice(half.length)));
    expect(first.unread).toEqual([expect.stringContaining('changed its length')]);
    expect(first.games).toMatchObject({ seen: GAMES, stored: GAMES });

    const second = await scan([path], { pool, store });
    expect(second).toMatchObject({ unread: [], games: { seen: GAMES + 1, stored: 1 } });
  });
});

test('a copy of an archive that breaks off goes on behind the other one, and not behind an earlier run', async () => {
  const cut = gzipSync(TEXT).subarray(0, -2000);
  const paths = [tempFile('a.gz', cut), tempFile('b.gz', cut)];
  const store = testStore();
  const first = await scan(paths, { pool, store });
  expect(first.unread.length).toBe(2);
  expect(first.resumed).toEqual([
    expect.stringMatching(/b\.gz: resumed after game [\d,]+, up to which a copy of it was read$/),
  ]);
  const second = await scan(paths.slice(1), { pool, store });
  expect(second.resumed).toEqual([expect.stringMatching(/b\.gz: .* up to which an earlier run had read it$/)]);
});

describe('an archive that is known', () => {
  const BROKEN = pgn(9, { moves: '1. e4 Ke4' });

  /** Under which names the store knows the broken game's archives. */
  function namesIn(store: ReturnType<typeof testStore>): string[] {
    return [...store.quarantined()].map(({ archive, entry }) => `${basename(archive)} ${entry}`);
  }

  test.each([
    ['plain', 'old.pgn', 'new.pgn', BROKEN, 'new.pgn new.pgn'],
    ['packed', 'old.pgn.gz', 'new.pgn.gz', gzipSync(BROKEN), 'new.pgn.gz new.pgn'],
  ])('has the name that it was given since, though it is not opened again: %s', async (_, old, name, bytes, told) => {
    const store = testStore();
    const path = tempFile(old, bytes);
    await scan([path], { pool, store });
    const moved = join(tempFolder(), name);
    renameSync(path, moved);
    // another one has taken the old name
    writeFileSync(path, pgn(1));
    expect(await scan([moved], { pool, store })).toMatchObject({ finished: 1 });
    expect(namesIn(store)).toEqual([told]);
  });

  test('keeps the names of what is in it', async () => {
    const store = testStore();
    const path = tempFile('old.zip', await makeZip([{ name: 'games.pgn', data: BROKEN }]));
    await scan([path], { pool, store });
    const moved = join(tempFolder(), 'new.zip');
    renameSync(path, moved);
    expect(await scan([moved], { pool, store })).toMatchObject({ finished: 1 });
    expect(namesIn(store)).toEqual(['new.zip games.pgn']);
  });

  test('has its new name also where it broke off, and there is nothing new in it', async () => {
    const store = testStore();
    const path = tempFile('old.pgn.gz', gzipSync(BROKEN + TEXT).subarray(0, 4000));
    await scan([path], { pool, store });
    const moved = join(tempFolder(), 'new.pgn.gz');
    renameSync(path, moved);
    const before = store.counts().games;
    expect(await scan([moved], { pool, store })).toMatchObject({ games: { stored: 0, duplicate: before } });
    expect(namesIn(store)).toEqual(['new.pgn.gz new.pgn']);
  });

  test('keeps its name as long as it is there, whatever copies there are', async () => {
    const store = testStore();
    const path = tempFile('old.pgn', BROKEN);
    const copy = join(tempFolder(), 'copy.pgn');
    copyFileSync(path, copy);
    await scan([path, copy], { pool, store });
    expect(await scan([copy], { pool, store })).toMatchObject({ finished: 1 });
    expect(namesIn(store)).toEqual(['old.pgn old.pgn']);
  });
});

describe('standard input', () => {
  /** Two streams that are the same for more than is looked at, and go on with another broken game at the same place. */
  const head = pgns(1000);
  const alpha = pgn(9001, { moves: '1. e4 e5 2. Ke3' });
  const omega = pgn(9001, { moves: '1. d4 d5 2. Ke3' });

  function scanInput(store: ReturnType<typeof testStore>, text: string | Uint8Array): ReturnType<typeof scan> {
    const stream: unknown = Readable.from([Buffer.from(text)]);
    const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(stream as typeof process.stdin);
    return scan(['-'], { pool, store }).finally(() => input.mockRestore());
  }

  test('keeps the broken games of every stream, though another began like it', async () => {
    const store = testStore();
    for (const text of [head + alpha, head + omega, head + pgn(9001)]) await scanInput(store, text);
    const kept = [...store.quarantined()].map(({ bytes }) => Buffer.from(bytes).toString().trim());
    expect(kept).toEqual([alpha.trim(), omega.trim()]);
  });

  test('takes no name away from a file that it is a copy of', async () => {
    const store = testStore();
    const zip = await makeZip([{ name: 'a.pgn', data: alpha }]);
    const path = tempFile('games.zip', zip);
    await scan([path], { pool, store });
    await scanInput(store, zip);
    expect([...store.quarantined()].map(({ archive }) => archive)).toEqual([path]);
  });

  test('is the same archive again where all of it is', async () => {
    const store = testStore();
    for (let run = 0; run < 2; run++) await scanInput(store, alpha);
    expect(store.counts().quarantine).toBe(1);
  });
});
