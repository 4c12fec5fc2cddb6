/** A file of bare PGN, or of one compressed stream of it, as an archive with one entry. */
import { basename } from 'node:path';
import { ArchiveError } from './errors.js';
import type { ArchiveLimits } from './limits.js';
import type { Archive, ArchiveEntry } from './open.js';
import { HEAD, formatOf, nestedRefusalFor } from './sniff.js';
import type { Source } from './source.js';
import { unpacked, type Compression } from './unpack.js';

/** @param format null for bare PGN */
export function openSingle(source: Source, format: Compression | null, limits: ArchiveLimits): Archive {
  const { path, size } = source;
  const entry: ArchiveEntry =
    format === null
      ? {
          name: basename(path),
          size,
          open: () => source.read(),
          ...(size !== null && { openAt: (offset: number) => source.read(offset) }),
        }
      : {
          name: innerName(path),
          size: null,
          open: () => games(unpacked(format, source.read(), path, undefined, limits), path),
        };

  async function* entries(): AsyncGenerator<ArchiveEntry> {
    yield await Promise.resolve(entry);
  }

  return {
    path,
    kind: format ?? 'plain',
    size,
    consumed: () => source.consumed(),
    fingerprint: (again) => source.fingerprint(again),
    entries,
    warnings: [],
    close: () => source.close(),
  };
}

/** What the entry of such an archive may be called: as plain PGN, and compressed. */
export function singleNames(path: string): string[] {
  return [basename(path), innerName(path)];
}

/** `games.pgn` for `games.pgn.zst`. */
function innerName(path: string): string {
  return basename(path).replace(/(?<=.)\.(?:zst|zstd|gz|bz2|bzip2)$/i, '');
}

/** Passes text on, and names what is an archive again: a `.tar.gz`. */
async function* games(chunks: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head.length < HEAD) {
      head = Buffer.concat([head, chunk.subarray(0, HEAD - head.length)]);
      const refusal = nestedRefusalFor(formatOf(head));
      if (refusal !== null) throw new ArchiveError('unsupported_format', refusal, path);
    }
    yield chunk;
  }
}
