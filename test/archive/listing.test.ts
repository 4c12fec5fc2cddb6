/** Two readers of a zip's directory, one of which may throw past every handler, hang, or be deceived. */
import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDirectory, type ZipEntry } from '../../src/archive/directory.js';
import { ArchiveError } from '../../src/archive/errors.js';
import { completeLimits } from '../../src/archive/limits.js';
import { ListingDigest, ZipLister, digestOf, type ListedEntry } from '../../src/archive/listing.js';
import { openArchive } from '../../src/archive/open.js';
import { ROOT } from '../../src/paths.js';
import { Random } from '../fuzz/random.js';
import { NODE } from '../node.js';
import { directoryHeader, makeZip, manyGames, report, scratch } from './helpers.js';
import { makeSpecimens, mutate, type Specimen } from './mutants.js';

const folder = scratch();
afterAll(() => folder.remove());

const GAMES = manyGames(3);

/** Our own reading; null where it refuses. */
async function ownEntries(path: string): Promise<ZipEntry[] | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    return (await readDirectory(file, size, completeLimits(), path)).entries;
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  } finally {
    await file.close();
  }
}

/** What becomes of a process in which node-stream-zip reads an archive, and all is caught that can be. */
function aloneWith(path: string): { status: number | null; stderr: string } {
  const code = `
    const StreamZip = require('node-stream-zip');
    try { new StreamZip({ file: process.argv[1], storeEntries: false }).on('error', () => {}).on('ready', () => {}); } catch {}`;
  return spawnSync(process.execPath, ['-e', code, path], { cwd: ROOT, encoding: 'utf8' });
}

describe('what node-stream-zip throws past every handler', () => {
  const lister = new ZipLister();

  async function survives(path: string): Promise<void> {
    const alone = aloneWith(path);
    expect(alone.status).not.toBe(0);
    expect(alone.stderr).toContain('node_stream_zip.js');
    expect(await lister.list({ path, expected: 1 }, path)).toEqual({ refusal: expect.any(String) as string });
    const good = folder.file('good.zip', await makeZip([{ name: 'good.pgn', data: GAMES }]));
    const own = await ownEntries(good);
    expect(await lister.list({ path: good, expected: 1 }, good)).toEqual({ digest: digestOf(own ?? []) });
  }

  it('is a refusal in words where the archive is damaged', async () => {
    const zip = await makeZip([{ name: 'a.pgn', data: GAMES }], { zip64: true });
    // the place of the directory lies behind the end
    zip.writeUInt32LE(zip.length + 100, zip.lastIndexOf('PK\x06\x06', undefined, 'latin1') + 48);
    const path = folder.file('behind.zip', zip);
    await survives(path);
    await expect(openArchive(path)).rejects.toMatchObject({ code: 'corrupt', path });
    await expect(openArchive(path)).rejects.toThrow(/its directory does not fit the file; download it again/);
  });

  it('does no harm where the archive is whole', async () => {
    const items = [{ name: 'a.pgn', data: manyGames(3000), stored: true }];
    const path = folder.file('comment.zip', await makeZip(items, { zip64: true, comment: 'c'.repeat(999) }));
    await survives(path);
    expect(await report(await openArchive(path))).toEqual(['a.pgn 3000']);
  });
});

describe('a thread that misbehaves', () => {
  const HEAD = "import { parentPort } from 'node:worker_threads';\nparentPort.postMessage({ ready: true });\n";
  const script = (name: string, body: string): string =>
    folder.file(name, `${HEAD}parentPort.on('message', (request) => {${body}});`);

  async function costsTheArchive(body: string, timeLimit: number, words: RegExp): Promise<void> {
    const lister = new ZipLister({ script: script(`${timeLimit}.mjs`, body), timeLimit });
    const error = await lister.list({ path: 'a.zip', expected: 1 }, 'a.zip').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'ArchiveError', code: 'corrupt', path: 'a.zip' });
    expect((error as Error).message).toMatch(words);
    expect((error as Error).message).toMatch(/unpack it and scan the folder/);
  }

  it('and does not end costs the archive, in words that say what to do', () =>
    costsTheArchive('for (;;);', 300, /in 0\.3 s/));

  // Node 24 ends the process where a thread reaches its limit at this pace, or is minutes about it.
  it.skipIf(NODE >= 24)('and wants endless memory costs the archive, in words that say what to do', () =>
    costsTheArchive('for (const all = []; ; ) all.push(new Array(1000).fill(0.5));', 25_000, /in 256 MB of memory/),
  );

  it('and dies of the archive before is not held against the next', async () => {
    const body =
      'if (globalThis.used) throw new Error("late"); globalThis.used = true; parentPort.postMessage({ digest: "d" });';
    const lister = new ZipLister({ script: script('late.mjs', body) });
    for (let i = 0; i < 3; i++) expect(await lister.list({ path: '', expected: 0 }, 'a.zip')).toEqual({ digest: 'd' });
  });

  it.each([
    ['in a while', (): string => join(folder.path, 'missing.js')],
    ['at once', (): string => 'no-path.js'],
  ])('and cannot be started is said, where that shows %s', async (_, missing) => {
    const lister = new ZipLister({ script: missing() });
    const attempt = lister.list({ path: '', expected: 0 }, 'a.zip');
    await expect(attempt).rejects.toMatchObject({ code: 'not_readable' });
    await expect(attempt).rejects.toThrow(/npm run build/);
  });
});

