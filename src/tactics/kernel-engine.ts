/**
 * The engine over a kernel instance: put text in, take flat records out. Nothing here knows where the wasm came from, so it runs in a
 * browser as it does in Node (`kernel.ts` loads it there, `src/web/engine/` here).
 *
 * An instance is a position and its buffers, so each call sets its own position first and none leaves anything behind that another
 * relies on. Views into the kernel's memory are made once (its size is fixed) and never handed out: results are copies.
 */
import { latin1, type Latin1 } from '../pgn/buffers.js';
import { withPlainBlanks } from '../pgn/blanks.js';
import { readingsOf } from '../pgn/letters.js';
import { oddResultAt } from '../pgn/odd-result.js';
import { withoutSlips } from '../pgn/slips.js';
import { decode, encodingOf } from '../pgn/text.js';
import type {
  Engine,
  FaultReason,
  FoundPosition,
  GameFault,
  GameReplay,
  GameScan,
  MovePlaces,
  Solution,
} from './engine.js';
import { IllegalMoveError, InvalidFenError } from './errors.js';
import type { KernelExports } from './exports.js';
import { describeFenFault } from './fen-fault.js';
import { assertFenText } from './fen.js';
import { STANDARD_START } from './game.js';
import { Memo } from './memo.js';
import { ALL_PLIES, UNSEEN, type PlyRange } from './plies.js';
import { makeUci } from './record.js';
import { ALL_PATTERNS, type Depth, type PatternMask } from './types.js';
import { parseUci } from './uci.js';

/** By the kernel's fault codes (kernel/movetext.ts); 0 is none. */
const FAULTS: readonly FaultReason[] = [
  'bad_token',
  'illegal_move',
  'ambiguous_move',
  'bad_token',
  'unterminated_comment',
  'unterminated_variation',
  'too_many_plies',
  'bad_fen',
];

/** Of a start position from which the game comes to one that could not be read. */
const CROWDED = 'promotions lead from it to more pieces than can be analysed';

/** The moves of a game, packed, and the movetext as it was read (`MovePlaces`). */
interface MainLine {
  ok: true;
  moves: Uint16Array;
  text: Uint8Array;
}

/** Characters of a token that a fault quotes; no character takes more than four bytes. */
const TOKEN_MAX = 32;

const encoder = new TextEncoder();

/**
 * Sets the position of a FEN.
 * @param input the kernel's input buffer
 * @throws {InvalidFenError}
 */
export function setPosition(kernel: KernelExports, input: Uint8Array, fen: string): void {
  assertFenText(fen);
  const { written } = encoder.encodeInto(fen, input);
  const code = kernel.setFen(written);
  if (code !== 0) throw new InvalidFenError(describeFenFault(code, fen));
}

export class KernelEngine implements Engine {
  readonly #kernel: KernelExports;
  readonly #input: Uint8Array;
  readonly #output: Uint8Array;
  /** The same bytes, read as text, and as numbers of other lengths. */
  readonly #text: Latin1;
  readonly #view: DataView;
  readonly #masks: Uint16Array;
  readonly #moves: Uint16Array;
  /** Of l2; what l1 found, the kernel remembers itself. */
  #memo: Memo | undefined;

  constructor(kernel: KernelExports) {
    this.#kernel = kernel;
    this.#input = new Uint8Array(kernel.memory.buffer, kernel.inputAddress(), kernel.inputCapacity());
    this.#output = new Uint8Array(kernel.memory.buffer, kernel.outputAddress(), kernel.outputCapacity());
    this.#text = latin1(this.#output);
    this.#view = new DataView(kernel.memory.buffer, kernel.outputAddress(), kernel.outputCapacity());
    this.#masks = new Uint16Array(kernel.memory.buffer, kernel.outputAddress(), kernel.outputCapacity() / 2);
    this.#moves = new Uint16Array(kernel.memory.buffer, kernel.movesAddress(), kernel.movesCapacity());
  }

