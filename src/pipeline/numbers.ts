/** The end of a scan in numbers: one line of JSON with those that tools rely on, and a whole report for a file. In words: `summary.ts`. */
import type { ScanReport } from './report.js';
import { slowestStage, type MainStage, type ThreadStage } from './stages.js';

/** The machine-readable summary: these keys and no others, all numbers. */
export interface ScanNumbers {
  games_seen: number;
  games_stored: number;
  games_duplicate: number;
  games_filtered: number;
  games_quarantined: number;
  positions: number;
  candidates: number;
  tactics: number;
  seconds: number;
  peak_rss_mb: number;
}

export function scanNumbers(report: ScanReport, peakRssMb: number): ScanNumbers {
  const { seen, stored, duplicate, filtered, quarantined } = report.games;
  return {
    games_seen: seen,
    games_stored: stored,
    games_duplicate: duplicate,
    games_filtered: filtered,
    games_quarantined: quarantined,
    positions: report.positions,
    candidates: report.candidates,
    tactics: report.tactics,
    seconds: round(report.seconds, 3),
    peak_rss_mb: round(peakRssMb, 1),
  };
}

/** What `--report` writes: the same numbers, and everything else that the table says. */
export interface FullReport extends ScanNumbers {
  archives: number;
  /** Of the archives as they lie on the disk, those that this run dealt with. */
  bytes: number;
  /** Of the games seen, those that earlier runs had dealt with. */
  games_before: number;
  /** Of the games stored, those that the database held already, less deep, less wide, or by another engine. */
  games_renewed: number;
  positions_analysed: number;
  tactics_by_pattern: Record<string, number>;
  quarantine_by_reason: Record<string, number>;
  filtered_by_reason: Record<string, number>;
  /** Archives and entries that could not be read, or not to their end. */
  unread: string[];
  /** What was passed over because it is no PGN. */
  skipped: string[];
  /** Where archives were read on from. */
  resumed: string[];
  interrupted: boolean;
  stages: {
    wall_seconds: number;
    workers: number;
    /** Seconds of the main thread; they sum to `wall_seconds`. */
    main: Record<MainStage, number>;
    /** Seconds of all threads together; they sum to `wall_seconds` times `workers`. */
    threads: Record<ThreadStage, number>;
    /** Engine work as a share of `wall_seconds` times `workers`, 0 to 1. */
    engine_share: number;
    /** The stage that sets the pace, such as `threads.engine`; null where no time passed. */
    slowest: string | null;
  };
}

export function fullReport(report: ScanReport, peakRssMb: number): FullReport {
  const { stages } = report;
  const slowest = slowestStage(stages);
  const space = stages.wall * stages.workers;
  return {
    ...scanNumbers(report, peakRssMb),
    archives: report.archives,
    bytes: Math.round(report.bytes),
    games_before: report.before,
    games_renewed: report.renewed,
    positions_analysed: report.analysed,
    tactics_by_pattern: report.tacticsByPattern,
    quarantine_by_reason: report.quarantineByReason,
    filtered_by_reason: report.filteredByReason,
    unread: report.unread,
    skipped: report.skipped,
    resumed: report.resumed,
    interrupted: report.interrupted,
    stages: {
      wall_seconds: round(stages.wall, 3),
      workers: stages.workers,
      main: rounded(stages.main),
      threads: rounded(stages.threads),
      engine_share: space > 0 ? round(stages.threads.engine / space, 4) : 0,
      slowest: slowest && `${slowest.of}.${slowest.stage}`,
    },
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function rounded<K extends string>(seconds: Record<K, number>): Record<K, number> {
  const entries = Object.entries(seconds) as [K, number][];
  return Object.fromEntries(entries.map(([stage, value]) => [stage, round(value, 3)])) as Record<K, number>;
}
