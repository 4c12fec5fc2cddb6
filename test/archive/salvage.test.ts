/** Zips whose end is missing: what stands before the cut is read, and that more is missing is told. */
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { PIECE } from '../../src/archive/file.js';
import { openArchive, type ArchiveLimits } from '../../src/archive/open.js';
import { contentOf, directoryHeader, makeZip, manyGames, report, scratch, variedGames } from './helpers.js';

const folder = scratch();
afterAll(() => folder.remove());

const MISSING = 'what is missing 0 truncated';
const ITEMS = [
  { name: 'a.pgn', data: manyGames(7) },
  { name: 'b.pgn', data: manyGames(9), stored: true },
  { name: 'c.pgn', data: variedGames(2000) },
];

/** Written as to a pipe: what an entry comes to stands behind it. */
async function pipedZip(zip64 = false, compress = true): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, data } of ITEMS) {
    zip.addReadStream(Readable.from([Buffer.from(data)]), name, { forceZip64Format: zip64, compress });
  }
  zip.end();
  return contentOf(zip.outputStream as AsyncIterable<Uint8Array>);
}

async function reportOf(zip: Uint8Array, limits?: Partial<ArchiveLimits>): Promise<string[]> {
  return report(await openArchive(folder.file('cut.zip', zip), limits));
}

describe.each([
  ['sizes stand before the entries', () => makeZip(ITEMS)],
  ['sizes stand before the entries, in zip64', () => makeZip(ITEMS.map((item) => ({ ...item, zip64: true })))],
  ['sizes stand behind the entries', () => pipedZip()],
  ['sizes stand behind the entries, in zip64', () => pipedZip(true)],
  ['sizes stand behind entries that are not packed', () => pipedZip(false, false)],
  ['sizes stand behind entries that are not packed, in zip64', () => pipedZip(true, false)],
])('where %s, a zip that is cut', (_, make) => {
  it('in its directory gives all entries, and says that its end is missing', async () => {
    const zip = await make();
    for (const length of [zip.length - 1, directoryHeader(zip, 1) + 5, directoryHeader(zip)]) {
      expect(await reportOf(zip.subarray(0, length))).toEqual(['a.pgn 7', 'b.pgn 9', 'c.pgn 2000', MISSING]);
    }
  });

  it('in an entry gives the whole games before the cut', async () => {
    const zip = await make();
    const third = zip.indexOf('c.pgn');
    const lines = await reportOf(zip.subarray(0, (third + directoryHeader(zip)) >> 1));
    expect(lines).toEqual(['a.pgn 7', 'b.pgn 9', expect.stringMatching(/^c\.pgn (?:9|10)\d\d truncated$/), MISSING]);
  });

  it('between two entries, or in the header of one, gives those before', async () => {
    const zip = await make();
    const third = zip.indexOf('c.pgn') - 30;
    for (const length of [third, third + 10, third + 32]) {
      expect(await reportOf(zip.subarray(0, length))).toEqual(['a.pgn 7', 'b.pgn 9', MISSING]);
    }
  });
});

describe('checksums count there, too', () => {
  it('before the entries', async () => {
    const zip = await makeZip(ITEMS);
    zip[zip.indexOf('[Round "5"]', zip.indexOf('b.pgn')) + 8] = 0x39;
    const lines = await reportOf(zip.subarray(0, directoryHeader(zip)));
    expect(lines).toEqual(['a.pgn 7', 'b.pgn 9 bad_checksum', 'c.pgn 2000', MISSING]);
  });

  it.each([false, true])('and behind them, in zip64: %s', async (zip64) => {
    const zip = await pipedZip(zip64);
    const behind = zip.indexOf('PK\x07\x08', 'latin1');
    zip.writeUInt32LE(12345, behind + 4);
    const lines = await reportOf(zip.subarray(0, directoryHeader(zip)));
    expect(lines).toEqual(['a.pgn 7 bad_checksum', 'b.pgn 9', 'c.pgn 2000', MISSING]);
  });
});

it('gives the bytes of an entry that is not packed up to the cut', async () => {
  const zip = await makeZip([{ name: 'a.pgn', data: manyGames(1000), stored: true }]);
  const [line, missing] = await reportOf(zip.subarray(0, directoryHeader(zip) >> 1));
  expect(line).toMatch(/^a\.pgn (?:4|5)\d\d truncated$/);
  expect(missing).toBe(MISSING);
});

