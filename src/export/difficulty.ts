/**
 * How hard a puzzle is, estimated: a rating on Lichess's scale from what can be counted in position and solution.
 *
 * A weighted sum, fitted to the ratings of labelled puzzles (`npm run bench:difficulty -- PUZZLES.csv --fit`), so that each weight can be
 * read: rating points for one more of what it stands before. Reasons and measurements stand in docs/puzzles.md.
 */
import type { Puzzle } from '../store/puzzles.js';
import type { Engine } from '../tactics/engine.js';
import { readRecords } from '../tactics/record.js';
import { PATTERNS, type Pattern } from '../tactics/types.js';
import { Board, Kind, KING_MOVES, KNIGHT_MOVES, squareOf, VALUES } from './board.js';
import type { Story } from './story.js';

/** What is counted, and the rating points for each. Pawns are units of 100 centipawns. */
export const WEIGHTS = {
  /** Moves that the solver has to find. */
  moves: 241,
  /** The same again where they end in mate: mates are hunted, and easier for it. */
  mateMoves: -38,
  /** Legal answers to the solver's moves, on average; none to a mate. */
  replies: 4.0,
  /** The share of the solver's moves that neither take nor give check. */
  quiet: 441,
  /** Kinds of pieces that the solver moves. */
  kinds: 62,
  /** Moves at hand that give check with the piece that moves, beside the solution. */
  otherChecks: 55,
  /** Captures at hand. */
  captures: 24,
  /** The most that a capture beside the solution seems to win, in pawns. */
  temptation: 37,
  /** The first move puts a piece where it can be taken at a loss. */
  offer: 108,
  /** What the solution wins, in pawns. */
  gain: -21,
  /** The first move gives check. */
  check: -53,
  /** The first move is the king's. */
  kingMove: 184,
  /** What is on the board of both sides, in pawns: its logarithm. */
  material: 188,
  /** Pawns on the board. */
  pawns: -21,
  /** Mates that everybody has seen. */
  backRankMate: -399,
  smotheredMate: -175,
} as const;

const BASE = 195;

export type Measure = keyof typeof WEIGHTS;
export type Measures = Record<Measure, number>;
const NAMES = Object.keys(WEIGHTS) as Measure[];

/** What comes out lies between these. */
export const RATING_BOUNDS = { least: 400, most: 3000 } as const;
/** The deviation that goes with an estimate: a wide one, so that whoever rates puzzles by play soon forgets it. */
export const RATING_DEVIATION = 500;

const BACK_RANK_MATE = codeOf('back_rank_mate');
const SMOTHERED_MATE = codeOf('smothered_mate');

function codeOf(pattern: Pattern): number {
  return PATTERNS.indexOf(pattern);
}

/** Some ten microseconds a puzzle. */
export class DifficultyGauge {
  readonly #engine: Engine;
  readonly #board = new Board();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** The estimate, a whole number. */
  rate(puzzle: Puzzle, story: Story): number {
    return ratingOf(this.measure(puzzle, story));
  }

