/** The scan as users get it: the real command in a process of its own, with its summary, and the processor time that it took. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { ROOT } from '../../src/paths.js';
import type { ScanNumbers } from '../../src/pipeline/numbers.js';
import type { Depth } from '../../src/tactics/types.js';

/** Environment variable: where the process leaves its usage. */
export const USAGE_FILE = 'MOTIF_BENCH_USAGE';

/** What `npm run scan` starts: flags of node, then the job. */
const COMMAND = scanCommand();
const USAGE = new URL('usage.js', import.meta.url).href;

function scanCommand(): string[] {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { scan: string } };
  const [node, ...words] = manifest.scripts.scan.split(' ');
  if (node !== 'node' || words.length === 0) throw new Error(`package.json: script "scan" is no call of node`);
  return [...words.slice(0, -1), join(ROOT, words.at(-1) ?? '')];
}

/** Milliseconds of processor time. */
export interface Usage {
  /** Of the whole process, all threads. */
  cpu: number;
  /** Of its main thread; null where the system does not tell. */
  main: number | null;
}

export interface ScanRun extends ScanNumbers, Usage {
  /** Milliseconds: of the scan by its own clock, and of the whole process, its start and end included. */
  wall: number;
  process: number;
}

export interface ScanCommand {
  paths: readonly string[];
  db: string;
  depth: Depth;
  workers: number;
  /** A folder of the caller's for scratch files. */
  folder: string;
}

/** @throws {Error} with what the command said, where it fails */
export async function runScan({ paths, db, depth, workers, folder }: ScanCommand): Promise<ScanRun> {
  const usage = join(folder, 'usage.json');
  const flags = ['--db', db, '--depth', depth, '--workers', String(workers), '--json', '--quiet'];
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, ...COMMAND, ...paths, ...flags], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, [USAGE_FILE]: usage },
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  // 3: some of the archives could not be read to the end; what was read is measured
  if (code !== 0 && code !== 3) throw new Error(`the scan ended with ${code}:\n${stderr}`);
  const numbers = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ScanNumbers;
  const used = JSON.parse(readFileSync(usage, 'utf8')) as Usage;
  return { ...numbers, ...used, wall: 1000 * numbers.seconds, process: performance.now() - start };
}
