/** The measures are counted on verdicts made by hand, where the right answer can be seen; the reader on both headers in use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { PATTERNS, maskOf, type Pattern, type Tactic } from '../../src/tactics/types.js';
import { explainMiss, explainUnsolved, type Cause } from './accuracy/causes.js';
import { BEGIN, END, replacePart } from './accuracy/document.js';
import { evidenceOf, isJudged, type Evidence } from './accuracy/evidence.js';
import { judge, type Verdict } from './accuracy/judge.js';
import { figuresOf, findFalls, findLike, keep, makeKept, parseKept, type KeptRun } from './accuracy/kept.js';
import { Tally } from './accuracy/measures.js';
import { readPuzzles, type BadRow, type Puzzle } from './accuracy/puzzles.js';
import { makeReport } from './accuracy/report.js';
import { judgeAll, type Refusal } from './accuracy/threads.js';
import { Tree } from './accuracy/tree.js';
import { Worst, type Failure } from './accuracy/worst.js';

const FORK: Puzzle = {
  id: '000Pw',
  fen: '6k1/5p1p/4p3/4q3/3nN3/2Q3P1/PP3P1P/6K1 w - - 2 37',
  moves: 'e4d2 d4e2 g1f1 e2c3',
  rating: 1374,
  labels: maskOf(['fork']),
};
const SMOTHERED: Puzzle = {
  id: 'byffy',
  fen: 'r2qkb1r/3npppp/p1p2n2/1p6/3PN1b1/3B1N2/PPP1QPPP/R1B2RK1 b kq - 0 9',
  moves: 'g4f3 e4d6',
  rating: 1442,
  labels: maskOf(['pin', 'smothered_mate']),
};

const codeOf = (pattern: Pattern): number => PATTERNS.indexOf(pattern);

const row = ({ id, fen, moves, rating }: Puzzle, themes: string): string =>
  `${id},${fen},${moves},${rating},90,1000,${themes}`;
const SHORT = 'PuzzleId,FEN,Moves,Rating,Popularity,NbPlays,Themes';
const FULL = 'PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all = [];
  for await (const item of items) all.push(item);
  return all;
}

async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const item of items) yield await Promise.resolve(item);
}

async function read(lines: string[], every?: number, offset?: number): Promise<(Puzzle | BadRow)[]> {
  const text = Buffer.from(lines.join('\n'));
  const chunks = Array.from({ length: Math.ceil(text.length / 7) }, (_, i) => text.subarray(7 * i, 7 * i + 7));
  return collect(readPuzzles(inOrder(chunks), every, offset));
}

describe('reading puzzles', () => {
  it('finds the columns by name, in both headers', async () => {
    const full = `${FORK.id},${FORK.fen},${FORK.moves},1374,74,96,5000,crushing fork short,https://lichess.org/x,`;
    expect(await read([SHORT, row(FORK, 'crushing fork short')])).toEqual([FORK]);
    expect(await read([FULL, full, ''])).toEqual([FORK]);
    expect(await read([SHORT, row(SMOTHERED, 'pin mate smotheredMate')])).toEqual([SMOTHERED]);
  });

  it('deals rows out into parts that share none', async () => {
    const rows = Array.from({ length: 10 }, (_, i) => row({ ...FORK, id: `p${i}` }, ''));
    const ids = (items: (Puzzle | BadRow)[]): string[] => items.map((item) => ('id' in item ? item.id : '?'));
    expect(ids(await read([SHORT, ...rows], 4, 1))).toEqual(['p1', 'p5', 'p9']);
    expect(ids(await read([SHORT, ...rows], 4, 3))).toEqual(['p3', 'p7']);
  });

  it('names what it cannot read', async () => {
    await expect(read([])).rejects.toThrow('empty');
    await expect(read(['a,b,c'])).rejects.toThrow('PuzzleId, FEN, Moves');
    expect(await read([SHORT, '"x",y', 'x', row(FORK, 'fork')])).toEqual([
      { line: 2, reason: expect.stringContaining('quote') as string },
      { line: 3, reason: 'too few fields' },
      FORK,
    ]);
  });
});

describe('judging a puzzle', async () => {
  const engine = await loadEngine();
  const tree = await Tree.load();

  it('agrees on a fork', () => {
    const verdict = judge(engine, tree, FORK);
    expect(verdict).toMatchObject({ positions: 2, solved: true, unsolved: null, mates: false, causes: new Map() });
    expect((verdict?.line ?? 0) & (verdict?.first ?? 0) & FORK.labels).toBe(FORK.labels);
    expect(verdict?.evidence.get(codeOf('fork'))).toBe('within');
    expect(verdict?.failure).toBeNull();
  });

  it('knows a mate from the end of a solution', () => {
    expect(judge(engine, tree, SMOTHERED)).toMatchObject({ positions: 1, mates: true });
  });

  it('shows both verdicts where the label lacks it', () => {
    const disagreement = judge(engine, tree, { ...FORK, labels: 0 })?.disagreements[0];
    expect(disagreement).toMatchObject({ id: '000Pw', kind: 'extra', pattern: 'fork', labels: [], ply: 1 });
    expect(disagreement).toMatchObject({ solution: 'd4e2', rest: ['d4e2', 'g1f1', 'e2c3'], gain: 700 });
    expect(disagreement).toMatchObject({ evidence: 'within', fen: expect.stringContaining(' b ') as string });
    expect(disagreement?.line?.[0]).toBe('d4e2');
  });

  it('tells why a label was missed, and what failed', () => {
    const wrong = judge(engine, tree, { ...FORK, labels: maskOf(['fork', 'back_rank_mate']) });
    expect(wrong?.causes).toEqual(new Map([[codeOf('back_rank_mate'), 'elsewhere']]));
    const told = wrong?.disagreements.find(({ kind }) => kind === 'missed');
    expect(told).toMatchObject({ pattern: 'back_rank_mate', cause: 'elsewhere', labels: ['fork', 'back_rank_mate'] });
    expect(wrong?.failure).toMatchObject({
      solution: ['d4e2', 'g1f1', 'e2c3'],
      labels: ['fork', 'back_rank_mate'],
      missed: [{ pattern: 'back_rank_mate', cause: 'elsewhere' }],
      unsolved: null,
    });
  });

  it('shows the line of the tree where nothing was said', () => {
    // A plain capture needs no pattern; the rook's check is what has the tree look at all.
    const fen = '6k1/5ppp/8/3q4/8/2N5/5PPP/R5K1 b - - 0 1';
    const verdict = judge(engine, tree, { ...FORK, fen, moves: 'g8f8 c3d5', labels: maskOf(['pin']) });
    expect(verdict).toMatchObject({ line: 0, proven: true, solved: false, unsolved: 'unreported' });
    expect(verdict?.disagreements).toMatchObject([{ cause: 'unseen', said: [], line: ['c3d5'] }]);
  });

  it('asks the tree in the words of the caller, for both colours', () => {
    const black = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';
    const white = '6k1/pp1n1p1p/2q3p1/3N4/4Q3/4P3/5P1P/6K1 w - - 3 37';
    expect(tree.proof(black, 'd4e2')?.slice(0, 3)).toEqual(['d4e2', 'g1g2', 'e2c3']);
    expect(tree.proof(white, 'd5e7')?.slice(0, 3)).toEqual(['d5e7', 'g8g7', 'e7c6']);
    expect(tree.proof(black, 'd4b3')).toBeNull();
  });

  it('refuses moves that cannot be played', () => {
    expect(judge(engine, tree, { ...FORK, moves: 'e4d2 d4d5' })).toBeNull();
    expect(judge(engine, tree, { ...FORK, moves: 'e4d2' })).toBeNull();
  });

  it('judges the same with any number of threads, and in order', async () => {
    const rows = Array.from({ length: 150 }, (_, i) => ({ ...(i % 3 === 0 ? FORK : SMOTHERED), rating: i }));
    const bad: BadRow = { line: 9, reason: 'too few fields' };
    const all = [...rows, bad, { ...FORK, moves: 'e4d2 d4d5' }];
    const verdicts = await collect(judgeAll(inOrder(all), 1));
    expect(verdicts.slice(0, 150)).toEqual(rows.map((puzzle) => judge(engine, tree, puzzle)));
    expect(verdicts.slice(150)).toEqual<Refusal[]>([
      { refused: 'line 9: too few fields' },
      { refused: 'puzzle 000Pw: its moves cannot be played' },
    ]);
    expect(await collect(judgeAll(inOrder(all), 3))).toEqual(verdicts);
  });
});

/** A tactic of which only the fields in question are of interest. */
const tactic = (trigger: string, more: Partial<Tactic> = {}): Tactic => ({
  pattern: 'fork',
  color: 'white',
  trigger_move: trigger,
  key_squares: [],
  target_squares: [],
  targets: [],
  gain: 300,
  gain_confirmed: true,
  is_mate: false,
  sequence: [trigger],
  fen: '',
  ...more,
});

