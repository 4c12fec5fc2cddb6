/**
 * A zip of PGN files. node-stream-zip reads the directory (zip64, names, methods); the bytes are read here.
 *
 * Its own entry streams are not used: a read error in them has no listener and ends the process, they drop the last bytes before a
 * wrong checksum, check none for entries with a data descriptor, and cannot say how much of the archive they have consumed.
 * Entry names are labels, never paths: nothing is written to disk, so `../` harms nobody. Entries are kept in a list, not in an object
 * by name: two may share one, or be called `__proto__`.
 */
import { open } from 'node:fs/promises';
import StreamZip from 'node-stream-zip';
import { checkDirectory } from './directory.js';
import { ArchiveError, fileError } from './errors.js';
import { guarded } from './guard.js';
import { inflated, stored } from './inflate.js';
import type { ArchiveLimits } from './limits.js';
import type { Archive, ArchiveEntry } from './open.js';
import { HEAD, adviceFor, formatOf, looksBinary, looksLikePgn } from './sniff.js';

const STORED = 0;
const DEFLATED = 8;
const LOCAL_HEADER = 30;
const LOCAL_SIGNATURE = 0x04034b50;
const ENCRYPTED_FLAG = 1;

type ZipEntry = StreamZip.ZipEntry;

/** @throws {ArchiveError} when the directory is missing, damaged or not a zip's. */
export async function openZip(path: string, size: number, limits: ArchiveLimits): Promise<Archive> {
  const directory = await readDirectory(path, size);
  const warnings: string[] = [];
  let consumed = 0;
  let closed = false;

  function openEntry(name: string, entry: ZipEntry, onRead: (bytes: number) => void): AsyncGenerator<Uint8Array> {
    return readEntry(path, name, entry, limits, (bytes) => {
      if (closed) throw new ArchiveError('closed', 'was closed while it was being read', path, name);
      onRead(bytes);
    });
  }

  async function* entries(): AsyncGenerator<ArchiveEntry> {
    const names = new Map<string, number>();
    for (const entry of directory) {
      if (!mayHoldGames(entry)) {
        consumed += entry.compressedSize;
        continue;
      }
      const count = (names.get(entry.name) ?? 0) + 1;
      names.set(entry.name, count);
      const name = count === 1 ? entry.name : `${entry.name}#${count}`;
      if (count > 1) warnings.push(`several entries are called ${entry.name}; this one is named ${name}`);
      const refusal = await refusalOf(
        openEntry(name, entry, () => undefined),
        name,
      );
      if (refusal !== null) {
        warnings.push(`${name} ${refusal}; skipped`);
        consumed += entry.compressedSize;
        continue;
      }
      yield { name, size: entry.size, open: () => openEntry(name, entry, (bytes) => (consumed += bytes)) };
    }
  }

  return {
    path,
    kind: 'zip',
    size,
    consumed: () => Math.min(consumed, size),
    entries,
    warnings,
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

async function readDirectory(path: string, size: number): Promise<ZipEntry[]> {
  const file = await open(path, 'r');
  try {
    await checkDirectory(file, size, path);
  } finally {
    await file.close();
  }
  const zip = new StreamZip.async({ file: path, storeEntries: false, skipEntryNameValidation: true });
  const entries: ZipEntry[] = [];
  zip.on('entry', (entry) => entries.push(entry));
  try {
    await zip.entriesCount;
    return entries;
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    throw new ArchiveError(
      'corrupt',
      `is damaged: its directory cannot be read (${words}); download it again`,
      path,
      undefined,
      error,
    );
  } finally {
    // After a failed opening there is nothing to close, and closing says so.
    await zip.close().catch(() => undefined);
  }
}

/** By what the directory says: a file, not of the kind that macOS adds to zips. */
function mayHoldGames(entry: ZipEntry): boolean {
  // Nothing packs to two bytes at most; a size of 0 with more behind it is a lie, and told as one.
  if (entry.isDirectory || (entry.size === 0 && entry.compressedSize <= 2)) return false;
  return !/(?:^|\/)__MACOSX\//.test(entry.name) && !/(?:^|\/)(?:\._[^/]*|\.DS_Store)$/.test(entry.name);
}

/**
 * Why an entry is not to be read as PGN, from its first bytes; null when it is. One that cannot be read at all passes: its error
 * belongs to whoever reads it, so that it is counted.
 */
async function refusalOf(chunks: AsyncGenerator<Uint8Array>, name: string): Promise<string | null> {
  const head = new Uint8Array(HEAD);
  let length = 0;
  try {
    for await (const chunk of chunks) {
      const part = chunk.subarray(0, HEAD - length);
      head.set(part, length);
      length += part.length;
      if (length === HEAD) break;
    }
  } catch {
    return null;
  }
  const start = head.subarray(0, length);
  const format = formatOf(start);
  if (format === 'zip') return 'is an archive within the archive; unpack it and scan it by itself';
  if (format !== null) return `holds ${format} data; ${adviceFor(format)}`;
  if (looksLikePgn(start)) return null;
  // A long preamble may hide the first game: the name earns text the benefit of the doubt.
  if (/\.pgn$/i.test(name) && !looksBinary(start)) return null;
  return 'does not look like PGN';
}

async function* readEntry(
  path: string,
  name: string,
  entry: ZipEntry,
  limits: ArchiveLimits,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    if ((entry.flags & ENCRYPTED_FLAG) !== 0) {
      throw new ArchiveError('encrypted', 'is encrypted; unpack it with its password first', path, name);
    }
    if (entry.method !== STORED && entry.method !== DEFLATED) {
      const reason = `is packed by a method that is not read (number ${entry.method}); unpack it and scan the file`;
      throw new ArchiveError('unsupported_method', reason, path, name);
    }
    const start = await dataStart(path, name, entry);
    const read = entry.method === STORED ? stored : inflated;
    const { size, compressedSize, crc } = entry;
    yield* guarded(read(path, start, compressedSize, onRead), { path, entry: name, size, compressedSize, crc }, limits);
  } catch (error) {
    throw entryError(error, path, name);
  }
}

/** The data follow the local header, whose name and extra field may be longer than the directory's. */
async function dataStart(path: string, name: string, entry: ZipEntry): Promise<number> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(LOCAL_HEADER);
    const { bytesRead } = await file.read(header, 0, LOCAL_HEADER, entry.offset);
    if (bytesRead < LOCAL_HEADER || header.readUInt32LE(0) !== LOCAL_SIGNATURE) {
      throw new ArchiveError('corrupt', 'is not where the directory says; download the archive again', path, name);
    }
    return entry.offset + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

function entryError(error: unknown, path: string, name: string): ArchiveError {
  if (error instanceof ArchiveError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') {
    return new ArchiveError('truncated', 'breaks off in the middle; download the archive again', path, name, error);
  }
  if (code.startsWith('Z_')) {
    return new ArchiveError('corrupt', 'is damaged: it cannot be unpacked; download it again', path, name, error);
  }
  return fileError(error, path, name);
}
