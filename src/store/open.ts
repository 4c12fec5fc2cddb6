/** Opening a database: what may be there in its place, how it is brought up to date, and how SQLite is set up for it. */
import { constants, existsSync, rmSync, statSync, type Stats } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { denial, isThere, may, StoreError, toStoreError } from './errors.js';
import { BESIDE } from './ground.js';
import { isBlank, migrate, refuseOthers } from './migrate.js';
import { dbFlag } from './shell.js';
import { Database } from './sqlite.js';
import { Store } from './store.js';

export interface StoreOptions {
  /** Opens an existing database for reading only. Default false: opens for writing, and creates the file where there is none. */
  readonly?: boolean;
  /** Fails with `missing` rather than create a database. Default false. */
  mustExist?: boolean;
  /**
   * Milliseconds to wait for another process that is writing, before a call fails with `locked`. Default 10 000; a service should
   * pass a small number, because the wait blocks its thread.
   */
  busyTimeout?: number;
  /**
   * Waits at every commit until the disk has it. Default false: a power cut may take the last commits back. For what cannot be
   * computed again: a key that was shown, a key that was revoked.
   */
  durable?: boolean;
  /**
   * Megabytes of the file that are kept in memory. Default 2: enough for the inner pages; more only makes the process grow with the
   * database, for the system caches it anyway. Searches gain by it.
   */
  cache?: number;
}

/**
 * Opens a database and brings it up to date.
 * @param file a path; `:memory:` for one that vanishes with the process
 * @throws {StoreError} with what is wrong and what to do
 */
export function openStore(file: string, options: StoreOptions = {}): Store {
  const { readonly = false, mustExist = false, busyTimeout = 10_000 } = options;
  let db: Database | undefined;
  try {
    db = connect(file, readonly || mustExist, busyTimeout);
    if ((readonly || mustExist) && isBlank(db)) {
      const advice = `name another file with --db, or scan games into it: npm run scan -- data/sample.zip${dbFlag(file)}`;
      throw new StoreError('missing', `Database ${file}: it is empty; ${advice}`);
    }
    migrate(db, file, readonly);
    if (readonly) db.pragma('query_only = ON');
    else tune(db, options.durable ?? false);
    db.pragma(`cache_size = ${-1000 * (options.cache ?? 2)}`);
    return new Store(db, file, readonly);
  } catch (error) {
    db?.close();
    throw toStoreError(error, file);
  }
}

/**
 * Looks whether a database could be opened for writing, as far as can be told without making or changing anything; one that is not there
 * could.
 * @throws {StoreError} as `openStore` would
 */
export function checkDatabase(file: string): void {
  let db: Database | undefined;
  try {
    refusePlace(file);
    if (!isThere(file)) return;
    refuseUnwritable(file);
    db = connect(file, true, 10_000);
    refuseOthers(db, file);
  } catch (error) {
    throw toStoreError(error, file);
  } finally {
    db?.close();
  }
}

/**
 * Whoever only reads may be the last to close a database, and then has to put its log away: a connection that can do nothing but read leaves
 * two files beside it. Where the file may not be written, SQLite opens it for reading of itself.
 */
function connect(file: string, fileMustExist: boolean, timeout: number): Database {
  refusePlace(file);
  if (!fileMustExist) refuseUnwritable(file);
  if (fileMustExist && !isThere(file) && existsSync(dirname(file))) {
    const advice = `scan some games first: npm run scan -- data/sample.zip${dbFlag(file)}`;
    throw new StoreError('missing', `there is no database ${file} yet; ${advice}`);
  }
  if (!fileMustExist) clearBeside(file);
  return new Database(file === file.trimStart() ? file : resolve(file), { fileMustExist, timeout });
}

/**
 * What a deleted database has left beside it is no part of the next one of its name. A process that still has the deleted one open would
 * share its log with the new one, which then loses what is in it; without their names it goes on with its own, and nobody else has them.
 */
function clearBeside(file: string): void {
  const left = BESIDE.map((end) => file + end).filter((name) => existsSync(name));
  // asked in this order: who makes a database at this moment makes the file first
  if (left.length > 0 && !isThere(file)) for (const name of left) rmSync(name, { force: true });
}

/** @throws {StoreError} where no database can be of this name, whatever is in it */
function refusePlace(file: string): void {
  const info = statSync(file, { throwIfNoEntry: false });
  if (info?.isDirectory())
    throw new StoreError('missing', `Database ${file}: it is a folder; name a file in it with --db`);
  // SQLite would take what comes of a device for a fault of the disk, and wait at a pipe for ever
  if (info?.isFile() === false)
    throw new StoreError('missing', `Database ${file}: it is not a file, but ${kindOf(info)}; name a file with --db`);
  // better-sqlite3 leaves blanks around a name out: it would open another file than the one that is looked for here
  if (file !== file.trimEnd())
    throw new StoreError('missing', `Database ${JSON.stringify(file)}: its name ends in a blank; leave the blank out`);
}

/**
 * SQLite would make its log beside the database before it finds that out, with the permissions of the database: nobody could write it once
 * these are mended.
 * @throws {StoreError} where this user may read a database, but not write it
 */
function refuseUnwritable(file: string): void {
  if (!may(file, constants.R_OK)) return;
  const code = denial(file, constants.W_OK);
  if (code === null) return;
  const why =
    code === 'EROFS'
      ? 'it is not writable, for its file system is mounted read-only; mount it for writing, or use another --db'
      : 'this user may not write it; check its permissions';
  throw new StoreError('readonly', `Database ${file}: ${why}`);
}

function kindOf(info: Stats): string {
  return info.isFIFO() ? 'a pipe' : info.isSocket() ? 'a socket' : 'a device';
}

function tune(db: Database, durable: boolean): void {
  db.pragma('journal_mode = WAL');
  // NORMAL: in WAL mode the file cannot be torn by a power cut; at worst the last commits are missing, and since progress is committed
  // with the data, the next scan finds them again. FULL would cost an fsync a batch for nothing that cannot be recomputed.
  db.pragma(`synchronous = ${durable ? 'FULL' : 'NORMAL'}`);
  // Pages of the log after which it is copied into the database, where a page that was written many times goes once: 64 MB, for SQLite's
  // own 4 MB make the thread that commits wait for the disk a third of its time.
  db.pragma('wal_autocheckpoint = 16000');
  // a long reader lets the log grow; cut it back once it is copied into the database
  db.pragma('journal_size_limit = 67108864');
}
