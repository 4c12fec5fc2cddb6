/**
 * `npm run bench:memory`: does a scan's memory depend on how much it scans? Peak RSS over many archives in one run against that over
 * few of them; the archives differ, so that each takes the full work, and the database grows while the process must not.
 */
import { join } from 'node:path';
import { rmSync } from 'node:fs';
import { EXIT, depthOption, newCommand, runCommand, wholeNumber, writeLine } from '../../jobs/cli.js';
import type { Depth } from '../../src/tactics/types.js';
import { runScan, type ScanRun } from './child.js';
import { writeCopy } from './copies.js';
import { SAMPLE } from './corpus.js';
import { grouped } from './markdown.js';
import { median } from './measure.js';
import { makeScratch } from './scratch.js';

/** What the peak over many archives may be, in peaks over few. */
const MOST = 1.1;

const HELP = `
At l1 by default, where a hundred times as many games a second go through; at l2 it takes minutes.

Examples:
  $ npm run bench:memory
  $ npm run bench:memory -- --depth l2 --copies 5
  $ npm run bench:memory -- --archive games.zip --workers 1
  $ npm run bench:memory -- --archive 2mb.pgn --base 25 --copies 1000 --runs 1    # 2 GB beside 50 MB

Exit codes: 0 the peaks are within 10 %, 1 they are not (or it could not be measured), 2 wrong command line.`;

interface Flags {
  archive: string;
  base: number;
  copies: number;
  runs: number;
  workers: number;
  depth: Depth;
  json?: true;
}

const command = newCommand('bench:memory', 'Scans few altered copies of an archive, and many in one run.', HELP)
  .option('--archive <file>', 'what is copied', SAMPLE)
  .option('--base <n>', 'copies that the many are compared with', wholeNumber(1, 1000), 1)
  .option('--copies <n>', 'copies scanned in one run', wholeNumber(2, 10_000), 20)
  .option('--runs <n>', 'runs over the few, of which the median counts', wholeNumber(1, 100), 3)
  .option('--workers <n>', 'threads', wholeNumber(1, 256), 2)
  .addOption(depthOption().default('l1'))
  .option('--json', 'one line of JSON');

async function check(): Promise<number> {
  const { archive, base, copies, runs, workers, depth, json } = command.opts<Flags>();
  if (base >= copies) command.error(`error: --copies ${copies} is not above --base ${base}`, { exitCode: EXIT.usage });
  const folder = makeScratch();
  const paths: string[] = [];
  for (let copy = 1; copy <= copies; copy++) {
    const path = join(folder, `copy-${copy}.zip`);
    await writeCopy(archive, copy, path);
    paths.push(path);
  }
  const scan = async (some: readonly string[]): Promise<ScanRun> => {
    const db = join(folder, 'memory.db');
    for (const end of ['', '-wal', '-shm']) rmSync(db + end, { force: true });
    return runScan({ paths: some, db, depth, workers, folder });
  };
  const few: ScanRun[] = [];
  for (let i = 0; i < runs; i++) few.push(await scan(paths.slice(0, base)));
  const stored = few[0]?.games_stored ?? 0;
  process.stderr.write(`${base}: ${grouped(stored)} games stored; now ${copies} ...\n`);
  const many = await scan(paths);

  if (many.games_stored * base !== stored * copies) {
    throw new Error(`${copies} copies stored ${many.games_stored} games, ${base} of them ${stored}`);
  }
  const usual = median(few.map((run) => run.peak_rss_mb));
  const ratio = many.peak_rss_mb / usual;
  const kept = ratio <= MOST;
  if (json) {
    await writeLine(
      JSON.stringify({ depth, workers, base, copies, base_mb: usual, many_mb: many.peak_rss_mb, ratio, kept }),
    );
  } else {
    const spread = few.map((run) => run.peak_rss_mb.toFixed(1)).join(', ');
    const copied = (count: number) => `${grouped(count)} ${count === 1 ? 'copy' : 'copies'}:`.padEnd(14);
    await writeLine(
      [
        `depth ${depth}, ${workers} workers`,
        `${copied(base)}${usual.toFixed(1)} MB peak RSS (${spread}), ${grouped(stored)} games`,
        `${copied(copies)}${many.peak_rss_mb.toFixed(1)} MB peak RSS, ${grouped(many.games_stored)} games, ${many.seconds.toFixed(1)} s`,
        `${'ratio:'.padEnd(14)}${ratio.toFixed(3)} (at most ${MOST}): ${kept ? 'kept' : 'BROKEN'}`,
      ].join('\n'),
    );
  }
  return kept ? EXIT.ok : EXIT.failure;
}

await runCommand(command, check);
