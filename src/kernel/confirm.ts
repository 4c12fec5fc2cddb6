/**
 * l2: which candidates the forcing tree bears out. Every trigger is searched against the same bar, one pawn more than the material at
 * the root; of those that pass, a candidate is kept only where the line of best play cashes in on its own structure.
 */
import { MAX_PLY, ROOT_BYTES, ROOTS, SCAN_FRAME } from './memory';
import {
  BACK_RANK_MATE,
  candidateAt,
  candidateFalls,
  candidateMove,
  candidatePattern,
  candidates,
  candidateTaker,
  clearCandidates,
  DEFLECTION,
  firstTarget,
  secondTarget,
  INTERFERENCE,
  isComplete,
  isSmall,
  SMOTHERED_MATE,
} from './candidates';
import { inCheck, isPromotion, kindOn, makeMove, material, moveFrom, moveKind, moveTo, EN_PASSANT, occupied, pieceOn, unmakeMove } from './board/position';
import { bit, EMPTY, KING } from './board/squares';
import { attacks, between } from './board/attacks';
import { EVERY_MOVE, generate } from './moves/generate';
import { lookBefore } from './patterns/context';
import { addResult, isReported } from './records';
import { examine } from './scan';
import { CAPTURES, clearHeuristics, CHECKS, MOVE_BITS, pickMove, scoreMoves, SOUND } from './tree/order';
import { newEpoch } from './tree/table';
import { INFINITE, MATE, MATE_BOUND, PLY, pvLength, pvMove, search, startTree, stopped } from './tree/tree';

/** The one budget, for scan, service and export alike: or the cache would lie. */
const MAX_NODES: i32 = 10000;
const MAX_DEPTH: i32 = 5;
/** A tactic wins a pawn at least. */
const BAR: i32 = 100;

/** Root: i32 move, i32 score, i32 line length, i32 forcing rank; the line from byte 16, u16 a move. */
const LINE: usize = 16;

export let roots: i32 = 0;
/** Material at the root and a pawn: what a trigger has to reach. */
let bar: i32 = 0;

export function rootAt(index: i32): usize {
  return ROOTS + <usize>index * ROOT_BYTES;
}

function rootMove(root: usize): i32 {
  return load<i32>(root);
}

function rootScore(root: usize): i32 {
  return load<i32>(root, 4);
}

function lineLength(root: usize): i32 {
  return load<i32>(root, 8);
}

function lineMove(root: usize, index: i32): i32 {
  return <i32>load<u16>(root + LINE + (<usize>index << 1));
}

/** Checks before captures before quiet moves. */
function forcingRank(marked: i32): i32 {
  if ((marked & CHECKS) != 0) return 0;
  return (marked & CAPTURES) != 0 ? 1 : 2;
}

/** Whether l1 has a candidate that this move starts. */
function startsCandidate(move: i32): bool {
  for (let i = 0; i < candidates; i++) {
    if (candidateMove(candidateAt(i)) == move) return true;
  }
  return false;
}

/** Triggers: moves with a candidate of their own, and moves that force (sound checks, captures and promotions) and may lead to one. */
function listRoots(): void {
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  scoreMoves(SCAN_FRAME, end, 0, 0);
  roots = 0;
  for (let at = SCAN_FRAME; at < end; at += 4) {
    const marked = pickMove(at, end);
    if ((marked & SOUND) == 0 && !startsCandidate(marked & MOVE_BITS)) continue;
    const root = rootAt(roots);
    store<i32>(root, marked & MOVE_BITS);
    store<i32>(root, -INFINITE, 4);
    store<i32>(root, 0, 8);
    store<i32>(root, forcingRank(marked), 12);
    roots++;
  }
}

/** Copies the line behind a trigger, cut after its last capture or promotion unless it ends in mate. */
function keepLine(root: usize, mating: bool): void {
  const rest = min(pvLength(1), MAX_PLY - 2);
  store<u16>(root + LINE, <u16>rootMove(root));
  for (let i = 0; i < rest; i++) store<u16>(root + LINE + (<usize>(i + 1) << 1), <u16>pvMove(1, i));
  let length = rest + 1;
  if (!mating) {
    let last = 0;
    for (let i = 0; i < length; i++) {
      const move = lineMove(root, i);
      if (kindOn(moveTo(move)) != EMPTY || isPromotion(move) || moveKind(move) == EN_PASSANT) last = i + 1;
      makeMove(move);
    }
    for (let i = length - 1; i >= 0; i--) unmakeMove(lineMove(root, i));
    length = last;
  }
  store<i32>(root, length, 8);
}

