/**
 * What must be true of any bytes whatever, from the splitter to the packed outcome of a scan.
 *
 * Nothing in WebAssembly checks a store inside the memory, so the kernel's free memory beside its buffers is filled with a pattern, which
 * must still be there afterwards.
 */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { explain } from '../../src/pgn/quarantine.js';
import { GameSplitter, type RawGame } from '../../src/pgn/splitter.js';
import { Transcoder } from '../../src/pgn/transcode.js';
import { readTags, TAGS_MAX, VALUE_MAX } from '../../src/pgn/tags.js';
import type { GameBatch } from '../../src/pipeline/batches.js';
import { readPacket } from '../../src/pipeline/packet.js';
import { Performer } from '../../src/pipeline/perform.js';
import type { BatchResult } from '../../src/pipeline/tasks.js';
import type { Engine } from '../../src/tactics/engine.js';
import { InvalidFenError } from '../../src/tactics/errors.js';
import type { KernelExports } from '../../src/tactics/exports.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { setPosition } from '../../src/tactics/kernel-engine.js';
import { compileKernel, loadEngine, loadKernel } from '../../src/tactics/kernel.js';
import type { Random } from './random.js';

/** Moves that the kernel keeps at most, two bytes each (MAX_MOVES). */
const MOVES_BYTES = 65_536;
const PATTERN = 0xa5;
/** Bytes beside a buffer that are looked at after every case; all of them are after every `FULL_CHECK`. */
const MARGIN = 512;
const FULL_CHECK = 4096;
/** Once in so many cases the games are searched too, which takes a hundred times longer. */
const L2_ODDS = 256;

const encoder = new TextEncoder();
/** Whole games: whatever comes before, and a blank line, they must come out as they are. */
const SURVIVORS = [
  '[Event "Survivor"]\n[White "S"]\n\n1. e4 e5 2. Nf3 {in braces} Nc6 (2... d6) 3. Bb5 1-0',
  '[Event "Survivor"]\n[White "S"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0',
].map((text) => encoder.encode(text));
const BLANK_LINE = encoder.encode('\n\n');

export class Checker {
  readonly #engine: Engine;
  readonly #kernel: KernelExports;
  readonly #memory: Uint8Array;
  readonly #input: Uint8Array;
  readonly #performer: Performer;
  #cases = 0;
  /** What the games of all cases came to. */
  readonly seen = { games: 0, scanned: 0, filtered: 0, quarantined: 0 };

