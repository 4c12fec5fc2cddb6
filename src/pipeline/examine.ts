/**
 * A batch of games -> their outcomes, whatever becomes of the thread that has them.
 *
 * Where the store may hold games of the batch already, they are identified first, where that pays (`asking.ts`): what is known is not
 * analysed again.
 *
 * A thread that dies takes a batch with it, and one game of it is to blame. So its games go out again one by one, each on a thread that
 * works; the one that kills its thread again is quarantined, and the others lose nothing but time.
 */
import { Todo } from '../store/games.js';
import { given } from '../given.js';
import { gamesOf, singlesOf, type GameBatch } from './batches.js';
import { engineFailure } from './faults.js';
import { PacketWriter } from './packet.js';
import { WorkerCrashError, type WorkerPool } from './pool.js';
import type { BatchResult, BatchTask, TaskTerms } from './tasks.js';

/** Digests, DIGEST_LENGTH bytes each -> what there is to do with each game (`Todo`). */
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
  terms: TaskTerms,
  known?: KnownGames,
  signal?: AbortSignal,
): Promise<BatchResult[]> {
  if (known === undefined) return examineAs(pool, batch, terms, undefined, signal);
  let todo: Uint8Array;
  try {
    const { filter } = terms;
    const { digests } = await pool.run({ kind: 'identify', ...given({ filter }), ...batch }, signal);
    todo = known(digests);
  } catch (error) {
    if (!(error instanceof WorkerCrashError)) throw error;
    return examineSingly(pool, batch, terms, undefined, signal);
  }
  return examineAs(pool, batch, terms, todo, signal);
}

/**
 * The same where it is known what there is to do with each game.
 * @param todo a `Todo` for each; unless given, each is scanned
 * @throws {WithdrawnError}
 */
export async function examineAs(
  pool: WorkerPool,
  batch: GameBatch,
  terms: TaskTerms,
  todo?: Uint8Array,
  signal?: AbortSignal,
): Promise<BatchResult[]> {
  if (todo?.every((what) => what === Todo.Nothing)) return [allKnown(todo.length)];
  try {
    return [await pool.run({ ...asked(terms), ...given({ todo }), ...batch }, signal)];
  } catch (error) {
    if (!(error instanceof WorkerCrashError)) throw error;
    return examineSingly(pool, batch, terms, todo, signal);
  }
}

function asked({ depth, plies, filter }: TaskTerms): Pick<BatchTask, 'kind' | keyof TaskTerms> {
  return { kind: 'batch', depth, ...given({ plies, filter }) };
}

async function examineSingly(
  pool: WorkerPool,
  batch: GameBatch,
  terms: TaskTerms,
  todo?: Uint8Array,
  signal?: AbortSignal,
): Promise<BatchResult[]> {
  const results: BatchResult[] = [];
  for (const [index, single] of singlesOf(batch).entries()) {
    try {
      const its = todo && { todo: todo.subarray(index, index + 1) };
      results.push(await pool.run({ ...asked(terms), ...its, ...single }, signal));
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
