/** The famous games were typed by hand: every one must replay, move by move and sign by sign, to the end that history gives it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../src/paths.js';
import { replay, splitGames, tagOf, writtenMoves } from './pgn-text.js';

const ROSTER = ['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result'];

const games = splitGames(readFileSync(join(ROOT, 'data', 'sample', 'famous.pgn'), 'utf8'));

/** Where the last move mates; in all the others the loser gave up. */
const MATES = [
  'Greco, Gioachino',
  'Saint Brie',
  'Kieseritzky, Lionel',
  'Dufresne, Jean',
  'Boden, Samuel Standidge',
  'Duke Karl / Count Isouard',
  'Tartakower, Savielly',
  'Thomas, George Alan',
  'Tarrasch, Siegbert',
  'Fischer, Robert James', // against Donald Byrne
];

describe('famous games', () => {
  it('are two dozen and more, all different', () => {
    expect(games.length).toBeGreaterThanOrEqual(24);
    expect(new Set(games.map((game) => writtenMoves(game).san.join(' '))).size).toBe(games.length);
  });

  it('mate where history says so', () => {
    const mated = games.filter((game) => writtenMoves(game).san.at(-1)!.endsWith('#'));
    expect(mated.map((game) => tagOf(game, 'Black'))).toEqual(MATES);
  });

  it.each(games.map((game) => [`${tagOf(game, 'White')} - ${tagOf(game, 'Black')}`, game]))('%s', (_name, game) => {
    for (const tag of ROSTER) expect(tagOf(game, tag), tag).toBeTruthy();
    const { san, result } = writtenMoves(game);
    const chess = replay(game);
    expect(chess.history()).toEqual(san); // chess.js writes its own SAN: checks, mates and disambiguation must agree too
    expect(result).toBe(tagOf(game, 'Result'));
    expect(chess.isCheckmate()).toBe(san.at(-1)!.endsWith('#'));
    if (chess.isCheckmate()) expect(result).toBe(chess.turn() === 'w' ? '0-1' : '1-0');
    expect(chess.isDraw()).toBe(false);
  });
});
