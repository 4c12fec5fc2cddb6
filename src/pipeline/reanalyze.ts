/**
 * Stored games -> worker threads -> the same games, as the engine of today sees them. No archive is read: moves and start positions
 * are in the database.
 *
 * Every game keeps what it has (depth, patterns, plies) or gets more, so that afterwards the store is what a scan of the same archives
 * on the same terms leaves. Batches are transactions, committed in the order of the games; whatever ends a run, the next one finds
 * the rest, for only games that are behind are looked for.
 */
import type { EngineId } from '../store/rows.js';
import type { RenewalAim, StaleGame } from '../store/renewal.js';
import type { RenewedGame, Store } from '../store/store.js';
import { countSeen } from '../tactics/plies.js';
import { askTogether } from './ask-together.js';
import { storedGameFault } from './faults.js';
import { Grace } from './grace.js';
import { InOrder } from './in-order.js';
import { readPacket, type Outcome } from './packet.js';
import { WorkerCrashError, type WorkerPool } from './pool.js';
import { Tally, type ScanReport } from './report.js';
import type { ScanState } from './scan.js';
import type { StageClock } from './stages.js';
import type { RescanTask } from './tasks.js';

/** Games read from the store at a time, and at most in a batch. */
const GAMES_MAX = 500;
/** A game at l2 counts for so many: a batch holds as many of them as one of a scan (`BATCH_LIMITS`). */
const L2_WEIGHT = 31;

export interface ReanalysisOptions {
  store: Store;
  pool: WorkerPool;
  engine: EngineId;
  /** What games are to have at least; what they have unless given. */
  aim?: RenewalAim;
  /** Stops reading, and finishes and commits what threads have in work and can finish soon (`grace.ts`). */
  signal?: AbortSignal;
  /** Called after each batch that is committed. */
  onProgress?(state: ScanState): void;
  /** Games in a batch at l1; for tests. */
  games?: number;
}

/**
 * Brings every stored game up to date.
 *
 * In the report, `seen` are the games looked at, `stored` those that were brought up to date, `duplicate` those that were already.
 * A game that the engine fails on stays as it is and counts as quarantined; it is named in `unread`.
 * @throws {StoreError} what was committed before is kept
 * @throws {WorkerStartError} no thread can be started
 */
export async function reanalyze(options: ReanalysisOptions): Promise<ScanReport> {
  const { store, pool, engine, aim = {}, signal } = options;
  const tally = new Tally(pool);
  tally.reanalysis = true;
  const { games, stale, bytes: totalBytes } = store.countStale(engine, aim);
  const current = games - stale;
  tally.seen = tally.known = current;
  const order = new InOrder(pool.size);
  const grace = new Grace(signal);
  let bytes = 0;

  const commit = (batch: readonly StaleGame[], outcomes: readonly Outcome[]): void => {
    const renewed: RenewedGame[] = [];
    outcomes.forEach((outcome, index) => {
      const game = batch[index];
      if (game === undefined) throw new Error(`a batch of ${batch.length} games came back with ${outcomes.length}`);
      if (outcome.kind === 'scanned') renewed.push({ of: game, findings: outcome.game });
    });
    tally.commit(tally.clock.during('commit', () => store.renewGames(engine, renewed)));
    tally.seen += batch.length;
    for (const { findings } of renewed) tally.analysed += countSeen(findings.masks);
    outcomes.forEach((outcome, index) => {
      if (outcome.kind !== 'quarantined') return;
      tally.quarantine(outcome.fault.reason);
      tally.unread.push(`game ${batch[index]?.id ?? 0} of the database stays as it was: ${outcome.fault.message}`);
    });
    bytes += batch.reduce((sum, game) => sum + game.bytes, 0);
    options.onProgress?.({
      ...{ games: tally.done, positions: tally.analysed, bytes, totalBytes, ofArchives: false, seconds: tally.seconds },
      ...(current > 0 && { before: { games: current, bytes: 0 } }),
    });
  };

  try {
    for (const batch of staleBatches(options, aim, tally.clock)) {
      if (signal?.aborted === true) break;
      order.add(
        () => grace.within(examineStored(pool, batch, signal)),
        (outcomes) => outcomes && commit(batch, outcomes),
      );
      await tally.clock.over('wait', order.room());
    }
    await tally.clock.over('wait', order.done());
  } finally {
    await order.settled();
    grace.forget();
  }
  tally.interrupted = signal?.aborted ?? false;
  if (!tally.interrupted) store.forgetOthers(engine);
  return tally.report();
}

/** The games that are behind, by row id, in batches that take about as long as those of a scan. */
function* staleBatches(
  { store, engine, games = GAMES_MAX }: ReanalysisOptions,
  aim: RenewalAim,
  clock: StageClock,
): Generator<StaleGame[]> {
  for (let after = 0; ;) {
    const read = clock.during('lookup', () => store.nextStale(engine, aim, after, games));
    const end = read.at(-1);
    if (end === undefined) return;
    after = end.id;
    let batch: StaleGame[] = [];
    let weight = 0;
    for (const game of read) {
      const its = game.depth === 'l2' ? L2_WEIGHT : 1;
      if (batch.length > 0 && weight + its > games) {
        yield batch;
        batch = [];
        weight = 0;
      }
      batch.push(game);
      weight += its;
    }
    yield batch;
  }
}

/** One outcome for each game; undefined for a batch that no thread had taken up when the run was asked to stop. */
function examineStored(
  pool: WorkerPool,
  batch: readonly StaleGame[],
  signal: AbortSignal | undefined,
): Promise<readonly Outcome[] | undefined> {
  return askTogether(
    batch,
    async (games) => readPacket(await pool.run(taskOf(games), signal)),
    (error): Outcome => {
      if (!(error instanceof WorkerCrashError)) throw error;
      return { kind: 'quarantined', fault: storedGameFault(error) };
    },
  );
}

function taskOf(batch: readonly StaleGame[]): RescanTask {
  const bounds = new Uint32Array(batch.length + 1);
  batch.forEach((game, index) => (bounds[index + 1] = (bounds[index] ?? 0) + game.moves.length));
  const moves = new Uint8Array(bounds[batch.length] ?? 0);
  batch.forEach((game, index) => {
    moves.set(game.moves, bounds[index]);
  });
  return {
    kind: 'rescan',
    moves,
    bounds,
    startFens: batch.map((game) => game.startFen),
    depths: batch.map((game) => game.depth),
    plies: Float64Array.from(batch.flatMap(({ plies }) => [plies.from, plies.to])),
  };
}
