/**
 * The ten finest tactics of a night, among the puzzles that it exports. The same puzzles in the same order, which the store gives, give the
 * same ten.
 *
 * Fine is what gives something to get more, what ends in mate, what takes several moves to see, and what is rare. Points:
 *
 * - sacrifice: one for each pawn's worth of material that the solver is down before one of his moves, 9 at most;
 * - mate: 3;
 * - length: one for each of the solver's moves behind the first, 4 at most;
 * - rarity: one each time that the share of its pattern among the night's puzzles halves below a quarter, 4 at most;
 * - a first move that takes nothing: 1.
 *
 * Of equal ones the larger margin over the second-best move goes first, then the larger gain, then the smaller id. A game gives one, and
 * a pattern three, for ten queen sacrifices of one kind are a dull list.
 */
import type { Puzzle } from '../store/puzzles.js';
import { readRecords } from '../tactics/record.js';
import { PATTERNS, type Pattern } from '../tactics/types.js';
import { isQuiet, sacrificeOf } from './sacrifice.js';

export const FINEST = 10;
const EACH_PATTERN = 3;

export interface FineTactic {
  puzzle: Puzzle;
  /** Of the first of its tactics in the published order. */
  pattern: Pattern;
  points: number;
  /** Centipawns. */
  sacrifice: number;
}

/** Hears of every puzzle, and keeps a few of each pattern. */
export class Finest {
  /** By pattern, the finest first; without the points for rarity, which all of a pattern share. */
  readonly #kept = new Map<Pattern, FineTactic[]>();
  readonly #counts = new Map<Pattern, number>();
  #total = 0;

  add(puzzle: Puzzle): void {
    const pattern = patternOf(puzzle);
    this.#total++;
    this.#counts.set(pattern, (this.#counts.get(pattern) ?? 0) + 1);
    const kept = this.#kept.get(pattern) ?? [];
    this.#kept.set(pattern, kept);
    const tactic = judge(puzzle, pattern);
    const worst = kept.at(-1);
    if (kept.length === FINEST && worst !== undefined && compare(worst, tactic) < 0) return;
    const same = kept.findIndex((other) => other.puzzle.game.digest === puzzle.game.digest);
    if (same >= 0) {
      if (compare(kept[same]!, tactic) < 0) return;
      kept.splice(same, 1);
    }
    kept.push(tactic);
    kept.sort(compare);
    kept.length = Math.min(kept.length, FINEST);
  }

  /** How many puzzles there were. */
  get total(): number {
    return this.#total;
  }

  /** The finest first. */
  list(): FineTactic[] {
    const all = [...this.#kept].flatMap(([pattern, tactics]) => {
      const rarity = this.#rarity(pattern);
      return tactics.map((tactic) => ({ ...tactic, points: tactic.points + rarity }));
    });
    const games = new Set<string>();
    const patterns = new Map<Pattern, number>();
    const chosen: FineTactic[] = [];
    for (const tactic of all.sort(compare)) {
      const { pattern, puzzle } = tactic;
      const count = patterns.get(pattern) ?? 0;
      if (count === EACH_PATTERN || games.has(puzzle.game.digest)) continue;
      games.add(puzzle.game.digest);
      patterns.set(pattern, count + 1);
      if (chosen.push(tactic) === FINEST) break;
    }
    return chosen;
  }

  #rarity(pattern: Pattern): number {
    const halvings = Math.floor(Math.log2(this.#total / 4 / (this.#counts.get(pattern) ?? 1)));
    return Math.min(Math.max(halvings, 0), 4);
  }
}

function judge(puzzle: Puzzle, pattern: Pattern): FineTactic {
  const { fen, line, mate } = puzzle;
  const sacrifice = sacrificeOf(fen, line);
  const length = Math.min((line.length - 1) / 2, 4);
  const quiet = isQuiet(fen, line[0] ?? '') ? 1 : 0;
  const points = Math.min(Math.floor(sacrifice / 100), 9) + (mate ? 3 : 0) + length + quiet;
  return { puzzle, pattern, points, sacrifice };
}

function compare(a: FineTactic, b: FineTactic): number {
  const [p, q] = [a.puzzle, b.puzzle];
  return b.points - a.points || q.margin - p.margin || q.gain - p.gain || (p.id < q.id ? -1 : 1);
}

function patternOf({ records }: Pick<Puzzle, 'records'>): Pattern {
  for (const { pattern } of readRecords(records)) return PATTERNS[pattern] ?? 'fork';
  throw new RangeError('a puzzle without a tactic');
}
