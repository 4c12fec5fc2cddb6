/**
 * Our own reading of a zip's directory: found by the records at the archive's end, and read in pieces.
 *
 * What contradicts itself or the file's size is refused in words, what would need much memory before it is read: so node-stream-zip, which
 * lists the entries next (`listing.ts`), is given only what is whole, and there is something to compare its answer with.
 */
import { isUtf8 } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { shown } from '../pgn/shown.js';
import { ArchiveError } from './errors.js';
import { readAt } from './file.js';
import type { ArchiveLimits } from './limits.js';

const END = 22;
const COMMENT_MAX = 0xffff;
const LOCATOR64 = 20;
const END64 = 56;
/** Bytes from the zip64 record to the end record: with what may be added to it, which nobody does. */
const END64_DISTANCE_MAX = 64 << 10;
/** Of one entry's header in the directory; a name, an extra field and a comment of up to 64 KB each follow. */
const HEADER = 46;
const PIECE = 256 << 10;

const END_SIGNATURE = 0x06054b50;
const LOCATOR64_SIGNATURE = 0x07064b50;
const END64_SIGNATURE = 0x06064b50;
export const HEADER_SIGNATURE = 0x02014b50;
/** Of the header before an entry. */
export const LOCAL_SIGNATURE = 0x04034b50;
/** In a header of the directory, where it says at which byte of the file its entry begins. */
const HEADER_OFFSET = 42;
/** With which the first part of a split zip begins. */
const SPLIT_SIGNATURE = Buffer.from([0x50, 0x4b, 7, 8]);

const AGAIN = 'download it again, or unpack what can be saved with: zip -FF';

/** Bytes of a directory with as many entries as are read, and names of a reasonable length. */
const DIRECTORY_MAX = 64 << 20;

/** Where a directory is, and what it says of itself. */
interface Directory {
  entries: number;
  /** Those on this disk, of which there is one: some readers go by this number, others by that. */
  entriesHere: number;
  size: number;
  offset: number;
}

/** What the directory says of an entry. */
export interface ZipEntry {
  /** As it may be shown: see `labelOf`. */
  name: string;
  /** The same, taken for UTF-8 even where it is in an older code page: as readers see it that know nothing else. */
  utf8Name: string;
  /** Of its local header, in the file. */
  offset: number;
  size: number;
  compressedSize: number;
  /** CRC-32 of its content, unsigned. */
  crc: number;
  method: number;
  encrypted: boolean;
  isDirectory: boolean;
}

export interface ZipDirectory {
  /** In the directory's order. */
  entries: ZipEntry[];
  /** Where the directory begins, in the file. */
  offset: number;
}

/**
 * @param path what messages call the archive
 * @throws {ArchiveError} `truncated` without a directory at the end; `corrupt` when it is not what it should be; `too_large`
 */
export async function readDirectory(
  file: FileHandle,
  fileSize: number,
  limits: ArchiveLimits,
  path: string,
): Promise<ZipDirectory> {
  const directory = await findDirectory(file, fileSize, path);
  const { offset, size } = directory;
  if (directory.entries > limits.maxEntries || size > DIRECTORY_MAX) {
    const many = directory.entries > limits.maxEntries;
    const what = many
      ? `${directory.entries} entries, and ${limits.maxEntries} are`
      : 'a directory of over 64 MB, which is';
    throw new ArchiveError('too_large', `has ${what} the limit; unpack it and scan the folder`, path);
  }
  if (directory.entriesHere !== directory.entries) throw contradiction(path);
  const entries: ZipEntry[] = [];
  let piece: Buffer = Buffer.alloc(0);
  let pieceAt = offset;
  for (let at = offset; entries.length < directory.entries;) {
    const header = piece.subarray(at - pieceAt);
    const length = header.length < HEADER ? HEADER : headerLength(header);
    if (at + length > offset + size) throw contradiction(path);
    if (header.length < length) {
      piece = await readAt(file, at, Math.min(PIECE, offset + size - at));
      pieceAt = at;
      if (piece.length < length) throw contradiction(path);
      continue;
    }
    if (header.readUInt32LE(0) !== HEADER_SIGNATURE) throw contradiction(path);
    entries.push(parseHeader(header, path));
    at += length;
  }
  return { entries, offset };
}

function headerLength(header: Buffer): number {
  return HEADER + header.readUInt16LE(28) + header.readUInt16LE(30) + header.readUInt16LE(32);
}

export const FLAG = { encrypted: 1, sizesBehind: 8, utf8: 0x800 } as const;
export const MAX_32 = 0xffffffff;

function parseHeader(header: Buffer, path: string): ZipEntry {
  const flags = header.readUInt16LE(8);
  const nameEnd = HEADER + header.readUInt16LE(28);
  const extra = header.subarray(nameEnd, nameEnd + header.readUInt16LE(30));
  // where 32 bits are too few, the extra field has what they stand for, in this order
  const large = largeNumbers(extra);
  const number = (at: number): number => {
    const value = header.readUInt32LE(at);
    return value === MAX_32 && large.length > 0 ? (large.shift() ?? value) : value;
  };
  const size = number(24);
  const compressedSize = number(20);
  const offset = number(HEADER_OFFSET);
  if (![size, compressedSize, offset].every(Number.isSafeInteger)) throw contradiction(path);
  return {
    ...named(header.subarray(HEADER, nameEnd), flags),
    offset,
    size,
    compressedSize,
    crc: header.readUInt32LE(16),
    method: header.readUInt16LE(10),
    encrypted: (flags & FLAG.encrypted) !== 0,
  };
}

