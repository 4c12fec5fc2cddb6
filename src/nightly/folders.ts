/**
 * How the folder that nights write to is laid out, and that is all that is ever removed from it:
 *
 *     reports/2026-11-21-run-12/    report.html, report.md, pictures
 *     puzzles/0012/                 what was exported for the first time
 *     puzzles/.0012.partial/        the same while it is written
 */
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { dayOf } from '../store/days.js';

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

/** Whether a folder of the store lies in one, through whatever links the two are named; false for what cannot be looked at any more. */
export function liesIn(home: string, folder: string): boolean {
  const parent = dirname(folder);
  if (parent === resolve(home)) return true;
  try {
    return realpathSync(parent) === realpathSync(home);
  } catch {
    return false;
  }
}

/** A name that no report has. @param started milliseconds since 1970; the day is UTC's */
export function newReportName(out: string, run: number, started: number): string {
  const name = `${dayOf(started)}-run-${run}`;
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

/** What is wrong with the folders, before hours of work, and before any of them is made; null where nothing is. */
export function faultOfFolders(out: string): string | null {
  for (const folder of [out, reportsIn(out), editionsIn(out)]) {
    try {
      const there = lowestThere(resolve(folder));
      const info = statSync(there, { throwIfNoEntry: false });
      if (info === undefined)
        return `--out ${out}: ${there} is a link whose target does not exist; name another folder`;
      if (!info.isDirectory()) return `--out ${out}: ${there} is a file; name a folder`;
      accessSync(there, constants.W_OK | constants.X_OK);
    } catch (error) {
      return unwritable(out, error);
    }
  }
  return null;
}

/** Makes the folders where there are none. @throws Error in words */
export function makeFolders(out: string): void {
  try {
    for (const folder of [out, reportsIn(out), editionsIn(out)]) makeFolder(resolve(folder));
  } catch (error) {
    throw new Error(unwritable(out, error), { cause: error });
  }
}

function unwritable(out: string, error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `--out ${out}: reports cannot be written there (${why}); name another folder, or correct its permissions`;
}

/** A folder, or of those that it is to come into the nearest that is there; also a file or a link in their place. */
function lowestThere(folder: string): string {
  const parent = dirname(folder);
  if (parent === folder) return folder;
  const above = lowestThere(parent);
  if (above !== parent || statSync(parent, { throwIfNoEntry: false })?.isDirectory() !== true) return above;
  return lstatSync(folder, { throwIfNoEntry: false }) === undefined ? parent : folder;
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
