/** What a dataset lacks because nobody has looked yet, so that a part does not pass for the whole. */
import type { PartialCounts } from '../store/renewal.js';
import type { EngineId } from '../store/rows.js';
import type { Store } from '../store/store.js';

export interface Gaps {
  /** Games whose puzzles are left out: an older engine scanned them, or l1 alone. */
  staleGames: number;
  /** Games whose scan was asked for some patterns or plies only: what else they hold is left out, and so are labels of other patterns. */
  partialGames: PartialCounts;
  /** Positions that nobody has asked yet whether they are puzzles. */
  unaskedPositions: number;
}

export function gapsOf(store: Store, engine: EngineId): Gaps {
  return {
    staleGames: store.countStale(engine, { depth: 'l2' }).stale,
    partialGames: store.countPartial(engine),
    unaskedPositions: store.countPuzzleCandidates(engine),
  };
}
