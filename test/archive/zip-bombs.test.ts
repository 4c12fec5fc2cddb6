/** Zips whose directories mean harm: each is stopped with a reason, or read as far as it is true. */
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { openArchive } from '../../src/archive/open.js';
import { makeZip, manyGames, report, scratch, variedGames } from './helpers.js';

const folder = scratch();
afterAll(() => folder.remove());

const TEXT = variedGames(1000);
const GOOD = { name: 'good.pgn', data: manyGames(7) };

interface Header {
  name: string;
  offset: number;
  packed: number;
  size: number;
  crc: number;
}

function directoryOf(headers: Header[]): Buffer {
  return Buffer.concat(
    headers.map(({ name, offset, packed, size, crc }) => {
      const header = Buffer.alloc(46 + name.length);
      header.writeUInt32LE(0x02014b50, 0);
      header.writeUInt16LE(packed === size ? 0 : 8, 10);
      header.writeUInt32LE(crc, 16);
      header.writeUInt32LE(packed, 20);
      header.writeUInt32LE(size, 24);
      header.writeUInt16LE(name.length, 28);
      header.writeUInt32LE(offset, 42);
      header.write(name, 46);
      return header;
    }),
  );
}

function end(entries: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

function end64(perDisk: number, total: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(56 + 20);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(perDisk), 24);
  record.writeBigUInt64LE(BigInt(total), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  record.writeUInt32LE(0x07064b50, 56);
  record.writeBigUInt64LE(BigInt(offset + size), 64);
  record.writeUInt32LE(1, 72);
  return Buffer.concat([record, end(0xffff, 0xffffffff, 0xffffffff)]);
}

function local(name: string, data: Uint8Array): Buffer {
  const header = Buffer.alloc(30 + name.length);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(name.length, 26);
  header.write(name, 30);
  return Buffer.concat([header, data]);
}

it('whose entries are all the same bytes are read once', async () => {
  const games = Buffer.from(TEXT);
  const packed = deflateRawSync(games);
  const kernel = local('kernel', packed);
  const good = local('good', Buffer.from(GOOD.data));
  const same = { offset: 0, packed: packed.length, size: games.length, crc: crc32(games) };
  const headers = Array.from({ length: 2000 }, (_, i) => ({ name: `n${i}.pgn`, ...same }));
  const size = GOOD.data.length;
  headers.push({ name: 'good.pgn', offset: kernel.length, packed: size, size, crc: crc32(GOOD.data) });
  const directory = directoryOf(headers);
  const zip = Buffer.concat([kernel, good, directory, end(2001, directory.length, kernel.length + good.length)]);
  const lines = await report(await openArchive(folder.file('same.zip', zip)));
  expect(lines[0]).toBe('n0.pgn 1000');
  expect(lines.at(-1)).toBe('good.pgn 7');
  expect(new Set(lines.slice(1, -1).map((line) => line.replace(/^n\d+/, '')))).toEqual(new Set(['.pgn 0 corrupt']));
});

it('whose entries hold one another are read to where the next begins', async () => {
  const inner = local('inner', Buffer.from(GOOD.data));
  const data = Buffer.concat([Buffer.from(TEXT), inner]);
  const outer = local('outer', data);
  const innerAt = outer.length - inner.length;
  const size = GOOD.data.length;
  const directory = directoryOf([
    { name: 'outer.pgn', offset: 0, packed: data.length, size: data.length, crc: crc32(data) },
    { name: 'inner.pgn', offset: innerAt, packed: size, size, crc: crc32(GOOD.data) },
  ]);
  const zip = Buffer.concat([outer, directory, end(2, directory.length, outer.length)]);
  const lines = await report(await openArchive(folder.file('nested.zip', zip)));
  expect(lines).toEqual(['outer.pgn 1000 bad_size', 'inner.pgn 7']);
});

it('with a million entries are refused before the directory is read', async () => {
  const directory = Buffer.alloc(1_000_000 * 47, directoryOf([{ name: 'a', offset: 0, packed: 0, size: 0, crc: 0 }]));
  const started = performance.now();
  const behind = Buffer.concat([local('a', Buffer.alloc(0)), directory]);
  const records = [end64(1_000_000, 1_000_000, directory.length, 31), end64(3, 1_000_000, directory.length, 31)];
  for (const record of records) {
    const attempt = openArchive(folder.file('million.zip', Buffer.concat([behind, record])));
    await expect(attempt).rejects.toMatchObject({ code: 'too_large' });
    await expect(attempt).rejects.toThrow(/1000000 entries, and 100000 are the limit; unpack it/);
  }
  // of two numbers of entries some readers go by the one, some by the other
  const three = folder.file('three.zip', Buffer.concat([behind, end64(1_000_000, 3, directory.length, 31)]));
  await expect(openArchive(three)).rejects.toMatchObject({ code: 'corrupt' });
  expect(performance.now() - started).toBeLessThan(20_000);
});

it('with many entries are read, where they are not too many', async () => {
  const items = Array.from({ length: 300 }, (_, i) => ({ name: `${i}.pgn`, data: GOOD.data }));
  const path = folder.file('many.zip', await makeZip(items));
  expect(await report(await openArchive(path))).toHaveLength(300);
  await expect(openArchive(path, { maxEntries: 299 })).rejects.toMatchObject({ code: 'too_large' });
});

it('of pictures are told of in few words', async () => {
  const picture = Buffer.alloc(100, 7);
  const items = Array.from({ length: 500 }, (_, i) => ({ name: `${i}.jpg`, data: picture }));
  const archive = await openArchive(folder.file('pictures.zip', await makeZip([...items, GOOD])));
  expect(await report(archive)).toEqual(['good.pgn 7']);
  expect(archive.warnings).toHaveLength(201);
  expect(archive.warnings.at(-1)).toBe('and more of this kind');
});

it('whose names are orders to a terminal are shown without them', async () => {
  const zip = await makeZip([
    { name: 'aaaaaaaaaaaa.pgn', data: GOOD.data },
    { name: `${'b'.repeat(5000)}.pgn`, data: GOOD.data },
  ]);
  for (let at = zip.indexOf('aaaaaaaaaaaa'); at >= 0; at = zip.indexOf('aaaaaaaaaaaa', at))
    zip.write('\x1b[2J\x07\n\x1b]0;x', at);
  const lines = await report(await openArchive(folder.file('orders.zip', zip)));
  expect(lines[0]).toBe('\ufffd[2J\ufffd\ufffd\ufffd]0;xa.pgn 7');
  expect(lines[1]).toBe(`${'b'.repeat(200)}… 7`);
});
