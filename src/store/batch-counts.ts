/** What a batch changed, counted game by game. */
import { countSeen } from '../tactics/plies.js';
import { readRecords } from '../tactics/record.js';
import { PATTERNS, type PatternMask } from '../tactics/types.js';
import type { Findings, Written } from './games.js';
import type { BatchCounts } from './rows.js';

export function noCounts(): BatchCounts {
  const tacticsByPattern = PATTERNS.map(() => 0);
  return {
    ...{ stored: 0, renewed: 0, duplicate: 0, quarantined: 0 },
    ...{ positions: 0, candidates: 0, tactics: 0, tacticsByPattern },
  };
}

/** @param patterns those that were asked for: the others' tactics are in the records, and do not count */
export function addGame(
  counts: BatchCounts,
  written: Exclude<Written, 'short'>,
  game: Findings,
  patterns: PatternMask,
): void {
  if (written === 'known') {
    counts.duplicate++;
    return;
  }
  counts.stored++;
  if (written === 'renewed') counts.renewed++;
  counts.positions += countSeen(game.masks);
  counts.candidates += game.candidates;
  for (const found of game.found) {
    for (const { pattern } of readRecords(found.records)) {
      if ((patterns & (1 << pattern)) === 0) continue;
      counts.tactics++;
      counts.tacticsByPattern[pattern] = (counts.tacticsByPattern[pattern] ?? 0) + 1;
    }
  }
}
