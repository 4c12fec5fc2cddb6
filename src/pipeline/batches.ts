/**
 * Games -> batches: enough of them to be worth a trip to another thread, few enough that work spreads evenly, memory stays small and a
 * request to stop is answered soon.
 *
 * A batch is flat, in memory that threads share: it is not copied on its way, and outlives a thread that dies of it. Its buffer is used
 * again once it is committed. That, and not the size of the buffers, keeps memory flat: buffers that wait for the garbage collector
 * pile up for as long as it sees no need, which in a process with so few objects is long.
 *
 * A batch goes on over the ends of entries and archives: a file of one game would be none worth a trip. Threads see games and nothing else;
 * whose they are stays here (`pieces.ts`).
 */
import type { RawGame } from '../pgn/splitter.js';
import type { Depth } from '../tactics/types.js';
import type { BatchSource, Piece } from './pieces.js';

export interface BatchLimits {
  /** A batch holds at most this many bytes of PGN, or one game that is larger ... */
  bytes: number;
  /** ... and at most this many games. */
  games: number;
}

/**
 * Some 20 ms of work at l1, and about a tenth of a second at l2, where a game costs some fifteen times more; of hard games it may be many times
 * that. Larger batches were not faster, and took more memory.
 */
export const BATCH_LIMITS: Readonly<Record<Depth, BatchLimits>> = {
  l1: { bytes: 64 * 1024, games: 500 },
  l2: { bytes: 16 * 1024, games: 16 },
};

/** Games in input order, one behind the other in `bytes`. */
export interface GameBatch {
  /** In shared memory; may be longer than what it holds. */
  bytes: Uint8Array;
  /** Where each game begins in `bytes`, and as its last item where the last one ends: one more than there are games. */
  bounds: Uint32Array;
  /** Where each game begins in its own entry: bytes, and 1-based lines. */
  offsets: Float64Array;
  lines: Float64Array;
  /** 1 where the splitter gave a game up as too large. */
  tooLarge: Uint8Array;
}

/** The games of a batch as the splitter gave them, but for their bytes, which are views that live as long as the batch. */
export function gamesOf(batch: GameBatch): RawGame[] {
  return Array.from(batch.offsets, (offset, index) => {
    const game = {
      bytes: batch.bytes.subarray(batch.bounds[index], batch.bounds[index + 1]),
      offset,
      line: batch.lines[index] ?? 1,
    };
    return batch.tooLarge[index] === 1 ? { ...game, fault: 'too_large' as const } : game;
  });
}

/** The same games in batches of one, for finding the one that a thread does not survive. */
export function singlesOf(batch: GameBatch): GameBatch[] {
  return Array.from(batch.offsets, (_, index) => ({
    bytes: batch.bytes,
    bounds: batch.bounds.slice(index, index + 2),
    offsets: batch.offsets.slice(index, index + 1),
    lines: batch.lines.slice(index, index + 1),
    tooLarge: batch.tooLarge.slice(index, index + 1),
  }));
}

/** What is handed out: games for the threads, and what the main thread knows of them. */
export interface Batch {
  games: GameBatch;
  pieces: readonly Piece[];
  /** Byte offset behind the last of these games in the entry that is read; 0 where none of them is from it, or none is read. */
  end: number;
}

/** Entries without games have pieces all the same, which are not to pile up. */
const PIECES_MAX = 4000;

/** Packs games into batches, in buffers that are given back when a batch is done with. */
export class Batcher {
  readonly #limits: BatchLimits;
  readonly #free: Uint8Array[] = [];
  /** Buffers of games that were larger than a batch. */
  readonly #large: Uint8Array[] = [];
  /** The games that are held back. */
  #open: OpenBatch | undefined;
  /** Of these games, and of what comes behind them. */
  #pieces: Piece[] = [];
  #taken = 0;

  constructor(limits: BatchLimits) {
    this.#limits = limits;
  }

  /** Games taken so far. */
  get taken(): number {
    return this.#taken;
  }

