/**
 * What the forcing tree says of each trigger: every one is searched against the same bar, a pawn more than the material at the root, so that
 * the exact gain and the line are known of each that passes.
 */
import { candidateAt, candidateMove, candidates, isPawnFork } from '../candidates';
import { inCheck } from '../board/attackers';
import { makeMove, makeNull, material, unmakeMove, unmakeNull } from '../board/position';
import { exchangeOfMove, exchangeReaches } from '../exchange';
import { DRAFT_LINE, LINE_BYTES, MAX_PLY, SCAN_FRAME } from '../memory';
import { EVERY_MOVE, generate } from '../moves/generate';
import {
  completeLine,
  gainOf,
  MOST_MOVES,
  realisedLength,
  safeLength,
  settledLength,
  stalemates,
  writeDefence,
  writeLine,
} from './lines';
import { CAPTURES, CHECKS, clearHeuristics, MOVE_BITS, pickMove, scoreMoves, SOUND } from './order';
import {
  addRoot,
  BAR,
  bar,
  bestScore,
  clearRoots,
  isMating,
  isStructured,
  lineAddress,
  lineLength,
  nodesSpent,
  plainGainBeside,
  rootAt,
  rootForcing,
  rootMove,
  roots,
  rootScore,
  setDepth,
  setLineLength,
  setNodesSpent,
  setScore,
  SHORT_MATE,
  sortRoots,
} from './roots';
import { INFINITE, MATE, MATE_BOUND } from './scores';
import { PLY } from './selective';
import { newEpoch } from './table';
import { drawOnReserve, nodes, search, setReserve, startTree, stopped } from './tree';

/** The one budget, for scan, service and export alike: or the cache would lie. */
const MAX_NODES: i32 = 5000;
/**
 * What a quiet move for which l1 has no candidate has to win where the other side stands still, beyond what is to be won without it: a
 * piece; if it offers something, mate or about the queen, for to threaten less seldom forces anything then.
 */
const THREAT: i32 = 300;
const GREAT_THREAT: i32 = 600;
/** What it may offer at most: a rook. */
const MOST_OFFERED: i32 = 500;
/** Iterations in plies. The odd depths between teach little that the even ones do not: a fifth of the nodes. */
const DEPTH_STEP: i32 = 2;
const MAX_DEPTH: i32 = 6;
/** From this depth on it is known what plain captures win. */
const SETTLED_DEPTH: i32 = 4;
/**
 * Quarter plies that the last iteration gives a trigger for which l1 has a candidate, more of them where it wins nothing yet. What it
 * takes from one that has none: that may lead to a pattern, but seldom late.
 */
const STRUCTURED_MORE: i32 = 2;
const NOT_YET_MORE: i32 = 4;
const OTHERS_LESS: i32 = 1;
/**
 * Nodes below which a trigger is refuted at a glance: where it falls short by more than a pawn, if it is quiet by more than two, and by
 * less, if it is quiet then; and in the first iteration, of a trigger without structure that falls short by more than two.
 */
const GLANCE: i32 = 16;
const GLANCE_QUIET_FAR: i32 = 60;
const GLANCE_QUIET: i32 = 4;
const GLANCE_FIRST: i32 = 4;
/**
 * Nodes of the whole analysis below which no trigger is refuted so, one for which l1 has a candidate and another: where a position has cost
 * little there is little to spare, and a quiet move may be refuted in three nodes that wins two plies later.
 */
const GLANCE_FROM: i32 = 400;
const GLANCE_OTHERS_FROM: i32 = 150;

/** Checks before captures before quiet moves. */
function forcingRank(marked: i32): i32 {
  if ((marked & CHECKS) != 0) return 0;
  return (marked & CAPTURES) != 0 ? 1 : 2;
}

/** Whether l1 has a candidate that this move starts: one for which it is worth looking deeper. */
function startsCandidate(move: i32): bool {
  for (let i = 0; i < candidates; i++) {
    const candidate = candidateAt(i);
    if (candidateMove(candidate) == move && !isPawnFork(candidate)) return true;
  }
  return false;
}

/** Whether a quiet move threatens enough to be a trigger: so much beyond `won`, a score, is won where the other side stands still. */
function threatens(move: i32, won: i32): bool {
  if (!exchangeReaches(move, -MOST_OFFERED)) return false;
  const least = won + (exchangeReaches(move, 0) ? THREAT : GREAT_THREAT);
  makeMove(move);
  makeNull();
  const score = search(0, least - 1, least, 2, false, false);
  unmakeNull();
  unmakeMove(move);
  return score >= least;
}

