/**
 * The dataset card: what a file of puzzles holds, how it was chosen, what made it and where it comes from, for whoever is handed it
 * without its makers. Markdown, with a picture beside it. No date: the same dataset has the same card.
 */
import type { EngineId } from '../store/rows.js';
import { count } from '../tactics/figures.js';
import { barChart } from './chart.js';
import { describeFilter } from './choose.js';
import { RATING_DEVIATION } from './difficulty.js';
import type { Choice } from './export.js';
import type { Format } from './format.js';
import type { Gaps } from './gaps.js';
import { RATING_STEP, type ExportCounts, type WrittenFile } from './report.js';
import { oneLine } from './text.js';

export interface CardContext {
  /** The dataset's name: that of its file. */
  name: string;
  format: Format;
  choice: Choice;
  engine: EngineId;
  counts: ExportCounts;
  files: readonly WrittenFile[];
  /** On what terms the dataset may be used, in the words of who made it; null where nothing was said. */
  licence: string | null;
  /** The picture's file. */
  picture: string;
  /** Which puzzles of the store it was chosen from, in words; all unless given. */
  from?: string;
  /** What of the store the dataset does not know. */
  gaps?: Gaps;
}

/** Archives that are named one by one. */
const MOST_SOURCES = 50;

export function makeCard(context: CardContext): string {
  const { name, format, counts, files, engine, licence, picture } = context;
  return [
    `# ${code(name)}`,
    `${some(counts.puzzles, 'chess puzzle')} from real games, in the format ${code(format.name)} (${format.about}). Each is a position after ` +
      "the opponent's mistake in which exactly one move wins by force, with the line that proves it. The exact definition of a puzzle, " +
      'what the fields mean and how the difficulty is estimated: docs/puzzles.md of Motif.',
    `![Puzzles by pattern, length and difficulty](${address(picture)})`,
    '## Files',
    table(
      ['file', 'part', 'puzzles', 'bytes', 'SHA-256'],
      files.map(({ name: file, part, puzzles, bytes, sha256 }) => [
        ...[code(file), part ?? 'all', count(puzzles), count(bytes), `\`${sha256}\``],
      ]),
    ),
    '## How it was chosen',
    bullets([...choiceLines(context.choice, context.from), ...gapLines(context.gaps)]),
    '## What is in it',
    table(
      ['pattern', 'puzzles', 'share'],
      Object.entries(counts.patterns).map(([pattern, n]) => [pattern, count(n), share(n, counts.puzzles)]),
    ),
    'A puzzle counts for each pattern that its first move starts, so the shares may sum to more than 100 %.',
    table(
      ['moves to find', 'puzzles', 'share'],
      sorted(counts.moves).map(([moves, n]) => [String(moves), count(n), share(n, counts.puzzles)]),
    ),
    table(
      ['phase', 'puzzles', 'share'],
      Object.entries(counts.phases).map(([phase, n]) => [phase, count(n), share(n, counts.puzzles)]),
    ),
    table(
      ['estimated difficulty', 'puzzles', 'share'],
      sorted(counts.ratings).map(([from, n]) => [
        `${from}-${from + RATING_STEP - 1}`,
        count(n),
        share(n, counts.puzzles),
      ]),
    ),
    bullets([
      `mates: ${count(counts.mates)} (${share(counts.mates, counts.puzzles)})`,
      `mean gain of the others: ${meanGain(counts)}`,
    ]),
    '## What made it',
    bullets([
      `engine: Motif ${oneLine(engine.version)}, signature ${code(engine.signature)} (the same signature, the same results)`,
      'puzzles and proofs: the forcing tree of Motif; no other engine took part',
      `difficulty: an estimate from position and solution (deviation ${RATING_DEVIATION}); solvers have not rated these puzzles`,
      'duplicates: a position counts only once, even if mirrored, with colours swapped, or reached by other moves',
    ]),
    '## Sources',
    ...sourceLines(counts),
    '## Licence',
    licence === null
      ? 'Not stated by the maker of this dataset. Moves and results of games are facts; annotations are not part of it. The archives named above ' +
        'may come with terms of their own: check them before you pass the dataset on.'
      : escapeMarkdown(oneLine(licence)),
  ]
    .map((part) => part + '\n')
    .join('\n');
}

