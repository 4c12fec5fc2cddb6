/**
 * Files that a run writes when it is done. What is wrong with one is told before the hours of work; and as such a flag looks like one
 * that names an archive to read, only what an earlier run wrote by it is overwritten. A file is written beside its name and takes it when
 * it is whole.
 */
import { randomBytes } from 'node:crypto';
import { accessSync, closeSync, constants, lstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Where a flag writes to standard output, or reads standard input, instead of a file. */
export const STDOUT = '-';

/**
 * What is wrong with a file to write to; null where nothing is.
 * @param flag such as `--quarantine`
 * @param head how all files that the flag writes begin
 * @param archives that the same run reads
 */
export function faultOfFile(flag: string, target: string, head: string, archives: readonly string[]): string | null {
  const folder = dirname(target);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return `${flag} ${target}: its folder does not exist or may not be written`;
  }
  const info = statSync(target, { throwIfNoEntry: false });
  if (info === undefined) return null;
  if (!info.isFile()) return `${flag} ${target} is no file; name one`;
  if (archives.some((path) => path !== STDOUT && isSame(statSync(path, { throwIfNoEntry: false }), info))) {
    return `${flag} ${target} would overwrite a file that is to be scanned; name another one`;
  }
  if (info.size > 0 && !beginsWith(target, head)) {
    return `${flag} ${target} exists, and was not written by ${flag}; name another file, or move this one away`;
  }
  return null;
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
    return `cannot be looked at (${error instanceof Error ? error.message : String(error)}); name another file`;
  }
  if (info === undefined || info.isFile()) return null;
  if (info.isDirectory()) return 'is a folder; name a file';
  return `is a device; --out ${STDOUT} writes to standard output`;
}

/** Whether anything has this name, be it a link that leads nowhere. */
export function isTaken(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether two names are those of one file. @param one nothing where it is gone since it was listed */
function isSame(one: Stats | undefined, other: Stats): boolean {
  return one?.dev === other.dev && one.ino === other.ino;
}

function beginsWith(path: string, text: string): boolean {
  const head = Buffer.alloc(text.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, head, 0, head.length, 0);
  } finally {
    closeSync(file);
  }
  return head.toString() === text;
}

/**
 * The name that the file has meanwhile is its own, for another run may write one for the same target, and nothing that has the name is
 * overwritten.
 * @param write writes the file @throws what `write` says, and the file system, which is told with the file; nothing is left then
 */
export async function writeWhole(target: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const partial = `${target}.${process.pid}-${randomBytes(4).toString('hex')}.partial`;
  const file = await open(partial, 'wx').catch((error: unknown) => {
    throw namingFile(error, target);
  });
  try {
    try {
      await write(file);
    } finally {
      await file.close();
    }
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw namingFile(error, target);
  }
}

/** The system's own words name neither the file nor what to do. */
function namingFile(error: unknown, target: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const room = code === 'ENOSPC' || code === 'EDQUOT' ? 'free some space, or ' : '';
  return new Error(`${target} could not be written (${message}); ${room}name another file. What was stored is kept`, {
    cause: error,
  });
}