/**
 * Triggers: moves with a candidate of their own, and moves that force and may lead to one: every check and capture, promotions to a queen
 * that is not lost, and what threatens much and offers little.
 */
function listRoots(): void {
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  scoreMoves(SCAN_FRAME, end, 0, 0, false);
  clearRoots();
  // In check nothing can be counted on: first it has to be answered.
  const won = inCheck() ? material : search(0, material, INFINITE, 1, false, false);
  for (let at = SCAN_FRAME; at < end; at += 4) {
    const marked = pickMove(at, end);
    const move = marked & MOVE_BITS;
    const structured = startsCandidate(move);
    const forcing = (marked & (SOUND | CHECKS | CAPTURES)) != 0;
    if (forcing || structured || threatens(move, won)) addRoot(move, forcingRank(marked), structured);
  }
}

/** Whether a trigger without a structure wins what its own exchange does, and no more: looking deeper would tell nothing new. */
function isPlainCapture(root: usize): bool {
  if (isStructured(root) || rootForcing(root) != 1 || rootScore(root) < bar) return false;
  return rootScore(root) - bar + BAR <= exchangeOfMove(rootMove(root));
}

function isQuiet(root: usize): bool {
  return rootForcing(root) == 2;
}

/**
 * Whether what the trigger leads to, if anything, lies near: where l1 has seen no structure at all, what checks and captures force is known
 * soon. A quiet threat gains the time for another.
 */
function liesNear(root: usize): bool {
  return candidates == 0 && !isQuiet(root);
}

/** Depth that is left behind a trigger that is searched `depth` plies deep. */
function depthBehind(root: usize, depth: i32): i32 {
  const behind = PLY * (depth - 1);
  if (depth <= SETTLED_DEPTH) return behind;
  if (!isStructured(root)) return behind - OTHERS_LESS;
  return behind + (rootScore(root) < bar ? NOT_YET_MORE : STRUCTURED_MORE);
}

/** What a trigger is worth, `depth` plies deep: its value where that is `need` at least, else a bound that lies below. */
function valueOfRoot(root: usize, depth: i32, need: i32): i32 {
  const move = rootMove(root);
  const checking = rootForcing(root) == 0;
  const known = rootScore(root);
  const rest = depthBehind(root, depth);
  makeMove(move);
  // What won so much two plies ago mostly still does.
  let score = known >= need ? -search(rest, -INFINITE, 1 - known, 1, true, checking) : -INFINITE;
  if (score < max(known, need) && !stopped) {
    score = -search(rest, -need, 1 - need, 1, true, checking);
    if (score >= need && !stopped) score = -search(rest, -INFINITE, 1 - need, 1, true, checking);
  }
  unmakeMove(move);
  return score;
}

/**
 * Searches one trigger to `depth` plies; its score and line are set anew unless the budget ran out. Once plain captures are known, one
 * that did not win more than they do has to, and keeps what it had where it does not.
 */
function searchRoot(root: usize, depth: i32): void {
  const gate = depth > SETTLED_DEPTH ? bar + plainGainBeside(root) : bar;
  const before = rootScore(root);
  const need = before < gate ? gate : bar;
  const score = valueOfRoot(root, depth, need);
  if (stopped) return;
  setDepth(root, depth);
  if (score < need) {
    if (before < bar || need == bar) setScore(root, min(score, bar - 1));
    return;
  }
  setScore(root, score);
  const line = lineAddress(root);
  const length = writeLine(line, rootMove(root), 1, MAX_PLY - 1);
  setLineLength(root, score > MATE_BOUND ? length : settledLength(line, length));
}

/** Whether the iteration at this depth need not look at a trigger: what it won falls well short, and little was needed to see so. */
function isRefutedAtAGlance(root: usize, depth: i32): bool {
  if (rootScore(root) >= bar || nodes < (isStructured(root) ? GLANCE_FROM : GLANCE_OTHERS_FROM)) return false;
  const spent = nodesSpent(root);
  if (depth == SETTLED_DEPTH) return !isStructured(root) && bar - rootScore(root) > 2 * BAR && spent < GLANCE_FIRST;
  const short = bar + plainGainBeside(root) - rootScore(root);
  if (short > BAR) return spent < (isQuiet(root) && short > 2 * BAR ? GLANCE_QUIET_FAR : GLANCE);
  return isQuiet(root) && spent < GLANCE_QUIET;
}

