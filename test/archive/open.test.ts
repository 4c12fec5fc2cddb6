import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import StreamZip from 'node-stream-zip';
import { afterAll, describe, expect, it } from 'vitest';
import { crc32, tableCrc32 } from '../../src/archive/crc32.js';
import { ArchiveError, listArchives, openArchive } from '../../src/archive/open.js';
import { looksLikePgn } from '../../src/archive/sniff.js';
import { shown } from '../../src/pgn/shown.js';
import { contentOf, directoryHeader, makeZip, manyGames, report, scratch } from './helpers.js';
import { bzip2s, gzip, zstd } from './makers.js';

const folder = scratch();
afterAll(() => folder.remove());

describe('plain files', () => {
  it('are one entry, whatever they are called', async () => {
    const path = folder.file('games.zip', manyGames(1000));
    const archive = await openArchive(path);
    expect(archive).toMatchObject({ kind: 'plain', path });
    expect(archive.consumed()).toBe(0);
    expect(await report(archive)).toEqual(['games.zip 1000']);
    expect(archive.consumed()).toBe(archive.size);
    await archive.close();
  });

  it.each([
    ['empty', '', 0],
    ['blank', ' \n', 0],
    ['junk', Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) & 255), 0],
  ])('%s: no games, no error', async (name, bytes, games) => {
    expect(await report(await openArchive(folder.file(`${name}.pgn`, bytes)))).toEqual([`${name}.pgn ${games}`]);
  });
});

it('refuses a name that no file can have, and says what is wrong with it', async () => {
  await expect(openArchive('games\0.pgn')).rejects.toMatchObject({
    code: 'not_found',
    reason: 'is not the name of a file: it holds a NUL character',
  });
});

describe('a zip that was split', () => {
  it.each([1, 2])('says in its parts that they have to be joined, where there are %i before the last', async (disk) => {
    const zip = await makeZip([{ name: 'a.pgn', data: manyGames(3000) }]);
    const end = zip.lastIndexOf('PK\x05\x06');
    zip.writeUInt16LE(disk, end + 4);
    zip.writeUInt16LE(disk, end + 6);
    const middle = directoryHeader(zip) - 100;
    const parts = {
      'x.z01': Buffer.concat([Buffer.from('PK\x07\x08'), zip.subarray(0, middle)]),
      'x.zip': zip.subarray(middle),
    };
    for (const [name, bytes] of Object.entries(parts)) {
      const error: unknown = await openArchive(folder.file(name, bytes)).catch((thrown: unknown) => thrown);
      expect(error, name).toMatchObject({ code: 'unsupported_format' });
      expect((error as Error).message).toContain('is one part of a split zip; join the parts first');
    }
  });
});

describe('a zip behind other bytes', () => {
  it('says that they are there, and what to do, where its directory does not count them', async () => {
    const zip = await makeZip([{ name: 'a.pgn', data: manyGames(3) }]);
    const error: unknown = await openArchive(
      folder.file('program.zip', Buffer.concat([Buffer.alloc(4000, 'MZ\0'), zip])),
    ).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'unsupported_format' });
    expect((error as Error).message).toContain('stands behind other bytes that it does not count');
  });

  it('is damaged where they stand within it', async () => {
    const zip = await makeZip([{ name: 'a.pgn', data: manyGames(3) }]);
    const middle = directoryHeader(zip);
    const torn = Buffer.concat([zip.subarray(0, middle), Buffer.alloc(100), zip.subarray(middle)]);
    await expect(openArchive(folder.file('torn.zip', torn))).rejects.toMatchObject({ code: 'corrupt' });
  });
});

