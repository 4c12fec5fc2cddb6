/** The measures are counted on verdicts made by hand, where the right answer can be seen. */
import { describe, expect, it } from 'vitest';
import { PATTERNS, maskOf } from '../../../src/tactics/types.js';
import { codeOf, missed, standing, verdictOf } from './examples.js';
import { Tally } from './measures.js';
import { makeReport } from './report.js';
import { Worst, type Failure } from './worst.js';

describe('counting', () => {
  const tally = new Tally();
  const forkFirst = { first: maskOf(['fork']), solved: true };
  tally.add(
    verdictOf(['fork'], ['fork', 'pin'], {
      first: maskOf(['pin']),
      seen: maskOf(['fork']),
      solved: true,
      evidence: standing({ fork: 'within', pin: 'last' }),
    }),
  );
  tally.add(
    verdictOf(['fork', 'pin'], ['pin'], {
      first: maskOf(['pin']),
      causes: missed('fork', 'unattributed'),
      evidence: standing({ pin: 'beyond' }),
      unsolved: 'behind_equal',
    }),
  );
  tally.add(
    verdictOf(['fork'], ['fork'], { ...forkFirst, rating: 1000, positions: 3, evidence: standing({ fork: 'last' }) }),
  );
  tally.add(
    verdictOf([], ['fork'], { solved: true, rating: 999, positions: 1, evidence: standing({ fork: 'beyond' }) }),
  );
  const measures = tally.measures();
  const [fork, pin, skewer] = measures.patterns;

  it('takes each share of what it is a share of', () => {
    expect(measures).toMatchObject({ puzzles: 4, labelled_puzzles: 3, positions: 8 });
    expect(fork?.counts).toMatchObject({ labelled: 3, line: 2, first: 1, seen: 1, solved: 2, said: 3, borne: 2 });
    expect(fork?.shares).toMatchObject({
      recall_line: 2 / 3,
      recall_first: 1 / 3,
      precision_line: 2 / 3,
      solved: 2 / 3,
      seen_l1: 1 / 3,
    });
    expect(pin?.shares).toMatchObject({
      recall_line: 1,
      recall_first: 1,
      precision_line: 1 / 2,
      solved: 0,
      seen_l1: 0,
    });
    expect(skewer?.shares.recall_line).toBeNull();
  });

  it('takes means of the patterns that occur, and "solved" of puzzles, not of labels', () => {
    expect(measures.mean.recall_line).toBe((2 / 3 + 1) / 2);
    expect(measures.all.shares).toMatchObject({ recall_line: 3 / 4, precision_line: 3 / 5, solved: 2 / 3 });
    expect(measures.all.counts.causes).toEqual({ unproven: 0, elsewhere: 0, unseen: 0, unattributed: 1 });
  });

  it('counts why puzzles were not solved once a puzzle, and once a label', () => {
    expect(measures.all.counts.unsolved).toMatchObject({ behind_equal: 1, unproven: 0 });
    expect(fork?.counts.unsolved.behind_equal).toBe(1);
    expect(pin?.counts.unsolved.behind_equal).toBe(1);
  });

  it('leaves out of the precision beside what the labels cannot judge, borne or not', () => {
    expect(fork?.counts).toMatchObject({ judged: 1, judged_borne: 1, extras: { beyond: 1, last: 0 } });
    expect(pin?.counts).toMatchObject({ judged: 1, judged_borne: 0, extras: { beyond: 0, last: 1 } });
    expect(measures.all.shares).toMatchObject({ precision_line: 3 / 5, precision_within: 1 / 2 });
  });

  it('restricts recall first to short puzzles', () => {
    expect(fork?.counts.short).toEqual({ labelled: 2, first: 0 });
    expect(fork?.counts.short_mate).toEqual({ labelled: 0, first: 0 });
    const mates = new Tally();
    const first = maskOf(['smothered_mate']);
    mates.add(verdictOf(['smothered_mate'], [], { mates: true, positions: 3, first }));
    mates.add(verdictOf(['smothered_mate'], [], { mates: true, positions: 1 }));
    mates.add(verdictOf(['smothered_mate'], [], { mates: true, positions: 4 }));
    mates.add(verdictOf(['smothered_mate'], [], { mates: false, positions: 3 }));
    mates.add(verdictOf(['fork'], [], { mates: true, positions: 1 }));
    const { patterns, mean } = mates.measures();
    expect(patterns[codeOf('smothered_mate')]?.counts).toMatchObject({
      short: { labelled: 1, first: 0 },
      short_mate: { labelled: 2, first: 1 },
    });
    expect(patterns[codeOf('fork')]?.shares).toMatchObject({ first_short: 0, first_short_mate: null });
    expect(mean).toMatchObject({ first_short: 0, first_short_mate: 1 / 2 });
  });

  it('puts each puzzle into its rating band', () => {
    expect(measures.bands.map(({ puzzles }) => puzzles)).toEqual([1, 1, 2, 0, 0]);
  });

  it('prints Markdown', () => {
    const lines = makeReport(measures).split('\n');
    expect(lines).toContain(
      '| fork                |        3 |        3 |        66.7 |         33.3 |           66.7 |    100.0 |   66.7 |       33.3 |',
    );
    expect(lines).toContain('## The 0 easiest puzzles that go wrong');
    expect(lines.every((line) => line.length <= 200 && line === line.trimEnd())).toBe(true);
  });
});

