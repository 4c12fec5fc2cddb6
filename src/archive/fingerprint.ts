/**
 * What an archive is, whatever it is called: a hash over its size, its beginning, its end and samples between.
 *
 * A month of games is tens of gigabytes; hashing it whole would read it twice. Two different archives of equal size that agree in
 * all samples would be taken for one, which costs no games: a game is known by its own digest, and only the note of where it was
 * read would name the other archive. (A zip's directory, with the checksums of all entries, lies at its end.) Who would pass games over
 * because they were read before, as a checkpoint does, must know more: a move mended in the middle of a large file changes no sample,
 * but it changes the file's date, which is the `stamp`.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileError } from './errors.js';
import { PIECE, readAtOnce, statFile } from './file.js';

const EDGE = 1024 * 1024;
const SAMPLE = 64 * 1024;
const SAMPLES = 16;

/** An archive's identity. */
export interface Identity {
  /** 16 bytes; files of up to 2 MB are hashed whole. */
  fingerprint: Uint8Array;
  /** Bytes. */
  size: number;
  /** The file's last change, milliseconds since 1970; 0 where the fingerprint covers every byte. */
  stamp: number;
}

/** @throws {ArchiveError} also for what is no regular file */
export async function identify(path: string): Promise<Identity> {
  try {
    const { size, mtimeMs } = statFile(path);
    const fingerprint = size <= PIECE ? hashOf(size, await readAtOnce(path, 0, size)) : await hashSamples(path);
    return { fingerprint, size, stamp: size <= 2 * EDGE ? 0 : mtimeMs };
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Of a file that is short enough to be read at once. */
function hashOf(size: number, bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(`${size} `).update(bytes).digest().subarray(0, 16));
}

async function hashSamples(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(`${size} `);
    const buffer = Buffer.allocUnsafe(EDGE);
    for (const [from, to] of windows(size)) {
      const { bytesRead } = await file.read(buffer, 0, to - from, from);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return new Uint8Array(hash.digest().subarray(0, 16));
  } finally {
    await file.close();
  }
}

/** The parts of a file of `size` bytes that are hashed, none longer than EDGE. */
function windows(size: number): [from: number, to: number][] {
  if (size <= EDGE) return [[0, size]];
  const edges: [number, number][] = [
    [0, EDGE],
    [Math.max(EDGE, size - EDGE), size],
  ];
  if (size <= 2 * EDGE) return edges;
  const room = size - 2 * EDGE;
  const step = Math.max(SAMPLE, Math.floor(room / SAMPLES));
  for (let from = EDGE; from < size - EDGE; from += step) edges.push([from, Math.min(from + SAMPLE, size - EDGE)]);
  return edges;
}

/** A fingerprint as the key of a map. */
export function fingerprintKey(fingerprint: Uint8Array): string {
  return Buffer.from(fingerprint).toString('hex');
}

/** 16 bytes: see above. @throws {ArchiveError} */
export async function fingerprintOf(path: string): Promise<Uint8Array> {
  return (await identify(path)).fingerprint;
}
