/**
 * A batch of games -> their outcomes, whatever becomes of the thread that has them.
 *
 * A thread that dies takes a batch with it, and one game of it is to blame. So its games go out again one by one, each on a thread that
 * works; the one that kills its thread again is quarantined, and the others lose nothing but time.
 */
import { gamesOf, singlesOf, type GameBatch } from './batches.js';
import { engineFailure } from './faults.js';
import { PacketWriter } from './packet.js';
import { WorkerCrashError, type WorkerPool } from './pool.js';
import type { BatchResult } from './tasks.js';
import type { Depth } from '../tactics/types.js';

/** The answers to a batch, together one outcome for each game, in order; still packed, for a batch may wait long for its turn. */
export async function examine(pool: WorkerPool, batch: GameBatch, depth: Depth): Promise<BatchResult[]> {
  try {
    return [await pool.run({ kind: 'batch', depth, ...batch })];
  } catch (error) {
    if (!(error instanceof WorkerCrashError)) throw error;
  }
  const results: BatchResult[] = [];
  for (const single of singlesOf(batch)) {
    try {
      results.push(await pool.run({ kind: 'batch', depth, ...single }));
    } catch (error) {
      if (!(error instanceof WorkerCrashError)) throw error;
      const packet = new PacketWriter();
      for (const game of gamesOf(single)) packet.quarantined(engineFailure(game, error));
      results.push(packet.finish());
    }
  }
  return results;
}
