/**
 * A night that can be killed at a chosen moment: the project's own, in a process of its own.
 *
 * Nothing in the product knows of this: classes of the store are wrapped, in this process alone. The only argument is an `Order` as JSON;
 * the only output the moments that it came to, a line each.
 */
import { mkdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { exportToFiles } from '../../src/export/files.js';
import { FORMATS } from '../../src/export/formats.js';
import type { WriteFiles } from '../../src/nightly/edition.js';
import { lockNight } from '../../src/nightly/locks.js';
import { runNight } from '../../src/nightly/night.js';
import { WorkerPool } from '../../src/pipeline/pool.js';
import { Editions } from '../../src/store/editions.js';
import type { Puzzle } from '../../src/store/puzzles.js';
import type { EngineId } from '../../src/store/rows.js';
import { Runs } from '../../src/store/runs.js';
import { openStore } from '../../src/store/open.js';
import { Store } from '../../src/store/store.js';
import { compileKernel, loadEngine } from '../../src/tactics/kernel.js';
import { ALL_PATTERNS } from '../../src/tactics/types.js';
import { ENGINE } from '../../src/tactics/version.js';

export interface Order {
  folder: string;
  db: string;
  out: string;
  /** Kills the process when it comes to this moment for the n-th time, 1 the first. */
  kill?: { at: string; turn: number };
}

const order = JSON.parse(process.argv[2] ?? '') as Order;
const turns = new Map<string, number>();

/** Dies, without a word to anybody, when the moment has come. */
function come(at: string): void {
  const turn = (turns.get(at) ?? 0) + 1;
  turns.set(at, turn);
  writeSync(1, `${at}\n`);
  if (order.kill?.at === at && order.kill.turn === turn) process.kill(process.pid, 'SIGKILL');
}

/** Has a method come to a moment before its work and to another behind it. */
function wrap<T extends object>(type: { prototype: T }, method: keyof T & string): void {
  const original = type.prototype[method] as (...args: unknown[]) => unknown;
  const wrapped = function (this: T, ...args: unknown[]): unknown {
    come(`before ${method}`);
    const result = original.apply(this, args);
    come(`behind ${method}`);
    return result;
  };
  Object.defineProperty(type.prototype, method, { value: wrapped });
}

wrap(Store, 'writeBatch');
wrap(Store, 'putPuzzles');
wrap(Editions, 'add');
wrap(Runs, 'begin');
wrap(Runs, 'putArchives');
wrap(Runs, 'end');

/** Two of the project's own formats, and a look at the moment at each puzzle. */
async function write({ source, folder }: Parameters<WriteFiles>[0]): Promise<void> {
  function* watched(of: EngineId): Generator<Puzzle> {
    for (const puzzle of source.puzzles(of)) {
      come('in write');
      yield puzzle;
    }
  }
  for (const format of FORMATS.filter(({ name }) => name === 'lichess-csv' || name === 'jsonl')) {
    const path = join(folder, `puzzles.${format.extension}`);
    await exportToFiles({ store: { puzzles: watched }, engine: await loadEngine(), of: ENGINE, format, path });
    come('behind write');
  }
}

mkdirSync(order.out, { recursive: true });
const locks = lockNight(order.db, order.out);
if (locks === null) throw new Error('the night before has left a lock');
const store = openStore(order.db);
const pool = new WorkerPool({ size: 2, module: await compileKernel() });
const { report } = await runNight({
  ...{ store, pool, write, folder: order.folder, out: order.out, settle: 0 },
  terms: { engine: ENGINE, depth: 'l2', patterns: ALL_PATTERNS },
  policy: { keepReports: 5, positions: false },
});
await pool.close();
store.close();
locks.forEach((lock) => lock.release());
writeSync(1, `report ${report ?? ''}\n`);
