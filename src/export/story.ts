/**
 * What happens in a puzzle, told move by move: what all formats, themes and the difficulty are made from. Computed once a puzzle.
 */
import type { Puzzle } from '../store/puzzles.js';
import type { Engine } from '../tactics/engine.js';
import { Board, Kind, VALUES, type Step } from './board.js';

export type PuzzleMoves = Pick<Puzzle, 'before' | 'mistake' | 'fen' | 'line'>;

export interface Story {
  /** Whether White is to solve it. */
  white: boolean;
  /** The opponent's mistake. */
  mistake: Step;
  /** The solution, the solver's moves at even indexes. */
  steps: Step[];
  /** The mistake and the solution in SAN, check signs included. */
  san: string[];
  /** Centipawns that the solver has more than the opponent: before the solution, and behind each of its plies. */
  balance: number[];
}

/** A reader of puzzles; it keeps one board, so that a million puzzles need no more than one. */
export class Storyteller {
  readonly #engine: Engine;
  readonly #board = new Board();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws {Error} where a move is not legal */
  tell({ before, mistake, line }: PuzzleMoves): Story {
    const san = this.#engine.sanLine(before, [mistake, ...line]);
    const board = this.#board.set(before);
    const blunder = board.play(mistake);
    const white = board.whiteToMove;
    let now = board.material(white) - board.material(!white);
    const balance = [now];
    const steps: Step[] = [];
    for (const [index, move] of line.entries()) {
      const step = board.play(move);
      now += (index % 2 === 0 ? 1 : -1) * winnings(step);
      balance.push(now);
      steps.push(step);
    }
    return { white, mistake: blunder, steps, san, balance };
  }
}

/** Centipawns that a move wins for who makes it. */
function winnings({ taken, promotion }: Step): number {
  return VALUES[taken]! + (promotion === 0 ? 0 : VALUES[promotion]! - VALUES[Kind.Pawn]!);
}
