/**
 * `--quarantine FILE`: writes quarantined games where they can be mended.
 *
 * Only what is a file of this kind is overwritten (`target.ts`).
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FIRST_LINE, quarantineFile } from '../src/export/quarantine.js';
import type { QuarantinedGame } from '../src/store/quarantine.js';
import type { Store } from '../src/store/store.js';
import { faultOfFile, STDOUT, writeWhole } from './target.js';

/**
 * What is wrong with a file to write the quarantine to, before hours of work; null where nothing is.
 * @param archives that the same run reads
 */
export function faultOfTarget(target: string, archives: readonly string[]): string | null {
  return target === STDOUT ? null : faultOfFile('--quarantine', target, FIRST_LINE, archives);
}

/**
 * Writes the games and says how many there are.
 * @param archives fingerprints of those whose games are wanted; all unless given
 * @throws {StoreError} and what the file system says
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
    await pipeline(pieces, process.stdout, { end: false });
    return games;
  }
  await writeWhole(target, (partial) => pipeline(pieces, createWriteStream(partial)));
  return games;
}
