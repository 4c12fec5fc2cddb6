/** What a store holds, in numbers. */
import type { Database } from 'better-sqlite3';
import { byPattern, type Pattern } from '../tactics/types.js';

export interface StoreCounts {
  archives: number;
  games: number;
  /** Positions remembered by FEN, those without tactics included. */
  positions: number;
  /** Tactics, once for each position however many games pass through it. */
  tactics: number;
  /** Places in games where a position with tactics stands. */
  occurrences: number;
  quarantine: number;
}

export function countRows(db: Database): StoreCounts {
  const count = (table: keyof StoreCounts): number => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  return {
    archives: count('archives'),
    games: count('games'),
    positions: count('positions'),
    tactics: count('tactics'),
    occurrences: count('occurrences'),
    quarantine: count('quarantine'),
  };
}

/** Tactics by pattern, all ten named, in canonical order. */
export function countTactics(db: Database): Record<Pattern, number> {
  const rows = db.prepare<[], [number, number]>('SELECT pattern, count(*) FROM tactics GROUP BY pattern').raw().all();
  const byCode = new Map(rows);
  return byPattern((code) => byCode.get(code) ?? 0);
}
