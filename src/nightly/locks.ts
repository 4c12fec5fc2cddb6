/**
 * What keeps two nights from overlapping: one lock on the database and one on the folder that they write to, for two nights that share
 * either would be in each other's way. Both are there for as long as the process, and not a moment longer (`store/lock.ts`).
 */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { takeLock, type Lock } from '../store/lock.js';
import { makeFolders } from './folders.js';

/** Name of the lock in the folder that nights write to. */
const IN_FOLDER = '.nightly-lock';
/** Behind the name of a database, that of its lock. */
export const LOCK_END = '.nightly-lock';

/**
 * Makes the folder where there is none. Where another night is at work nothing is made, not even a lock: a folder without one nobody holds, so
 * that the database's comes first there.
 * @returns null where another night is at work on either
 * @throws where the folder or a lock cannot be made; nothing is held then
 */
export function lockNight(db: string, out: string): Lock[] | null {
  const besideDatabase = (): string => lockOf(db);
  const inFolder = (): string => {
    makeFolders(out);
    return join(realpathSync(out), IN_FOLDER);
  };
  const places = existsSync(join(out, IN_FOLDER)) ? [inFolder, besideDatabase] : [besideDatabase, inFolder];
  const held: Lock[] = [];
  const release = (): void => held.forEach((lock) => lock.release());
  try {
    for (const place of places) {
      const lock = takeLock(place());
      if (lock === null) {
        release();
        return null;
      }
      held.push(lock);
    }
    return held;
  } catch (error) {
    release();
    throw error;
  }
}

/** Beside the database, under the name that it has behind all links. */
function lockOf(db: string): string {
  let real: string;
  try {
    real = realpathSync(db);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    real = join(realpathSync(dirname(db)), basename(db)); // the night will make it
  }
  return real + LOCK_END;
}
