/**
 * A question about one position, as a request asks it, and its answer: what `/extract` and `/extract_batch` have in common.
 */
import { makePositionAnalysis } from '../tactics/envelope.js';
import { InvalidFenError } from '../tactics/errors.js';
import { withExtras } from '../tactics/extras.js';
import { settle, type LooseOptions, type Settled } from '../tactics/options.js';
import { passed } from '../tactics/threats.js';
import type { PositionAnalysis } from '../tactics/types.js';
import type { Analyst, Outcome } from './analyst.js';
import { ApiError, toApiError } from './errors.js';
import { earlierEnvelope, type EarlierEnvelope } from './form.js';
import type { Side } from './schemas/tactic.js';

/** All that an answer depends on beside its position. */
export interface Terms {
  settled: Settled;
  extras: boolean;
  opponent: boolean;
  /** The form that is labelled 3.0. */
  earlier: boolean;
}

export interface Options extends LooseOptions {
  with_extras?: boolean;
  side?: Side;
}

export function readTerms({ patterns, depth, with_sequence, with_extras, side }: Options, earlier = false): Terms {
  const settled = settle({ patterns, depth, with_sequence });
  return { settled, extras: with_extras === true, opponent: side === 'opponent', earlier };
}

/** The same for the same question, and for no other. */
export function keyOf(fen: string, { settled, extras, opponent, earlier }: Terms): string {
  const { mask, depth, withSequence } = settled;
  const flags = [depth === 'l1', withSequence, extras, opponent, earlier];
  let code = mask;
  for (const flag of flags) code = 2 * code + (flag ? 1 : 0);
  return `${code} ${fen}`;
}

/**
 * The position that is looked at.
 * @throws {InvalidFenError}
 * @throws {ApiError} `opponent_in_check`
 */
export function positionOf({ engine }: Analyst, fen: string, { opponent }: Terms): string {
  if (!opponent) return fen;
  engine.canonicalFen(fen); // refused for what the request says, not for what is made of it
  const after = passed(fen);
  try {
    engine.canonicalFen(after);
  } catch (error) {
    if (error instanceof InvalidFenError) throw new ApiError('opponent_in_check', undefined, error.detail);
    throw error;
  }
  return after;
}

export type PositionEnvelope = EarlierEnvelope | (PositionAnalysis & { side?: 'opponent' });

/** @param position the one that was looked at, in which the moves are legal; the envelope's `fen` is always that of the request */
export function makeEnvelope(
  { engine }: Analyst,
  fen: string,
  position: string,
  { settled, extras, opponent, earlier }: Terms,
  records: Uint8Array,
): PositionEnvelope {
  const envelope = makePositionAnalysis(records, position, settled, 0);
  if (earlier) return earlierEnvelope(envelope);
  if (extras) envelope.tactics = withExtras(engine, envelope.tactics);
  return opponent ? { ...envelope, fen, side: 'opponent' } : envelope;
}

/** What is wrong with one position of many, in the words that it would be refused with alone; undefined where it is our fault. */
export function faultOf(outcome: Exclude<Outcome, Uint8Array>): { error: string; detail?: string } | undefined {
  const refusal = toApiError(outcome);
  if (refusal.statusCode >= 500) return undefined;
  return { error: refusal.message, ...(refusal.detail === undefined ? {} : { detail: refusal.detail }) };
}