describe('the cause of a miss', () => {
  const MOVES = ['o1', 's1', 'o2', 's2', 'o3', 's3'];
  const turn = (ply: number, seen: Pattern[], line: string[] | null) => ({
    ply,
    seen: seen.length === 0 ? 0 : maskOf(seen),
    proof: () => line,
  });
  type Made = ReturnType<typeof turn>;
  const causeOf = (...turns: [Made, ...Made[]]): { cause: Cause; ply: number } => {
    const { cause, turn: shown } = explainMiss(turns, MOVES, codeOf('pin'));
    return { cause, ply: shown.ply };
  };

  it('is the horizon where the tree proves none of the moves that could start it', () => {
    expect(causeOf(turn(1, [], null), turn(3, [], null))).toEqual({ cause: 'unproven', ply: 1 });
    expect(causeOf(turn(1, [], null), turn(3, ['pin'], null))).toEqual({ cause: 'unproven', ply: 3 });
    // The last move wins by itself, behind the pin.
    expect(causeOf(turn(1, ['pin'], null), turn(3, [], ['s2', 'o3', 's3']))).toEqual({ cause: 'unproven', ply: 1 });
  });

  it("is another line where ours leaves the puzzle's, or ends before the pattern", () => {
    expect(causeOf(turn(1, ['pin'], ['s1', 'x', 'y']), turn(3, [], null))).toEqual({ cause: 'elsewhere', ply: 1 });
    expect(causeOf(turn(1, [], ['s1']), turn(3, ['pin'], null))).toEqual({ cause: 'elsewhere', ply: 1 });
  });

  it("is the structure where l1 sees it at no move of the puzzle's own line", () => {
    expect(causeOf(turn(1, ['fork'], ['s1', 'o2', 's2']), turn(3, [], null))).toEqual({ cause: 'unseen', ply: 1 });
    // The puzzle's last move proves itself, and counts only where it is the only one.
    expect(causeOf(turn(1, [], null), turn(3, [], null), turn(5, [], ['s3']))).toEqual({ cause: 'unproven', ply: 1 });
    expect(explainMiss([turn(1, [], ['s1'])], ['o1', 's1'], codeOf('pin')).cause).toBe('unseen');
  });

  it('is attribution where l1 sees it on a proven line', () => {
    expect(causeOf(turn(1, ['pin'], ['s1', 'o2', 's2']), turn(3, [], null))).toEqual({ cause: 'unattributed', ply: 1 });
    expect(causeOf(turn(1, [], ['s1', 'o2', 's2']), turn(3, ['pin'], null))).toEqual({ cause: 'unattributed', ply: 1 });
    // Of two turns as far, the one at which l1 sees it.
    expect(causeOf(turn(1, [], ['s1', 'o2', 's2']), turn(3, ['pin'], ['s2']))).toEqual({
      cause: 'unattributed',
      ply: 3,
    });
    // A line that goes on behind the puzzle's end is the puzzle's own.
    expect(causeOf(turn(5, ['pin'], ['s3', 'x']))).toEqual({ cause: 'unattributed', ply: 5 });
  });
});

