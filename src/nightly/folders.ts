/**
 * How the folder that nights write to is laid out, and that is all that is ever removed from it:
 *
 *     reports/2026-11-21-run-12/    report.html, report.md, pictures
 *     puzzles/0012/                 what was exported for the first time
 *     puzzles/.0012.partial/        the same while it is written
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** The last number tells reports of one day and run apart, where the database was made anew. */
export const REPORT_NAME = /^(\d{4}-\d\d-\d\d)-run-(\d+)(?:-(\d+))?$/;
export const EDITION_NAME = /^\d{4,}$/;
export const PARTIAL_NAME = /^\.(\d{4,})\.partial$/;

/** The files of a report that are for reading; its pictures stand beside them. */
export const REPORT_HTML = 'report.html';
export const REPORT_MARKDOWN = 'report.md';

export function reportsIn(out: string): string {
  return join(out, 'reports');
}

export function editionsIn(out: string): string {
  return join(out, 'puzzles');
}

/** A name that no report has. @param started milliseconds since 1970; the day is UTC's */
export function newReportName(out: string, run: number, started: number): string {
  const name = `${new Date(started).toISOString().slice(0, 10)}-run-${run}`;
  const free = (tried: string): boolean => !existsSync(join(reportsIn(out), tried));
  if (free(name)) return name;
  let number = 2;
  while (!free(`${name}-${number}`)) number++;
  return `${name}-${number}`;
}

/** Names of the reports there are, the oldest first. */
export function reportNames(out: string): string[] {
  const key = (name: string): string => {
    const [, day = '', run = '', number = ''] = REPORT_NAME.exec(name) ?? [];
    return `${day} ${run.padStart(16, '0')} ${number.padStart(16, '0')}`;
  };
  return namesIn(reportsIn(out), REPORT_NAME).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Makes the folders where there are none. @returns what is wrong with them, before hours of work; null where nothing is */
export function faultOfFolders(out: string): string | null {
  try {
    for (const folder of [out, reportsIn(out), editionsIn(out)]) {
      makeFolder(resolve(folder));
      accessSync(folder, constants.W_OK | constants.X_OK);
    }
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `--out ${out}: reports cannot be written there (${why}); name another folder, or see to its permissions`;
  }
}

/** What an SQLite database begins with. */
const SQLITE_HEADER = 'SQLite format 3\0';

/**
 * What is wrong with the file for the database, told before anything is made beside it; null where nothing is, or where there is none yet.
 * Whose database it is, the store says when it opens it.
 */
export function faultOfDatabase(db: string): string | null {
  try {
    const info = statSync(db, { throwIfNoEntry: false });
    if (info === undefined) return null;
    if (info.isDirectory()) return `Database ${db}: it is a folder; name a file in it with --db`;
    // a pipe, for one, would be waited for
    if (!info.isFile()) return `Database ${db}: it is no ordinary file; name another one with --db`;
    if (info.size === 0 || beginningOf(db, SQLITE_HEADER.length) === SQLITE_HEADER) return null;
    return `Database ${db}: it is not an SQLite database; name another file with --db`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Database ${db}: it cannot be read (${why}); check its permissions, or name another file with --db`;
  }
}

function beginningOf(path: string, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  const file = openSync(path, 'r');
  try {
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

/** One level after the other: Node's own way never ends where a file system takes no folders, such as /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** Names in a folder that match, sorted; none where there is no folder. */
export function namesIn(folder: string, pattern: RegExp): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => pattern.test(name))
      .sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
