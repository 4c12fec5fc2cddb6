/**
 * The triggers of an analysis and what the forcing tree says of each: every one is searched against the same bar, a pawn more than
 * the material at the root, so that the exact gain and the line are known of each that passes.
 */
import { DRAFT_LINE, LINE_BYTES, MAX_PLY, ROOT_BYTES, ROOTS, SCAN_FRAME } from '../memory';
import { candidateAt, candidateMove, candidates, isPawnFork } from '../candidates';
import { isPromotion, makeMove, material, moveFrom, moveKind, moveTo, unmakeMove } from '../board/position';
import { inCheck } from '../board/attackers';
import { QUEEN } from '../board/squares';
import { exchangeOfMove } from '../exchange';
import { EVERY_MOVE, generate } from '../moves/generate';
import { CAPTURES, clearHeuristics, CHECKS, MOVE_BITS, pickMove, scoreMoves, SOUND } from './order';
import { completeLine, gainOf, safeLength, settledLength, stalemates, writeLine } from './lines';
import { newEpoch } from './table';
import { INFINITE, MATE, MATE_BOUND } from './scores';
import { PLY } from './selective';
import { drawOnReserve, nodes, search, setReserve, startTree, stopped } from './tree';

/** The one budget, for scan, service and export alike: or the cache would lie. */
const MAX_NODES: i32 = 6000;
/** Iterations in plies. The odd depths between teach little that the even ones do not: a fifth of the nodes. */
const DEPTH_STEP: i32 = 2;
const MAX_DEPTH: i32 = 6;
/** From this depth on it is known what plain captures win. */
const SETTLED_DEPTH: i32 = 4;
/**
 * Quarter plies that the last iteration gives a trigger for which l1 has a candidate, and takes from one that forces and may lead to a
 * pattern, but seldom late.
 */
const STRUCTURED_MORE: i32 = 2;
const OTHERS_LESS: i32 = 1;
/**
 * Nodes below which a trigger is refuted at a glance: where it falls short by more than two pawns, by more than one, and by less, if it is
 * quiet then. Of the triggers that the last iteration still proves, one in fifty had been refuted so; of its nodes they took a fifth.
 */
const GLANCE_FAR: i32 = 24;
const GLANCE_SHORT: i32 = 16;
const GLANCE_QUIET: i32 = 4;
/** Plies of a mate, in two moves, that everybody sees, or should: who has one has nothing else to look for. */
const SHORT_MATE: i32 = 3;
/** A tactic wins a pawn at least. */
export const BAR: i32 = 100;

/**
 * Root: i32 move, i32 score, i32 line length, u8 forcing rank, u8 verdict, u8 depth in plies of the last search that was finished, the
 * second look's where there was one, u8 whether l1 has a candidate for it; the line from byte 16, u16 a move; from byte 144 i32 nodes that
 * the last iteration spent on it, and i32 the move that outdoes it.
 */
const LINE: usize = 16;
const FORCING: usize = 12;
const VERDICT: usize = 13;
const DEPTH: usize = 14;
const STRUCTURED: usize = 15;
const SPENT: usize = LINE + LINE_BYTES;
const BETTER_MOVE: usize = SPENT + 4;

/** Verdicts: it does not reach the bar, */
export const NO_WIN: i32 = 0;
/** or wins no more than a plain capture does, */
export const NO_MORE: i32 = 1;
/** or promotes to a lesser piece, which does no better than a queen; */
export const NEEDLESS: i32 = 2;
/** or another mates soon, and it does not, or takes longer; */
export const SLOWER: i32 = 3;
/** or it does not stand up to a second look; */
export const DOUBTFUL: i32 = 4;
/** or does by little, and another move does better; */
export const OUTDONE: i32 = 5;
/** or nothing is said against it. */
export const PROVEN: i32 = 6;

export let roots: i32 = 0;
/** Material at the root and a pawn: what a trigger has to reach. */
export let bar: i32 = 0;

export function rootAt(index: i32): usize {
  return ROOTS + <usize>index * ROOT_BYTES;
}

export function rootMove(root: usize): i32 {
  return load<i32>(root);
}

export function rootScore(root: usize): i32 {
  return load<i32>(root, 4);
}

/** Whether l1 has a candidate that the trigger starts. */
export function isStructured(root: usize): bool {
  return load<u8>(root, STRUCTURED) != 0;
}

export function lineLength(root: usize): i32 {
  return load<i32>(root, 8);
}

export function lineMove(root: usize, index: i32): i32 {
  return <i32>load<u16>(root + LINE + ((<usize>index) << 1));
}

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

