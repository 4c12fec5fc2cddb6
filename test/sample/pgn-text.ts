/**
 * Splits well-behaved PGN text at its `Event` tags, for the tests of the sample. Not the product's splitter on purpose: the sample
 * must be right by the referee's reading, chess.js, and not by our own.
 */
import { Chess } from 'chess.js';

export function splitGames(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/(?<=\n)(?=\[Event ")/)
    .filter((game) => game.trim() !== '');
}

export function tagOf(game: string, name: string): string | undefined {
  return new RegExp(`^\\[${name} "(.*)"\\]\\r?$`, 'm').exec(game)?.[1];
}

/** Replays one game; throws where chess.js finds an illegal move or text that it cannot read. */
export function replay(game: string): Chess {
  const chess = new Chess();
  chess.loadPgn(game);
  return chess;
}

/** The SAN tokens as they stand in movetext without comments or variations, and the result at its end. */
export function writtenMoves(game: string): { san: string[]; result: string | undefined } {
  const tokens = game
    .slice(game.indexOf('\n\n'))
    .replace(/\d+\.+/g, ' ')
    .trim()
    .split(/\s+/);
  const result = tokens.pop();
  return { san: tokens, result };
}
