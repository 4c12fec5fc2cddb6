/**
 * What is left of a zip whose end is missing, as of a download that stalled. The directory stood there; but before each entry stands a header
 * of its own, and so the entries are found one behind the other, up to the cut.
 *
 * Where a header does not know how long its entry is, for its writer could not go back (it says so behind the entry), the entry has to be
 * unpacked to find its end; one that is not packed has to be searched for it.
 */
import type { FileHandle } from 'node:fs/promises';
import { blameFor } from './blame.js';
import { crc32 } from './crc32.js';
import {
  FLAG,
  HEADER_SIGNATURE,
  largeNumbers,
  LOCAL_SIGNATURE,
  MAX_32,
  named,
  type ZipDirectory,
  type ZipEntry,
} from './directory.js';
import { PACKED_PIECE, PIECE, fileRange, readAt } from './file.js';
import { checkSize } from './guard.js';
import { inflated } from './inflate.js';
import type { ArchiveLimits } from './limits.js';
import { ByteReader } from './reader.js';

export const LOCAL_HEADER = 30;
export const STORED = 0;
export const DEFLATED = 8;
/** What stands behind an entry: a signature, or none, the checksum, and both sizes in four bytes or in eight. */
const BEHIND = 24;
const BEHIND_SIGNATURE = 0x08074b50;
/** How long it is where it has no signature: so far before the next header it begins. */
const BARE = [12, 20];
const BARE_MAX = 20;

/** An entry, and where the next one begins; null where none can be found behind it. */
interface Found {
  entry: ZipEntry;
  next: number | null;
}

/**
 * The entries up to the cut, of which the last may be cut itself: its bytes go on to the end of the file then. None is no error.
 * @param signal once it is aborted, no more are sought
 */
export async function salvage(
  file: FileHandle,
  path: string,
  size: number,
  limits: ArchiveLimits,
  signal?: AbortSignal,
): Promise<ZipDirectory> {
  const entries: ZipEntry[] = [];
  for (let at: number | null = 0; at !== null && entries.length < limits.maxEntries;) {
    const found: Found | null = await findEntry(file, path, at, size, limits, signal);
    if (found === null) break;
    entries.push(found.entry);
    at = found.next;
  }
  return { entries, offset: size };
}

async function findEntry(
  file: FileHandle,
  path: string,
  offset: number,
  fileSize: number,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): Promise<Found | null> {
  if (signal?.aborted === true) return null;
  const header = await readAt(file, offset, LOCAL_HEADER);
  if (header.length < LOCAL_HEADER || header.readUInt32LE(0) !== LOCAL_SIGNATURE) return null;
  const nameLength = header.readUInt16LE(26);
  const rest = await readAt(file, offset + LOCAL_HEADER, nameLength + header.readUInt16LE(28));
  const start = offset + LOCAL_HEADER + nameLength + header.readUInt16LE(28);
  if (start > fileSize) return null;
  const flags = header.readUInt16LE(6);
  const method = header.readUInt16LE(8);
  const entry: ZipEntry = {
    ...named(rest.subarray(0, nameLength), flags),
    offset,
    size: header.readUInt32LE(22),
    compressedSize: header.readUInt32LE(18),
    crc: header.readUInt32LE(14),
    method,
    encrypted: (flags & FLAG.encrypted) !== 0,
  };
  if ((flags & FLAG.sizesBehind) === 0) {
    const large = largeNumbers(rest.subarray(nameLength));
    if (entry.size === MAX_32) entry.size = large.shift() ?? entry.size;
    if (entry.compressedSize === MAX_32) entry.compressedSize = large.shift() ?? entry.compressedSize;
    const end = start + entry.compressedSize;
    return { entry, next: end < fileSize ? end : null };
  }
  if (method === STORED) {
    const behind = await findBehind(file, start, fileSize, entry, signal);
    if (behind !== null) return behind;
    // longer than the file, as it was: whoever reads it is told that it breaks off
    const size = fileSize - start + 1;
    return { entry: { ...entry, size, compressedSize: size }, next: null };
  }
  // nothing tells where it ends
  if (method !== DEFLATED) return null;
  const measured = await measure(path, start, fileSize - start, limits, signal);
  if (measured === null) return { entry: { ...entry, size: 0, compressedSize: fileSize - start }, next: null };
  Object.assign(entry, measured);
  const end = start + entry.compressedSize;
  const behind = parseBehind(await readAt(file, end, BEHIND), entry);
  if (behind === null) return { entry, next: null };
  // whoever reads the entry holds its bytes against this
  return { entry: { ...entry, crc: behind.crc }, next: end + behind.length };
}

