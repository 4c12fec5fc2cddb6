/** Addresses of the playground: each view comes back from its own, and nothing that is written by hand breaks the reading. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PATTERNS } from '../../src/tactics/types.js';
import { lichessAddress, playgroundAddress, readView, type View } from '../../src/web/address.js';

const FEN = '6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1 b - - 3 37';

/** What stands behind the `#`. */
function read(address: string): View {
  return readView(address.slice(address.indexOf('#') + 1));
}

describe('playgroundAddress', () => {
  it('can be read by people', () => {
    expect(playgroundAddress({ fen: FEN, patterns: ['fork', 'pin'], depth: 'l1', pick: 1, step: 2 })).toBe(
      '/#fen=6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1_b_-_-_3_37&depth=l1&patterns=fork,pin&pick=1&step=2',
    );
    expect(playgroundAddress({ pgn: '1. e4 e5 {50 %, a+b & #}', ply: 3 })).toBe(
      '/#pgn=1.+e4+e5+%7B50+%25%2C+a%2Bb+%26+%23%7D&ply=3',
    );
    expect(playgroundAddress({})).toBe('/');
  });

  it('has nothing in it that means nothing beside the rest, or is so anyway', () => {
    const nothing = { fen: 'x', ply: 1, game: 1, depth: 'l2', patterns: [], step: 0 } as const;
    expect(playgroundAddress(nothing)).toBe('/#fen=x');
    // a position has no other games and no plies, and a line that nobody picked no step
    expect(playgroundAddress({ fen: 'x', ply: 3, game: 2, step: 1 })).toBe('/#fen=x');
    expect(playgroundAddress({ fen: 'x', pick: -1, step: 1 })).toBe('/#fen=x&pick=none');
    expect(playgroundAddress({ fen: 'x', pgn: '1. e4', ply: 2 })).toBe('/#pgn=1.+e4&ply=2');
  });

  it('has one blank where a FEN was written with more', () => {
    expect(playgroundAddress({ fen: ` ${FEN.replace(' ', '  ')}\n` })).toBe(playgroundAddress({ fen: FEN }));
  });

  it('brings back what it was made of', () => {
    const games = fc.record({ pgn: fc.string({ unit: 'grapheme' }), ply: fc.integer({ min: 2, max: 900 }) });
    const collections = fc.record({ pgn: fc.string(), game: fc.integer({ min: 2, max: 500 }) });
    const positions = fc.constant({ fen: FEN });
    const terms = fc.record(
      {
        depth: fc.constant('l1' as const),
        patterns: fc.subarray([...PATTERNS], { minLength: 1 }),
        flip: fc.boolean(),
        show: fc.constant({ pattern: 'back_rank_mate' as const, move: 'd7d8q' }),
        pick: fc.integer({ min: -1, max: 99 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(games, collections, positions), terms, (what, how) => {
        const view = { ...what, ...how };
        expect(read(playgroundAddress(view))).toEqual(view);
      }),
    );
  });
});

describe('readView', () => {
  it('leaves out what it does not understand', () => {
    expect(readView('#depth=l9&patterns=fork,knife&ply=0&pick=-1&step=x&flip=2&show=knife-e2e4&x=1&fen')).toEqual({
      patterns: ['fork'],
    });
    expect(readView('?fen=8/8/8/8/8/8/8/8+w+-+-+0+1')).toEqual({ fen: '8/8/8/8/8/8/8/8 w - - 0 1' });
    expect(readView('#pgn=100%')).toEqual({ pgn: '100%' });
    expect(readView('#pick=3.5&ply=1e3&step=999999')).toEqual({});
    expect(readView('')).toEqual({});
  });

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => void readView(text)));
  });
});

it('leads to Lichess', () => {
  expect(lichessAddress(FEN)).toBe(
    'https://lichess.org/analysis/standard/6k1/5p1p/4p3/4q3/3n4/2Q3P1/PP1N1P1P/6K1_b_-_-_3_37',
  );
});
