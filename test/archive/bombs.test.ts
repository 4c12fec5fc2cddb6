/** Archives that mean harm: each is stopped with a reason, in little time and memory, and what lies beside it is unharmed. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Compressor } from 'zstd-napi';
import { afterAll, describe, expect, it } from 'vitest';
import { listArchives, openArchive, type ArchiveError, type ArchiveLimits } from '../../src/archive/open.js';
import { ROOT } from '../../src/paths.js';
import { scan, sharedPool, testStore } from '../pipeline/fixture.js';
import type { Appetite } from './appetite.js';
import { makeZip, manyGames, report, scratch, variedGames } from './helpers.js';
import { bzip2s, chunked, gzip, skippable, zstd, zstdStream } from './makers.js';

const folder = scratch();
afterAll(() => folder.remove());

const TEXT = variedGames(1000);
const ZSTD_STREAM = await zstdStream(TEXT);
const MB = 2 ** 20;

interface Read {
  bytes: number;
  consumed: number;
  error: ArchiveError | undefined;
}

/** Reads all entries of one archive to the first fault. */
async function read(bytes: Uint8Array | AsyncIterable<Uint8Array>, limits?: Partial<ArchiveLimits>): Promise<Read> {
  const archive = await openArchive('-', limits, bytes instanceof Uint8Array ? chunked(bytes, MB) : bytes);
  const result: Read = { bytes: 0, consumed: 0, error: undefined };
  try {
    for await (const entry of archive.entries()) for await (const chunk of entry.open()) result.bytes += chunk.length;
  } catch (error) {
    result.error = error as ArchiveError;
  } finally {
    result.consumed = archive.consumed();
    await archive.close();
  }
  return result;
}

/** 100 MB of zeros by bzip2: 113 bytes. */
const BZIP2_ZEROS = Buffer.from(
  'QlpoOTFBWSZTWQ4J4t8BX45AAMAAAAggADCATUZCoCWpCoCXMUFZJlNZDgni3wFfjkAAwAAACCAAMIBNRkKgJakKgJcxQVkmU1nEYApVAD7RQALAAABAAAggADDMCapppUiDaipEHi7kinChIcCoiS4=',
  'base64',
);

/** Zeros by zstd: blocks of 128 KB that are each one byte. */
function zstdZeros(blocks: number): Buffer {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38])];
  for (let i = 1; i <= blocks; i++) parts.push(Buffer.from([0x02 | (i === blocks ? 1 : 0), 0, 0x10, 0]));
  return Buffer.concat(parts);
}

describe('bombs in one stream are stopped by their ratio', () => {
  it.each([
    ['gzip', gzipSync(Buffer.alloc(100 * MB))],
    ['many gzip members', Buffer.concat(Array.from({ length: 10 }, () => gzipSync(Buffer.alloc(10 * MB))))],
    ['bzip2', BZIP2_ZEROS],
    ['zstd', zstdZeros(1000)],
    ['many zstd frames', zstd(...Array.from({ length: 100 }, () => Buffer.alloc(MB)))],
  ])('%s', async (_, bomb) => {
    const { bytes, error } = await read(bomb);
    expect(error).toMatchObject({ code: 'too_large' });
    expect(error?.message).toMatch(/over 1000 times its packed size|a block that unpacks to over 16 MB/);
    expect(bytes).toBeLessThanOrEqual(96 * MB);
    // the same is no bomb where somebody says so; but a block of bzip2 comes whole or not at all
    if (bomb !== BZIP2_ZEROS) expect(await read(bomb, { maxRatio: 10 ** 7 })).toMatchObject({ error: undefined });
  });

  it('in an entry of a zip too', async () => {
    const zip = await makeZip([
      { name: 'bomb.pgn.bz2', data: Buffer.concat([bzip2s(TEXT), BZIP2_ZEROS]), stored: true },
      { name: 'good.pgn', data: TEXT },
    ]);
    const lines = await report(await openArchive(folder.file('bombs.zip', zip)));
    expect(lines).toEqual(['bomb.pgn.bz2 1000 too_large', 'good.pgn 1000']);
  });

  it('by their size, where that is asked for', async () => {
    for (const packed of [gzip(TEXT), bzip2s(TEXT), zstd(TEXT)]) {
      expect((await read(packed, { maxEntryBytes: 10_000 })).error).toMatchObject({ code: 'too_large' });
    }
  });
});

