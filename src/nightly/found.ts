/** What a report is the first to tell: what its night found, and what those found that it finishes, for they left no report. */
import { newGames, noRunCounts, type Run, type RunCounts } from '../store/runs.js';
import type { NightFacts } from './facts.js';
import { addAll } from './tally.js';

export interface Found {
  /** Games stored, new ones and others, and their tactics. */
  stored: number;
  newGames: number;
  tactics: number;
  tacticsByPattern: Record<string, number>;
  quarantined: number;
  quarantineByReason: Record<string, number>;
}

export function foundIn({ counts, finishes }: Pick<NightFacts, 'counts' | 'finishes'>): Found {
  const runs = [...finishes.map((run) => run.counts), counts];
  const { tacticsByPattern, quarantineByReason } = noRunCounts();
  for (const run of runs) {
    addAll(tacticsByPattern, run.tacticsByPattern);
    addAll(quarantineByReason, run.quarantineNew ?? run.quarantineByReason);
  }
  // what this night came upon again is of those that it finishes, or was told long ago
  for (const [reason, count] of Object.entries(counts.quarantineByReason))
    quarantineByReason[reason] = Math.max(quarantineByReason[reason] ?? 0, count);
  return {
    stored: sum(runs.map(({ games }) => games.stored)),
    newGames: sum(runs.map(newGames)),
    tactics: sum(runs.map(({ tactics }) => tactics)),
    tacticsByPattern,
    quarantineByReason,
    quarantined: sum(Object.values(quarantineByReason)),
  };
}

/** Whether a run's numbers are all that it did: one of an earlier version that was killed while it scanned had not noted them. */
export function isCounted({ state, stage, counts }: Pick<Run, 'state' | 'stage'> & { counts: RunCounts }): boolean {
  return state !== 'killed' || stage === 'find' || counts.games.stored > 0 || counts.quarantineNew !== undefined;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
