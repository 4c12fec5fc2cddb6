/** A puzzle made ready for export: with what all formats, choices and the card want to know of it. */
import type { Puzzle } from '../store/puzzles.js';
import type { Engine } from '../tactics/engine.js';
import { readRecords } from '../tactics/record.js';
import { PATTERNS, type Pattern, type PatternMask } from '../tactics/types.js';
import { Board } from './board.js';
import { DifficultyGauge } from './difficulty.js';
import { phaseOf, type Phase } from './phase.js';
import { Storyteller, type Story } from './story.js';
import { themesOf } from './themes.js';

export interface Item {
  puzzle: Puzzle;
  story: Story;
  phase: Phase;
  /** Lichess's names, each once. */
  themes: string[];
  /** The estimated difficulty, on Lichess's scale. */
  rating: number;
}

/** Makes items with one set of tools, so that a million puzzles need no more memory than one. */
export class ItemMaker {
  readonly #teller: Storyteller;
  readonly #gauge: DifficultyGauge;
  readonly #board = new Board();

  constructor(engine: Engine) {
    this.#teller = new Storyteller(engine);
    this.#gauge = new DifficultyGauge(engine);
  }

  /** @throws {Error} naming the puzzle, where it holds a move that is not legal */
  make(read: Puzzle): Item {
    const puzzle = withoutBlanks(read);
    const story = this.#tell(puzzle);
    const board = this.#board.set(puzzle.fen);
    const phase = phaseOf(puzzle.fen, board);
    const themes = themesOf(puzzle, story, board, phase);
    return { puzzle, story, phase, themes, rating: this.#gauge.rate(puzzle, story) };
  }

  #tell(puzzle: Puzzle): Story {
    try {
      return this.#teller.tell(puzzle);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw new Error(
        `puzzle ${puzzle.id} cannot be played through (${what}): the database is damaged; restore it, or scan the archives again into another one`,
        { cause: error },
      );
    }
  }
}

/** Tags of free text. Of a time control `-` says something: that there was none. */
const TEXTS = ['white', 'black', 'event', 'site', 'date', 'round', 'eco'] as const;

/** The puzzle with null where its game's tags only say that something is not known, so that no format hands that on as data. */
function withoutBlanks(puzzle: Puzzle): Puzzle {
  const { game } = puzzle;
  const timeControl = game.timeControl?.trim() === '?' ? null : game.timeControl;
  const blank = TEXTS.filter((name) => game[name] !== null && isBlank(game[name]));
  // many say all of it, and copies of a million rows take time
  if (blank.length === 0 && timeControl === game.timeControl) return puzzle;
  return { ...puzzle, game: { ...game, timeControl, ...Object.fromEntries(blank.map((name) => [name, null])) } };
}

/** PGN writes `?` for what is not known, `????.??.??` for a day, and `-` for what does not apply. */
function isBlank(text: string): boolean {
  return /^(?:\?|-|\?{4}\.\?\?\.\?\?)?$/.test(text.trim());
}

/** Moves that the solver has to find. */
export function solverMoves({ line }: Pick<Puzzle, 'line'>): number {
  return (line.length + 1) / 2;
}

/** The patterns that begin with the solution's first move, each once, the main one first. */
export function patternsOf({ records }: Pick<Puzzle, 'records'>): Pattern[] {
  return [...new Set(Array.from(readRecords(records), ({ pattern }) => PATTERNS[pattern]!))];
}

/** The same as a mask. */
export function patternMaskOf({ records }: Pick<Puzzle, 'records'>): PatternMask {
  let mask = 0;
  for (const { pattern } of readRecords(records)) mask |= 1 << pattern;
  return mask;
}
