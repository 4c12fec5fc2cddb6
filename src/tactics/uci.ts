/** UCI text -> packed move: the other half of `makeUci` (record.ts). */
import { quoted } from '../pgn/shown.js';

const PROMOTIONS = 'nbrq';

/** `e2e4`, `e7e8q`, `0000` (the null move) -> packed as in `record.ts`; null where the text is no move. Legality is another question. */
export function parseUci(text: string): number | null {
  if (text === '0000') return 0;
  const match = /^([a-h])([1-8])([a-h])([1-8])([nbrq]?)$/.exec(text);
  if (match === null) return null;
  const [, fromFile = '', fromRank = '', toFile = '', toRank = '', promotion = ''] = match;
  const from = squareOf(fromFile, fromRank);
  const to = squareOf(toFile, toRank);
  // A move to its own square would pack like others, and a1a1 like the null move.
  if (from === to) return null;
  return from | (to << 6) | (promotion === '' ? 0 : (PROMOTIONS.indexOf(promotion) + 1) << 12);
}

/** The same for text that has to be a move. @throws {Error} where it is none */
export function moveOfUci(text: string): number {
  const move = parseUci(text);
  if (move === null) throw new Error(`${quoted(text)} is not a move in UCI notation`);
  return move;
}

function squareOf(file: string, rank: string): number {
  return file.charCodeAt(0) - 97 + 8 * (Number(rank) - 1);
}
