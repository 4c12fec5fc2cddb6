/** Many cases, one after the other: what fails, how long the slowest takes, and whether memory grows. */
import { ArchiveChecker } from './archives.js';
import { Checker } from './checks.js';
import { makeCase } from './mutate.js';
import { Random } from './random.js';
import { shrink } from './shrink.js';

/** Milliseconds of processor time that a case of a few kB may take; most need one, those that are searched some hundreds. */
const CASE_LIMIT = 5000;
/** Share of the cases after which memory has reached its size. */
const WARM = 0.2;
/** Among as many cases one is an archive. */
const ARCHIVE_EVERY = 8;

export interface FuzzOptions {
  cases: number;
  seed: number;
  /** The first case, for looking at one again. */
  first?: number;
  /** Called before each case. */
  onCase?: (index: number) => void;
}

export interface Failure {
  index: number;
  message: string;
  /** The case, made as small as it still fails. */
  bytes: Uint8Array;
}

export interface FuzzReport {
  cases: number;
  /** Cases that were archives. */
  archives: number;
  bytes: number;
  games: { games: number; scanned: number; filtered: number; quarantined: number };
  seconds: number;
  /** Milliseconds of processor time of the slowest case. */
  slowest: number;
  /** Megabytes that the process has grown by since it was warm. */
  growth: number;
  /** The first one ends the run. */
  failure: Failure | null;
}

interface Target {
  make(random: Random): Uint8Array;
  check(bytes: Uint8Array, random: Random): Promise<void>;
}

export async function fuzz({ cases, seed, first = 0, onCase }: FuzzOptions): Promise<FuzzReport> {
  const checker = await Checker.create();
  const games = gameTarget(checker);
  const archives = await ArchiveChecker.create();
  const started = performance.now();
  const report = { archives: 0, bytes: 0, slowest: 0, games: checker.seen };
  let warm = process.memoryUsage().rss;
  let failure: Failure | null = null;
  let done = 0;
  for (; done < cases && failure === null; done++) {
    const index = first + done;
    const isArchive = isArchiveCase(index);
    const target: Target = isArchive ? archives : games;
    if (isArchive) report.archives++;
    onCase?.(index);
    const random = new Random(seed, index);
    const bytes = target.make(random);
    const before = process.cpuUsage();
    try {
      await target.check(bytes, random);
    } catch (error) {
      failure = await describeFailure(index, seed, bytes, error);
    }
    const { user, system } = process.cpuUsage(before);
    const took = (user + system) / 1000;
    report.bytes += bytes.length;
    if (failure === null) {
      report.slowest = Math.max(report.slowest, took);
      if (took > CASE_LIMIT) failure = { index, message: `took ${(took / 1000).toFixed(1)} s`, bytes };
    }
    if (done === Math.floor(cases * WARM)) warm = process.memoryUsage().rss;
  }
  if (failure === null) checker.checkMemory();
  const growth = (process.memoryUsage().rss - warm) / 1e6;
  return { cases: done, ...report, seconds: (performance.now() - started) / 1000, growth, failure };
}

function isArchiveCase(index: number): boolean {
  return index % ARCHIVE_EVERY === ARCHIVE_EVERY - 1;
}

function gameTarget(checker: Checker): Target {
  return { make: makeCase, check: (bytes, random) => checker.check(bytes, random) };
}

async function describeFailure(index: number, seed: number, bytes: Uint8Array, error: unknown): Promise<Failure> {
  const message = error instanceof Error ? error.message : String(error);
  // A checker of its own each time: after a failure the kernel cannot be trusted.
  const fails = async (attempt: Uint8Array): Promise<boolean> => {
    try {
      const target = isArchiveCase(index) ? await ArchiveChecker.create() : gameTarget(await Checker.create());
      const random = new Random(seed, index);
      target.make(random);
      await target.check(attempt, random);
      return false;
    } catch {
      return true;
    }
  };
  return { index, message, bytes: (await fails(bytes)) ? await shrink(bytes, fails) : bytes };
}
