/**
 * `npm run nightly`: what a timer calls. New archives of a folder into the database, new puzzles into files, and a report of it.
 *
 * Only flags, locks, signals and exit codes are here; the night itself is `src/nightly/night.ts`.
 */
import { existsSync, realpathSync, statSync, type Stats } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { exportToFiles } from '../src/export/files.js';
import { FORMATS, findFormat } from '../src/export/formats.js';
import { gapsOf } from '../src/export/gaps.js';
import type { Format } from '../src/export/format.js';
import type { WriteFiles } from '../src/nightly/edition.js';
import { faultOfFolders } from '../src/nightly/folders.js';
import { emptyWords, lookInto } from '../src/nightly/inbox.js';
import { lockNight } from '../src/nightly/locks.js';
import { runNight, type NightResult } from '../src/nightly/night.js';
import { describePlan, planPruning, type PrunePolicy } from '../src/nightly/prune.js';
import { numbersOf, summaryOf } from '../src/nightly/summary.js';
import { shown } from '../src/pgn/shown.js';
import type { ScanTerms } from '../src/pipeline/commit.js';
import { WorkerPool } from '../src/pipeline/pool.js';
import { makeProgress } from '../src/pipeline/progress.js';
import { count, countGames, megabytesOf } from '../src/tactics/figures.js';
import { StoreError } from '../src/store/errors.js';
import { checkDatabase, openStore } from '../src/store/open.js';
import type { Store } from '../src/store/store.js';
import { compileKernel, loadEngine } from '../src/tactics/kernel.js';
import { settle } from '../src/tactics/options.js';
import { ENGINE } from '../src/tactics/version.js';
import { addFilterOptions, FILTER_HELP, settleFilter, type FilterFlags } from './filters.js';
import {
  collector,
  dbOption,
  depthOption,
  EXIT,
  newCommand,
  notBlank,
  outliveReader,
  patternsOption,
  refuse,
  runCommand,
  whereItIs,
  wholeNumber,
  writeLine,
} from './cli.js';
import { besideProgress, listenForStop } from './stop.js';

/** Another night is at work on the same database or folder. */
const BUSY = 4;

const DEFAULT_FORMATS = 'lichess-csv,jsonl';

/** Milliseconds that the looks of --dry-run wait for a writer. */
const LOOK_TIMEOUT = 1000;

const HELP = `
One night, from beginning to end:

  find    finds archives in the folder (and its subfolders) that have not been read to their end yet. Archives are recognised by their
          content, whatever they are called. One that was written to in the last --settle seconds is watched for that long, and left for
          the next night if it changes; so is a file with the name of an unfinished download (.part, .tmp, .crdownload ...).
  scan    scans them, as "npm run scan" does. An archive that cannot be read, or not to its end, is reported, and the next one is read.
  mine    examines every new tactic: is it a puzzle (docs/puzzles.md)?
  export  writes the puzzles that no night has exported before, in each of the --formats, to OUT/puzzles/0001, 0002 ... --formats none
          skips this step and the one before.
  prune   removes reports beyond --keep-reports; if asked to, also the files of exports beyond --keep-exports (their puzzles stay in the
          database for "npm run export", and are not exported as new again), and with --prune-positions what only an older engine knows
          of positions that are in no game. Games, tactics, puzzles and quarantine are never removed.
  report  writes OUT/reports/DAY-run-N/report.html and report.md, with pictures: games, tactics by pattern, throughput, quarantine, and
          the ten finest tactics of the night.

A night that was stopped, killed or cut off by a power failure is finished by the next one, which continues where it ended. Two nights never
overlap: one that finds another at work on the same database or folder ends at once with exit code 4. The lock is held by the process itself,
so a killed night leaves none behind.

The page /runs of "npm run serve" shows the progress of the night and all past nights; start that with --nightly OUT to show their reports,
too. docs/nightly.md has a systemd timer and a cron line.

Examples:
  $ npm run nightly -- --archives /srv/chess/incoming --db /srv/chess/motif.db --out /srv/chess/nightly
  $ npm run nightly -- --archives games --dry-run
  $ npm run nightly -- --archives games --formats lichess-csv,jsonl,pgn --keep-reports 30 --keep-exports 12
  $ npm run nightly -- --archives games --formats none --depth l1
${FILTER_HELP}

Exit codes:
  0    done, even if nothing was new (games in quarantine are no failure: the report counts them)
  1    the night failed: the database or the folder cannot be written, or the engine cannot be started
  2    wrong command line: an unknown flag or value, or a folder that does not exist
  3    done, but some archive could not be read, or not to its end: see the report
  4    another night is at work on the same database or folder; nothing was done
  130  stopped by SIGINT (Ctrl-C): the work in progress was finished and stored; a second Ctrl-C ends it at once
  143  stopped by SIGTERM, in the same way`;

