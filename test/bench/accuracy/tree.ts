/**
 * What the forcing tree made of a move: the question behind every tactic that l1 saw and l2 does not report.
 *
 * Results do not hold it (they are what was confirmed), so this asks a bare kernel, and reads the triggers where `confirm.ts` keeps them.
 */
import { ALL_PATTERNS } from '../../../src/tactics/types.js';
import { BareKernel } from '../kernel.js';

/** A tactic wins a pawn at least (`BAR` of confirm.ts). */
const BAR = 100;
const WORTH: Readonly<Record<string, number>> = { p: 100, n: 300, b: 300, r: 500, q: 900 };
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

  /** Whether the tree confirms that `move` (packed as in `record.ts`) wins something, whatever the pattern. */
  confirms(fen: string, move: number): boolean {
    const { calls, view } = this.#kernel;
    this.#kernel.set(fen);
    calls.analyze(2, ALL_PATTERNS);
    const turn = calls.boardTurn();
    const bar = materialOf(fen) + BAR;
    for (let index = 0; index < calls.triggerCount(); index++) {
      const at = calls.triggerAddress(index);
      if (publicMove(view.getInt32(at, true), turn) === move) return view.getInt32(at + 4, true) >= bar;
    }
    return false;
  }
}

/** The kernel's own move code, on its canonical board -> the caller's packed move. */
function publicMove(code: number, turn: number): number {
  const kind = (code >> 12) & 7;
  const squares = (code & 0xfff) ^ turn ^ (turn << 6);
  return kind <= PROMOTE_QUEEN ? squares | (kind << 12) : squares;
}

/** Material of the side to move minus the other side's, in centipawns. */
function materialOf(fen: string): number {
  const [board = '', side] = fen.split(' ');
  let white = 0;
  for (const letter of board) {
    const worth = WORTH[letter.toLowerCase()] ?? 0;
    white += letter === letter.toLowerCase() ? -worth : worth;
  }
  return side === 'b' ? -white : white;
}