describe('why a puzzle is not solved', () => {
  const why = (tactics: Tactic[], line: string[] | null = ['s1']): string | null =>
    explainUnsolved({ move: 's1', tactics, proof: () => line });

  it('is told by how far its first move came', () => {
    expect(why([tactic('s1'), tactic('x')])).toBeNull();
    expect(why([], null)).toBe('unproven');
    expect(why([tactic('x')], null)).toBe('unproven');
    expect(why([tactic('x')])).toBe('unreported');
  });

  it('is told by what stands in front of it', () => {
    const mate = (trigger: string, plies: number): Tactic =>
      tactic(trigger, { is_mate: true, gain: 0, sequence: Array.from({ length: plies }, () => trigger) });
    expect(why([tactic('x', { gain: 301 }), tactic('s1')])).toBe('behind_bigger');
    expect(why([tactic('x'), tactic('s1')])).toBe('behind_equal');
    expect(why([mate('x', 3), tactic('s1')])).toBe('behind_mate');
    expect(why([mate('x', 1), mate('s1', 3)])).toBe('behind_mate');
    expect(why([{ ...mate('x', 3), gain: 100 }, mate('s1', 3)])).toBe('behind_equal_mate');
  });
});

describe('where evidence stands', () => {
  const MOVES = ['o1', 's1', 'o2', 's2'];
  const at = (ply: number, line: string[], patternPly = 0) => {
    const move = MOVES[ply] ?? '';
    const later = patternPly === 0 ? {} : { pattern_ply: patternPly };
    return { ply, move, tactics: [tactic('x'), tactic(move, { sequence: line, ...later })] };
  };
  const where = (...turns: ReturnType<typeof at>[]): Evidence => evidenceOf(turns, MOVES, 'fork');

  it("is told by its move's place in the puzzle's line", () => {
    expect(where(at(1, ['s1', 'o2', 's2']))).toBe('within');
    expect(where(at(1, ['s1', 'x', 'y']))).toBe('within');
    expect(where(at(1, ['s1', 'x', 'y'], 1))).toBe('elsewhere');
    expect(where(at(1, ['s1', 'o2', 's2'], 2))).toBe('last');
    expect(where(at(3, ['s2']))).toBe('last');
    expect(where(at(3, ['s2', 'x', 'y'], 2))).toBe('beyond');
  });

  it('is the best of several', () => {
    expect(where(at(1, ['s1', 'o2', 's2', 'x'], 3), at(3, ['s2']))).toBe('last');
    expect(where(at(1, ['s1']), at(3, ['s2']))).toBe('within');
  });

  it('is judged by the labels up to the last move, a fork only before it', () => {
    expect((['within', 'elsewhere', 'last', 'beyond'] as const).map((place) => isJudged('fork', place))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isJudged('pin', 'last')).toBe(true);
    expect(isJudged('pin', 'beyond')).toBe(false);
  });
});

