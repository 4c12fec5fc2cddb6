/**
 * Stored puzzles -> a dataset, from start to end in one stream: read, choose, make ready, encode, write.
 *
 * Whatever the size, only a batch is held: memory is flat. Reading waits where writing does. Nothing here knows the clock, so the same
 * store, choice and seed give the same bytes.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import type { Puzzle } from '../store/puzzles.js';
import type { EngineId } from '../store/rows.js';
import type { Engine } from '../tactics/engine.js';
import { compilePuzzleFilter, type PuzzleFilter } from './choose.js';
import { Sampler, type SampleSize } from './choose-sample.js';
import { partOf, type Part, type Split } from './choose-split.js';
import type { Encoder, Format, Piece } from './format.js';
import { ItemMaker, type Item } from './item.js';
import { countItem, noCounts, type ExportCounts } from './report.js';

/** Puzzles that go through together. */
const BATCH = 500;

/** Where puzzles come from; `Store` is one. */
export interface PuzzleSource {
  puzzles(engine: EngineId): Iterable<Puzzle>;
}

/** What is chosen. */
export interface Choice {
  filter?: PuzzleFilter;
  sample?: SampleSize;
  split?: Split;
  /** Decides samples and splits; a whole number. Default 1. */
  seed?: number;
}

export interface ExportRequest extends Choice {
  /** A connection of its own: while rows are being read, SQLite takes no writes through the same one. */
  store: PuzzleSource;
  /** For SAN and difficulties; its results are not asked for. */
  engine: Engine;
  /** Whose puzzles. */
  of: EngineId;
  format: Format;
  /** Where the bytes go; with `split` asked once for each part, else once with null. Never ended here. */
  out: (part: Part | null) => Writable;
  /** Ends the export between two batches, and before files get their names: the call rejects with its reason. */
  signal?: AbortSignal;
  /** Called after each batch. */
  onProgress?: (state: ExportProgress) => void;
}

export interface ExportProgress {
  /** Puzzles of the store that were looked at. */
  seen: number;
  written: number;
}

/** One stream's share. */
export interface PartReport {
  part: Part | null;
  puzzles: number;
  bytes: number;
  /** Hex, of all bytes. */
  sha256: string;
}

export interface ExportReport {
  /** Puzzles in the store. */
  seen: number;
  counts: ExportCounts;
  parts: PartReport[];
}

/**
 * @throws what the store and the streams say; what was written until then is no whole file
 */
export async function exportPuzzles(request: ExportRequest): Promise<ExportReport> {
  const { store, engine, of, filter = {}, sample = {}, seed = 1, signal, onProgress } = request;
  const tests = compilePuzzleFilter(filter);
  const maker = new ItemMaker(engine);
  const fits = (puzzle: Puzzle): boolean => tests.stored(puzzle) && (tests.computed?.(maker.make(puzzle)) ?? true);

  let ids: Set<string> | null = null;
  if (sample.limit !== undefined || sample.perPattern !== undefined) {
    const sampler = new Sampler(sample, seed, filter.patterns);
    for (const batch of batches(store.puzzles(of))) {
      for (const puzzle of batch) if (fits(puzzle)) sampler.put(puzzle);
      await breathe(signal);
    }
    ids = sampler.ids();
  }

  const sinks = new Map<Part | null, Sink>();
  for (const part of request.split === undefined ? [null] : partsOf(request.split)) {
    const sink = new Sink(request.out(part), request.format.encoder({ engine: of, split: part }), part);
    sinks.set(part, sink);
    await sink.begin();
  }
  const counts = noCounts();
  let seen = 0;
  for (const batch of batches(store.puzzles(of))) {
    for (const puzzle of batch) {
      if (ids?.has(puzzle.id) === false || !tests.stored(puzzle)) continue;
      const item = maker.make(puzzle);
      if (tests.computed?.(item) === false) continue;
      countItem(counts, item);
      sinks.get(request.split === undefined ? null : partOf(puzzle.game.digest, request.split, seed))!.add(item);
    }
    seen += batch.length;
    for (const sink of sinks.values()) await sink.flush();
    await breathe(signal);
    onProgress?.({ seen, written: counts.puzzles });
  }
  if (ids !== null && counts.puzzles < ids.size) throw puzzlesWereRemoved();
  const parts: PartReport[] = [];
  for (const sink of sinks.values()) parts.push(await sink.end());
  return { seen, counts, parts };
}

/** Of those that were chosen, some are not there any more, or not what they were: no dataset can be whole without them. */
export function puzzlesWereRemoved(): Error {
  return new Error(
    'puzzles were removed from the database while they were being exported, perhaps by --reanalyze; run again',
  );
}

function* batches(puzzles: Iterable<Puzzle>): Generator<Puzzle[]> {
  let batch: Puzzle[] = [];
  for (const puzzle of puzzles) {
    batch.push(puzzle);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Lets signals and timers in: a disk that is never full for a moment would keep them waiting to the end. */
async function breathe(signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal?.throwIfAborted();
}

/** Parts without a share get no file. */
function partsOf(split: Split): Part[] {
  return (Object.keys(split) as Part[]).filter((part) => split[part] > 0);
}

/** One encoder and the stream that it writes to. */
class Sink {
  readonly #out: Writable;
  readonly #encoder: Encoder;
  readonly #part: Part | null;
  readonly #hash = createHash('sha256');
  #items: Item[] = [];
  #puzzles = 0;
  #bytes = 0;

  constructor(out: Writable, encoder: Encoder, part: Part | null) {
    this.#out = out;
    // an error is thrown by the next write; without a listener it would end the process
    out.on('error', () => {});
    this.#encoder = encoder;
    this.#part = part;
  }

  begin(): Promise<void> {
    return this.#write(this.#encoder.begin());
  }

  add(item: Item): void {
    this.#items.push(item);
    this.#puzzles++;
  }

  async flush(): Promise<void> {
    if (this.#items.length === 0) return;
    const items = this.#items;
    this.#items = [];
    await this.#write(this.#encoder.add(items));
  }

  async end(): Promise<PartReport> {
    await this.flush();
    await this.#write(this.#encoder.end());
    return { part: this.#part, puzzles: this.#puzzles, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async #write(piece: Piece): Promise<void> {
    if (piece.length === 0) return;
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece;
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
    if (this.#out.errored) throw this.#out.errored;
    if (this.#out.destroyed) throw readerHasGone();
    if (!this.#out.write(bytes)) await drained(this.#out);
  }
}

/** Until the stream takes more; rejects where it fails or is closed instead, and then nothing would ever come. */
async function drained(out: Writable): Promise<void> {
  const stop = new AbortController();
  try {
    await Promise.race([
      once(out, 'drain', { signal: stop.signal }),
      once(out, 'close', { signal: stop.signal }).then(() => {
        throw out.errored ?? readerHasGone();
      }),
    ]);
  } finally {
    stop.abort();
  }
}

function readerHasGone(): Error {
  return new Error('whoever was reading the dataset has gone');
}
