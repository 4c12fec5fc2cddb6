/** A file of bare PGN as an archive with one entry. */
import { basename } from 'node:path';
import { ArchiveError, fileError } from './errors.js';
import { stored } from './inflate.js';
import type { Archive, ArchiveEntry } from './open.js';

export function openPlain(path: string, size: number): Archive {
  const name = basename(path);
  let consumed = 0;
  let closed = false;

  async function* read(offset = 0): AsyncGenerator<Uint8Array> {
    consumed += Math.min(offset, size);
    try {
      yield* stored(path, offset, Math.max(0, size - offset), (bytes) => {
        if (closed) throw new ArchiveError('closed', 'was closed while it was being read', path);
        consumed += bytes;
      });
    } catch (error) {
      throw fileError(error, path);
    }
  }

  async function* entries(): AsyncGenerator<ArchiveEntry> {
    yield await Promise.resolve({ name, size, open: () => read(), openAt: read });
  }

  return {
    path,
    kind: 'plain',
    size,
    consumed: () => Math.min(consumed, size),
    entries,
    warnings: [],
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}
