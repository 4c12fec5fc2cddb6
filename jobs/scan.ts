/**
 * `npm run scan -- PATH...`: archives into the database.
 *
 * Only flags, signals and exit codes are here; the scan itself is `src/pipeline/scan.ts`.
 */
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { availableParallelism } from 'node:os';
import { ArchiveError } from '../src/archive/errors.js';
import { listArchives } from '../src/archive/open.js';
import { WorkerPool } from '../src/pipeline/pool.js';
import { makeProgress } from '../src/pipeline/progress.js';
import type { ScanReport } from '../src/pipeline/report.js';
import { scanArchives } from '../src/pipeline/scan.js';
import { scanNumbers, summarise } from '../src/pipeline/summary.js';
import { StoreError } from '../src/store/errors.js';
import { openStore } from '../src/store/store.js';
import { compileKernel } from '../src/tactics/kernel.js';
import { isPattern, maskOf, PATTERNS, type Depth, type Pattern } from '../src/tactics/types.js';
import { ENGINE } from '../src/tactics/version.js';

const EXIT = { ok: 0, failed: 1, usage: 2, incomplete: 3, SIGINT: 130, SIGTERM: 143 } as const;

/** A signal that comes again within this time is the same one: npm passes on what the terminal has already sent to all processes. */
const ECHO_MS = 500;

const HELP = `
Exit codes:
  0    everything was read (games in quarantine are no failure: see the summary)
  1    the run failed: the database cannot be written, or the engine cannot be started
  2    wrong usage: an unknown flag or value, a path that does not exist
  3    finished, but some archive could not be read whole: see the warnings
  130  stopped by SIGINT (Ctrl-C): work in flight is finished and stored; a second one ends at once
  143  the same by SIGTERM

Examples:
  npm run scan -- data/sample.zip
  npm run scan -- games/ --depth l1 --workers 4
  npm run scan -- january.zip --patterns fork,back_rank_mate --db january.db
  npm run --silent scan -- january.zip --json --quiet | tail -n 1`;

interface Flags {
  db: string;
  depth: Depth;
  patterns?: Pattern[];
  workers: number;
  json?: true;
  quiet?: true;
}

const command = new Command('scan')
  .description('Reads PGN archives, finds the tactics in every position of every game, and stores them.')
  .argument('<path...>', 'archives (.zip), plain .pgn files, or folders of these')
  .option('--db <file>', 'the database; created where it does not exist', 'data/motif.db')
  .addOption(
    new Option('--depth <depth>', 'l1: structural candidates only; l2: confirmed through the forcing tree')
      .choices(['l1', 'l2'])
      .default('l2'),
  )
  .option(
    '--patterns <names>',
    `store only these, separated by commas: ${PATTERNS.join(', ')} (default: all)`,
    readPatterns,
  )
  .option('--workers <number>', 'threads', readWorkers, availableParallelism())
  .option('--json', 'end with one line of JSON instead of the table')
  .option('--quiet', 'no progress')
  .addHelpText('after', HELP)
  .exitOverride();

function readPatterns(text: string): Pattern[] {
  const names = text.split(',').map((name) => name.trim());
  return names.map((name) => {
    if (!isPattern(name)) throw new InvalidArgumentError(`"${name}" is no pattern. Allowed: ${PATTERNS.join(', ')}.`);
    return name;
  });
}

function readWorkers(text: string): number {
  const workers = Number(text);
  if (!Number.isInteger(workers) || workers < 1 || workers > 256) {
    throw new InvalidArgumentError('A whole number from 1 to 256 is needed.');
  }
  return workers;
}

/** The first signal asks the scan to stop and sets its exit code; the second one ends the process. */
function listenForStop(): { signal: AbortSignal; stoppedBy: () => 'SIGINT' | 'SIGTERM' | undefined } {
  const controller = new AbortController();
  let first: { name: 'SIGINT' | 'SIGTERM'; at: number } | undefined;
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      const now = performance.now();
      if (first === undefined) {
        first = { name, at: now };
        console.error(`\n${name}: finishing the games in work; once more to end at once.`);
        controller.abort();
      } else if (now - first.at > ECHO_MS) process.exit(EXIT[name]);
    });
  }
  return { signal: controller.signal, stoppedBy: () => first?.name };
}

async function scan(paths: string[], flags: Flags): Promise<number> {
  const archives = await listArchives(paths);
  const { signal, stoppedBy } = listenForStop();
  const store = openStore(flags.db);
  const pool = new WorkerPool({ size: flags.workers, module: await compileKernel() });
  const progress = flags.quiet ? undefined : makeProgress();
  let report: ScanReport;
  try {
    report = await scanArchives(archives, {
      store,
      pool,
      engine: ENGINE,
      depth: flags.depth,
      patterns: maskOf(flags.patterns),
      signal,
      onProgress: (state) => progress?.update(state),
    });
  } finally {
    progress?.stop();
    await pool.close();
    store.close();
  }
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  if (flags.json) {
    for (const warning of report.warnings) console.error(`warning: ${warning}`);
    console.log(JSON.stringify(scanNumbers(report, peakRssMb)));
  } else console.log(summarise(report, flags.db, peakRssMb));

  const stop = stoppedBy();
  if (stop !== undefined) return EXIT[stop];
  return report.warnings.length > 0 ? EXIT.incomplete : EXIT.ok;
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage; // help and its kind are no mistake
  if (error instanceof ArchiveError) {
    console.error(`scan: ${error.message}`);
    return EXIT.usage;
  }
  const known = error instanceof StoreError || (error instanceof Error && error.name === 'WorkerStartError');
  console.error('scan:', known ? error.message : error);
  return EXIT.failed;
}

try {
  command.parse();
  process.exitCode = await scan(command.args, command.opts<Flags>());
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