/** Names of formats with commas between, any number of times; nothing where there are to be none. */
const parseFormats = collector<Format[]>((text, before) => {
  const names = text.split(',').map((name) => name.trim());
  const none = names.includes('none');
  if (none && names.length === 1 && before === undefined) return [];
  if (none || before?.length === 0)
    throw new InvalidArgumentError('"none" skips the export, and cannot be combined with a format.');
  const formats = names.map((name) => {
    const format = findFormat(name);
    if (format !== undefined) return format;
    throw new InvalidArgumentError(
      `"${name}" is not a format. Allowed: ${FORMATS.map((known) => known.name).join(', ')}; or none.`,
    );
  });
  return [...new Set([...(before ?? []), ...formats])];
});

interface Flags extends FilterFlags {
  archives: string;
  db: string;
  out: string;
  depth: string;
  patterns?: string[];
  workers: number;
  settle: number;
  formats?: Format[];
  licence?: string;
  keepReports: number;
  keepExports?: number;
  prunePositions?: true;
  dryRun?: true;
  json?: true;
  quiet?: true;
}

const command = newCommand(
  'nightly',
  'Scans the new archives of a folder, exports new puzzles, and writes a report.',
  HELP,
)
  .option('--archives <folder>', 'folder in which archives arrive', notBlank, 'data/archives')
  .addOption(dbOption('the database; created if it does not exist'))
  .option('--out <folder>', 'folder for reports and exports; created if it does not exist', notBlank, 'data/nightly')
  .addOption(depthOption())
  .addOption(patternsOption())
  .option('--workers <n>', 'worker threads', wholeNumber(1, 256), availableParallelism())
  .option(
    '--settle <seconds>',
    'leave archives alone that were written to in the last so many seconds',
    wholeNumber(0, 3600),
    30,
  )
  .addOption(
    new Option(
      '--formats <a,b>',
      `formats of the exports: ${FORMATS.map(({ name }) => name).join(', ')}; or none (default: ${DEFAULT_FORMATS})`,
    ).argParser(parseFormats),
  )
  .option('--licence <text>', 'terms on which the exports may be used, for their cards', notBlank)
  .option('--keep-reports <n>', 'how many reports to keep, including this one', wholeNumber(1, 100_000), 90)
  .option('--keep-exports <n>', 'how many exports to keep the files of (default: all)', wholeNumber(1, 100_000))
  .option('--prune-positions', 'remove what only an older engine knows of positions that are in no game')
  .option('--dry-run', 'only say what would be scanned and removed; change nothing')
  .option('--json', 'end with one line of JSON instead of the summary')
  .option('--quiet', 'show no progress');
addFilterOptions(command);

/** Ends the run where its flags cannot go together, before anything is made. */
function checkPlaces({ archives, db, out }: Flags): void {
  let info: Stats | undefined;
  try {
    info = statSync(archives, { throwIfNoEntry: false });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    refuse(
      command,
      `--archives ${archives} cannot be looked into (${why}); name another folder, or correct its permissions`,
    );
  }
  if (info === undefined) {
    refuse(
      command,
      `--archives ${archives}: there is no such folder; create it, or name the folder in which archives arrive${whereItIs(archives)}`,
    );
  }
  if (!info.isDirectory())
    refuse(
      command,
      `--archives ${archives} is a file; name the folder in which archives arrive, or read this one with "npm run scan"`,
    );
  if (!existsSync(dirname(db)) || !statSync(dirname(db)).isDirectory())
    refuse(command, `--db ${db}: its folder does not exist; create it, or name another file`);
  // what it exports would be what it finds the next time
  const [inside, home] = [realOf(out) + sep, realpathSync(archives) + sep];
  if (inside.startsWith(home))
    refuse(command, `--out ${out} lies in --archives ${archives}, so exports would be scanned; name another folder`);
}

