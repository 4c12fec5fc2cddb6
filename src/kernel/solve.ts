/**
 * Whether a position is a puzzle: one move wins by force, no other comes near, and so it goes on until the gain is in hand.
 * `docs/puzzles.md` has the definition; what is asked of it beyond that (it arose by a mistake, it has a name) is asked outside.
 *
 * Solution, at OUTPUT, little-endian; squares as the outside has them:
 *
 *     byte 0     verdict
 *     byte 1     number of moves L of the line, the solver's first
 *     byte 2     1 where it mates
 *     byte 4-5   material that the line wins, in centipawns
 *     byte 6-7   score of the first move
 *     byte 8-9   score of the second-best first move
 *     byte 16-23 hash of the canonical board, equal for mirrored positions
 *     then       L moves, two bytes each
 */
import { inCheck } from './board/attackers';
import { publicMove } from './board/move';
import { hash, makeMove, material, side, unmakeMove } from './board/position';
import { BLACK } from './board/squares';
import { enterAs, leaveCanonical, outwardMove } from './canonical';
import { DRAFT_LINE, OUTPUT, SCAN_FRAME } from './memory';
import { EVERY_MOVE, generate } from './moves/generate';
import { bestMove, bestScore, findBest, findBestDeep, isMateScore, secondScore, settledMaterial } from './tree/best';
import { clearTriggers } from './tree/triggers';
import { INFINITE } from './tree/scores';

/** It is a puzzle; */
const PUZZLE: i32 = 0;
/** nothing wins enough; */
const NO_WIN: i32 = 1;
/** another first move wins too, or nearly as much; */
const OTHER_MOVE: i32 = 2;
/** another later move does; */
const OTHER_LATER: i32 = 3;
/** the gain is not in hand where the line breaks off, or the solver's moves come to less than was promised; */
const UNSETTLED: i32 = 4;
/** nodes ran out before anything was known. */
const UNKNOWN: i32 = 5;

/** Centipawns by which every other move has to be worse. */
const GAP: i32 = 250;
/** What the second-best move is worth at most: where it wins too, being ahead by still more is no solution. */
const OTHERS: i32 = 200;
/** What the solver's position has to be worth at the end. */
const WINNING: i32 = 200;
/** A solution wins so much material, or mates. */
const LEAST_GAIN: i32 = 200;
/** What may be lost of a gain on the way, by another defence. */
const SLACK: i32 = 100;
const MAX_MOVES: i32 = 15;
/** Plies in which a gain that is in hand must not be lost again, and in which the whole of it is won. */
const NEAR: i32 = 2;
const FAR: i32 = 6;
const HEADER: usize = 24;

let length: i32 = 0;

function addMove(move: i32): void {
  store<u16>(DRAFT_LINE + ((<usize>length) << 1), <u16>move);
  length++;
  makeMove(move);
}

function lineMove(index: i32): i32 {
  return <i32>load<u16>(DRAFT_LINE + ((<usize>index) << 1));
}

function takeBack(): void {
  while (length > 0) unmakeMove(lineMove(--length));
}

/** Makes the first moves of a line again that was taken back. */
function replay(moves: i32): void {
  while (length < moves) makeMove(lineMove(length++));
}

/** Whether the side to move has no move. */
function isOver(): bool {
  return generate(SCAN_FRAME, EVERY_MOVE) == SCAN_FRAME;
}

/** Whether no other move comes near the one found. */
function isAhead(): bool {
  return isMateScore(bestScore) ? !isMateScore(secondScore) : secondScore < bestScore - GAP;
}

/** Whether the move found is the only one that wins. */
function isOnly(): bool {
  return secondScore <= OTHERS && isAhead();
}

/** What the solver's line wins in the end, at the last look at it. */
let settled: i32 = 0;

/** Whether the board shows so much material, the side to move cannot take it back, and little more is to be had. */
function isInHand(least: i32): bool {
  if (material < least) return false;
  settled = settledMaterial(NEAR);
  return settled >= least && material >= settled - SLACK;
}

