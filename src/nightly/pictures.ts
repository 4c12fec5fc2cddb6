/** The pictures of one night's report, by the names of their files. */
import { boardSvg } from '../export/diagram.js';
import { PATTERNS } from '../tactics/types.js';
import { inWords } from '../tactics/words.js';
import { barChart, columnChart, paceChart, shareChart } from './charts.js';
import { newGames } from '../store/runs.js';
import type { NightFacts } from './facts.js';
import { foundIn } from './found.js';

/** Bars of a chart, the rest summed up. */
const BARS_MAX = 12;

export interface Pictures {
  games: string;
  tactics: string;
  throughput: string;
  quarantine: string;
  nights: string;
  /** One for each of the finest. */
  finest: string[];
}

export function drawPictures(facts: NightFacts): Pictures {
  const { counts, pace, history, finest } = facts;
  const { renewed = 0 } = counts;
  const { duplicate, filtered, quarantined } = counts.games;
  const found = foundIn(facts);
  return {
    games: shareChart('Games by what became of them', [
      { label: 'new', value: newGames(counts), tone: 1 },
      { label: 'known', value: duplicate + renewed, tone: 2 },
      { label: 'filtered', value: filtered, tone: 3 },
      { label: 'set aside', value: quarantined, tone: 4 },
    ]),
    tactics: barChart(
      'Tactics by pattern',
      PATTERNS.map((pattern) => ({ label: inWords(pattern), value: found.tacticsByPattern[pattern] ?? 0 })),
    ),
    throughput: paceChart('Games a second over the time of the scan', pace),
    quarantine: barChart(
      'Games set aside, by reason',
      largest(found.quarantineByReason).map(([reason, value]) => ({ label: inWords(reason), value, tone: 4 })),
    ),
    nights: columnChart(
      'New games by night',
      history.map(({ started, games: value }) => ({ label: new Date(started).toISOString().slice(5, 10), value })),
    ),
    finest: finest.map(({ puzzle: { fen, line } }, index) =>
      boardSvg(fen, { move: line[0] ?? '', id: `finest${index + 1}-` }),
    ),
  };
}

/** The most frequent first; what is behind the first few as one. */
export function largest(counts: Record<string, number>): [name: string, count: number][] {
  const all = Object.entries(counts).sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  if (all.length <= BARS_MAX) return all;
  const rest = all.slice(BARS_MAX - 1).reduce((sum, [, count]) => sum + count, 0);
  return [...all.slice(0, BARS_MAX - 1), ['all others', rest]];
}
