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

/** Connections that hold a lock: were one forgotten by whoever took it, it would be collected and closed, and the lock be free. */
const held = new Set<Database>();

/**
 * @param file made where there is none; its folder has to exist
 * @returns null where another process holds it, or this one does already
 * @throws {StoreError} the file cannot be made or locked
 */
export function takeLock(file: string): Lock | null {
  let db: Database | undefined;
  try {
    const connection = (db = new Database(file, { timeout: 0 }));
    connection.exec('BEGIN EXCLUSIVE');
    held.add(connection);
    const release = (): void => {
      held.delete(connection);
      connection.close();
    };
    return { file, release };
  } catch (error) {
    db?.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return null;
    throw toStoreError(error, file);
  }
}
