/** l2: which candidates the forcing tree bears out, by trigger and then by pattern. */
import { attribute, clearLines } from './attribute';
import {
  bar,
  DOUBTFUL,
  NO_MORE,
  NO_WIN,
  plainGainBeside,
  PROVEN,
  rootAt,
  roots,
  rootScore,
  rootVerdict,
  searchTriggers,
  setVerdict,
} from './tree/roots';
import { improveLine, standsUp } from './tree/verify';

/** Whether a trigger wins, and wins more than a plain capture beside it does: where that wins as much, no pattern won it. */
function judge(root: usize): i32 {
  const score = rootScore(root);
  if (score < bar) return NO_WIN;
  if (score < bar + plainGainBeside(root)) return NO_MORE;
  if (!standsUp(root)) return DOUBTFUL;
  improveLine(root);
  return PROVEN;
}

/** Adds a result for every pattern that a proven trigger's line cashes in on. */
export function confirm(): void {
  searchTriggers();
  for (let i = 0; i < roots; i++) setVerdict(rootAt(i), judge(rootAt(i)));
  clearLines();
  for (let i = 0; i < roots; i++) if (rootVerdict(rootAt(i)) == PROVEN) attribute(rootAt(i));
}
