/** What a stage measures with, and what it measures. */
import type { Engine } from '../../src/tactics/engine.js';
import type { CorpusGame } from './corpus.js';
import type { BareKernel } from './kernel.js';

/** What stages share. */
export interface Bench {
  engine: Engine;
  kernel: BareKernel;
  archives: readonly string[];
  /** Games in the archives that can be read. */
  total: number;
  /** Drawn from the archives by seed, each in the archives' order. */
  games: readonly Game[];
  positions: readonly string[];
  /** Fewer positions, fewer runs: a look, not a measurement. */
  quick: boolean;
}

/** A game without its positions, of which there may be many. */
export type Game = Omit<CorpusGame, 'fens'>;

export interface Figure {
  name: string;
  unit: string;
  /** By the clock. */
  wall: number;
  /** The same by processor time, where that makes sense; with several workers, that of one core times the workers. */
  cpu?: number;
  floor?: Floor;
  note?: string;
}

/** What the figure must reach: `least` for rates, `most` for times. */
export type Floor = { least: number } | { most: number };

export interface Stage {
  name: string;
  run(bench: Bench): Figure[] | Promise<Figure[]>;
}

export function meets(value: number, floor: Floor): boolean {
  return 'least' in floor ? value >= floor.least : value < floor.most;
}
