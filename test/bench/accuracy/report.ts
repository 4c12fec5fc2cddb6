/** The whole report in Markdown: what each table counts, and the table. It reads as well on a terminal. */
import type { Cause, Unsolved } from './causes.js';
import type { Measures } from './measures.js';
import { byCause, byEvidence, byPattern, byRating, byUnsolved, extraOn, missedAs, shortFirst } from './tables.js';
import type { Failure } from './worst.js';

const MEASURES = `
Labelled: puzzles with the label. Reported: puzzles on which Motif reports the pattern. The row "all" counts (puzzle, pattern)
pairs, but puzzles in the column "solved". "(within)" explains the precision beside it and does not replace it: it leaves out
the pairs that the labels cannot judge, because their only evidence lies behind the puzzle's last move or, for a fork, on it.`;

const SHORT = `
On puzzles of at most two solver moves, where every pattern should reach 90, and on puzzles that mate within three, where the
two mates should reach 95.`;

const CAUSES = `
Counted at the solver's move where the pattern got furthest:

- **not proven**: the tree finds no gain for the move.
- **another line**: it does, but its line leaves the puzzle's moves, or ends before the pattern stands.
- **not seen at l1**: proven along the puzzle's moves, but l1 sees the structure at none of them.
- **seen, not attributed**: proven along the puzzle's moves, seen by l1 on the way, and not reported.

If l1 sees the pattern nowhere, the solver's last move does not count unless it is the only one: it mostly takes what the
others have won.`;

const UNSOLVED = `
Of the labelled puzzles:

- **not proven**: the tree finds no gain for the first move.
- **nothing reported**: it does, but no pattern goes with the move.
- **behind**: reported, but the first tactic starts with another move, which mates (or mates sooner), mates as quickly, gains
  more, or gains as much.`;

const MISSED = `
Rows: the label that was missed. Columns: each pattern that Motif reports at the solver's moves and the puzzle does not bear,
or else one of the last three:

- **own only**: Motif reports other labels of the puzzle and nothing else.
- **nothing**: it reports nothing, though the tree proves one of the moves.
- **not proven**: the tree proves none of them.`;

const EXTRA = `
Rows: what Motif reports without a label. Columns: the labels that these puzzles do bear, each counted.`;

const EVIDENCE = `
Where a pattern without a label stands. If several are true, the first counts:

- **within**: on the puzzle's own moves, before its last.
- **on another line**: Motif's line has left the puzzle's moves by then.
- **on the last move**: there alone.
- **behind the end**: Motif's line continues where the puzzle ends.`;

const WORST = `
The puzzles with the lowest ratings of which a label was missed, or which were not solved. The position is the one before the
solver's first move. What Motif reports is listed for each of the solver's moves in turn.`;

const CAUSE_WORDS: Record<Cause, string> = {
  unproven: 'not proven',
  elsewhere: 'proven by another line',
  unseen: 'not seen at l1',
  unattributed: 'seen, not attributed',
};

const UNSOLVED_WORDS: Record<Unsolved, string> = {
  unproven: 'the first move is not proven',
  unreported: 'nothing is reported with the first move',
  behind_mate: 'the first move stands behind a mate',
  behind_equal_mate: 'the first move stands behind a mate as quick',
  behind_bigger: 'the first move stands behind a bigger gain',
  behind_equal: 'the first move stands behind an equal gain',
};

/** Its sections, a blank line between paragraphs. */
export function makeReport(measures: Measures): string {
  const { worst } = measures;
  const sections: [string, ...string[]][] = [
    ['Measures', MEASURES, byPattern(measures)],
    ['Recall first of short puzzles', SHORT, shortFirst(measures)],
    ['Why labels were missed', CAUSES, byCause(measures)],
    ['Why puzzles were not solved', UNSOLVED, byUnsolved(measures)],
    ['What was said instead', MISSED, missedAs(measures), EXTRA, extraOn(measures)],
    ['Where extras stand', EVIDENCE, byEvidence(measures)],
    ['By rating', byRating(measures)],
    [`The ${worst.length} easiest puzzles that go wrong`, WORST, worst.map(describeFailure).join('\n')],
  ];
  return sections
    .flatMap(([title, ...paragraphs]) => [`## ${title}`, ...paragraphs])
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
}

/** An item of a list. */
function describeFailure({ id, rating, fen, solution, labels, said, missed, unsolved, first }: Failure): string {
  const wrong = missed.map(({ pattern, cause }) => `${pattern} missed: ${CAUSE_WORDS[cause]}`);
  if (unsolved !== null) wrong.push(`not solved: ${UNSOLVED_WORDS[unsolved]}`);
  const moves = said.map((patterns) => patterns.join(', ') || 'nothing').join(' / ');
  const front =
    first === undefined ? '' : `; its first tactic is \`${first.trigger}\` (${first.pattern}, gain ${first.gain})`;
  return [
    `- ${id}, rated ${rating}: \`${fen}\``,
    `  solution \`${solution.join(' ')}\`, labelled ${labels.join(', ')}; Motif reports ${moves}${front}.`,
    `  ${wrong.join('; ')}.`,
  ].join('\n');
}
