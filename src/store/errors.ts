/**
 * Everything that can go wrong between Motif and its database, as one class whose message says what to do.
 *
 * SQLite names its troubles by code, and the same code may mean two things to a user; only here are they put into words, so that
 * the command lines and the service can print `message` as it stands.
 */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { nativeFault } from '../native.js';
import { Database } from './sqlite.js';

export type StoreErrorCode =
  | 'missing' // no such file or folder
  | 'moved' // deleted, moved or replaced while it was open
  | 'not_a_database'
  | 'foreign' // a database, but another program's
  | 'newer' // written by a later Motif
  | 'outdated' // written by an earlier Motif, and opened read-only, so it cannot be migrated
  | 'corrupt'
  | 'locked'
  | 'readonly'
  | 'full'
  | 'io'
  | 'closed'
  | 'internal';

export class StoreError extends Error {
  override readonly name = 'StoreError';

  /**
   * @param code for programs
   * @param message for people: what happened, and what to do about it
   */
  constructor(
    readonly code: StoreErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const MOVED =
  'it was moved, deleted or replaced while it was in use; put the file back, or run the command again to create a new one';

/** A log of its own is part of a database in WAL mode, also for who only reads. */
const NO_ROOM_BESIDE =
  'SQLite has to write next to it even to read it, and its folder is not writable (a read-only disk?); copy the file to a writable ' +
  'folder, and name the copy with --db';

const DENIED = 'this user may not open it; check the permissions of the file and of the folders above it';

/** SQLite's primary result codes (extended ones begin with them) -> our code and the advice. */
const ADVICE: readonly [prefix: string, code: StoreErrorCode, advice: string][] = [
  ['SQLITE_BUSY', 'locked', 'another process is writing to it; wait for it to end, or use another --db'],
  ['SQLITE_LOCKED', 'locked', 'another process is writing to it; wait for it to end, or use another --db'],
  ['SQLITE_FULL', 'full', 'the disk is full; free some space and run again: what was committed is kept'],
  ['SQLITE_NOTADB', 'not_a_database', 'it is not an SQLite database; name another file with --db'],
  ['SQLITE_CORRUPT', 'corrupt', 'it is damaged; restore a backup, or move the file away and scan the archives again'],
  // a name that is gone while the file lives on
  ['SQLITE_READONLY_DBMOVED', 'moved', MOVED],
  ['SQLITE_READONLY_DIRECTORY', 'readonly', NO_ROOM_BESIDE],
  ['SQLITE_READONLY', 'readonly', 'it is not writable; check the permissions of the file and its folder'],
  ['SQLITE_PERM', 'readonly', 'it may not be opened; check the permissions of the file and its folder'],
  ['SQLITE_AUTH', 'readonly', 'it may not be opened; check the permissions of the file and its folder'],
  [
    'SQLITE_CANTOPEN',
    'missing',
    'it cannot be opened; check that the path is a file in a folder that exists and is writable',
  ],
  // the index of its log could not get its room: the first thing to fail where a database is opened on a full disk
  [
    'SQLITE_IOERR_SHMSIZE',
    'full',
    'the disk is full, or a quota or a limit on file sizes was reached; free some space and run again: what was committed is kept',
  ],
  [
    'SQLITE_IOERR',
    'io',
    'the disk or network drive failed while reading or writing, or a quota or a limit on file sizes was reached; ' +
      'check these and run again: what was committed is kept',
  ],
  ['SQLITE_NOMEM', 'io', 'there is not enough memory for it'],
];

/** Codes of the file system, which is asked before SQLite -> ours and the advice. */
const OF_FILE_SYSTEM: Readonly<Record<string, readonly [code: StoreErrorCode, advice: string]>> = {
  EACCES: ['readonly', `${DENIED} (EACCES)`],
  EPERM: ['readonly', `${DENIED} (EPERM)`],
  ELOOP: ['missing', 'it is a link that leads back to itself; name another file'],
  ENOTDIR: ['missing', 'its path leads through a file, not a folder; name another file'],
  ENAMETOOLONG: ['missing', 'its name is longer than the file system allows; name another file'],
};

/** @param mode of `fs.constants`, such as `W_OK` */
export function may(path: string, mode: number): boolean {
  return denial(path, mode) === null;
}

/** The system's code for why a path may not be used so (`EACCES`, `EROFS`); null where it may. @param mode as of `may` */
export function denial(path: string, mode: number): string | null {
  try {
    accessSync(path, mode);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Whether there is a file of this name. @throws {StoreError} where this user may not know */
export function isThere(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw toStoreError(error, file);
  }
}

/**
 * Words where it is not the database that may not be written, but what somebody left beside it who may only read it: SQLite makes these two
 * files even to read, and puts them away only where it may write the database. Null where neither is in the way.
 */
function besideInTheWay(file: string): string | null {
  if (!may(file, constants.W_OK)) return null;
  const names = ['-wal', '-shm']
    .map((end) => file + end)
    .filter((name) => existsSync(name) && !may(name, constants.W_OK));
  if (names.length === 0) return null;
  const them = names.length > 1 ? 'them' : 'it';
  const empty = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size === 0;
  const what = empty ? `remove ${them} when nobody reads it` : `let this user write ${them}`;
  return `${names.join(' and ')}, left behind by a user who may only read the database, cannot be written; ${what}`;
}

/**
 * Turns whatever SQLite threw into a StoreError about `file`; errors that are no database matter pass unchanged.
 * @param what the file is called: a lock is no database to whoever reads of it, though it is one to SQLite
 */
export function toStoreError(error: unknown, file: string, what: 'Database' | 'Lock' = 'Database'): unknown {
  if (error instanceof StoreError) return error;
  const name = `${what} ${file}`;
  if (error instanceof Database.SqliteError) {
    if (error.code.startsWith('SQLITE_CANTOPEN') && existsSync(file)) {
      const why = !may(file, constants.R_OK) ? DENIED : !may(dirname(file), constants.W_OK) ? NO_ROOM_BESIDE : null;
      if (why !== null) return new StoreError('readonly', `${name}: ${why} (${error.code})`, { cause: error });
    }
    const beside = error.code === 'SQLITE_READONLY' ? besideInTheWay(file) : null;
    if (beside !== null) return new StoreError('readonly', `${name}: ${beside} (${error.code})`, { cause: error });
    const known = ADVICE.find(([prefix]) => error.code.startsWith(prefix));
    if (known === undefined) {
      return new StoreError('internal', `${name}: ${error.message} (${error.code})`, { cause: error });
    }
    return new StoreError(known[1], `${name}: ${known[2]} (${error.code})`, { cause: error });
  }
  const fault = nativeFault('better-sqlite3', error);
  if (fault !== null) return new StoreError('internal', `${name}: ${fault}`, { cause: error });
  const told = error instanceof Error && 'code' in error ? OF_FILE_SYSTEM[String(error.code)] : undefined;
  if (told !== undefined) return new StoreError(told[0], `${name}: ${told[1]}`, { cause: error });
  // better-sqlite3 reports misuse and missing folders as plain TypeErrors
  if (error instanceof TypeError && error.message.includes('directory does not exist')) {
    return new StoreError('missing', `${name}: its folder does not exist; create it, or use another --db`, {
      cause: error,
    });
  }
  if (error instanceof TypeError && error.message.includes('database connection is not open')) {
    return new StoreError('closed', `${name}: it was closed already`, { cause: error });
  }
  return error;
}
