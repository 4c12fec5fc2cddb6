/** One of the trainer's threads: its share of each step, in time with the others. */
import { parentPort, workerData } from 'node:worker_threads';
import {
  GRADIENTS,
  INPUT_WEIGHTS,
  lessonsAt,
  MEANS,
  OFFSETS,
  ORDER,
  scratchOf,
  SQUARES,
  SYNC,
  THREADS,
  VALUES,
  WEIGHTS,
  type Learner,
} from './layout.js';
import type { SharedMemory } from './lessons.js';

export interface ThreadData {
  module: WebAssembly.Module;
  memory: SharedMemory;
  thread: number;
  /** Lessons of the memory. */
  count: number;
}

/** A stretch of the order of lessons; steps where it is to be learned. */
export interface Task {
  from: number;
  to: number;
  /** 0 where nothing is learned. */
  batch: number;
  rate: number;
  /** Steps that were taken before. */
  steps: number;
}

const DECAY = 1e-4;
/** No weight is larger: the kernel's integers hold no more (weights.ts). */
const INPUT_LIMIT = 1;
const OUTPUT_LIMIT = 2;

const { module, memory, thread, count } = workerData as ThreadData;
const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
const learner = exports as unknown as Learner;
const sync = new Int32Array(memory.buffer, SYNC, 2);
const lessons = lessonsAt(count);
const gradient = GRADIENTS[thread] ?? 0;
/** Where the first thread's share of the inputs' weights ends, and where the offsets begin. */
const HALF = INPUT_WEIGHTS / THREADS;
const OFFSETS_AT = WEIGHTS - OFFSETS;

/** Waits until all threads have come here. */
function meet(): void {
  const turn = Atomics.load(sync, 1);
  if (Atomics.add(sync, 0, 1) === THREADS - 1) {
    Atomics.store(sync, 0, 0);
    Atomics.add(sync, 1, 1);
    Atomics.notify(sync, 1);
  } else Atomics.wait(sync, 1, turn);
}

/** One step for the weights from `from` up to, but not including, `to`. */
function descend(from: number, to: number, { batch, rate }: Task, steps: number, decay: number, limit: number): void {
  const at = (base: number): number => base + 4 * from;
  learner.descend(
    ...([at(VALUES), to - from, at(MEANS), at(SQUARES), at(GRADIENTS[0]), at(GRADIENTS[1])] as const),
    ...([batch, rate, 1 - 0.9 ** steps, 1 - 0.999 ** steps, decay, limit] as const),
  );
}

/** This thread's share of a stretch: look at it, and nothing else. */
function look(from: number, to: number, into: number): number {
  const share = (to - from) / THREADS;
  const begin = from + Math.round(share * thread);
  const end = from + Math.round(share * (thread + 1));
  return learner.look(ORDER, begin, end, lessons, VALUES, into, scratchOf(thread));
}

function perform(task: Task): number {
  const { from, to, batch } = task;
  if (batch === 0) return look(from, to, 0);
  let sum = 0;
  let steps = task.steps;
  for (let at = from; at + batch <= to; at += batch) {
    sum += look(at, at + batch, gradient);
    meet();
    steps++;
    if (thread === 0) {
      descend(0, HALF, task, steps, DECAY, INPUT_LIMIT);
    } else {
      descend(HALF, INPUT_WEIGHTS, task, steps, DECAY, INPUT_LIMIT);
      descend(INPUT_WEIGHTS, OFFSETS_AT, task, steps, 0, OUTPUT_LIMIT);
      descend(OFFSETS_AT, WEIGHTS, task, steps, 0, Infinity);
    }
    meet();
  }
  return sum;
}

parentPort?.on('message', (task: Task) => parentPort?.postMessage(perform(task)));
