/**
 * gzip (RFC 1952): members one after the other, as bgzip and plain concatenation make them, and zeros behind, as tapes and some mirrors
 * leave them.
 *
 * The members are taken apart here and only the deflated part is left to zlib, whose own reader of gzip has one error for all that can
 * be wrong, and none for a header that never ends.
 */
import type { Blame } from './blame.js';
import { crc32 } from './crc32.js';
import { inflated } from './inflate.js';
import type { ByteReader } from './reader.js';
import { EmptyUnits, isPadding } from './units.js';

/** The fixed part of a header, and what follows the deflated part. */
const HEADER = 10;
const TRAILER = 8;
/** A file name or comment in a header ends before, or it is none. */
const TEXT_MAX = 64 << 10;

const FLAG = { crc: 2, extra: 4, name: 8, comment: 16, reserved: 0xe0 } as const;

/** The bytes of all members. @throws {ArchiveError} behind the last good byte */
export async function* gunzip(reader: ByteReader, blame: Blame): AsyncGenerator<Uint8Array> {
  const empty = new EmptyUnits('members', blame);
  for (let first = true; await reader.fill(1); first = false) {
    if (!first && (await isPadding(reader))) return;
    await passHeader(reader, blame);
    let size = 0;
    let crc = 0;
    for await (const chunk of inflated(reader)) {
      size += chunk.length;
      crc = crc32(chunk, crc);
      yield chunk;
    }
    if (!(await reader.fill(TRAILER))) throw blame.truncated();
    const trailer = reader.take(TRAILER);
    if (trailer.readUInt32LE(0) !== crc) throw blame('bad_checksum', 'is damaged (wrong CRC-32); download it again');
    if (trailer.readUInt32LE(4) !== size % 2 ** 32) {
      throw blame('bad_size', `holds ${size} bytes, but its end says otherwise; download it again`);
    }
    empty.count(size);
  }
}

async function passHeader(reader: ByteReader, blame: Blame): Promise<void> {
  if (!(await reader.fill(HEADER))) throw reader.buffered[0] === 0x1f ? blame.truncated() : blame.garbage();
  const header = reader.take(HEADER);
  const flags = header[3]!;
  if (header[0] !== 0x1f || header[1] !== 0x8b) throw blame.garbage();
  if (header[2] !== 8 || (flags & FLAG.reserved) !== 0)
    throw blame('corrupt', 'is damaged: its gzip header is not valid; download it again');
  if ((flags & FLAG.extra) !== 0) {
    if (!(await reader.fill(2))) throw blame.truncated();
    const [low = 0, high = 0] = reader.take(2);
    if (!(await reader.skip(low + 256 * high))) throw blame.truncated();
  }
  if ((flags & FLAG.name) !== 0) await passText(reader, blame);
  if ((flags & FLAG.comment) !== 0) await passText(reader, blame);
  if ((flags & FLAG.crc) !== 0 && !(await reader.skip(2))) throw blame.truncated();
}

/** Passes a text and the zero that ends it. */
async function passText(reader: ByteReader, blame: Blame): Promise<void> {
  for (let passed = 0; passed < TEXT_MAX;) {
    if (!(await reader.fill(1))) throw blame.truncated();
    const zero = reader.buffered.indexOf(0);
    passed += reader.take(zero < 0 ? reader.buffered.length : zero + 1).length;
    if (zero >= 0) return;
  }
  throw blame('corrupt', 'is damaged: the file name in its gzip header does not end; download it again');
}
