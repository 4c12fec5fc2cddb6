/** The flags that choose games and puzzles: what passes by each of them, and what does not. */
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { addChoiceOptions, settleChoice, type ChoiceFlags } from '../../jobs/choice.js';
import { addFilterOptions, settleFilter, type FilterFlags } from '../../jobs/filters.js';
import { compilePuzzleFilter } from '../../src/export/choose.js';
import type { Choice } from '../../src/export/export.js';
import type { Item } from '../../src/export/item.js';
import { compileFilter, filterFromText } from '../../src/pgn/filter/filter.js';
import { itemsOf, PUZZLES } from '../export/fixture.js';

function quietCommand(): Command {
  return new Command('test').exitOverride().configureOutput({ writeErr: () => undefined });
}

const GAME = {
  White: 'Tal, Mikhail',
  Black: 'Smyslov, Vasily',
  WhiteElo: '2600',
  BlackElo: '2500',
  Date: '2024.05.06',
  TimeControl: '300+3',
  Event: 'Candidates',
  Result: '1-0',
};

function passes(args: string[], changes: Partial<typeof GAME> & { FEN?: string } = {}): boolean {
  const command = addFilterOptions(quietCommand()).parse(args, { from: 'user' });
  const text = settleFilter(command, command.opts<FilterFlags>());
  const fits = compileFilter(text === '' ? {} : filterFromText(text));
  return fits(new Map(Object.entries({ ...GAME, ...changes }))) === null;
}

describe('a game', () => {
  test.each<[string, Parameters<typeof passes>[1]]>([
    ['--min-elo 2500', { BlackElo: '2499' }],
    ['--max-elo 2600', { WhiteElo: '2601' }],
    ['--min-elo 2500 --max-elo 2600', { BlackElo: '2400' }],
    ['--time-control blitz', { TimeControl: '60+0' }],
    ['--player smyslov', { Black: 'Botvinnik' }],
    ['--white tal', { White: 'Smyslov, Vasily', Black: 'Tal, Mikhail' }],
    ['--black smyslov', { White: 'Smyslov, Vasily', Black: 'Tal, Mikhail' }],
    ['--since 2024-05', { Date: '2024.04.30' }],
    ['--until 2024-05', { Date: '2024.06.01' }],
    // a month within its year, a day within its month
    ['--since 2024-05 --until 2024', { Date: '2024.01.01' }],
    ['--since 2024 --until 2024-05-06', { Date: '2024.05.07' }],
    ['--event candid', { Event: 'Interzonal' }],
    ['--result 1-0', { Result: '0-1' }],
    ['--variant standard', { FEN: '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37' }],
  ])('passes by %s, and not with %j', (flags, changes) => {
    expect(passes(flags.split(' '))).toBe(true);
    expect(passes(flags.split(' '), changes)).toBe(false);
  });

  test('passes where both bounds are the same', () => {
    const equal = { WhiteElo: '2500', BlackElo: '2500' };
    expect(passes(['--min-elo', '2500', '--max-elo', '2500'], equal)).toBe(true);
    expect(passes(['--since', '2024-05-06', '--until', '2024-05-06'])).toBe(true);
  });

  test.each([
    ['20-60', 20, 60],
    ['20-20', 20, 20],
    ['20-', 20, Number.MAX_SAFE_INTEGER],
  ])('is looked at in the plies %s', (text, from, to) => {
    const command = addFilterOptions(quietCommand()).parse(['--plies', text], { from: 'user' });
    expect(command.opts<FilterFlags>().plies).toEqual({ from, to });
  });
});

function choiceOf(args: string[]): Choice {
  const command = addChoiceOptions(quietCommand()).parse(args, { from: 'user' });
  return settleChoice(command, command.opts<ChoiceFlags>());
}

describe('a puzzle', async () => {
  const items = await itemsOf(PUZZLES);
  const chosen = (args: string[]): Item[] => {
    const tests = compilePuzzleFilter(choiceOf(args).filter ?? {});
    return items.filter((item) => tests.stored(item.puzzle) && tests.computed?.(item) !== false);
  };
  const movesOf = ({ puzzle }: Item): number => (puzzle.line.length + 1) / 2;

  test.each<[string, (item: Item) => boolean]>([
    ['--min-gain 500', ({ puzzle }) => puzzle.mate || puzzle.gain >= 500],
    ['--max-gain 500', ({ puzzle }) => !puzzle.mate && puzzle.gain <= 500],
    ['--no-mate --min-gain 300 --max-gain 300', ({ puzzle }) => !puzzle.mate && puzzle.gain === 300],
    ['--mate', ({ puzzle }) => puzzle.mate],
    ['--moves 2', (item) => movesOf(item) === 2],
    ['--moves 2-', (item) => movesOf(item) >= 2],
    ['--phase middlegame,endgame', ({ phase }) => phase !== 'opening'],
    ['--rating 1200-1600', ({ rating }) => rating >= 1200 && rating <= 1600],
    ['--ply 1-40', ({ puzzle }) => puzzle.ply <= 40],
    ['--patterns fork', ({ themes }) => themes.includes('fork')],
    ['--max-elo 3000', ({ puzzle: { game } }) => game.whiteElo !== null && game.blackElo !== null],
  ])('passes by %s', (flags, fits) => {
    const expected = items.filter(fits);
    expect(chosen(flags.split(' '))).toEqual(expected);
    expect(expected.length).toBeLessThan(items.length);
  });

  test.each(['0', '0-3', '101', '101-', '3-101', '3-2', '-3', '2-3-4', 'two', ''])(
    'is not chosen by moves that none can have: %j',
    (moves) => {
      expect(() => choiceOf([`--moves=${moves}`])).toThrow(/between 1 and 100|runs backwards/);
    },
  );

  test('is chosen by moves up to both bounds', () => {
    expect(choiceOf(['--moves', '1-100']).filter?.moves).toEqual({ from: 1, to: 100 });
    expect(choiceOf(['--moves', '100-']).filter?.moves).toEqual({ from: 100, to: Number.MAX_SAFE_INTEGER });
  });

  test('is drawn as often, and by the seed, that the flags say', () => {
    expect(choiceOf([])).toEqual({ filter: {}, sample: {}, seed: 1 });
    expect(choiceOf(['--per-pattern', '3', '--limit', '9', '--seed', '7'])).toEqual({
      filter: {},
      sample: { perPattern: 3, limit: 9 },
      seed: 7,
    });
  });
});