  private constructor(engine: Engine, kernel: KernelExports, performer: Performer) {
    this.#engine = engine;
    this.#kernel = kernel;
    this.#performer = performer;
    this.#memory = new Uint8Array(kernel.memory.buffer);
    this.#input = this.#memory.subarray(kernel.inputAddress(), kernel.inputAddress() + kernel.inputCapacity());
    for (const [from, to] of this.#gaps()) this.#memory.fill(PATTERN, from, to);
  }

  static async create(): Promise<Checker> {
    const module = await compileKernel();
    // An engine that throws would be replaced and its game set aside: here it must not be.
    let loaded = 0;
    const performer = await Performer.create(() => {
      ok(loaded++ === 0, 'the engine threw');
      return loadEngine(module);
    });
    return new Checker(await loadEngine(module), await loadKernel(module), performer);
  }

  /** @throws {AssertionError} whatever does not hold */
  async check(bytes: Uint8Array, random: Random): Promise<void> {
    const games = split(bytes, [bytes.length]);
    const sizes = Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(1 << random.below(10)));
    deepStrictEqual(outlineOf(split(bytes, sizes)), outlineOf(games), `in chunks of ${sizes.join(', ')}`);
    if (!isUtf16(bytes)) {
      checkPlaces(bytes, games);
      checkSurvivor(bytes, random.pick(SURVIVORS));
    }
    checkLimit(bytes, games, 1 + random.below(400), sizes);
    const deep = random.once(L2_ODDS);
    for (const game of games) this.#checkGame(game, deep);
    await this.#checkOutcomes(games);
    if (++this.#cases % FULL_CHECK === 0) this.checkMemory();
  }

  /** @throws {AssertionError} the kernel wrote where it has no business */
  checkMemory(): void {
    for (const [from, to] of this.#gaps()) this.#checkUntouched(from, to);
    // The tables are what they were.
    setPosition(this.#kernel, this.#input, STANDARD_START);
    strictEqual(this.#kernel.perft(3), 8902n);
  }

  /** Memory that no reading of a game uses. */
  #gaps(): [from: number, to: number][] {
    const kernel = this.#kernel;
    const input = kernel.inputAddress();
    return [
      [kernel.movesAddress() + MOVES_BYTES, input],
      [input + kernel.inputCapacity() + 8, this.#memory.length],
    ];
  }

  #checkUntouched(from: number, to: number): void {
    for (let at = from; at < to; at++) ok(this.#memory[at] === PATTERN, `the kernel wrote at ${at}`);
  }

  #checkGame(game: RawGame, deep: boolean): void {
    const { tags, movetext } = readTags(game.bytes);
    ok(movetext >= 0 && movetext <= game.bytes.length);
    ok(tags.size <= TAGS_MAX);
    for (const value of tags.values()) ok(value.length <= VALUE_MAX);
    const text = game.bytes.subarray(movetext);
    const fen = tags.get('FEN')?.trim() ?? null;
    this.#checkDecoder(text, fen);

    const replay = this.#engine.replay(text, fen);
    if (replay.ok) {
      strictEqual(replay.fens.length, replay.moves.length + 1);
      if (deep) strictEqual(this.#engine.scanGame(text, fen, 'l2').ok, true);
      return;
    }
    const { reason, ply, offset, token, moves, position } = replay;
    if (reason !== 'bad_fen') {
      strictEqual(ply, (moves?.length ?? 0) + 1);
      ok(offset < text.length && token.length > 0 && token.length <= 32);
      // The legal part, given alone, reads as the same moves.
      const prefix = this.#engine.replay(text.subarray(0, offset), fen);
      if (prefix.ok) deepStrictEqual([prefix.moves, prefix.fens.at(-1)], [moves, position]);
      else ok(prefix.reason.startsWith('unterminated'), `the part before the fault: ${prefix.reason}`);
    }
    const words = explain(game, replay);
    ok(!/[\r\n]/.test(words.message) && words.message.length > 0);
    ok(words.offset >= game.offset && words.offset <= game.offset + game.bytes.length);
    ok(words.line >= game.line && words.column >= 1);
  }

  /** The decoder alone: its fault lies in the text, its position is whole, its neighbours are untouched. */
  #checkDecoder(text: Uint8Array, fen: string | null): void {
    const kernel = this.#kernel;
    try {
      setPosition(kernel, this.#input, fen ?? STANDARD_START);
    } catch (error) {
      ok(error instanceof InvalidFenError);
      return;
    }
    this.#input.set(text);
    const moves = kernel.decodeMovetext(text.length);
    ok(moves >= 0 && moves <= MOVES_BYTES / 2);
    ok(kernel.faultAt() >= 0 && kernel.faultBytes() >= 0 && kernel.faultAt() + kernel.faultBytes() <= text.length);
    strictEqual(kernel.countMismatches(1), 0, 'the position is not what its board says');
    // The eight bytes behind the text are the kernel's own end mark.
    const input = kernel.inputAddress();
    this.#checkUntouched(input - MARGIN, input);
    this.#checkUntouched(kernel.movesAddress() + MOVES_BYTES, kernel.movesAddress() + MOVES_BYTES + MARGIN);
    const end = input + kernel.inputCapacity() + 8;
    this.#checkUntouched(end, end + MARGIN);
  }

  /** Each game comes out of a scan once, and none because the engine failed. */
  async #checkOutcomes(games: readonly RawGame[]): Promise<void> {
    const result = (await this.#performer.perform({ kind: 'batch', depth: 'l1', ...batchOf(games) })) as BatchResult;
    const outcomes = readPacket(result);
    strictEqual(outcomes.length, games.length);
    this.seen.games += games.length;
    for (const outcome of outcomes) {
      ok(outcome.kind !== 'known');
      this.seen[outcome.kind]++;
      if (outcome.kind === 'quarantined') ok(outcome.fault.reason !== 'engine_failed', outcome.fault.message);
    }
    strictEqual(this.seen.scanned + this.seen.filtered + this.seen.quarantined, this.seen.games);
  }
}

function split(bytes: Uint8Array, sizes: readonly number[], maxGameBytes?: number): RawGame[] {
  const splitter = new GameSplitter(maxGameBytes === undefined ? {} : { maxGameBytes });
  const games: RawGame[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    const chunk = bytes.slice(at, at + size);
    games.push(...splitter.push(chunk));
    // The splitter must not keep what it was given.
    chunk.fill(0x7b);
    at += size;
  }
  return [...games, ...splitter.end()];
}

/** For comparing: deep comparison of the bytes themselves takes longer than everything else together. */
function outlineOf(games: readonly RawGame[]): string[] {
  return games.map(
    ({ bytes, offset, line, fault }) =>
      `${offset} ${line} ${fault ?? ''} ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')}`,
  );
}

/** Games lie apart, in order, where they say they do. */
function checkPlaces(bytes: Uint8Array, games: readonly RawGame[]): void {
  let [at, line] = [0, 1];
  for (const game of games) {
    ok(game.offset >= at && game.bytes.length > 0, 'games overlap or are empty');
    for (; at < game.offset; at++) {
      if (bytes[at] === 13 || (bytes[at] === 10 && bytes[at - 1] !== 13)) line++;
    }
    strictEqual(game.line, line);
    const end = game.offset + game.bytes.length;
    ok(Buffer.compare(bytes.subarray(game.offset, end), game.bytes) === 0, 'not the bytes at its offset');
    for (; at < end; at++) if (bytes[at] === 13 || (bytes[at] === 10 && bytes[at - 1] !== 13)) line++;
  }
}

/** A whole game behind the case and a blank line comes out whole. */
function checkSurvivor(bytes: Uint8Array, survivor: Uint8Array): void {
  const games = split(new Uint8Array(Buffer.concat([bytes, BLANK_LINE, survivor])), [64 * 1024]);
  const last = games.at(-1);
  ok(last !== undefined && Buffer.compare(last.bytes, survivor) === 0, 'a whole game behind it is harmed');
}

/** Games below a limit come out as without one, and those above it are cut. */
function checkLimit(bytes: Uint8Array, games: readonly RawGame[], limit: number, sizes: readonly number[]): void {
  const limited = split(bytes, sizes, limit);
  strictEqual(limited.length, games.length);
  games.forEach((game, index) => {
    const other = limited[index];
    ok(other?.offset === game.offset && other.line === game.line);
    ok(other.bytes.length === Math.min(limit, other.fault === undefined ? game.bytes.length : limit));
    if (game.bytes.length > limit) strictEqual(other.fault, 'too_large');
  });
}

function isUtf16(bytes: Uint8Array): boolean {
  const transcoder = new Transcoder();
  transcoder.push(bytes);
  return transcoder.passes === false;
}

function batchOf(games: readonly RawGame[]): GameBatch {
  const bounds = new Uint32Array(games.length + 1);
  games.forEach((game, index) => (bounds[index + 1] = (bounds[index] ?? 0) + game.bytes.length));
  return {
    bytes: new Uint8Array(Buffer.concat(games.map((game) => game.bytes))),
    bounds,
    offsets: Float64Array.from(games, (game) => game.offset),
    lines: Float64Array.from(games, (game) => game.line),
    tooLarge: Uint8Array.from(games, (game) => (game.fault === undefined ? 0 : 1)),
  };
}
