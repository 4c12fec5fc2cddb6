/** What one scan of a night has committed so far: told batch by batch, so that a night which is killed in it has counted it. */
import { fingerprintKey } from '../archive/fingerprint.js';
import { gamesBehind } from '../pipeline/bookmark.js';
import type { Progress } from '../store/checkpoints.js';
import type { Batch, BatchCounts } from '../store/rows.js';
import { noRunCounts, type RunCounts } from '../store/runs.js';
import { PATTERNS } from '../tactics/types.js';

/** Of a run's counts, what its scans add to. */
export type ScanPart = Pick<
  Required<RunCounts>,
  | 'games'
  | 'renewed'
  | 'positions'
  | 'candidates'
  | 'tactics'
  | 'tacticsByPattern'
  | 'quarantineByReason'
  | 'filteredByReason'
  | 'scanSeconds'
>;

/** A copy, into which may be counted. */
export function scanPartOf(counts: Omit<ScanPart, 'renewed'> & { renewed?: number }): ScanPart {
  const { renewed = 0, positions, candidates, tactics, scanSeconds } = counts;
  const none = noRunCounts();
  return {
    ...{ renewed, positions, candidates, tactics, scanSeconds, games: { ...counts.games } },
    tacticsByPattern: Object.assign(none.tacticsByPattern, counts.tacticsByPattern),
    quarantineByReason: Object.assign(none.quarantineByReason, counts.quarantineByReason),
    filteredByReason: Object.assign(none.filteredByReason, counts.filteredByReason),
  };
}

export class PartTally {
  seconds = 0;
  #stored = scanPartOf(noRunCounts());
  /** By the archive's fingerprint: what lies behind a checkpoint is counted as the scan's own report counts it. */
  #behind: ReadonlyMap<string, Progress> = new Map();

  /** @returns what takes it back, should it not be committed after all */
  commit({ checkpoints = [] }: Pick<Batch, 'checkpoints'>, committed: BatchCounts): () => void {
    const before = this.#stored;
    const sum = (this.#stored = scanPartOf(before));
    sum.games.stored += committed.stored;
    for (const name of ['renewed', 'positions', 'candidates', 'tactics'] as const) sum[name] += committed[name];
    for (const [code, name] of PATTERNS.entries())
      sum.tacticsByPattern[name] = (sum.tacticsByPattern[name] ?? 0) + (committed.tacticsByPattern[code] ?? 0);
    const behind = this.#behind;
    const all = new Map(behind);
    for (const { archive, state } of checkpoints) all.set(fingerprintKey(archive.fingerprint), state);
    this.#behind = all;
    return () => {
      this.#stored = before;
      this.#behind = behind;
    };
  }

  counts(): ScanPart {
    const sum = { ...scanPartOf(this.#stored), scanSeconds: this.seconds };
    let kept = 0;
    for (const state of this.#behind.values()) {
      kept += state.kept;
      sum.games.seen += gamesBehind(state);
      sum.games.filtered += count(sum.filteredByReason, state.filtered);
      sum.games.quarantined += count(sum.quarantineByReason, state.quarantined);
    }
    sum.games.duplicate = Math.max(kept - sum.games.stored, 0);
    return sum;
  }
}

/** @returns how many were added */
function count(sums: Record<string, number>, more: Readonly<Record<string, number>>): number {
  let all = 0;
  for (const [name, number] of Object.entries(more)) {
    sums[name] = (sums[name] ?? 0) + number;
    all += number;
  }
  return all;
}
