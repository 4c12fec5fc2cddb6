import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { ArchiveError, openArchive, type ArchiveLimits } from '../../src/archive/open.js';
import { contentOf, directoryHeader, makeZip, manyGames, report, scratch } from './helpers.js';

const folder = scratch();
afterAll(() => folder.remove());

const TEXT = manyGames(5000);
const GOOD = { name: 'good.pgn', data: manyGames(7) };
const DATA_SIZE = 20;
const DATA_LENGTH = 24;
const CRC = 16;

async function reportOf(zip: Uint8Array, limits?: Partial<ArchiveLimits>): Promise<string[]> {
  return report(await openArchive(folder.file('hostile.zip', zip), limits));
}

describe('a faulty entry gives its good bytes, then the fault; the others are unharmed', () => {
  it('wrong checksum', async () => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT }, GOOD]);
    zip.writeUInt32LE(12345, directoryHeader(zip) + CRC);
    expect(await reportOf(zip)).toEqual(['bad.pgn 5000 bad_checksum', 'good.pgn 7']);
  });

  it('flipped bytes in a stored entry', async () => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT, stored: true }, GOOD]);
    const at = zip.indexOf('[Round "2500"]');
    zip[at + 8] = 0x39;
    expect(await reportOf(zip)).toEqual(['bad.pgn 5000 bad_checksum', 'good.pgn 7']);
  });

  it('flipped bytes in a packed entry', async () => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT }, GOOD]);
    const middle = Math.floor(directoryHeader(zip) / 2);
    for (let i = 0; i < 8; i++) zip[middle + i] = 0xff;
    const [bad, good] = await reportOf(zip);
    expect(bad).toMatch(/^bad\.pgn \d+ (?:corrupt|bad_checksum|bad_size|truncated)$/);
    expect(good).toBe('good.pgn 7');
  });

  it.each([0, 1, 1_000_000])('a size of %i that is a lie', async (size) => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT }, GOOD]);
    zip.writeUInt32LE(size, directoryHeader(zip) + DATA_LENGTH);
    expect(await reportOf(zip)).toEqual(['bad.pgn 5000 bad_size', 'good.pgn 7']);
  });

  it('a packed size that is too small, or reaches into what follows', async () => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT }, GOOD]);
    const packed = zip.readUInt32LE(directoryHeader(zip) + DATA_SIZE);
    zip.writeUInt32LE(packed >> 1, directoryHeader(zip) + DATA_SIZE);
    const [bad] = await reportOf(zip);
    expect(bad).toMatch(/^bad\.pgn [12]\d{3} truncated$/);
    zip.writeUInt32LE(packed + 50, directoryHeader(zip) + DATA_SIZE);
    expect(await reportOf(zip)).toEqual(['bad.pgn 5000', 'good.pgn 7']);
    zip.writeUInt32LE(0x7fffffff, directoryHeader(zip) + DATA_SIZE);
    expect(await reportOf(zip)).toEqual(['bad.pgn 5000', 'good.pgn 7']);
  });

  it('a stored entry that is cut', async () => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT, stored: true }]);
    zip.writeUInt32LE(0x7fffffff, directoryHeader(zip) + DATA_SIZE);
    zip.writeUInt32LE(0x7fffffff, directoryHeader(zip) + DATA_LENGTH);
    expect((await reportOf(zip))[0]).toMatch(/^bad\.pgn \d+ bad_size$/);
  });

  it('gives up every byte that can be unpacked before a cut', async () => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT }]);
    zip.writeUInt32LE(zip.readUInt32LE(directoryHeader(zip) + DATA_SIZE) - 10, directoryHeader(zip) + DATA_SIZE);
    for await (const entry of (await openArchive(folder.file('cut.zip', zip))).entries()) {
      const parts: Uint8Array[] = [];
      const reading = (async () => {
        for await (const chunk of entry.open()) parts.push(chunk);
      })();
      await expect(reading).rejects.toMatchObject({ code: 'truncated', entry: 'bad.pgn' });
      const got = Buffer.concat(parts);
      expect(TEXT.startsWith(got.toString())).toBe(true);
      expect(got.length).toBeGreaterThan(TEXT.length - 500);
    }
  });

  it('an encrypted one, and one packed in another way', async () => {
    const zip = await makeZip([{ name: 'secret.pgn', data: TEXT }, { name: 'lzma.pgn', data: TEXT }, GOOD]);
    zip.writeUInt16LE(zip.readUInt16LE(directoryHeader(zip) + 8) | 1, directoryHeader(zip) + 8);
    zip.writeUInt16LE(14, directoryHeader(zip, 1) + 10);
    expect(await reportOf(zip)).toEqual(['secret.pgn 0 encrypted', 'lzma.pgn 0 unsupported_method', 'good.pgn 7']);
  });

  it('one that is not where the directory says', async () => {
    const zip = await makeZip([{ name: 'bad.pgn', data: TEXT }, GOOD]);
    zip.writeUInt32LE(7, directoryHeader(zip) + 42);
    expect(await reportOf(zip)).toEqual(['bad.pgn 0 corrupt', 'good.pgn 7']);
  });
});

