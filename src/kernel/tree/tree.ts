/**
 * The forcing tree: an alpha-beta search over all moves, in which the attacker's checks cost less depth than other moves, and so do answers
 * to a check where there are few. It answers one question for one trigger: how much does it win against every defence? It counts material
 * alone; the second look weighs the whole position (network.ts).
 *
 * White attacks (canonical.ts turns the board). Depth is in quarter plies, scores in centipawns for the side to move. Forcing moves alone
 * find a fifth fewer solutions, because key moves are often quiet; near the end of a line they are enough. Limits are nodes and plies,
 * never time.
 */
import { LIST_BYTES, MATE_FRAME, MAX_PLY, MOVE_LISTS } from '../memory';
import { inCheck } from '../board/attackers';
import { isPromotion, moveTo } from '../board/move';
import {
  allOf,
  halfmoves,
  hash,
  isRepetition,
  kindOn,
  makeMove,
  makeNull,
  material,
  pieces,
  side,
  unmakeMove,
  unmakeNull,
} from '../board/position';
import { EMPTY, KING, PAWN, WHITE } from '../board/squares';
import { exchangeReaches } from '../exchange';
import { positionWorth } from './network';
import { cutPv, pvLength, pvMove, setPv } from './pv';
import { prepareChecks } from '../moves/checks';
import { EVERY_MOVE, FORCING, generate, mayPromote, NOISY, QUIET } from '../moves/generate';
import { mateAtOnce } from '../moves/mate';
import {
  CAPTURES,
  CHECKS,
  isQuiet,
  MOVE_BITS,
  firstMove,
  NOWHERE,
  pickMove,
  rewardMove,
  scoreMoves,
  scoreNoisy,
  SOUND,
} from './order';
import { fromTable, INFINITE, MATE, MATE_BOUND, toTable } from './scores';
import {
  aim,
  answersInVain,
  BEST_LINE,
  costOf,
  fine,
  forcesByThreats,
  GAIN,
  givesAway,
  isIdle,
  isOutOfReach,
  isUnlikely,
  leastToWin,
  mayWin,
  onlyForces,
  passesOverIdle,
  PLY,
  preyOf,
  PROOF,
  QUIET_STEP,
  reductionOf,
  searchFor,
  threatensMan,
} from './selective';
import { EXACT, LOWER, entryBound, entryDepth, entryValue, moveHint, probe, remember, UPPER } from './table';

/** Quarter plies that are searched less behind a pass than behind a move. */
const NULL_REDUCTION: i32 = 16;
/** Quiescence plies in which the attacker's checks are tried (in a proof the defender's in the first), and in which checks are answered in full. */
const CHECK_PLIES: i32 = 2;
const EVASION_PLIES: i32 = 3;
/** Centipawns by which an attacker is too far behind for a check in the second of these plies. */
const OUT_OF_REACH: i32 = 600;
/** Nodes for what is still taken at the end of a line. */
const END_NODES: i32 = 100;

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

/** In a line, what is on the board counts for so much once more: where the game is decided, chances alone would give it away. */
const HELD: i32 = 4;

function evaluate(): i32 {
  const own = side == WHITE ? material : -material;
  if (!fine) return own;
  return aim == BEST_LINE ? positionWorth() + own / HELD : positionWorth();
}

/** Lets `more` nodes be searched on top of what was. */
export function extendBudget(more: i32): void {
  stopped = false;
  budget = nodes + more;
}

/** Nodes at which nothing more is spent on what is proven already. */
let reserveEnd: i32 = 0;

/** Sets aside `more` nodes for what makes proven triggers richer, better lines and other defences; what second looks take counts too. */
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

function hasPiece(color: i32): bool {
  return (allOf(color) & ~pieces(color | PAWN) & ~pieces(color | KING)) != 0;
}

/**
 * Whether the side to move, which is not in check, mates at once: then that is the line. Asked where the line may pass, for what is not worth
 * a look elsewhere, a check on a guarded square or a capture that costs too much, may mate.
 */
