/**
 * A zip of PGN files: which of its entries hold games, and their bytes, checked.
 *
 * node-stream-zip lists the entries in a thread of its own and our own reading of the directory has to agree, or answers alone where the
 * package cannot (`listing.ts`); the bytes are read here, since the package's streams check no checksum behind a data descriptor, drop the
 * last bytes before a wrong one, and cannot say how much of the archive they have consumed.
 *
 * Entry names are labels, never paths: nothing is written to disk, so `../` harms nobody. Entries are kept in a list, not in an object
 * by name: two may share one, or be called `__proto__`.
 */
import { open } from 'node:fs/promises';
import { blameFor, streamError, type Blame } from './blame.js';
import { LOCAL_SIGNATURE, type ZipDirectory, type ZipEntry } from './directory.js';
import { ArchiveError } from './errors.js';
import { PACKED_PIECE, PIECE, fileRange, readAtOnce } from './file.js';
import { fingerprintOf } from './fingerprint.js';
import { guarded, type Promised } from './guard.js';
import { inflated, inflatedAtOnce } from './inflate.js';
import { Labels } from './labels.js';
import type { ArchiveLimits } from './limits.js';
import { listZip } from './listing.js';
import type { Archive, ArchiveEntry } from './open.js';
import { roomsOf, type Room } from './overlap.js';
import { ByteReader } from './reader.js';
import { closedError } from './source.js';
import { HEAD, formatOf, nestedRefusalFor, textRefusalFor } from './sniff.js';
import { DEFLATED, LOCAL_HEADER, STORED, salvage } from './salvage.js';
import { isCompression, unpacked } from './unpack.js';

/** What stands in the place of entries that a cut archive may have held. */
const MISSING = 'what is missing';
/** Lines about what was skipped; a zip of a hundred thousand pictures needs no more. */
const WARNINGS_MAX = 200;

type Read = (onRead: (bytes: number) => void) => AsyncGenerator<Uint8Array>;

/**
 * @param name what messages call the archive
 * @param signal see `openArchive`
 * @throws {ArchiveError} when the directory is damaged or not a zip's, or missing and no entry can be found without it.
 */
