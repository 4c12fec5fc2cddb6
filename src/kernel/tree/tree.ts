/**
 * The forcing tree: an alpha-beta search over all moves, in which the attacker's checks and the answers to them cost less depth than other
 * moves. It answers one question for one trigger: how much does it win against every defence? It counts material alone; the second look
 * weighs the whole position (network.ts).
 *
 * White attacks (canonical.ts turns the board). Depth is in quarter plies, scores in centipawns for the side to move. Measured
 * variants and the reasons for each number: forcing moves alone find a fifth fewer solutions, because key moves are often quiet.
 * Limits are nodes and plies, never time.
 */
import { LIST_BYTES, MATE_FRAME, MAX_PLY, MOVE_LISTS, PV_LENGTHS, PV_TABLE } from '../memory';
import { inCheck } from '../board/attackers';
import {
  allOf,
  hash,
  isPromotion,
  isRepetition,
  kindOn,
  makeMove,
  makeNull,
  material,
  moveKind,
  moveTo,
  pieces,
  PROMOTE_QUEEN,
  side,
  unmakeMove,
  unmakeNull,
} from '../board/position';
import { EMPTY, KING, PAWN, valueOf, WHITE } from '../board/squares';
import { positionWorth } from './network';
import { prepareChecks } from '../moves/checks';
import { EVERY_MOVE, FORCING, generate, NOISY } from '../moves/generate';
import { CAPTURES, CHECKS, isSound, MOVE_BITS, pickMove, rewardQuiet, scoreMoves, scoreNoisy, SOUND } from './order';
import {
  EXACT,
  LOWER,
  entryBound,
  entryDepth,
  entryMove,
  entryValue,
  probe,
  remember,
  UPPER,
  useWeighed,
} from './table';

export const MATE: i32 = 30000;
/** Scores beyond are mates; within them material. */
export const MATE_BOUND: i32 = MATE - 200;
export const INFINITE: i32 = 32000;

export const PLY: i32 = 4;
/** What a sound check by the attacker costs, and an answer to it where there are several. */
const CHECK_COST: i32 = 3;
const EVASION_COST: i32 = 2;
/** The attacker's quiet moves are many and seldom right: as dear as two others. A third fewer nodes, and as many solutions. */
const QUIET: i32 = 8;
const NULL_REDUCTION: i32 = 16;
/** Centipawns by which an attacker is too far behind for quiet moves near the end. */
const FAR_BEHIND: i32 = 50;
/** Quiescence plies in which the attacker's checks are tried, and in which checks are answered in full. */
const CHECK_PLIES: i32 = 2;
const EVASION_PLIES: i32 = 6;

/** Search and quiescence calls so far in this analysis. */
export let nodes: i32 = 0;
/** Set when the budget ran out: every value on its way up is void. */
export let stopped: bool = false;

let budget: i32 = 0;
let drawValue: i32 = 0;

/** Starts an analysis: at most `limit` nodes; a draw is worth no more than the material at the root. */
export function startTree(limit: i32): void {
  nodes = 0;
  stopped = false;
  budget = limit;
  drawValue = min(0, material);
}

/** Whether the whole position is weighed, or material alone. */
let fine: bool = false;
/**
 * Where the whole position is weighed: what a quiet move may add to the score in one step, and how many times what we count for a man it
 * may be worth there (Stockfish's centipawns make a knight some 590).
 */
const QUIET_STEP: i32 = 200;
const MEN_SCALE: i32 = 2;

/** Weighs the whole position from now on, or material alone again. */
export function weighPosition(wanted: bool): void {
  fine = wanted;
  useWeighed(wanted);
}

function evaluate(): i32 {
  if (fine) return positionWorth();
  return side == WHITE ? material : -material;
}

/** Lets `more` nodes be searched on top of what was. */
export function extendBudget(more: i32): void {
  stopped = false;
  budget = nodes + more;
}

/** Nodes at which nothing more is spent on what is proven already. */
let reserveEnd: i32 = 0;

/** Sets aside `more` nodes for what makes proven triggers richer: better lines, and other defences. */
export function setReserve(more: i32): void {
  reserveEnd = nodes + more;
}

/** The same as `extendBudget`, but no more than is left of the reserve. */
export function drawOnReserve(more: i32): void {
  extendBudget(min(more, max(0, reserveEnd - nodes)));
}

function drawScore(): i32 {
  return side == WHITE ? drawValue : -drawValue;
}

export function pvLength(ply: i32): i32 {
  return <i32>load<u8>(PV_LENGTHS + <usize>ply);
}