/** Searches one trigger to `depth` plies; its score and line are set anew unless the budget ran out. */
function searchRoot(root: usize, depth: i32): void {
  const move = rootMove(root);
  const checking = load<i32>(root, 12) == 0;
  const rest = PLY * (depth - 1);
  makeMove(move);
  let score = -search(rest, -bar, 1 - bar, 1, true, checking);
  if (score >= bar && !stopped) score = -search(rest, -INFINITE, 1 - bar, 1, true, checking);
  unmakeMove(move);
  if (stopped) return;
  store<i32>(root, score, 4);
  if (score >= bar) keepLine(root, score > MATE_BOUND);
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

/** Deepens until plies or nodes run out; triggers that finished the last, broken-off round keep its result. */
function searchRoots(): void {
  for (let depth = 1; depth <= MAX_DEPTH; depth++) {
    for (let i = 0; i < roots; i++) {
      const root = rootAt(i);
      // A proven mate stays one.
      if (rootScore(root) > MATE_BOUND) continue;
      searchRoot(root, depth);
      if (stopped) return;
    }
    sortRoots();
  }
}

/** Whether, from move `index` of the line on, a piece falls that the pattern attacks, taken by the piece that has to. */
function targetFalls(candidate: usize, root: usize, index: i32): bool {
  let prey = candidateFalls(candidate);
  let taker = candidateTaker(candidate);
  const length = lineLength(root);
  for (let i = index + 1; i < length && prey != 0; i++) {
    const move = lineMove(root, i);
    const from = moveFrom(move);
    const to = moveTo(move);
    if ((i & 1) == 0) {
      if ((prey & bit(to)) != 0) {
        if (taker == 64 || taker == from) return true;
        prey &= ~bit(to);
      }
      if (from == taker) taker = to;
    } else {
      if ((prey & bit(from)) != 0) prey = (prey & ~bit(from)) | bit(to);
      if (to == taker) return false;
    }
  }
  return false;
}

/**
 * Deflection cashes in when D itself has left, no longer guards Q, and the next blow takes Q, promotes, or mates where D kept watch.
 * A D that merely stood in the way of the blow was skewered, not deflected. The position is the one after move `index`.
 */
function deflectionPays(candidate: usize, root: usize, index: i32, mating: bool): bool {
  if (lineLength(root) < index + 3) return false;
  const answer = lineMove(root, index + 1);
  const blow = lineMove(root, index + 2);
  const defender = firstTarget(candidate);
  if (moveFrom(answer) != defender) return false;
  if (load<u8>(candidate, 2) == 1) return isPromotion(blow);
  const duty = secondTarget(candidate);
  if (kindOn(duty) == KING) return mating && lineLength(root) == index + 3 && kindOn(moveTo(blow)) != EMPTY;
  if (moveTo(blow) != duty || (between(moveFrom(blow), duty) & bit(defender)) != 0) return false;
  makeMove(answer);
  const guards = (attacks(pieceOn(moveTo(answer)), moveTo(answer), occupied()) & bit(duty)) != 0;
  unmakeMove(answer);
  return !guards;
}

/** Whether the line cashes in on the structure that stands at move `index`. */
function paysOff(candidate: usize, root: usize, index: i32): bool {
  const pattern = candidatePattern(candidate);
  const mating = rootScore(root) > MATE_BOUND;
  if (pattern == BACK_RANK_MATE || pattern == SMOTHERED_MATE) return true;
  if (isComplete(candidate)) return true;
  if (pattern == DEFLECTION) return deflectionPays(candidate, root, index, mating);
  if (mating && pattern == INTERFERENCE) return true;
  if (isSmall(candidate) && rootScore(root) >= bar + BAR) return false;
  if (pattern == 0 && !isSmall(candidate)) return true;
  return targetFalls(candidate, root, index);
}

/** Takes what a line's move `index` stands for; the position is the one before it. */
function attributeMove(root: usize, index: i32, gain: i32): void {
  const trigger = rootMove(root);
  const score = rootScore(root);
  const mate = score > MATE_BOUND ? MATE - score : 0;
  const move = lineMove(root, index);
  lookBefore();
  clearCandidates();
  examine(move);
  makeMove(move);
  for (let i = 0; i < candidates; i++) {
    const candidate = candidateAt(i);
    if (isReported(candidatePattern(candidate), trigger) || !paysOff(candidate, root, index)) continue;
    addResult(candidate, trigger, gain, mate, index, load<i32>(root, 12), root + LINE, lineLength(root));
  }
  unmakeMove(move);
}

/**
 * Reports the patterns that stand along a proven line. One that arises later counts only while nothing has been won yet: or it is
 * not what cashes in.
 */
function attribute(root: usize, gain: i32): void {
  const before = material;
  const length = lineLength(root);
  let made = 0;
  while (made < length && (made == 0 || material < before + BAR || rootScore(root) > MATE_BOUND)) {
    attributeMove(root, made, gain);
    makeMove(lineMove(root, made++));
    if (made < length) makeMove(lineMove(root, made++));
  }
  while (made > 0) unmakeMove(lineMove(root, --made));
}

/** Net material of a line, from the position before it. */
function gainOf(root: usize): i32 {
  const before = material;
  const length = lineLength(root);
  for (let i = 0; i < length; i++) makeMove(lineMove(root, i));
  const gain = material - before;
  for (let i = length - 1; i >= 0; i--) unmakeMove(lineMove(root, i));
  return gain;
}

/** Adds a result for every pattern that a trigger's proven line cashes in on. */
export function confirm(): void {
  newEpoch();
  clearHeuristics();
  startTree(MAX_NODES);
  bar = material + BAR;
  listRoots();
  searchRoots();
  for (let i = 0; i < roots; i++) {
    const root = rootAt(i);
    if (rootScore(root) >= bar) attribute(root, gainOf(root));
  }
}
