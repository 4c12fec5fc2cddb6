/**
 * Zstandard (RFC 8878): frames one after the other, some of them to be skipped, as Lichess publishes its months.
 *
 * The frames are walked here, block by block, and the blocks given to libzstd (zstd-napi): so the window is judged before memory is
 * allocated for it, a block becomes 128 KB at most, whatever the whole becomes, and everything before a fault has been delivered.
 * libzstd checks the checksums. It was chosen by measurement, in the commit that brought this file: six times as fast as JavaScript.
 */
import { createRequire } from 'node:module';
import type * as Binding from 'zstd-napi/binding.js';
import { nativeFault } from '../native.js';
import type { Blame } from './blame.js';
import type { ByteReader } from './reader.js';
import { EmptyUnits, isPadding } from './units.js';

const require = createRequire(import.meta.url);

const MAGIC = 0xfd2fb528;
/** Bytes of content in a block. */
const BLOCK_MAX = 128 << 10;
/** A window is memory that the sender makes the reader allocate; 128 MB is also what `zstd -d` accepts without being told to. */
const WINDOW_MAX = 128 << 20;
/** A decoder that has had a window beyond is not kept. */
const WINDOW_KEPT = 16 << 20;

const WITH_DICTIONARY = 'unpack it with: zstd -d -D DICTIONARY FILE';
/** A frame need not say that it was packed with a dictionary; without it, it fails where it first refers to that, as a rule at once. */
const OR_DICTIONARY = `; if it was packed with a dictionary, ${WITH_DICTIONARY}`;

/** The bytes of all frames. @throws {ArchiveError} behind the last good byte */
export async function* unzstd(reader: ByteReader, blame: Blame): AsyncGenerator<Uint8Array> {
  const decoder = Decoder.borrow(blame);
  const empty = new EmptyUnits('frames', blame);
  try {
    for (let first = true; await reader.fill(1); first = false) {
      if (!first && (await isPadding(reader))) break;
      if (!(await reader.fill(4))) throw mayBegin(reader.buffered[0]!) ? blame.truncated() : blame.garbage();
      const magic = reader.buffered.readUInt32LE(0);
      if (magic >>> 4 === 0x184d2a5) {
        await skipFrame(reader, blame);
        empty.count(0);
        continue;
      }
      if (magic !== MAGIC) throw blame.garbage();
      let size = 0;
      for await (const chunk of frame(reader, decoder, blame)) {
        size += chunk.length;
        yield chunk;
      }
      empty.count(size);
    }
  } finally {
    decoder.giveBack();
  }
}

/** Whether a frame, of content or to be skipped, begins with this byte. */
function mayBegin(byte: number): boolean {
  return byte === (MAGIC & 0xff) || byte >>> 4 === 5;
}

async function skipFrame(reader: ByteReader, blame: Blame): Promise<void> {
  if (!(await reader.fill(8))) throw blame.truncated();
  const size = reader.take(8).readUInt32LE(4);
  if (!(await reader.skip(size))) throw blame.truncated();
}

async function* frame(reader: ByteReader, decoder: Decoder, blame: Blame): AsyncGenerator<Uint8Array> {
  const { length, window, checksum } = await readHeader(reader, blame);
  yield* decoder.begin(reader.take(length), window, blame);
  for (let last = false, first = true; !last; first = false) {
    if (!(await reader.fill(3))) throw blame.truncated();
    const header = reader.buffered.readUIntLE(0, 3);
    const size = header >>> 3;
    const type = (header >>> 1) & 3;
    last = (header & 1) === 1;
    if (type === 3 || size > BLOCK_MAX)
      throw blame('corrupt', 'is damaged: a block in it is not valid; download it again');
    // a run of one byte is stored as that byte
    const length = 3 + (type === 1 ? 1 : size) + (last && checksum ? 4 : 0);
    if (!(await reader.fill(length))) throw blame.truncated();
    yield* decoder.push(reader.take(length), blame, first ? OR_DICTIONARY : '');
  }
  if (!decoder.atEnd) throw blame('corrupt', 'is damaged: a frame in it does not end; download it again');
}

interface FrameHeader {
  /** Bytes of the header, magic number included. */
  length: number;
  /** Bytes that the decoder must remember. */
  window: number;
  /** A checksum follows the last block. */
  checksum: boolean;
}

