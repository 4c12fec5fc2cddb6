/**
 * A path -> streams of PGN bytes. What a file is, its first bytes say: plain PGN, a zip, or a format that is refused by name.
 *
 * Errors come in two sizes. `openArchive` throws when nothing can be read; an entry's stream throws when that entry is at fault, after
 * all its good bytes, and the other entries are unharmed. What is merely skipped is a warning.
 */
import { open, stat } from 'node:fs/promises';
import { ArchiveError, fileError } from './errors.js';
import { completeLimits, type ArchiveLimits } from './limits.js';
import { openPlain } from './plain.js';
import { HEAD, adviceFor, formatOf } from './sniff.js';
import { openZip } from './zip.js';

export { ArchiveError, type ArchiveErrorCode } from './errors.js';
export type { ArchiveLimits } from './limits.js';
export { listArchives } from './list.js';

export interface ArchiveEntry {
  /** Unique in its archive: the name in it, with `#2` where another entry has the same; a plain file's own name. */
  name: string;
  /** Decompressed bytes, as the archive promises; null where it does not say. */
  size: number | null;
  /** The bytes, from the beginning on each call. Throws `ArchiveError` behind the last good byte. */
  open(): AsyncIterable<Uint8Array>;
  /** The bytes from an offset on, where they can be had without reading what lies before: a plain file's. */
  openAt?(offset: number): AsyncIterable<Uint8Array>;
}

export interface Archive {
  path: string;
  kind: 'zip' | 'plain';
  /** Bytes on disk, for progress. */
  size: number;
  /** Bytes on disk read or passed over so far; at most `size`. */
  consumed(): number;
  /** The entries that look like PGN, in the archive's order. */
  entries(): AsyncIterable<ArchiveEntry>;
  /** What was skipped and why; grows while `entries` runs. */
  warnings: string[];
  /** Streams still open throw at their next read. */
  close(): Promise<void>;
}

/**
 * @param limits against decompression bombs; see `limits.ts` for defaults and units.
 * @throws {ArchiveError} with a message that says what to do.
 */
export async function openArchive(path: string, limits?: Partial<ArchiveLimits>): Promise<Archive> {
  const complete = completeLimits(limits);
  try {
    const info = await stat(path);
    if (info.isDirectory()) throw new ArchiveError('not_a_file', 'is a folder; scan the files in it', path);
    if (!info.isFile()) throw new ArchiveError('not_a_file', 'is not a regular file', path);
    const format = formatOf(await readHead(path));
    if (format === 'zip') return await openZip(path, info.size, complete);
    if (format !== null) {
      throw new ArchiveError(
        'unsupported_format',
        `holds ${format} data, which is not read yet; ${adviceFor(format)}`,
        path,
      );
    }
    return openPlain(path, info.size);
  } catch (error) {
    throw fileError(error, path);
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const head = new Uint8Array(HEAD);
    const { bytesRead } = await file.read(head, 0, HEAD, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
