/**
 * A lock that one process at a time holds: an SQLite database of no content with an open transaction on it.
 *
 * The operating system drops the lock when the process ends, however it ends, so that none is ever left behind, and nobody has to guess
 * from an age or a process id whether its holder still lives. The empty file stays: whoever removed it might remove the next holder's.
 */
import { toStoreError } from './errors.js';
import { Database } from './sqlite.js';

export interface Lock {
  file: string;
  release(): void;
}

/**
 * @param file made where there is none; its folder has to exist
 * @returns null where another process holds it, or this one does already
 * @throws {StoreError} the file cannot be made or locked
 */
export function takeLock(file: string): Lock | null {
  let db: Database | undefined;
  try {
    db = new Database(file, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const held = db;
    return { file, release: () => held.close() };
  } catch (error) {
    db?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw toStoreError(error, file);
  }
}
