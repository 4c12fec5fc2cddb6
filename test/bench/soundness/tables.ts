/** The measures as Markdown tables, and the worst verdicts as a list. */
import { grouped, markdownTable } from '../markdown.js';
import { needed, type Judged } from './judge.js';
import type { ChanceMeasures, Found, Soundness, SoundnessMeasures } from './measures.js';
import { scoreText } from './score.js';

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : ((100 * part) / whole).toFixed(1);
}

function soundnessTable(what: string, rows: readonly (readonly [string, Soundness])[]): string {
  return markdownTable(
    [what, 'tactics', 'sound', 'sound strict', 'unsound'],
    rows.map(([name, { count, strict, sound }]) => [
      name,
      grouped(count),
      percent(sound, count),
      percent(strict, count),
      grouped(count - sound),
    ]),
  );
}

/** All tables, a blank line between them. */
export function soundnessTables({ all, triggers, patterns, gains, plies, departures }: SoundnessMeasures): string {
  return [
    soundnessTable('pattern', [...Object.entries(patterns), ['**all**', all], ['each trigger once', triggers]]),
    soundnessTable('gain', Object.entries(gains)),
    soundnessTable('the pattern stands', Object.entries(plies)),
    markdownTable(
      ["unsound: Stockfish's line leaves ours at", 'triggers'],
      Object.entries(departures).map(([name, count]) => [name, grouped(count)]),
    ),
  ].join('\n\n');
}

export function chancesTable({ all, tactical, beyond, kinds }: ChanceMeasures): string {
  const row = (name: string, { count, found, causes }: Found): string[] => [
    name,
    grouped(count),
    percent(found, count),
    ...[causes.unseen, causes.unconfirmed, causes.unattributed].map(grouped),
  ];
  return markdownTable(
    ['chances', 'positions', 'found', 'not seen at l1', 'not confirmed by the tree', 'confirmed, not attributed'],
    [
      row('mate', kinds.mate),
      row('material', kinds.material),
      row('**both**', tactical),
      row('a trade', kinds.trade),
      row('no material', kinds.position),
      row('all of these', beyond),
      row('a simple exchange', kinds.simple),
      row('all', all),
    ],
  );
}

/** By how much the score falls short of what the tactic promises; a mate that is none falls short of a mate. */
function shortfall({ tactics, material, after }: Judged): number {
  const [first] = tactics;
  return first === undefined ? 0 : (needed(first.tactic, material) ?? 1000) - after;
}

/** The triggers that fall shortest, a line each. */
export function worstLines(judged: readonly Judged[], count: number): string {
  return judged
    .filter(({ tactics }) => tactics.some(({ verdict }) => !verdict.sound))
    .sort((a, b) => shortfall(b) - shortfall(a))
    .slice(0, count)
    .map(({ fen, trigger, material, after, best, tactics }) => {
      const patterns = tactics.map(({ tactic }) => tactic.pattern).join(', ');
      const gain = tactics[0]?.tactic.is_mate ? 'mate' : `+${tactics[0]?.tactic.gain}`;
      const better = best === undefined ? '' : `, best ${best.pv[0] ?? '-'} ${scoreText(best.score)}`;
      return `${fen}: ${trigger} ${gain} (${patterns}); material ${scoreText(material)}, then ${scoreText(after)}${better}`;
    })
    .join('\n');
}
