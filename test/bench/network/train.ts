/**
 * Fits the network to judged positions: Adam on the squared error of the chances to win, in which a pawn more or less counts where the
 * game is open, and hardly where it is decided. Floats here; `weights.ts` turns them into the kernel's integers.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { makeRandom } from '../../../jobs/sample/random.js';
import { ROOT } from '../../../src/paths.js';
import { INPUTS, STAGES } from './features.js';
import {
  INPUT_WEIGHTS,
  LESSON_BYTES,
  NEURONS,
  OFFSETS,
  ORDER,
  OUTPUT_WEIGHTS,
  THREADS,
  VALUES,
  WEIGHTS,
} from './layout.js';
import type { Lessons } from './lessons.js';
import type { Task, ThreadData } from './train-thread.js';

const LEARNER = join(ROOT, 'test', 'bench', 'network', 'learner');
const COMPILER = join(ROOT, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
/** As it is built: tests run the sources, which no thread can. */
const THREAD = join(ROOT, 'dist', 'test', 'bench', 'network', 'train-thread.js');
/** Lessons of a step. */
const BATCH = 1024;
const RATE = 0.003;
const LAST_RATE = 0.00001;
/** One position in so many is kept aside, to tell whether what is learned holds for others: the last ones, for neighbours are alike. */
const HELD_OUT = 40;
const SEED = 1;

/** Weights as floats: a neuron is off at 0 and full at 1, the output counts pawns. */
export interface Weights {
  /** INPUTS rows of NEURONS. */
  inputs: Float32Array;
  /** NEURONS. */
  bias: Float32Array;
  /** STAGES rows of NEURONS for the side to move, then NEURONS for the other. */
  outputs: Float32Array;
  /** STAGES pairs: a constant, and what a pawn of material is worth. */
  offsets: Float32Array;
}

/** By the compiler's own command: its types would take the place of TypeScript's in the whole house. */
async function compileLearner(): Promise<WebAssembly.Module> {
  const folder = mkdtempSync(join(tmpdir(), 'motif-learner-'));
  const wasm = join(folder, 'learner.wasm');
  const sizes = { NEURONS, INPUTS, STAGES, LESSON_BYTES };
  const flags = [
    ...['--runtime', 'stub', '-O3', '--noAssert', '--importMemory', '--sharedMemory'],
    ...['--initialMemory', '16', '--maximumMemory', '65536'],
    ...['simd', 'threads', 'bulk-memory'].flatMap((feature) => ['--enable', feature]),
    ...Object.entries(sizes).flatMap(([name, size]) => ['--use', `${name}=${size}`]),
  ];
  try {
    // In its own folder, where the kernel's settings are not read.
    execFileSync(process.execPath, [COMPILER, 'learner.ts', ...flags, '--outFile', wasm], { cwd: LEARNER });
    return await WebAssembly.compile(readFileSync(wasm));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export class Trainer {
  readonly #lessons: Lessons;
  readonly #threads: Worker[];
  readonly #values: Float32Array;
  readonly #order: Uint32Array;
  readonly #random = makeRandom(SEED, 0);
  /** Lessons that are learned; those behind them are held out. */
  readonly #learned: number;
  #steps = 0;

  private constructor(lessons: Lessons, module: WebAssembly.Module) {
    this.#lessons = lessons;
    const { memory, count } = lessons;
    this.#learned = count - Math.floor(count / HELD_OUT);
    this.#order = new Uint32Array(memory.buffer, ORDER, count);
    for (let i = 0; i < count; i++) this.#order[i] = i;
    this.#values = new Float32Array(memory.buffer, VALUES, WEIGHTS);
    const small = (): number => (this.#random.below(2001) - 1000) / 10_000;
    for (let i = 0; i < WEIGHTS - OFFSETS; i++) this.#values[i] = small();
    this.#values.fill(0.1, INPUT_WEIGHTS, INPUT_WEIGHTS + NEURONS);
    for (let i = 0; i < OFFSETS; i++) this.#values[WEIGHTS - OFFSETS + i] = i % 2;
    this.#threads = Array.from({ length: THREADS }, (_, thread) => {
      const workerData: ThreadData = { module, memory, thread, count };
      return new Worker(THREAD, { workerData });
    });
  }

  /** @throws {Error} where there are too few positions for a single step */
  static async start(lessons: Lessons): Promise<Trainer> {
    if (lessons.count < 2 * BATCH) {
      throw new Error(
        `${lessons.count} positions are too few to learn from: collect millions, or ${2 * BATCH} at least`,
      );
    }
    return new Trainer(lessons, await compileLearner());
  }

  get weights(): Weights {
    const cut = (from: number, count: number): Float32Array => this.#values.slice(from, from + count);
    return {
      inputs: cut(0, INPUT_WEIGHTS),
      bias: cut(INPUT_WEIGHTS, NEURONS),
      outputs: cut(INPUT_WEIGHTS + NEURONS, OUTPUT_WEIGHTS),
      offsets: cut(WEIGHTS - OFFSETS, OFFSETS),
    };
  }

  /**
   * Looks at every position once.
   * @param progress of the whole training, 0 to 1: steps grow shorter
   * @returns the root mean square error of the chances, of positions learned and of those held out
   */
  async round(progress: number): Promise<{ learned: number; held: number }> {
    const rate = LAST_RATE + (RATE * (1 + Math.cos(Math.PI * progress))) / 2;
    const order = this.#order;
    for (let i = this.#learned - 1; i > 0; i--) {
      const j = this.#random.below(i + 1);
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    const whole = this.#learned - (this.#learned % BATCH);
    const sum = await this.#perform({ from: 0, to: whole, batch: BATCH, rate, steps: this.#steps });
    this.#steps += whole / BATCH;
    const { count } = this.#lessons;
    const held = await this.#perform({ from: this.#learned, to: count, batch: 0, rate, steps: this.#steps });
    return { learned: Math.sqrt(sum / whole), held: Math.sqrt(held / (count - this.#learned)) };
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()));
  }

  async #perform(task: Task): Promise<number> {
    const sums = this.#threads.map(
      (thread) =>
        new Promise<number>((resolve, reject) => {
          thread.once('message', resolve);
          thread.once('error', reject);
          thread.postMessage(task);
        }),
    );
    let sum = 0;
    for (const share of await Promise.all(sums)) sum += share;
    for (const thread of this.#threads) thread.removeAllListeners('error');
    return sum;
  }
}
