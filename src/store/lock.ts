/**
 * A lock that one process at a time holds: an SQLite database of no content with an open transaction on it.
 *
 * The operating system drops the lock when the process ends, however it ends, so that none is ever left behind, and nobody has to guess
 * from an age or a process id whether its holder still lives. The empty file stays: whoever removed it might remove the next holder's.
 */
import { statSync } from 'node:fs';
import { StoreError, toStoreError } from './errors.js';
import { Database } from './sqlite.js';

export interface Lock {
  file: string;
  release(): void;
}

/** Connections that hold a lock: were one forgotten by whoever took it, it would be collected and closed, and the lock be free. */
const held = new Set<Database>();

/** Ends each message. Nothing is removed here: what is in the way may be dear to somebody. */
const MOVE = 'a lock is an empty file that is made where there is none; move this away';

/**
 * @param file made where there is none; its folder has to exist
 * @returns null where another process holds it, or this one does already
 * @throws {StoreError} the file cannot be made or locked, or something else stands in its place
 */
export function takeLock(file: string): Lock | null {
  let db: Database | undefined;
  try {
    refuseOthers(file);
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
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB')
      throw new StoreError('not_a_database', `Lock ${file}: it is a file of something else; ${MOVE}`, { cause: error });
    throw toStoreError(error, file, 'Lock');
  }
}

/** @throws {StoreError} where something stands in the lock's place that SQLite would take for a fault of the disk or of a path */
function refuseOthers(file: string): void {
  const info = statSync(file, { throwIfNoEntry: false });
  if (info === undefined || info.isFile()) return;
  throw new StoreError('not_a_database', `Lock ${file}: it is ${info.isDirectory() ? 'a folder' : 'no file'}; ${MOVE}`);
}
