/**
 * A stream of chunks, read by the byte: what the decoders pull their input from.
 *
 * It holds what was asked for and what came along with it, never more: one chunk of the source, or the largest unit of a format.
 */
export class ByteReader {
  /** Bytes taken and skipped so far. */
  consumed = 0;
  readonly #source: AsyncIterator<Uint8Array>;
  #buffer: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#source = chunks[Symbol.asyncIterator]();
  }

  /** What is buffered: a view that is good until the next `fill` or `skip`. */
  get buffered(): Buffer {
    return this.#buffer;
  }

  /** Reads until `count` bytes are buffered. @returns false where the source ends before. @throws what the source throws */
  async fill(count: number): Promise<boolean> {
    while (this.#buffer.length < count) {
      const chunk = await this.#next();
      if (chunk === null) return false;
      this.#buffer = this.#buffer.length === 0 ? bufferOf(chunk) : Buffer.concat([this.#buffer, chunk]);
    }
    return true;
  }

  /** Reads one chunk more. @returns false at the end of the source */
  async more(): Promise<boolean> {
    return this.fill(this.#buffer.length + 1);
  }

  /** The next `count` bytes, which must be buffered. */
  take(count: number): Buffer {
    const taken = this.#buffer.subarray(0, count);
    if (taken.length < count) throw new RangeError(`${count} bytes taken of ${taken.length}`);
    this.#buffer = this.#buffer.subarray(count);
    this.consumed += count;
    return taken;
  }

  /** Passes over `count` bytes without holding them. @returns false where the source ends before */
  async skip(count: number): Promise<boolean> {
    for (let left = count; left > 0;) {
      if (!(await this.fill(1))) return false;
      left -= this.take(Math.min(left, this.#buffer.length)).length;
    }
    return true;
  }

  /** Lets the source close what it has open. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#source.return?.();
  }

  async #next(): Promise<Uint8Array | null> {
    if (this.#ended) return null;
    const step = await this.#source.next().catch((error: unknown) => {
      this.#ended = true;
      throw error;
    });
    if (step.done !== true) return step.value;
    this.#ended = true;
    return null;
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
