/**
 * `npm run scan -- PATH...`: archives into the database.
 *
 * Only flags, signals and exit codes are here; the scan itself is `src/pipeline/scan.ts`.
 */
import { availableParallelism } from 'node:os';
import { ArchiveError, listArchives } from '../src/archive/open.js';
import { WorkerPool } from '../src/pipeline/pool.js';
import { makeProgress } from '../src/pipeline/progress.js';
import type { ScanReport } from '../src/pipeline/report.js';
import { scanArchives } from '../src/pipeline/scan.js';
import { scanNumbers, summarise, warningsOf } from '../src/pipeline/summary.js';
import { openStore } from '../src/store/store.js';
import { compileKernel } from '../src/tactics/kernel.js';
import { settle } from '../src/tactics/options.js';
import { ENGINE } from '../src/tactics/version.js';
import { addFilterOptions, FILTER_HELP, settleFilter, type FilterFlags } from './filters.js';
import { depthOption, EXIT, newCommand, patternsOption, runCommand, wholeNumber, writeLine } from './cli.js';
import { listenForStop } from './stop.js';

const HELP = `
Reads .zip archives, plain .pgn files and folders of these. Every position of every game is scanned (l1), and at l2 what the scan
finds is confirmed. A game that cannot be read is set aside with its reason, place and text, and the run goes on. Games that the
database holds already are not stored again, unless this scan is deeper, wider or by another engine.

How far an archive is read is stored with its games. A run that was stopped, killed or cut off by a power failure is gone on with by the
same command: it begins behind the last games that were stored. The summary counts the earlier part as if it had been read again: games
that are in the database as duplicates, filtered and quarantined ones as such. An archive that was read to its end is not opened again.
All this holds for the same archive (by content and date), depth, patterns, filters and version of Motif; else it is read from its beginning,
and its games are recognised. --fresh reads everything from its beginning.

Examples:
  $ npm run scan -- data/sample.zip
  $ npm run scan -- games/ --depth l1 --workers 4
  $ npm run scan -- january.zip --patterns fork,back_rank_mate --db january.db
  $ npm run -s scan -- january.zip --json --quiet | tail -n 1
  $ npm run scan -- lichess.pgn.zst --min-elo 2200 --time-control rapid,classical --since 2024
${FILTER_HELP}

Exit codes:
  0    everything was read (games in quarantine are no failure: the summary counts them)
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
  quiet?: true;
  fresh?: true;
}

const command = newCommand('scan', 'Finds the tactics in archives of games, and stores them.', HELP)
  .argument('<path...>', 'archives, PGN files, folders')
  .option('--db <file>', 'the database; made where there is none', 'data/motif.db')
  .addOption(depthOption())
  .addOption(patternsOption())
  .option('--workers <n>', 'threads', wholeNumber(1, 256), availableParallelism())
  .option('--fresh', 'read every archive from its beginning, however far an earlier run came')
  .option('--json', 'end with one line of JSON instead of the table')
  .option('--quiet', 'show no progress');
addFilterOptions(command);

/** The archives behind the paths; a path that is not there is a mistake in the command line. */
async function findArchives(paths: string[]): Promise<string[]> {
  try {
    const archives = await listArchives(paths);
    if (archives.length > 0) return archives;
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    command.error(`error: ${error.message}`, { exitCode: EXIT.usage });
  }
  return command.error('error: these folders hold no .pgn and no .zip files', { exitCode: EXIT.usage });
}

async function scan(): Promise<number> {
  const flags = command.opts<Flags>();
  const { depth, mask } = settle(flags);
  const filter = settleFilter(command, flags);
  const archives = await findArchives(command.args);
  const stop = listenForStop(process, 'finishing the games in work');
  const store = openStore(flags.db);
  const pool = new WorkerPool({ size: flags.workers, module: await compileKernel() });
  const progress = flags.quiet ? undefined : makeProgress();
  let report: ScanReport;
  try {
    const onProgress = progress?.update ?? (() => undefined);
    report = await scanArchives(archives, {
      store,
      pool,
      engine: ENGINE,
      depth,
      patterns: mask,
      ...(flags.plies && { plies: flags.plies }),
      ...(filter !== '' && { filter }),
      signal: stop.signal,
      fresh: flags.fresh ?? false,
      onProgress,
      onResume: (note) => flags.quiet ?? process.stderr.write(note + '\n'),
    });
  } finally {
    progress?.stop();
    await pool.close();
    store.close();
  }
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  if (flags.json) {
    for (const warning of warningsOf(report)) process.stderr.write(warning + '\n');
    await writeLine(JSON.stringify(scanNumbers(report, peakRssMb)));
  } else await writeLine(summarise(report, flags.db, peakRssMb));

  return stop.exitCode() ?? (report.unread.length > 0 ? EXIT.badInput : EXIT.ok);
}

await runCommand(command, scan);
