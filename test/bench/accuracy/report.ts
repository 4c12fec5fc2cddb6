/** The whole report in Markdown: what each table counts, and the table. It reads as well on a terminal. */
import type { Cause, Unsolved } from './causes.js';
import type { Measures } from './measures.js';
import { byCause, byEvidence, byPattern, byRating, byUnsolved, extraOn, missedAs, shortFirst } from './tables.js';
import type { Failure } from './worst.js';

const MEASURES = `
Labelled: puzzles with the label. Reported: puzzles on which we say it. The row "all" counts (puzzle, pattern) pairs, but for "solved",
which counts puzzles. "(within)" explains the precision beside it and does not replace it: the same without the pairs that the labels
cannot judge, whose only evidence lies behind the puzzle's last move, or, for a fork, on it.`;

const SHORT = `
On puzzles of at most two moves of the solver, where every pattern is to reach 90, and on puzzles that mate within three, where the two
mates are to reach 95.`;

const CAUSES = `
By how far the pattern came at the move at which it came furthest. Not proven: the tree proves no gain of the move. Another line: it does,
by a line that leaves the puzzle's moves, or ends before the pattern stands. Not seen at l1: proven along the puzzle's moves, and l1 sees
the structure at none of them. Seen, not attributed: proven along the puzzle's moves, seen by l1 on the way, and not reported. Where l1
sees the pattern nowhere, the solver's last move does not count, unless it is the only one: it mostly takes what the others have won.`;

const UNSOLVED = `
Of the labelled puzzles. Not proven: the tree proves no gain of the first move. Nothing reported: it does, but no pattern goes with the
move. Behind: reported, but the first tactic starts with another move, which mates, or mates sooner; mates as quickly; gains more; or
gains as much.`;

const MISSED = `
Rows: the label that was missed. Columns: what we say at the solver's moves and the puzzle does not bear, each pattern counted; else one of
the last three. Own only: we say other labels of the puzzle and nothing else. Nothing: we say nothing, though the tree proves one of the
moves. Not proven: it proves none of them.`;

const EXTRA = `
Rows: what we say without a label. Columns: the labels that these puzzles do bear, each counted.`;

const EVIDENCE = `
The move at which a pattern without a label stands. Within: before the puzzle's last move, on the puzzle's own moves. On another line: by
then our line has left them. On the last move: there alone. Behind the end: our line goes on where the puzzle ends. Where several are true,
the first counts.`;

const WORST = `
Those with the lowest ratings of which a label was missed, or which were not solved. The position is the one before the solver's first
move; what we say is told for each of the solver's moves in turn.`;

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
  const front = first === undefined ? '' : `, first of all \`${first.trigger}\` (${first.pattern}, gain ${first.gain})`;
  return [
    `- ${id}, rated ${rating}: \`${fen}\``,
    `  solution \`${solution.join(' ')}\`, labelled ${labels.join(', ')}; we say ${moves}${front}.`,
    `  ${wrong.join('; ')}.`,
  ].join('\n');
}