/** Whether a trigger only threatens. It is searched behind the others: where many do, those would go without nodes. */
function isAside(root: usize): bool {
  return isQuiet(root) && !isStructured(root);
}

/** Searches a trigger in the iteration at this depth, if it need be; false where nodes ran out. */
function searchNext(root: usize, depth: i32): bool {
  // A proven mate stays one.
  if (rootScore(root) > MATE_BOUND) return true;
  if (depth > DEPTH_STEP && isRefutedAtAGlance(root, depth)) return true;
  if (depth > SETTLED_DEPTH && (isPlainCapture(root) || liesNear(root))) return true;
  const before = nodes;
  searchRoot(root, depth);
  if (stopped) return false;
  setNodesSpent(root, nodes - before);
  return true;
}

/** Deepens until plies or nodes run out; triggers that finished the last, broken-off round keep its result. */
function searchRoots(): void {
  for (let depth = DEPTH_STEP; depth <= MAX_DEPTH; depth += DEPTH_STEP) {
    // Nothing that deeper plies could tell is sooner than a mate that lies behind.
    if (bestScore() >= MATE - min(SHORT_MATE, depth - DEPTH_STEP)) break;
    for (let i = 0; i < roots; i++) {
      if (!isAside(rootAt(i)) && !searchNext(rootAt(i), depth)) return;
    }
    for (let i = 0; i < roots; i++) {
      if (isAside(rootAt(i)) && !searchNext(rootAt(i), depth)) return;
    }
    sortRoots();
  }
}

/**
 * Takes the line behind the trigger that was searched last, where it wins as much as `least`, in place of the root's: as far as it has to
 * be played to win that. What the other side takes behind it, where best play leaves something to be taken, belongs to it.
 * @returns whether it was the root's line already
 */
export function takeLine(root: usize, least: i32): bool {
  const written = writeLine(DRAFT_LINE, rootMove(root), 1, MOST_MOVES - 1);
  let length = settledLength(DRAFT_LINE, written);
  if (gainOf(DRAFT_LINE, length) < least) return false;
  length = realisedLength(DRAFT_LINE, length, least);
  length = safeLength(DRAFT_LINE, completeLine(DRAFT_LINE, length));
  if (gainOf(DRAFT_LINE, length) < BAR || stalemates(DRAFT_LINE, length)) return false;
  const same = length == lineLength(root) && memory.compare(lineAddress(root), DRAFT_LINE, (<usize>length) << 1) == 0;
  memory.copy(lineAddress(root), DRAFT_LINE, LINE_BYTES);
  setLineLength(root, length);
  return same;
}

/** Cuts the root's line short where its end lets the other side mate; what it wins then. A line that mates stays. */
export function cutLine(root: usize): i32 {
  if (isMating(root)) return 0;
  const line = lineAddress(root);
  const length = safeLength(line, lineLength(root));
  setLineLength(root, length);
  return gainOf(line, length);
}

/** Depth that is searched behind a trigger and its reply: a ply less finds the same defences in fewer nodes. */
const BEHIND_REPLY: i32 = PLY * (MAX_DEPTH - 3);
/** Nodes for second looks, better lines and other defences together, of all triggers: the best come first, and some positions have a dozen. */
const RESERVE: i32 = 10000;

/** Starts to look for other defences of one trigger. */
export function startDefences(): void {
  drawOnReserve(RESERVE);
}

/**
 * Whether a reply is as good a defence as the one in the root's line. The trigger is made.
 * @param address where the line goes, trigger and reply first, u16 a move
 * @returns its length, 0 where the reply loses more
 */
export function tryDefence(root: usize, reply: i32, address: usize): i32 {
  const score = rootScore(root);
  makeMove(reply);
  const reached = search(BEHIND_REPLY, bar - 1, score + 1, 2, true, inCheck());
  unmakeMove(reply);
  if (stopped || reached != score) return 0;
  return writeDefence(address, rootMove(root), reply);
}

/** Nothing is searched: there are no triggers. */
export function clearTriggers(): void {
  clearRoots();
  startTree(0);
}

/** Searches the triggers of the position, whose l1 candidates have been found. */
export function searchTriggers(): void {
  newEpoch();
  clearHeuristics();
  startTree(MAX_NODES);
  listRoots();
  searchRoots();
  setReserve(RESERVE);
}
