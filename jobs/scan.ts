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
import { WorkerPool } from '../src/pipeline/pool.js';
import { makeProgress } from '../src/pipeline/progress.js';
import { countGames } from '../src/tactics/figures.js';
import { Tally, type ScanReport } from '../src/pipeline/report.js';
import { reanalyze } from '../src/pipeline/reanalyze.js';
import { scanArchives, type ScanState } from '../src/pipeline/scan.js';
import { fullReport, scanNumbers, summarise, warningsOf } from '../src/pipeline/summary.js';
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
  newCommand,
  notBlank,
  patternsOption,
  refuse,
  runCommand,
  wholeNumber,
  writeLine,
} from './cli.js';
import { faultOfTarget, writeQuarantine } from './quarantine.js';
import { faultOfReport, writeReport } from './report.js';
import { besideProgress, listenForStop } from './stop.js';
import { placeOf, STDOUT } from './target.js';
import { optimiseLater } from './tiering.js';

const HELP = `
Reads PGN as it is and in zip, zstd (.pgn.zst), gzip and bzip2, folders of these, and with the path "-" standard input. What a file is, its
content says, not its name; in folders everything that holds games is read. Every position of every game is scanned (l1), and at l2
what the scan finds is confirmed. A game that cannot be read is set aside with its reason, place and text, and the run goes on. Games that the
database holds already are not stored again, unless this scan is deeper, wider or by another engine; at l1, one that is wider than what
is there at l2 looks at these games at l2.

How far an archive is read is stored with its games. A run that was stopped, killed or cut off by a power failure is gone on with by the
same command: it begins behind the last games that were stored. The summary counts the earlier part as if it had been read again: games
that are in the database as duplicates, filtered and quarantined ones as such. An archive that was read to its end is not opened again.
All this holds for the same archive (by content and date), depth, patterns, filters and version of Motif; else it is read from its beginning,
and its games are recognised. --fresh reads everything from its beginning.

A game with an illegal move, or that breaks off in a comment or variation, is set aside whole: what stands before the fault is not
stored, for nobody can tell a slip from a lost move. With --quarantine FILE the games of these archives that are set aside are written to
a PGN file, each as its archive has it, below escape lines (%) that say why and where; a file that is scanned in its turn once some
are mended. Without a path it holds those of the whole database. The archive's own copy stays in quarantine.

Results belong to the engine that computed them. After an update that changes them, --reanalyze brings the stored games up to date on all
threads, without their archives: each keeps its depth, patterns and plies, or gets those of --depth and --patterns where it has less. A
run that is stopped is gone on with by the same command. The summary counts games brought up to date as stored, the others as duplicates.

While it runs, a bar tells how far it is, and off a terminal a line every five seconds: speeds of the last 15 seconds, and the time left by the
speed of the last minute. MB/s are of the archives' bytes as they lie on the disk, packed or not; the share and the time left go by them too,
so of standard input there are none. The table at the end says where the time went: of the main thread, which reads, splits and commits,
and of the worker threads together. --report FILE writes the same as JSON, whatever else is printed.

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
  0    everything was read (games in quarantine are no failure: the summary counts them; what lies in an archive beside games, an archive
       within it too, is passed over with a warning)
  1    the run failed: the database cannot be written, or the engine cannot be started
  2    wrong command line: an unknown flag or value, a path that does not exist
  3    done, but some archive could not be read, or not to its end: see the warnings
  130  stopped by SIGINT (Ctrl-C): what was in work is finished and stored; a second Ctrl-C ends at once
  143  the same by SIGTERM`;

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
  .argument('[path...]', 'archives, PGN files, folders; - is standard input')
  .addOption(dbOption('the database; made where there is none'))
  .addOption(depthOption())
  .addOption(patternsOption())
  .option('--workers <n>', 'threads', wholeNumber(1, 256), availableParallelism())
  .option('--fresh', 'read every archive from its beginning, however far an earlier run came')
  .option(
    '--quarantine <file>',
    'write the games of these archives that were set aside; without a path, those of the whole database; - for standard output',
    notBlank,
  )
  .option(
    '--reanalyze',
    'instead of reading archives, bring the games of the database up to date with this engine, and to --depth and --patterns if given',
  )
  .option('--json', 'end with one line of JSON instead of the table')
  .option('--report <file>', 'write all that the table says, and the times of the stages, to a file as JSON', notBlank)
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
  if (paths.some((path) => path.trim() === '')) refuse(command, 'a path is blank; name an archive, or leave it out');
  if (paths.indexOf(STDIN) !== paths.lastIndexOf(STDIN))
    refuse(command, 'standard input (-) is named twice, and can be read once: leave one of them out');
  const unread: string[] = [];
  try {
    const archives = await listArchives(paths, (path, why) => unread.push(`${path}: ${why}`));
    if (archives.length + unread.length > 0) return { archives, unread };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    refuse(command, error.message);
  }
  return refuse(command, 'these folders hold no games: no PGN and no archive that is read here');
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
      refuse(command, `--reanalyze works on all games of the database, from the database alone: leave out ${other}`);
    return renew(flags);
  }
  if (command.args.length > 0) return scan(flags, filter, await findArchives(command.args));
  if (flags.quarantine === undefined) refuse(command, "missing required argument 'path'");
  if (flags.report !== undefined) refuse(command, '--report tells what a scan did: name an archive');
  if (filter !== '' || flags.plies !== undefined)
    refuse(command, 'filters choose among the games of archives: name an archive');
  return listQuarantine(flags, flags.quarantine);
}