describe('zstd windows', () => {
  const frame = (...header: number[]): Buffer => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, ...header, 1, 0, 0]);
  const EXABYTE = [0, 0, 0, 0, 0, 0, 0, 0x10];

  it.each([
    ['2 GB, as --long=31 makes them', frame(0, 0xa8), /needs 2048 MB.*zstd -d --long=31 FILE/],
    ['136 MB', frame(0, 0x89), /needs 144 MB.*128 MB is the limit/],
    ['4 TB', frame(0, 0xff), /--long=31/],
    ['a single segment of an exabyte', frame(0xe0, ...EXABYTE), /--long=31/],
  ])('%s: refused before memory is taken', async (_, bytes, words) => {
    const { error } = await read(Buffer.concat([zstd(TEXT), bytes]));
    expect(error).toMatchObject({ code: 'too_large' });
    expect(error?.message).toMatch(words);
  });

  it('of 128 MB are accepted', async () => {
    const packed = await zstdStream(TEXT, { windowLog: 27, compressionLevel: 1 });
    expect(packed[5]).toBe(17 << 3);
    expect(await read(packed)).toMatchObject({ bytes: TEXT.length, error: undefined });
  });

  it('and a dictionary that nobody has is asked for by name', async () => {
    const { error } = await read(frame(0x01, 0x38, 7));
    expect(error).toMatchObject({ code: 'unsupported_method' });
    expect(error?.message).toMatch(/-D DICTIONARY/);
  });

  it('and a dictionary that nobody has is thought of where it has no name', async () => {
    const compressor = new Compressor();
    compressor.loadDictionary(Buffer.from(TEXT.slice(0, 1000)));
    const packed = compressor.compress(Buffer.from(TEXT));
    const { code, message } = (await read(packed)).error ?? {};
    expect(code).toBe('corrupt');
    expect(message).toMatch(/is damaged .*; download it again; if it was packed with a dictionary, .* -D DICTIONARY/);
    // what has been unpacked for some time has its dictionary
    const late = zstd(Buffer.from(Array.from({ length: 400_000 }, (_, n) => (n * 7919 + ((n * n) >> 5)) & 15)));
    late.fill(0xff, Math.floor(late.length * 0.9));
    const { bytes, error } = await read(late);
    expect(bytes).toBeGreaterThan(0);
    expect(error?.code).toBe('corrupt');
    expect(error?.message).not.toContain('DICTIONARY');
  });
});

it('all of these together take little memory', () => {
  const files = Object.entries({
    gzip: gzipSync(Buffer.alloc(100 * MB)),
    bzip2: BZIP2_ZEROS,
    zstd: zstdZeros(1000),
    window: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 1, 0, 0]),
    exabyte: Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xe0, 0, 0, 0, 0, 0, 0, 0, 0x10, 1, 0, 0]),
    skippable: Buffer.concat(Array.from({ length: 100_000 }, () => skippable(1000))),
    header: Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(50 * MB, 'a')]),
    block: Buffer.concat([Buffer.from('BZh91AY&SY'), Buffer.alloc(50 * MB, 'a')]),
  });
  const paths = files.map(([name, bytes]) => folder.file(name, bytes));
  const child = join(ROOT, 'dist', 'test', 'archive', 'appetite.js');
  const { codes, peakMb } = JSON.parse(
    execFileSync(process.execPath, ['--max-semi-space-size=2', child, ...paths], { encoding: 'utf8' }),
  ) as Appetite;
  const large = 'too_large';
  expect(codes).toEqual([large, large, large, large, large, 'corrupt', 'corrupt', 'corrupt']);
  // 150 to 200 on the machine that this was written on
  expect(peakMb).toBeLessThan(250);
});

describe('what never ends, though nothing comes of it', () => {
  async function* forever(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) yield await Promise.resolve(bytes);
  }
  const many = (unit: Buffer): Buffer => Buffer.concat(Array.from({ length: 1000 }, () => unit));

  it.each([
    ['skippable zstd frames', many(skippable(0))],
    ['skippable zstd frames with content', many(skippable(3000))],
    ['empty zstd frames', many(zstd(''))],
    ['empty gzip members', many(gzip(''))],
    ['empty bzip2 streams', many(bzip2s(''))],
  ])('%s', async (_, unit) => {
    const { error } = await read(forever(unit));
    expect(error).toMatchObject({ code: 'corrupt' });
    expect(error?.message).toMatch(/more than 10000 empty .* in a row/);
  });

  it.each([
    ['name', 8],
    ['comment', 16],
  ])('a gzip header whose %s does not end', async (_, flag) => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from([0x1f, 0x8b, 8, flag, 0, 0, 0, 0, 0, 3]);
      yield* forever(Buffer.alloc(10_000, 'a'));
    }
    const { error, consumed } = await read(endless());
    expect(error).toMatchObject({ code: 'corrupt' });
    expect(error?.message).toMatch(/does not end/);
    expect(consumed).toBeLessThan(MB);
  });

  it('a bzip2 block', async () => {
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('BZh9\x31\x41\x59\x26\x53\x59', 'latin1');
      yield* forever(Buffer.alloc(100_000, 'a'));
    }
    const { error, consumed } = await read(endless());
    expect(error).toMatchObject({ code: 'corrupt' });
    expect(consumed).toBeLessThan(4 * MB);
  });

  it('a zstd block that is too large', async () => {
    const { error } = await read(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x38, 0xfd, 0xff, 0xff]));
    expect(error).toMatchObject({ code: 'corrupt' });
  });
});

