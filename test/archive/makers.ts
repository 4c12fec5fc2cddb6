/** Compressed streams made in the test, of all the kinds that are met. */
import { gzipSync } from 'node:zlib';
import { CompressStream, compress } from 'zstd-napi';
import { bzip2 } from './bzip2-encoder.js';

type Content = string | Uint8Array;

/** gzip: one member for each part. */
export function gzip(...parts: Content[]): Buffer {
  return Buffer.concat(parts.map((part) => gzipSync(part)));
}

/** bzip2: one stream for each part. */
export function bzip2s(...parts: Content[]): Buffer {
  return Buffer.concat(parts.map((part) => bzip2(part)));
}

/** zstd: one frame for each part, with its size in the header. */
export function zstd(...parts: Content[]): Buffer {
  return Buffer.concat(parts.map((part) => compress(Buffer.from(part))));
}

/** One zstd frame without its size in the header, and with a checksum: as `zstd` makes of a pipe. */
export async function zstdStream(
  content: Content,
  parameters: ConstructorParameters<typeof CompressStream>[0] = {},
): Promise<Buffer> {
  const stream = new CompressStream({ checksumFlag: true, ...parameters });
  stream.end(Buffer.from(content));
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** A zstd frame that is to be skipped. */
export function skippable(length: number, kind = 0): Buffer {
  const frame = Buffer.alloc(8 + length, 0x5a);
  frame.writeUInt32LE(0x184d2a50 + kind, 0);
  frame.writeUInt32LE(length, 4);
  return frame;
}

/** One part of a text after the other, each of `size` bytes. */
export function slices(text: string, size: number): Buffer[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
}

/** The bytes in chunks of `size`, as a pipe may bring them. */
export async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}
