/**
 * `--quarantine FILE`: writes quarantined games where they can be mended.
 *
 * The file is written beside its name and takes it when it is whole. Only what is a file of this kind is overwritten: the flag looks
 * like one that names an archive to read.
 */
import {
  accessSync,
  closeSync,
  constants,
  createWriteStream,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FIRST_LINE, quarantineFile } from '../src/export/quarantine.js';
import type { QuarantinedGame } from '../src/store/quarantine.js';
import type { Store } from '../src/store/store.js';

/** Standard output. */
export const STDOUT = '-';

/**
 * What is wrong with a file to write to, before hours of work; null where nothing is.
 * @param archives that the same run reads
 */
export function faultOfTarget(target: string, archives: readonly string[]): string | null {
  if (target === STDOUT) return null;
  const folder = dirname(target);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return `--quarantine ${target}: its folder does not exist or may not be written`;
  }
  const info = statSync(target, { throwIfNoEntry: false });
  if (info === undefined) return null;
  if (!info.isFile()) return `--quarantine ${target} is no file; name one`;
  const real = realpathSync(target);
  if (archives.some((path) => path !== STDOUT && realpathSync(path) === real)) {
    return `--quarantine ${target} would overwrite a file that is to be scanned; name another one`;
  }
  if (info.size > 0 && !isOurs(target)) {
    return `--quarantine ${target} exists, and was not written by --quarantine; name another file, or move this one away`;
  }
  return null;
}

function isOurs(path: string): boolean {
  const head = Buffer.alloc(FIRST_LINE.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.toString() === FIRST_LINE;
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
  const partial = `${target}.partial`;
  try {
    await pipeline(pieces, createWriteStream(partial));
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return games;
}
