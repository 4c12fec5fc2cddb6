/**
 * Whether a position of a game is a puzzle: the one place where `docs/puzzles.md` is enforced.
 *
 * The kernel looks for the one move that wins and for the line (`kernel/solve.ts`); what a puzzle has to be beside that is asked here:
 * the opponent's last move was a mistake, and the first move has a name.
 */
import { type Engine, UNKNOWN_WORTH } from './engine.js';
import { readRecords } from './record.js';

/** What a position can come to, in the order of the kernel's codes as far as it knows them. */
export const VERDICTS = [
  'puzzle',
  'no_win', // no move wins two pawns and is clearly better for it
  'other_move', // another first move wins too, or nearly as much
  'other_later_move', // another later move does
  'unsettled', // the line is too long, or breaks off before the gain is in hand
  'unknown', // nodes ran out
  'countered', // the opponent has an attack of its own
  'no_mistake', // the opponent had no better move, or stood as badly before
  'unnamed', // no confirmed tactic begins with the move that wins
  'no_move_before', // the game begins here, or a null move led here
  'won_before', // the solver was a piece ahead anyway
  'failed', // the engine failed on it
] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A position as a game came to it. */
export interface PuzzlePosition {
  /** Null for the standard starting position. */
  startFen: string | null;
  /** The moves that led to it, packed as in `record.ts`; the last one is the opponent's. */
  moves: Uint16Array;
  /** Its confirmed tactics, packed. */
  records: Uint8Array;
}

export interface PuzzleSolution {
  /** 11 characters, equal for mirrored positions. */
  id: string;
  /** Full FEN before the opponent's mistake, and behind it. */
  before: string;
  fen: string;
  mistake: number;
  /** Packed, the solver's move first; an odd number. */
  line: Uint16Array;
  /** Centipawns of material that the line wins; of one that mates, what it costs or wins on the way. */
  gain: number;
  mate: boolean;
  /** Centipawns by which the second-best first move is worse, at most MOST_MARGIN, which it is where only the solution mates. */
  margin: number;
}

export type Judgement = { verdict: 'puzzle'; solution: PuzzleSolution } | { verdict: Exclude<Verdict, 'puzzle'> };

const MOST_MARGIN = 2000;

/** Centipawns that the opponent's move threw away, at least. Beyond `DECIDED` a score is no better than there. */
const MISTAKE = 200;
const DECIDED = 1000;

/** Centipawns: who is so much ahead has won already, and what makes a first move a win. */
const PIECE = 300;
const WINS = 200;
/** More than any material. */
const MATE = 30_000;

/** What the solver has to be ahead by all the same, once the opponent has begun whatever attack there is. */
const COUNTER = 100;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 11;

/** @throws {InvalidFenError} for a start position that is none @throws {Error} where a move is not legal */
export function judgePuzzle(engine: Engine, { startFen, moves, records }: PuzzlePosition): Judgement {
  const mistake = moves.at(-1) ?? 0;
  if (mistake === 0) return { verdict: 'no_move_before' };
  const fen = engine.positionAfter(startFen, moves);
  const settled = weigh(engine.material(fen), records);
  if (settled !== null) return { verdict: settled };
  const found = engine.solve(fen);
  const verdict = VERDICTS[found.verdict];
  if (verdict !== 'puzzle') return { verdict: verdict ?? 'failed' };
  if (![...readRecords(records)].some(({ trigger }) => trigger === found.line[0])) return { verdict: 'unnamed' };

  const before = engine.positionAfter(startFen, moves.subarray(0, -1));
  const held = engine.worth(before, false);
  if (held === UNKNOWN_WORTH) return { verdict: 'unknown' };
  if (-held > Math.min(found.score, DECIDED) - MISTAKE) return { verdict: 'no_mistake' };
  const { line, gain, mate } = found;
  const answered = mate ? [] : [1, line.length];
  for (const plies of answered) {
    const worth = engine.worth(engine.positionAfter(fen, line.subarray(0, plies)), true);
    if (worth === UNKNOWN_WORTH) return { verdict: 'unknown' };
    if (worth > -COUNTER) return { verdict: 'countered' };
  }
  const margin = mate ? MOST_MARGIN : Math.min(found.score - found.second, MOST_MARGIN);
  return { verdict, solution: { id: makeId(found.identity), before, fen, mistake, line, gain, mate, margin } };
}

/**
 * What needs no search, for two positions in three: the material and what is proven already tell. Null where they do not.
 * @param material of the solver less the opponent's
 */
function weigh(material: number, records: Uint8Array): 'won_before' | 'no_win' | 'other_move' | null {
  if (material >= PIECE) return 'won_before';
  const wins = new Map<number, number>();
  for (const { trigger, mate, gain } of readRecords(records)) {
    wins.set(trigger, Math.max(wins.get(trigger) ?? 0, mate ? MATE : gain));
  }
  const [best = 0, second = 0] = [...wins.values()].sort((a, b) => b - a);
  if (material + best <= 0) return 'no_win';
  return second > 0 && material + second >= WINS ? 'other_move' : null;
}

/** 64 bits as 11 digits of base 62. */
function makeId(identity: bigint): string {
  let rest = identity;
  let text = '';
  for (let digit = 0; digit < ID_LENGTH; digit++) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
