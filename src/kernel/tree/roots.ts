/**
 * The triggers of an analysis, and what is known of each: the record at ROOTS, and how triggers compare. `triggers.ts` finds and searches
 * them.
 */
import { LINE_BYTES, ROOT_BYTES, ROOTS } from '../memory';
import { isPromotion, moveFrom, moveKind, moveTo } from '../board/move';
import { material } from '../board/position';
import { QUEEN } from '../board/squares';
import { exchangeOfMove } from '../exchange';
import { INFINITE, MATE, MATE_BOUND } from './scores';

/** Plies of a mate, in two moves, that everybody sees, or should: who has one has nothing else to look for. */
export const SHORT_MATE: i32 = 3;
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

/** Takes all triggers away; from now on they are those of the position as it stands. */
export function clearRoots(): void {
  roots = 0;
  bar = material + BAR;
}

/**
 * Adds a trigger of which nothing is known yet.
 * @param forcing 0 check, 1 capture, 2 quiet
 * @param structured whether l1 has a candidate that it starts
 */
export function addRoot(move: i32, forcing: i32, structured: bool): void {
  const root = rootAt(roots++);
  store<i32>(root, move);
  store<i32>(root, -INFINITE, 4);
  store<i32>(root, 0, 8);
  store<u8>(root, <u8>forcing, FORCING);
  store<u8>(root, <u8>NO_WIN, VERDICT);
  store<u8>(root, 0, DEPTH);
  store<u8>(root, structured ? 1 : 0, STRUCTURED);
}

export function rootAt(index: i32): usize {
  return ROOTS + <usize>index * ROOT_BYTES;
}

export function rootMove(root: usize): i32 {
  return load<i32>(root);
}

export function rootScore(root: usize): i32 {
  return load<i32>(root, 4);
}

export function setScore(root: usize, score: i32): void {
  store<i32>(root, score, 4);
}

/** Whether l1 has a candidate that the trigger starts. */
export function isStructured(root: usize): bool {
  return load<u8>(root, STRUCTURED) != 0;
}

export function lineLength(root: usize): i32 {
  return load<i32>(root, 8);
}

export function setLineLength(root: usize, length: i32): void {
  store<i32>(root, length, 8);
}

export function lineMove(root: usize, index: i32): i32 {
  return <i32>load<u16>(root + LINE + ((<usize>index) << 1));
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

/** Nodes that the last iteration spent on the trigger. */
export function nodesSpent(root: usize): i32 {
  return load<i32>(root, SPENT);
}

export function setNodesSpent(root: usize, spent: i32): void {
  store<i32>(root, spent, SPENT);
}

/** The best first; those of equal score keep their order. */
export function sortRoots(): void {
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
