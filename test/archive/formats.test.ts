/** zstd, gzip and bzip2, whole and cut, from files and from standard input. */
import fc from 'fast-check';
import { readdirSync } from 'node:fs';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { ArchiveError, openArchive, type Archive } from '../../src/archive/open.js';
import { splitGames } from '../../src/pgn/splitter.js';
import { contentOf, makeZip, report, scratch, variedGames } from './helpers.js';
import { bzip2s, chunked, gzip, skippable, slices, zstd, zstdStream } from './makers.js';

const folder = scratch();
afterAll(() => folder.remove());

const GAMES = 6000;
const TEXT = variedGames(GAMES);
const PARTS = slices(TEXT, 30_000);
const ZSTD_STREAM = await zstdStream(TEXT);

interface Case {
  name: string;
  kind: Archive['kind'];
  bytes: Buffer;
}

const CASES: Case[] = [
  { name: 'bare PGN', kind: 'plain', bytes: Buffer.from(TEXT) },
  { name: 'a zstd frame with its size', kind: 'zstd', bytes: zstd(TEXT) },
  { name: 'a zstd frame without its size', kind: 'zstd', bytes: ZSTD_STREAM },
  { name: 'many zstd frames', kind: 'zstd', bytes: zstd(...PARTS) },
  {
    name: 'zstd as Lichess has it: a skippable frame first, then many',
    kind: 'zstd',
    bytes: Buffer.concat([skippable(4), ...PARTS.map((part) => zstd(part))]),
  },
  {
    name: 'skippable and empty zstd frames between, and zeros behind',
    kind: 'zstd',
    bytes: Buffer.concat([
      ...PARTS.flatMap((part, i) => [skippable(i * 50_000, i % 16), zstd(''), zstd(part)]),
      skippable(0),
      Buffer.alloc(600),
    ]),
  },
  { name: 'a gzip member', kind: 'gzip', bytes: gzip(TEXT) },
  { name: 'many gzip members', kind: 'gzip', bytes: gzip(...PARTS) },
  {
    name: 'empty gzip members between, and zeros behind',
    kind: 'gzip',
    bytes: Buffer.concat([gzip(...PARTS.flatMap((part) => ['', part])), Buffer.alloc(999)]),
  },
  { name: 'a bzip2 stream of many blocks', kind: 'bzip2', bytes: bzip2s(TEXT) },
  { name: 'many bzip2 streams', kind: 'bzip2', bytes: bzip2s(...PARTS) },
  {
    name: 'empty bzip2 streams between, and zeros behind',
    kind: 'bzip2',
    bytes: Buffer.concat([bzip2s(...PARTS.flatMap((part) => ['', part])), Buffer.alloc(9)]),
  },
];

async function onlyContent(archive: Archive): Promise<string> {
  let content = '';
  for await (const entry of archive.entries()) content += (await contentOf(entry.open())).toString();
  return content;
}

describe.each(CASES)('$name', ({ kind, bytes }) => {
  it('is read whole, as often as wanted', async () => {
    const archive = await openArchive(folder.file('games.bin', bytes));
    expect(archive.kind).toBe(kind);
    expect(archive.size).toBe(bytes.length);
    expect(await onlyContent(archive)).toBe(TEXT);
    expect(archive.consumed()).toBe(bytes.length);
    expect(await onlyContent(archive)).toBe(TEXT);
    await archive.close();
  });

  it('is read from standard input, in chunks of any size', async () => {
    for (const size of [999, 70_000, 10_000_000]) {
      const archive = await openArchive('-', {}, chunked(bytes, size));
      expect(archive).toMatchObject({ kind, size: null, path: 'stdin' });
      expect(await archive.fingerprint()).toHaveLength(16);
      expect(await onlyContent(archive)).toBe(TEXT);
      expect(archive.consumed()).toBe(bytes.length);
      await archive.close();
    }
  });

  it('gives every whole game before a cut, and says so', async () => {
    for (const share of [0.02, 0.5, 0.9]) {
      const length = Math.floor(bytes.length * share);
      const archive = await openArchive(folder.file('cut.bin', bytes.subarray(0, length)));
      let games = 0;
      let fault: unknown;
      try {
        for await (const entry of archive.entries()) {
          for await (const game of splitGames(entry.open())) {
            expect(Buffer.from(game.bytes).toString()).toBe(TEXT.slice(game.offset, game.offset + game.bytes.length));
            games++;
          }
        }
      } catch (error) {
        fault = error;
      }
      // a cut between two frames, members or streams cannot be told from an end
      if (kind !== 'plain' && fault !== undefined)
        expect(fault).toMatchObject({ code: 'truncated', path: archive.path });
      // a zstd block is 128 KB, and all of it is lost with its end
      expect(games).toBeGreaterThan(share * GAMES - 2600);
    }
  });
});

