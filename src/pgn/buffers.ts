/**
 * The little that Node's Buffer does faster than the language itself; in a browser, which has none, the language does it.
 *
 * So that one reader serves archives on a server and games that are pasted into a page.
 */

/** The part of Buffer that is used here. Its own type is Node's, which the pages are compiled without. */
interface FastBytes {
  allocUnsafeSlow(length: number): Uint8Array<ArrayBuffer>;
  from(buffer: ArrayBufferLike, offset: number, length: number): { latin1Slice(start: number, end: number): string };
}

const fast = (globalThis as unknown as { Buffer?: FastBytes }).Buffer;

/** Bytes whose content is arbitrary: whoever asks writes them before they are read. */
export function allocate(length: number): Uint8Array<ArrayBuffer> {
  return fast === undefined ? new Uint8Array(length) : new Uint8Array(fast.allocUnsafeSlow(length).buffer);
}

/** Reads runs of bytes as Latin-1: a byte a character. */
export interface Latin1 {
  text(start: number, end: number): string;
}

/** A reader of `bytes`, which may be written anew between two readings. */
export function latin1(bytes: Uint8Array): Latin1 {
  if (fast === undefined) return { text: (start, end) => fromCodes(bytes.subarray(start, end)) };
  const buffer = fast.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { text: (start, end) => buffer.latin1Slice(start, end) };
}

/** Arguments of one call: more than some ten thousand overflow the stack. */
const STRIDE = 8192;

function fromCodes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += STRIDE) text += String.fromCharCode(...bytes.subarray(at, at + STRIDE));
  return text;
}