/** Ends the run where its report could not be written, before the hours of work. */
function refuseReport({ report }: Flags, archives: readonly string[]): void {
  const fault = report === undefined ? null : faultOfReport(report, archives);
  if (fault !== null) refuse(command, fault);
}

/** Ends the run where two flags name one file: what is written last would take the place of the other, be that the database. */
function refuseSame({ db, report, quarantine }: Flags): void {
  const flagOf = new Map([[placeOf(db), '--db']]);
  for (const [flag, file] of Object.entries({ report, quarantine })) {
    if (file === undefined || file === STDOUT) continue;
    const place = placeOf(file);
    const other = flagOf.get(place);
    if (other !== undefined) refuse(command, `${other} and --${flag} name the same file`);
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
  const where =
    target === STDOUT
      ? 'standard output'
      : `${shown(target)}; mend ${games === 1 ? 'it' : 'them'} there, and scan that file`;
  process.stderr.write(`${countGames(games)} of the quarantine written to ${where}\n`);
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
  const progress = flags.quiet ? undefined : makeProgress();
  const stop = listenForStop(besideProgress(progress), 'finishing the games in work');
  const store = openStore(flags.db, options);
  const pool = new WorkerPool({ size: flags.workers, module: await compileKernel() });
  let report: ScanReport;
  let unwritten: Error | undefined;
  try {
    progress?.begin();
    const onResume = progress?.note ?? (() => undefined);
    report = await recorded(store, (recorder) => {
      const onProgress = (state: ScanState): void => {
        recorder.update(state);
        progress?.update(state);
      };
      return job({ store, pool, signal: stop.signal, onProgress, onResume });
    });
    // what the run did is told, whatever becomes of its quarantine
    await afterwards?.(store, report).catch(
      (error: unknown) => (unwritten = error instanceof Error ? error : new Error(String(error))),
    );
  } finally {
    progress?.stop();
    await pool.close();
    store.close();
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

/** Has the page of runs show a scan: what it does while it goes on, and what it did. */
async function recorded(store: Store, job: (recorder: Recorder) => Promise<ScanReport>): Promise<ScanReport> {
  // scans may overlap: only those that have been silent for long are gone
  store.runs.lose('scan', Date.now() - RUN_SILENCE);
  const tally = new NightTally();
  const recorder = new Recorder(store.runs, 'scan', ENGINE.version, 'scan', tally.counts);
  try {
    const report = await job(recorder);
    const { read, finished, bad } = report;
    tally.add(report);
    Object.assign(tally.counts.archives, { read, known: finished, bad });
    recorder.end(report.interrupted ? 'stopped' : 'done');
    return report;
  } catch (error) {
    recorder.fail(error);
    throw error;
  }
}

optimiseLater();
await runCommand(command, run);