function takesMate(ply: i32): bool {
  const mate = mateAtOnce();
  if (mate == 0) return false;
  cutPv(ply + 1);
  setPv(ply, mate);
  return true;
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
  if (depth == 0 && halfmoves >= 4 && isRepetition()) return drawScore();
  if (ply >= MAX_PLY - 1) return evaluate();
  // The same quiet end is reached by many roads.
  const key = hash;
  const kept = depth == 0;
  const entry = kept ? probe(key) : 0;
  if (entry != 0 && beta - alpha == 1) {
    const value = fromTable(entryValue(entry), ply);
    const bound = entryBound(entry);
    if (bound == EXACT || (bound == LOWER ? value >= beta : value <= alpha)) return value;
  }
  if (beta - alpha > 1 && !checked && takesMate(ply)) return MATE - ply - 1;
  const floor = alpha;
  const evading = checked && depth > -EVASION_PLIES;
  // Too deep for answers to a check, but not to see that there is none.
  if (checked && !evading && generate(MATE_FRAME, EVERY_MOVE) == MATE_FRAME) return ply - MATE;
  const standing = evading ? -INFINITE : evaluate();
  if (standing >= beta) return standing;

  const near = depth == 0 || (depth > -CHECK_PLIES && alpha - standing < OUT_OF_REACH);
  const tryChecks = !checked && (side == WHITE ? near : aim == PROOF && depth == 0);
  const marked = evading || tryChecks;
  let best = standing;
  if (best > alpha) alpha = best;
  const start = MOVE_LISTS + <usize>ply * LIST_BYTES;
  let end = start;
  if (evading) {
    end = generate(start, EVERY_MOVE);
    if (end == start) return ply - MATE;
    end = scoreMoves(start, end, 0, ply, false);
  } else {
    if (tryChecks) prepareChecks();
    const prey = preyOf(alpha - standing);
    if (tryChecks || mayWin(prey))
      end = scoreNoisy(start, generate(start, tryChecks ? FORCING : NOISY, prey), tryChecks);
  }
  for (let at = start; at < end; at += 4) {
    const next = at == start ? firstMove(at) : pickMove(at, end);
    const move = next & MOVE_BITS;
    const checking = (next & CHECKS) != 0;
    if (evading && best > -MATE_BOUND && answersInVain(next)) continue;
    if (!evading && !exchangeReaches(move, checking ? 0 : leastToWin(alpha - standing))) continue;
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

  // No mate from here is sooner than one that is known, and nobody is mated sooner than at once.
  if (MATE - ply - 1 <= alpha) return alpha;
  if (ply - MATE >= beta) return beta;

  const open = beta - alpha > 1;
  const key = hash;
  const tableMove = moveHint(key);
  const entry = probe(key);
  if (entry != 0) {
    if (!open && entryDepth(entry) >= depth) {
      const value = fromTable(entryValue(entry), ply);
      const bound = entryBound(entry);
      if (bound == EXACT || (bound == LOWER ? value >= beta : value <= alpha)) return value;
    }
  }

  if (open && !checked && takesMate(ply)) return MATE - ply - 1;

  // In check nothing is asked of the position as it stands.
  const standing = checked ? -INFINITE : evaluate();
  if (!open && !checked && isOutOfReach(depth, standing - beta)) return standing;
  let threatened = NOWHERE;
  if (!open && !checked && mayPass && standing >= beta && hasPiece(side)) {
    makeNull();
    const score = -search(depth - PLY - NULL_REDUCTION, -beta, 1 - beta, ply + 1, false, false);
    unmakeNull();
    if (stopped) return 0;
    if (score >= beta) return score > MATE_BOUND ? beta : score;
    // What would be done to whoever stands still.
    if (pvLength(ply + 1) > 0) threatened = moveTo(pvMove(ply + 1, 0));
  }

  const attacker = side == WHITE;
  const forced = !checked && onlyForces(depth, attacker, alpha - standing) && hasPiece(side);
  if (forced && standing >= beta) return standing;
  const threatening = forced && forcesByThreats(depth, attacker);
  const futile = forced && !threatening;
  const busy = !forced && !checked && passesOverIdle(attacker, alpha - standing);
  if (futile) prepareChecks();
  const start = MOVE_LISTS + <usize>ply * LIST_BYTES;
  // Half of the time a capture settles it: the others are listed when their turn comes.
  let staged = !futile && !checked && (tableMove == 0 || kindOn(moveTo(tableMove)) != EMPTY) && !mayPromote();
  const listed = generate(start, futile ? FORCING : staged ? NOISY : EVERY_MOVE);
  if (listed == start && !futile && !staged) return checked ? ply - MATE : drawScore();
  const replies = <i32>((listed - start) >> 2);
  let end = scoreMoves(start, listed, tableMove, ply, futile, threatened);

  let best = -INFINITE;
  let bestMove = 0;
  let bound = UPPER;
  if (forced) {
    best = standing;
    if (best > alpha) {
      alpha = best;
      bound = EXACT;
    }
  }
  // What a quiet move may win where only the quiet end is searched behind it, in which the opponent may as well stand still. (To pass is
  // worse in some pawn endings; in the last plies that does not matter.)
  const step = fine ? QUIET_STEP : 0;
  let tried = 0;
  for (let at = start; at < end || staged; at += 4) {
    let marked = at < end ? (at == start ? firstMove(at) : pickMove(at, end)) : 0;
    if (staged && (marked & SOUND) == 0 && (marked == 0 || (marked & MOVE_BITS) != tableMove)) {
      staged = false;
      // Where none of them can win what is needed, only checks are left to try.
      const idle = !attacker && tried > 0 && depth - PLY <= reductionOf(tried, attacker) && standing + step <= alpha;
      if (idle) {
        prepareChecks();
        if (standing > best) best = standing;
      }
      end = scoreMoves(end, generate(end, QUIET), tableMove, ply, idle, threatened);
      if (at == end) break;
      marked = pickMove(at, end);
    }
    const move = marked & MOVE_BITS;
    const checking = (marked & CHECKS) != 0;
    const rest = depth - costOf(marked, attacker, checked, replies);
    const quiet = isQuiet(marked) && !isPromotion(move);
    const less =
      tried > 0 && !checked && depth >= PLY && isUnlikely(marked, quiet, attacker) ? reductionOf(tried, attacker) : 0;
    if (quiet && !checked && rest <= less && standing + step <= alpha) {
      if (standing > best) best = standing;
      continue;
    }
    if (threatening && quiet && !threatensMan(move)) continue;
    if (busy && quiet && best > -MATE_BOUND && isIdle(move)) continue;
    // Whoever is being mated gives anything away: what is passed over here might have been the defence.
    if (tried > 0 && !checked && best > -MATE_BOUND && givesAway(marked, quiet, attacker, depth)) continue;
    tried++;
    makeMove(move);
    let score = 0;
    if (tried == 1) {
      score = -search(rest, -beta, -alpha, ply + 1, true, checking);
    } else {
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
          if ((marked & CAPTURES) == 0) rewardMove(move, ply, depth);
          break;
        }
      }
    }
  }
  if (best == -INFINITE) return drawScore();
  remember(key, bestMove, toTable(best, ply), depth, bound);
  return best;
}

/**
 * Finds what either side still takes from the position as it stands, whatever is searched for and left of the budget at the moment. The line
 * is that of ply 1 (pv.ts); false where nodes ran out.
 */
export function playOut(): bool {
  const wanted = aim;
  const left = budget;
  const ranOut = stopped;
  searchFor(GAIN);
  extendBudget(END_NODES);
  quiesce(-INFINITE, INFINITE, 1, 0, inCheck());
  const done = !stopped;
  searchFor(wanted);
  budget = left;
  stopped = ranOut;
  return done;
}
