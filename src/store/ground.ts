/**
 * The files that a connection stands on: whether they are still those that it has opened, and all there.
 *
 * SQLite keeps its files open, and what it has read. So it goes on, and says nothing, where they were deleted, cut or written over: what it
 * writes is gone when the process ends, or is not what others read.
 *
 * They are never opened here: whoever closes a file takes away the locks that SQLite has on it in this process.
 */
import { realpathSync, statSync } from 'node:fs';
import { MOVED, StoreError } from './errors.js';
import type { Database } from './sqlite.js';

/** What SQLite writes beside a database while it is in use: the log, and the index of it that processes share. */
export const BESIDE = ['-wal', '-shm'];

export class Ground {
  readonly #db: Database;
  readonly #file: string;
  readonly #identity: string | null;
  /** Of those beside it that are there: where the database cannot be written, there may be none. */
  readonly #beside: ReadonlyMap<string, string>;
  /** Bytes of the file when it was last found to be whole. */
  #length: number;

  /** @param db a connection to `file` that has read something, by which its log is there */
  constructor(db: Database, file: string) {
    this.#db = db;
    this.#file = file;
    this.#identity = identityOf(file);
    this.#length = lengthOf(file);
    this.#beside = new Map(this.#identity === null ? [] : besideOf(file));
  }

  /** Looks at names alone. @throws {StoreError} `moved` */
  assertInPlace(): void {
    if (identityOf(this.#file) !== this.#identity) throw new StoreError('moved', `Database ${this.#file}: ${MOVED}`);
    for (const [name, identity] of this.#beside) {
      if (identityOf(name) === identity) continue;
      const what = `${name}, a part of it, was moved, deleted or replaced while it was in use`;
      const advice =
        'stop whatever has it open before anything else opens it, and start again: nothing is lost by that';
      throw new StoreError('moved', `Database ${this.#file}: ${what}; ${advice}`);
    }
  }

  /**
   * Has what follows read from the files and not from memory, and looks at the file's beginning and length. Takes some ten microseconds.
   * @throws {StoreError} `moved`; `corrupt` where the file was cut; an SQLite error where it was written over
   */
  assertWhole(): void {
    this.assertInPlace();
    if (this.#identity === null) return;
    this.#db.pragma('shrink_memory');
    const read = (name: string): number => this.#db.pragma(name, { simple: true }) as number;
    // what is new may still stand in the log alone: shorter than it will be is no fault, but shorter than it was is one
    const least = Math.min(read('page_count') * read('page_size'), this.#length);
    const length = lengthOf(this.#file);
    if (length < least) {
      const what = `it was cut to ${length} bytes of at least ${least} while it was in use`;
      const advice = 'restore a backup, or move the file away and scan the archives again';
      throw new StoreError('corrupt', `Database ${this.#file}: ${what}; ${advice}`);
    }
    this.#length = length;
  }
}

/** Their names, which follow the file's own and not that of a link to it, and which files they are. */
function besideOf(file: string): (readonly [string, string])[] {
  const real = realpathSync(file);
  return BESIDE.flatMap((end) => {
    const identity = identityOf(real + end);
    return identity === null ? [] : [[real + end, identity] as const];
  });
}

/** Equal for the same file; null for one that has no name, such as `:memory:`. */
function identityOf(file: string): string | null {
  const info = statSync(file, { throwIfNoEntry: false });
  return info === undefined ? null : `${info.dev} ${info.ino}`;
}

function lengthOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
