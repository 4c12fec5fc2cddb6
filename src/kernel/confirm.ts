/** l2: which candidates the forcing tree bears out, by trigger and then by pattern. */
import { attribute, clearLines } from './attribute';
import { bar, plainGain, rootAt, roots, rootScore, searchTriggers } from './tree/roots';

/** Adds a result for every pattern that a trigger's proven line cashes in on. */
export function confirm(): void {
  searchTriggers();
  clearLines();
  const plain = plainGain();
  for (let i = 0; i < roots; i++) {
    const root = rootAt(i);
    // Where a plain capture wins as much, no pattern won it.
    if (rootScore(root) >= bar + plain) attribute(root);
  }
}
