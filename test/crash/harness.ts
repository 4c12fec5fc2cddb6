/**
 * Kills scans and looks at what is left: the store must be whole, the next run must go on behind what was committed and nowhere else, and
 * what is stored in the end must be what an undisturbed run stores, with the same words said about it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Random } from '../../jobs/sample/random.js';
import { ROOT } from '../../src/paths.js';
import type { WorkerPool } from '../../src/pipeline/pool.js';
import type { ScanReport } from '../../src/pipeline/report.js';
import { scanArchives } from '../../src/pipeline/scan.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import { ALL_PATTERNS, type Depth } from '../../src/tactics/types.js';
import { ENGINE, LIMITS, type Order, type Stage } from './order.js';

const VICTIM = join(ROOT, 'dist', 'test', 'crash', 'victim.js');

/**
 * When to kill: at a stage for the n-th time, or so many milliseconds after so many batches were committed. Not after a time alone: on a
 * machine that does other things, all blows would fall on the beginning, or come when the scan is over.
 */
export type Blow = { stage: Stage; turn: number } | { commits: number; after: number };

/** Milliseconds within which a batch or two are read, worked on and committed. */
const A_WHILE = 5;

/** What became of one database. */
export interface Verdict {
  /** How many of the blows met a scan that was at work. */
  hits: number;
  /** Games that the last run found dealt with, and all games. */
  before: number;
  seen: number;
  /** What is not as it should be, in words; empty for nothing. */
  wrong: string[];
}

export class Harness {
  readonly #paths: string[];
  readonly #depth: Depth;
  readonly #folder: string;
  readonly #pool: WorkerPool;
  #truth: { digest: string; report: ScanReport; batches: number } | undefined;
  #databases = 0;

  /** @param folder for databases; @param pool for the runs that nobody kills */
  constructor(paths: string[], depth: Depth, folder: string, pool: WorkerPool) {
    this.#paths = paths;
    this.#depth = depth;
    this.#folder = folder;
    this.#pool = pool;
  }

  newDatabase(): string {
    return join(this.#folder, `${this.#depth}-${++this.#databases}.db`);
  }

  /** Scans without a disturbance. */
  async scan(db: string): Promise<ScanReport> {
    const store = openStore(db);
    try {
      return await scanArchives(this.#paths, {
        store,
        pool: this.#pool,
        engine: ENGINE,
        depth: this.#depth,
        patterns: ALL_PATTERNS,
        limits: LIMITS,
      });
    } finally {
      store.close();
    }
  }

  /** What an undisturbed run stores and says, and in how many batches. */
  async truth(): Promise<{ digest: string; report: ScanReport; batches: number }> {
    if (this.#truth === undefined) {
      const db = this.newDatabase();
      const child = this.#start({ paths: this.#paths, db, depth: this.#depth, workers: 1 });
      let batches = 0;
      child.stdout?.on('data', (dots: Buffer) => (batches += dots.length));
      await once(child, 'close');
      const again = this.newDatabase();
      const report = await this.scan(again);
      const digest = digestOf(again);
      if (digestOf(db) !== digest) throw new Error('two undisturbed runs differ');
      this.#truth = { digest, report, batches };
    }
    return this.#truth;
  }

  /** A moment anywhere in the run, or in its first part. @param part of the batches */
  async anywhere(random: Random, part = 1): Promise<Blow> {
    const batches = Math.ceil((await this.truth()).batches * part);
    return { commits: random.below(batches), after: random.unit() * A_WHILE };
  }

  /** One database, one process killed for each blow, and a last run that is left in peace. */
  async strike(blows: readonly Blow[], workers: number): Promise<Verdict> {
    const { digest, report: truth } = await this.truth();
    const db = this.newDatabase();
    const wrong: string[] = [];
    let hits = 0;
    for (const blow of blows) {
      if (await this.#kill(db, blow, workers)) hits++;
      wrong.push(...damageOf(db));
    }
    const behind = behindOf(db);
    const report = await this.scan(db);
    if (digestOf(db) !== digest) wrong.push('the store is not that of an undisturbed run');
    if (report.before !== behind) {
      wrong.push(`of ${behind} games that were committed ${report.before} were passed over`);
    }
    const differs = (what: string, got: unknown, expected: unknown): void => {
      const [a, b] = [JSON.stringify(got), JSON.stringify(expected)];
      if (a !== b) wrong.push(`${what}: ${a} instead of ${b}`);
    };
    const { games } = report;
    differs('games seen', games.seen, truth.games.seen);
    differs('games kept', games.stored + games.duplicate, truth.games.stored + truth.games.duplicate);
    differs('variants', sorted(report.filteredByReason), sorted(truth.filteredByReason));
    differs('reasons', sorted(report.quarantineByReason), sorted(truth.quarantineByReason));
    differs('what could not be read', report.unread, truth.unread);
    differs('what was skipped', report.skipped, truth.skipped);
    return { hits, before: report.before, seen: games.seen, wrong };
  }

  /** @returns whether the process was alive when it was struck */
  async #kill(db: string, blow: Blow, workers: number): Promise<boolean> {
    const order: Order = { paths: this.#paths, db, depth: this.#depth, workers };
    if ('stage' in blow) {
      const child = this.#start({ ...order, kill: blow });
      const [, signal] = (await once(child, 'close')) as [number | null, string | null];
      return signal === 'SIGKILL';
    }
    const child = this.#start(order);
    const strike = (): unknown => setTimeout(() => child.kill('SIGKILL'), blow.after);
    let commits = 0;
    child.stdout?.on('data', (dots: Buffer) => {
      if (commits < blow.commits && commits + dots.length >= blow.commits) strike();
      commits += dots.length;
    });
    if (blow.commits === 0) strike();
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    return signal === 'SIGKILL';
  }

  #start(order: Order): ChildProcess {
    return spawn(process.execPath, [VICTIM, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'inherit'] });
  }
}

export function digestOf(db: string): string {
  const store = openStore(db);
  try {
    return store.digest();
  } finally {
    store.close();
  }
}

/** What a killed process may have left broken. Looks at a copy of nothing: whoever opens the file first recovers it. */
function damageOf(file: string): string[] {
  const db = new Database(file);
  try {
    const check = String(db.pragma('integrity_check', { simple: true }));
    const wrong = check === 'ok' ? [] : [`the database is damaged: ${check}`];
    const strays = db.pragma('foreign_key_check') as unknown[];
    if (strays.length > 0) wrong.push(`${strays.length} rows point nowhere`);
    return wrong;
  } finally {
    db.close();
  }
}

/** Games that the checkpoints have behind them. */
function behindOf(file: string): number {
  const db = new Database(file);
  try {
    const made = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'checkpoints'").get() !== undefined;
    if (!made) return 0; // killed before it came to that
    const rows = db.prepare<[], [number, string, string]>('SELECT kept, filtered, quarantined FROM checkpoints').raw();
    const sum = (counts: string): number =>
      Object.values(JSON.parse(counts) as Record<string, number>).reduce((total, n) => total + n, 0);
    return rows.all().reduce((total, [kept, ...others]) => total + kept + sum(others[0]) + sum(others[1]), 0);
  } finally {
    db.close();
  }
}

function sorted(counts: Record<string, number>): [string, number][] {
  return Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
}