/**
 * Triggers: moves with a candidate of their own, and moves that force and may lead to one: every check and capture, and promotions to a
 * queen that is not lost.
 */
function listRoots(): void {
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  scoreMoves(SCAN_FRAME, end, 0, 0, false);
  roots = 0;
  for (let at = SCAN_FRAME; at < end; at += 4) {
    const marked = pickMove(at, end);
    const structured = startsCandidate(marked & MOVE_BITS);
    if ((marked & (SOUND | CHECKS | CAPTURES)) == 0 && !structured) continue;
    const root = rootAt(roots);
    store<i32>(root, marked & MOVE_BITS);
    store<i32>(root, -INFINITE, 4);
    store<i32>(root, 0, 8);
    store<u8>(root, <u8>forcingRank(marked), FORCING);
    store<u8>(root, <u8>NO_WIN, VERDICT);
    store<u8>(root, 0, DEPTH);
    store<u8>(root, structured ? 1 : 0, STRUCTURED);
    roots++;
  }
}

/** Whether a trigger without a structure wins what its own exchange does, and no more: looking deeper would tell nothing new. */
function isPlainCapture(root: usize): bool {
  if (isStructured(root) || rootForcing(root) != 1 || rootScore(root) < bar) return false;
  return rootScore(root) - bar + BAR <= exchangeOfMove(rootMove(root));
}

/** Depth that is left behind a trigger that is searched `depth` plies deep. */
function depthBehind(root: usize, depth: i32): i32 {
  const extra = depth <= SETTLED_DEPTH ? 0 : isStructured(root) ? STRUCTURED_MORE : -OTHERS_LESS;
  return PLY * (depth - 1) + extra;
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
    if (before < bar || need == bar) store<i32>(root, min(score, bar - 1), 4);
    return;
  }
  store<i32>(root, score, 4);
  const length = writeLine(root + LINE, rootMove(root), 1, MAX_PLY - 1);
  store<i32>(root, score > MATE_BOUND ? length : settledLength(root + LINE, length), 8);
}

function sortRoots(): void {
  for (let i = 1; i < roots; i++) {
    for (let j = i; j > 0 && rootScore(rootAt(j)) > rootScore(rootAt(j - 1)); j--) {
      const a = rootAt(j);
      const b = rootAt(j - 1);
      for (let offset: usize = 0; offset < ROOT_BYTES; offset += 8) {
        const kept = load<u64>(a + offset);
        store<u64>(a + offset, load<u64>(b + offset));
        store<u64>(b + offset, kept);
      }
    }
  }
}

/** Whether the last iteration need not look at a trigger: what it won falls well short, and little was needed to see so. */
function isRefutedAtAGlance(root: usize): bool {
  if (rootScore(root) >= bar) return false;
  const short = bar + plainGainBeside(root) - rootScore(root);
  const spent = load<i32>(root, SPENT);
  if (short > 2 * BAR) return spent < GLANCE_FAR;
  if (short > BAR) return spent < GLANCE_SHORT;
  return rootForcing(root) == 2 && spent < GLANCE_QUIET;
}

/** Deepens until plies or nodes run out; triggers that finished the last, broken-off round keep its result. */
function searchRoots(): void {
  // Where l1 has seen no structure at all there are only checks, and what they lead to lies near.
  const deepest = candidates > 0 ? MAX_DEPTH : SETTLED_DEPTH;
  for (let depth = DEPTH_STEP; depth <= deepest; depth += DEPTH_STEP) {
    // Nothing that deeper plies could tell is sooner than a mate that lies behind.
    if (bestScore() >= MATE - min(SHORT_MATE, depth - DEPTH_STEP)) break;
    for (let i = 0; i < roots; i++) {
      const root = rootAt(i);
      // A proven mate stays one.
      if (rootScore(root) > MATE_BOUND) continue;
      if (depth > SETTLED_DEPTH && (isPlainCapture(root) || isRefutedAtAGlance(root))) continue;
      const before = nodes;
      searchRoot(root, depth);
      if (stopped) return;
      store<i32>(root, nodes - before, SPENT);
    }
    sortRoots();
  }
}

/** What a trigger wins as a plain capture or promotion, by its own exchange and by the tree. */
export function plainGainOf(root: usize): i32 {
  return min(exchangeOfMove(rootMove(root)), rootScore(root) - bar + BAR);
}

/** What plain captures and promotions other than this trigger win at most: what no pattern is needed for. */
export function plainGainBeside(root: usize): i32 {
  let best = 0;
  for (let i = 0; i < roots; i++) {
    const other = rootAt(i);
    if (other != root && rootScore(other) >= bar) best = max(best, plainGainOf(other));
  }
  return best;
}

