/** The easiest puzzles that go wrong: the ones that embarrass. */
import type { Pattern } from '../../../src/tactics/types.js';
import type { Cause, Unsolved } from './causes.js';
import type { FirstTactic } from './disagreements.js';

/** A puzzle with at least one of the ten labels, of which one was missed, or which was not solved. */
export interface Failure {
  id: string;
  rating: number;
  /** The position before the solver's first move. */
  fen: string;
  /** The puzzle's moves from there on, UCI. */
  solution: string[];
  labels: Pattern[];
  /** What was said at each of the solver's moves in turn. */
  said: Pattern[][];
  missed: { pattern: Pattern; cause: Cause }[];
  /** Why the first move is not the engine's first; null where it is. */
  unsolved: Unsolved | null;
  /** The first tactic of the position, where it starts with another move. */
  first?: FirstTactic;
}

const MOST = 20;

/** Those with the lowest ratings, the lowest first; of equal ones those whose id comes first, so that the order of arrival is nothing. */
export class Worst {
  readonly #kept: Failure[] = [];

  add(failure: Failure): void {
    this.#kept.push(failure);
    this.#kept.sort((a, b) => a.rating - b.rating || (a.id < b.id ? -1 : 1));
    this.#kept.splice(MOST);
  }

  list(): readonly Failure[] {
    return this.#kept;
  }
}