/** What an entry unpacks to, and from how many bytes; null where it does not come to an end, or to more than the limits allow. */
async function measure(
  path: string,
  start: number,
  length: number,
  limits: ArchiveLimits,
  signal: AbortSignal | undefined,
): Promise<Pick<ZipEntry, 'size' | 'compressedSize' | 'crc'> | null> {
  const reader = new ByteReader(fileRange(path, start, length, PACKED_PIECE, () => undefined));
  const blame = blameFor(path);
  let size = 0;
  let crc = 0;
  try {
    for await (const chunk of inflated(reader)) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      checkSize(size, length, limits, blame);
      signal?.throwIfAborted();
    }
    return { size, compressedSize: reader.consumed, crc };
  } catch {
    // whoever reads the entry is told what is wrong with it
    return null;
  } finally {
    await reader.close();
  }
}

/**
 * An entry that is not packed, and its end: what stands behind it begins with a signature, or stands before that of the next header, and its
 * two sizes are the way from the entry's start. Nothing in an entry can pass for that by its own sizes: not even a zip in it, which has a header first.
 * Null where there is none up to the end of the file.
 */
async function findBehind(
  file: FileHandle,
  start: number,
  fileSize: number,
  entry: ZipEntry,
  signal: AbortSignal | undefined,
): Promise<Found | null> {
  for (let at = start; at < fileSize && signal?.aborted !== true; at += PIECE) {
    const from = Math.max(start, at - BARE_MAX);
    const bytes = await readAt(file, from, at - from + PIECE + BEHIND);
    const seek = (index: number): number => bytes.indexOf('PK', index, 'latin1');
    for (let found = seek(at - from); found >= 0 && found <= bytes.length - 4; found = seek(found + 1)) {
      for (const back of stepsBack(bytes.readUInt32LE(found))) {
        const size = from + found - back - start;
        if (back > found) continue;
        const sizes = { size, compressedSize: size };
        const behind = parseBehind(bytes.subarray(found - back), { ...entry, ...sizes });
        if (behind === null || (back > 0 && behind.length !== back)) continue;
        return { entry: { ...entry, ...sizes, crc: behind.crc }, next: start + size + behind.length };
      }
    }
  }
  return null;
}

/** How far before a signature that begins, whose end it may be. */
function stepsBack(signature: number): readonly number[] {
  if (signature === BEHIND_SIGNATURE) return [0];
  return signature === LOCAL_SIGNATURE || signature === HEADER_SIGNATURE ? BARE : [];
}

/** What repeats behind an entry what it comes to: the checksum, and how many bytes all of it takes; null where its sizes do not, or are cut off. */
function parseBehind(bytes: Buffer, { size, compressedSize }: ZipEntry): { crc: number; length: number } | null {
  const from = bytes.length >= 4 && bytes.readUInt32LE(0) === BEHIND_SIGNATURE ? 4 : 0;
  for (const width of [4, 8]) {
    const length = from + 4 + 2 * width;
    if (bytes.length < length) return null;
    const number = (at: number): number => (width === 4 ? bytes.readUInt32LE(at) : Number(bytes.readBigUInt64LE(at)));
    if (number(from + 4) === compressedSize && number(from + 4 + width) === size) {
      return { crc: bytes.readUInt32LE(from), length };
    }
  }
  return null;
}
