/** What somebody has pasted -> what it is. */
import type { View } from '../address.js';

/** Characters; the service takes no more either. */
export const MOST = 1_000_000;

/** A FEN where the first word looks like a board, else a PGN; null for nothing. Pages have no-break blanks in them, tables tabs. */
export function readInput(text: string): View | null {
  const pgn = text.replace(/[^\S\r\n]/g, ' ');
  const [line = ''] = pgn.trim().split(/\r?\n/, 1);
  if (line === '') return null;
  const words = line.trim().split(/ +/);
  return /^[1-8pnbrqk]+(?:\/[1-8pnbrqk]+){3,}$/i.test(words[0]!) ? { fen: words.join(' ') } : { pgn };
}
