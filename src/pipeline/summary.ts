/** The end of a scan in words, and as one line of JSON. */
import { PATTERNS } from '../tactics/types.js';
import { clock, count } from './progress.js';
import type { ScanReport } from './report.js';

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

/** The table at the end of a run, without a line end behind it. */
export function summarise(report: ScanReport, db: string, peakRssMb: number): string {
  const { seen, stored, duplicate, filtered, quarantined } = report.games;
  const rows: [label: string, value: string][] = [
    ['archives', count(report.archives)],
    ['games seen', count(seen)],
    ['  stored', count(stored)],
    ['  duplicate', count(duplicate)],
    ['  filtered', count(filtered) + listed(report.filteredByReason)],
    ['  quarantined', count(quarantined) + listed(report.quarantineByReason)],
    ['positions stored', count(report.positions)],
    ['candidates (l1)', count(report.candidates)],
    ['tactics (l2)', count(report.tactics)],
    ...PATTERNS.filter((name) => report.tacticsByPattern[name] > 0).map((name): [string, string] => [
      `  ${name}`,
      count(report.tacticsByPattern[name]),
    ]),
    ['time', clock(report.seconds)],
    [
      'speed',
      `${count((seen - report.before) / report.seconds)} games/s, ${count(report.analysed / report.seconds)} positions/s`,
    ],
    ['peak memory', `${count(peakRssMb)} MB`],
    ['database', db],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`);
  const notes = [closingWords(report), ...report.resumed, ...finishedWords(report), ...warningsOf(report)];
  if (report.tactics > 0)
    notes.push(`To look inside: sqlite3 '${db}' "SELECT * FROM found WHERE pattern = 'fork' AND gain >= 500 LIMIT 5"`);
  return [...lines, '', ...notes].join('\n');
}

/** Warnings that are printed; a zip of ten thousand pictures needs no more. */
const WARNINGS_MAX = 50;

/** What the operator should know of the archives, a line each; what could not be read comes first. */
export function warningsOf(report: ScanReport): string[] {
  const all = [...report.unread, ...report.skipped].map((text) => `warning: ${text}`);
  if (all.length <= WARNINGS_MAX) return all;
  return [...all.slice(0, WARNINGS_MAX), `warning: and ${count(all.length - WARNINGS_MAX)} more of this kind`];
}

function closingWords(report: ScanReport): string {
  const { seen, stored, duplicate } = report.games;
  if (report.interrupted)
    return 'Stopped on request. What is counted above is stored; run the same command again for the rest.';
  if (report.reanalysis) {
    if (stored === 0) return 'Nothing to do: every game that could be analysed was up to date.';
    return `${count(stored)} games were brought up to date, ${count(duplicate)} were so already.`;
  }
  if (seen === 0) return 'No games were found.';
  if (stored === 0 && duplicate > 0) return 'Nothing new: every game that could be read was in the database already.';
  return duplicate > 0
    ? `${count(stored)} games were new, ${count(duplicate)} in the database already.`
    : `${count(stored)} games were new.`;
}

/** That nothing was read where an earlier run had come to the end, and what to do where that is not meant. */
function finishedWords({ archives, finished }: ScanReport): string[] {
  if (finished === 0) return [];
  const which =
    finished === archives ? (archives === 1 ? 'The archive was' : 'All were') : `${count(finished)} archives were`;
  return [`${which} read to the end by an earlier run and not opened again; --fresh reads everything anew.`];
}

/** ` (illegal_move 2, bad_token 1)`, the most frequent first; empty for none. */
function listed(counts: Record<string, number>): string {
  const parts = Object.entries(counts)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([name, n]) => `${name} ${count(n)}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
