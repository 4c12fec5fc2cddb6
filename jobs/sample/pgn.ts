/** A sample game's tags, in the order in which they are written; the project's own writer does the rest. */
import { makeGame } from '../../src/pgn/writer.js';
import type { SampleGame } from './game.js';

/** The games have no day of their own; one that follows from the seed lets filters by date have something to filter. */
export function dateOf(seed: number): string {
  const day = new Date(Date.UTC(2026, 0, 1 + (seed % 365)));
  return day.toISOString().slice(0, 10).replaceAll('-', '.');
}

/** The game's text and the blank line behind it. */
export function makePgn(game: SampleGame, seed: number): string {
  const tags: [string, string][] = [
    ['Event', 'Motif sample'],
    ['Date', dateOf(seed)],
    ['Round', String(game.number)],
    ['White', game.white.name],
    ['Black', game.black.name],
    ['Result', game.result],
    ['BlackElo', String(game.black.nominalElo)],
    ['ECO', game.opening.eco],
    ['Opening', game.opening.name],
    ['PlyCount', String(game.san.length)],
    ['Termination', game.termination],
    ['WhiteElo', String(game.white.nominalElo)],
  ];
  return makeGame(tags, game.san);
}
