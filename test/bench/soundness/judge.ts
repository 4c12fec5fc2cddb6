/**
 * What the referee says of the tactics of one position.
 *
 * - strict: after the trigger its score for the mover is at least the material before plus half the gain; for a mate, it sees mate.
 * - sound: the same, or the trigger is as good as the best move, within half a pawn. Material and evaluation part ways where there
 *   is compensation or a drawn ending, though the move is right.
 */
import type { Tactic } from '../../../src/tactics/types.js';
import { materialOf } from '../material.js';
import { isMate, type Score } from './score.js';
import type { Line, Oracle } from './uci.js';

/** Centipawns by which a move may fall short of the best one and still be as good. */
const AS_GOOD = 50;

export interface Verdict {
  strict: boolean;
  sound: boolean;
}

/** A trigger, with all the tactics that it starts. */
export interface Judged {
  fen: string;
  trigger: string;
  /** Material before, for the mover. */
  material: number;
  /** The score after the trigger, for the mover, and what the referee then expects, from the answer on. */
  after: Score;
  answer: string[];
  /** The best move of the position; absent where all is strict, for nobody asks then. */
  best?: Line;
  /** Never empty, all with this trigger. */
  tactics: { tactic: Tactic; verdict: Verdict }[];
}

/** What a score must reach for a tactic to be strictly sound; undefined for a mate, which only a mate bears out. */
export function needed({ gain, is_mate: mate }: Pick<Tactic, 'gain' | 'is_mate'>, material: number): Score | undefined {
  return mate ? undefined : material + gain / 2;
}

export function isStrict(tactic: Pick<Tactic, 'gain' | 'is_mate'>, material: number, after: Score): boolean {
  const least = needed(tactic, material);
  return least === undefined ? isMate(after) : after >= least;
}

export function isAsGood(trigger: string, after: Score, best: Line): boolean {
  return best.pv[0] === trigger || after >= best.score - AS_GOOD || (isMate(after) && isMate(best.score));
}

/** Where the referee's line leaves that of a tactic: what the forcing tree did not see, or judged otherwise. */
export const DEPARTURES = [
  'first answer', // it answers the trigger otherwise
  'later answer', // it answers a later move of ours otherwise
  'our move', // it does not trust our next move
  'nowhere', // it follows our line to the end, and thinks less of what is won
] as const;
export type Departure = (typeof DEPARTURES)[number];

export function departureOf({ answer, tactics }: Pick<Judged, 'answer' | 'tactics'>): Departure {
  const [, ...ours] = tactics[0]?.tactic.sequence ?? [];
  const ply = ours.findIndex((move, index) => index < answer.length && move !== answer[index]);
  if (ply === -1) return 'nowhere';
  if (ply === 0) return 'first answer';
  return ply % 2 === 0 ? 'later answer' : 'our move';
}

/** One verdict a trigger, in the order in which the tactics come. */
export async function judgePosition(oracle: Oracle, fen: string, tactics: readonly Tactic[]): Promise<Judged[]> {
  const material = materialOf(fen);
  const judged: Judged[] = [];
  for (const trigger of new Set(tactics.map((tactic) => tactic.trigger_move))) {
    const started = tactics.filter((tactic) => tactic.trigger_move === trigger);
    const [reply] = await oracle.ask({ fen, move: trigger, lines: 1 });
    if (reply === undefined) throw new Error(`no score after ${trigger} in ${fen}`);
    const after = -reply.score;
    const strict = started.map((tactic) => isStrict(tactic, material, after));
    // two lines, for the chances ask the same
    const best = strict.every(Boolean) ? undefined : (await oracle.ask({ fen, lines: 2 }))[0];
    const asGood = best !== undefined && isAsGood(trigger, after, best);
    judged.push({
      fen,
      trigger,
      material,
      after,
      answer: reply.pv,
      ...(best !== undefined && { best }),
      tactics: started.map((tactic, index) => ({
        tactic,
        verdict: { strict: strict[index] === true, sound: strict[index] === true || asGood },
      })),
    });
  }
  return judged;
}
