/** Puzzles read, from both headers in use, and judged. */
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../../src/tactics/kernel.js';
import { maskOf } from '../../../src/tactics/types.js';
import { FORK, SMOTHERED, codeOf, collect, inOrder } from './examples.js';
import { judge } from './judge.js';
import { readPuzzles, type BadRow, type Puzzle } from './puzzles.js';
import { judgeAll, type Refusal } from './threads.js';
import { Tree } from './tree.js';

const row = ({ id, fen, moves, rating }: Puzzle, themes: string): string =>
  `${id},${fen},${moves},${rating},90,1000,${themes}`;
const SHORT = 'PuzzleId,FEN,Moves,Rating,Popularity,NbPlays,Themes';
const FULL = 'PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags';

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
