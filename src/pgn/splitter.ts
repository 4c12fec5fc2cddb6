/**
 * Bytes -> games. Finds where games begin and end (`boundaries.ts` knows the rules), and hands each out as its own bytes.
 *
 * Nothing is decoded here: a game goes to a worker thread as bytes, and most of them are never looked at as text. Any chunking of the
 * input gives the same games. Memory is bounded by the largest game allowed, never by the input; every byte is copied once and looked
 * at once, or twice behind an unclosed comment.
 *
 * Games are views of the buffer that their chunks were copied into. It is only ever appended to, and left to its games for a new one
 * when it is full: what was handed out is never written again.
 *
 * A game's bytes begin with its first tag (or move) and end behind its result (or its last visible byte): comments and junk between
 * games belong to none, and so do tags that stand alone and do not say of which game they are.
 */
import { Boundaries, Mark } from './boundaries.js';
import { allocate } from './buffers.js';
import { isBlank, isLineEnd } from './bytes.js';
import type { Stretch } from './strays.js';
import { Transcoder } from './transcode.js';

export interface RawGame {
  /** The game's bytes, tags and movetext. Nobody writes them again; their buffer is shared with games beside it. */
  bytes: Uint8Array;
  /** Byte offset of the first byte in the entry, decompressed (for UTF-16 input: in its UTF-8 form, without byte order mark). */
  offset: number;
  /** 1-based line of that byte; CR, LF and CR LF each end one. */
  line: number;
  /** The game broke the size limit and was cut: `bytes` holds only its beginning. */
  fault?: 'too_large';
  /** The input ended in it, before a result, and without a line end (`half.ts`). */
  unended?: true;
}

export interface SplitterLimits {
  /** Bytes, counted from the game's first byte to where the next begins. Over it the rest is skipped. Default MAX_GAME_BYTES. */
  maxGameBytes: number;
}

/** Where the first byte given lies in its entry. */
export interface SplitterStart {
  offset: number;
  line: number;
}

const BEGINNING: SplitterStart = { offset: 0, line: 1 };
/** 4 MB: some twenty times the most thoroughly annotated game; each that is in work takes as much memory. */
export const MAX_GAME_BYTES = 4 << 20;
/** Larger chunks are taken in pieces, so that the buffer stays small beside them. */
const PIECE = 1 << 20;
/** Of the smallest buffer: most entries of one game need no larger one. */
const CAPACITY_MIN = 1 << 12;

export class GameSplitter {
  readonly #max: number;
  readonly #boundaries: Boundaries;
  readonly #transcoder = new Transcoder();
  #buffer = allocate(0);
  #length = 0;
  /** Offset in the entry of the buffer's first byte. */
  #base: number;
  /** Where the open game begins in the buffer; -1 between games. */
  #start = -1;
  /** The same in the entry, for the buffer may have dropped the beginning of what broke the limit. */
  #startOffset = 0;
  #startLine = 0;
  /** The open game broke the limit and was handed out already, or is withheld. */
  #skipping = false;
  /** What broke the limit before it could be told whether it is a game. */
  #withheld: RawGame | undefined;
  #ended = false;