describe('zips', () => {
  const items = [
    { name: 'a.pgn', data: manyGames(500) },
    { name: 'folder/', data: '' },
    { name: 'folder/b.PGN', data: manyGames(3), stored: true },
    { name: 'c.txt', data: manyGames(2) },
    { name: 'empty.pgn', data: '' },
    { name: '__MACOSX/._a.pgn', data: manyGames(1) },
    { name: 'folder/._b.PGN', data: manyGames(1) },
    { name: 'readme.txt', data: 'Games of the club.' },
    { name: 'preamble.pgn', data: `${'x y z\n'.repeat(2000)}${manyGames(1)}` },
    { name: 'photo.jpg', data: Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) & 255) },
    { name: 'photo.pgn', data: Uint8Array.from({ length: 3000 }, (_, i) => (i * 31) & 255) },
  ];
  const expected = ['a.pgn 500', 'folder/b.PGN 3', 'c.txt 2', 'preamble.pgn 1'];

  it.each([
    ['ordinary', {}],
    ['zip64', { zip64: true }],
    ['with a comment', { comment: 'c'.repeat(40_000) }],
  ])('%s: the entries that hold games, by content', async (name, options) => {
    const all = items.map((item) => ({ ...item, zip64: 'zip64' in options }));
    const archive = await openArchive(folder.file('games.pgn', await makeZip(all, options)));
    expect(archive.kind).toBe('zip');
    expect(await report(archive), name).toEqual(expected);
    expect(archive.warnings).toEqual([
      'readme.txt does not look like PGN; skipped',
      'photo.jpg does not look like PGN; skipped',
      'photo.pgn does not look like PGN; skipped',
    ]);
    expect(archive.consumed()).toBeLessThanOrEqual(archive.size ?? 0);
    await archive.close();
  });

  it('gives an entry from the beginning each time, and counts what it reads', async () => {
    const text = manyGames(20_000);
    const archive = await openArchive(folder.file('z', await makeZip([{ name: 'a', data: text }])));
    for await (const entry of archive.entries()) {
      expect(entry.size).toBe(text.length);
      const steps: number[] = [];
      for await (const chunk of entry.open())
        if (chunk.length > 0) steps.push(archive.consumed() / (archive.size ?? 0));
      expect(steps.at(0)).toBeLessThan(0.5);
      expect(steps.at(-1)).toBeGreaterThan(0.95);
      expect((await contentOf(entry.open())).toString()).toBe(text);
    }
    expect(archive.consumed()).toBeLessThanOrEqual(archive.size ?? 0);
  });

  it('counts as behind it what is passed over', async () => {
    const data = manyGames(20_000);
    const zip = await makeZip(['a.pgn', 'b.pgn'].map((name) => ({ name, data })));
    const archive = await openArchive(folder.file('z', zip));
    for await (const { name } of archive.entries()) if (name === 'b.pgn') break;
    expect(archive.consumed() / zip.length).toBeGreaterThan(0.45);
    await archive.close();
  });

  it('counts what stands beside small entries, which is most of the archive', async () => {
    const items = Array.from({ length: 100 }, (_, n) => ({ name: `${n}.txt`, data: n % 2 ? manyGames(1) : 'A note.' }));
    const archive = await openArchive(folder.file('z', await makeZip(items)));
    const shares: number[] = [];
    for await (const entry of archive.entries()) {
      await contentOf(entry.open());
      shares.push(archive.consumed() / (archive.size ?? 0));
    }
    expect(shares).toHaveLength(50);
    expect(Math.abs(shares[24]! - 0.5)).toBeLessThan(0.05);
    expect(shares.at(-1)).toBe(1);
    await archive.close();
  });

  it('have the entries that another reader finds in them', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map((text) => `${text.replace(/[\\/:\0]/g, '_')}.pgn`)
      // what macOS puts beside files is passed over
      .filter((text) => !text.startsWith('._'));
    const zips = fc.record({
      items: fc.uniqueArray(fc.record({ name, stored: fc.boolean(), zip64: fc.boolean(), games: fc.nat(3) }), {
        minLength: 1,
        maxLength: 6,
        selector: (item) => item.name,
      }),
      zip64: fc.boolean(),
      comment: fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 2000 }),
    });
    await fc.assert(
      fc.asyncProperty(zips, async ({ items, ...options }) => {
        const data = items.map((item) => ({ ...item, data: manyGames(item.games + 1) }));
        const path = folder.file('referee.zip', await makeZip(data, options));
        const referee = new StreamZip.async({ file: path, skipEntryNameValidation: true });
        const expected = Object.values(await referee.entries()).map(({ name, size }) => ({ name, size }));
        await referee.close();
        const found: unknown[] = [];
        for await (const entry of (await openArchive(path)).entries()) {
          found.push({ name: entry.name, size: entry.size });
          expect((await contentOf(entry.open())).toString()).toBe(data[found.length - 1]?.data);
        }
        expect(found).toEqual(expected.map((entry) => ({ ...entry, name: shown(entry.name) })));
      }),
      { numRuns: 60 },
    );
  });

  it('may have names in an old code page, and comments of any length behind zip64 records', async () => {
    const zip = await makeZip([{ name: 'aaa.pgn', data: manyGames(1) }]);
    for (let at = zip.indexOf('aaa.pgn'); at >= 0; at = zip.indexOf('aaa.pgn', at + 1)) zip[at] = 0xe9;
    zip.writeUInt16LE(zip.readUInt16LE(directoryHeader(zip) + 8) & ~0x800, directoryHeader(zip) + 8);
    expect(await report(await openArchive(folder.file('latin1.zip', zip)))).toEqual(['éaa.pgn 1']);
    for (let length = 980; length < 1030; length++) {
      const path = folder.file(
        'comment.zip',
        await makeZip([{ name: 'a', data: manyGames(1) }], { zip64: true, comment: 'c'.repeat(length) }),
      );
      expect(await report(await openArchive(path)), `${length}`).toEqual(['a 1']);
    }
  });

  it('an empty one has no entries', async () => {
    expect(await report(await openArchive(folder.file('z', await makeZip([]))))).toEqual([]);
  });

  it.each(['\ufeff', ''])('reads UTF-16 entries too, behind %j', async (mark) => {
    const data = Buffer.from(mark + manyGames(2), 'utf16le');
    expect(await report(await openArchive(folder.file('z', await makeZip([{ name: 'w', data }]))))).toEqual(['w 2']);
  });
});

