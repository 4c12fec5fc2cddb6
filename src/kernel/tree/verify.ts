/**
 * A second look at what the tree has proved in material: deeper, and with placement weighed, so that a pawn grabbed at too high a price, or
 * a line that stops just before the refutation, is not called a tactic.
 */
import { makeMove, unmakeMove } from '../board/position';
import { BAR, bar, isMating, rootForcing, rootAt, rootMove, roots, rootScore, setDepth } from './roots';
import { extendBudget, PLY, search, stopped, weighPlacement } from './tree';

const MAX_NODES: i32 = 4000;
const FIRST_DEPTH: i32 = 2;
const LAST_DEPTH: i32 = 7;
/** What has to be left beside half of a small gain: who wins a pawn or two and stands no worse for it has more than that. */
const MARGIN: i32 = 50;
const SMALL: i32 = 300;
/** Where another trigger wins so much more, this one has no merit but its gain. */
const BETTER: i32 = 200;

function bestScore(): i32 {
  let best = rootScore(rootAt(0));
  for (let i = 1; i < roots; i++) best = max(best, rootScore(rootAt(i)));
  return best;
}

/**
 * What has to be left of a trigger's gain when placement counts: half of it, of a small one a little more, and all of it where there is
 * much better. A score, as the bar is.
 */
export function leastLeft(root: usize): i32 {
  const before = bar - BAR;
  const gain = rootScore(root) - before;
  if (bestScore() >= rootScore(root) + BETTER) return before + gain;
  return before + gain / 2 + (gain < SMALL ? MARGIN : 0);
}

/** Whether as much is left. Where nodes run out, the last full depth decides. */
export function standsUp(root: usize): bool {
  if (isMating(root)) return true;
  const need = leastLeft(root);
  const move = rootMove(root);
  const checking = rootForcing(root) == 0;
  let good = true;
  weighPlacement(true);
  extendBudget(MAX_NODES);
  for (let depth = FIRST_DEPTH; depth <= LAST_DEPTH; depth++) {
    makeMove(move);
    const score = -search(PLY * (depth - 1), -need, 1 - need, 1, true, checking);
    unmakeMove(move);
    if (stopped) break;
    good = score >= need;
    setDepth(root, depth);
  }
  weighPlacement(false);
  return good;
}
