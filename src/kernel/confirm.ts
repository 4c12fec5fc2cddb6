/** l2: which candidates the forcing tree bears out, by trigger and then by pattern. */
import { attribute, clearLines } from './attribute';
import { bar, isProven, markProven, plainGain, rootAt, roots, rootScore, searchTriggers } from './tree/roots';
import { standsUp } from './tree/verify';

/** Finds the triggers that win, and win more than a plain capture does: where that wins as much, no pattern won it. */
function proveTriggers(): void {
  searchTriggers();
  const least = bar + plainGain();
  for (let i = 0; i < roots; i++) {
    const root = rootAt(i);
    if (rootScore(root) >= least && standsUp(root)) markProven(root);
  }
}

/** Adds a result for every pattern that a proven trigger's line cashes in on. */
export function confirm(): void {
  proveTriggers();
  clearLines();
  for (let i = 0; i < roots; i++) if (isProven(rootAt(i))) attribute(rootAt(i));
}
