/**
 * A scan that can be killed at a chosen moment: the project's own, with small batches, in a process of its own.
 *
 * Nothing in the product knows of this. The pool and the store are wrapped, and what happens inside a transaction is seen by temporary
 * triggers, which are this connection's alone.
 *
 * The only argument is an `Order` as JSON; the only output a dot for each batch that is committed.
 */
import { WorkerPool } from '../../src/pipeline/pool.js';
import { scanArchives } from '../../src/pipeline/scan.js';
import type { ResultOf, Task } from '../../src/pipeline/tasks.js';
import type { Batch, BatchCounts } from '../../src/store/rows.js';
import { Database } from '../../src/store/sqlite.js';
import { openStore } from '../../src/store/open.js';
import { Store } from '../../src/store/store.js';
import { compileKernel } from '../../src/tactics/kernel.js';
import { ALL_PATTERNS } from '../../src/tactics/types.js';
import { ENGINE, LIMITS, type Order, type Stage } from './order.js';

/** Dies, without a word to anybody, when the stage of the order comes for the n-th time. */
class Fate {
  readonly #order: Order;
  #turns = 0;

  constructor(order: Order) {
    this.#order = order;
  }

  at(stage: Stage): void {
    const { kill } = this.#order;
    if (kill?.stage === stage && ++this.#turns === kill.turn) process.kill(process.pid, 'SIGKILL');
  }
}

class FatefulPool extends WorkerPool {
  fate: Fate | undefined;

  override async run<T extends Task>(task: T, signal?: AbortSignal): Promise<ResultOf<T>> {
    this.fate?.at('split');
    const result = await super.run(task, signal);
    this.fate?.at('answered');
    return result;
  }
}

class FatefulStore extends Store {
  readonly #fate: Fate;
  #entry = '';

  constructor(db: Database, file: string, fate: Fate) {
    super(db, file);
    this.#fate = fate;
    db.function('fate', (stage: Stage) => {
      fate.at(stage);
      return null;
    });
    const trigger = (stage: Stage, event: string): void => {
      db.exec(`CREATE TEMP TRIGGER "${stage} ${event}" AFTER ${event} BEGIN SELECT fate('${stage}'); END`);
    };
    for (const table of ['games', 'tactics', 'quarantine', 'checkpoints'] as const) {
      trigger(`in: ${table}`, `INSERT ON ${table}`);
    }
    trigger('in: checkpoints', 'UPDATE ON checkpoints');
    trigger('in: end', 'UPDATE ON checkpoints WHEN new.byte_offset IS NULL');
  }

  override writeBatch(batch: Batch): BatchCounts {
    const entry = batch.parts.map(({ entry: { archive, ordinal } }) => `${archive.path} ${ordinal}`).join();
    if (this.#entry !== '' && this.#entry !== entry) this.#fate.at('entry');
    this.#entry = entry;
    const ends = batch.checkpoints?.some(({ state }) => state.place.offset === null) === true;
    this.#fate.at('commit');
    if (ends) this.#fate.at('end');
    const counts = super.writeBatch(batch);
    this.#fate.at('committed');
    if (ends) this.#fate.at('ended');
    process.stdout.write('.');
    return counts;
  }
}

async function main(order: Order): Promise<void> {
  const fate = new Fate(order);
  openStore(order.db).close(); // makes the tables and switches to the write-ahead log
  const db = new Database(order.db);
  db.pragma('synchronous = NORMAL');
  const store = new FatefulStore(db, order.db, fate);
  const pool = new FatefulPool({ size: order.workers, module: await compileKernel() });
  pool.fate = fate;
  const { paths, depth } = order;
  await scanArchives(paths, {
    store,
    pool,
    engine: ENGINE,
    depth,
    patterns: ALL_PATTERNS,
    limits: LIMITS,
  });
  fate.at('done');
  await pool.close();
  store.close();
}

await main(JSON.parse(process.argv[2] ?? '') as Order);
