/** The estimate: what it counts, on positions where everybody can count along, and whether it puts puzzles in the order of their solvers. */
import { Chess } from 'chess.js';
import { describe, expect, it } from 'vitest';
import { DifficultyGauge, ratingOf, WEIGHTS, type Measures } from '../../src/export/difficulty.js';
import { Storyteller } from '../../src/export/story.js';
import { readLabelled } from '../bench/labelled.js';
import { leastSquares, ranks, spearman } from '../bench/statistics.js';
import { describeWithData } from '../kernel/data.js';
import { PUZZLES, sharedEngine } from './fixture.js';

const engine = await sharedEngine();

function measure(before: string, mistake: string, fen: string, line: string[]): Measures {
  const story = new Storyteller(engine).tell({ before, mistake, fen, line });
  const mate = story.san.at(-1)!.endsWith('#');
  return new DifficultyGauge(engine).measure({ fen, line, mate, records: new Uint8Array() }, story);
}

describe('what is counted', () => {
  it('is there in a knight fork', () => {
    const puzzle = PUZZLES.find(({ id }) => id === '0On5xqgfS2V')!;
    expect(measure(puzzle.before, puzzle.mistake, puzzle.fen, puzzle.line)).toEqual({
      moves: 2,
      mateMoves: 0,
      // by the referee: the mean of what Black may answer to the fork and to the capture
      replies: (answers(puzzle.fen, ['Nf7+']) + answers(puzzle.fen, ['Nf7+', 'Ke8', 'Nxh6'])) / 2,
      quiet: 0,
      kinds: 1,
      // Ne6+ and Rc8+ beside the fork
      otherChecks: 2,
      // the rook may take on d5, where the knight defends: that tempts nobody
      captures: 1,
      temptation: 0,
      offer: 0,
      gain: 5,
      check: 1,
      kingMove: 0,
      material: Math.log(puzzleMaterial(puzzle.fen) + 1),
      pawns: 6,
      backRankMate: 0,
      smotheredMate: 0,
    });
  });

  it.each([
    ['castling', '4k2r/7p/8/8/8/8/8/R3K3 b k - 0 1', 'h7h6', '4k2r/8/7p/8/8/8/8/R3K3 w k - 0 2', 'a1a2', 'Ra2', 10],
    ['en passant', '4k3/8/8/8/3p3p/8/4P3/4K3 b - - 0 1', 'h4h3', '4k3/8/8/8/3p4/7p/4P3/4K3 w - - 0 2', 'e2e4', 'e4', 8],
  ])('counts %s among the replies', (_, before, mistake, fen, move, san, replies) => {
    expect(measure(before, mistake, fen, [move])).toMatchObject({ replies });
    expect(answers(fen, [san])).toBe(replies);
  });

  it('tells quiet moves, offers and kings', () => {
    const before = '6k1/6pp/8/8/8/8/6PP/3Q2K1 b - - 0 1';
    const fen = '5k2/6pp/8/8/8/8/6PP/3Q2K1 w - - 1 2';
    expect(measure(before, 'g8f8', fen, ['d1d6'])).toMatchObject({ quiet: 0, check: 1, offer: 0 });
    expect(measure(before, 'g8f8', fen, ['d1h5'])).toMatchObject({ quiet: 1, check: 0, offer: 0 });
    expect(measure(before, 'g8f8', fen, ['d1d3'])).toMatchObject({ quiet: 1, offer: 0 });
    expect(measure(before, 'g8f8', fen, ['g1f1'])).toMatchObject({ kingMove: 1 });
    expect(measure(before, 'g8f8', fen, ['d1h5', 'g7g6', 'h5h7'])).toMatchObject({ moves: 2, gain: 1, kinds: 1 });
    const offered = '8/5kpp/8/8/8/8/6PP/4Q1K1 w - - 1 2';
    expect(measure('6k1/6pp/8/8/8/8/6PP/4Q1K1 b - - 0 1', 'g8f7', offered, ['e1e6'])).toMatchObject({ offer: 1 });
  });

  // prettier-ignore
  it.each<[string, string, string, string, string, Partial<Measures>]>([
    ['what a promotion wins', '7k/P6p/8/8/8/8/8/K7 b - - 0 1', 'h7h6', '7k/P7/7p/8/8/8/8/K7 w - - 0 2', 'a7a8q', { gain: 8 }],
    ['replies, up to 40', 'k7/2qqq3/8/8/8/8/8/7K b - - 0 1', 'd7d6', 'k7/2q1q3/3q4/8/8/8/8/7K w - - 1 2', 'h1g1', { replies: 40 }],
    ['checks of pawns', '8/8/7k/8/5P2/8/8/K7 b - - 0 1', 'h6g6', '8/8/6k1/8/5P2/8/8/K7 w - - 1 2', 'a1a2', { otherChecks: 1 }],
    ['no checks of the position before', 'k7/p7/6N1/8/8/8/8/K7 b - - 0 1', 'a7a6', 'k7/8/p5N1/8/8/8/8/K7 w - - 0 2', 'a1a2', { otherChecks: 0 }],
    ['no offer of an exchange', '3r2k1/6p1/8/8/8/8/3R4/3R3K b - - 0 1', 'g7g6', '3r2k1/8/6p1/8/8/8/3R4/3R3K w - - 0 2', 'd2d5', { offer: 0 }],
  ])('counts %s', (_, before, mistake, fen, move, measured) => {
    expect(measure(before, mistake, fen, [move])).toMatchObject(measured);
  });
});