it.each([false, true])(
  'finds the end of what is not packed where no signature stands there, in zip64: %s',
  async (zip64) => {
    const zip = await pipedZip(zip64, false);
    const bare = Buffer.from(zip.toString('latin1').replaceAll('PK\x07\x08', ''), 'latin1');
    const lines = await reportOf(bare.subarray(0, directoryHeader(bare) + 5));
    expect(lines).toEqual(['a.pgn 7', 'b.pgn 9', 'c.pgn 2000', MISSING]);
  },
);

it.each([false, true])(
  'finds it wherever the pieces end in which it is sought, signature or none: %s',
  async (bare) => {
    for (let length = PIECE - 26; length <= PIECE + 26; length += 4) {
      const zip = new ZipFile();
      for (const [name, data] of Object.entries({ 'a.pgn': manyGames(1).padEnd(length), 'b.pgn': manyGames(2) }))
        zip.addReadStream(Readable.from([Buffer.from(data)]), name, { compress: false });
      zip.end();
      const bytes = (await contentOf(zip.outputStream as AsyncIterable<Uint8Array>)).toString('latin1');
      const cut = Buffer.from(bare ? bytes.replaceAll('PK\x07\x08', '') : bytes, 'latin1').subarray(0, -1);
      expect(await reportOf(cut), String(length)).toEqual(['a.pgn 1', 'b.pgn 2', MISSING]);
    }
  },
);

it('passes over a zip within what is not packed, and over what looks like its end', async () => {
  const inner = await pipedZip(false, false);
  const noise = Buffer.from('PK\x07\x08'.repeat(5) + 'PK\x03\x04'.repeat(50_000), 'latin1');
  const zip = new ZipFile();
  zip.addReadStream(Readable.from([inner]), 'inner.zip', { compress: false });
  zip.addReadStream(Readable.from([noise]), 'noise.bin', { compress: false });
  zip.addReadStream(Readable.from([Buffer.from(manyGames(3))]), 'd.pgn', { compress: false });
  zip.end();
  const bytes = await contentOf(zip.outputStream as AsyncIterable<Uint8Array>);
  expect(await reportOf(bytes.subarray(0, -1))).toEqual(['d.pgn 3', MISSING]);
});

it('keeps to the limits while it looks for where entries end', async () => {
  const zip = new ZipFile();
  zip.addReadStream(Readable.from([Buffer.alloc(100 << 20, ' ')]), 'bomb.pgn');
  zip.addReadStream(Readable.from([Buffer.from(manyGames(3))]), 'behind.pgn');
  zip.end();
  const bytes = await contentOf(zip.outputStream as AsyncIterable<Uint8Array>);
  const lines = await reportOf(bytes.subarray(0, directoryHeader(bytes)), { ratioFromBytes: 1 << 20, maxRatio: 100 });
  expect(lines).toEqual(['bomb.pgn 0 too_large', MISSING]);
});

it('gives no more entries than may be read', async () => {
  const zip = await makeZip(ITEMS);
  expect(await reportOf(zip.subarray(0, -1), { maxEntries: 2 })).toEqual(['a.pgn 7', 'b.pgn 9', MISSING]);
});

it('finds the sizes of an entry where its header has them in zip64 alone', async () => {
  const zip = await makeZip(ITEMS);
  const nameEnd = 30 + zip.readUInt16LE(26);
  const large = Buffer.alloc(20);
  large.writeUInt16LE(1, 0);
  large.writeUInt16LE(16, 2);
  large.writeBigUInt64LE(BigInt(zip.readUInt32LE(22)), 4);
  large.writeBigUInt64LE(BigInt(zip.readUInt32LE(18)), 12);
  zip.fill(0xff, 18, 26);
  zip.writeUInt16LE(zip.readUInt16LE(28) + large.length, 28);
  const whole = Buffer.concat([zip.subarray(0, nameEnd), large, zip.subarray(nameEnd)]);
  expect(await reportOf(whole.subarray(0, -1))).toEqual(['a.pgn 7', 'b.pgn 9', 'c.pgn 2000', MISSING]);
});

it('is read from standard input as well', async () => {
  const zip = await makeZip(ITEMS);
  const archive = await openArchive('-', {}, Readable.from([zip.subarray(0, -1)]));
  expect(await report(archive)).toEqual(['a.pgn 7', 'b.pgn 9', 'c.pgn 2000', MISSING]);
  await archive.close();
});

it.each([true, false])('is sought no further once somebody asks for an end, packed: %s', async (compress) => {
  const zip = await pipedZip(false, compress);
  const path = folder.file('cut.zip', zip.subarray(0, -1));
  await expect(openArchive(path, {}, undefined, AbortSignal.abort())).rejects.toMatchObject({ code: 'closed' });
});
