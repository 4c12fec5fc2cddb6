/** What a report says in sentences and tables, the same in Markdown and HTML: plain text, which each escapes in its own way. */
import { clock, count, countGames, megabytesOf } from '../tactics/figures.js';
import { newGames } from '../store/runs.js';
import { dbFlag } from '../store/shell.js';
import { baseName, gamesPerSecond, moment, type NightFacts } from './facts.js';
import { foundIn, isCounted } from './found.js';
import { FINEST } from './finest.js';
import { ARCHIVE_STATES } from './states.js';

/** Archives that a report lists one by one. */
const ARCHIVES_MAX = 100;

export interface Table {
  head: string[];
  /** Columns from this one on are numbers. */
  numbersFrom: number;
  rows: string[][];
}

export function headline(facts: NightFacts): string {
  const { archives, counts, puzzles } = facts;
  const { renewed = 0 } = counts;
  // one that breaks off gives its games all the same
  const gave = archives.filter(({ state, games }) => state === 'done' || games > 0).length;
  const found = foundIn(facts);
  if (gave === 0 && found.stored > 0) {
    const before = `${newWords(found.newGames)} and ${tacticsWords(found.tactics)}`;
    const rest = counts.archives.bad === 0 ? 'Nothing was left to read' : 'Of what was left, no archive could be read';
    return `${rest}; the nights that this one finishes had found ${before}.`;
  }
  if (gave === 0)
    return `Nothing new: ${counts.archives.bad === 0 ? 'there was no archive to read' : 'no archive could be read'}.`;
  const parts = [
    `${newWords(newGames(counts))} from ${count(gave)} ${gave === 1 ? 'archive' : 'archives'}`,
    ...(renewed > 0 ? [`${count(renewed)} brought up to date`] : []),
    tacticsWords(counts.tactics),
  ];
  if (puzzles !== null) parts.push(`${count(puzzles.total)} new ${puzzles.total === 1 ? 'puzzle' : 'puzzles'}`);
  return `${parts.join(', ')}.`;
}

function newWords(games: number): string {
  return `${count(games)} new ${games === 1 ? 'game' : 'games'}`;
}

function tacticsWords(tactics: number): string {
  return `${count(tactics)} ${tactics === 1 ? 'tactic' : 'tactics'}`;
}

export function overview(facts: NightFacts): Table {
  const { counts, started, written, folder, db, version, signature, bytes, puzzles } = facts;
  const { archives, games, renewed = 0 } = counts;
  const rows: string[][] = [
    ['began', moment(started)],
    ['took', clock((written - started) / 1000)],
    ['folder', folder],
    ['database', db],
    ['engine', `Motif ${version}, ${signature}`],
    ['archives read', count(archives.read)],
    ['archives with faults', count(archives.bad)],
    ['archives read before, or copies', count(archives.known)],
    ['archives left for the next night', count(archives.left)],
    ['games seen', count(games.seen)],
    ['  new', count(newGames(counts))],
    ['  known', count(games.duplicate + renewed)],
    ...(renewed > 0 ? [['  of these, brought up to date', count(renewed)]] : []),
    ['  filtered', count(games.filtered)],
    ['  set aside', count(games.quarantined)],
    ['positions', count(counts.positions)],
    ['tactics', count(counts.tactics)],
  ];
  const found = foundIn(facts);
  if (found.stored > games.stored) {
    rows.push(
      ['new games, with those of the nights that this one finishes', count(found.newGames)],
      ['tactics, with theirs', count(found.tactics)],
    );
  }
  if (puzzles !== null) rows.push(['puzzles exported for the first time', count(puzzles.total)]);
  if (counts.scanSeconds > 0 && bytes > 0) {
    rows.push([
      'speed of the scan',
      `${count(gamesPerSecond(facts))} games/s, ${megabytesOf(bytes / counts.scanSeconds)} MB/s of archives`,
    ]);
  }
  return { head: ['', ''], numbersFrom: 2, rows };
}

export function archiveTable({ archives, copies, left }: NightFacts): Table & { more: number } {
  const rows = [
    ...archives.map(({ path, size, state, games, quarantined, message }) => [
      ...[baseName(path), ARCHIVE_STATES[state], message, count(games), count(quarantined), megabytesOf(size)],
    ]),
    ...copies.map(({ path, size, why }) => [baseName(path), 'a copy', why, '', '', megabytesOf(size)]),
    ...left.map(({ path, size, why }) => [baseName(path), 'left', why, '', '', megabytesOf(size)]),
  ];
  const head = ['archive', 'state', 'note', 'games', 'set aside', 'MB'];
  return { head, numbersFrom: 3, rows: rows.slice(0, ARCHIVES_MAX), more: Math.max(rows.length - ARCHIVES_MAX, 0) };
}

/** What goes before everything else: that earlier nights are finished by this one, and what is wrong. */
export function finishedWords({ finishes, before }: NightFacts): string[] {
  const words: Record<string, string> = { killed: 'was cut short', stopped: 'was stopped', failed: 'failed' };
  const lines = finishes.map((run) => {
    const { id, started, state, counts, stage } = run;
    const what = isCounted(run)
      ? `after it had stored ${newWords(newGames(counts))}`
      : 'before it recorded how many new games it had stored';
    return `This night finishes run ${id} of ${moment(started)}, which ${words[state] ?? state} (in its stage “${stage}”) ${what}.`;
  });
  const found = finishes.some(({ counts }) => counts.games.stored + counts.tactics > 0);
  if (found) lines.push('Tactics by pattern, quarantine and puzzles below cover all these nights, not only this one.');
  if (before > 0) {
    lines.push(
      `${countGames(before)} had been read by earlier runs in archives that this one continued, and ${before === 1 ? 'is' : 'are'} counted as if read again: known, filtered or set aside.`,
    );
  }
  return lines;
}

export function puzzleWords({ puzzles }: NightFacts): string[] {
  if (puzzles === null) return ['No puzzles were looked for or exported: this night ran with --formats none.'];
  if (puzzles.editions.length === 0) return ['No puzzle is new, so nothing was exported.'];
  return puzzles.editions.map(
    ({ folder, files, puzzles: number }) =>
      `${count(number)} ${number === 1 ? 'puzzle' : 'puzzles'} that no night had exported before: ${folder} (${files.join(', ')}).`,
  );
}

export function quarantineWords(facts: NightFacts): string {
  const { finishes, db } = facts;
  const { quarantined } = foundIn(facts);
  if (quarantined === 0)
    return finishes.every(isCounted)
      ? 'Every game could be read.'
      : 'Every game that this night reached could be read.';
  const [what, them] =
    quarantined === 1
      ? ['1 game could not be read and was set aside, with its text', 'it']
      : [`${count(quarantined)} games could not be read and were set aside, with their text`, 'them'];
  return `${what} and the reason. To see and correct ${them}: npm run scan -- --quarantine broken.pgn${dbFlag(db)}`;
}

export const FINEST_WORDS =
  `Up to ${FINEST} of the puzzles exported tonight, by points: one for each pawn’s worth of sacrificed material (9 at most), 3 for mate, one ` +
  'for each move after the first (4 at most), one for each halving of the pattern’s share of the night below a quarter (4 at most), and ' +
  'one if the first move captures nothing. At most one from a game, and three of a pattern.';
