/** Which games pass, and under which name the others are counted. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileFilter, filterFromText, filterText, type GameFilter } from '../../../src/pgn/filter/filter.js';

const TAGS = {
  Event: 'Rated Blitz game',
  White: 'Carlsen, Magnus',
  Black: 'Polgár, Judit',
  WhiteElo: '2850',
  BlackElo: '2700',
  Date: '2024.05.17',
  TimeControl: '180+2',
  Result: '1/2-1/2',
};

function why(filter: GameFilter, changes: Record<string, string | undefined> = {}): string | null {
  const all: Record<string, string | undefined> = { ...TAGS, ...changes };
  const tags = Object.entries(all).filter((tag): tag is [string, string] => tag[1] !== undefined);
  return compileFilter(filter)(new Map(tags));
}

test('without questions every game of standard chess passes, and only they do', () => {
  expect(why({})).toBeNull();
  expect(why({}, { Variant: 'From Position' })).toBeNull();
  expect(why({}, { Variant: 'chess 960' })).toBe('Chess960');
  expect(compileFilter({})(new Map())).toBeNull();
});

describe('a question is met or names itself', () => {
  test.each<[string, GameFilter, GameFilter]>([
    ['rating', { minElo: 2700 }, { minElo: 2701 }],
    ['rating', { maxElo: 2850 }, { maxElo: 2849 }],
    ['time control', { timeControls: [{ from: 180, to: 479 }] }, { timeControls: [{ text: '180+0' }] }],
    ['player', { players: [['nobody'], ['polgar']] }, { players: [['nobody']] }],
    ['player', { white: [['carlsen']] }, { white: [['polgar']] }],
    ['player', { black: [['judit']] }, { black: [['carlsen']] }],
    ['date', { since: 20240517 }, { since: 20240518 }],
    ['date', { until: 20240517 }, { until: 20240516 }],
    ['event', { events: ['bullet', 'blitz'] }, { events: ['bullet'] }],
    ['result', { results: ['1-0', '1/2-1/2'] }, { results: ['1-0'] }],
    ['Standard', { starts: ['standard'] }, { starts: ['from-position'] }],
  ])('%s: %j passes, %j does not', (reason, yes, no) => {
    expect(why(yes)).toBeNull();
    expect(why(no)).toBe(reason);
    // beside a question that is met
    expect(why({ ...yes, ...no })).toBe(reason);
  });

  test.each<[string, GameFilter, string[]]>([
    ['rating', { minElo: 1 }, ['WhiteElo']],
    ['rating', { maxElo: 4000 }, ['BlackElo']],
    ['time control', { timeControls: [{ from: 0, to: 1e15 }] }, ['TimeControl']],
    ['player', { players: [['carlsen'], ['polgar']] }, ['White', 'Black']],
    ['date', { since: 1 }, ['Date']],
    ['date', { until: 99991231 }, ['Date']],
    ['event', { events: ['g'] }, ['Event']],
    ['result', { results: ['1-0', '0-1', '1/2-1/2'] }, ['Result']],
  ])('what is not known does not meet it: %s', (reason, filter, names) => {
    expect(why(filter)).toBeNull();
    expect(why(filter, Object.fromEntries(names.map((name) => [name, undefined])))).toBe(reason);
    expect(why(filter, Object.fromEntries(names.map((name) => [name, '?'])))).toBe(reason);
  });

  test('the first of several is the reason', () => {
    expect(why({ minElo: 3000, events: ['x'], players: [['x']] })).toBe('player');
    expect(why({ minElo: 3000, events: ['x'] })).toBe('rating');
    expect(why({ minElo: 3000 }, { Variant: 'Atomic' })).toBe('Atomic');
  });
});

test.each([
  ['2024.??.??', { since: 20240101, until: 20241231 }, null],
  ['2024.??.??', { since: 20240102 }, 'date'],
  ['2024.05.??', { since: 20240501, until: 20240531 }, null],
  ['2024.05.??', { until: 20240530 }, 'date'],
])('of a date that is partly known every day must fit: %s, %j', (Date, filter, reason) => {
  expect(why(filter, { Date })).toBe(reason);
});

test('UTCDate goes before Date, where it is known', () => {
  expect(why({ until: 20240517 }, { UTCDate: '2024.05.18' })).toBe('date');
  expect(why({ until: 20240517 }, { UTCDate: '????.??.??' })).toBeNull();
});

test('a game from another position is told by its FEN', () => {
  const FEN = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
  const usual = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  expect(why({ starts: ['standard'] }, { FEN })).toBe('From Position');
  expect(why({ starts: ['standard'] }, { FEN: usual })).toBeNull();
  expect(why({ starts: ['from-position'] }, { FEN })).toBeNull();
  expect(why({ starts: ['from-position', 'standard'] }, { FEN })).toBeNull();
});

test.each(['1/2', '½-½', ' 1/2-1/2 '])('%j is a draw', (Result) => {
  expect(why({ results: ['1/2-1/2'] }, { Result })).toBeNull();
});

describe('the text of a filter', () => {
  test('is empty for none', () => {
    expect(filterText({})).toBe('');
    expect(compileFilter(filterFromText(''))(new Map())).toBeNull();
  });

  test('does not depend on the order of what is asked, nor on repetition', () => {
    expect(filterText({ minElo: 1, players: [['a'], ['b', 'c']], since: 5 })).toBe(
      filterText({ since: 5, players: [['b', 'c'], ['a'], ['a']], minElo: 1 }),
    );
  });

  test('differs where something else is asked', () => {
    const filters: GameFilter[] = [{}, { minElo: 1 }, { maxElo: 1 }, { players: [['a']] }, { white: [['a']] }];
    filters.push({ players: [['a', 'b']] }, { players: [['a'], ['b']] }, { events: ['a'] }, { events: ['a", "b'] });
    expect(new Set(filters.map(filterText)).size).toBe(filters.length);
  });

  test('asks the same when it is read again', () => {
    const words = fc.array(
      fc.array(fc.constantFrom('carlsen', 'polgar', 'judit', 'x'), { minLength: 1, maxLength: 2 }),
      {
        minLength: 1,
        maxLength: 3,
      },
    );
    const filter = fc.record(
      {
        minElo: fc.constantFrom(2600, 2800),
        players: words,
        white: words,
        until: fc.constantFrom(20240516, 20240601),
        events: fc.array(fc.constantFrom('blitz', '"', 'é'), { minLength: 1 }),
        results: fc.array(fc.constantFrom('1-0' as const, '1/2-1/2' as const), { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filter, (asked) => {
        const again = filterFromText(filterText(asked));
        expect(why(again)).toBe(why(asked));
        expect(filterText(again)).toBe(filterText(asked));
      }),
    );
  });
});
