/** Which tactics are the finest, in examples that one can check by hand. */
import { describe, expect, test } from 'vitest';
import { fineWords, sanLine } from '../../src/nightly/facts.js';
import { Finest } from '../../src/nightly/finest.js';
import { isQuiet, sacrificeOf } from '../../src/nightly/sacrifice.js';
import type { Puzzle } from '../../src/store/puzzles.js';
import type { Pattern } from '../../src/tactics/types.js';
import { tactic } from '../store/fixture.js';
import { CAPTURE, puzzle, SMOTHERED } from './fixture.js';

describe('a sacrifice', () => {
  test.each<[string, string, string[], number]>([
    ['nothing given', '4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1', ['e3d5'], 0],
    ['a queen for mate', SMOTHERED.fen, SMOTHERED.line, 900],
    ['a rook for a pawn that becomes a queen', '7k/1P6/8/8/8/8/1r6/1R4K1 w - - 0 1', ['b1b2', 'h8g7', 'b7b8q'], 0],
    ['for Black too', '4r1k1/8/8/8/8/8/4R1PP/7K b - - 0 1', ['e8e2', 'h1g1', 'e2e1'], 0],
    ['an exchange that is won back', '3rk3/8/8/8/8/8/3Q4/3RK3 w - - 0 1', ['d2d8', 'e8e7', 'd8d7'], 0],
    ['a knight, worth as much as a bishop', '4k3/8/8/8/8/2b5/8/N3K2R w - - 0 1', ['h1h8', 'c3a1', 'h8a8'], 300],
    ['a pawn taken in passing', '4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1', ['d2d4', 'e4d3', 'e1d2'], 100],
    ['a rook that stands elsewhere behind castling', 'r3k3/8/8/8/8/8/8/4K2R b q - 0 1', ['e8c8', 'h1h8', 'd8h8'], 0],
    [
      'a promotion of the other side',
      '4k3/8/8/8/8/8/p6R/4K3 w - - 0 1',
      ['h2h8', 'e8e7', 'h8a8', 'a2a1q', 'a8a1'],
      800,
    ],
  ])('%s', (_, fen, line, expected) => {
    expect(sacrificeOf(fen, line)).toBe(expected);
  });

  test('a quiet move takes nothing, and promotes nothing', () => {
    expect(isQuiet(SMOTHERED.fen, SMOTHERED.line[0] ?? '')).toBe(true);
    expect(isQuiet('4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1', 'e3d5')).toBe(false);
    expect(isQuiet('7k/1P6/8/8/8/8/8/6K1 w - - 0 1', 'b7b8q')).toBe(false);
    expect(isQuiet('4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1', 'e4d3')).toBe(false);
  });
});

