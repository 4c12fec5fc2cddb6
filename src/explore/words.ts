/** Findings in words, for the command line and for the pages: nothing here needs more than a browser has. */
import { onOneLine } from '../pgn/shown.js';
import type { Outcome } from '../store/search/wish.js';
import type { Finding } from './finding.js';

/** On one line and without control characters, which would speak to the terminal; `?` where nothing is known. */
export function plain(text: string | null): string {
  const line = onOneLine(text ?? '');
  return line === '' ? '?' : line;
}

/** `mate in 3`, `+7.0`: what the line wins, in pawns. */
export function worthWords({ is_mate, gain, sequence }: Pick<Finding, 'is_mate' | 'gain' | 'sequence'>): string {
  if (!is_mate) return `+${(gain / 100).toFixed(1)}`;
  return sequence === null ? 'mate' : `mate in ${Math.ceil(sequence.length / 2)}`;
}

/** What became of it in its game. */
export function outcomeWords({ outcome, move_played }: { outcome: Outcome; move_played: string | null }): string {
  if (outcome === 'played') return 'played';
  return outcome === 'missed' ? `missed: ${move_played ?? '?'}` : 'the game ended here';
}

/** `Tal, Mikhail (2600) - Larsen, Bent (2500)`. */
export function playersWords({ game: { white, black, white_elo, black_elo } }: Finding): string {
  const named = (name: string | null, elo: number | null): string =>
    elo === null ? plain(name) : `${plain(name)} (${elo})`;
  return `${named(white, white_elo)} - ${named(black, black_elo)}`;
}

/** `Candidates, 1965.07.03, 1-0`, as far as it is known; of `1965.??.??` the year. */
export function occasionWords({ game: { event, date, result } }: Finding): string {
  return [event, date?.replace(/(\.\?\?)+$/, '') ?? null, result]
    .filter((part) => part !== null && !/^[?*.\s]*$/.test(part))
    .map(plain)
    .join(', ');
}

/** `23.` before White's move, `23...` before Black's. */
export function moveNumber(fen: string): string {
  const [, side, , , , number = '1'] = fen.split(' ');
  return side === 'b' ? `${number}...` : `${number}.`;
}
