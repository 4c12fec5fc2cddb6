/**
 * UTF-16 to UTF-8 on the fly, for files that a Windows editor or shell saved; everything else passes untouched.
 *
 * The choice is made once, by the first bytes: a byte order mark, or four characters of ASCII in two bytes each, with which no text of one byte
 * a character begins, and binary junk seldom does. The 8-bit encodings are not touched here: they cannot be told apart before a whole tag
 * section is seen (`tags.ts`).
 */
const LITTLE = 'little';
const BIG = 'big';
type Mode = 'as-is' | typeof LITTLE | typeof BIG;

/** Bytes that tell UTF-16 without a byte order mark. */
const TELLING = 8;

/** How text is to be read that begins so; null where only more bytes can tell. */
function modeOf(start: Uint8Array): Mode | null {
  const [first, second] = start;
  if (first === 0xff || first === 0xfe) {
    if (second === undefined) return null;
    return first === 0xff && second === 0xfe ? LITTLE : first === 0xfe && second === 0xff ? BIG : 'as-is';
  }
  const known = start.subarray(0, TELLING);
  const told = [LITTLE, BIG].filter((order) =>
    known.every((byte, at) => isHalf(byte, at % 2 === (order === BIG ? 1 : 0))),
  );
  if (told.length === 0) return 'as-is';
  return known.length < TELLING ? null : (told[0] as Mode);
}

/** Whether a byte is the half of a character of ASCII in UTF-16. @param low the one that says which */
function isHalf(byte: number, low: boolean): boolean {
  if (!low) return byte === 0;
  return (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13;
}

export class Transcoder {
  #head = new Uint8Array(0);
  #mode: Mode | null = null;
  /** Made for what needs it, which is little: to make one takes longer than to split a game. */
  #made: InstanceType<typeof TextDecoder> | undefined;
  readonly #encoder = new TextEncoder();
  /** The odd byte of a big-endian pair that two chunks share; -1 for none. */
  #odd = -1;

  /** Whether the bytes pass as they are; null as long as there are too few of them to tell. */
  get passes(): boolean | null {
    return this.#mode && this.#mode === 'as-is';
  }

  get #decoder(): InstanceType<typeof TextDecoder> {
    return (this.#made ??= new TextDecoder('utf-16le'));
  }

  push(chunk: Uint8Array): Uint8Array {
    if (this.#mode === 'as-is') return chunk;
    if (this.#mode === null) {
      if (this.#head.length > 0) chunk = concat(this.#head, chunk);
      this.#mode = modeOf(chunk);
      // a copy: the chunk may be written anew
      this.#head = this.#mode === null ? Uint8Array.from(chunk) : new Uint8Array(0);
      if (this.#mode === null) return new Uint8Array(0);
      if (this.#mode === 'as-is') return chunk;
    }
    // The decoder drops the mark itself.
    const pairs = this.#mode === BIG ? this.#swap(chunk) : chunk;
    return this.#encoder.encode(this.#decoder.decode(pairs, { stream: true }));
  }

  /** What is left at the end of the input; half a character becomes U+FFFD. */
  end(): Uint8Array {
    if (this.#mode === null) return this.#head;
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

/** The same of bytes that are all there is to look at. */
export function utf8Of(bytes: Uint8Array): Uint8Array {
  const transcoder = new Transcoder();
  const text = transcoder.push(bytes);
  return transcoder.passes === true ? text : concat(text, transcoder.end());
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
