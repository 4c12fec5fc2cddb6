/** The measures as Markdown tables: the same text for the same results, so that it can be committed and compared. */
import { PATTERNS, type Pattern } from '../../../src/tactics/types.js';
import { grouped, markdownTable } from '../markdown.js';
import { CAUSES, UNSOLVED } from './causes.js';
import { EVIDENCE } from './evidence.js';
import type { Band, Counts, Measures, Shares } from './measures.js';

/** Of the patterns, at the head of a column. */
const SHORT_NAMES: Record<Pattern, string> = {
  fork: 'fork',
  pin: 'pin',
  skewer: 'skewer',
  discovered_attack: 'discovered',
  double_check: 'double ch.',
  back_rank_mate: 'back rank',
  smothered_mate: 'smothered',
  deflection: 'deflection',
  interference: 'interf.',
  trapped_piece: 'trapped',
};

export function percent(share: number | null): string {
  return share === null ? '-' : (100 * share).toFixed(1);
}

function figures(shares: Shares): string[] {
  const { recall_line, recall_first, precision_line, precision_within, solved, seen_l1 } = shares;
  return [recall_line, recall_first, precision_line, precision_within, solved, seen_l1].map(percent);
}

const FIGURES = ['recall line', 'recall first', 'precision line', '(within)', 'solved', 'seen at l1'];

export function byPattern({ patterns, mean, all }: Measures): string {
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

export function byRating({ bands }: Measures): string {
  return markdownTable(
    ['rating', 'puzzles', ...FIGURES],
    bands.map((band, index) => [
      bandName(band, index === bands.length - 1),
      grouped(band.puzzles),
      ...figures(band.shares),
    ]),
  );
}

function bandName({ from, to }: Band, last: boolean): string {
  if (from === 0) return `under ${to}`;
  return last ? `${from} and more` : `${from} to ${to - 1}`;
}

export function shortFirst({ patterns, mean }: Measures): string {
  const count = (labelled: number): string => (labelled === 0 ? '-' : grouped(labelled));
  return markdownTable(
    ['pattern', 'at most two moves', 'recall first', 'mate in at most three', 'recall first'],
    [
      ...patterns.map(({ pattern, counts: { short, short_mate }, shares }) => [
        pattern,
        count(short.labelled),
        percent(shares.first_short),
        count(short_mate.labelled),
        percent(shares.first_short_mate),
      ]),
      ['**mean**', '', percent(mean.first_short), '', percent(mean.first_short_mate)],
    ],
  );
}

/** A row of whole numbers for each pattern and one for all. */
function countTable(
  { patterns, all }: Measures,
  head: readonly string[],
  cells: (counts: Counts, shares: Shares) => (string | number)[],
): string {
  const row = (name: string, counts: Counts, shares: Shares): string[] => [
    name,
    ...cells(counts, shares).map((cell) => (typeof cell === 'number' ? grouped(cell) : cell)),
  ];
  return markdownTable(head, [
    ...patterns.map(({ pattern, counts, shares }) => row(pattern, counts, shares)),
    row('all', all.counts, all.shares),
  ]);
}

export function byCause(measures: Measures): string {
  const head = ['missed', 'puzzles', 'not proven', 'another line', 'not seen at l1', 'seen, not attributed'];
  return countTable(measures, head, ({ labelled, line, causes }) => [
    labelled - line,
    ...CAUSES.map((cause) => causes[cause]),
  ]);
}

export function byUnsolved(measures: Measures): string {
  const behind = ['behind a mate', 'behind an equal mate', 'behind a bigger gain', 'behind an equal gain'];
  const head = ['not solved', 'puzzles', 'not proven', 'nothing reported', ...behind];
  return countTable(measures, head, ({ unsolved }) => {
    const counts = UNSOLVED.map((why) => unsolved[why]);
    return [counts.reduce((sum, count) => sum + count, 0), ...counts];
  });
}

export function byEvidence(measures: Measures): string {
  const head = ['extra', 'pairs', 'within', 'on another line', 'on the last move', 'behind the end'];
  return countTable(measures, head, ({ said, borne, extras }) => [
    said - borne,
    ...EVIDENCE.map((evidence) => extras[evidence]),
  ]);
}

export function missedAs({ confusion }: Measures): string {
  const names = PATTERNS.map((pattern) => SHORT_NAMES[pattern]);
  return markdownTable(
    ['missed', 'puzzles', ...names, 'own only', 'nothing', 'not proven'],
    confusion.missed.map(({ pattern, puzzles, said, own, silent, unproven }) => [
      pattern,
      ...[puzzles, ...said, own, silent, unproven].map(countOrBlank),
    ]),
  );
}

export function extraOn({ confusion }: Measures): string {
  const names = PATTERNS.map((pattern) => SHORT_NAMES[pattern]);
  return markdownTable(
    ['extra', 'puzzles', ...names, 'none of the ten'],
    confusion.extra.map(({ pattern, puzzles, labels, none }) => [
      pattern,
      ...[puzzles, ...labels, none].map(countOrBlank),
    ]),
  );
}

/** In a table of which most is nothing, only the rest is to be seen. */
function countOrBlank(count: number): string {
  return count === 0 ? '' : grouped(count);
}
