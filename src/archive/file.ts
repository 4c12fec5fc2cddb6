/**
 * Bytes of files: ranges as chunks, heads, sizes.
 *
 * What is read in one piece is read at once, by this thread. To have a thread of Node's do it takes 0.1 ms for each of opening, reading and
 * closing, ten times as long as they do, and most archives that people have are files of one game, or zips of them.
 */
import { closeSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { ArchiveError } from './errors.js';

/** Bytes a read; and of deflated ones, which at deflate's limit of 1032:1 become 16 MB: all that is ever in memory at once. */
export const PIECE = 128 << 10;
export const PACKED_PIECE = 16 << 10;

/** Milliseconds of reading at once behind which signals, timers and threads that have answered get their turn. */
const TURN_EVERY = 10;
let lastTurn = 0;

/**
 * Shorter than `length` when the file ends before.
 * @param piece bytes a read
 * @param onRead is told how many bytes of the file each read took
 */
export async function* fileRange(
  path: string,
  start: number,
  length: number,
  piece: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  if (length <= piece) {
    const bytes = await readAtOnce(path, start, length);
    if (bytes.length === 0) return;
    onRead(bytes.length);
    yield bytes;
    return;
  }
  const file: FileHandle = await open(path, 'r');
  try {
    for (let at = start; at < start + length;) {
      // A buffer of its own each time: the consumer may hold on to the last one.
      const buffer = new Uint8Array(Math.min(piece, start + length - at));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      onRead(bytesRead);
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** What the file system says of a regular file. @throws {ArchiveError} for what is none */
export function statFile(path: string): Stats {
  const info = statSync(path);
  if (info.isDirectory()) throw new ArchiveError('not_a_file', 'is a folder; name a file in it', path);
  if (!info.isFile())
    throw new ArchiveError('not_a_file', 'is not a regular file; pass a pipe as standard input (-)', path);
  return info;
}

/** Bytes of whatever has this name; null where nothing has, or nobody may look. */
export function sizeOf(path: string): number | null {
  try {
    return statSync(path).size;
  } catch {
    return null;
  }
}

/** At most `length` bytes from a place in a file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The same of a file that is not open; fewer only where it ends before. For what is short: nothing else goes on meanwhile. */
export async function readAtOnce(path: string, position: number, length: number): Promise<Buffer> {
  if (performance.now() - lastTurn > TURN_EVERY) {
    await turn();
    lastTurn = performance.now();
  }
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(length);
    let end = 0;
    while (end < length) {
      const bytes = readSync(file, buffer, end, length - end, position + end);
      if (bytes === 0) break;
      end += bytes;
    }
    return buffer.subarray(0, end);
  } finally {
    closeSync(file);
  }
}
