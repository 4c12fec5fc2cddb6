/**
 * `npm run scan -- PATH...`: archives into the database.
 *
 * Only flags, signals and exit codes are here; the scan itself is `src/pipeline/scan.ts`.
 */
import { availableParallelism } from 'node:os';
import { ArchiveError, listArchives, STDIN } from '../src/archive/open.js';
import { Recorder } from '../src/nightly/recorder.js';
import { NightTally } from '../src/nightly/tally.js';
import { shown } from '../src/pgn/shown.js';
import { fullReport, scanNumbers } from '../src/pipeline/numbers.js';
import { WorkerPool } from '../src/pipeline/pool.js';
import { makeProgress } from '../src/pipeline/progress.js';
import { countGames } from '../src/tactics/figures.js';
import { Tally, type ScanReport } from '../src/pipeline/report.js';
import { reanalyze } from '../src/pipeline/reanalyze.js';
import { scanArchives, type ScanState } from '../src/pipeline/scan.js';
import { summarise, warningsOf } from '../src/pipeline/summary.js';
import { openStore, type StoreOptions } from '../src/store/open.js';
import { RUN_SILENCE } from '../src/store/runs.js';
import type { Store } from '../src/store/store.js';
import { compileKernel } from '../src/tactics/kernel.js';
import { settle } from '../src/tactics/options.js';
import { ENGINE } from '../src/tactics/version.js';
import { addFilterOptions, FILTER_HELP, settleFilter, type FilterFlags } from './filters.js';
import {
  dbOption,
  depthOption,
  EXIT,
  isUnread,
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
import { faultOfTarget, writeQuarantine } from './quarantine.js';
import { faultOfReport, writeReport } from './report.js';
import { besideProgress, listenForStop } from './stop.js';
import { placeOf, placesOfDatabase, STDOUT } from './target.js';
import { optimiseLater } from './tiering.js';

const HELP = `
Reads PGN, plain or packed (zip, zstd such as .pgn.zst, gzip, bzip2), folders of these, and standard input where the path is "-". A file is
recognised by its content, not its name; in folders everything that holds games is read. Every position of every game is scanned (l1), and at
l2 what the scan finds is then confirmed. A game that cannot be read is set aside in quarantine, with the reason, its place and its text, and
the run continues. A game that the database already holds is not stored again, unless this scan is deeper, covers more, or uses another
version of the engine; an l1 scan that covers more than the l2 results of a game scans that game at l2.

How far each archive has been read is stored together with its games. A run that was stopped, killed or cut off by a power failure is resumed
by running the same command again: it continues after the last game that was stored. The summary counts the earlier part as if it had been
read again: stored games as duplicates, filtered and quarantined games as such. An archive that was read to its end is not opened again. All
this holds while the archive (its content and date), depth, patterns, filters and version of Motif stay the same; otherwise the archive is
read from the beginning, and the games that are stored already are recognised. --fresh reads everything from the beginning.

A game with an illegal move, or that breaks off inside a comment or variation, is set aside whole: the moves before the fault are not stored,
since a slip cannot be told from a missing move. --quarantine FILE writes the games of these archives that were set aside to a PGN file, each
as it stands in its archive, below escape lines (%) that say why and where. Correct games in it, and scan it like any other file. Without a
path, it holds the games set aside from all archives in the database. The archive's own copy stays in quarantine.

Results belong to the engine that computed them. After an update that changes results, --reanalyze brings all stored games up to date without
their archives: each keeps its depth, patterns and plies, or gets those of --depth and --patterns where they ask for more. A run that was
stopped is resumed by the same command. The summary counts games that were brought up to date as stored, and the others as duplicates.

While it runs, a bar shows the progress; when not on a terminal, a line every five seconds does. Speeds are those of the last 15 seconds, and
the time left goes by the speed of the last minute. MB/s counts the archives' bytes as they are on disk, packed or not, and so do the
percentage and the time left, which standard input therefore does not have. The table at the end shows where the time went: in the main
thread, which reads, splits and commits, and in all worker threads together. --report FILE writes the same as JSON, with or without --json.

Examples:
  $ npm run scan -- data/sample.zip
  $ npm run scan -- games/ --depth l1 --workers 4
  $ npm run scan -- january.zip --patterns fork,back_rank_mate --db january.db
  $ npm run -s scan -- january.zip --json --quiet | tail -n 1
  $ npm run scan -- --quarantine broken.pgn
  $ npm run scan -- --reanalyze --db january.db
  $ npm run scan -- lichess.pgn.zst --min-elo 2200 --time-control rapid,classical --since 2024
  $ curl -s https://example.org/month.pgn.zst | npm run scan -- -
${FILTER_HELP}

Exit codes:
  0    everything was read (games in quarantine are no failure: the summary counts them; whatever else is in an archive, such as an archive
       within it, is skipped with a warning)
  1    the run failed: the database cannot be written, or the engine cannot be started
  2    wrong command line: an unknown flag or value, or a path that does not exist
  3    done, but some archive could not be read, or not to its end: see the warnings
  130  stopped by SIGINT (Ctrl-C): the games in progress were finished and stored; a second Ctrl-C ends it at once
  143  stopped by SIGTERM, in the same way`;

interface Flags extends FilterFlags {
  db: string;
  depth: string;
  patterns?: string[];
  workers: number;
  json?: true;
  report?: string;
  quiet?: true;
  fresh?: true;
  quarantine?: string;
  reanalyze?: true;
}

const command = newCommand('scan', 'Finds the tactics in archives of games, and stores them.', HELP)
  .argument('[path...]', 'archives, PGN files or folders; - for standard input')
  .addOption(dbOption('the database; created if it does not exist'))
  .addOption(depthOption())
  .addOption(patternsOption())
  .option('--workers <n>', 'worker threads', wholeNumber(1, 256), availableParallelism())
  .option('--fresh', 'read every archive from its beginning, even where an earlier run has read it')
  .option(
    '--quarantine <file>',
    'write the games of these archives that were set aside; without a path, those of the whole database; - for standard output',
    notBlank,
  )
  .option(
    '--reanalyze',
    'read no archives: bring the stored games up to date with this engine, and to --depth and --patterns if given',
  )
  .option('--json', 'end with one line of JSON instead of the table')
  .option('--report <file>', 'also write the table and the times of all stages to a file, as JSON', notBlank)
  .option('--quiet', 'show no progress');
addFilterOptions(command);

/** What the paths lead to. */
interface Found {
  archives: string[];
  /** Files with the name of an archive that are none which can be read, a line each. */
  unread: string[];
}

/** The archives behind the paths; a path that is not there is a mistake in the command line. */
async function findArchives(paths: string[]): Promise<Found> {
  if (paths.some((path) => path.trim() === '')) refuse(command, 'a path is blank: name an archive, or leave it out');
  if (paths.indexOf(STDIN) !== paths.lastIndexOf(STDIN))
    refuse(command, 'standard input (-) is given twice, but can be read only once: leave one of them out');
  const unread: string[] = [];
  try {
    const archives = await listArchives(paths, (path, why) => unread.push(`${path}: ${why}`));
    if (archives.length + unread.length > 0) return { archives, unread };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    refuse(command, error.message + (error.code === 'not_found' ? whereItIs(error.path) : ''));
  }
  return refuse(
    command,
    'no games found in these folders: no PGN, and no archive in a format that is read (zip, zstd, gzip, bzip2)',
  );
}

async function run(): Promise<number> {
  const flags = command.opts<Flags>();
  const filter = settleFilter(command, flags);
  refuseSame(flags);
  if (flags.json && flags.quarantine === STDOUT)
    refuse(command, '--json and --quarantine - both write to standard output: name a file for the quarantine');
  if (flags.reanalyze) {
    const others = [command.args.length > 0 && 'a path', flags.quarantine && '--quarantine', flags.fresh && '--fresh'];
    const other = others.find((word) => word) ?? (filter !== '' || flags.plies ? 'a filter' : undefined);
    if (other)
      refuse(command, `--reanalyze works on all games in the database, and reads no archives: leave out ${other}`);
    return renew(flags);
  }
  if (command.args.length > 0) return scan(flags, filter, await findArchives(command.args));
  if (flags.quarantine === undefined)
    refuse(command, "missing required argument 'path': name archives, PGN files or folders to scan");
  if (flags.report !== undefined) refuse(command, '--report says what a scan did: name an archive to scan');
  if (filter !== '' || flags.plies !== undefined)
    refuse(command, 'filters select games of archives: name an archive to scan');
  const idle = ['depth', 'patterns', 'workers', 'fresh'].find((flag) => command.getOptionValueSource(flag) === 'cli');
  if (idle !== undefined)
    refuse(command, `--${idle} says how archives are read, and --quarantine alone reads none: name an archive to scan`);
  return listQuarantine(flags, flags.quarantine);
}

/** Ends the run where its report could not be written, before the hours of work. */
function refuseReport({ report }: Flags, archives: readonly string[]): void {
  const fault = report === undefined ? null : faultOfReport(report, archives);
  if (fault !== null) refuse(command, fault);
}

/** Ends the run where two flags name one file: what is written last would take the place of the other, be that the database's. */
function refuseSame({ db, report, quarantine }: Flags): void {
  const [database, ...beside] = placesOfDatabase(db);
  const flagOf = new Map([[database, '--db']]);
  for (const [flag, file] of Object.entries({ report, quarantine })) {
    if (file === undefined || file === STDOUT) continue;
    const place = placeOf(file);
    const other = flagOf.get(place);
    if (other !== undefined) refuse(command, `${other} and --${flag} name the same file`);
    if (beside.includes(place))
      refuse(
        command,
        `--${flag} ${file} is where SQLite or a night keeps what belongs to the database; name another file`,
      );
    flagOf.set(place, `--${flag}`);
  }
}

/** `--reanalyze`: every game as this engine sees it, no less deep and for no fewer patterns than before. */
async function renew(flags: Flags): Promise<number> {
  const { depth, mask } = settle(flags);
  const asked = (flag: string): boolean => command.getOptionValueSource(flag) === 'cli';
  refuseReport(flags, []);
  const aim = { ...(asked('depth') && { depth }), ...(asked('patterns') && { patterns: mask }) };
  return work(flags, { mustExist: true }, (means) => reanalyze({ ...means, engine: ENGINE, aim }));
}

/** `--quarantine` without a path: what the database holds. */
async function listQuarantine(flags: Flags, target: string): Promise<number> {
  const fault = faultOfTarget(target, []);
  if (fault !== null) refuse(command, fault);
  const store = openStore(flags.db, { mustExist: true });
  const tally = new Tally();
  try {
    tally.quarantined = tally.seen = await writeQuarantine(store, target);
  } finally {
    store.close();
  }
  if (flags.json) await writeLine(JSON.stringify(scanNumbers(tally.report(), process.resourceUsage().maxRSS / 1024)));
  else sayWritten(tally.quarantined, target);
  return EXIT.ok;
}

function sayWritten(games: number, target: string): void {
  if (target === STDOUT && isUnread()) return;
  const where = target === STDOUT ? 'standard output' : shown(target);
  const advice =
    target === STDOUT || games === 0 ? '' : `; correct ${games === 1 ? 'it' : 'them'} there, and scan that file`;
  process.stderr.write(`${countGames(games)} in quarantine written to ${where}${advice}\n`);
}

async function scan(flags: Flags, filter: string, { archives, unread }: Found): Promise<number> {
  const { depth, mask } = settle(flags);
  const target = flags.quarantine;
  const fault = target === undefined ? null : faultOfTarget(target, archives);
  if (fault !== null) refuse(command, fault);
  refuseReport(flags, archives);
  const written = async (store: Store, report: ScanReport): Promise<void> => {
    if (target !== undefined) sayWritten(await writeQuarantine(store, target, report.fingerprints), target);
  };
  return work(
    flags,
    {},
    (means) =>
      scanArchives(archives, {
        ...means,
        unread,
        engine: ENGINE,
        depth,
        patterns: mask,
        ...(flags.plies && { plies: flags.plies }),
        ...(filter !== '' && { filter }),
        fresh: flags.fresh ?? false,
      }),
    written,
  );
}

/** What every long job is given. */
interface Means {
  store: Store;
  pool: WorkerPool;
  signal: AbortSignal;
  onProgress: (state: ScanState) => void;
  onResume: (note: string) => void;
}

/**
 * Opens database and threads, has the work done, and says what came of it.
 * @param afterwards done with the database before it is closed
 * @returns the exit code
 */
async function work(
  flags: Flags,
  options: StoreOptions,
  job: (means: Means) => Promise<ScanReport>,
  afterwards?: (store: Store, report: ScanReport) => Promise<void>,
): Promise<number> {
  outliveReader();
  const progress = flags.quiet ? undefined : makeProgress();
  const stop = listenForStop(besideProgress(progress), 'finishing the games in progress');
  const store = openStore(flags.db, options);
  const pool = new WorkerPool({ size: flags.workers, module: await compileKernel() });
  let report: ScanReport;
  let closed: boolean;
  let unwritten: Error | undefined;
  try {
    progress?.begin();
    const onResume = progress?.note ?? (() => undefined);
    ({ report, closed } = await recorded(store, (recorder) => {
      const onProgress = (state: ScanState): void => {
        recorder.update(state);
        progress?.update(state);
      };
      return job({ store, pool, signal: stop.signal, onProgress, onResume });
    }));
    // what the run did is told, whatever becomes of its quarantine
    await afterwards?.(store, report).catch(
      (error: unknown) => (unwritten = error instanceof Error ? error : new Error(String(error))),
    );
  } finally {
    progress?.stop();
    await pool.close();
    store.close();
  }
  if (!closed) {
    const why = 'another process has been writing to the database for long';
    process.stderr.write(`warning: all is stored, but the page of runs will show this run as killed: ${why}\n`);
  }
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  if (flags.json) {
    for (const warning of warningsOf(report)) process.stderr.write(warning + '\n');
    await writeLine(JSON.stringify(scanNumbers(report, peakRssMb)));
  } else {
    const table = summarise(report, flags.db, peakRssMb);
    // where the games of the quarantine go to standard output, nothing else does
    if (flags.quarantine === STDOUT) process.stderr.write(table + '\n');
    else await writeLine(table);
  }
  if (unwritten !== undefined) throw unwritten;
  // last: should it fail, what the run did has been told
  if (flags.report !== undefined) await writeReport(flags.report, fullReport(report, peakRssMb));
  return stop.exitCode() ?? (report.unread.length > 0 ? EXIT.badInput : EXIT.ok);
}

/**
 * Has the page of runs show a scan: what it does while it goes on, and what it did.
 * @returns with the report, whether the page knows that it is over
 */
async function recorded(
  store: Store,
  job: (recorder: Recorder) => Promise<ScanReport>,
): Promise<{ report: ScanReport; closed: boolean }> {
  // scans may overlap: only those that have been silent for long are gone
  store.runs.lose('scan', Date.now() - RUN_SILENCE);
  const tally = new NightTally();
  const recorder = new Recorder(store.runs, 'scan', ENGINE.version, 'scan', tally.counts);
  try {
    const report = await job(recorder);
    const { read, finished, bad } = report;
    tally.add(report);
    Object.assign(tally.counts.archives, { read, known: finished, bad });
    return { report, closed: recorder.close(report.interrupted ? 'stopped' : 'done') };
  } catch (error) {
    recorder.fail(error);
    throw error;
  }
}

optimiseLater();
await runCommand(command, run);