/** The picture of the same counts. */
export function makePicture(name: string, counts: ExportCounts): string {
  return barChart(`${oneLine(name)}: ${some(counts.puzzles, 'puzzle')}`, [
    { title: 'By pattern', bars: Object.entries(counts.patterns) },
    {
      title: 'By moves to find',
      bars: sorted(counts.moves).map(([moves, n]) => [`${moves} ${moves === 1 ? 'move' : 'moves'}`, n]),
    },
    {
      title: 'By estimated difficulty',
      bars: sorted(counts.ratings).map(([from, n]) => [`${from}-${from + RATING_STEP - 1}`, n]),
    },
  ]);
}

function choiceLines({ filter = {}, sample = {}, split, seed = 1 }: Choice, from?: string): string[] {
  const lines = [...(from === undefined ? [] : [from]), ...describeFilter(filter)].map(escapeMarkdown);
  const asked = filter.patterns === undefined ? '' : ' that was asked for';
  if (lines.length === 0) lines.push('all puzzles of the database, no filter');
  if (sample.perPattern !== undefined) {
    lines.push(
      `balanced: at most ${count(sample.perPattern)} of each pattern${asked}, drawn by seed; a puzzle with several of them counts for the rarest`,
    );
  }
  if (sample.limit !== undefined) lines.push(`at most ${count(sample.limit)} puzzles, drawn by seed`);
  if (split !== undefined) {
    const shares = Object.entries(split).map(([part, of]) => `${part} ${Math.round(100 * of)} %`);
    lines.push(`split by game, so that no game has puzzles in two parts: ${shares.join(', ')}`);
  }
  return [...lines, `seed: ${seed}`];
}

function gapLines(gaps: Gaps | undefined): string[] {
  const { staleGames = 0, partialGames, unaskedPositions = 0 } = gaps ?? {};
  const { patterns = 0, plies = 0 } = partialGames ?? {};
  return [
    staleGames > 0 && `left out: any puzzles in ${some(staleGames, 'game')} scanned by an older engine or only at l1`,
    patterns > 0 &&
      `left out: in ${some(patterns, 'game')}, patterns that the scan was not asked for; puzzles from there lack these labels, too`,
    plies > 0 && `left out: any puzzles in ${some(plies, 'game')} at plies that the scan was not asked for`,
    unaskedPositions > 0 && `left out: any puzzles among ${some(unaskedPositions, 'position')} not examined yet`,
  ].filter((line) => line !== false);
}

/** How many of what: `1 game`, `2,000 games`. */
function some(n: number, what: string): string {
  return `${count(n)} ${what}${n === 1 ? '' : 's'}`;
}

function sourceLines({ sources }: ExportCounts): string[] {
  const all = [...sources].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const rest = all.slice(MOST_SOURCES);
  const rows = all.slice(0, MOST_SOURCES).map(([name, n]) => [code(name), count(n)]);
  if (rest.length > 0) {
    rows.push([`${count(rest.length)} more archives`, count(rest.reduce((sum, [, n]) => sum + n, 0))]);
  }
  return rows.length === 0 ? ['None.'] : [table(['archive', 'puzzles'], rows)];
}

function meanGain({ puzzles, mates, gain }: ExportCounts): string {
  return puzzles === mates ? 'none' : `${Math.round(gain / (puzzles - mates))} centipawns`;
}

function sorted(counts: ReadonlyMap<number, number>): [number, number][] {
  return [...counts].sort(([a], [b]) => a - b);
}

function share(part: number, of: number): string {
  return of === 0 ? '' : `${((100 * part) / of).toFixed(1)} %`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function bullets(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

/** Names of files as code that no name can break out of, also in a table. */
function code(text: string): string {
  return `\`${oneLine(text).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
}

/** A file beside the card, as the target of a link. */
function address(name: string): string {
  return encodeURIComponent(name).replace(/[()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}