/** A path behind all links, of which the last parts may not be there yet. */
function realOf(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  const parent = dirname(whole);
  return parent === whole ? whole : resolve(realOf(parent), whole.slice(parent.length).replace(/^[\\/]/, ''));
}

/** Every format as a file of its own, with its card beside it; undefined where none is asked for. */
async function writerOf(
  { formats = parseFormats(DEFAULT_FORMATS, undefined), licence }: Flags,
  store: Store,
  signal: AbortSignal,
): Promise<WriteFiles | undefined> {
  if (formats.length === 0) return undefined;
  const engine = await loadEngine();
  return async ({ source, folder, name }) => {
    const gaps = gapsOf(store, ENGINE);
    const from = `only puzzles that no earlier night had exported (edition ${name})`;
    for (const format of formats) {
      await exportToFiles({
        ...{ store: source, engine, of: ENGINE, format, path: join(folder, `puzzles.${format.extension}`), signal },
        ...{ gaps, from },
        ...(licence !== undefined && { licence }),
      });
    }
  };
}

async function run(): Promise<number> {
  const flags = command.opts<Flags>();
  const filter = settleFilter(command, flags);
  if (flags.formats?.length === 0 && flags.licence !== undefined)
    refuse(
      command,
      '--licence goes on the cards of exports, and --formats none exports nothing: leave one of them out',
    );
  if (flags.dryRun && flags.json) refuse(command, '--dry-run says in words what would be done: leave out --json');
  checkPlaces(flags);
  const { depth, mask: patterns } = settle(flags);
  const terms: ScanTerms = {
    ...{ engine: ENGINE, depth, patterns },
    ...(flags.plies && { plies: flags.plies }),
    ...(filter !== '' && { filter }),
  };
  const policy: PrunePolicy = {
    ...{ keepReports: flags.keepReports, positions: flags.prunePositions ?? false },
    ...(flags.keepExports !== undefined && { keepExports: flags.keepExports }),
  };
  checkDatabase(flags.db);
  const fault = faultOfFolders(flags.out);
  if (fault !== null) throw new Error(fault);
  if (flags.dryRun) return look(flags, terms, policy);
  const locks = lockNight(flags.db, flags.out);
  if (locks === null) return sayBusy(flags);
  try {
    return await night(flags, terms, policy);
  } finally {
    locks.forEach((lock) => lock.release());
  }
}

