/** The entry of the explorer's threads: a connection for reading only and an engine of its own, both made at the first task. */
import { workerData } from 'piscina';
import { SearchError, SearchTimeError } from '../store/search/wish.js';
import { openStore } from '../store/open.js';
import { loadEngine } from '../tactics/kernel.js';
import { answerTask, type Means } from './answer.js';
import { Findings } from './finding.js';
import type { Reply, Task } from './tasks.js';

/** What the threads are given when they start. */
export interface WorkerMeans {
  db: string;
  module: WebAssembly.Module;
}

/** Megabytes of the database that a thread keeps in memory. */
const CACHE = 32;

const { db, module } = workerData as WorkerMeans;
let means: Means | undefined;

export default async function work<T extends Task>(task: T): Promise<Reply<T>> {
  if (means === undefined) {
    const engine = await loadEngine(module);
    means = { engine, findings: new Findings(engine), store: openStore(db, { readonly: true, cache: CACHE }) };
  }
  try {
    return { answer: await answerTask(means, task) };
  } catch (error) {
    if (error instanceof SearchError) return { fault: 'search', message: error.message };
    if (error instanceof SearchTimeError) return { fault: 'time', message: error.message };
    throw error;
  }
}
