/**
 * A second look at what the tree has proved in material: deeper, and with the whole position weighed, so that a pawn grabbed at too high
 * a price, or a line that stops just before the refutation, is not called a tactic.
 */
import { inCheck } from '../board/attackers';
import { makeMove, unmakeMove } from '../board/position';
import { MOVE_LISTS } from '../memory';
import { EVERY_MOVE, generate } from '../moves/generate';
import { writeDefence } from './lines';
import { positionWorth } from './network';
import { CHECKS, MOVE_BITS, pickMove, scoreMoves } from './order';
import { BAR, bar, bestScore, isMating, rootForcing, rootMove, rootScore, setBetterMove, setDepth } from './roots';
import { takeLine } from './triggers';
import { INFINITE, MATE_BOUND } from './scores';
import { BEST_LINE, GAIN, PLY, PROOF, searchFor } from './selective';
import { drawOnReserve, extendBudget, search, stopped } from './tree';

/** Nodes for a trigger's second look, and for its line; both deepen by two plies, and a line begins with three. */
const MAX_NODES: i32 = 6000;
const LINE_NODES: i32 = 2000;
const FIRST_DEPTH: i32 = 3;
const DEPTH_STEP: i32 = 2;
const LAST_DEPTH: i32 = 7;
/** Nodes for one other defence. */
const DEFENCE_NODES: i32 = 2000;
/** Up to here a gain is small: a pawn more or less on the board is easily outweighed, and the network errs by as much. */
const SMALL: i32 = 300;
/** From here on a gain is large: it wins though its side stood badly before, and still may. */
const LARGE: i32 = 500;
/** What is left is plenty where it is so much more than it has to be, or wins in any case; else no other move may be better by more than AS_GOOD. */
const CLEAR: i32 = 100;
const WON: i32 = 450;
const AS_GOOD: i32 = 75;
/** Nodes and plies for the other moves. Five plies take a tenth more nodes in all, and are no surer. */
const RIVAL_NODES: i32 = 1500;
const RIVAL_DEPTH: i32 = 3;
/** Where another trigger wins so much more, this one has no merit but its gain. */
const BETTER: i32 = 200;

/**
 * What a trigger has to be worth when the position is weighed: half of its gain more than the material before, and more still of a small
 * one; all of it where there is much better. Of a large one it is enough that it is half a gain over what the position was worth.
 * A score, as the bar is. The position is the one before the trigger.
 */
export function leastLeft(root: usize): i32 {
  const before = bar - BAR;
  const gain = rootScore(root) - before;
  const from = gain >= LARGE ? min(before, positionWorth()) : before;
  const least = gain / 2 + (9 * max(0, SMALL - gain)) / 20;
  return from + (bestScore() >= rootScore(root) + BETTER ? max(gain, least) : least);
}

/** Searches a trigger to `depth` plies, the whole position weighed; its value, from White's side. */
function weigh(root: usize, depth: i32, alpha: i32, beta: i32): i32 {
  const move = rootMove(root);
  makeMove(move);
  const score = -search(PLY * (depth - 1), -beta, -alpha, 1, true, rootForcing(root) == 0);
  unmakeMove(move);
  return score;
}

/** Whether as much is left. Where nodes run out, the last full depth decides. */
export function standsUp(root: usize): bool {
  if (isMating(root)) return true;
  const need = leastLeft(root);
  let good = true;
  searchFor(PROOF);
  extendBudget(MAX_NODES);
  for (let depth = LAST_DEPTH - DEPTH_STEP; depth <= LAST_DEPTH; depth += DEPTH_STEP) {
    const score = weigh(root, depth, need - 1, need);
    if (stopped) break;
    good = score >= need;
    setDepth(root, depth);
  }
  searchFor(GAIN);
  return good;
}

/**
 * Whether another move is clearly better, where what is left of this one is little more than it has to be: then it is one of several ways
 * to come out ahead, and whether it is one at all hangs on the network's error. Where nodes run out, nothing is known to be better.
 */
export function isOutdone(root: usize): bool {
  if (isMating(root)) return false;
  const need = leastLeft(root);
  searchFor(PROOF);
  extendBudget(RIVAL_NODES);
  const plenty = max(need, min(need + CLEAR, WON));
  const worth = weigh(root, RIVAL_DEPTH, need - 1, plenty);
  const better = stopped || worth >= plenty ? 0 : findBetter(rootMove(root), max(worth, need) + AS_GOOD);
  searchFor(GAIN);
  setBetterMove(root, better);
  return better != 0;
}

/** Another move than `trigger` that is worth more than `most`; 0 where none is, or nodes run out before. */
function findBetter(trigger: i32, most: i32): i32 {
  const end = scoreMoves(MOVE_LISTS, generate(MOVE_LISTS, EVERY_MOVE), 0, 0, false);
  for (let at = MOVE_LISTS; at < end; at += 4) {
    const marked = pickMove(at, end);
    const move = marked & MOVE_BITS;
    if (move == trigger) continue;
    makeMove(move);
    const score = -search(PLY * (RIVAL_DEPTH - 1), -most - 1, -most, 1, true, (marked & CHECKS) != 0);
    unmakeMove(move);
    if (stopped) break;
    if (score > most) return move;
  }
  return 0;
}

/** Plies of the search that gave the last improved line, 0 for none, and what the position came out at. */
let lineDepth: i32 = 0;
let lineScore: i32 = 0;

/**
 * Gives a proven trigger the line that strong players would call the solution. Material alone is content with any of several defences
 * that lose as much; with the whole position weighed the attacker plays the best and the defender the toughest. It wins no less than was
 * proved, but for what best play leaves to be taken in the end.
 * @param untilKnown to be done as soon as two depths agree on the line, where a glance at it is enough
 * @returns whether it was looked into as deep as it may be
 */
export function improveLine(root: usize, untilKnown: bool = false): bool {
  lineDepth = 0;
  if (isMating(root)) return true;
  let known = false;
  const least = rootScore(root) - bar + BAR;
  searchFor(BEST_LINE);
  drawOnReserve(LINE_NODES);
  for (let depth = FIRST_DEPTH; depth <= LAST_DEPTH; depth += DEPTH_STEP) {
    const score = weigh(root, depth, -INFINITE, INFINITE);
    if (stopped || score > MATE_BOUND) break;
    lineDepth = depth;
    lineScore = score;
    const same = takeLine(root, least);
    known = untilKnown && same && depth > FIRST_DEPTH;
    if (known) break;
  }
  searchFor(GAIN);
  return !known;
}

/**
 * Whether a reply is about as good a defence as that of the line which the trigger has been given last. The trigger is made.
 * @param near centipawns by which it may be worse
 * @param address where the line goes, trigger and reply first, u16 a move
 * @returns its length, 0 where the reply is worse, or nodes ran out
 */
export function tryNearDefence(root: usize, reply: i32, address: usize, near: i32): i32 {
  if (lineDepth == 0) return 0;
  const rest = PLY * (lineDepth - 2);
  const most = lineScore + near;
  searchFor(BEST_LINE);
  drawOnReserve(DEFENCE_NODES);
  makeMove(reply);
  const checked = inCheck();
  let holds = search(rest, most, most + 1, 2, true, checked) <= most && !stopped;
  if (holds) holds = search(rest, -INFINITE, INFINITE, 2, true, checked) < MATE_BOUND && !stopped;
  unmakeMove(reply);
  searchFor(GAIN);
  if (!holds) return 0;
  return writeDefence(address, rootMove(root), reply);
}
