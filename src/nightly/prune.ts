/**
 * What a night removes, and nothing else: reports beyond those that are to be kept; where it is asked to, the files of old exports, and
 * positions that only an older engine knows and no game holds.
 *
 * Games, tactics, puzzles and quarantine are never touched. What goes is named first (`--dry-run` stops there) and told in the report.
 * Only files that a night wrote are removed: a folder that holds others keeps them, and stays.
 */
import { lstatSync } from 'node:fs';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Edition } from '../store/editions.js';
import type { EngineId } from '../store/rows.js';
import type { Store } from '../store/store.js';
import { EDITION_NAME, editionsIn, liesIn, namesIn, reportNames, reportsIn } from './folders.js';

export interface PrunePolicy {
  /** Reports to keep, at least 1. */
  keepReports: number;
  /** Exports whose files are kept; all unless given. */
  keepExports?: number;
  /** Whether positions go that no game holds and that only another engine than the present one knows. */
  positions: boolean;
}

/** What is to go. */
export interface PrunePlan {
  /** Names of reports. */
  reports: string[];
  editions: Edition[];
  positions: number;
}

/** What systems say of a folder that is not empty. */
const HOLDS_OTHERS = new Set(['ENOTEMPTY', 'EEXIST']);

const REPORT_FILE = /^(?:report\.(?:html|md)|[a-z]+(?:-\d+)?\.svg)$/;

/**
 * @param store undefined where there is none yet, or none that can be asked: then it is reports alone that go
 * @param coming reports and exports that are about to be written, and count among those that are kept
 */
export function planPruning(
  store: Store | undefined,
  out: string,
  engine: EngineId,
  { keepReports, keepExports, positions }: PrunePolicy,
  coming: { reports: number; exports: number },
): PrunePlan {
  const reports = reportNames(out).filter((name) => isReport(join(reportsIn(out), name)));
  // what another folder has is that folder's night's to prune
  const home = editionsIn(out);
  const editions = (store?.editions.list() ?? []).filter(
    ({ folder, pruned }) => pruned === null && EDITION_NAME.test(basename(folder)) && liesIn(home, folder),
  );
  return {
    reports: allBut(keepReports - coming.reports, reports),
    editions: keepExports === undefined ? [] : allBut(keepExports - coming.exports, editions),
    positions: positions ? (store?.countOthers(engine) ?? 0) : 0,
  };
}

/** The first ones, without so many of the last; all of them for a number below 1. */
function allBut<T>(last: number, list: readonly T[]): T[] {
  return list.slice(0, Math.max(list.length - last, 0));
}

/**
 * Whether what has a report's name is a folder, not a file or a link of somebody's, and more than the place of what others put beside a
 * report that went before.
 */
function isReport(folder: string): boolean {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  const names = namesIn(folder, /./);
  return names.length === 0 || names.some((name) => REPORT_FILE.test(name));
}

/** The plan in words, a line each; none where there is nothing to do. */
export function describePlan({ reports, editions, positions }: PrunePlan, out: string): string[] {
  return [
    ...reports.map((name) => `report ${join(reportsIn(out), name)}`),
    ...editions.map(
      ({ folder, puzzles, files }) =>
        `export ${folder}: ${files.length} files with ${puzzles} ${puzzles === 1 ? 'puzzle' : 'puzzles'} (they stay in the database: npm run export writes them again)`,
    ),
    ...(positions > 0
      ? [
          `${positions} ${positions === 1 ? 'position' : 'positions'} in the database that only an older engine knows and no game holds (analysed again when asked for)`,
        ]
      : []),
  ];
}

/** Does it. @returns what stayed because it is not ours, a line each */
export async function prune(store: Store, out: string, engine: EngineId, plan: PrunePlan): Promise<string[]> {
  const stayed: string[][] = [];
  for (const name of plan.reports) {
    const folder = join(reportsIn(out), name);
    stayed.push(await removeFiles(folder, (file) => REPORT_FILE.test(file)));
    store.runs.forgetReport(name);
  }
  for (const { id, folder, files } of plan.editions) {
    stayed.push(await removeFiles(folder, (file) => files.includes(file)));
    store.editions.prune(id);
  }
  if (plan.positions > 0) store.forgetOthers(engine);
  return stayed.flat();
}

async function removeFiles(folder: string, isOurs: (file: string) => boolean): Promise<string[]> {
  const info = lstatSync(folder, { throwIfNoEntry: false });
  if (info === undefined) return []; // somebody else was faster
  if (!info.isDirectory()) return [kept(folder)];
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (isOurs(entry.name) && !entry.isDirectory()) await rm(join(folder, entry.name), { force: true });
  try {
    await rmdir(folder);
    return [];
  } catch (error) {
    // others are in it, some of which may have come since it was listed
    if (!HOLDS_OTHERS.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return (await readdir(folder)).map((name) => kept(join(folder, name)));
  }
}

function kept(path: string): string {
  return `${path}: not written by a night, and kept`;
}
