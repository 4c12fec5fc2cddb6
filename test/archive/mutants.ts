/**
 * Broken archives for fuzzing: small whole ones of every kind, accidents that happen to them, and what must be true of whatever comes
 * of it. Everything depends on the `Random` alone.
 */
import { ok } from 'node:assert/strict';
import { ArchiveError, openArchive } from '../../src/archive/open.js';
import type { Random } from '../fuzz/random.js';
import { bzip2 } from './bzip2-encoder.js';
import { makeZip, variedGames } from './helpers.js';
import { bzip2s, chunked, gzip, skippable, slices, zstd, zstdStream } from './makers.js';

export interface Specimen {
  name: string;
  bytes: Buffer;
  /** What is in it, where a cut gives a beginning of that and nothing else; null for a zip. */
  content: Buffer | null;
}

/** Bytes that a case may unpack to: small, so that bombs are quick to be known. */
const MUTANT_LIMITS = { maxEntryBytes: 2 << 20, maxRatio: 1000, ratioFromBytes: 1 << 20, maxEntries: 200 };
/** What one decoder may deliver beyond the limit: a bzip2 block is delivered at once. */
const CHUNK_MAX = 16 << 20;

/** Small archives of all kinds, from a few hundred bytes to a few thousand. */
export async function makeSpecimens(): Promise<Specimen[]> {
  const content = Buffer.from(variedGames(20));
  const parts = slices(content.toString(), 500);
  const header = Buffer.from([
    0x1f,
    0x8b,
    8,
    0x1e,
    0,
    0,
    0,
    0,
    0,
    3,
    4,
    0,
    1,
    2,
    3,
    4,
    ...Buffer.from('name\0note\0'),
    9,
    9,
  ]);
  const streams: [string, Buffer][] = [
    ['plain', content],
    ['gzip', gzip(content)],
    ['gzip members', Buffer.concat([gzip(...parts.slice(0, 3), ''), gzip(...parts.slice(3)), Buffer.alloc(20)])],
    ['gzip with every field in its header', Buffer.concat([header, gzip(content).subarray(10)])],
    ['zstd', zstd(content)],
    ['zstd of unknown size, with a checksum', await zstdStream(content)],
    [
      'zstd frames',
      Buffer.concat([skippable(4), zstd(...parts.slice(0, 2), ''), skippable(30, 7), zstd(...parts.slice(2))]),
    ],
    ['bzip2', bzip2(content, { blockBytes: 700 })],
    ['bzip2 streams', bzip2s(...parts.slice(0, 2), '', ...parts.slice(2))],
  ];
  const items = [
    { name: 'a.pgn', data: content },
    { name: 'b.pgn', data: parts[0]!, stored: true },
    { name: 'c.gz', data: gzip(content), stored: true },
  ];
  const packed = [
    { name: 'd.zst', data: zstd(...parts) },
    { name: 'e.bz2', data: bzip2(content, { blockBytes: 900 }) },
    { name: 'f.jpg', data: Buffer.alloc(40, 7) },
  ];
  const zips: [string, Buffer][] = [
    ['zip', await makeZip(items)],
    [
      'zip64',
      await makeZip(
        items.map((item) => ({ ...item, zip64: true })),
        { zip64: true, comment: 'of the club' },
      ),
    ],
    ['zip of compressed files', await makeZip(packed)],
    ['empty zip', await makeZip([])],
  ];
  return [
    ...streams.map(([name, bytes]) => ({ name, bytes, content })),
    ...zips.map(([name, bytes]) => ({ name, bytes, content: null })),
  ];
}

/** One of the archives after one to four accidents. */
export function mutate(specimens: readonly Specimen[], random: Random): Buffer {
  let bytes: Buffer = Buffer.from(random.pick(specimens).bytes);
  for (let left = 1 + random.below(4); left > 0; left--) {
    bytes = ACCIDENTS[random.below(ACCIDENTS.length)]!(bytes, random, specimens);
  }
  return bytes;
}

type Accident = (bytes: Buffer, random: Random, specimens: readonly Specimen[]) => Buffer;

/** Numbers that sizes and offsets go wrong at. */
const ODD_NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];

const ACCIDENTS: readonly Accident[] = [
  (bytes, random) => {
    const at = random.below(bytes.length);
    if (bytes.length > 0) bytes[at] = bytes[at]! ^ (1 << random.below(8));
    return bytes;
  },
  (bytes, random) => {
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.byte();
    return bytes;
  },
  (bytes, random) => {
    const at = random.below(bytes.length - 3);
    if (bytes.length >= 4) bytes.writeUInt32LE(random.pick(ODD_NUMBERS), at);
    return bytes;
  },
  (bytes, random) => {
    // headers lie at the beginning, directories at the end
    const at = random.once(2)
      ? random.below(Math.min(bytes.length, 40))
      : bytes.length - 1 - random.below(Math.min(bytes.length, 120));
    if (bytes.length > 0) bytes[Math.max(0, at)] = random.byte();
    return bytes;
  },
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  (bytes, random) => {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  (bytes, random) => {
    const [from, to] = range(bytes, random);
    for (let at = from; at < to; at++) bytes[at] = random.byte();
    return bytes;
  },
  (bytes, random) => Buffer.concat([bytes, Buffer.alloc(random.below(40), random.once(2) ? 0 : random.byte())]),
  (bytes, random, specimens) => {
    const other = random.pick(specimens).bytes;
    const cut = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, cut), other.subarray(random.below(other.length + 1))]);
  },
  (bytes, random, specimens) => Buffer.concat([bytes, random.pick(specimens).bytes]),
];

function range(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = random.below(bytes.length + 1);
  return [from, Math.min(bytes.length, from + random.below(60))];
}

export interface MutantReport {
  /** How the archive as a whole was received, and each entry: `ok` or the code of the error. */
  archive: string;
  entries: string[];
  bytes: number;
}

/**
 * Reads whatever it is to the end, in chunks of `chunk` bytes.
 * @throws anything but an ArchiveError with a message: a fault of ours @throws {AssertionError} where limits are not kept
 */
export async function readMutant(bytes: Uint8Array, chunk = 4096): Promise<MutantReport> {
  const report: MutantReport = { archive: 'ok', entries: [], bytes: 0 };
  let archive;
  try {
    archive = await openArchive('-', MUTANT_LIMITS, chunked(bytes, chunk));
  } catch (error) {
    report.archive = codeOf(error);
    return report;
  }
  try {
    ok((await archive.fingerprint()).length === 16);
    for await (const entry of archive.entries()) {
      let size = 0;
      let code = 'ok';
      try {
        for await (const part of entry.open()) size += part.length;
      } catch (error) {
        code = codeOf(error);
      }
      ok(size <= MUTANT_LIMITS.maxEntryBytes + CHUNK_MAX, 'more came out than is allowed');
      report.bytes += size;
      report.entries.push(code);
      ok(report.entries.length <= MUTANT_LIMITS.maxEntries, 'more entries than are allowed');
    }
    ok(archive.consumed() >= 0 && archive.warnings.every((line) => line.length > 0));
  } catch (error) {
    report.archive = codeOf(error);
  } finally {
    await archive.close();
  }
  return report;
}

/** @throws the error itself where it is not of the kind that says what to do */
function codeOf(error: unknown): string {
  if (!(error instanceof ArchiveError)) throw error;
  ok(error.message.startsWith('stdin'), error.message);
  return error.code;
}
