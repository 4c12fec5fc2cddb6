/**
 * UTF-16 to UTF-8 on the fly, for files that a Windows editor saved; everything else passes untouched.
 *
 * The choice is made once, by the first two bytes: only a byte order mark counts, guessing would break binary junk in new ways. The
 * 8-bit encodings are not touched here: they cannot be told apart before a whole tag section is seen (`tags.ts`).
 */
const LITTLE = 'little';
const BIG = 'big';

export class Transcoder {
  #head = new Uint8Array(0);
  #mode: 'unknown' | 'as-is' | typeof LITTLE | typeof BIG = 'unknown';
  /** Made for what needs it, which is little: to make one takes longer than to split a game. */
  #made: InstanceType<typeof TextDecoder> | undefined;
  readonly #encoder = new TextEncoder();
  /** The odd byte of a big-endian pair that two chunks share; -1 for none. */
  #odd = -1;

  get #decoder(): InstanceType<typeof TextDecoder> {
    return (this.#made ??= new TextDecoder('utf-16le'));
  }

  push(chunk: Uint8Array): Uint8Array {
    if (this.#mode === 'as-is') return chunk;
    if (this.#mode === 'unknown') {
      chunk = this.#head.length === 0 ? chunk : concat(this.#head, chunk);
      const [first, second] = chunk;
      if (first === undefined) return chunk;
      if (second === undefined && (first === 0xff || first === 0xfe)) {
        this.#head = Uint8Array.of(first);
        return new Uint8Array(0);
      }
      this.#head = new Uint8Array(0);
      this.#mode = first === 0xff && second === 0xfe ? LITTLE : first === 0xfe && second === 0xff ? BIG : 'as-is';
      if (this.#mode === 'as-is') return chunk;
    }
    // The decoder drops the mark itself.
    const pairs = this.#mode === BIG ? this.#swap(chunk) : chunk;
    return this.#encoder.encode(this.#decoder.decode(pairs, { stream: true }));
  }

  /** What is left at the end of the input; half a character becomes U+FFFD. */
  end(): Uint8Array {
    if (this.#mode === 'unknown') return this.#head;
    if (this.#mode === 'as-is') return new Uint8Array(0);
    const half = this.#odd < 0 ? '' : this.#decoder.decode(Uint8Array.of(this.#odd), { stream: true });
    return this.#encoder.encode(half + this.#decoder.decode());
  }

  /** By hand, for Node builds without full ICU know only the little-endian kind. */
  #swap(chunk: Uint8Array): Uint8Array {
    const bytes = this.#odd < 0 ? chunk : concat(Uint8Array.of(this.#odd), chunk);
    const even = bytes.length & ~1;
    this.#odd = even < bytes.length ? bytes[even]! : -1;
    const swapped = new Uint8Array(even); // not slice: a Buffer's shares its bytes
    for (let i = 0; i < even; i += 2) {
      swapped[i] = bytes[i + 1]!;
      swapped[i + 1] = bytes[i]!;
    }
    return swapped;
  }
}

/** The same over a whole stream. */
export async function* asUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const transcoder = new Transcoder();
  for await (const chunk of chunks) yield transcoder.push(chunk);
  yield transcoder.end();
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
