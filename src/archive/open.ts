/**
 * A path -> streams of PGN bytes. What a file is, its first bytes say: plain PGN, a zip, one stream of gzip, bzip2 or zstd, or a format
 * that is refused by name. The path `-` is standard input.
 *
 * Errors come in two sizes. `openArchive` throws when nothing can be read; an entry's stream throws when that entry is at fault, after
 * all its good bytes, and the other entries are unharmed. What is merely skipped is a warning.
 */
import { fstatSync } from 'node:fs';
import { ArchiveError, fileError } from './errors.js';
import { PIECE, readAtOnce, statFile } from './file.js';
import { completeLimits, type ArchiveLimits } from './limits.js';
import { openSingle } from './single.js';
import { HEAD, fileFormatOf, formatOf, refusalFor } from './sniff.js';
import { STDIN, fileSource, stdinSource, type Source } from './source.js';
import { spool } from './spool.js';
import { isCompression, type Compression } from './unpack.js';
import { openZip } from './zip.js';

export { ArchiveError } from './errors.js';
export type { ArchiveLimits } from './limits.js';
export { listArchives } from './list.js';
export { NO_PGN, TextWatch } from './sniff.js';
export { STDIN } from './source.js';

export interface ArchiveEntry {
  /** Unique in its archive: the name in it, with `#2` where another entry has the same; a file's own name where it is the entry. */
  name: string;
  /** Decompressed bytes, as the archive promises; null where it does not say. */
  size: number | null;
  /** The bytes, from the beginning on each call (standard input: once). Throws `ArchiveError` behind the last good byte. */
  open(): AsyncIterable<Uint8Array>;
  /** The bytes from an offset on, where they can be had without reading what lies before: a plain file's. */
  openAt?(offset: number): AsyncIterable<Uint8Array>;
}

export interface Archive {
  /** As it was given; `stdin` for standard input. */
  path: string;
  kind: 'zip' | 'plain' | Compression;
  /** Bytes on disk, for progress; null for standard input, of which nobody knows them. */
  size: number | null;
  /** Bytes on disk read or passed over so far; at most `size`. */
  consumed(): number;
  /**
   * 16 bytes that are the same for a copy under another name. Of standard input only the first 64 KB count: two streams that begin
   * alike share it, so nothing may be passed over on its account where `size` is null.
   * @param again another one for each number, where it does not tell which stream it is; 0 unless given
   */
  fingerprint(again?: number): Promise<Uint8Array>;
  /** The entries that look like PGN, in the archive's order. */
  entries(): AsyncIterable<ArchiveEntry>;
  /** What was skipped and why; grows while `entries` runs. */
  warnings: string[];
  /** Streams still open throw at their next read. */
  close(): Promise<void>;
}

/**
 * @param limits against decompression bombs; see `limits.ts` for defaults and units
 * @param stdin what `-` reads; for tests
 * @param signal once it is aborted, nothing is looked for any more, and `closed` is thrown: to find the entries of a zip may take long
 * @throws {ArchiveError} with a message that says what to do.
 */
export async function openArchive(
  path: string,
  limits?: Partial<ArchiveLimits>,
  stdin: AsyncIterable<Uint8Array> = process.stdin,
  signal?: AbortSignal,
): Promise<Archive> {
  const complete = completeLimits(limits);
  if (path === STDIN) return openStdin(stdin, complete, signal);
  try {
    const { size } = statFile(path);
    const head = await readAtOnce(path, 0, size <= PIECE ? size : HEAD);
    const format = readable(fileFormatOf(head.subarray(0, HEAD), path), path);
    if (format === 'zip') return await openZip(path, size, complete, path, signal);
    return openSingle(fileSource(path, size, head), format, complete);
  } catch (error) {
    throw fileError(error, path);
  }
}

async function openStdin(
  stdin: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): Promise<Archive> {
  // of which node makes an empty stream
  if (stdin === process.stdin && fstatSync(0).isDirectory())
    throw new ArchiveError('not_a_file', 'is a folder; name a file in it (a scan takes the folder, too)', 'stdin');
  const source = await stdinSource(stdin);
  try {
    const format = readable(formatOf(source.head), source.path);
    return format === 'zip' ? await openSpooled(source, limits, signal) : openSingle(source, format, limits);
  } catch (error) {
    // whoever writes to it may do so much later: an open pipe would keep the process until then
    await source.close();
    throw error;
  }
}

async function openSpooled(source: Source, limits: ArchiveLimits, signal: AbortSignal | undefined): Promise<Archive> {
  const { path, size, remove } = await spool(source.read(), source.path);
  try {
    const archive = await openZip(path, size, limits, source.path, signal);
    const close = async (): Promise<void> => {
      await archive.close();
      remove();
    };
    return { ...archive, close };
  } catch (error) {
    remove();
    throw error;
  }
}

/** @throws {ArchiveError} for a format that is not read */
function readable(format: string | null, path: string): 'zip' | Compression | null {
  if (format === null || format === 'zip' || isCompression(format)) return format;
  throw new ArchiveError('unsupported_format', refusalFor(format) ?? `holds ${format} data`, path);
}
