import { describe, expect, it } from 'vitest';
import { gameDigest } from '../../src/pgn/identity.js';

const TAGS: [string, string][] = [
  ['Event', 'E'],
  ['White', 'W'],
  ['Black', 'B'],
  ['Result', '1-0'],
];
const MOVES = Uint16Array.of(1, 2, 3);
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

function digest(tags = TAGS, fen: string | null = null, moves = MOVES): string {
  return Buffer.from(gameDigest(new Map(tags), fen, moves)).toString('hex');
}

describe('gameDigest', () => {
  it('is 16 bytes that stay what they are: they are stored', () => {
    expect(digest()).toHaveLength(32);
    expect(digest()).toBe(digest());
    expect(digest()).toMatchInlineSnapshot(`"e551474481038820f7cb57b5285b0b66"`);
  });

  it('does not heed order, ratings, unknown values, an explicit usual start or what moves lie among', () => {
    expect(digest([...TAGS].reverse())).toBe(digest());
    expect(digest([...TAGS, ['WhiteElo', '2800'], ['Annotator', 'x']])).toBe(digest());
    expect(digest([...TAGS, ['Date', '????.??.??'], ['Site', '?'], ['Round', '-'], ['UTCDate', '']])).toBe(digest());
    expect(digest(TAGS, START)).toBe(digest());
    expect(digest(TAGS, null, Uint16Array.of(9, 1, 2, 3, 9).subarray(1, 4))).toBe(digest());
    expect(digest(TAGS, '8/8/8/8/8/8/k1K5/8 w - - 0 1')).toBe(digest(TAGS, '8/8/8/8/8/8/k1K5/8  w - - 7 9'));
  });

  it.each<[string, string]>([
    ['tags', digest([...TAGS, ['Round', '2']])],
    ['time', digest([...TAGS, ['UTCTime', '10:00:00']])],
    ['start', digest(TAGS, '8/8/8/8/8/8/k1K5/8 w - - 0 1')],
    ['moves', digest(TAGS, null, Uint16Array.of(1, 2))],
    ['the last move', digest(TAGS, null, Uint16Array.of(1, 2, 4))],
    ['fields that run into each other', digest([...TAGS.slice(1), ['Event', 'EW'], ['White', '']])],
  ])('heeds %s', (_, other) => {
    expect(other).not.toBe(digest());
  });
});