/** What the bytes of a name come to. */
export function named(bytes: Buffer, flags: number): Pick<ZipEntry, 'name' | 'utf8Name' | 'isDirectory'> {
  const utf8Name = labelOf(bytes.toString('utf8'));
  const isModern = (flags & FLAG.utf8) !== 0 || isUtf8(bytes);
  const last = bytes.at(-1);
  return {
    name: isModern ? utf8Name : labelOf(bytes.toString('latin1')),
    utf8Name,
    isDirectory: last === 0x2f || last === 0x5c,
  };
}

/** The numbers of the zip64 extra field; none where there is none. */
export function largeNumbers(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = Math.min(extra.length, at + 4 + extra.readUInt16LE(at + 2));
    if (extra.readUInt16LE(at) === 1) {
      const numbers: number[] = [];
      for (let i = at + 4; i + 8 <= end; i += 8) numbers.push(Number(extra.readBigUInt64LE(i)));
      return numbers;
    }
    at = end;
  }
  return [];
}

/** Letters of a name that are shown. */
const NAME_MAX = 200;

/** A name as it may be shown and stored: a terminal obeys control characters, and nobody reads 60,000 letters. */
export function labelOf(name: string): string {
  return shown(name, NAME_MAX);
}

/** @throws {ArchiveError} */
async function findDirectory(file: FileHandle, fileSize: number, path: string): Promise<Directory> {
  const tailSize = Math.min(fileSize, END + COMMENT_MAX);
  const tail = await readAt(file, fileSize - tailSize, tailSize);
  const end = lastIndexOf(tail, END_SIGNATURE, tail.length - END);
  const head = await readAt(file, 0, SPLIT_SIGNATURE.length);
  if (end < 0 && head.equals(SPLIT_SIGNATURE)) throw partOfSplit(path);
  if (end < 0) throw new ArchiveError('truncated', `is cut off: the directory at its end is missing; ${AGAIN}`, path);
  const endAt = fileSize - tailSize + end;
  let entriesHere = tail.readUInt16LE(end + 8);
  let entries = tail.readUInt16LE(end + 10);
  let size = tail.readUInt32LE(end + 12);
  let offset = tail.readUInt32LE(end + 16);
  const disk = tail.readUInt16LE(end + 4);
  // some count the one disk of a whole zip from 1
  const first = disk === 0 || (disk === 1 && head.toString('latin1', 0, 2) === 'PK');
  if (disk !== 0xffff && (disk !== tail.readUInt16LE(end + 6) || !first)) throw partOfSplit(path);
  if (entries === 0xffff || size === MAX_32 || offset === MAX_32) {
    ({ entries, entriesHere, size, offset } = await readEnd64(file, endAt, path));
  } else if (await isBehindOthers(file, { entries, offset, size }, endAt)) throw behindOthers(path);
  if (offset + size > endAt || entries * HEADER > size) throw contradiction(path);
  return { entries, entriesHere, size, offset };
}

/** Whether everything stands further behind than the directory says, the directory itself and the entry that it begins with. */
async function isBehindOthers(
  file: FileHandle,
  { entries, offset, size }: Omit<Directory, 'entriesHere'>,
  endAt: number,
): Promise<boolean> {
  const shift = endAt - size - offset;
  if (shift <= 0 || entries === 0) return false;
  const header = await readAt(file, offset + shift, HEADER);
  if (header.length < HEADER || header.readUInt32LE(0) !== HEADER_SIGNATURE) return false;
  const local = await readAt(file, header.readUInt32LE(HEADER_OFFSET) + shift, 4);
  return local.length === 4 && local.readUInt32LE(0) === LOCAL_SIGNATURE;
}

async function readEnd64(file: FileHandle, endAt: number, path: string): Promise<Directory> {
  const locator = endAt < LOCATOR64 ? Buffer.alloc(0) : await readAt(file, endAt - LOCATOR64, LOCATOR64);
  if (locator.length < LOCATOR64 || locator.readUInt32LE(0) !== LOCATOR64_SIGNATURE) throw contradiction(path);
  const at = Number(locator.readBigUInt64LE(8));
  // nobody needs to look for it in the whole file
  if (at > endAt - LOCATOR64 - END64 || at < endAt - END64_DISTANCE_MAX) throw contradiction(path);
  const record = await readAt(file, at, END64);
  if (record.length < END64 || record.readUInt32LE(0) !== END64_SIGNATURE) throw contradiction(path);
  return {
    entries: Number(record.readBigUInt64LE(32)),
    entriesHere: Number(record.readBigUInt64LE(24)),
    size: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

function partOfSplit(path: string): ArchiveError {
  const reason = 'is one part of a split zip; join the parts first, with: zip -s 0 FILE.zip --out WHOLE.zip';
  return new ArchiveError('unsupported_format', reason, path);
}

function behindOthers(path: string): ArchiveError {
  const reason =
    'stands behind other bytes that it does not count, as in a self-extracting archive; unpack it, and scan the files, or put it right with: zip -A';
  return new ArchiveError('unsupported_format', reason, path);
}

function contradiction(path: string): ArchiveError {
  return new ArchiveError('corrupt', `is damaged: its directory does not fit the file; ${AGAIN}`, path);
}

function lastIndexOf(bytes: Buffer, signature: number, from: number): number {
  for (let i = from; i >= 0; i--) if (bytes[i] === 0x50 && bytes.readUInt32LE(i) === signature) return i;
  return -1;
}