describe('what cannot be opened', () => {
  it.each([
    ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0], 'unsupported_format', /unxz/],
    ['7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'unsupported_format', /7z x/],
    ['rar', [...Buffer.from('Rar!\x1a\x07\0')], 'unsupported_format', /unrar/],
  ])('%s', async (name, bytes, code, words) => {
    const path = folder.file('games.pgn', Uint8Array.from(bytes));
    const error = await openArchive(path).catch((thrown: unknown) => thrown);
    expect(error, name).toBeInstanceOf(ArchiveError);
    expect(error).toMatchObject({ code, path });
    expect((error as ArchiveError).message).toMatch(words);
  });

  it('says what is missing or no file', async () => {
    await expect(openArchive(join(folder.path, 'none.pgn'))).rejects.toMatchObject({ code: 'not_found' });
    // not only scans come here, and nothing else reads a folder
    const words = { code: 'not_a_file', reason: 'is a folder; name a file in it' };
    await expect(openArchive(folder.path)).rejects.toMatchObject(words);
    const round = join(folder.path, 'round');
    symlinkSync(round, round);
    await expect(openArchive(round)).rejects.toThrow(`${round}: is a link that leads back to itself`);
    await expect(openArchive('x'.repeat(300))).rejects.toThrow('is longer than the file system allows');
  });

  it('names misuse', async () => {
    await expect(openArchive('x', { maxRatio: 0 })).rejects.toThrow(RangeError);
    const archive = await openArchive(folder.file('p', manyGames(3)));
    await archive.close();
    expect(await report(archive)).toEqual(['p 0 closed']);
  });
});