function answers(fen: string, line: string[]): number {
  const chess = new Chess(fen);
  for (const move of line) chess.move(move);
  return chess.moves().length;
}

function puzzleMaterial(fen: string): number {
  const values: Record<string, number> = { p: 1, n: 3, b: 3, r: 5, q: 9 };
  return [...fen.split(' ')[0]!].reduce((sum, letter) => sum + (values[letter.toLowerCase()] ?? 0), 0);
}

describe('the rating', () => {
  const base = Object.fromEntries(Object.keys(WEIGHTS).map((name) => [name, 0])) as Measures;

  it('is the weighted sum, within its bounds', () => {
    const middle: Measures = { ...base, moves: 3, material: Math.log(50), replies: 10 };
    expect(ratingOf({ ...middle, moves: 4 }) - ratingOf(middle)).toBe(Math.round(WEIGHTS.moves));
    expect(ratingOf({ ...middle, backRankMate: 1 })).toBeLessThan(ratingOf(middle));
    expect(ratingOf({ ...base, gain: 12 })).toBe(400);
    expect(ratingOf({ ...base, moves: 20 })).toBe(3000);
  });
});

describe("Spearman's rank correlation", () => {
  it('is what the textbooks say', () => {
    expect(ranks([10, 30, 20, 20])).toEqual([1, 4, 2.5, 2.5]);
    expect(spearman([1, 2, 3, 4], [10, 20, 30, 1000])).toBeCloseTo(1);
    expect(spearman([1, 2, 3, 4], [4, 3, 2, 1])).toBeCloseTo(-1);
    // https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient, its example of IQ and television
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    expect(spearman(iq, hours)).toBeCloseTo(-29 / 165, 6);
  });

  it('and least squares find the weights that made the data', () => {
    const rows = Array.from({ length: 50 }, (_, n) => [1, n % 7, (n * n) % 11]);
    const [base, one, two] = leastSquares(
      rows,
      rows.map(([, a, b]) => 5 + 2 * a! - 3 * b!),
    );
    expect([base, one, two].map((value) => value!.toFixed(3))).toEqual(['5.000', '2.000', '-3.000']);
  });
});

describeWithData('labelled puzzles that the fit has not seen', ['puzzles-dev.csv'], (path) => {
  it('come in the order of their ratings, with a correlation of 0.7 and more', async () => {
    const teller = new Storyteller(engine);
    const gauge = new DifficultyGauge(engine);
    const ours: number[] = [];
    const theirs: number[] = [];
    for await (const { puzzle, rating } of readLabelled(path, engine, { every: 4, rests: [2, 3] })) {
      ours.push(gauge.rate(puzzle, teller.tell(puzzle)));
      theirs.push(rating);
    }
    expect(ours.length).toBe(6000);
    expect(spearman(ours, theirs)).toBeGreaterThan(0.7);
  }, 120_000);
});
