/** A night's report in Markdown; its pictures stand beside it as files. */
import { inWords } from '../tactics/words.js';
import { fineWords, moment, type NightFacts } from './facts.js';
import { foundIn } from './found.js';
import { largest } from './pictures.js';
import { markdown, markdownWithin } from './text.js';
import {
  archiveTable,
  FINEST_WORDS,
  finishedWords,
  headline,
  overview,
  puzzleWords,
  quarantineWords,
  type Table,
} from './wording.js';
import { count } from '../tactics/figures.js';

export function markdownReport(facts: NightFacts): string {
  const { run, started, counts, warnings, finest, pruned, stayed } = facts;
  const archives = archiveTable(facts);
  const found = foundIn(facts);
  const blocks = [
    `# Night of ${moment(started)}`,
    `Run ${run}. ${markdown(headline(facts))}`,
    ...finishedWords(facts).map(markdown),
    ...(warnings.length > 0 ? ['## What needs a look', list(warnings)] : []),
    '## In numbers',
    table(overview(facts)),
    ...(counts.games.seen > 0 ? ['## Games', '![Games by what became of them](games.svg)'] : []),
    ...(archives.rows.length > 0 ? ['## Archives', table(archives)] : []),
    ...(archives.more > 0 ? [`And ${count(archives.more)} more.`] : []),
    ...(counts.games.seen + found.stored > 0
      ? [
          '## Tactics by pattern',
          '![Tactics by pattern](tactics.svg)',
          table(countTable('pattern', Object.entries(found.tacticsByPattern))),
        ]
      : []),
    ...(counts.games.seen > 0 ? ['## Throughput', '![Games a second over the time of the scan](throughput.svg)'] : []),
    '## Quarantine',
    markdown(quarantineWords(facts)),
    ...(found.quarantined > 0
      ? [
          '![Games set aside, by reason](quarantine.svg)',
          table(countTable('reason', largest(found.quarantineByReason))),
        ]
      : []),
    '## Puzzles',
    ...puzzleWords(facts).map(markdown),
    ...(finest.length > 0 ? ['## The finest tactics of the night', markdown(FINEST_WORDS)] : []),
    ...finest.flatMap((tactic, index) => {
      const { title, line, why, game, place } = fineWords(tactic);
      return [
        `### ${index + 1}. ${markdown(title)}`,
        `![${markdown(title)}](finest-${index + 1}.svg)`,
        `**${markdownWithin(line)}** (${markdownWithin(why)})`,
        `${markdown(game)}. In ${markdown(place)}.`,
        `    ${tactic.puzzle.fen}`,
      ];
    }),
    '## Nights',
    '![New games by night](nights.svg)',
    ...(pruned.length + stayed.length > 0 ? ['## Removed', list([...pruned, ...stayed])] : []),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${markdown(line)}`).join('\n');
}

function countTable(what: string, counts: readonly (readonly [string, number])[]): Table {
  const rows = counts.filter(([, value]) => value > 0).map(([name, value]) => [inWords(name), count(value)]);
  return { head: [what, 'number'], numbersFrom: 1, rows };
}

function table({ head, numbersFrom, rows }: Table): string {
  if (rows.length === 0) return 'None.';
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownWithin).join(' | ')} |`;
  const rule = head.map((_, index) => (index >= numbersFrom ? '---:' : '---'));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}
