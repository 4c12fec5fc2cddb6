/** Judged positions -> lessons in the memory that the trainer's threads share. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { look, STAGES } from './features.js';
import { LESSON, LESSON_BYTES, lessonsAt, pagesFor } from './layout.js';

/** Centipawns to a win at odds of e to 1: where the chances are reckoned from the score. */
const SCALE = 400;
const MOST_PAGES = 65_536;

/** A WebAssembly memory that threads share. */
export interface SharedMemory {
  readonly buffer: SharedArrayBuffer;
}

/** TypeScript declares WebAssembly with the browser's library only, and src/tactics/webassembly.d.ts what the product needs of it. */
const { Memory } = WebAssembly as unknown as {
  Memory: new (descriptor: { initial: number; maximum: number; shared: true }) => SharedMemory;
};

export interface Lessons {
  memory: SharedMemory;
  count: number;
}

/** Chances to win of the side to move, 0 to 1. */
function chance(centipawns: number): number {
  return 1 / (1 + Math.exp(-centipawns / SCALE));
}

/** A memory with room for `count` lessons. */
export class LessonBook {
  readonly #memory: SharedMemory;
  readonly #view: DataView;
  readonly #most: number;
  #count = 0;

  /** @throws {Error} where they are more than a memory holds */
  constructor(most: number) {
    const pages = pagesFor(most);
    if (pages > MOST_PAGES) throw new Error(`${most} positions are too many: four gigabytes hold some 50 million`);
    this.#memory = new Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
    this.#view = new DataView(this.#memory.buffer);
    this.#most = most;
  }

  /** @param line `FEN|centipawns for the side to move` @throws {Error} where it is something else, or there is no room */
  add(line: string): void {
    if (this.#count === this.#most) throw new Error('it has become longer: wait until collect has ended');
    const bar = line.lastIndexOf('|');
    const score = Number(line.slice(bar + 1));
    if (bar < 0 || !Number.isInteger(score) || !/^\S+ [wb] /.test(line)) {
      throw new Error(`not FEN|centipawns: ${line}`);
    }
    const { own, other, stage, material } = look(line);
    const at = lessonsAt(this.#most) + this.#count++ * LESSON_BYTES;
    const view = this.#view;
    view.setUint8(at + LESSON.men, own.length);
    view.setUint8(at + LESSON.stage, Math.min(stage, STAGES - 1));
    view.setUint8(at + LESSON.turn, ((own[0] ?? 0) ^ (other[0] ?? 0)) & 63);
    view.setFloat32(at + LESSON.material, material, true);
    view.setFloat32(at + LESSON.chances, chance(score), true);
    for (const [index, input] of own.entries()) view.setUint16(at + LESSON.inputs + 2 * index, input, true);
  }

  get lessons(): Lessons {
    return { memory: this.#memory, count: this.#count };
  }
}

async function countLines(files: readonly string[]): Promise<number> {
  let count = 0;
  for (const file of files) {
    for await (const chunk of createReadStream(file)) {
      for (const byte of chunk as Buffer) if (byte === 10) count++;
    }
  }
  return count;
}

/** Reads what `collect` has written. @throws {Error} naming the file where a line is something else */
export async function readLessons(files: readonly string[]): Promise<Lessons> {
  const book = new LessonBook(await countLines(files));
  for (const file of files) {
    for await (const line of createInterface({ input: createReadStream(file, 'latin1') })) {
      try {
        book.add(line);
      } catch (error) {
        throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
      }
    }
  }
  return book.lessons;
}
