/**
 * Deflated bytes -> plain ones: what zip entries and gzip members are made of.
 *
 * zlib is driven by hand, write by write, instead of through a pipe: a stream that ends in an error drops what it had buffered, and a
 * cut archive should give up every byte before the cut. The price is that nothing is read ahead. It works on a thread of its own.
 */
import { createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import { PACKED_PIECE } from './file.js';
import type { ByteReader } from './reader.js';

const INFLATED_PIECE = 64 << 10;

/**
 * One deflate stream. The reader is left behind its last byte.
 * @throws {Error} zlib's own, after every byte that could be inflated: `Z_BUF_ERROR` where the input ends too early
 */
export async function* inflated(reader: ByteReader): AsyncGenerator<Uint8Array> {
  const stream = new Inflation();
  try {
    while (!stream.finished) {
      const piece = (await reader.fill(1)) ? reader.buffered.subarray(0, PACKED_PIECE) : null;
      const { chunks, used, fault } = await stream.write(piece);
      reader.take(used);
      yield* chunks;
      if (fault !== null) throw fault;
    }
  } finally {
    stream.close();
  }
}

/**
 * A short stream that is whole, at once: the ways to zlib's thread and back would take ten times as long as the work.
 * @param size bytes that it should come to
 * @returns null where it does not: `inflated` gives up what there is, and says what is wrong
 */
export function inflatedAtOnce(packed: Uint8Array, size: number): Uint8Array | null {
  try {
    // with room for one byte more, zlib sees that it is at the end
    const bytes = inflateRawSync(packed, { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 });
    return bytes.length === size ? bytes : null;
  } catch {
    return null;
  }
}

/** What one write brought. */
interface Step {
  chunks: Uint8Array[];
  /** Bytes of the piece that belong to the stream. */
  used: number;
  fault: Error | null;
}

class Inflation {
  finished = false;
  readonly #zlib: InflateRaw = createInflateRaw({ chunkSize: INFLATED_PIECE });
  #chunks: Uint8Array[] = [];
  #fault: Error | null = null;
  #wake: () => void = () => undefined;

  constructor() {
    this.#zlib.on('data', (chunk: Uint8Array) => this.#chunks.push(chunk));
    this.#zlib.on('error', (error: Error) => {
      this.#fault = error;
      this.#wake();
    });
    this.#zlib.on('end', () => {
      this.finished = true;
      this.#wake();
    });
  }

  /** @param piece null: no more will come */
  async write(piece: Uint8Array | null): Promise<Step> {
    const before = this.#zlib.bytesWritten;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (piece === null) this.#zlib.end();
      else this.#zlib.write(piece, () => resolve());
    });
    const chunks = this.#chunks;
    this.#chunks = [];
    return { chunks, used: this.#zlib.bytesWritten - before, fault: this.#fault };
  }

  close(): void {
    this.#zlib.destroy();
  }
}
