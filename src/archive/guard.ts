/**
 * An entry's bytes, checked against what the archive promises of them.
 *
 * Every good byte is delivered before a fault is thrown: the games before it are whole, and the pipeline keeps them. So a wrong
 * checksum or size shows at the very end only; the limits alone stop a stream on its way.
 */
import { blameFor, type Blame } from './blame.js';
import { crc32 } from './crc32.js';
import type { ArchiveLimits } from './limits.js';

export interface Promised {
  path: string;
  entry: string;
  /** Decompressed bytes. */
  size: number;
  compressedSize: number;
  /** CRC-32 of the decompressed bytes, unsigned. */
  crc: number;
}

/** @throws {ArchiveError} `too_large`, `bad_size`, `bad_checksum`, and whatever `chunks` throws. */
export async function* guarded(
  chunks: AsyncIterable<Uint8Array>,
  promised: Promised,
  limits: ArchiveLimits,
): AsyncGenerator<Uint8Array> {
  const blame = blameFor(promised.path, promised.entry);
  let size = 0;
  let crc = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    checkSize(size, promised.compressedSize, limits, blame);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== promised.size) {
    throw blame(
      'bad_size',
      `holds ${size} bytes, but the archive's directory says ${promised.size}; download it again`,
    );
  }
  if (crc !== promised.crc) throw blame('bad_checksum', 'is damaged (wrong CRC-32); download it again');
}

/** @param packed the bytes that it came from. @throws {ArchiveError} `too_large` */
export function checkSize(size: number, packed: number, limits: ArchiveLimits, blame: Blame): void {
  if (size > limits.maxEntryBytes) {
    const reason = `unpacks to more than ${limits.maxEntryBytes} bytes; if that is right, unpack it yourself and scan the file`;
    throw blame('too_large', reason);
  }
  if (size > limits.ratioFromBytes && size > limits.maxRatio * packed) {
    const reason = `unpacks to over ${limits.maxRatio} times its packed size, like a decompression bomb; games never compress that well`;
    throw blame('too_large', reason);
  }
}
