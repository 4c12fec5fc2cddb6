/**
 * Move ordering: the table's move, captures that do not lose and promotions to a queen, killers, other moves by history (the attacker's
 * sound checks well ahead), captures that lose, other promotions. Every move is also marked with what the tree asks of it again: whether it
 * takes or checks, and whether its exchange is sound.
 */
import { HISTORY, KILLERS, SCORE_OFFSET } from '../memory';
import { exchangeReaches } from '../exchange';
import { EN_PASSANT, isPromotion, moveFrom, moveKind, moveTo, PROMOTE_QUEEN } from '../board/move';
import { kindOn, pieceOn, side } from '../board/position';
import { EMPTY, PAWN, QUEEN, valueOf, WHITE } from '../board/squares';
import { givesCheck, prepareChecks } from '../moves/checks';

/** Marks above the move's own 15 bits. */
export const CHECKS: i32 = 1 << 16;
export const SOUND: i32 = 1 << 17;
export const CAPTURES: i32 = 1 << 18;
export const MOVE_BITS: i32 = 0x7fff;

/** Whether a marked move neither takes nor checks. */
export function isQuiet(marked: i32): bool {
  return (marked & (CAPTURES | CHECKS)) == 0;
}

const FIRST: i32 = 1 << 28;
const GOOD: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
const CHECK_BONUS: i32 = 6000;
const HISTORY_LIMIT: i32 = 4096;
/** For a quiet move of the man that is lost if nothing is done: more than most others come to. */
const ESCAPE_BONUS: i32 = 3000;

/** No man is threatened, or none that is known. */
export const NOWHERE: i32 = -1;

export function clearHeuristics(): void {
  memory.fill(KILLERS, 0, 512);
  memory.fill(HISTORY, 0, 4096);
}

/** Where the best stands of the moves that were scored last: half of the time no other is asked for. */
let topAt: usize = 0;

/** A move that takes nothing refuted the line: it is tried early in sister nodes. */
export function rewardMove(move: i32, ply: i32, depth: i32): void {
  const slot = KILLERS + ((<usize>ply) << 3);
  if (load<i32>(slot) != move) {
    store<i32>(slot, load<i32>(slot), 4);
    store<i32>(slot, move);
  }
  const entry = HISTORY + ((<usize>((pieceOn(moveFrom(move)) << 6) | moveTo(move))) << 2);
  store<i32>(entry, min(load<i32>(entry) + depth * depth, HISTORY_LIMIT));
}

/**
 * Notes where the best of the moves that were scored stands, and writes behind their end what `pickMove` may take in: now, for it would have to
 * wait for what was only just written.
 */
function endList(best: usize, end: usize): void {
  topAt = best;
  v128.store(end, i32x4.splat(i32.MIN_VALUE), SCORE_OFFSET);
}

/**
 * Marks and scores the moves from `start` to `end`; `best` goes first.
 * @param forcingOnly drops moves that neither take, promote nor check; `prepareChecks` has then seen the position already
 * @param threatened where a man stands that is lost if nothing is done; its quiet moves go before others
 * @returns the end of what is left
 */
