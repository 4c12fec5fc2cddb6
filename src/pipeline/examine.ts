/**
 * A batch of games -> their outcomes, whatever becomes of the thread that has them.
 *
 * A thread that dies takes a batch with it, and one game of it is to blame. So its games go out again one by one, each on a thread that
 * works; the one that kills its thread again is quarantined, and the others lose nothing but time.
 */
import { gamesOf, singlesOf, type GameBatch } from './batches.js';
import { readPacket, type Outcome } from './packet.js';
import { engineFailure } from './faults.js';
import { WorkerCrashError, type WorkerPool } from './pool.js';
import type { Depth } from '../tactics/types.js';

/** One outcome for each game, in order. */
export async function examine(pool: WorkerPool, batch: GameBatch, depth: Depth): Promise<Outcome[]> {
  try {
    return readPacket(await pool.run({ kind: 'batch', depth, ...batch }));
  } catch (error) {
    if (!(error instanceof WorkerCrashError)) throw error;
  }
  const outcomes: Outcome[] = [];
  for (const single of singlesOf(batch)) {
    try {
      outcomes.push(...readPacket(await pool.run({ kind: 'batch', depth, ...single })));
    } catch (error) {
      if (!(error instanceof WorkerCrashError)) throw error;
      for (const game of gamesOf(single)) outcomes.push({ kind: 'quarantined', fault: engineFailure(game, error) });
    }
  }
  return outcomes;
}