/** Follows the line to its end; the verdict. */
function follow(promised: i32, mating: bool, before: i32): i32 {
  while (length < MAX_MOVES) {
    if (isOver()) return inCheck() ? PUZZLE : UNSETTLED;
    if (!mating && isInHand(before + promised - SLACK)) return PUZZLE;
    if (!findBest()) return UNKNOWN;
    addMove(bestMove);
    if (isOver()) return UNSETTLED;
    if (!findBest(WINNING)) return UNKNOWN;
    if (mating != isMateScore(bestScore)) return UNSETTLED;
    addMove(bestMove);
    if (isOver() && inCheck()) return mating ? PUZZLE : UNSETTLED;
    if (!isAhead()) return OTHER_LATER;
  }
  return UNSETTLED;
}

/** The scores of the first move and of the second-best, by the deepest look at them. */
let score: i32 = 0;
let second: i32 = 0;

/**
 * Looks deeper at every move of the solver's, and at where the line ends; the verdict. The line, of so many `moves`, is taken back, and made
 * again as far as it stands up. At its end any mate will do.
 */
function lookDeeper(moves: i32, mating: bool): i32 {
  const asked = mating ? max(1, moves - 1) : moves;
  for (let next = 0; next < asked; next += 2) {
    replay(next);
    const same = findBestDeep() && bestMove == lineMove(next) && isMateScore(bestScore) == mating;
    if (next == 0) {
      score = bestScore;
      second = secondScore;
      if (!same || score < WINNING || !isOnly()) return OTHER_MOVE;
    } else if (!same || !isAhead()) return OTHER_LATER;
  }
  replay(moves);
  if (isOver()) return PUZZLE;
  return findBestDeep() && -bestScore >= WINNING ? PUZZLE : UNSETTLED;
}

/** Looks for the solution, and leaves its moves made; the verdict. */
function judge(): i32 {
  const before = material;
  const known = findBest(WINNING, OTHERS);
  const first = bestMove;
  const mating = isMateScore(bestScore);
  score = bestScore;
  second = secondScore;
  if (!known) return UNKNOWN;
  if (!mating && (score < WINNING || score < before + LEAST_GAIN)) return NO_WIN;
  if (!isOnly()) return OTHER_MOVE;
  addMove(first);
  const promised = mating || isOver() ? 0 : settledMaterial(FAR) - before;
  if (!mating && promised < LEAST_GAIN) return NO_WIN;
  const verdict = follow(promised, mating, before);
  if (verdict != PUZZLE) return verdict;
  if (isOver()) settled = material;

  const moves = length;
  takeBack();
  return lookDeeper(moves, mating);
}

/** Solves the position, whose side to move is the solver; bytes at OUTPUT. */
export function solvePosition(): i32 {
  enterAs(side);
  clearTriggers();
  const identity = hash;
  const before = material;
  length = 0;
  const verdict = judge();
  const gain = (verdict == PUZZLE ? settled : material) - before;
  const moves = length;
  takeBack();
  store<u8>(OUTPUT, <u8>verdict);
  store<u8>(OUTPUT, <u8>moves, 1);
  store<u8>(OUTPUT, <u8>(isMateScore(score) ? 1 : 0), 2);
  store<i16>(OUTPUT, <i16>gain, 4);
  store<i16>(OUTPUT, <i16>score, 6);
  store<i16>(OUTPUT, <i16>second, 8);
  store<u64>(OUTPUT, identity, 16);
  for (let i = 0; i < moves; i++) {
    store<u16>(OUTPUT + HEADER + ((<usize>i) << 1), <u16>outwardMove(publicMove(lineMove(i))));
  }
  leaveCanonical();
  return <i32>HEADER + (moves << 1);
}

/**
 * What the side to move can get at best, in centipawns; mates as in tree/scores.ts. -INFINITE where nodes ran out before anything
 * was known, or there is no legal move.
 * @param attacking whether its own checks are looked into deeper, or the other side's
 */
export function worthOf(attacking: bool): i32 {
  enterAs(attacking ? side : side ^ BLACK);
  clearTriggers();
  const worth = findBest() ? bestScore : -INFINITE;
  leaveCanonical();
  return worth;
}