/** @throws {ArchiveError} where the frame cannot be read on this machine, or by anybody */
async function readHeader(reader: ByteReader, blame: Blame): Promise<FrameHeader> {
  if (!(await reader.fill(5))) throw blame.truncated();
  const descriptor = reader.buffered[4]!;
  const single = (descriptor & 0x20) !== 0;
  const dictionarySize = [0, 1, 2, 4][descriptor & 3]!;
  const sizeSize = [single ? 1 : 0, 2, 4, 8][descriptor >>> 6]!;
  const length = 5 + (single ? 0 : 1) + dictionarySize + sizeSize;
  if (!(await reader.fill(length))) throw blame.truncated();
  const header = reader.buffered.subarray(0, length);
  if ((descriptor & 8) !== 0) throw blame('corrupt', 'is damaged: its zstd header is not valid; download it again');
  if (dictionarySize > 0 && header.readUIntLE(length - sizeSize - dictionarySize, dictionarySize) !== 0) {
    throw blame('unsupported_method', `was packed with a dictionary; ${WITH_DICTIONARY}`);
  }
  const window = single ? contentSize(header.subarray(length - sizeSize)) : windowSize(header[5]!);
  if (window > WINDOW_MAX) {
    const long = Math.min(31, Math.ceil(Math.log2(window)));
    const reason =
      `needs ${Math.ceil(window / 2 ** 20)} MB of memory to be unpacked, but ${WINDOW_MAX >> 20} MB is the limit; ` +
      `unpack it with: zstd -d --long=${long} FILE`;
    throw blame('too_large', reason);
  }
  return { length, window, checksum: (descriptor & 4) !== 0 };
}

function windowSize(byte: number): number {
  const base = 2 ** (10 + (byte >>> 3));
  return base + (base / 8) * (byte & 7);
}

/** A frame of a single segment has its whole content for a window. */
function contentSize(field: Buffer): number {
  if (field.length === 8) return Number(field.readBigUInt64LE(0));
  return field.readUIntLE(0, field.length) + (field.length === 2 ? 256 : 0);
}

/** Loaded where there is something to unpack. */
function libzstd(): typeof Binding {
  return require('zstd-napi/binding.js') as typeof Binding;
}

/** libzstd's context. Contexts are used again: their memory is native, and the garbage collector is slow to see how much it is. */
class Decoder {
  static readonly #free: Decoder[] = [];
  /** The last frame is complete, and nothing of it is held back. */
  atEnd = true;
  readonly #context = new (libzstd().DCtx)();
  #out = Buffer.allocUnsafeSlow(BLOCK_MAX);
  #largest = 0;

  /** @throws {ArchiveError} where libzstd cannot be loaded */
  static borrow(blame: Blame): Decoder {
    try {
      return Decoder.#free.pop() ?? new Decoder();
    } catch (error) {
      const fault = nativeFault('zstd-napi', error);
      throw fault === null ? error : blame('not_readable', `cannot be unpacked: ${fault}`, error);
    }
  }

  giveBack(): void {
    this.#context.reset(libzstd().ResetDirective.sessionOnly);
    if (this.#largest <= WINDOW_KEPT && Decoder.#free.length < 2) Decoder.#free.push(this);
  }

  begin(header: Uint8Array, window: number, blame: Blame): Generator<Uint8Array> {
    this.#largest = Math.max(this.#largest, window);
    return this.push(header, blame);
  }

  /**
   * The content of a block, or of what is given.
   * @param advice what else may be wrong with what cannot be unpacked, in words that follow
   * @throws {ArchiveError}
   */
  *push(bytes: Uint8Array, blame: Blame, advice = ''): Generator<Uint8Array> {
    for (let rest = bytes; ;) {
      const [left, produced, consumed] = this.#decode(rest, blame, advice);
      if (produced === this.#out.length) {
        yield this.#out;
        this.#out = Buffer.allocUnsafeSlow(BLOCK_MAX);
      } else if (produced > 0) yield Uint8Array.prototype.slice.call(this.#out, 0, produced);
      this.atEnd = left === 0;
      rest = rest.subarray(consumed);
      if (rest.length === 0 && (produced < BLOCK_MAX || this.atEnd)) return;
      if (consumed === 0 && produced === 0)
        throw blame('corrupt', 'is damaged: it continues after its end; download it again');
    }
  }

  #decode(bytes: Uint8Array, blame: Blame, advice: string): ReturnType<Binding.DCtx['decompressStream']> {
    try {
      return this.#context.decompressStream(this.#out, bytes);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      if (/checksum/i.test(words)) throw blame('bad_checksum', `is damaged (${words}); download it again`, error);
      throw blame('corrupt', `is damaged (${words}); download it again${advice}`, error);
    }
  }
}
