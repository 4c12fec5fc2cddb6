/** l2: which candidates the forcing tree bears out, by trigger and then by pattern. */
import { attribute, clearLines } from './attribute';
import {
  bar,
  DOUBTFUL,
  NO_MORE,
  NO_WIN,
  plainGain,
  PROVEN,
  rootAt,
  roots,
  rootScore,
  rootVerdict,
  searchTriggers,
  setVerdict,
} from './tree/roots';
import { standsUp } from './tree/verify';

/** @param least what it has to reach to win more than a plain capture does: where that wins as much, no pattern won it */
function judge(root: usize, least: i32): i32 {
  const score = rootScore(root);
  if (score < bar) return NO_WIN;
  if (score < least) return NO_MORE;
  return standsUp(root) ? PROVEN : DOUBTFUL;
}

/** Adds a result for every pattern that a proven trigger's line cashes in on. */
export function confirm(): void {
  searchTriggers();
  const least = bar + plainGain();
  for (let i = 0; i < roots; i++) setVerdict(rootAt(i), judge(rootAt(i), least));
  clearLines();
  for (let i = 0; i < roots; i++) if (rootVerdict(rootAt(i)) == PROVEN) attribute(rootAt(i));
}