describe('the confusion tables', () => {
  const tally = new Tally();
  tally.add(verdictOf(['fork', 'pin'], ['skewer', 'deflection']));
  tally.add(verdictOf(['fork', 'pin'], ['pin']));
  tally.add(verdictOf(['fork'], []));
  tally.add(verdictOf(['fork'], [], { proven: false }));
  tally.add(verdictOf([], ['skewer']));
  const { missed: rows, extra } = tally.measures().confusion;

  it('say what was said where a label was missed', () => {
    const fork = rows[codeOf('fork')];
    expect(fork).toMatchObject({ puzzles: 4, own: 1, silent: 1, unproven: 1 });
    expect(fork?.said.flatMap((count, code) => (count > 0 ? [[PATTERNS[code], count]] : []))).toEqual([
      ['skewer', 1],
      ['deflection', 1],
    ]);
    expect(rows[codeOf('pin')]).toMatchObject({ puzzles: 1, own: 0 });
  });

  it('say what the labels are where something was said without one', () => {
    const skewer = extra[codeOf('skewer')];
    expect(skewer).toMatchObject({ puzzles: 2, none: 1 });
    expect(skewer?.labels).toEqual(PATTERNS.map((pattern) => (pattern === 'fork' || pattern === 'pin' ? 1 : 0)));
    expect(extra[codeOf('pin')]).toMatchObject({ puzzles: 0, none: 0 });
  });
});

describe('the easiest puzzles that go wrong', () => {
  const failure = (id: string, rating: number): Failure => ({
    id,
    rating,
    fen: '6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1',
    solution: ['a1a8'],
    labels: ['back_rank_mate'],
    said: [[]],
    missed: [{ pattern: 'back_rank_mate', cause: 'unproven' }],
    unsolved: 'unreported',
    first: { pattern: 'pin', trigger: 'a1a7', gain: 100 },
  });

  it('are the twenty with the lowest ratings, in whatever order they come', () => {
    const failures = Array.from({ length: 30 }, (_, i) =>
      failure(`p${String(i).padStart(2, '0')}`, 600 + 10 * (i >> 1)),
    );
    const worst = new Worst();
    for (const one of [...failures].reverse()) worst.add(one);
    expect(worst.list()).toEqual(failures.slice(0, 20));
  });

  it('are told with all that a reader needs', () => {
    const tally = new Tally();
    tally.add(verdictOf(['back_rank_mate'], [], { failure: failure('abc', 600) }));
    expect(makeReport(tally.measures())).toContain(
      [
        '- abc, rated 600: `6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1`',
        '  solution `a1a8`, labelled back_rank_mate; Motif reports nothing; its first tactic is `a1a7` (pin, gain 100).',
        '  back_rank_mate missed: not proven; not solved: nothing is reported with the first move.',
      ].join('\n'),
    );
  });
});
