/**
 * bzip2: streams one after the other, as pbzip2 and concatenation make them, each a series of blocks.
 *
 * The libraries there are want the whole input at once, or decode at a quarter of the speed of C. But a block stands for itself: it
 * begins with 48 bits that tell it, at any bit, and has its own checksum. So the blocks are cut out here, each is dressed up as a stream
 * of its own, and the original library, compiled to wasm, unpacks it. A block that is cut or damaged cannot be read at all; those before
 * it have been delivered.
 */
import type { Blame } from './blame.js';
import type Bzip2 from '@foxglove/wasm-bz2';
import { END, MAGIC_BITS, bits32, copyBits, findMagic, isBlock, isEnd, writeBits } from './bzip2-bits.js';
import type { ByteReader } from './reader.js';
import { EmptyUnits, isPadding } from './units.js';

/** The largest block is 900,000 bytes before a Huffman code that may, at worst, take 20 bits for each. */
const PACKED_MAX = 3 << 20;
/**
 * Bytes of a block's content, and beyond. The runs of equal bytes that bzip2 packs first may make it 47 MB; to hold that several times is
 * too much for what no game has.
 */
const ROOM = [1_200_000, 16_000_000];

/** The bytes of all streams. @throws {ArchiveError} behind the last good byte */
export async function* bunzip2(reader: ByteReader, blame: Blame): AsyncGenerator<Uint8Array> {
  const library = await load();
  const empty = new EmptyUnits('streams', blame);
  for (let first = true; await reader.fill(1); first = false) {
    if (!first && (await isPadding(reader))) return;
    if (!(await reader.fill(4))) throw reader.buffered[0] === 0x42 ? blame.truncated() : blame.garbage();
    const level = reader.buffered[3]! - 0x30;
    if (reader.buffered.toString('latin1', 0, 3) !== 'BZh' || level < 1 || level > 9) throw blame.garbage();
    reader.take(4);
    let size = 0;
    for await (const chunk of stream(reader, level, library, blame)) {
      size += chunk.length;
      yield chunk;
    }
    empty.count(size);
  }
}

async function* stream(reader: ByteReader, level: number, library: Bzip2, blame: Blame): AsyncGenerator<Uint8Array> {
  /** Bits of the first buffered byte that belong to what came before. */
  let bit = 0;
  let combined = 0;
  for (;;) {
    const opening = Math.ceil((bit + MAGIC_BITS + 32) / 8);
    if (!(await reader.fill(opening))) throw blame.truncated();
    const crc = bits32(reader.buffered, bit + MAGIC_BITS);
    if (isEnd(reader.buffered, bit)) {
      reader.take(opening);
      if (crc !== combined) throw blame('bad_checksum', 'is damaged (wrong CRC-32 of the whole); download it again');
      return;
    }
    if (!isBlock(reader.buffered, bit))
      throw blame('corrupt', 'is damaged: a bzip2 block is missing; download it again');
    combined = (((combined << 1) | (combined >>> 31)) ^ crc) >>> 0;
    const end = await blockEnd(reader, bit, blame);
    yield unpackBlock(dressed(reader.buffered, bit, end, level, crc), library, blame);
    reader.take(end >>> 3);
    bit = end & 7;
  }
}

/** The bit behind the block that begins at `bit`. */
async function blockEnd(reader: ByteReader, bit: number, blame: Blame): Promise<number> {
  for (let from = bit + MAGIC_BITS; ;) {
    const end = findMagic(reader.buffered, from);
    if (end >= 0) return end;
    if (reader.buffered.length > PACKED_MAX)
      throw blame('corrupt', 'is damaged: a bzip2 block does not end; download it again');
    // what may be the beginning of a magic number is looked at again
    from = Math.max(from, 8 * (reader.buffered.length - 7));
    if (!(await reader.more())) throw blame.truncated();
  }
}

/** The block as a whole stream: header, block, end, and the checksum again, for that of one block is that of all. */
function dressed(bytes: Uint8Array, bit: number, end: number, level: number, crc: number): Uint8Array {
  const out = new Uint8Array(4 + Math.ceil((end - bit + MAGIC_BITS + 32) / 8));
  out.set([0x42, 0x5a, 0x68, 0x30 + level]);
  copyBits(bytes, bit, end, out, 32);
  writeBits(out, 32 + end - bit, [...END, crc >>> 8, (crc & 0xff) << 16]);
  return out;
}

function unpackBlock(packed: Uint8Array, library: Bzip2, blame: Blame): Uint8Array {
  let cause: unknown;
  for (const room of ROOM) {
    try {
      return library.decompress(packed, room);
    } catch (error) {
      cause = error;
      if (!isFull(error)) break;
    }
  }
  if (isFull(cause))
    throw blame(
      'too_large',
      'has a block that unpacks to over 16 MB, like a decompression bomb; games never compress that well',
    );
  throw blame('corrupt', 'is damaged: a bzip2 block in it cannot be unpacked; download it again', cause);
}

/** The library's own number for "there is no room for the output". */
function isFull(error: unknown): boolean {
  return error instanceof Error && error.message.includes(': -8');
}

let library: Promise<Bzip2> | undefined;

/** The library, loaded once. A failed load is tried again for the next archive. */
function load(): Promise<Bzip2> {
  library ??= init().catch((error: unknown) => {
    library = undefined;
    throw error;
  });
  return library;
}

/** The compiler's runtime sets itself up, at once, as the judge of all errors of the process: that is not its business. */
async function init(): Promise<Bzip2> {
  const { default: library } = await import('@foxglove/wasm-bz2');
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => process.listeners(event as 'uncaughtException'));
  const loading = library.init();
  events.forEach((event, i) => {
    for (const listener of process.listeners(event as 'uncaughtException')) {
      if (!before[i]!.includes(listener)) process.off(event, listener);
    }
  });
  return loading;
}
