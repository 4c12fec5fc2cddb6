/**
 * Where an archive's bytes come from: a file, which can be read again and at any place, or standard input, which cannot.
 */
import { createHash } from 'node:crypto';
import { ArchiveError, fileError } from './errors.js';
import { PIECE, fileRange, sizeOf } from './file.js';
import { fingerprintOf } from './fingerprint.js';

/** The path that means standard input; a file of that name is `./-`. */
export const STDIN = '-';

export interface Source {
  /** What messages call it. */
  path: string;
  /** Bytes; null where nobody knows before the end. */
  size: number | null;
  /** The bytes from an offset on: 0 unless given, and only 0 where there is no seeking. */
  read(offset?: number): AsyncGenerator<Uint8Array>;
  /** Bytes read or passed over so far. */
  consumed(): number;
  /** @param again see `Archive` */
  fingerprint(again?: number): Promise<Uint8Array>;
  /** Streams still open throw at their next read. */
  close(): Promise<void>;
}

/** @param head what was read of it: of a short file all, which is not read again then */
export function fileSource(path: string, size: number, head: Uint8Array): Source {
  let consumed = 0;
  let closed = false;

  async function* read(offset = 0): AsyncGenerator<Uint8Array> {
    consumed += Math.min(offset, size);
    let end = offset;
    const onRead = (bytes: number): void => {
      if (closed) throw closedError(path);
      consumed += bytes;
      end += bytes;
    };
    try {
      if (size > 0 && head.length === size) {
        const rest = head.subarray(offset);
        onRead(rest.length);
        yield rest;
      } else yield* fileRange(path, offset, Math.max(0, size - offset), PIECE, onRead);
    } catch (error) {
      throw fileError(error, path);
    }
    // whoever writes it meanwhile may have cut a game in two; one that is gone by now was read whole all the same
    const now = sizeOf(path);
    if (end < size || (now !== null && now !== size)) {
      const reason = 'changed its length while it was being read; everything before that was read; scan it again';
      throw new ArchiveError('truncated', reason, path);
    }
  }

  return {
    path,
    size,
    read,
    consumed: () => Math.min(consumed, size),
    fingerprint: () => fingerprintOf(path),
    close: () => {
      closed = true;
      return Promise.resolve();
    },
  };
}

/** Bytes of standard input that are read before anything else: enough to see what it is, and to know it again. */
const STDIN_HEAD = 64 << 10;

export interface StdinSource extends Source {
  head: Uint8Array;
}

/**
 * Its fingerprint is that of its first 64 KB. So it tells archives of games apart, but not whether a stream that begins like another
 * also goes on like it, unless there is no more of it: nothing may be passed over on its account.
 */
export async function stdinSource(stdin: AsyncIterable<Uint8Array>): Promise<StdinSource> {
  const path = 'stdin';
  const rest = stdin[Symbol.asyncIterator]();
  let consumed = 0;
  let closed = false;
  let begun = false;

  async function next(): Promise<Uint8Array | null> {
    if (closed) throw closedError(path);
    const step = await rest.next().catch((error: unknown) => {
      throw fileError(error, path);
    });
    return step.done === true ? null : step.value;
  }

  const parts: Uint8Array[] = [];
  let whole = false;
  for (let length = 0; length < STDIN_HEAD;) {
    const chunk = await next();
    if (chunk === null) {
      whole = true;
      break;
    }
    parts.push(chunk);
    length += chunk.length;
  }
  const head = Buffer.concat(parts);

  async function* read(): AsyncGenerator<Uint8Array> {
    if (begun) throw new ArchiveError('not_readable', 'can be read only once; save it to a file first', path);
    begun = true;
    for (let chunk: Uint8Array | null = head; chunk !== null; chunk = await next()) {
      consumed += chunk.length;
      if (chunk.length > 0) yield chunk;
    }
  }

  return {
    path,
    head,
    size: null,
    read,
    consumed: () => consumed,
    fingerprint: (again = 0) => {
      const turn = whole || again === 0 ? '' : `${again} `;
      const hash = createHash('sha256').update(`stdin ${turn}`).update(head.subarray(0, STDIN_HEAD));
      return Promise.resolve(new Uint8Array(hash.digest().subarray(0, 16)));
    },
    close: async () => {
      closed = true;
      await rest.return?.();
    },
  };
}

export function closedError(path: string, entry?: string): ArchiveError {
  return new ArchiveError('closed', 'was closed while it was being read', path, entry);
}
