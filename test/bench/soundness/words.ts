/** Verdicts and chances as lines of JSON, for whoever studies them: scores in words, the longer lines cut. */
import type { Chance } from './chances.js';
import { departureOf, type Judged } from './judge.js';
import { scoreText } from './score.js';
import type { Line } from './uci.js';

/** Plies of a referee's line that are worth reading. */
const PLIES = 12;

function told({ score, pv }: Line): object {
  return { move: pv[0] ?? null, score: scoreText(score), pv: pv.slice(0, PLIES).join(' ') };
}

export function describeFailure(judged: Judged): object {
  const { fen, trigger, material, after, answer, best, tactics } = judged;
  const [first] = tactics;
  return {
    fen,
    trigger,
    patterns: tactics.map(({ tactic: { pattern, pattern_ply: ply } }) =>
      ply === undefined ? pattern : `${pattern}@${ply}`,
    ),
    gain: first?.tactic.is_mate ? 'mate' : first?.tactic.gain,
    line: first?.tactic.sequence?.join(' '),
    material,
    after: scoreText(after),
    answer: answer.slice(0, PLIES).join(' '),
    leaves: departureOf(judged),
    ...(best !== undefined && { best: told(best) }),
  };
}

export function describeChance({ fen, kind, material, best, second, cause }: Chance): object {
  return { fen, kind, cause, material, best: told(best), second: told(second) };
}
