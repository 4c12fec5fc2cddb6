/**
 * A batch of games -> their outcomes, whatever becomes of the thread that has them.
 *
 * Where the store may hold games of the batch already, they are identified first, which costs a hundredth of an analysis: what is known
 * is not analysed again.
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

/** Digests, DIGEST_LENGTH bytes each -> 1 for each game that a scan would add nothing to. */
export type KnownGames = (digests: Uint8Array) => Uint8Array;

/**
 * The answers to a batch, together one outcome for each game, in order; still packed, for a batch may wait long for its turn.
 * @param known asks the store; absent where it holds nothing yet
 * @param signal once it is aborted, what no thread has taken up is left undone
 * @throws {WithdrawnError}
 */
export async function examine(
  pool: WorkerPool,
  batch: GameBatch,
  depth: Depth,
  known?: KnownGames,
  signal?: AbortSignal,
): Promise<BatchResult[]> {
  try {
    if (known === undefined) return [await pool.run({ kind: 'batch', depth, ...batch }, signal)];
    const { digests } = await pool.run({ kind: 'identify', ...batch }, signal);
    const flags = known(digests);
    if (flags.every((flag) => flag === 1)) return [allKnown(flags.length)];
    return [await pool.run({ kind: 'batch', depth, known: flags, ...batch }, signal)];
  } catch (error) {
    if (!(error instanceof WorkerCrashError)) throw error;
  }
  const results: BatchResult[] = [];
  for (const single of singlesOf(batch)) {
    try {
      results.push(await pool.run({ kind: 'batch', depth, ...single }, signal));
    } catch (error) {
      if (!(error instanceof WorkerCrashError)) throw error;
      const packet = new PacketWriter();
      for (const game of gamesOf(single)) packet.quarantined(engineFailure(game, error));
      results.push(packet.finish());
    }
  }
  return results;
}

function allKnown(count: number): BatchResult {
  const packet = new PacketWriter();
  for (let i = 0; i < count; i++) packet.known();
  return packet.finish();
}
