/** What a game's players made of their chances: of each half-move, whether a tactic was there, and whether it was the move that starts it. */
import type { Pattern } from '../../tactics/types.js';
import type { ShownTactic } from '../engine/messages.js';

export interface Chance {
  /** 0-based half-move. */
  index: number;
  /** `played`: the move starts one of them. `missed`: it does not. */
  became: 'played' | 'missed';
  /** The best of those that were played, else of all that were there. */
  best: ShownTactic;
}

/**
 * @param tactics before each half-move, as far as they are known
 * @param moves UCI
 * @param wanted only these patterns; all where there are none
 */
export function chancesOf(
  tactics: readonly (readonly ShownTactic[] | undefined)[],
  moves: readonly string[],
  wanted: readonly Pattern[],
): (Chance | null)[] {
  return moves.map((move, index) => {
    const there = filtered(tactics[index] ?? [], wanted);
    const played = there.filter(({ trigger_move }) => trigger_move === move);
    const [best] = played.length > 0 ? played : there;
    return best === undefined ? null : { index, became: played.length > 0 ? 'played' : 'missed', best };
  });
}

export function filtered<Some extends ShownTactic>(tactics: readonly Some[], wanted: readonly Pattern[]): Some[] {
  return wanted.length === 0 ? [...tactics] : tactics.filter(({ pattern }) => wanted.includes(pattern));
}

/** How high a chance stands in the strip: 0.25 for a pawn, 1 for mate. */
export function weightOf({ gain, is_mate }: ShownTactic): number {
  return is_mate ? 1 : Math.min(0.9, 0.2 + Math.sqrt(Math.max(gain, 0)) / 42);
}
