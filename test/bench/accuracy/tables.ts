/** The measures as Markdown tables: the same text for the same results, so that it can be committed and compared. */
import { grouped, markdownTable } from '../markdown.js';
import type { Band, Counts, Measures, Shares } from './measures.js';

function percent(share: number | null): string {
  return share === null ? '-' : (100 * share).toFixed(1);
}

function figures(shares: Shares): string[] {
  const { recall_line, recall_first, precision_line, solved, seen_l1 } = shares;
  return [recall_line, recall_first, precision_line, solved, seen_l1].map(percent);
}

const FIGURES = ['recall line', 'recall first', 'precision line', 'solved', 'seen at l1'];

function byPattern({ patterns, mean, all }: Measures): string {
  const row = (name: string, counts: Counts, shares: Shares): string[] => [
    name,
    grouped(counts.labelled),
    grouped(counts.said),
    ...figures(shares),
  ];
  return markdownTable(
    ['pattern', 'labelled', 'reported', ...FIGURES],
    [
      ...patterns.map(({ pattern, counts, shares }) => row(pattern, counts, shares)),
      ['**mean of the ten**', '', '', ...figures(mean)],
      row('all', all.counts, all.shares),
    ],
  );
}

function byCause({ patterns, all }: Measures): string {
  const row = (name: string, { labelled, line, causes }: Counts): string[] => [
    name,
    grouped(labelled - line),
    ...[causes.unseen, causes.unconfirmed, causes.unattributed].map(grouped),
  ];
  return markdownTable(
    ['missed', 'puzzles', 'not seen at l1', 'not confirmed by the tree', 'confirmed, not attributed'],
    [...patterns.map(({ pattern, counts }) => row(pattern, counts)), row('all', all.counts)],
  );
}

function bandName({ from, to }: Band, last: boolean): string {
  if (from === 0) return `under ${to}`;
  return last ? `${from} and more` : `${from} to ${to - 1}`;
}

function byRating({ bands }: Measures): string {
  return markdownTable(
    ['rating', 'puzzles', ...FIGURES],
    bands.map((band, index) => [
      bandName(band, index === bands.length - 1),
      grouped(band.puzzles),
      ...figures(band.shares),
    ]),
  );
}

/** All tables, a blank line between them. */
export function accuracyTables(measures: Measures): string {
  return [byPattern(measures), byCause(measures), byRating(measures)].join('\n\n');
}
