/**
 * A bare kernel for measurements: the calls that the engine wraps, one by one, and the counters that no result holds
 * (`src/kernel/abi.ts` documents them).
 */
import { STANDARD_START } from '../../src/tactics/game.js';
import type { KernelExports } from '../../src/tactics/exports.js';
import { loadKernel } from '../../src/tactics/kernel.js';

export interface MeasuredExports extends KernelExports {
  /** Where the record of each trigger of the last l2 analysis lies: i32 move, i32 score, ... */
  triggerAddress(index: number): number;
  /** What squares of that analysis are xored with to be the caller's. */
  boardTurn(): number;
}

export class BareKernel {
  readonly calls: MeasuredExports;
  readonly view: DataView;
  readonly #input: Uint8Array;
  readonly #encoder = new TextEncoder();

  private constructor(calls: MeasuredExports) {
    this.calls = calls;
    this.view = new DataView(calls.memory.buffer);
    this.#input = new Uint8Array(calls.memory.buffer, calls.inputAddress(), calls.inputCapacity());
  }

  static async load(): Promise<BareKernel> {
    return new BareKernel((await loadKernel()) as MeasuredExports);
  }

  /** Sets the position of a FEN that is known to be good. */
  set(fen: string): void {
    const { written } = this.#encoder.encodeInto(fen, this.#input);
    if (this.calls.setFen(written) !== 0) throw new Error(`not a position: ${fen}`);
  }

  /** Reads a game's moves and makes nothing of them; their number. */
  decode(movetext: Uint8Array, startFen: string | null): number {
    this.set(startFen ?? STANDARD_START);
    this.#input.set(movetext);
    return this.calls.decodeMovetext(movetext.length);
  }
}