describe('a cut in the middle of the only frame, member or stream', () => {
  it.each([
    ['zstd', ZSTD_STREAM],
    ['gzip', gzip(TEXT)],
    ['bzip2', bzip2s(TEXT)],
  ])('%s: is said wherever it is', async (_, whole) => {
    for (let length = 5; length < whole.length; length += Math.ceil(whole.length / 40)) {
      const archive = await openArchive(folder.file('cut.bin', whole.subarray(0, length)));
      await expect(onlyContent(archive), `cut at ${length}`).rejects.toMatchObject({ code: 'truncated' });
    }
  });
});

describe('names', () => {
  it.each([
    ['games.pgn.zst', zstd(TEXT), 'games.pgn'],
    ['games.pgn.gz', gzip(TEXT), 'games.pgn'],
    ['games.PGN.BZ2', bzip2s(TEXT), 'games.PGN'],
    ['games', zstd(TEXT), 'games'],
    ['games.pgn', gzip(TEXT), 'games.pgn'],
    ['x.zst', Buffer.from(TEXT), 'x.zst'],
  ])('%s: the content tells the format', async (name, bytes, entry) => {
    expect(await report(await openArchive(folder.file(name, bytes)))).toEqual([`${entry} ${GAMES}`]);
  });
});

describe('what is packed again', () => {
  it('is named: an archive in a compressed file', async () => {
    const tar = Buffer.alloc(1024);
    tar.write('ustar', 257);
    for (const [inner, words] of [
      [tar, /tar data.*tar -xf/],
      [await makeZip([{ name: 'a.pgn', data: TEXT }]), /archive within the archive \(zip\)/],
      [gzip(TEXT), /archive within the archive \(gzip\)/],
    ] as const) {
      const archive = await openArchive(folder.file('games.tar.gz', gzip(inner)));
      await expect(onlyContent(archive)).rejects.toMatchObject({ code: 'unsupported_format' });
      await expect(onlyContent(archive)).rejects.toThrow(words);
    }
  });

  it('is read in a zip, one level deep', async () => {
    const archive = await openArchive(
      folder.file(
        'games.zip',
        await makeZip([
          { name: 'a.pgn.gz', data: gzip(TEXT), stored: true },
          { name: 'b.pgn.zst', data: zstd(...PARTS) },
          { name: 'c.bz2', data: bzip2s(TEXT) },
          { name: 'd.gz', data: gzip(gzip(TEXT)) },
          { name: 'e.gz', data: gzip('notes of the club') },
          { name: 'cut.pgn.bz2', data: bzip2s(TEXT).subarray(0, 30_000) },
        ]),
      ),
    );
    expect(await report(archive)).toEqual([
      'a.pgn.gz 6000',
      'b.pgn.zst 6000',
      'c.bz2 6000',
      expect.stringMatching(/^cut\.pgn\.bz2 \d\d+ truncated$/),
    ]);
    expect(archive.warnings).toEqual([
      'd.gz is an archive within the archive (gzip); unpack it and scan it by itself; skipped',
      'e.gz does not look like PGN; skipped',
    ]);
  });
});

