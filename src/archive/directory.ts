/**
 * Is a zip's end as it should be? Asked before node-stream-zip is let near it.
 *
 * It reads the directory in callbacks of its own, where an impossible offset in a zip64 record throws past every handler and would end
 * the run; and where it does report, it says "Bad archive" for a download that stopped half-way. So the end records are read here
 * first, and what contradicts the file's size is refused in words.
 */
import type { FileHandle } from 'node:fs/promises';
import { ArchiveError } from './errors.js';
import { readAt } from './file.js';

const END = 22;
const COMMENT_MAX = 0xffff;
const LOCATOR64 = 20;
const END64 = 56;
/** Of one entry's header in the directory. */
const HEADER = 46;

const END_SIGNATURE = 0x06054b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
const END64_SIGNATURE = 0x06064b50;
const HEADER_SIGNATURE = 0x02014b50;

const AGAIN = 'download it again, or unpack what can be saved with: zip -FF';

/** Bytes of a directory with as many entries as are read, and names of a reasonable length. */
const DIRECTORY_MAX = 64 << 20;

/** Where a directory is, and what it says of itself. */
export interface Directory {
  entries: number;
  size: number;
  offset: number;
}

/**
 * @param maxEntries beyond which an archive is refused before its directory is read
 * @throws {ArchiveError} `truncated` without a directory at the end; `corrupt` when it cannot be where it says; `too_large`
 */
export async function checkDirectory(
  file: FileHandle,
  fileSize: number,
  maxEntries: number,
  path: string,
): Promise<Directory> {
  const tailSize = Math.min(fileSize, END + COMMENT_MAX);
  const tail = await readAt(file, fileSize - tailSize, tailSize);
  const end = lastIndexOf(tail, END_SIGNATURE, tail.length - END);
  if (end < 0)
    throw new ArchiveError('truncated', `is cut off: a zip's directory is missing at its end; ${AGAIN}`, path);
  const endAt = fileSize - tailSize + end;
  // both numbers of entries, of this disk and of all, are what somebody goes by
  let entries = Math.max(tail.readUInt16LE(end + 8), tail.readUInt16LE(end + 10));
  let size = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  if (tail.readUInt16LE(end + 4) !== tail.readUInt16LE(end + 6) || tail.readUInt16LE(end + 4) > 1) {
    if (tail.readUInt16LE(end + 4) !== 0xffff) {
      throw new ArchiveError('unsupported_format', 'is one part of a split zip; join the parts first', path);
    }
  }
  if (entries === 0xffff || size === 0xffffffff || offset === 0xffffffff) {
    ({ entries, size, offset } = await readEnd64(file, fileSize, endAt, path));
  }
  if (offset + size > endAt || entries * HEADER > size) throw contradiction(path);
  if (entries > maxEntries || size > DIRECTORY_MAX) {
    throw new ArchiveError('too_large', tooManyEntries(entries, maxEntries), path);
  }
  if (entries > 0) {
    const first = await readAt(file, offset, 4);
    if (first.length < 4 || first.readUInt32LE(0) !== HEADER_SIGNATURE) throw contradiction(path);
  }
  return { entries, size, offset };
}

/** For an archive with more than may be held in memory. */
export function tooManyEntries(entries: number, maxEntries: number): string {
  const count =
    entries > maxEntries ? `${entries} entries, and ${maxEntries} are the limit` : 'a directory of over 64 MB';
  return `has ${count}; unpack it and scan the folder`;
}

async function readEnd64(file: FileHandle, fileSize: number, endAt: number, path: string): Promise<Directory> {
  const locator = endAt < LOCATOR64 ? Buffer.alloc(0) : await readAt(file, endAt - LOCATOR64, LOCATOR64);
  if (locator.length < LOCATOR64 || locator.readUInt32LE(0) !== LOCATOR64_SIGNATURE) throw contradiction(path);
  const at = Number(locator.readBigUInt64LE(8));
  if (at > endAt - LOCATOR64 - END64 || at > fileSize) throw contradiction(path);
  const record = await readAt(file, at, END64);
  if (record.length < END64 || record.readUInt32LE(0) !== END64_SIGNATURE) throw contradiction(path);
  return {
    entries: Math.max(Number(record.readBigUInt64LE(24)), Number(record.readBigUInt64LE(32))),
    size: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

function contradiction(path: string): ArchiveError {
  return new ArchiveError('corrupt', `is damaged: its directory does not fit the file; ${AGAIN}`, path);
}

function lastIndexOf(bytes: Buffer, signature: number, from: number): number {
  for (let i = from; i >= 0; i--) if (bytes[i] === 0x50 && bytes.readUInt32LE(i) === signature) return i;
  return -1;
}
