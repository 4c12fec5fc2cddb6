/**
 * The best move of a position and how far it is ahead of the second-best: every legal move is searched, the whole position weighed, for
 * the two best of them with an open window.
 */
import { ROOTS, SCAN_FRAME } from '../memory';
import { inCheck } from '../board/attackers';
import { makeMove, unmakeMove } from '../board/position';
import { EVERY_MOVE, generate } from '../moves/generate';
import { CHECKS, clearHeuristics, MOVE_BITS, pickMove, scoreMoves } from './order';
import { newEpoch } from './table';
import { INFINITE, MATE_BOUND } from './scores';
import { BEST_MOVE, GAIN, PLY, searchFor } from './selective';
import { extendBudget, search, startTree, stopped } from './tree';

const DEPTH_STEP: i32 = 2;
/** For one position: plies, and the nodes that they may take. */
const MAX_DEPTH: i32 = 8;
const MAX_NODES: i32 = 120000;
/** The same for one that all hangs on. */
const DEEP: i32 = 10;
const DEEP_NODES: i32 = 800000;
/** What was found is believed where at least so many plies could be finished. */
const LEAST_DEPTH: i32 = 4;
/** Centipawns that two more plies seldom make up for. */
const FAR_OFF: i32 = 200;

/** Of the search that was finished last: 0 for no legal move, or where nodes ran out before anything was known. */
export let bestMove: i32 = 0;
/** Scores for the side to move; the second is -INFINITE where there is no second move. */
export let bestScore: i32 = 0;
export let secondScore: i32 = 0;

/** The moves, 8 bytes each: i32 move with its marks, i32 score. */
function entryAt(index: i32): usize {
  return ROOTS + ((<usize>index) << 3);
}

function listMoves(): i32 {
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  scoreMoves(SCAN_FRAME, end, 0, 0, false);
  let count = 0;
  for (let at = SCAN_FRAME; at < end; at += 4) {
    const entry = entryAt(count++);
    store<i32>(entry, pickMove(at, end));
    store<i32>(entry, -INFINITE, 4);
  }
  return count;
}

/** The best first; moves of equal score keep their order. */
function sortMoves(count: i32): void {
  for (let i = 1; i < count; i++) {
    const moved = load<u64>(entryAt(i));
    const score = load<i32>(entryAt(i), 4);
    let j = i;
    for (; j > 0 && load<i32>(entryAt(j - 1), 4) < score; j--) store<u64>(entryAt(j), load<u64>(entryAt(j - 1)));
    store<u64>(entryAt(j), moved);
  }
}

/** The value of one move, `depth` plies deep, where it is more than `floor`; else a bound that is not. */
function valueOf(marked: i32, depth: i32, floor: i32): i32 {
  const checking = (marked & CHECKS) != 0;
  const rest = PLY * (depth - 1);
  makeMove(marked & MOVE_BITS);
  let score = floor;
  if (floor > -INFINITE) score = -search(rest, -floor - 1, -floor, 1, true, checking);
  if ((score > floor || floor == -INFINITE) && !stopped) score = -search(rest, -INFINITE, -floor, 1, true, checking);
  unmakeMove(marked & MOVE_BITS);
  return score;
}

/** Whether all moves could be searched to this depth. */
function searchMoves(count: i32, depth: i32): bool {
  let first = -INFINITE;
  let second = -INFINITE;
  let found = 0;
  for (let i = 0; i < count; i++) {
    const entry = entryAt(i);
    const score = valueOf(load<i32>(entry), depth, second);
    if (stopped) return false;
    store<i32>(entry, score, 4);
    if (score > first) {
      second = first;
      first = score;
      found = load<i32>(entry) & MOVE_BITS;
    } else if (score > second) {
      second = score;
    }
  }
  bestMove = found;
  bestScore = first;
  secondScore = second;
  return true;
}

/** Whether it is plain after some plies that no single move wins: none does, or two do. */
function isHopeless(least: i32, most: i32): bool {
  return bestScore < least - FAR_OFF || (secondScore > most + FAR_OFF && bestScore <= MATE_BOUND);
}

/**
 * Finds the best move of the position and the two best scores. White is the one whose checks are looked into deeper, whoever has the
 * move.
 * @param least what the best move is to be worth, and
 * @param most the second-best at most: where they are far from it, the search ends early
 * @returns whether enough of it could be searched
 */
export function findBest(least: i32 = -INFINITE, most: i32 = INFINITE): bool {
  return deepen(MAX_DEPTH, MAX_NODES, least, most);
}

/** The same, deeper. */
export function findBestDeep(): bool {
  return deepen(DEEP, DEEP_NODES, -INFINITE, INFINITE);
}

function deepen(plies: i32, limit: i32, least: i32, most: i32): bool {
  newEpoch(true);
  clearHeuristics();
  startTree(limit);
  searchFor(BEST_MOVE);
  const count = listMoves();
  bestMove = 0;
  bestScore = -INFINITE;
  secondScore = -INFINITE;
  let reached = 0;
  for (let depth = DEPTH_STEP; depth <= plies && count > 0; depth += DEPTH_STEP) {
    if (!searchMoves(count, depth)) break;
    reached = depth;
    if (depth >= LEAST_DEPTH && isHopeless(least, most)) break;
    sortMoves(count);
  }
  searchFor(GAIN);
  return reached >= LEAST_DEPTH;
}

/** Material once everything is taken that hangs, `plies` deep, from White's side; -INFINITE where nodes ran out. */
export function settledMaterial(plies: i32): i32 {
  extendBudget(MAX_NODES);
  const settled = -search(PLY * plies, -INFINITE, INFINITE, 1, true, inCheck());
  return stopped ? -INFINITE : settled;
}

export function isMateScore(score: i32): bool {
  return score > MATE_BOUND;
}
