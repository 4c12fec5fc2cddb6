/** What somebody has pasted -> what it is. */
import type { View } from '../address.js';

/** Characters; the service takes no more either. */
export const MOST = 1_000_000;

/** A FEN where the first word looks like a board, else a PGN; null for nothing. */
export function readInput(text: string): View | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [first = ''] = trimmed.split(/\s+/, 1);
  if (/^[1-8pnbrqk]+(?:\/[1-8pnbrqk]+){3,}$/i.test(first)) return { fen: trimmed.split(/\r?\n/, 1)[0]!.trim() };
  return { pgn: text };
}
