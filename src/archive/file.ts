/** A byte range of a file as chunks. */
import type { Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { ArchiveError } from './errors.js';

/** Bytes a read; and of deflated ones, which at deflate's limit of 1032:1 become 16 MB: all that is ever in memory at once. */
export const PIECE = 128 << 10;
export const PACKED_PIECE = 16 << 10;

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
export async function statFile(path: string): Promise<Stats> {
  const info = await stat(path);
  if (info.isDirectory()) throw new ArchiveError('not_a_file', 'is a folder; scan the files in it', path);
  if (!info.isFile())
    throw new ArchiveError('not_a_file', 'is not a regular file; pass a pipe as standard input (-)', path);
  return info;
}

/** At most `length` bytes from a place in a file. */
export async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

/** The first bytes of a file. */
export async function readHead(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    return await readAt(file, 0, length);
  } finally {
    await file.close();
  }
}
