/** The games behind a place: the same as in one reading, and no more bytes looked at than needed. */
import { describe, expect, test } from 'vitest';
import { ArchiveError, type ArchiveEntry } from '../../src/archive/open.js';
import { gamesFrom, StopReading } from '../../src/pipeline/rest.js';
import { splitChunks, type RawGame } from '../../src/pgn/splitter.js';
import { pgns } from './fixture.js';

const SIZE = 20;
const TEXT = Buffer.from(pgns(SIZE).replaceAll('"Black"', '"Bläck"'));
const WIDE = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(TEXT.toString(), 'utf16le')]);
const never = (): boolean => false;

/** An entry of these bytes that notes where it was opened. */
function entryOf(bytes: Buffer, seekable: boolean): { entry: ArchiveEntry; opened: number[] } {
  const opened: number[] = [];
  async function* from(offset: number): AsyncGenerator<Uint8Array> {
    opened.push(offset);
    for (let at = offset; at < bytes.length; at += 100) yield await Promise.resolve(bytes.subarray(at, at + 100));
  }
  const entry = { name: 'x.pgn', size: bytes.length, open: () => from(0), ...(seekable && { openAt: from }) };
  return { entry, opened };
}

async function all(stream: AsyncIterable<RawGame[]>): Promise<RawGame[]> {
  const list: RawGame[] = [];
  for await (const games of stream) list.push(...games);
  return list;
}

describe.each([
  ['a plain file', TEXT, true],
  ['a packed stream', TEXT, false],
  ['a plain file in UTF-16', WIDE, true],
  ['a plain file in UTF-16 that does not say so', WIDE.subarray(2), true],
  ['a packed stream in UTF-16', WIDE, false],
])('of %s', (_, bytes, seekable) => {
  test('come as they were, from behind any game', async () => {
    const games = await all(splitChunks(entryOf(bytes, false).entry.open()));
    expect(games.length).toBe(SIZE);
    for (const [index, { offset, line }] of games.entries()) {
      const { entry, opened } = entryOf(bytes, seekable);
      expect(await all(gamesFrom(entry, { entry: 0, offset, line }, 'x', never))).toEqual(games.slice(index + 1));
      // a file whose bytes are those that are split is read from the place on
      if (bytes === TEXT && seekable) expect(opened.at(-1)).toBe(offset);
      else expect(opened).not.toContain(offset === 0 ? -1 : offset);
    }
    const { entry } = entryOf(bytes, seekable);
    expect(await all(gamesFrom(entry, { entry: 0, offset: null, line: 1 }, 'x', never))).toEqual(games);
  });

  test.each([7, 100_000])('are refused where no game begins at the place (%i)', async (offset) => {
    const { entry } = entryOf(bytes, seekable);
    const games = all(gamesFrom(entry, { entry: 0, offset, line: 1 }, 'x', never));
    await expect(games).rejects.toBeInstanceOf(ArchiveError);
    await expect(games).rejects.toThrow('--fresh');
  });
});

test('a stop ends the reading between two games, even of what holds none', async () => {
  let asked = 0;
  const { entry } = entryOf(Buffer.alloc(100_000, 'junk '), false);
  const games = all(gamesFrom(entry, { entry: 0, offset: null, line: 1 }, 'x', () => ++asked === 5));
  await expect(games).rejects.toBeInstanceOf(StopReading);
  expect(asked).toBe(5);
});
