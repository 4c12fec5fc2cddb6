/** The entry of a worker thread: its own engine from the shared compiled kernel, then tasks until the pool ends it. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadEngine } from '../tactics/kernel.js';
import { serveTasks } from './serve.js';

if (parentPort === null) throw new Error('worker.js runs in a worker thread only');
const { module } = workerData as { module: WebAssembly.Module };
await serveTasks(parentPort, () => loadEngine(module));
