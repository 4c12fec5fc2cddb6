/** What an export wrote, counted as it went: for the card, for summaries, for whoever called. */
import { byPattern, type Pattern } from '../tactics/types.js';
import { patternsOf, solverMoves, type Item } from './item.js';
import { PHASES, type Phase } from './phase.js';
import { archiveName } from './text.js';

/** Ratings are counted in steps of so many points. */
export const RATING_STEP = 200;

export interface ExportCounts {
  puzzles: number;
  /** A puzzle counts for each of its patterns. */
  patterns: Record<Pattern, number>;
  /** By the moves that the solver has to find. */
  moves: Map<number, number>;
  phases: Record<Phase, number>;
  mates: number;
  /** By the lower end of the step. */
  ratings: Map<number, number>;
  /** Centipawns that the puzzles without mate win, in all. */
  gain: number;
  /** By archive. */
  sources: Map<string, number>;
}

export function noCounts(): ExportCounts {
  return {
    puzzles: 0,
    patterns: byPattern(),
    moves: new Map(),
    phases: Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>,
    mates: 0,
    ratings: new Map(),
    gain: 0,
    sources: new Map(),
  };
}

export function countItem(counts: ExportCounts, { puzzle, phase, rating }: Item): void {
  counts.puzzles++;
  for (const pattern of patternsOf(puzzle)) counts.patterns[pattern]++;
  add(counts.moves, solverMoves(puzzle));
  counts.phases[phase]++;
  if (puzzle.mate) counts.mates++;
  else counts.gain += puzzle.gain;
  add(counts.ratings, RATING_STEP * Math.floor(rating / RATING_STEP));
  add(counts.sources, archiveName(puzzle.game.archive));
}

function add<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** A file that was written. */
export interface WrittenFile {
  /** Its name without folders. */
  name: string;
  /** The part of the split that it is; null where it is whole. */
  part: string | null;
  puzzles: number;
  bytes: number;
  /** Hex. */
  sha256: string;
}
