/**
 * What the forcing tree made of a move: the question behind every move of a solution that l2 does not report.
 *
 * Results hold only what was attributed to a pattern, so this asks a bare kernel, and reads the triggers as `src/kernel/tree/roots.ts`
 * keeps them: i32 move, i32 score, i32 length of the line, and from byte 16 the line itself, two bytes a move.
 */
import { makeUci } from '../../../src/tactics/record.js';
import { ALL_PATTERNS } from '../../../src/tactics/types.js';
import { BareKernel } from '../kernel.js';
import { materialOf } from '../material.js';

/** A tactic wins a pawn at least (`BAR` of roots.ts). */
const BAR = 100;
const SCORE = 4;
const LENGTH = 8;
const LINE = 16;
/** Move kinds from 1 to this promote; those behind it mark other special moves. */
const PROMOTE_QUEEN = 4;

export class Tree {
  readonly #kernel: BareKernel;

  private constructor(kernel: BareKernel) {
    this.#kernel = kernel;
  }

  static async load(): Promise<Tree> {
    return new Tree(await BareKernel.load());
  }

  /**
   * The line by which the tree proves that a move wins something, whatever the pattern: UCI, the move itself first.
   * null where the move was no trigger, or does not win a pawn within the tree's limits.
   * @param move UCI
   */
  proof(fen: string, move: string): string[] | null {
    return this.wins(fen).find(([first]) => first === move) ?? null;
  }

  /** The lines of all triggers that win a pawn or more, or mate, in the order in which the tree ranks them: UCI, never empty. */
  wins(fen: string): string[][] {
    const { calls, view } = this.#kernel;
    this.#kernel.set(fen);
    calls.analyze(2, ALL_PATTERNS);
    const turn = calls.boardTurn();
    const bar = materialOf(fen) + BAR;
    const lines: string[][] = [];
    for (let index = 0; index < calls.triggerCount(); index++) {
      const at = calls.triggerAddress(index);
      if (view.getInt32(at + SCORE, true) < bar) continue;
      const length = view.getInt32(at + LENGTH, true);
      lines.push(Array.from({ length }, (_, ply) => uciOf(view.getUint16(at + LINE + 2 * ply, true), turn)));
    }
    return lines;
  }
}

/** The kernel's own move code, on its canonical board -> the caller's UCI. */
function uciOf(code: number, turn: number): string {
  const kind = (code >> 12) & 7;
  const squares = (code & 0xfff) ^ turn ^ (turn << 6);
  return makeUci(kind <= PROMOTE_QUEEN ? squares | (kind << 12) : squares);
}
