/**
 * What clients otherwise work out for themselves, on request: moves as people write them, and whether a pin is absolute. The fields stand
 * beside the published ones, which they leave as they are.
 */
import type { Engine } from './engine.js';
import type { Tactic } from './types.js';

/** The tactics with their extra fields. Some ten microseconds each. */
export function withExtras<T extends Tactic>(engine: Engine, tactics: readonly T[]): T[] {
  return tactics.map((tactic) => {
    const [trigger = '', ...rest] = engine.sanLine(tactic.fen, tactic.sequence ?? [tactic.trigger_move]);
    const extended: T = { ...tactic, trigger_san: trigger, sequence_san: tactic.sequence && [trigger, ...rest] };
    if (tactic.pattern === 'pin') extended.pin_kind = isAbsolute(tactic) ? 'absolute' : 'relative';
    return extended;
  });
}

/** The shielded piece is always among the targets. */
function isAbsolute({ targets }: Tactic): boolean {
  return targets.some(({ piece_name }) => piece_name === 'king');
}
