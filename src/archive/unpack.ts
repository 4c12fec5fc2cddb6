/**
 * Compressed streams (gzip, bzip2, zstd) -> their bytes, the same way for all: every good byte before a fault is delivered before the
 * fault is thrown, and what unpacks to more than anybody meant is stopped.
 */
import { blameFor, streamError } from './blame.js';
import { bunzip2 } from './bzip2.js';
import { checkSize } from './guard.js';
import { gunzip } from './gzip.js';
import type { ArchiveLimits } from './limits.js';
import { ByteReader } from './reader.js';
import { unzstd } from './zstd.js';

const DECODERS = { gzip: gunzip, bzip2: bunzip2, zstd: unzstd } as const;

/** Formats that pack one stream of bytes. */
export type Compression = keyof typeof DECODERS;

export function isCompression(format: string | null): format is Compression {
  return format !== null && Object.hasOwn(DECODERS, format);
}

/** @throws {ArchiveError} behind the last good byte, and what `chunks` throws */
export async function* unpacked(
  format: Compression,
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  entry: string | undefined,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array> {
  const blame = blameFor(path, entry);
  const reader = new ByteReader(chunks);
  let size = 0;
  try {
    for await (const chunk of DECODERS[format](reader, blame)) {
      size += chunk.length;
      checkSize(size, reader.consumed, limits, blame);
      yield chunk;
    }
  } catch (error) {
    throw streamError(error, blame, path, entry);
  } finally {
    await reader.close();
  }
}
