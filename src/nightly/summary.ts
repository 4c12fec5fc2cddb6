/** The end of a night, in numbers and in words: what the terminal says. The report in its folder says more (`facts.ts`). */
import { newGames } from '../store/runs.js';
import { clock, count } from '../tactics/figures.js';
import type { NightResult } from './night.js';

/** For programs: what the line of JSON holds. */
export function numbersOf({
  run,
  state,
  counts,
  editions,
  report,
  pruned,
  seconds,
}: NightResult): Record<string, unknown> {
  const { archives, games } = counts;
  return {
    ...{ run, state },
    ...{
      archives_read: archives.read,
      archives_bad: archives.bad,
      archives_left: archives.left,
      archives_known: archives.known,
    },
    ...{ games_seen: games.seen, games_stored: games.stored, games_duplicate: games.duplicate },
    ...{ games_filtered: games.filtered, games_quarantined: games.quarantined },
    ...{ positions: counts.positions, candidates: counts.candidates, tactics: counts.tactics, puzzles: counts.puzzles },
    ...{ exports: editions.map(({ folder }) => folder), report, removed: pruned.length, seconds },
  };
}

/** For people, without a line end behind it. */
export function summaryOf({ run, state, counts, editions, report, pruned, stayed, seconds }: NightResult): string {
  const { archives, games } = counts;
  const { renewed = 0 } = counts;
  const upToDate = renewed > 0 ? ` (${count(renewed)} brought up to date)` : '';
  const left = archives.left > 0 ? `, ${count(archives.left)} left for the next night` : '';
  const lines = [
    `run ${run}: ${state} in ${clock(seconds)}`,
    `archives  ${count(archives.read)} read, ${count(archives.known)} known, ${count(archives.bad)} faulty${left}`,
    `games     ${count(newGames(counts))} new, ${count(games.duplicate + renewed)} known${upToDate}, ${count(games.filtered)} filtered, ${count(games.quarantined)} set aside`,
    `tactics   ${count(counts.tactics)}`,
    `puzzles   ${count(counts.puzzles)} new`,
    ...editions.map(({ folder }) => `export    ${folder}`),
    ...(report === null ? [] : [`report    ${report}/report.html`]),
    ...pruned.map((line) => `removed   ${line}`),
    ...stayed.map((line) => `stays     ${line}`),
  ];
  if (state === 'stopped')
    lines.push('Stopped on request. What is counted above is stored; the next night does the rest.');
  return lines.join('\n');
}