describe('bombs', () => {
  it('are stopped by their ratio', async () => {
    const zip = await makeZip([{ name: 'bomb.pgn', data: `1. e4 *\n${' '.repeat(20 << 20)}` }, GOOD]);
    const limits = { ratioFromBytes: 1 << 20, maxRatio: 500 };
    expect(await reportOf(zip, limits)).toEqual(['bomb.pgn 1 too_large', 'good.pgn 7']);
    expect(await reportOf(zip)).toEqual(['bomb.pgn 1', 'good.pgn 7']);
  });

  it('are stopped by their size', async () => {
    const zip = await makeZip([{ name: 'large.pgn', data: TEXT }, GOOD]);
    expect((await reportOf(zip, { maxEntryBytes: 100_000 }))[0]).toMatch(/^large\.pgn \d+ too_large$/);
  });

  it('nested archives are skipped and said', async () => {
    const inner = await makeZip([GOOD]);
    const archive = await openArchive(
      folder.file('nested.zip', await makeZip([{ name: 'inner.pgn', data: inner, stored: true }, GOOD])),
    );
    expect(await report(archive)).toEqual(['good.pgn 7']);
    expect(archive.warnings.join()).toMatch(/inner\.pgn is an archive within the archive/);
  });
});

describe('names', () => {
  it('are labels: odd ones, doubled ones, and paths that lead out', async () => {
    const names = ['aaaaaaaaa', 'bbbbbbbbb', 'ccccccccc', 'ddddddddd'];
    const zip = await makeZip(names.map((name) => ({ name, data: GOOD.data })));
    const odd = ['__proto__', '../../etc', '../../etc', '/home/x//'.slice(0, 9)];
    names.forEach((name, i) => {
      for (let at = zip.indexOf(name); at >= 0; at = zip.indexOf(name, at + 1)) zip.write(odd[i] ?? '', at);
    });
    const archive = await openArchive(folder.file('names.zip', zip));
    expect(await report(archive)).toEqual(['__proto__ 7', '../../etc 7', '../../etc#2 7']);
    expect(archive.warnings.join()).toContain('several entries are called ../../etc');
  });
});

it('a name in UTF-8 is read as such though no flag says so', async () => {
  const zip = await makeZip([{ name: 'Müller.pgn', data: GOOD.data }]);
  zip.writeUInt16LE(0, 6);
  zip.writeUInt16LE(0, directoryHeader(zip) + 8);
  expect(await reportOf(zip)).toEqual(['Müller.pgn 7']);
});

describe('a broken directory', () => {
  it('is named: a download that was cut before anything came', async () => {
    const zip = await makeZip([{ name: 'a.pgn', data: TEXT }, GOOD]);
    const path = folder.file('cut.zip', zip.subarray(0, 10));
    const error = await openArchive(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ArchiveError);
    expect(error).toMatchObject({ code: 'truncated', path });
    expect((error as ArchiveError).message).toMatch(/download it again/);
  });

  it.each([
    ['an offset beyond the end', 16, 0x7ffffff0],
    ['a size beyond the end', 12, 0x7ffffff0],
    ['an offset into the data', 16, 3],
  ])('is named: %s', async (_, at, value) => {
    const zip = await makeZip([GOOD]);
    zip.writeUInt32LE(value, zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + at);
    await expect(reportOf(zip)).rejects.toMatchObject({ code: 'corrupt' });
  });

  it('never ends the process, whatever is in its last bytes', async () => {
    const plain = await makeZip([{ name: 'a.pgn', data: manyGames(3) }, GOOD]);
    const large = await makeZip([{ name: 'a.pgn', data: manyGames(3), zip64: true }, GOOD], { zip64: true });
    const flip = fc.record({ at: fc.integer({ min: 1, max: 250 }), to: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(plain, large),
        fc.array(flip, { minLength: 1, maxLength: 4 }),
        async (whole, flips) => {
          const zip = Buffer.from(whole);
          for (const { at, to } of flips) zip[Math.max(0, zip.length - at)] = to;
          try {
            await reportOf(zip);
          } catch (error) {
            expect(error).toBeInstanceOf(ArchiveError);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

it('leaves no file open when a reader leaves early', async () => {
  const archive = await openArchive(folder.file('early.zip', await makeZip([{ name: 'a.pgn', data: TEXT }, GOOD])));
  for await (const entry of archive.entries()) {
    for await (const chunk of entry.open()) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  }
  await archive.close();
  for await (const entry of archive.entries()) {
    await expect(contentOf(entry.open())).rejects.toMatchObject({ code: 'closed' });
  }
});