/** `--dry-run`. */
async function look(
  { archives, db, out, settle: seconds, formats }: Flags,
  terms: ScanTerms,
  policy: PrunePolicy,
): Promise<number> {
  let store: Store | undefined;
  let outdated = false;
  try {
    store = openForLooking(db);
  } catch (error) {
    if (!(error instanceof StoreError && error.code === 'outdated')) throw error;
    outdated = true;
  }
  try {
    if (outdated)
      await writeLine(
        `would update  ${shown(db)}: an older Motif wrote it; which archives are new to it can only be told when that is done`,
      );
    const inbox = await lookInto(archives, {
      ...{ terms, settle: seconds },
      find: (fingerprint, on) => store?.findCheckpoint(fingerprint, on),
      onWait: (_, wait) =>
        process.stderr.write(`waiting ${Math.ceil(wait)} s for archives that were written to a moment ago\n`),
    });
    const empty = emptyWords(archives, inbox);
    if (empty !== null) warn(empty);
    for (const { path, size, before } of inbox.fresh) {
      const begun = before > 0 ? `, begun: ${countGames(before)} done` : '';
      await writeLine(
        `${outdated ? 'may scan      ' : 'would scan    '}${shown(path)} (${megabytesOf(size)} MB${begun})`,
      );
    }
    for (const { path, why } of inbox.copies) await writeLine(`would skip    ${shown(`${path}: ${why}`)}`);
    for (const { path, why } of inbox.left) await writeLine(`would leave   ${shown(`${path}: ${why}`)}`);
    for (const { path, why } of inbox.bad) await writeLine(`cannot read   ${shown(`${path}: ${why}`)}`);
    const planWith = (exports: number): string[] =>
      describePlan(planPruning(store, out, ENGINE, policy, { reports: 1, exports }), out);
    const plan = planWith(0);
    for (const line of plan) await writeLine(`would remove  ${shown(line)}`);
    // whether a puzzle is new shows in the night alone; an export of it pushes out the oldest of those that are kept
    const more = formats?.length === 0 ? [] : planWith(1).filter((line) => !plan.includes(line));
    for (const line of more) await writeLine(`may remove    ${shown(line)}`);
    if (outdated && (policy.keepExports !== undefined || policy.positions))
      await writeLine('may remove    exports and positions: which, can only be told when the database is up to date');
    await writeLine(
      `${outdated ? 'up to ' : ''}${count(inbox.fresh.length)} to scan, ${outdated ? '' : `${count(inbox.known)} known, `}${count(inbox.left.length)} left, ` +
        `${count(plan.length)} to remove${more.length > 0 ? `, ${count(more.length)} more if puzzles are new` : ''}; nothing was changed.`,
    );
    return inbox.bad.length > 0 ? EXIT.badInput : EXIT.ok;
  } finally {
    store?.close();
  }
}

/** Undefined where there is no database yet, or an empty file for one: then everything is new. */
function openForLooking(db: string): Store | undefined {
  if ((statSync(db, { throwIfNoEntry: false })?.size ?? 0) === 0) return undefined;
  return openStore(db, { readonly: true, busyTimeout: LOOK_TIMEOUT });
}

async function sayBusy({ db, out, json }: Flags): Promise<number> {
  let who = '';
  try {
    const store = openForLooking(db);
    const run = store?.runs.running('nightly');
    store?.close();
    if (run !== undefined) {
      who = ` (run ${run.id}, process ${run.process}, since ${new Date(run.started).toISOString()}, now in its stage "${run.stage}")`;
    }
  } catch (error) {
    if (!(error instanceof StoreError)) throw error; // it may be making the database at this moment
  }
  process.stderr.write(`nightly: another night is at work on ${db} or ${out}${who}; nothing was done\n`);
  if (json) await writeLine(JSON.stringify({ state: 'busy' }));
  return BUSY;
}

async function night(flags: Flags, terms: ScanTerms, policy: PrunePolicy): Promise<number> {
  outliveReader();
  const progress = flags.quiet ? undefined : makeProgress();
  const stop = listenForStop(besideProgress(progress), 'finishing the work in progress');
  const store = openStore(flags.db);
  const pool = new WorkerPool({ size: flags.workers, module: await compileKernel() });
  const write = await writerOf(flags, store, stop.signal);
  let result: NightResult;
  try {
    progress?.begin();
    result = await runNight({
      ...{ store, pool, terms, policy, folder: flags.archives, out: flags.out, settle: flags.settle },
      ...(write && { write }),
      signal: stop.signal,
      onProgress: progress?.update ?? (() => undefined),
      onStep: progress?.say ?? (() => undefined),
      onNote: progress?.note ?? (() => undefined),
    });
  } finally {
    progress?.stop();
    await pool.close();
    store.close();
  }
  for (const line of [...result.warnings, ...result.remarks]) warn(line);
  await writeLine(flags.json ? JSON.stringify(numbersOf(result)) : summaryOf(result));
  if (result.state === 'stopped') return stop.exitCode() ?? EXIT.failure;
  return result.warnings.length > 0 ? EXIT.badInput : EXIT.ok;
}

function warn(line: string): void {
  process.stderr.write(`warning: ${shown(line)}\n`);
}

await runCommand(command, run);
