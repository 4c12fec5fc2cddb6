/** Tactics in words, the same on every page. */
import type { Tactic } from '../tactics/types.js';

/** `Mate`, `+3.0`: pawns that it wins. */
export function gainText({ gain, is_mate }: Pick<Tactic, 'gain' | 'is_mate'>): string {
  return is_mate ? 'Mate' : `${gain < 0 ? '−' : '+'}${(Math.abs(gain) / 100).toFixed(1)}`;
}

/** The same as one says it: `mates`, `wins 3 pawns' worth`. */
export function gainWords({
  gain,
  is_mate,
  gain_confirmed,
}: Pick<Tactic, 'gain' | 'is_mate' | 'gain_confirmed'>): string {
  if (is_mate) return 'mates';
  const pawns = gain / 100;
  const worth = `${Number.isInteger(pawns) ? pawns : pawns.toFixed(1)} ${pawns === 1 ? 'pawn' : 'pawns'}`;
  return gain_confirmed ? `wins material worth ${worth}` : `might win material worth ${worth}`;
}