/** Move `index` of the line that starts at `ply`. */
export function pvMove(ply: i32, index: i32): i32 {
  return <i32>load<u16>(PV_TABLE + ((<usize>(ply * MAX_PLY + index)) << 1));
}

function cutPv(ply: i32): void {
  store<u8>(PV_LENGTHS + <usize>ply, 0);
}

function setPv(ply: i32, move: i32): void {
  const rest = min(pvLength(ply + 1), MAX_PLY - 1);
  const row = PV_TABLE + ((<usize>(ply * MAX_PLY)) << 1);
  store<u16>(row, <u16>move);
  memory.copy(row + 2, PV_TABLE + ((<usize>((ply + 1) * MAX_PLY)) << 1), (<usize>rest) << 1);
  store<u8>(PV_LENGTHS + <usize>ply, <u8>(rest + 1));
}

/** Mate scores count from the root; in the table they count from the entry's position. */
function toTable(value: i32, ply: i32): i32 {
  if (value > MATE_BOUND) return value + ply;
  return value < -MATE_BOUND ? value - ply : value;
}

function fromTable(value: i32, ply: i32): i32 {
  if (value > MATE_BOUND) return value - ply;
  return value < -MATE_BOUND ? value + ply : value;
}

function hasPiece(color: i32): bool {
  return (allOf(color) & ~pieces(color | PAWN) & ~pieces(color | KING)) != 0;
}

/** What a capture or promotion adds at most. */
function victimValue(move: i32): i32 {
  const victim = kindOn(moveTo(move));
  let value = victim == EMPTY ? valueOf(PAWN) : valueOf(victim);
  if (moveKind(move) == PROMOTE_QUEEN) value += 800;
  return value;
}

/** The same in the scores at hand, with what comes of it. */
function mostWon(move: i32): i32 {
  const victim = victimValue(move);
  return fine ? MEN_SCALE * victim + QUIET_STEP : victim;
}

/**
 * The value of a quiet end: captures, queen promotions and, in the first plies, the attacker's checks, or every answer to a check,
 * until nothing is left to take. `depth` counts down from 0, `checked` says whether the side to move is in check.
 */
function quiesce(alpha: i32, beta: i32, ply: i32, depth: i32, checked: bool): i32 {
  nodes++;
  if (nodes >= budget) {
    stopped = true;
    return 0;
  }
  cutPv(ply);
  if (ply >= MAX_PLY - 1) return evaluate();
  // The same quiet end is reached by many roads. Where the whole position is weighed, ends differ by so little that a bound would blur
  // the line.
  const key = hash;
  const kept = depth == 0 && !fine;
  const entry = kept ? probe(key) : 0;
  if (entry != 0 && beta - alpha == 1) {
    const value = fromTable(entryValue(entry), ply);
    const bound = entryBound(entry);
    if (bound == EXACT || (bound == LOWER ? value >= beta : value <= alpha)) return value;
  }
  const floor = alpha;
  const evading = checked && depth > -EVASION_PLIES;
  // Too deep for answers to a check, but not to see that there is none.
  if (checked && !evading && generate(MATE_FRAME, EVERY_MOVE) == MATE_FRAME) return ply - MATE;
  const standing = evading ? -INFINITE : evaluate();
  if (standing >= beta) return standing;

  const tryChecks = !checked && side == WHITE && depth > -CHECK_PLIES;
  const marked = evading || tryChecks;
  const start = MOVE_LISTS + <usize>ply * LIST_BYTES;
  if (tryChecks) prepareChecks();
  let end = generate(start, evading ? EVERY_MOVE : tryChecks ? FORCING : NOISY);
  if (evading) {
    if (end == start) return ply - MATE;
    end = scoreMoves(start, end, 0, ply, false);
  } else {
    end = scoreNoisy(start, end, tryChecks);
  }
  let best = standing;
  if (best > alpha) alpha = best;
  for (let at = start; at < end; at += 4) {
    const next = pickMove(at, end);
    const move = next & MOVE_BITS;
    const checking = (next & CHECKS) != 0;
    if (!evading) {
      if (!checking && standing + mostWon(move) <= alpha) continue;
      if (!isSound(move)) continue;
    }
    makeMove(move);
    const score = -quiesce(-beta, -alpha, ply + 1, depth - 1, marked ? checking : inCheck());
    unmakeMove(move);
    if (stopped) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        setPv(ply, move);
        if (score >= beta) break;
      }
    }
  }
  // A deeper entry has a move to try first, and is kept.
  if (kept && (entry == 0 || entryDepth(entry) == 0)) {
    remember(key, 0, toTable(best, ply), 0, best >= beta ? LOWER : best > floor ? EXACT : UPPER);
  }
  return best;
}