describe('listArchives', () => {
  it('walks folders in sorted order, and takes files as given', async () => {
    const tree = scratch();
    mkdirSync(join(tree.path, 'b', 'deep'), { recursive: true });
    mkdirSync(join(tree.path, '.hidden'));
    const text = manyGames(1);
    const zip = await makeZip([{ name: 'a.pgn', data: text }]);
    const document = await makeZip([{ name: '[Content_Types].xml', data: '<Types/>' }]);
    const files: Record<string, string | Buffer> = {
      'z.pgn': `${'x '.repeat(5000)}\n${text}`,
      'empty.pgn': '',
      'A.ZIP': zip,
      'b/2.pgn': text,
      'b/10.pgn': text,
      'b/deep/x.zip': zip,
      'b/deep/1.pgn.zst': zstd(text),
      'b/deep/2': gzip(text),
      'b/deep/3.txt': bzip2s(text),
      'b/deep/4.txt': text,
      'c.gz': text,
      // passed over in silence
      '.hidden/h.pgn': text,
      '._z.pgn': text,
      'notes.txt': 'notes of the club',
      'report.docx': document,
      'photo.jpg': Buffer.alloc(500, 7),
      'motif.db': 'SQLite format 3\0',
      // and told, for its name promises games
      'photo.pgn': Buffer.alloc(500, 7),
      'x.7z': Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]),
      'y.zst': 'not zstd',
    };
    for (const [name, content] of Object.entries(files)) tree.file(name, content);
    symlinkSync(tree.path, join(tree.path, 'b', 'circle'));
    symlinkSync(join(tree.path, 'nowhere'), join(tree.path, 'broken.pgn'));
    symlinkSync(join(tree.path, 'nowhere'), join(tree.path, 'nowhere to be found'));
    symlinkSync(join(tree.path, 'b', '2.pgn'), join(tree.path, 'link'));
    symlinkSync('/dev/null', join(tree.path, 'device.pgn'));
    symlinkSync('/dev/null', join(tree.path, 'device'));
    const notes = join(tree.path, 'notes.txt');
    const skipped: string[][] = [];
    const found = await listArchives([notes, '-', tree.path], (...skip) => skipped.push(skip));
    const deep = ['1.pgn.zst', '2', '3.txt', '4.txt', 'x.zip'].map((name) => `b/deep/${name}`);
    const names = ['A.ZIP', 'b/10.pgn', 'b/2.pgn', ...deep, 'c.gz', 'empty.pgn', 'link', 'z.pgn'];
    expect(found).toEqual([notes, '-', ...names.map((name) => join(tree.path, name))]);
    expect(skipped).toEqual([
      [join(tree.path, 'broken.pgn'), 'is a link whose target does not exist; is a drive missing?'],
      [join(tree.path, 'device.pgn'), 'is not a regular file; pass a pipe as standard input (-)'],
      [join(tree.path, 'photo.pgn'), 'does not look like PGN'],
      [join(tree.path, 'x.7z'), 'holds 7z data, which is not supported; unpack it with: 7z x FILE'],
      [join(tree.path, 'y.zst'), 'does not look like PGN'],
    ]);
    await expect(listArchives([join(tree.path, 'none')])).rejects.toMatchObject({ code: 'not_found' });
    tree.remove();
  });
});

describe('listArchives of a folder', () => {
  it('tells of a name that is no UTF-8, and lists the others', async () => {
    const tree = scratch();
    tree.file('a.pgn', manyGames(1));
    tree.file('\ufffd.pgn', manyGames(1));
    const name = Buffer.from('caf\xe9.pgn', 'latin1');
    try {
      writeFileSync(Buffer.concat([Buffer.from(tree.path + '/'), name]), manyGames(1));
    } catch {
      // a system whose names are all UTF-8 has no such files
      tree.remove();
      return;
    }
    const skipped: string[][] = [];
    const found = await listArchives([tree.path], (...skip) => skipped.push(skip));
    expect(found).toEqual(['a.pgn', '\ufffd.pgn'].map((path) => join(tree.path, path)));
    expect(skipped).toEqual([[join(tree.path, 'caf\ufffd.pgn'), 'has a name that is not UTF-8; rename it']]);
    tree.remove();
  });

  it.skipIf(process.getuid?.() === 0)('goes on behind a folder in it that may not be read', async () => {
    const tree = scratch();
    tree.file('z.pgn', manyGames(1));
    const inner = join(tree.path, 'inner');
    mkdirSync(inner, { mode: 0 });
    const skipped: string[][] = [];
    expect(await listArchives([tree.path], (...skip) => skipped.push(skip))).toEqual([join(tree.path, 'z.pgn')]);
    expect(skipped).toEqual([[inner, 'may not be read by this user; check its permissions']]);
    tree.remove();
  });
});

describe('small parts', () => {
  it('CRC-32 by table is zlib’s', () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) & 255);
    expect(tableCrc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    expect(crc32(bytes.subarray(300), crc32(bytes.subarray(0, 300)))).toBe(tableCrc32(bytes));
    expect(tableCrc32(bytes.subarray(300), tableCrc32(bytes.subarray(0, 300)))).toBe(tableCrc32(bytes));
  });

  it.each([
    ['[Event "x"]', true],
    ['\ufeff  [Event "x"]', true],
    ['hello\n\n[Event "x"]', true],
    ['1. e4 e5', true],
    ['1.Nf3', true],
    ['1. Introduction', false],
    ['<html>[Event "x"]', false],
    ['\u00a0[Event "A"]', true],
    ['1.\u00a0e4 e5', true],
    ['{"a": [1]}', false],
    ['', false],
  ])('%j looks like PGN: %s', (text, expected) => {
    expect(looksLikePgn(new TextEncoder().encode(text))).toBe(expected);
    const wide = Buffer.from(text.replaceAll('\u00a0', ' '), 'utf16le');
    expect(looksLikePgn(wide)).toBe(expected);
    expect(looksLikePgn(wide.swap16())).toBe(expected);
  });
});
