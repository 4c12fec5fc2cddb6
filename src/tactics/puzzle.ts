/**
 * Whether a position of a game is a puzzle: the one place where `docs/puzzles.md` is enforced.
 *
 * The kernel looks for the one move that wins and for the line (`kernel/solve.ts`); what a puzzle has to be beside that is asked here:
 * the opponent's last move was a mistake, and the first move has a name. Only the mistake depends on how a game came to the position, so
 * one question takes all the ways there are, and the position is solved once.
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

/** Answers that another way to the same position may change. */
export const OF_THE_WAY = ['no_mistake', 'no_move_before', 'unknown'] as const satisfies readonly Verdict[];
export type WayVerdict = (typeof OF_THE_WAY)[number];

export function isOfTheWay(verdict: string): verdict is WayVerdict {
  return (OF_THE_WAY as readonly string[]).includes(verdict);
}

/** How a game came to a position. */
export interface Way {
  /** Null for the standard starting position. */
  startFen: string | null;
  /** The moves that led to it, packed as in `record.ts`; the last one is the opponent's. */
  moves: Uint16Array;
}

/** A position as games came to it. */
export interface PuzzlePosition {
  /** In the order in which they are tried; at least one. */
  ways: readonly Way[];
  /** Ways that were tried before, and what came of them. */
  asked: { ways: readonly Way[]; verdict: WayVerdict } | null;
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

export type Judgement =
  /** `way`: the index of the first that makes it one. */
  { verdict: 'puzzle'; way: number; solution: PuzzleSolution } | { verdict: Exclude<Verdict, 'puzzle'> };

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
export function judgePuzzle(engine: Engine, { ways, asked, records }: PuzzlePosition): Judgement {
  const mistakes = mistakesOf(engine, ways, asked?.ways ?? []);
  const [first] = mistakes;
  if (first === undefined) return { verdict: asked?.verdict ?? 'no_move_before' };
  const settled = weigh(engine.material(first.fen), records);
  if (settled !== null) return { verdict: settled };
  const found = engine.solve(first.fen);
  const verdict = VERDICTS[found.verdict];
  if (verdict !== 'puzzle') return { verdict: verdict ?? 'failed' };
  if (![...readRecords(records)].some(({ trigger }) => trigger === found.line[0])) return { verdict: 'unnamed' };

  let none: WayVerdict = 'no_mistake';
  const last = mistakes.find(({ before }) => {
    const held = engine.worth(before, false);
    if (held === UNKNOWN_WORTH) none = 'unknown';
    return held !== UNKNOWN_WORTH && -held <= Math.min(found.score, DECIDED) - MISTAKE;
  });
  if (last === undefined) return { verdict: none };
  const { fen, before, mistake, way } = last;
  const { line, gain, mate } = found;
  const answered = mate ? [] : [1, line.length];
  for (const plies of answered) {
    const worth = engine.worth(engine.positionAfter(fen, line.subarray(0, plies)), true);
    if (worth === UNKNOWN_WORTH) return { verdict: 'unknown' };
    if (worth > -COUNTER) return { verdict: 'countered' };
  }
  const margin = mate ? MOST_MARGIN : Math.min(found.score - found.second, MOST_MARGIN);
  return { verdict, way, solution: { id: makeId(found.identity), before, fen, mistake, line, gain, mate, margin } };
}

interface LastMove {
  way: number;
  /** Full FEN before the move, and behind it. */
  before: string;
  fen: string;
  mistake: number;
}

/** The opponent's last move on each way that has one, once for each position before it, and not where that was asked before. */
function mistakesOf(engine: Engine, ways: readonly Way[], asked: readonly Way[]): LastMove[] {
  const mistakes: LastMove[] = [];
  const seen = new Set<string>();
  for (const [index, { startFen, moves }] of [...asked, ...ways].entries()) {
    const mistake = moves.at(-1) ?? 0;
    if (mistake === 0) continue;
    const before = engine.positionAfter(startFen, moves.subarray(0, -1));
    const position = before.split(' ', 4).join(' ');
    if (seen.has(position)) continue;
    seen.add(position);
    const way = index - asked.length;
    if (way >= 0) mistakes.push({ way, before, fen: engine.positionAfter(startFen, moves), mistake });
  }
  return mistakes;
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
