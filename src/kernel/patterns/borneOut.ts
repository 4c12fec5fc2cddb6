/**
 * The patterns of which a trigger is only half: what they are is seen once the reply and White's next blow are known. Each rule stands in its
 * own file; here is what they have in common.
 */
import {
  candidateAt,
  candidatePattern,
  candidates,
  clearCandidates,
  DEFLECTION,
  DISCOVERED_ATTACK,
  INTERFERENCE,
  PIN,
  SKEWER,
} from '../candidates';
import { makeMove, unmakeMove } from '../board/position';
import { BLOW_FRAME } from '../memory';
import { generate, NOISY } from '../moves/generate';
import { explainDeflection } from './deflection';
import { explainDiscoveredAttack } from './discoveredAttack';
import { explainInterference } from './interference';
import { explainRelativePin } from './pin';
import { lookAhead } from './sequel';
import { explainSkewer, isLeftBehind } from './skewer';

/** These patterns, one bit each. */
export const SEQUEL_PATTERNS: i32 =
  (1 << PIN) | (1 << SKEWER) | (1 << DISCOVERED_ATTACK) | (1 << DEFLECTION) | (1 << INTERFERENCE);

/**
 * Whether the reply completes a pattern that l1, which knows no reply, has not seen: then the guard has left, the prey has come, the line is
 * cut, what stood behind is left for nothing.
 */
export function isCompleted(candidate: usize): bool {
  const pattern = candidatePattern(candidate);
  if (pattern == SKEWER) return isLeftBehind();
  return pattern == DEFLECTION || pattern == DISCOVERED_ATTACK || pattern == INTERFERENCE;
}

/** The patterns that some capture behind a reply bears out, one bit each. The trigger is made. */
export function borneOutBehind(reply: i32): i32 {
  makeMove(reply);
  const end = generate(BLOW_FRAME, NOISY);
  unmakeMove(reply);
  clearCandidates();
  for (let at = BLOW_FRAME; at < end; at += 4) {
    lookAhead(reply, load<i32>(at));
    explainSkewer();
    explainRelativePin();
    explainDeflection();
    explainDiscoveredAttack();
    explainInterference();
  }
  let mask = 0;
  for (let i = 0; i < candidates; i++) mask |= 1 << candidatePattern(candidateAt(i));
  clearCandidates();
  return mask;
}
