/** l2: which candidates the forcing tree bears out, by trigger and then by pattern. */
import { attribute } from './attribute';
import { bar, gainOf, plainGain, rootAt, roots, rootScore, searchTriggers } from './tree/roots';

/** Adds a result for every pattern that a trigger's proven line cashes in on. */
export function confirm(): void {
  searchTriggers();
  const plain = plainGain();
  for (let i = 0; i < roots; i++) {
    const root = rootAt(i);
    // Where a plain capture wins as much, no pattern won it.
    if (rootScore(root) >= bar + plain) attribute(root, gainOf(root));
  }
}
