/** The thread that runs the cases, so that another can see when one does not end. */
import { parentPort, workerData } from 'node:worker_threads';
import { fuzz } from './run.js';

const { cases, seed, first, current } = workerData as {
  cases: number;
  seed: number;
  first: number;
  current: Int32Array;
};
const report = await fuzz({ cases, seed, first, onCase: (index) => Atomics.store(current, 0, index) });
parentPort?.postMessage(report);
