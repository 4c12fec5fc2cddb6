/**
 * Attribution: a trigger that wins is reported for a pattern only where the line of best play cashes in on that pattern's structure,
 * not merely where something good happens on the board. What that means for each pattern is said in its own file; the files here lead the
 * rules along the line, and along those behind other defences.
 */
import { isMating } from '../tree/roots';
import { attributeDefences, attributeLikelyReplies, attributeNearDefences, awaitsDefences } from './defences';
import { root, takeRoot, takeRootLine } from './line';
import { attributeLater, attributeMove, attributeRest } from './moves';
import { readTrigger, reported } from './report';

/**
 * Reports the patterns that stand along a proven trigger's line.
 * @param improved whether the line is best play: then defences nearly as good count too
 */
export function attribute(proven: usize, improved: bool = false): void {
  takeRoot(proven);
  readTrigger();
  attributeMove(0);
  if (awaitsDefences()) attributeDefences();
  takeRootLine();
  attributeLater();
  if (reported() == 0) {
    attributeRest(0);
    attributeLater(true);
  }
  if (!improved || isMating(root)) return;
  attributeNearDefences();
  if (reported() != 0) return;
  takeRootLine();
  attributeLikelyReplies();
}