describe('standard input', () => {
  it('may be a zip, which goes through a temporary file that is gone afterwards', async () => {
    const temporary = scratch();
    vi.stubEnv('TMPDIR', temporary.path);
    const spools = (): string[] => readdirSync(temporary.path);
    const zip = await makeZip([{ name: 'a.pgn', data: TEXT }]);
    const archive = await openArchive('-', {}, chunked(zip, 777));
    expect(archive).toMatchObject({ kind: 'zip', path: 'stdin', size: zip.length });
    expect(spools()).toHaveLength(1);
    expect(await report(archive)).toEqual(['a.pgn 6000']);
    await archive.close();
    expect(spools()).toEqual([]);
    await expect(openArchive('-', {}, chunked(zip.subarray(0, 20), 777))).rejects.toMatchObject({
      code: 'truncated',
      path: 'stdin',
    });
    expect(spools()).toEqual([]);
    temporary.remove();
    await expect(openArchive('-', {}, chunked(zip, 777))).rejects.toMatchObject({
      code: 'not_readable',
      path: 'stdin',
    });
    vi.unstubAllEnvs();
  });

  it('says that it was closed, also of a zip, whose temporary file is gone then', async () => {
    const zip = await makeZip([{ name: 'a.pgn', data: TEXT }]);
    const archive = await openArchive('-', {}, chunked(zip, 777));
    const entries = [];
    for await (const entry of archive.entries()) entries.push(entry);
    await archive.close();
    expect(entries).toHaveLength(1);
    await expect(contentOf(entries[0]!.open())).rejects.toMatchObject({ code: 'closed' });
  });

  it('is read once', async () => {
    const archive = await openArchive('-', {}, chunked(Buffer.from(TEXT), 999));
    expect(await onlyContent(archive)).toBe(TEXT);
    await expect(onlyContent(archive)).rejects.toMatchObject({ code: 'not_readable' });
  });

  it('may be empty, or of a format that is not read', async () => {
    expect(await report(await openArchive('-', {}, chunked(Buffer.alloc(0), 1)))).toEqual(['stdin 0']);
    const sevenZip = Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]);
    await expect(openArchive('-', {}, chunked(sevenZip, 2))).rejects.toThrow('stdin: holds 7z data');
  });

  it('is let go of where it is refused, for its writer may take for ever', async () => {
    let gone = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield* chunked(Buffer.concat([Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), Buffer.alloc(100_000)]), 10_000);
        await new Promise(() => undefined);
      } finally {
        gone = true;
      }
    }
    await expect(openArchive('-', {}, endless())).rejects.toThrow('stdin: holds 7z data');
    expect(gone).toBe(true);
  });

  it('is known again by its beginning, which is not that of the file', async () => {
    const path = folder.file('same.pgn', TEXT);
    const first = await openArchive('-', {}, chunked(Buffer.from(TEXT), 999));
    const second = await openArchive('-', {}, chunked(Buffer.from(TEXT), 70_000));
    expect(await first.fingerprint()).toEqual(await second.fingerprint());
    expect(await first.fingerprint()).not.toEqual(await (await openArchive(path)).fingerprint());
  });

  it('passes on what its source fails with', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield* chunked(Buffer.from(TEXT), 50_000);
      throw new Error('EIO: i/o error');
    }
    const archive = await openArchive('-', {}, failing());
    const error = await onlyContent(archive).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ArchiveError);
    expect(error).toMatchObject({ code: 'not_readable', path: 'stdin' });
  });
});

describe('any content, packed in any pieces, comes out as it was', () => {
  const content = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.tuple(fc.nat(255), fc.integer({ min: 1, max: 2000 })).map(([byte, count]) => new Uint8Array(count).fill(byte)),
    ),
    { minLength: 1, maxLength: 5 },
  );
  it.each([
    ['gzip', gzip],
    ['bzip2', bzip2s],
    ['zstd', zstd],
  ] as const)('%s', async (_, pack) => {
    await fc.assert(
      fc.asyncProperty(content, fc.integer({ min: 1, max: 500 }), async (parts, size) => {
        // a letter first: what comes out must not look like an archive
        const archive = await openArchive('-', {}, chunked(pack('x', ...parts), size));
        const expected = Buffer.concat([Buffer.from('x'), ...parts]);
        for await (const entry of archive.entries()) expect(await contentOf(entry.open())).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });
});