  measure({ fen, line, mate, records }: Pick<Puzzle, 'fen' | 'line' | 'mate' | 'records'>, story: Story): Measures {
    const board = this.#board.set(fen);
    const { steps, san, balance, white } = story;
    const first = steps[0]!;
    const moves = (line.length + 1) / 2;
    let hasBackRank = 0;
    let hasSmothered = 0;
    for (const { pattern } of readRecords(records)) {
      if (pattern === BACK_RANK_MATE) hasBackRank = 1;
      if (pattern === SMOTHERED_MATE) hasSmothered = 1;
    }
    const material = (board.material(true) + board.material(false)) / 100;
    const pawns = board.census()[Kind.Pawn]!;
    const choices = this.#choices(board, fen, line[0]!, white);

    const replyCounts = this.#engine.replyCounts(fen, line);
    let replies = 0;
    let quiet = 0;
    const kinds = new Set<number>();
    for (let index = 0; index < steps.length; index += 2) {
      const step = steps[index]!;
      kinds.add(step.kind);
      const sign = san[index + 1]!.at(-1);
      if (step.taken === 0 && sign !== '+' && sign !== '#') quiet++;
      replies += replyCounts[index]!;
    }
    board.play(line[0]!);
    const offer = isOffered(board, first.to, VALUES[first.taken]!, white) ? 1 : 0;
    return {
      moves: Math.min(moves, 6),
      mateMoves: mate ? Math.min(moves, 6) : 0,
      replies: Math.min(replies / moves, 40),
      quiet: quiet / moves,
      kinds: kinds.size,
      ...choices,
      offer,
      gain: Math.max(-9, Math.min((balance.at(-1)! - balance[0]!) / 100, 12)),
      check: /[+#]$/.test(san[1]!) ? 1 : 0,
      kingMove: first.kind === Kind.King ? 1 : 0,
      material: Math.log(material + 1),
      pawns,
      backRankMate: hasBackRank,
      smotheredMate: hasSmothered,
    };
  }

  /** What else could be played: checks, captures, and what the best-looking capture seems to win. */
  #choices(
    board: Board,
    fen: string,
    solution: string,
    white: boolean,
  ): Pick<Measures, 'otherChecks' | 'captures' | 'temptation'> {
    const { squares } = board;
    const gives = checkingSquares(board, board.kingOf(!white), white);
    let otherChecks = 0;
    let captures = 0;
    let temptation = 0;
    for (const move of this.#engine.legalMoves(fen)) {
      const to = squareOf(move.slice(2));
      const mover = squares[squareOf(move)]! & 7;
      const taken = squares[to]! & 7;
      if (taken !== 0) captures++;
      if (move === solution) continue;
      if ((gives[to]! & (1 << mover)) !== 0) otherChecks++;
      if (taken !== 0) {
        const defended = board.attackers(to, !white).length > 0;
        temptation = Math.max(temptation, VALUES[taken]! - (defended ? VALUES[mover]! : 0));
      }
    }
    return { otherChecks: Math.min(otherChecks, 12), captures: Math.min(captures, 12), temptation: temptation / 100 };
  }
}

export function ratingOf(measures: Measures): number {
  let sum = BASE;
  for (const name of NAMES) sum += WEIGHTS[name] * measures[name];
  return Math.round(Math.max(RATING_BOUNDS.least, Math.min(sum, RATING_BOUNDS.most)));
}

/** Whether the piece that has come to a square can be taken there for more than it took: undefended, or by something cheaper. */
function isOffered(board: Board, square: number, took: number, white: boolean): boolean {
  const attackers = board.attackers(square, !white);
  if (attackers.length === 0) return false;
  const value = VALUES[board.squares[square]! & 7]!;
  const defended = board.attackers(square, white).length > 0;
  const cheapest = Math.min(...attackers.map((from) => VALUES[board.squares[from]! & 7]!));
  return (defended ? value - cheapest : value) > took;
}

const gives = new Uint8Array(64);

/** For each square, the kinds that would attack the king from there, as bits. Good until the next call. */
function checkingSquares(board: Board, king: number, white: boolean): Uint8Array {
  gives.fill(0);
  for (const square of KNIGHT_MOVES[king]!) gives[square]! |= 1 << Kind.Knight;
  const back = white ? -1 : 1;
  for (const square of KING_MOVES[king]!) {
    if ((square >> 3) - (king >> 3) === back && (square & 7) !== (king & 7)) gives[square]! |= 1 << Kind.Pawn;
  }
  for (const [ray, slider] of board.raysFrom(king)) {
    for (const square of ray) {
      gives[square]! |= (1 << slider) | (1 << Kind.Queen);
      if (board.squares[square] !== 0) break;
    }
  }
  return gives;
}
