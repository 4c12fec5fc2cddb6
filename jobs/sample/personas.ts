/**
 * Who plays the sample games: eight invented players who share one engine and differ in how far they look and how carelessly they
 * choose. Stockfish's own ways to play weakly are of no use here: `Skill Level` and `UCI_LimitStrength` draw from a generator that
 * is seeded by the clock. So the engine names its five best moves, at a fixed depth and number of nodes, and a seeded choice
 * follows. Blunders then come about as they do among people: the player did not look far enough (a fork two plies away), took the
 * second-best for the best, or had a lapse and looked one move ahead only. A plainly random move is rare.
 */
import type { Line } from './engine.js';
import type { Random } from './random.js';

export interface Persona {
  name: string;
  /** A name for the rank, in steps like Elo's, so that filters by rating have something to filter. Nobody has measured it. */
  nominalElo: number;
  depth: number;
  nodes: number;
  /** Centipawns by which a move may be worse and still be chosen an eighth as often as the best. */
  spread: number;
  /** Chance that one move is played at depth 1, without the care of `spread`. */
  lapse: number;
  /** Chance that one move is any legal move. */
  slip: number;
}

export const PERSONAS: readonly Persona[] = [
  { name: 'Acorn', nominalElo: 800, depth: 1, nodes: 400, spread: 90, lapse: 0.28, slip: 0.05 },
  { name: 'Bramble', nominalElo: 1000, depth: 2, nodes: 800, spread: 70, lapse: 0.2, slip: 0.03 },
  { name: 'Cricket', nominalElo: 1200, depth: 3, nodes: 1500, spread: 55, lapse: 0.15, slip: 0.02 },
  { name: 'Dormouse', nominalElo: 1400, depth: 4, nodes: 2500, spread: 42, lapse: 0.11, slip: 0.012 },
  { name: 'Ember', nominalElo: 1600, depth: 5, nodes: 4000, spread: 32, lapse: 0.08, slip: 0.008 },
  { name: 'Falcon', nominalElo: 1800, depth: 6, nodes: 6000, spread: 24, lapse: 0.05, slip: 0.004 },
  { name: 'Granite', nominalElo: 2000, depth: 8, nodes: 9000, spread: 16, lapse: 0.025, slip: 0.002 },
  { name: 'Heron', nominalElo: 2200, depth: 10, nodes: 14000, spread: 10, lapse: 0.01, slip: 0 },
];

/** How a lapse looks, and how the plies between the opening and the game are chosen: shallow, and not fussy. */
export const LAPSE_SPREAD = 90;
export const OPENING_SPREAD = 120;

const DECIDED = 1000;

/**
 * One scale for centipawns and mates, in centipawns. Beyond a queen and more, differences shrink to a tenth: whether one wins by 12
 * or by 20 pawns must not outweigh everything, but there must remain a slope that leads on to mate. Mates lie above all else.
 */
export function worth(line: Line): number {
  if (line.mate !== undefined) {
    const sooner = 2000 - 20 * Math.min(Math.abs(line.mate), 25);
    return line.mate > 0 ? sooner : -sooner;
  }
  const size = Math.abs(line.cp);
  const squeezed = size <= DECIDED ? size : Math.min(DECIDED + (size - DECIDED) / 10, 1450);
  return line.cp < 0 ? -squeezed : squeezed;
}

/** One of the engine's lines, the better the likelier: weight 1 / (1 + loss / spread)^3, plain arithmetic that is the same everywhere. */
export function choose(lines: readonly Line[], spread: number, random: Random): Line {
  const best = Math.max(...lines.map(worth));
  const weights = lines.map((line) => {
    const base = 1 / (1 + (best - worth(line)) / spread);
    return base * base * base;
  });
  let left = random.unit() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, line] of lines.entries()) {
    left -= weights[i]!;
    if (left < 0) return line;
  }
  return lines[lines.length - 1]!; // rounding may leave a crumb
}

/** Two players no more than three ranks apart, so that most games are contests and some are lessons. */
export function pair(random: Random): [white: Persona, black: Persona] {
  const white = random.below(PERSONAS.length);
  const low = Math.max(0, white - 3);
  const high = Math.min(PERSONAS.length - 1, white + 3);
  const black = low + random.below(high - low + 1);
  return [PERSONAS[white]!, PERSONAS[black]!];
}