describe('damage', () => {
  it.each([
    ['a gzip checksum', gzip(TEXT), -8, 'bad_checksum', TEXT.length],
    ['a gzip size', gzip(TEXT), -4, 'bad_size', TEXT.length],
    ['a zstd checksum', ZSTD_STREAM, -4, 'bad_checksum', 0],
    ['a bzip2 checksum of the whole', bzip2s(TEXT), -3, 'bad_checksum', TEXT.length],
    ['a bzip2 checksum of the first block', bzip2s(TEXT), 10, 'corrupt', 0],
    ['a byte in the middle of a bzip2 stream', bzip2s(TEXT), 0.5, 'corrupt', 30_000],
  ])('%s: what is good comes first', async (_, packed, at, code, least) => {
    const index = at < 0 ? packed.length + at : at < 1 ? Math.floor(packed.length * at) : at;
    packed[index] = packed[index]! ^ 0x55;
    const { error, bytes } = await read(packed);
    expect(error).toMatchObject({ code });
    expect(bytes).toBeGreaterThanOrEqual(least);
  });

  it.each([
    ['gzip', gzip(TEXT)],
    ['bzip2', bzip2s(TEXT)],
    ['zstd', zstd(TEXT)],
  ])('something else behind the end of %s', async (_, packed) => {
    for (const behind of ['something else, and no padding', '\n']) {
      const { error, bytes } = await read(Buffer.concat([packed, Buffer.from(behind)]));
      expect(error).toMatchObject({ code: 'corrupt' });
      expect(error?.message).toMatch(/after its end/);
      expect(bytes).toBe(TEXT.length);
    }
  });

  it.each([
    ['a gzip member', gzip(TEXT), gzip(TEXT)],
    ['a bzip2 stream', bzip2s(TEXT), bzip2s(TEXT)],
    ['a zstd frame', zstd(TEXT), zstd(TEXT)],
    ['a zstd frame to be skipped', zstd(TEXT), Buffer.from([0x5a, 0x2a, 0x4d, 0x18])],
  ])('%s of which hardly anything has come', async (_, packed, next) => {
    const { error, bytes } = await read(Buffer.concat([packed, next.subarray(0, 2)]));
    expect(error).toMatchObject({ code: 'truncated' });
    expect(bytes).toBe(TEXT.length);
  });
});

describe('a folder of them', () => {
  const pool = sharedPool(1);

  it('is scanned: the good archives are stored, and each of the others has its reason', async () => {
    const path = join(folder.path, 'mixed');
    mkdirSync(path);
    const put = (name: string, bytes: Uint8Array | string): string => folder.file(join('mixed', name), bytes);
    put('1-good.pgn.zst', zstd(TEXT));
    put('2-bomb.gz', Buffer.concat([gzip(variedGames(5).replaceAll('"E"', '"gz"')), gzipSync(Buffer.alloc(100 * MB))]));
    put('3-window.zst', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0xa8, 1, 0, 0]));
    put('4-skip.zst', Buffer.concat(Array.from({ length: 20_000 }, () => skippable(0))));
    put('5-zeros.bz2', BZIP2_ZEROS);
    const cut = (await makeZip([{ name: 'a.pgn', data: TEXT, stored: true }])).subarray(0, 9000);
    put('6-cut.zip', cut);
    put('7-good.bz2', bzip2s(manyGames(3)));
    const { games, unread } = await scan(await listArchives([path]), { pool, store: testStore() });
    // those of the last archives are among those of the first
    const again = cut.toString().split(' *\n').length - 1 + 3;
    expect(again).toBeGreaterThan(50);
    expect(games).toMatchObject({ seen: 1005 + again, stored: 1005, duplicate: again, filtered: 0, quarantined: 0 });
    const reasons = [
      /2-bomb.gz: unpacks to over 1000/,
      /3-window.zst: needs 2048 MB/,
      /4-skip.zst: has more than 10000/,
    ];
    reasons.push(/5-zeros.bz2: has a block that unpacks to over/);
    reasons.push(/6-cut.zip \(a.pgn\): breaks off in the middle/, /6-cut.zip: is cut off/);
    expect(unread).toHaveLength(reasons.length);
    reasons.forEach((reason, i) => expect(unread[i]).toMatch(reason));
  });
});