const verdictOf = (labels: Pattern[], line: Pattern[], more: Partial<Verdict> = {}): Verdict => ({
  rating: 1500,
  labels: labels.length === 0 ? 0 : maskOf(labels),
  seen: 0,
  line: line.length === 0 ? 0 : maskOf(line),
  first: 0,
  solved: false,
  unsolved: null,
  positions: 2,
  mates: false,
  proven: true,
  causes: new Map(),
  evidence: new Map(),
  disagreements: [],
  failure: null,
  ...more,
});
const missed = (pattern: Pattern, cause: Cause): Map<number, Cause> => new Map([[codeOf(pattern), cause]]);
const standing = (places: Partial<Record<Pattern, Evidence>>): Map<number, Evidence> =>
  new Map(Object.entries(places).map(([pattern, place]) => [codeOf(pattern as Pattern), place]));

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

describe('keeping figures', () => {
  const tally = new Tally();
  tally.add(verdictOf(['fork'], ['fork'], { first: maskOf(['fork']), solved: true }));
  tally.add(verdictOf(['fork'], ['pin']));
  tally.add(verdictOf(['fork'], ['fork', 'pin']));
  const run: KeptRun = {
    file: 'puzzles.csv',
    sha256: 'abc',
    every: 1,
    offset: 0,
    engine: { version: '0.1.0', signature: '0123' },
    puzzles: 3,
    figures: figuresOf(tally.measures()),
  };

  it('takes the guarded ones, in percent', () => {
    const { figures } = run;
    expect(figures['fork']).toEqual({ recall_line: 66.67, recall_first: 33.33, precision_line: 100, solved: 33.33 });
    expect(figures['mean']).toEqual({ recall_line: 66.67, recall_first: 33.33, precision_line: 50, solved: 33.33 });
    expect(figures['all']).toEqual({ solved: 33.33 });
    expect(figures['skewer']?.['recall_line']).toBeNull();
    expect(Object.keys(figures)).toEqual(['mean', 'all', ...PATTERNS]);
  });

  it('holds one run for each part, and gives back what it holds', () => {
    const fourth = { ...run, every: 4 };
    const kept = keep(keep(keep({ runs: [] }, fourth), { ...run, sha256: 'old' }), run);
    expect(kept.runs).toEqual([run, fourth]);
    expect(parseKept(makeKept(kept))).toEqual(kept);
  });

  it('compares like with like alone', () => {
    const kept = { runs: [run, { ...run, every: 4 }] };
    expect(findLike(kept, { ...run, every: 4 }).every).toBe(4);
    expect(() => findLike(kept, { ...run, every: 8, offset: 3 })).toThrow(
      'no figures are kept of one in 8 of puzzles.csv, from number 3, but of: all of puzzles.csv; one in 4',
    );
    expect(() => findLike(kept, { ...run, file: 'other.csv' })).toThrow('all of other.csv');
    expect(() => findLike(kept, { ...run, sha256: 'def' })).toThrow('puzzles.csv is not the file');
    expect(() => findLike({ runs: [] }, run)).toThrow('but of: nothing');
  });

  it('names what has fallen by more than it may, and nothing else', () => {
    const was = {
      mean: { solved: 80 },
      fork: { solved: 70.5, recall_line: 90, precision_line: null },
      pin: { solved: 5 },
    };
    const is = {
      mean: { solved: 79.49 },
      fork: { solved: 70, recall_line: 95, precision_line: 1 },
      pin: { solved: null },
    };
    expect(findFalls(was, is, 0.5)).toEqual([
      { figure: 'mean solved', was: 80, is: 79.49 },
      { figure: 'pin solved', was: 5, is: null },
    ]);
    expect(findFalls(was, is, 0.49).map(({ figure }) => figure)).toContain('fork solved');
    expect(findFalls(was, was, 0)).toEqual([]);
  });

  it('refuses what it did not write', () => {
    for (const text of ['', '[]', 'null', '{"runs":1}', '{"runs":[{"file":"x"}]}']) {
      expect(() => parseKept(text)).toThrow(/no JSON|no kept figures/);
    }
  });
});

describe('writing into a document', () => {
  it('replaces what stands between the markers and nothing else', () => {
    const document = `# Title\n\n${BEGIN}\n\nold\n\n${END}\n\nrest\n`;
    expect(replacePart(document, 'new')).toBe(document.replace('old', 'new'));
    expect(replacePart(`${BEGIN}\n${END}`, 'new')).toBe(`${BEGIN}\n\nnew\n\n${END}`);
  });

  it('refuses a document without them', () => {
    for (const document of ['', BEGIN, END, `${END}\n${BEGIN}`, `${BEGIN}\n${BEGIN}\n${END}`]) {
      expect(() => replacePart(document, 'new')).toThrow('it needs one line');
    }
  });

  it("finds the project's own document and figures in order", () => {
    const text = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');
    expect(replacePart(text('accuracy.md'), 'new')).toContain('new');
    const { runs } = parseKept(text('accuracy.json'));
    expect(runs.map(({ every, offset }) => [every, offset])).toEqual([
      [1, 0],
      [4, 0],
    ]);
  });
});