export function scoreMoves(
  start: usize,
  end: usize,
  best: i32,
  ply: i32,
  forcingOnly: bool,
  threatened: i32 = NOWHERE,
): usize {
  if (!forcingOnly) prepareChecks();
  const slot = KILLERS + ((<usize>ply) << 3);
  const killer = load<i32>(slot);
  const second = load<i32>(slot, 4);
  const attacker = side == WHITE;
  let kept = start;
  let found = start;
  let top = i32.MIN_VALUE;
  for (let at = start; at < end; at += 4) {
    const move = load<i32>(at);
    const piece = pieceOn(moveFrom(move));
    const special = moveKind(move);
    const victim = special == EN_PASSANT ? PAWN : kindOn(moveTo(move));
    let marks = givesCheck(move) ? CHECKS : 0;
    let score = 0;
    if (victim != EMPTY) {
      marks |= CAPTURES;
      if (exchangeReaches(move, 0)) {
        marks |= SOUND;
        score = GOOD + (valueOf(victim) << 6) - valueOf(piece & 7);
      } else {
        score = -GOOD + valueOf(victim);
      }
      if (special == PROMOTE_QUEEN) score += valueOf(QUEEN) << 6;
    } else if (isPromotion(move)) {
      if (special == PROMOTE_QUEEN) {
        if (exchangeReaches(move, 0)) marks |= SOUND;
        score = GOOD + (valueOf(QUEEN) << 6);
      } else {
        score = -2 * GOOD;
      }
    } else {
      if (forcingOnly && marks == 0) continue;
      if (move == killer) {
        score = KILLER + 1;
      } else if (move == second) {
        score = KILLER;
      } else {
        score = load<i32>((<usize>((piece << 6) | moveTo(move))) << 2, HISTORY);
        score += select<i32>(ESCAPE_BONUS, 0, moveFrom(move) == threatened);
      }
      if (marks != 0 && attacker) {
        if (exchangeReaches(move, 0)) {
          marks |= SOUND;
          score += CHECK_BONUS;
        }
      }
    }
    if (move == best) score = FIRST;
    store<i32>(kept, move | marks);
    store<i32>(kept, score, SCORE_OFFSET);
    found = select<usize>(kept, found, score > top);
    top = max(score, top);
    kept += 4;
  }
  endList(found, kept);
  return kept;
}

/**
 * Scores what a quiescence search tries, most valuable victim first, and drops the rest: with `withChecks` (after `prepareChecks`)
 * quiet checks stay behind the captures, and checks are marked. Exchanges are left for when a move's turn comes.
 * @returns the end of what is left
 */
export function scoreNoisy(start: usize, end: usize, withChecks: bool): usize {
  let kept = start;
  let found = start;
  let top = i32.MIN_VALUE;
  for (let at = start; at < end; at += 4) {
    const move = load<i32>(at);
    const special = moveKind(move);
    const victim = special == EN_PASSANT ? PAWN : kindOn(moveTo(move));
    const marks = withChecks && givesCheck(move) ? CHECKS : 0;
    let score = 0;
    if (victim != EMPTY) score = (valueOf(victim) << 6) - valueOf(kindOn(moveFrom(move)));
    if (special == PROMOTE_QUEEN) score += valueOf(QUEEN) << 6;
    else if (victim == EMPTY && marks == 0) continue;
    else if (isPromotion(move)) continue;
    store<i32>(kept, move | marks);
    store<i32>(kept, score, SCORE_OFFSET);
    found = select<usize>(kept, found, score > top);
    top = max(score, top);
    kept += 4;
  }
  endList(found, kept);
  return kept;
}

/** Exchanges two moves of a list; the one that is at `front` then, with its marks. */
function bringTo(front: usize, best: usize): i32 {
  const move = load<i32>(best);
  const score = load<i32>(best, SCORE_OFFSET);
  store<i32>(best, load<i32>(front));
  store<i32>(best, load<i32>(front, SCORE_OFFSET), SCORE_OFFSET);
  store<i32>(front, move);
  store<i32>(front, score, SCORE_OFFSET);
  return move;
}

/** Brings the best of the moves that were scored last, which begin `at`, to the front; the move with its marks. */
export function firstMove(at: usize): i32 {
  return bringTo(at, topAt);
}

/**
 * Brings the best of the moves from `at` on to the front; the move with its marks. Four are looked at at a time, and none needs a branch:
 * which of them score more no processor can predict.
 */
export function pickMove(at: usize, end: usize): i32 {
  let tops = v128.load(at, SCORE_OFFSET);
  for (let other = at + 16; other < end; other += 16) tops = i32x4.max_s(tops, v128.load(other, SCORE_OFFSET));
  tops = i32x4.max_s(tops, v128.shuffle<i32>(tops, tops, 2, 3, 0, 1));
  tops = i32x4.max_s(tops, v128.shuffle<i32>(tops, tops, 1, 0, 3, 2));
  let best = at;
  let hits = i32x4.bitmask(i32x4.eq(v128.load(best, SCORE_OFFSET), tops));
  while (hits == 0) {
    best += 16;
    hits = i32x4.bitmask(i32x4.eq(v128.load(best, SCORE_OFFSET), tops));
  }
  return bringTo(at, best + ((<usize>ctz(hits)) << 2));
}
