/** The measures are counted on verdicts made by hand, where the right answer can be seen; the reader on both headers in use. */
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { PATTERNS, maskOf, type Pattern } from '../../src/tactics/types.js';
import { judge, type Cause, type Verdict } from './accuracy/judge.js';
import { Tally } from './accuracy/measures.js';
import { readPuzzles, type BadRow, type Puzzle } from './accuracy/puzzles.js';
import { accuracyTables } from './accuracy/tables.js';
import { Tree } from './accuracy/tree.js';

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

const row = ({ id, fen, moves, rating }: Puzzle, themes: string): string =>
  `${id},${fen},${moves},${rating},90,1000,${themes}`;
const SHORT = 'PuzzleId,FEN,Moves,Rating,Popularity,NbPlays,Themes';
const FULL = 'PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags';

async function read(lines: string[], every?: number, offset?: number): Promise<(Puzzle | BadRow)[]> {
  const text = Buffer.from(lines.join('\n'));
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < text.length; at += 7) yield await Promise.resolve(text.subarray(at, at + 7));
  }
  const items = [];
  for await (const item of readPuzzles(chunks(), every, offset)) items.push(item);
  return items;
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
    expect(verdict).toMatchObject({ positions: 2, solved: true, causes: new Map() });
    expect((verdict?.line ?? 0) & (verdict?.first ?? 0) & FORK.labels).toBe(FORK.labels);
  });

  it('shows both verdicts where the label lacks it', () => {
    const disagreement = judge(engine, tree, { ...FORK, labels: 0 })?.disagreements[0];
    expect(disagreement).toMatchObject({ id: '000Pw', kind: 'extra', pattern: 'fork', labels: [], ply: 1 });
    expect(disagreement).toMatchObject({ solution: 'd4e2', rest: ['d4e2', 'g1f1', 'e2c3'], gain: 700 });
    expect(disagreement?.line?.[0]).toBe('d4e2');
  });

  it('tells why a label was missed', () => {
    const wrong = judge(engine, tree, { ...FORK, labels: maskOf(['back_rank_mate']) });
    expect(wrong?.causes).toEqual(new Map([[PATTERNS.indexOf('back_rank_mate'), 'unseen']]));
  });

  it('asks the tree in the words of the caller, for both colours', () => {
    expect(tree.confirms('6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37', 27 | (12 << 6))).toBe(true);
    expect(tree.confirms('6k1/pp1n1p1p/2q3p1/3N4/4Q3/4P3/5P1P/6K1 w - - 3 37', 35 | (52 << 6))).toBe(true);
    expect(tree.confirms('6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37', 27 | (17 << 6))).toBe(false);
  });

  it('refuses moves that cannot be played', () => {
    expect(judge(engine, tree, { ...FORK, moves: 'e4d2 d4d5' })).toBeNull();
    expect(judge(engine, tree, { ...FORK, moves: 'e4d2' })).toBeNull();
  });
});

describe('counting', () => {
  const verdict = (labels: Pattern[], line: Pattern[], more: Partial<Verdict> = {}): Verdict => ({
    rating: 1500,
    labels: labels.length === 0 ? 0 : maskOf(labels),
    seen: 0,
    line: line.length === 0 ? 0 : maskOf(line),
    first: 0,
    solved: false,
    positions: 2,
    causes: new Map(),
    disagreements: [],
    ...more,
  });
  const missed = (pattern: Pattern, cause: Cause): Map<number, Cause> => new Map([[PATTERNS.indexOf(pattern), cause]]);
  const tally = new Tally();
  tally.add(verdict(['fork'], ['fork', 'pin'], { first: maskOf(['pin']), seen: maskOf(['fork']), solved: true }));
  tally.add(verdict(['fork', 'pin'], ['pin'], { first: maskOf(['pin']), causes: missed('fork', 'unattributed') }));
  tally.add(verdict(['fork'], ['fork'], { first: maskOf(['fork']), rating: 1000, solved: true }));
  tally.add(verdict([], ['fork'], { solved: true, rating: 999 }));
  const measures = tally.measures();

  it('takes each share of what it is a share of', () => {
    expect(measures).toMatchObject({ puzzles: 4, labelled_puzzles: 3, positions: 8 });
    const [fork, pin, skewer] = measures.patterns;
    expect(fork?.counts).toMatchObject({ labelled: 3, line: 2, first: 1, seen: 1, solved: 2, said: 3, borne: 2 });
    expect(fork?.shares).toEqual({
      recall_line: 2 / 3,
      recall_first: 1 / 3,
      precision_line: 2 / 3,
      solved: 2 / 3,
      seen_l1: 1 / 3,
    });
    expect(pin?.shares).toEqual({ recall_line: 1, recall_first: 1, precision_line: 1 / 2, solved: 0, seen_l1: 0 });
    expect(skewer?.shares.recall_line).toBeNull();
  });

  it('takes means of the patterns that occur, and "solved" of puzzles, not of labels', () => {
    expect(measures.mean.recall_line).toBe((2 / 3 + 1) / 2);
    expect(measures.all.shares).toMatchObject({ recall_line: 3 / 4, precision_line: 3 / 5, solved: 2 / 3 });
    expect(measures.all.counts.causes).toEqual({ unseen: 0, unconfirmed: 0, unattributed: 1 });
  });

  it('puts each puzzle into its rating band', () => {
    expect(measures.bands.map(({ puzzles }) => puzzles)).toEqual([1, 1, 2, 0, 0]);
  });

  it('prints Markdown', () => {
    const lines = accuracyTables(measures).split('\n');
    expect(lines).toContain(
      '| fork                |        3 |        3 |        66.7 |         33.3 |           66.7 |   66.7 |       33.3 |',
    );
    expect(lines.filter((line) => line !== '').every((line) => line.startsWith('| ') && line.endsWith(' |'))).toBe(
      true,
    );
  });
});