/** Address of the line's moves, u16 each. */
export function lineAddress(root: usize): usize {
  return root + LINE;
}

/** 0 check, 1 capture, 2 quiet. */
export function rootForcing(root: usize): i32 {
  return <i32>load<u8>(root, FORCING);
}

export function setVerdict(root: usize, verdict: i32): void {
  store<u8>(root, <u8>verdict, VERDICT);
}

/** The move that outdoes an OUTDONE trigger. */
export function betterMove(root: usize): i32 {
  return load<i32>(root, BETTER_MOVE);
}

export function setBetterMove(root: usize, move: i32): void {
  store<i32>(root, move, BETTER_MOVE);
}

export function rootVerdict(root: usize): i32 {
  return <i32>load<u8>(root, VERDICT);
}

export function setDepth(root: usize, depth: i32): void {
  store<u8>(root, <u8>depth, DEPTH);
}

/** 0 where nodes ran out before the trigger was searched at all. */
export function rootDepth(root: usize): i32 {
  return <i32>load<u8>(root, DEPTH);
}

export function isMating(root: usize): bool {
  return rootScore(root) > MATE_BOUND;
}

/** Plies to mate, 0 where the line does not mate. */
export function pliesToMate(root: usize): i32 {
  return isMating(root) ? MATE - rootScore(root) : 0;
}

/** Whether some trigger mates soon, and this one does not, or takes longer: then it is no solution. */
export function isSlower(root: usize): bool {
  const best = bestScore();
  return best >= MATE - SHORT_MATE && rootScore(root) < best;
}

/** Whether a promotion to a lesser piece does no better than one to a queen. */
export function isNeedless(root: usize): bool {
  const move = rootMove(root);
  if (!isPromotion(move) || moveKind(move) == QUEEN) return false;
  for (let i = 0; i < roots; i++) {
    const other = rootAt(i);
    const same = moveFrom(rootMove(other)) == moveFrom(move) && moveTo(rootMove(other)) == moveTo(move);
    if (same && moveKind(rootMove(other)) == QUEEN) return rootScore(other) >= rootScore(root);
  }
  return false;
}

/** What the best trigger comes to. */
export function bestScore(): i32 {
  let best = rootScore(rootAt(0));
  for (let i = 1; i < roots; i++) best = max(best, rootScore(rootAt(i)));
  return best;
}

/** Nothing is searched: there are no triggers. */
export function clearTriggers(): void {
  roots = 0;
  startTree(0);
}

/**
 * Takes the line behind the trigger that was searched last, where it wins as much as `least`, in place of the root's. What the other side
 * takes behind it, where best play leaves something to be taken, belongs to it.
 */
export function takeLine(root: usize, least: i32): void {
  const written = writeLine(DRAFT_LINE, rootMove(root), 1, <i32>(LINE_BYTES >> 1) - 1);
  let length = settledLength(DRAFT_LINE, written);
  if (gainOf(DRAFT_LINE, length) < least) return;
  length = safeLength(DRAFT_LINE, completeLine(DRAFT_LINE, length));
  if (gainOf(DRAFT_LINE, length) < BAR || stalemates(DRAFT_LINE, length)) return;
  memory.copy(root + LINE, DRAFT_LINE, LINE_BYTES);
  store<i32>(root, length, 8);
}

/** Cuts the root's line short where its end lets the other side mate; what it wins then. A line that mates stays. */
export function cutLine(root: usize): i32 {
  if (isMating(root)) return 0;
  const length = safeLength(root + LINE, lineLength(root));
  store<i32>(root, length, 8);
  return gainOf(root + LINE, length);
}

/** Depth that is searched behind a trigger and its reply: a ply less finds the same defences in fewer nodes. */
const BEHIND_REPLY: i32 = PLY * (MAX_DEPTH - 3);
/** Nodes for second looks, better lines and other defences together, of all triggers: the best come first, and some positions have a dozen. */
const RESERVE: i32 = 6000;

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
  store<u16>(address, <u16>rootMove(root));
  return 1 + writeLine(address + 2, reply, 2, <i32>(LINE_BYTES >> 1) - 1);
}

/** Searches the triggers of the position, whose l1 candidates have been found. */
export function searchTriggers(): void {
  newEpoch();
  clearHeuristics();
  startTree(MAX_NODES);
  bar = material + BAR;
  listRoots();
  searchRoots();
  setReserve(RESERVE);
}