export async function openZip(
  path: string,
  size: number,
  limits: ArchiveLimits,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Archive> {
  const { entries, offset, cut } = await directoryOf(path, size, limits, name, signal);
  const rooms = roomsOf(entries, offset);
  // headers and the directory: with many small entries they are most of the archive
  const beside = Math.max(0, size - entries.reduce((sum, each) => sum + each.compressedSize, 0)) / entries.length;
  const warnings: string[] = [];
  let consumed = 0;
  let closed = false;

  function warn(line: string): void {
    if (warnings.length < WARNINGS_MAX) warnings.push(line);
    else if (warnings.length === WARNINGS_MAX) warnings.push('and more of this kind');
  }

  function reading(label: string, entry: ZipEntry, room: Room): Read {
    const all: Read = (onRead) =>
      readEntry({ path, archive: name, name: label, entry, room, limits, cut: cut !== null }, onRead);
    const read = isShort(entry) ? recorded(all) : all;
    return async function* (onRead) {
      try {
        yield* read((bytes) => {
          if (closed) throw closedError(name, label);
          onRead(bytes);
        });
      } catch (error) {
        // that of standard input is no more once it is closed
        throw closed ? closedError(name, label) : error;
      }
    };
  }

  async function* listed(): AsyncGenerator<ArchiveEntry> {
    const labels = new Labels();
    for (const [index, entry] of entries.entries()) {
      if (signal?.aborted === true) throw closedError(name);
      consumed += beside;
      if (!mayHoldGames(entry)) {
        consumed += entry.compressedSize;
        continue;
      }
      const label = labels.of(entry.name);
      if (label !== entry.name) warn(`several entries are called ${entry.name}; this one is named ${label}`);
      const raw = reading(label, entry, rooms[index]!);
      let head = await headOf(raw);
      const format = head === null ? null : formatOf(head);
      const packed = isCompression(format);
      const read: Read = packed ? (onRead) => unpacked(format, raw(onRead), name, label, limits) : raw;
      if (packed) head = await headOf(read);
      // One that cannot be read at all passes: its error belongs to whoever reads it, so that it is counted.
      const refusal = head === null ? null : refusalOf(head, entry.name);
      if (refusal !== null) {
        warn(`${label} ${refusal}; skipped`);
        consumed += entry.compressedSize;
        continue;
      }
      const before = consumed;
      const known = packed || entry.size === 0 ? null : entry.size;
      yield { name: label, size: known, open: () => read((bytes) => (consumed += bytes)) };
      // who passes an entry over, for it was read before, has it behind all the same
      consumed = Math.max(consumed, before + entry.compressedSize);
    }
    // whoever reads on is told that there may have been more
    if (cut !== null) yield { name: labels.of(MISSING), size: null, open: () => failing(cut) };
  }

  return {
    path: name,
    kind: 'zip',
    size,
    consumed: () => Math.min(Math.round(consumed), size),
    fingerprint: () => fingerprintOf(path),
    entries: listed,
    warnings,
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

/** The entries; of an archive whose end is missing those before the cut, and what is wrong with it. */
async function directoryOf(
  path: string,
  size: number,
  limits: ArchiveLimits,
  name: string,
  signal: AbortSignal | undefined,
): Promise<ZipDirectory & { cut: ArchiveError | null }> {
  const file = await open(path, 'r');
  try {
    return { ...(await listZip(file, path, size, limits, name)), cut: null };
  } catch (error) {
    if (!(error instanceof ArchiveError && error.code === 'truncated')) throw error;
    const left = await salvage(file, path, size, limits, signal);
    if (signal?.aborted === true) throw closedError(name);
    if (left.entries.length === 0) throw error;
    const reason =
      'is cut off: its end is missing, with any games there; everything before that was read; download it again';
    return { ...left, cut: new ArchiveError('truncated', reason, name) };
  } finally {
    await file.close();
  }
}

// eslint-disable-next-line @typescript-eslint/require-await -- a stream like the others
async function* failing(error: ArchiveError): AsyncGenerator<Uint8Array> {
  yield* [];
  throw error;
}

/** By what the directory says: one to be read and inflated in one piece. */
function isShort({ size, compressedSize }: Pick<ZipEntry, 'size' | 'compressedSize'>): boolean {
  return size <= PIECE && compressedSize <= PACKED_PIECE;
}

/** What a stream gives. */
interface Recorded {
  chunks: Uint8Array[];
  /** Of the archive. */
  bytes: number;
  /** What is wrong behind them. */
  fault: Error | undefined;
}

/** The same stream as often as it is asked for, read once: who looks at the head of a short entry has read it. */
function recorded(read: Read): Read {
  async function take(): Promise<Recorded> {
    const taken: Recorded = { chunks: [], bytes: 0, fault: undefined };
    try {
      for await (const chunk of read((bytes) => (taken.bytes += bytes))) taken.chunks.push(chunk);
    } catch (error) {
      taken.fault = error instanceof Error ? error : new Error(String(error));
    }
    return taken;
  }
  let record: Promise<Recorded> | undefined;
  return async function* (onRead) {
    const { chunks, bytes, fault } = await (record ??= take());
    onRead(bytes);
    yield* chunks;
    if (fault !== undefined) throw fault;
  };
}

/** By what the directory says: a file, not of the kind that macOS adds to zips. */
function mayHoldGames(entry: ZipEntry): boolean {
  // Nothing packs to two bytes at most; a size of 0 with more behind it is a lie, and told as one.
  if (entry.isDirectory || (entry.size === 0 && entry.compressedSize <= 2)) return false;
  return !/(?:^|\/)__MACOSX\//.test(entry.name) && !/(?:^|\/)(?:\._[^/]*|\.DS_Store)$/.test(entry.name);
}

/** The first bytes; null where even these cannot be read. */
async function headOf(read: Read): Promise<Uint8Array | null> {
  const head = new Uint8Array(HEAD);
  let length = 0;
  try {
    for await (const chunk of read(() => undefined)) {
      const part = chunk.subarray(0, HEAD - length);
      head.set(part, length);
      length += part.length;
      if (length === HEAD) break;
    }
  } catch {
    return null;
  }
  return head.subarray(0, length);
}

/** Why an entry is not to be read as PGN, from its first bytes, unpacked; null when it is. */
function refusalOf(start: Uint8Array, name: string): string | null {
  return nestedRefusalFor(formatOf(start)) ?? textRefusalFor(start, /\.pgn(?:\.\w+)?$/i.test(name));
}

/** All that is needed to read an entry. */
interface Reading {
  path: string;
  /** What messages call the archive and the entry. */
  archive: string;
  name: string;
  entry: ZipEntry;
  room: Room;
  limits: ArchiveLimits;
  /** Whether the archive's end is missing, and with it perhaps this entry's. */
  cut: boolean;
}

async function* brokenOff(chunks: AsyncIterable<Uint8Array>, blame: Blame): AsyncGenerator<Uint8Array> {
  yield* chunks;
  throw blame.truncated();
}

async function* readEntry(reading: Reading, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const { path, archive, name, entry, room, limits } = reading;
  const { size, compressedSize, crc, method } = entry;
  const blame = blameFor(archive, name);
  try {
    if (entry.encrypted) throw blame('encrypted', 'is encrypted; unpack it with its password first');
    if (method !== STORED && method !== DEFLATED) {
      throw blame(
        'unsupported_method',
        `is compressed by a method that is not supported (number ${method}); unpack it and scan the file`,
      );
    }
    if (room.takenBy !== null) {
      throw blame(
        'corrupt',
        `shares its bytes with ${room.takenBy}, as in a decompression bomb; only that entry is read`,
      );
    }
    const start = await dataStart(reading);
    const length = Math.min(compressedSize, Math.max(0, room.end - start));
    const range = fileRange(path, start, length, method === STORED ? PIECE : PACKED_PIECE, onRead);
    const chunks = reading.cut && length < compressedSize ? brokenOff(range, blame) : range;
    const promised = { path: archive, entry: name, size, compressedSize, crc };
    yield* guarded(method === STORED ? chunks : inflatedAll(chunks, promised), promised, limits);
  } catch (error) {
    throw streamError(error, blame, archive, name);
  }
}

async function* inflatedAll(chunks: AsyncIterable<Uint8Array>, promised: Promised): AsyncGenerator<Uint8Array> {
  const reader = new ByteReader(chunks);
  try {
    if (isShort(promised) && (await reader.fill(promised.compressedSize))) {
      const bytes = inflatedAtOnce(reader.buffered, promised.size);
      if (bytes !== null) {
        yield bytes;
        return;
      }
    }
    yield* inflated(reader);
  } finally {
    await reader.close();
  }
}

/** The data follow the local header, whose name and extra field may be longer than the directory's. */
async function dataStart({ path, archive, name, entry }: Reading): Promise<number> {
  const header = await readAtOnce(path, entry.offset, LOCAL_HEADER);
  if (header.length < LOCAL_HEADER || header.readUInt32LE(0) !== LOCAL_SIGNATURE) {
    throw new ArchiveError('corrupt', 'is not where the directory says; download the archive again', archive, name);
  }
  return entry.offset + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
}