describe('the finest', () => {
  const list = (puzzles: readonly Puzzle[]): string[] => listOf(puzzles).map(({ puzzle: { id } }) => id);
  const listOf = (puzzles: readonly Puzzle[]): ReturnType<Finest['list']> => {
    const finest = new Finest();
    for (const item of puzzles) finest.add(item);
    return finest.list();
  };

  test('gives points for what the header says', () => {
    const [first] = listOf([puzzle('a', { ...SMOTHERED, records: tactic('smothered_mate', 0, true) })]);
    // 9 for the queen, 3 for mate, 1 for the second move, 1 for a first move that takes nothing; alone it is not rare
    expect(first).toMatchObject({ points: 14, sacrifice: 900, pattern: 'smothered_mate' });
  });

  test('gives no more points than the header says', () => {
    const pointsOf = (change: Partial<Puzzle>): number | undefined => listOf([puzzle('a', change)])[0]?.points;
    // a queen and a rook are given: 9, and 2 further moves behind a first one that takes nothing
    const gives = ['e1e2', 'a8a1', 'e2e3', 'a1c1', 'e3e4'];
    expect(pointsOf({ fen: 'q3k3/8/8/8/8/8/8/Q1R1K3 w - - 0 1', line: gives })).toBe(9 + 2 + 1);
    // 5 further moves
    const there = ['e1e2', 'e8e7', 'e2e1', 'e7e8'];
    expect(pointsOf({ fen: '4k3/8/8/8/8/8/P7/4K3 w - - 0 1', line: [...there, ...there, ...there.slice(0, 3)] })).toBe(
      5,
    );
    // 1 of 257 is less than a quarter halved six times
    const forks = Array.from({ length: 256 }, (_, n) => puzzle(`f${n}`));
    expect(listOf([...forks, puzzle('rare', { records: tactic('pin') })])[0]).toMatchObject({
      pattern: 'pin',
      points: 4,
    });
  });

  test('a sacrifice goes before a plain capture, and of equals the larger margin, the larger gain, the smaller id', () => {
    const plain = (id: string, change: Partial<Puzzle> = {}): Puzzle => puzzle(id, { ...CAPTURE, ...change });
    expect(
      list([plain('b'), plain('a'), puzzle('z', SMOTHERED), plain('d', { gain: 901 }), plain('e', { margin: 700 })]),
    ).toEqual(
      ['z', 'e', 'd'], // three of a pattern
    );
    expect(list([plain('b'), plain('a')])).toEqual(['a', 'b']);
  });

  test('a rare pattern goes before a common one', () => {
    const forks = Array.from({ length: 31 }, (_, n) => puzzle(`f${n}`, { ...CAPTURE, gain: 900 }));
    const rare = puzzle('rare', { ...CAPTURE, gain: 300, records: tactic('interference') });
    const [first] = listOf([...forks, rare]);
    // 1 of 32 is a quarter halved three times
    expect(first).toMatchObject({ puzzle: { id: 'rare' }, pattern: 'interference', points: 3 });
  });

  test('is rare for each whole halving alone', () => {
    const forks = Array.from({ length: 13 }, (_, n) => puzzle(`f${n}`, CAPTURE));
    const pins = ['a', 'b', 'c'].map((id) => puzzle(id, { ...CAPTURE, records: tactic('pin') }));
    const pointsOf = (puzzles: readonly Puzzle[]): (number | undefined)[] =>
      (['fork', 'pin'] as const).map((wanted) => listOf(puzzles).find(({ pattern }) => pattern === wanted)?.points);
    // 3 of 16 are less than a quarter, and 2 of 16 a quarter halved
    expect(pointsOf([...forks, ...pins])).toEqual([0, 0]);
    expect(pointsOf([...forks, puzzle('g', CAPTURE), ...pins.slice(1)])).toEqual([0, 1]);
  });

  test('a game gives one, a pattern three, and there are ten', () => {
    const patterns: Pattern[] = ['fork', 'pin', 'skewer', 'deflection', 'discovered_attack'];
    const many = patterns.flatMap((pattern) =>
      Array.from({ length: 20 }, (_, n) => puzzle(`${pattern}${n}`, { ...CAPTURE, records: tactic(pattern) })),
    );
    const chosen = listOf(many);
    expect(chosen).toHaveLength(10);
    for (const pattern of patterns) {
      expect(chosen.filter((item) => item.pattern === pattern).length).toBeLessThanOrEqual(3);
    }
    const one = puzzle('one').game;
    expect(list([puzzle('a', { game: one }), puzzle('b', { game: one, records: tactic('pin') })])).toHaveLength(1);
    expect(list([puzzle('b', { game: one }), puzzle('a', { ...SMOTHERED, game: one })])).toEqual(['a']);
    expect(list([puzzle('a', { ...SMOTHERED, game: one }), puzzle('b', { game: one })])).toEqual(['a']);
  });

  test('does not depend on the order in which they come', () => {
    const kinds: Pattern[] = ['fork', 'pin', 'skewer'];
    const many = Array.from({ length: 40 }, (_, n) =>
      puzzle(`p${n}`, {
        ...(n % 3 === 0 ? SMOTHERED : CAPTURE),
        gain: 100 * (n % 7),
        records: tactic(kinds[n % kinds.length] ?? 'fork'),
      }),
    );
    expect(list([...many].reverse())).toEqual(list(many));
    expect(list(many.filter((_, n) => n % 2).concat(many.filter((_, n) => n % 2 === 0)))).toEqual(list(many));
  });

  test('counts what it heard of, also what it does not keep', () => {
    const finest = new Finest();
    for (let n = 1; n <= 30; n++) finest.add(puzzle(`${n}`));
    expect(finest.total).toBe(30);
  });
});

test('is told with its game, as far as that is known', () => {
  const game = { ...puzzle('x').game, event: '?', site: 'Riga', date: '1959.03.??' };
  const one = puzzle('x', { game, fen: SMOTHERED.fen, line: ['c4g8'] });
  const words = fineWords({ puzzle: one, pattern: 'fork', sacrifice: 100, points: 1 });
  expect(words.game).toBe('White (2100) – Black, Riga, 1959.03, move 30');
  expect(words.why).toBe('sacrifices material worth 1 pawn; wins material worth 9 pawns in 1 move; 1 point');
});

test('is told with the number of its move, also where the game begins with a later one or one of Black', () => {
  const wordsAt = (fen: string, line: string[], ply: number): ReturnType<typeof fineWords> =>
    fineWords({ puzzle: puzzle('x', { fen, line, ply }), pattern: 'fork', sacrifice: 0, points: 1 });
  const late = wordsAt(SMOTHERED.fen, SMOTHERED.line, 3);
  expect(late.line).toBe('30. Qg8+ Rxg8 31. Nf7#');
  expect(late.game).toMatch(/, move 30$/);
  const black = wordsAt('4k3/8/8/8/8/8/p6R/4K3 b - - 0 7', ['a2a1q', 'e1e2', 'a1a8'], 13);
  expect(black.game).toMatch(/, move 7$/);
});

test('lines have the numbers of their moves', () => {
  expect(sanLine(SMOTHERED.fen, SMOTHERED.line)).toBe('30. Qg8+ Rxg8 31. Nf7#');
  expect(sanLine('4k3/8/8/8/8/8/p6R/4K3 b - - 0 7', ['a2a1q', 'e1e2'])).toBe('7... a1=Q+ 8. Ke2');
});
