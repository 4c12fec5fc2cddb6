/**
 * Files that a run writes when it is done. What is wrong with one is told before the hours of work; and as such a flag looks like one
 * that names an archive to read, only what an earlier run wrote by it is overwritten. A file is written beside its name and takes it when
 * it is whole; a link stays, and what it leads to is written so. A pipe, or a device such as a terminal or /dev/null, is written to.
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { behindLinks } from '../src/export/links.js';
import { LOCK_END } from '../src/nightly/locks.js';

/** Where a flag writes to standard output, or reads standard input, instead of a file. */
export const STDOUT = '-';

/** Standard output as the system knows it, also in a thread, where Node has none. */
const STDOUT_FD = 1;

/**
 * What is wrong with a file to write to; null where nothing is.
 * @param flag such as `--quarantine`
 * @param head how all files that the flag writes begin
 * @param archives that the same run reads
 */
export function faultOfFile(flag: string, target: string, head: string, archives: readonly string[]): string | null {
  let info: Stats | undefined;
  try {
    info = statSync(target, { throwIfNoEntry: false });
    if (info !== undefined && !info.isFile()) return faultOfOther(flag, target, info);
    accessSync(dirname(behindLinks(target)), constants.W_OK);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP')
      return `${flag} ${target} is a link that leads back to itself; name another file`;
    return `${flag} ${target}: its folder does not exist or may not be written`;
  }
  if (info === undefined) return null;
  if (isSame(fstatSync(STDOUT_FD), info)) return `${flag} ${target} is where standard output goes; name another file`;
  if (archives.some((path) => path !== STDOUT && isSame(statSync(path, { throwIfNoEntry: false }), info))) {
    return `${flag} ${target} would overwrite a file that is to be scanned; name another one`;
  }
  if (info.size === 0) return null;
  const is = beginningOf(target, head.length);
  if (is === null)
    return `${flag} ${target} exists, and this user may not read it to see whether ${flag} wrote it; name another file`;
  if (is !== head) {
    return `${flag} ${target} exists, and was not written by ${flag}; name another file, or move this one away`;
  }
  return null;
}

/** What is wrong with what is no ordinary file; null where it can be written to, as one after the other comes. */
function faultOfOther(flag: string, target: string, info: Stats): string | null {
  if (info.isDirectory()) return `${flag} ${target} is a folder; name a file in it`;
  if (!isStream(info)) return `${flag} ${target} is not a file; name a file`;
  try {
    accessSync(target, constants.W_OK);
    return null;
  } catch {
    return `${flag} ${target} may not be written by this user; name a file`;
  }
}

/** Pipes, terminals, /dev/null: what is written to them goes through, and no file could take their place. */
function isStream(info: Stats): boolean {
  return info.isFIFO() || info.isCharacterDevice();
}

/**
 * What a name stands for already, where no file may be put in its place; null where one may. A link is taken for what it leads to, and one
 * that leads nowhere for the file that is to come there.
 */
export function faultOfPlace(path: string): string | null {
  let info: Stats | undefined;
  try {
    info = statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return `cannot be examined (${error instanceof Error ? error.message : String(error)}); name another file`;
  }
  if (info === undefined || info.isFile()) return null;
  if (info.isDirectory()) return 'is a folder; name a file';
  return `is a device; --out ${STDOUT} writes to standard output`;
}

/**
 * Whether anything has this name, be it a link that leads nowhere; also where that cannot be told, for which `faultOfPlace` has the
 * words.
 */
export function isTaken(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Which file a name stands for, behind all links, those of its folder included; where that cannot be told, for reasons that whoever opens
 * it tells, the name itself.
 */
export function placeOf(path: string): string {
  const whole = resolve(path);
  try {
    const place = behindLinks(whole);
    return join(realpathSync(dirname(place)), basename(place));
  } catch {
    return whole;
  }
}

/**
 * Where a database lies, and what is kept beside it, be it there or not. A file put in the place of what SQLite keeps while it is open takes
 * from it what was stored last; one in the place of the lock of nights lets two of them overlap, or none begin.
 */
export function placesOfDatabase(db: string): [string, ...string[]] {
  const place = placeOf(db);
  return [place, ...['-wal', '-shm', '-journal', LOCK_END].map((end) => place + end)];
}

/** Whether two names are those of one file. @param one nothing where it is gone since it was listed */
function isSame(one: Stats | undefined, other: Stats): boolean {
  return one?.dev === other.dev && one.ino === other.ino;
}

/** Null where it may not be read. */
function beginningOf(path: string, bytes: number): string | null {
  const head = Buffer.alloc(bytes);
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch {
    return null;
  }
  try {
    return head.toString('utf8', 0, readSync(file, head, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

/**
 * The name that the file has meanwhile is its own, for another run may write one for the same target, and nothing that has the name is
 * overwritten.
 * @param write writes the file @throws what `write` says, and the file system, which is told with the file; nothing is left then
 */
export async function writeWhole(target: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    const info = statSync(target, { throwIfNoEntry: false });
    if (info !== undefined && isStream(info)) await writeAndClose(await open(target, 'w'), write);
    else await replace(behindLinks(target), info?.mode, write);
  } catch (error) {
    throw namingFile(error, target);
  }
}

/** @param mode the permissions of what is there, which stay; those of a new file unless given */
async function replace(
  place: string,
  mode: number | undefined,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const partial = `${place}.${process.pid}-${randomBytes(4).toString('hex')}.partial`;
  const file = await open(partial, 'wx');
  try {
    await writeAndClose(file, async () => {
      if (mode !== undefined) await file.chmod(mode & 0o777);
      await write(file);
    });
    await rename(partial, place);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function writeAndClose(file: FileHandle, write: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await write(file);
  } finally {
    await file.close();
  }
}

/** The system's own words name neither the file nor what to do. */
function namingFile(error: unknown, target: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const room = code === 'ENOSPC' || code === 'EDQUOT' ? 'free some space, or ' : '';
  return new Error(
    `${target} could not be written (${message}); ${room}name another file. What was stored in the database is kept`,
    {
      cause: error,
    },
  );
}
