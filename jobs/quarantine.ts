/**
 * `--quarantine FILE`: writes quarantined games where they can be mended.
 *
 * Only what is a file of this kind is overwritten (`target.ts`), and only while nobody has worked on it: its last line tells.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FIRST_LINE, quarantineFile, Seal, SEAL_LENGTH } from '../src/export/quarantine.js';
import type { QuarantinedGame } from '../src/store/quarantine.js';
import type { Store } from '../src/store/store.js';
import { isUnread, results } from './cli.js';
import { faultOfFile, STDOUT, writeWhole } from './target.js';

/**
 * What is wrong with a file to write the quarantine to, before hours of work; null where nothing is.
 * @param archives that the same run reads
 */
export function faultOfTarget(target: string, archives: readonly string[]): string | null {
  if (target === STDOUT) return null;
  const fault = faultOfFile('--quarantine', target, FIRST_LINE, archives);
  if (fault !== null || isAsWritten(target)) return fault;
  return (
    `--quarantine ${target} was changed since Motif wrote it, and games that were corrected in it would be lost: ` +
    'name another file, or scan this one and move it away'
  );
}

/** Whether a file is not there, or empty, or as `--quarantine` left it. */
function isAsWritten(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return true;
  const seal = new Seal();
  const file = openSync(path, 'r');
  try {
    const piece = Buffer.alloc(64 * 1024);
    let left = size - SEAL_LENGTH;
    while (left > 0) {
      const length = readSync(file, piece, 0, Math.min(left, piece.length), null);
      if (length === 0) return false;
      seal.add(piece.subarray(0, length));
      left -= length;
    }
    const length = readSync(file, piece, 0, piece.length, null);
    return Buffer.compare(piece.subarray(0, length), seal.line()) === 0;
  } finally {
    closeSync(file);
  }
}

/**
 * Writes the games and says how many there are.
 * @param archives fingerprints of those whose games are wanted; all unless given
 * @throws {StoreError} @throws Error where the file was changed meanwhile, and what the file system says
 */
export async function writeQuarantine(store: Store, target: string, archives?: Iterable<Uint8Array>): Promise<number> {
  let games = 0;
  function* counted(): Generator<QuarantinedGame> {
    for (const game of store.quarantined(archives)) {
      games++;
      yield game;
    }
  }
  // a few games ahead of the disk, whatever their number
  const pieces = Readable.from(quarantineFile(counted()), { objectMode: true, highWaterMark: 4 });
  if (target === STDOUT) {
    await pipeline(pieces, results, { end: false }).catch((error: unknown) => {
      if (!isUnread()) throw error;
    });
    return games;
  }
  // the run may have taken hours, in which somebody may have begun to mend
  const fault = faultOfTarget(target, []);
  if (fault !== null) throw new Error(`the scan is done and stored, but ${fault}`);
  await writeWhole(target, (file) => pipeline(pieces, file.createWriteStream()));
  return games;
}