/** The depth a move costs; `checked` and `replies` describe the node it is made in. */
function costOf(marked: i32, attacker: bool, checked: bool, replies: i32): i32 {
  if (attacker) {
    if ((marked & (CHECKS | SOUND)) == (CHECKS | SOUND)) return CHECK_COST;
    return (marked & (CHECKS | CAPTURES)) == 0 ? QUIET : PLY;
  }
  if (!checked) return PLY;
  return replies == 1 ? 0 : EVASION_COST;
}

/** Depth that the defender's later quiet moves are first looked at without: the threat meets most of them alike. */
function reductionOf(tried: i32): i32 {
  return tried >= 6 ? 4 * PLY : tried >= 3 ? 3 * PLY : PLY;
}

/** The value of the position for the side to move, `depth` quarter plies deep; `checked` says whether it is in check. */
export function search(depth: i32, alpha: i32, beta: i32, ply: i32, mayPass: bool, checked: bool): i32 {
  if (depth <= 0) return quiesce(alpha, beta, ply, 0, checked);
  nodes++;
  if (nodes >= budget) {
    stopped = true;
    return 0;
  }
  cutPv(ply);
  if (isRepetition()) return drawScore();
  if (ply >= MAX_PLY - 1) return evaluate();

  const open = beta - alpha > 1;
  const key = hash;
  let tableMove = 0;
  const entry = probe(key);
  if (entry != 0) {
    tableMove = entryMove(entry);
    if (!open && entryDepth(entry) >= depth) {
      const value = fromTable(entryValue(entry), ply);
      const bound = entryBound(entry);
      if (bound == EXACT || (bound == LOWER ? value >= beta : value <= alpha)) return value;
    }
  }

  // In check nothing is asked of the position as it stands.
  const standing = checked ? -INFINITE : evaluate();
  if (!open && !checked && mayPass && standing >= beta && hasPiece(side)) {
    makeNull();
    const score = -search(depth - PLY - NULL_REDUCTION, -beta, 1 - beta, ply + 1, false, false);
    unmakeNull();
    if (stopped) return 0;
    if (score >= beta) return score > MATE_BOUND ? beta : score;
  }

  const attacker = side == WHITE;
  // In the last ply a quiet move cannot raise material above what stands, for the opponent may pass: only moves that force are listed.
  const slack = fine ? QUIET_STEP : 0;
  // An attacker who is far behind has no time for quiet moves before that.
  const last = standing + slack <= alpha && depth <= (attacker ? QUIET : PLY);
  const late = attacker && standing + FAR_BEHIND <= alpha && depth <= QUIET + PLY;
  const futile = !checked && (last || late) && hasPiece(side);
  if (futile) prepareChecks();
  const start = MOVE_LISTS + <usize>ply * LIST_BYTES;
  const listed = generate(start, futile ? FORCING : EVERY_MOVE);
  if (listed == start && !futile) return checked ? ply - MATE : drawScore();
  const replies = <i32>((listed - start) >> 2);
  const end = scoreMoves(start, listed, tableMove, ply, futile);

  let best = futile ? standing : -INFINITE;
  let bestMove = 0;
  let bound = UPPER;
  let tried = 0;
  for (let at = start; at < end; at += 4) {
    const marked = pickMove(at, end);
    const move = marked & MOVE_BITS;
    const checking = (marked & CHECKS) != 0;
    const rest = depth - costOf(marked, attacker, checked, replies);
    const quiet = (marked & (CAPTURES | CHECKS)) == 0 && !isPromotion(move);
    if (quiet && !checked && rest <= 0 && standing + slack <= alpha) {
      if (standing > best) best = standing;
      continue;
    }
    tried++;
    makeMove(move);
    let score = 0;
    if (tried == 1) {
      score = -search(rest, -beta, -alpha, ply + 1, true, checking);
    } else {
      const less = quiet && !attacker && !checked && depth >= PLY ? reductionOf(tried) : 0;
      score = -search(rest - less, -alpha - 1, -alpha, ply + 1, true, checking);
      if (score > alpha && less > 0 && !stopped) score = -search(rest, -alpha - 1, -alpha, ply + 1, true, checking);
      if (score > alpha && score < beta && !stopped) score = -search(rest, -beta, -alpha, ply + 1, true, checking);
    }
    unmakeMove(move);
    if (stopped) return 0;
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        bestMove = move;
        bound = EXACT;
        setPv(ply, move);
        if (score >= beta) {
          bound = LOWER;
          if (quiet) rewardQuiet(move, ply, depth);
          break;
        }
      }
    }
  }
  remember(key, bestMove, toTable(best, ply), depth, bound);
  return best;
}
