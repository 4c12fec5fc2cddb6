/** l2: which candidates the forcing tree bears out, by trigger and then by pattern. */
import { attribute } from './attribution/attribute';
import { clearLines } from './attribution/defences';
import { stalemates } from './tree/lines';
import {
  BAR,
  bar,
  DOUBTFUL,
  isMating,
  isNeedless,
  isSlower,
  isStructured,
  lineAddress,
  lineLength,
  NEEDLESS,
  NO_MORE,
  NO_WIN,
  OUTDONE,
  plainGainBeside,
  plainGainOf,
  PROVEN,
  rootAt,
  roots,
  rootScore,
  rootMove,
  setVerdict,
  SLOWER,
} from './tree/roots';
import { cutLine, searchTriggers } from './tree/triggers';
import { dropIdle, dropResults, reportedMask } from './records';
import { improveLine, isOutdone, standsUp } from './tree/verify';

/** Whether the trigger at hand has been given its line of best play. */
let improved: bool = false;

/** Whether best play may name a trigger that its proof does not: it wins more than its own exchange, and has a candidate or wins most. */
function mayBeNamed(root: usize): bool {
  const beyond = rootScore(root) - bar + BAR - plainGainOf(root);
  return isStructured(root) ? beyond > 0 : root == rootAt(0) && beyond >= BAR;
}

/** Whether a trigger that wins has something to report: along the line that proves it, or along best play. */
function hasName(root: usize): bool {
  const trigger = rootMove(root);
  improved = false;
  attribute(root);
  if (reportedMask(trigger) == 0 && mayBeNamed(root)) {
    improved = improveLine(root, true);
    attribute(root, true);
  }
  const named = reportedMask(trigger) != 0;
  dropResults(trigger);
  return named;
}

/**
 * Judges a trigger, and reports what it stands for. Where a plain capture beside it wins as much, no pattern won it; where another mates
 * sooner, it is no solution. The second look is for triggers that have something to report, or may have: most that win have no name.
 */
function judge(root: usize): i32 {
  const score = rootScore(root);
  if (score < bar) return NO_WIN;
  if (score < bar + plainGainBeside(root)) return NO_MORE;
  if (isNeedless(root)) return NEEDLESS;
  if (isSlower(root)) return SLOWER;
  if (stalemates(lineAddress(root), lineLength(root))) return DOUBTFUL;
  if (!hasName(root)) return PROVEN;
  if (isOutdone(root)) return OUTDONE;
  if (!standsUp(root)) return DOUBTFUL;
  if (!improved) improveLine(root);
  if (!isMating(root) && cutLine(root) < BAR) return DOUBTFUL;
  attribute(root, true);
  return PROVEN;
}

/** Adds a result for every pattern that a proven trigger's line cashes in on. */
export function confirm(): void {
  searchTriggers();
  clearLines();
  for (let i = 0; i < roots; i++) setVerdict(rootAt(i), judge(rootAt(i)));
  dropIdle();
}
