/** The end of a scan in words: the table that people read, and what they should know beside it. The numbers for programs: `numbers.ts`. */
import { shown } from '../pgn/shown.js';
import { dbFlag } from '../store/shell.js';
import { PATTERNS } from '../tactics/types.js';
import { clock, count, gamesWere, megabytesOf } from '../tactics/figures.js';
import type { ScanReport } from './report.js';
import {
  MAIN_STAGES,
  slowestStage,
  THREAD_STAGES,
  type MainStage,
  type StageTimes,
  type ThreadStage,
} from './stages.js';

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
    ...speedRow(report),
    ...bytesRow(report),
    ...stageRows(report.stages),
    ['peak memory', `${count(peakRssMb)} MB`],
    ['database', db],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`);
  const notes = [
    closingWords(report),
    ...report.resumed.map((note) => shown(note)),
    ...finishedWords(report),
    ...warningsOf(report),
  ];
  if (report.tactics > 0) notes.push(`To look inside: npm run query -- --limit 5${dbFlag(db)}`);
  return [...lines, '', ...notes].join('\n');
}

/** Nothing where an earlier run had done everything. */
function speedRow({ games, before, analysed, seconds }: ScanReport): [label: string, value: string][] {
  if (games.seen === before) return [];
  return [['speed', `${count((games.seen - before) / seconds)} games/s, ${count(analysed / seconds)} positions/s`]];
}

/** Nothing of what is read from no archive. */
function bytesRow({ bytes, seconds }: ScanReport): [label: string, value: string][] {
  if (bytes <= 0) return [];
  return [['archive bytes', `${megabytesOf(bytes)} MB on disk, ${megabytesOf(bytes / seconds)} MB/s`]];
}

const MAIN_WORDS: Record<MainStage, string> = {
  read: 'read and unpack',
  split: 'split into games',
  lookup: 'look up games',
  commit: 'commit (SQLite)',
  other: 'messages, other',
  idle: 'wait for threads',
};

const THREAD_WORDS: Record<ThreadStage, string> = {
  engine: 'engine',
  decode: 'read moves',
  tags: 'tags, packing',
  start: 'start up',
  idle: 'idle',
};

/** Where the time went. Nothing where the threads had nothing to do, for then nobody waited for anything. */
function stageRows(stages: StageTimes): [label: string, value: string][] {
  const { wall, workers, main, threads } = stages;
  const slowest = slowestStage(stages);
  if (slowest === null || threads.engine + threads.decode + threads.tags <= 0) return [];
  const spent = (seconds: number, of: number): string =>
    `${seconds.toFixed(1)} s`.padStart(9) + percent(seconds / of).padStart(6);
  const pace =
    slowest.of === 'threads'
      ? `${THREAD_WORDS[slowest.stage]}, ${percent(slowest.share)} of the time of ${threadsIn(workers)}`
      : `${MAIN_WORDS[slowest.stage]}, ${percent(slowest.share)} of the main thread's time; ${threadsIn(workers)} idle for ` +
        percent(threads.idle / (wall * workers));
  return [
    ['slowest stage', pace],
    ['main thread', spent(wall, wall)],
    ...MAIN_STAGES.map((stage): [string, string] => [`  ${MAIN_WORDS[stage]}`, spent(main[stage], wall)]),
    [workers === 1 ? '1 thread' : `${workers} threads`, spent(wall * workers, wall * workers)],
    ...THREAD_STAGES.map((stage): [string, string] => [
      `  ${THREAD_WORDS[stage]}`,
      spent(threads[stage], wall * workers),
    ]),
  ];
}

function threadsIn(workers: number): string {
  return workers === 1 ? 'the thread' : `the ${workers} threads`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Warnings that are printed; a zip of ten thousand pictures needs no more. */
const WARNINGS_MAX = 50;

/** What the operator should know of the archives, a line each; what could not be read comes first. */
export function warningsOf(report: ScanReport): string[] {
  const all = [...report.unread, ...report.skipped].map((text) => `warning: ${shown(text)}`);
  if (all.length <= WARNINGS_MAX) return all;
  return [...all.slice(0, WARNINGS_MAX), `warning: and ${count(all.length - WARNINGS_MAX)} more of this kind`];
}

function closingWords(report: ScanReport): string {
  const { renewed } = report;
  const { seen, stored, duplicate } = report.games;
  if (report.interrupted)
    return 'Stopped on request. What is counted above is stored; run the same command again for the rest.';
  if (report.reanalysis) {
    if (stored === 0) return 'Nothing to do: every game that could be analysed was up to date.';
    return `${gamesWere(stored)} brought up to date, ${count(duplicate)} ${duplicate === 1 ? 'was' : 'were'} up to date already.`;
  }
  if (seen === 0) return 'No games were found.';
  if (stored === 0 && duplicate > 0) return 'Nothing new: every game that could be read was in the database already.';
  const parts = [`${gamesWere(stored - renewed)} new`];
  if (renewed > 0) parts.push(`${count(renewed)} ${renewed === 1 ? 'was' : 'were'} brought up to date`);
  if (duplicate > 0) parts.push(`${count(duplicate)} in the database already`);
  return `${parts.join(', ')}.`;
}

/** That nothing was read where an earlier run had come to the end, and what to do where that is not meant. */
function finishedWords({ archives, finished, copies }: ScanReport): string[] {
  const notes: string[] = [];
  const known = finished - copies;
  if (known > 0) {
    const some = known === 1 ? '1 archive was' : `${count(known)} archives were`;
    const which = known === archives ? (archives === 1 ? 'The archive was' : 'All archives were') : some;
    notes.push(`${which} read to the end by an earlier run and not opened again; --fresh reads everything again.`);
  }
  if (copies === 1) notes.push('1 archive is a copy of another one in this run, and was not opened.');
  if (copies > 1) notes.push(`${count(copies)} archives are copies of others in this run, and were not opened.`);
  return notes;
}

/** ` (illegal_move 2, bad_token 1)`, the most frequent first; empty for none. */
function listed(counts: Record<string, number>): string {
  const parts = Object.entries(counts)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([name, n]) => `${name} ${count(n)}`);
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