  /** Whether what is held back should be handed out, be it no full batch. */
  get crowded(): boolean {
    return this.#pieces.length >= PIECES_MAX;
  }

  /**
   * Cuts a stream of games into batches. What does not fill one is held back, and goes with what comes next, or with `close`; so does what
   * came before the stream failed.
   * @param stream the games of one entry, in lists of any length
   */
  async *batches(stream: AsyncIterable<readonly RawGame[]>, source: BatchSource): AsyncGenerator<Batch> {
    let end = 0;
    for await (const games of stream) {
      for (const game of games) {
        if (this.#open?.fits(game) === false) yield { ...this.close(), end };
        this.#add(game, source);
        end = game.offset + game.bytes.length;
      }
    }
  }

  /** Has something known behind the games so far. */
  note(piece: Exclude<Piece, { kind: 'games' }>): void {
    this.#pieces.push(piece);
  }

  /** What is held back, which may be nothing. */
  close(): Batch {
    const batch = { games: this.#open?.close() ?? noGames(), pieces: this.#pieces, end: 0 };
    this.#open = undefined;
    this.#pieces = [];
    return batch;
  }

  /** Lets the batch's buffer be used again: nobody may look at the batch from now on. */
  release({ games }: Batch): void {
    if (games.bytes.length > 0) this.#giveBack(games.bytes);
  }

  #add(game: RawGame, source: BatchSource): void {
    this.#open ??= this.#make(game.bytes.length);
    this.#open.add(game);
    this.#taken++;
    const last = this.#pieces.at(-1);
    if (last?.kind === 'games' && last.source === source) last.count++;
    else this.#pieces.push({ kind: 'games', source, count: 1 });
  }

  #make(size: number): OpenBatch {
    const { bytes, games } = this.#limits;
    const large = size > bytes;
    const index = large ? this.#large.findIndex((buffer) => buffer.length >= size) : this.#free.length - 1;
    const [free] = (large ? this.#large : this.#free).splice(Math.max(0, index), index < 0 ? 0 : 1);
    // Sizes in powers of two, so that few different ones are needed.
    const length = large ? 2 ** Math.ceil(Math.log2(size)) : bytes;
    return new OpenBatch(free ?? new Uint8Array(new SharedArrayBuffer(length)), Math.max(size, bytes), games);
  }

  /** A thread that saw a shared buffer holds on to it until it collects its garbage, which may be never: so large ones are kept too. */
  #giveBack(bytes: Uint8Array): void {
    if (bytes.length === this.#limits.bytes) this.#free.push(bytes);
    else this.#large.push(bytes);
  }
}

function noGames(): GameBatch {
  return new OpenBatch(new Uint8Array(0), 0, 0).close();
}

/** A batch that is being filled. */
class OpenBatch {
  readonly bytes: Uint8Array;
  /** Bytes and games that it may hold; the buffer may be longer. */
  readonly #most: number;
  readonly #room: number;
  readonly #bounds = [0];
  readonly #offsets: number[] = [];
  readonly #lines: number[] = [];
  readonly #tooLarge: number[] = [];

  constructor(bytes: Uint8Array, most: number, room: number) {
    this.bytes = bytes;
    this.#most = most;
    this.#room = room;
  }

  get count(): number {
    return this.#offsets.length;
  }

  get #length(): number {
    return this.#bounds[this.count] ?? 0;
  }

  fits(game: RawGame): boolean {
    return this.count < this.#room && this.#length + game.bytes.length <= this.#most;
  }

  add(game: RawGame): void {
    this.bytes.set(game.bytes, this.#length);
    this.#bounds.push(this.#length + game.bytes.length);
    this.#offsets.push(game.offset);
    this.#lines.push(game.line);
    this.#tooLarge.push(game.fault === 'too_large' ? 1 : 0);
  }

  close(): GameBatch {
    return {
      bytes: this.bytes,
      bounds: Uint32Array.from(this.#bounds),
      offsets: Float64Array.from(this.#offsets),
      lines: Float64Array.from(this.#lines),
      tooLarge: Uint8Array.from(this.#tooLarge),
    };
  }
}