  analyze(fen: string, depth: Depth, mask: PatternMask = ALL_PATTERNS): Uint8Array {
    this.#set(fen);
    return this.#records(this.#kernel.analyze(depth === 'l1' ? 1 : 2, mask));
  }

  canonicalFen(fen: string): string {
    this.#set(fen);
    return this.#fen(true);
  }

  mainLine(movetext: Uint8Array, startFen: string | null): Uint16Array | GameFault {
    const read = this.#decode(movetext, startFen);
    return read.ok ? read.moves : read;
  }

  scanGame(
    movetext: Uint8Array,
    startFen: string | null,
    depth: Depth,
    plies = ALL_PLIES,
    decoded?: () => void,
  ): GameScan | GameFault {
    const read = this.#decode(movetext, startFen);
    if (!read.ok) return read;
    decoded?.();
    return depth === 'l1' ? this.#prescan(read.moves, null, plies) : this.#confirm(read.moves, startFen, plies);
  }

  scanMoves(moves: Uint16Array, startFen: string | null, depth: Depth, plies = ALL_PLIES): GameScan {
    return depth === 'l1'
      ? this.#prescan(moves, startFen ?? STANDARD_START, plies)
      : this.#confirm(moves, startFen, plies);
  }

  /**
   * What l1 finds along a game, which is no more than masks.
   * @param startFen null for the game that the kernel has just decoded
   */
  #prescan(moves: Uint16Array, startFen: string | null, plies: PlyRange): GameScan {
    const [from, to] = [Math.max(0, plies.from - 1), Math.min(plies.to, moves.length + 1)];
    if (to > this.#masks.length) throw new RangeError(`kernel: a game of ${moves.length} moves is too long`);
    const candidates = startFen === null ? this.#kernel.scanDecoded(from, to) : this.#along(moves, startFen, from, to);
    if (from === 0 && to > moves.length)
      return { ok: true, moves, masks: this.#masks.slice(0, to), candidates, found: [] };
    const masks = new Uint16Array(moves.length + 1).fill(UNSEEN);
    if (from < to) masks.set(this.#masks.subarray(from, to), from);
    return { ok: true, moves, masks, candidates, found: [] };
  }

  /** Plays and scans moves that come from elsewhere: the candidates; the masks are the kernel's. */
  #along(moves: Uint16Array, startFen: string, from: number, to: number): number {
    this.#set(startFen);
    new Uint16Array(this.#input.buffer, this.#input.byteOffset, moves.length).set(moves);
    const candidates = this.#kernel.scanGame(moves.length, from, to);
    if (candidates < 0) throw new Error(`kernel: move ${-candidates} of the game is not legal`);
    return candidates;
  }

  #confirm(moves: Uint16Array, startFen: string | null, plies: PlyRange): GameScan {
    const kernel = this.#kernel;
    const masks = new Uint16Array(moves.length + 1);
    const found: FoundPosition[] = [];
    let candidates = 0;
    const memo = (this.#memo ??= new Memo());
    this.#set(startFen ?? STANDARD_START);
    for (let index = 0; ; index++) {
      if (index + 1 >= plies.from && index < plies.to) {
        const high = kernel.hashHigh();
        const low = kernel.hashLow();
        const slot = memo.find(high, low);
        let records = slot < 0 ? undefined : memo.records(slot);
        if (slot < 0) {
          const bytes = kernel.analyze(2, ALL_PATTERNS);
          if (bytes > 0) records = this.#records(bytes);
          memo.add(high, low, kernel.foundMask(), kernel.foundCount(), records);
        }
        masks[index] = slot < 0 ? kernel.foundMask() : memo.mask(slot);
        candidates += slot < 0 ? kernel.foundCount() : memo.candidates(slot);
        if (records !== undefined) found.push({ ply: index + 1, fen: this.#fen(true), records });
      } else masks[index] = UNSEEN;
      if (index === moves.length) return { ok: true, moves, masks, candidates, found };
      this.#play(moves, index);
    }
  }

  solve(fen: string): Solution {
    this.#set(fen);
    this.#kernel.solve();
    const view = this.#view;
    return {
      verdict: view.getUint8(0),
      line: Uint16Array.from({ length: view.getUint8(1) }, (_, index) => view.getUint16(24 + 2 * index, true)),
      mate: view.getUint8(2) === 1,
      gain: view.getInt16(4, true),
      score: view.getInt16(6, true),
      second: view.getInt16(8, true),
      identity: view.getBigUint64(16, true),
    };
  }

  worth(fen: string, attacking: boolean): number {
    this.#set(fen);
    return this.#kernel.worth(attacking);
  }

  material(fen: string): number {
    this.#set(fen);
    return this.#kernel.materialBalance();
  }

  positionAfter(startFen: string | null, moves: Uint16Array): string {
    this.#set(startFen ?? STANDARD_START);
    for (let index = 0; index < moves.length; index++) this.#play(moves, index);
    return this.#fen(false);
  }

  forget(): void {
    this.#memo = undefined;
    this.#kernel.forget();
  }

  replay(movetext: Uint8Array, startFen: string | null): GameReplay | GameFault {
    const read = this.#decode(movetext, startFen);
    if (!read.ok) return read;
    const { moves } = read;
    this.#set(startFen ?? STANDARD_START);
    const fens = [this.#fen(false)];
    for (let index = 0; index < moves.length; index++) {
      this.#play(moves, index);
      fens.push(this.#fen(false));
    }
    return { ok: true, moves, fens };
  }

  locate(movetext: Uint8Array, startFen: string | null): MovePlaces | GameFault {
    const read = this.#decode(movetext, startFen);
    if (!read.ok) return read;
    const ends = Uint32Array.from(read.moves, (_, index) => this.#view.getUint32(4 * index, true));
    return { ok: true, text: read.text, ends };
  }

  legalMoves(fen: string): string[] {
    this.#set(fen);
    const count = this.#kernel.legalMoves();
    const moves: string[] = [];
    for (let at = 0; at < 2 * count; at += 2) moves.push(makeUci(this.#view.getUint16(at, true)));
    return moves;
  }

  san(fen: string, uci: string): string | null {
    const move = parseUci(uci);
    this.#set(fen);
    if (move === null) return null;
    const length = this.#kernel.san(move);
    return length === 0 ? null : this.#text.text(0, length);
  }

  sanLine(fen: string, line: readonly string[]): string[] {
    this.#set(fen);
    return line.map((uci, index) => {
      const move = parseUci(uci);
      const text = move === null ? '' : this.#text.text(0, this.#kernel.san(move));
      this.#playUci(move, uci, index);
      return text;
    });
  }

  replyCounts(fen: string, line: readonly string[]): number[] {
    this.#set(fen);
    return line.map((uci, index) => {
      this.#playUci(parseUci(uci), uci, index);
      return this.#kernel.legalMoves();
    });
  }

  perft(fen: string, depth: number): number {
    if (!Number.isInteger(depth) || depth < 0 || depth > 12) throw new RangeError(`perft: depth ${depth} is not 0-12`);
    this.#set(fen);
    return Number(this.#kernel.perft(depth));
  }

  selfCheck(fen: string, depth: number): number {
    if (!Number.isInteger(depth) || depth < 0 || depth > 6)
      throw new RangeError(`selfCheck: depth ${depth} is not 0-6`);
    this.#set(fen);
    return this.#kernel.countMismatches(depth);
  }

  /** @throws {InvalidFenError} */
  #set(fen: string): void {
    setPosition(this.#kernel, this.#input, fen);
  }

  #fen(canonical: boolean): string {
    return this.#text.text(0, this.#kernel.getFen(canonical));
  }

  #records(bytes: number): Uint8Array {
    return this.#output.slice(0, bytes);
  }

  /** The main line from the start position, or what is wrong with it. Leaves the position at its end, and in the kernel what it read. */
  #decode(movetext: Uint8Array, startFen: string | null): MainLine | GameFault {
    try {
      this.#set(startFen ?? STANDARD_START);
    } catch (error) {
      if (!(error instanceof InvalidFenError)) throw error;
      const token = (startFen ?? '').slice(0, TOKEN_MAX);
      return { ok: false, reason: 'bad_fen', ply: 0, offset: 0, token, detail: error.detail };
    }
    const read = this.#follow(movetext);
    if (read.ok) return read;
    const mended = withPlainBlanks(movetext) ?? withoutSlips(movetext);
    if (mended !== null) return this.#decode(mended, startFen);
    return this.#readBeforeResult(movetext, startFen) ?? this.#readForeign(movetext, startFen) ?? read;
  }

  /** The game before a result that the kernel does not know, which stays in the text; undefined where there is none, or the moves have faults. */
  #readBeforeResult(movetext: Uint8Array, startFen: string | null): MainLine | undefined {
    const at = oddResultAt(movetext);
    if (at < 0) return undefined;
    const before = movetext.subarray(0, at);
    this.#set(startFen ?? STANDARD_START);
    const plain = this.#follow(before);
    // not as a text of its own, which may end with a result like this one, and so on to its beginning
    const read = plain.ok ? plain : this.#readForeign(before, startFen);
    if (read?.ok !== true) return undefined;
    const result = movetext.subarray(at);
    const text = new Uint8Array(read.text.length + result.length);
    text.set(read.text);
    text.set(result, read.text.length);
    return { ...read, text };
  }

  /** The one way to read the whole game with the piece letters of another language; undefined where there is none, or more. */
  #readForeign(movetext: Uint8Array, startFen: string | null): MainLine | GameFault | undefined {
    let found: MainLine | undefined;
    for (const reading of readingsOf(movetext)) {
      this.#set(startFen ?? STANDARD_START);
      const read = this.#follow(reading);
      if (!read.ok) continue;
      if (found !== undefined && found.moves.join() !== read.moves.join()) return undefined;
      found = read;
    }
    if (found === undefined) return undefined;
    // what the kernel has now is the reading that was tried last
    this.#set(startFen ?? STANDARD_START);
    return this.#follow(found.text);
  }

  /** The main line from the position that is set. */
  #follow(movetext: Uint8Array): MainLine | GameFault {
    if (movetext.length > this.#input.length) {
      return { ok: false, reason: 'too_large', ply: 0, offset: this.#input.length, token: '' };
    }
    const kernel = this.#kernel;
    this.#input.set(movetext);
    const count = kernel.decodeMovetext(movetext.length);
    const moves = this.#moves.slice(0, count);
    const code = kernel.faultCode();
    if (code === 0) return { ok: true, moves, text: movetext };
    const offset = kernel.faultAt();
    const bytes = movetext.subarray(offset, offset + kernel.faultBytes());
    // by all of them, for where they are cut a letter may be, too
    const token = decode(bytes.subarray(0, 4 * TOKEN_MAX), encodingOf(bytes)).slice(0, TOKEN_MAX);
    const reason = FAULTS[code] ?? 'bad_token';
    const fault: GameFault = { ok: false, reason, ply: count + 1, offset, token, moves, position: this.#fen(false) };
    return reason === 'bad_fen' ? { ...fault, detail: CROWDED } : fault;
  }

  /** Plays a move of a line that somebody gave. @throws {IllegalMoveError} */
  #playUci(move: number | null, uci: string, index: number): void {
    if (move === null || this.#kernel.play(move) === 0) throw new IllegalMoveError(uci, index + 1);
  }

  /** Plays a move that the decoder found legal. */
  #play(moves: Uint16Array, index: number): void {
    if (this.#kernel.play(moves[index] ?? 0) === 0)
      throw new Error(`kernel: move ${index + 1} of the game is not legal`);
  }
}
