/**
 * What is in a zip: listed by node-stream-zip, in a thread of its own, and by our own reading of the directory, and both must say the same.
 *
 * The package throws where nothing can catch it, on some damaged archives, and on whole zip64 ones whose comment happens to have some
 * lengths (999 is one): that would end the run. In a thread of its own it ends that thread. It also refuses what is whole; so our own
 * reading goes first, refuses in words what contradicts itself or is too large, and answers alone where the package does not. Where both
 * do, each entry must have the same name, place, sizes, checksum and method: an archive that shows two readers two contents is meant to.
 *
 * To start a thread takes 40 to 80 ms, to list a small archive in one that runs 1 ms: it is kept until no archive has come for a while.
 */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { ZIP_WORKER } from '../paths.js';
import { readDirectory, type ZipDirectory, type ZipEntry } from './directory.js';
import { ArchiveError } from './errors.js';
import type { ArchiveLimits } from './limits.js';

/** Milliseconds for one archive; a hundred thousand entries take one second. */
const TIME_LIMIT = 30_000;
/** Milliseconds after which a thread without work is ended. */
const IDLE = 5000;
/** Megabytes: far more than the package needs to go through a hundred thousand entries, of which it keeps none. */
const RESOURCES = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 6 };

export interface ListRequest {
  path: string;
  /** How many entries are expected; one more is given, and no others. */
  expected: number;
}

/** An entry as the package gives it: names that are not UTF-8 have replacement characters. */
export type ListedEntry = Omit<ZipEntry, 'utf8Name' | 'isDirectory'>;

/** All entries in one digest, in their order: a hundred thousand of them would fill both threads with objects. */
export type Listing = { digest: string } | { refusal: string };
export type ListReply = Listing | { ready: true };
type Outcome = Listing | { died: string } | { exhausted: string };

export interface ListerOptions {
  /** The compiled entry of the thread. Default the project's own; tests pass one that misbehaves. */
  script?: string;
  /** Milliseconds. Default 30 s. */
  timeLimit?: number;
}

/** One thread that lists one archive after the other, started when it is needed. */
export class ZipLister {
  readonly #options: Required<ListerOptions>;
  #turn: Promise<unknown> = Promise.resolve();
  #thread: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ListerOptions = {}) {
    this.#options = { script: ZIP_WORKER, timeLimit: TIME_LIMIT, ...options };
  }

  /**
   * @param name what messages call the archive
   * @returns what the package says; its throwing past every handler is a refusal like others
   * @throws {ArchiveError} `corrupt` where it takes more time or memory than any honest archive; `not_readable` where no thread starts
   */
  list(request: ListRequest, name: string): Promise<Listing> {
    const listing = this.#turn.then(() => this.#list(request, name));
    this.#turn = listing.catch(() => undefined);
    return listing;
  }

  async #list(request: ListRequest, name: string): Promise<Listing> {
    clearTimeout(this.#idle);
    const used = this.#thread;
    let outcome: Outcome | undefined = used && (await ask(used, request, this.#options.timeLimit));
    // a thread that had others before: this archive is not charged with what they left behind
    if (outcome === undefined || 'died' in outcome) {
      outcome = await ask(await this.#start(name), request, this.#options.timeLimit);
    }
    this.#idle = setTimeout(() => void this.#thread?.terminate(), IDLE).unref();
    if ('exhausted' in outcome) {
      const reason = `is damaged: its directory cannot be listed within ${outcome.exhausted}; unpack it and scan the folder`;
      throw new ArchiveError('corrupt', reason, name);
    }
    return 'died' in outcome ? { refusal: outcome.died } : outcome;
  }

  /** A thread that is ready. */
  async #start(name: string): Promise<Worker> {
    let worker: Worker;
    try {
      worker = new Worker(this.#options.script, { resourceLimits: RESOURCES });
      const forget = (): void => {
        if (this.#thread === worker) this.#thread = undefined;
      };
      worker.on('error', forget).on('exit', forget);
      await new Promise((resolve, reject) => {
        worker.once('message', resolve).once('error', reject);
        worker.once('exit', (code) => reject(new Error(`exit code ${code}`)));
      });
    } catch (error) {
      const advice = 'build the project with: npm run build, or raise the limit on threads, if there is one';
      const reason = `cannot be listed: threads cannot be started (${wordsOf(error)}); ${advice}`;
      throw new ArchiveError('not_readable', reason, name, undefined, error);
    }
    this.#thread = worker;
    return worker;
  }
}

/** A thread keeps the process alive only while it has something to do. */
function ask(worker: Worker, request: ListRequest, timeLimit: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const end = (outcome: Outcome): void => {
      clearTimeout(timer);
      worker.off('message', end).off('error', onError).off('exit', onExit);
      worker.unref();
      resolve(outcome);
    };
    const onError = (error: unknown): void => {
      const full = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      end(full ? { exhausted: `${RESOURCES.maxOldGenerationSizeMb} MB of memory` } : { died: wordsOf(error) });
    };
    let late = false;
    const onExit = (code: number): void =>
      end(late ? { exhausted: `${timeLimit / 1000} s` } : { died: `exit code ${code}` });
    const timer = setTimeout(() => {
      late = true;
      void worker.terminate();
    }, timeLimit);
    worker.on('message', end).on('error', onError).on('exit', onExit);
    worker.ref();
    worker.postMessage(request);
  });
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const lister = new ZipLister();

/**
 * @param file the archive, open, and `path` the same for the thread
 * @param name what messages call it
 * @throws {ArchiveError} `truncated`, `corrupt` or `too_large`
 */
export async function listZip(
  file: FileHandle,
  path: string,
  size: number,
  limits: ArchiveLimits,
  name: string,
): Promise<ZipDirectory> {
  const own = await readDirectory(file, size, limits, name);
  const listing = await lister.list({ path, expected: own.entries.length }, name);
  if ('digest' in listing && listing.digest !== digestOf(own.entries)) {
    const reason = 'has a directory that can be read in two ways, like an archive made to deceive; download it again';
    throw new ArchiveError('corrupt', reason, name);
  }
  return own;
}

/** What two readings of a directory have in common exactly where they are the same in all that matters. */
export class ListingDigest {
  readonly #hash = createHash('sha256');

  add({ name, offset, size, compressedSize, crc, method, encrypted }: ListedEntry): void {
    this.#hash.update(JSON.stringify([name, offset, size, compressedSize, crc, method, encrypted]));
  }

  /** Once, and nothing may be added behind it. */
  end(): string {
    return this.#hash.digest('hex');
  }
}

/** Our own reading's; readers that know nothing else take names for UTF-8. */
export function digestOf(own: readonly ZipEntry[]): string {
  const digest = new ListingDigest();
  for (const entry of own) digest.add({ ...entry, name: entry.utf8Name });
  return digest.end();
}
