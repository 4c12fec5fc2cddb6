/**
 * A byte range of a file -> its bytes, inflated or as they are.
 *
 * zlib is driven by hand, write by write, instead of through a pipe: a stream that ends in an error drops what it had buffered, and a
 * cut archive should give up every byte before the cut. The price is that nothing is read ahead.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

/** Compressed bytes a write: at deflate's limit of 1032:1 they become 16 MB, which is all that is ever in memory at once. */
const PACKED_PIECE = 16 << 10;
const PLAIN_PIECE = 128 << 10;
const INFLATED_PIECE = 64 << 10;

/** @param onRead is told how many bytes of the file each read took. */
export async function* fileRange(
  path: string,
  start: number,
  length: number,
  piece: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const file: FileHandle = await open(path, 'r');
  try {
    for (let at = start; at < start + length;) {
      // A buffer of its own each time: the consumer may hold on to the last one.
      const buffer = new Uint8Array(Math.min(piece, start + length - at));
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      onRead(bytesRead);
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The range as it is; shorter than `length` when the file ends before. */
export function stored(
  path: string,
  start: number,
  length: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  return fileRange(path, start, length, PLAIN_PIECE, onRead);
}

/** @throws {Error} zlib's own, after every byte that could be inflated. */
export async function* inflated(
  path: string,
  start: number,
  length: number,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw({ chunkSize: INFLATED_PIECE });
  let out: Uint8Array[] = [];
  let fault = null as Error | null;
  let finished = false as boolean;
  let wake: () => void = () => undefined;
  inflate.on('data', (chunk: Uint8Array) => out.push(chunk));
  inflate.on('error', (error: Error) => {
    fault = error;
    wake();
  });
  inflate.on('end', () => {
    finished = true;
    wake();
  });
  const drive = (piece: Uint8Array | null): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (piece === null) inflate.end();
      else inflate.write(piece, () => resolve());
    });
  try {
    for await (const piece of fileRange(path, start, length, PACKED_PIECE, onRead)) {
      await drive(piece);
      const chunks = out;
      out = [];
      yield* chunks;
      if (fault !== null) throw fault;
      if (finished) return;
    }
    await drive(null);
    yield* out;
    if (fault !== null) throw fault;
  } finally {
    inflate.destroy();
  }
}