  /** @param from the beginning of the entry, or of a game in it, from which the same games come as if all had been read */
  constructor(limits: Partial<SplitterLimits> = {}, from = BEGINNING) {
    this.#boundaries = new Boundaries(from.line);
    this.#base = from.offset;
    this.#max = limits.maxGameBytes ?? MAX_GAME_BYTES;
    if (!Number.isSafeInteger(this.#max) || this.#max < 1) {
      throw new RangeError(`maxGameBytes must be a positive whole number, not ${String(limits.maxGameBytes)}`);
    }
  }

  /** The games that `chunk` completes, in order. The chunk is copied: its owner may use it again. */
  push(chunk: Uint8Array): RawGame[] {
    if (this.#ended) throw new Error('push after end: one GameSplitter reads one entry');
    const games: RawGame[] = [];
    this.#take(this.#transcoder.push(chunk), games);
    return games;
  }

  /** No more bytes: the last game ends here. */
  end(): RawGame[] {
    const games = this.#finish();
    if (this.#start < 0) return games;
    const before = games.length;
    const unended = !this.#endsLine() && !this.#skipping;
    this.#emit(this.#length, this.#boundaries.isEmpty, games);
    const last = games[before];
    if (unended && last !== undefined) last.unended = true;
    return games;
  }

  /** The input broke off (a cut archive): the game that was open is not whole and is not handed out. */
  cut(): RawGame[] {
    return this.#finish();
  }

  /** What passed between games and was none. */
  get strays(): Stretch | null {
    return this.#boundaries.strays.many;
  }

  /** Whether a line end stands behind the last visible byte. */
  #endsLine(): boolean {
    let at = this.#length - 1;
    while (at > 0 && isBlank(this.#buffer[at]!) && !isLineEnd(this.#buffer[at]!)) at--;
    return isLineEnd(this.#buffer[at]!);
  }

  #finish(): RawGame[] {
    if (this.#ended) throw new Error('a GameSplitter ends once');
    this.#ended = true;
    const games: RawGame[] = [];
    this.#take(this.#transcoder.end(), games);
    this.#run(true, games);
    return games;
  }

  #take(bytes: Uint8Array, games: RawGame[]): void {
    for (let at = 0; at < bytes.length; at += PIECE) {
      this.#append(bytes.subarray(at, at + PIECE));
      this.#run(false, games);
    }
  }

  #append(bytes: Uint8Array): void {
    if (this.#length + bytes.length > this.#buffer.length) this.#renew(bytes.length);
    this.#buffer.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** A new buffer with room for `more` bytes behind those that are still needed. */
  #renew(more: number): void {
    const keep = this.#start >= 0 && !this.#skipping ? this.#start : this.#boundaries.keep();
    const kept = this.#length - keep;
    // Twice what is kept at least: so the cost per byte stays constant, however small the chunks are.
    const fresh = allocate(Math.max(CAPACITY_MIN, kept * 2, kept + more));
    fresh.set(this.#buffer.subarray(keep, this.#length));
    if (keep > 0) {
      this.#base += keep;
      if (this.#start >= 0) this.#start = Math.max(0, this.#start - keep);
      this.#boundaries.rebase(keep, this.#buffer[keep - 1]!);
    }
    this.#buffer = fresh;
    this.#length = kept;
  }

  #run(final: boolean, games: RawGame[]): void {
    const boundaries = this.#boundaries;
    for (;;) {
      const mark = boundaries.next(this.#buffer, this.#length, final);
      if (mark === Mark.More) break;
      if (mark !== Mark.Begin) this.#emit(boundaries.at, boundaries.endedEmpty, games);
      if (mark !== Mark.End) {
        this.#start = boundaries.at;
        this.#startOffset = this.#base + boundaries.at;
        this.#startLine = boundaries.atLine;
      }
    }
    // What lies behind an unsettled beginning may turn out to be the next game's: it does not count yet.
    if (this.#start >= 0 && !this.#skipping && boundaries.unsettled() - this.#start > this.#max) {
      if (boundaries.mayBeEmpty) this.#withheld = this.#cutGame();
      else games.push(this.#cutGame());
      this.#skipping = true;
    }
  }

  /** @param empty what ends is no game */
  #emit(end: number, empty: boolean, games: RawGame[]): void {
    if (empty) this.#boundaries.strays.add(this.#startLine, this.#base + end - this.#startOffset, false);
    else if (this.#withheld !== undefined) games.push(this.#withheld);
    else if (!this.#skipping) games.push(end - this.#start > this.#max ? this.#cutGame() : this.#wholeGame(end));
    this.#skipping = false;
    this.#withheld = undefined;
    this.#start = -1;
  }

  #wholeGame(end: number): RawGame {
    const bytes = this.#buffer;
    for (;;) {
      if (isBlank(bytes[end - 1]!)) end--;
      else if (bytes[end - 1] === 0xbf && bytes[end - 2] === 0xbb && bytes[end - 3] === 0xef) end -= 3;
      else break;
    }
    return { bytes: bytes.subarray(this.#start, end), offset: this.#startOffset, line: this.#startLine };
  }

  #cutGame(): RawGame {
    const bytes = this.#buffer.subarray(this.#start, this.#start + this.#max);
    return { bytes, offset: this.#startOffset, line: this.#startLine, fault: 'too_large' };
  }
}

/**
 * The games of a stream of chunks, those together that a chunk completes. When the stream throws, the whole games before the fault come
 * out first, then the error; the game that the fault cut through does not.
 * @param splitter one that has seen nothing yet; who gives it may ask it something in the end
 */
export async function* splitChunks(
  chunks: AsyncIterable<Uint8Array>,
  splitter = new GameSplitter(),
): AsyncGenerator<RawGame[]> {
  const source = chunks[Symbol.asyncIterator]();
  let done = false;
  try {
    for (;;) {
      let step: IteratorResult<Uint8Array>;
      try {
        step = await source.next();
      } catch (error) {
        done = true;
        yield splitter.cut();
        throw error;
      }
      if (step.done === true) break;
      yield splitter.push(step.value);
    }
    done = true;
    yield splitter.end();
  } finally {
    // The consumer left early: let the source close its files.
    if (!done) await source.return?.();
  }
}

/** The same games one at a time, for whoever does much with each: the way through a generator costs a third of the splitting. */
export async function* splitGames(
  chunks: AsyncIterable<Uint8Array>,
  splitter = new GameSplitter(),
): AsyncGenerator<RawGame> {
  for await (const games of splitChunks(chunks, splitter)) yield* games;
}
