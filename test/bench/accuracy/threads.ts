/**
 * Puzzles -> verdicts on several threads, in the order of the puzzles: each has an engine of its own, so their number changes the time
 * and nothing else.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ROOT } from '../../../src/paths.js';
import type { Verdict } from './judge.js';
import type { BadRow, Puzzle } from './puzzles.js';

/** A row that could not be read, or a puzzle whose moves cannot be played, in words. */
export interface Refusal {
  refused: string;
}

/** Threads cannot load TypeScript, so tests too run the built file. */
const SCRIPT = join(ROOT, 'dist', 'test', 'bench', 'accuracy', 'worker.js');

/** Puzzles that a thread is given at once: enough that asking costs nothing, few enough that no thread waits long for another. */
const BATCH = 64;

/**
 * @param threads at least 1
 * @throws what a thread threw; all threads are ended then
 */
export async function* judgeAll(
  rows: AsyncIterable<Puzzle | BadRow>,
  threads: number,
): AsyncGenerator<Verdict | Refusal> {
  const workers = Array.from({ length: threads }, () => new Worker(SCRIPT));
  try {
    for await (const round of inRounds(rows, threads * BATCH)) {
      const answers = workers.map((worker, index) => ask(worker, round.slice(index * BATCH, (index + 1) * BATCH)));
      yield* (await Promise.all(answers)).flat();
    }
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

async function* inRounds<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let round: T[] = [];
  for await (const item of items) {
    if (round.push(item) < size) continue;
    yield round;
    round = [];
  }
  if (round.length > 0) yield round;
}

async function ask(worker: Worker, rows: (Puzzle | BadRow)[]): Promise<(Verdict | Refusal)[]> {
  if (rows.length === 0) return [];
  worker.postMessage(rows);
  const [answer] = (await once(worker, 'message')) as [(Verdict | Refusal)[]];
  return answer;
}