function digestOfListed(...entries: ListedEntry[]): string {
  const digest = new ListingDigest();
  for (const entry of entries) digest.add(entry);
  return digest.end();
}

describe('the two readings', () => {
  let specimens: Specimen[];
  beforeAll(async () => {
    specimens = (await makeSpecimens()).filter(({ name }) => /\bzip|zip64/.test(name));
  });

  it('agree on every broken archive that both accept', { timeout: 120_000 }, async () => {
    const lister = new ZipLister();
    const outcomes = { refused: 0, agreed: 0, alone: 0 };
    for (let index = 0; index < 2000; index++) {
      const path = folder.file('mutant.zip', mutate(specimens, new Random(20_261_122, index)));
      const own = await ownEntries(path);
      if (own === null) {
        outcomes.refused++;
        continue;
      }
      const listing = await lister.list({ path, expected: own.length }, path);
      if ('refusal' in listing) outcomes.alone++;
      else {
        outcomes.agreed++;
        expect(listing.digest, `case ${index}`).toBe(digestOf(own));
      }
    }
    expect(outcomes.agreed).toBeGreaterThan(300);
    expect(outcomes.alone).toBeLessThan(outcomes.agreed / 20);
  });

  it('are both given of small archives with long names, and of names in an old code page', async () => {
    const zip = await makeZip([{ name: `${'n'.repeat(3000)}.pgn`, data: GAMES }]);
    zip[zip.lastIndexOf('nnnn')] = 0xe9;
    zip.writeUInt16LE(0, directoryHeader(zip) + 8);
    const path = folder.file('long.zip', zip);
    const own = await ownEntries(path);
    const listing = await new ZipLister().list({ path, expected: 1 }, path);
    expect(listing).toEqual({ digest: digestOf(own ?? []) });
    expect(own?.[0]?.utf8Name).toMatch(/^n{200}…$/);
  });

  it('that differ refuse the archive', async () => {
    const zip = await makeZip([{ name: 'a.pgn', data: GAMES, zip64: true }]);
    // Two fields with large numbers: the size is 0xffffffff by the first, or 5 by the second. Who reads on?
    const header = directoryHeader(zip);
    const fields = header + 46 + zip.readUInt16LE(header + 28);
    const extra = fields + 9; // behind that with the time
    const extraLength = zip.readUInt16LE(header + 30);
    expect([zip.readUInt16LE(extra), zip.readUInt32LE(header + 24)]).toEqual([1, 0xffffffff]);
    zip.writeBigUInt64LE(0xffffffffn, extra + 4);
    const second = Buffer.from([1, 0, 8, 0, 5, 0, 0, 0, 0, 0, 0, 0]);
    zip.writeUInt16LE(extraLength + second.length, header + 30);
    const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
    zip.writeUInt32LE(zip.readUInt32LE(end + 12) + second.length, end + 12);
    const behind = fields + extraLength;
    const bytes = Buffer.concat([zip.subarray(0, behind), second, zip.subarray(behind)]);
    const attempt = openArchive(folder.file('two.zip', bytes));
    await expect(attempt).rejects.toMatchObject({ code: 'corrupt' });
    await expect(attempt).rejects.toThrow(/can be read in two ways/);
  });

  it('of which one goes by the entries of this disk refuse an archive with two numbers of them', async () => {
    const zip = await makeZip(['a.pgn', 'b.pgn'].map((name) => ({ name, data: GAMES })));
    zip.writeUInt16LE(1, zip.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 8);
    await expect(openArchive(folder.file('two-numbers.zip', zip))).rejects.toMatchObject({ code: 'corrupt' });
  });

  it.each(['name', 'offset', 'size', 'compressedSize', 'crc', 'method', 'encrypted'] as const)(
    'differ where the %s does',
    (field) => {
      const listed = { name: 'a', offset: 1, size: 2, compressedSize: 3, crc: 4, method: 8, encrypted: false };
      const own = [{ ...listed, utf8Name: 'a', isDirectory: false }];
      expect(digestOfListed(listed)).toBe(digestOf(own));
      const other = { name: 'b', offset: 9, size: 9, compressedSize: 9, crc: 9, method: 0, encrypted: true }[field];
      expect(digestOfListed({ ...listed, [field]: other })).not.toBe(digestOf(own));
      expect(digestOfListed()).not.toBe(digestOf(own));
      expect(digestOfListed(listed, listed)).not.toBe(digestOf(own));
    },
  );
});
