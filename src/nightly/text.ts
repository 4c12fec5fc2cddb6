/**
 * Strangers' words (players, events, file names) in reports: on one line, of a length that does not break the page, and never markup.
 */
import { escapeHtml } from '../export/text.js';
import { onOneLine } from '../pgn/shown.js';

/** Characters that are kept of one name. */
const MAX = 120;

/** A name, no longer than a line. */
export function name(text: string): string {
  const letters = [...onOneLine(text)];
  return letters.length > MAX ? `${letters.slice(0, MAX - 1).join('')}…` : letters.join('');
}

/** For HTML and SVG: text and quoted attributes. */
export function html(text: string): string {
  return escapeHtml(onOneLine(text));
}

/** For Markdown within a line, as in cells of tables: what could be markup or become a link has a backslash before it. */
export function markdownWithin(text: string): string {
  return onOneLine(text)
    .replace(/[\\`*_{}[\]<>|&~@$^]/g, (char) => `\\${char}`)
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\b(www)\./gi, '$1\\.');
}

/** The same where a line begins. */
export function markdown(text: string): string {
  return markdownWithin(text)
    .replace(/^(?=[-+#=])/, '\\') // where a line begins these mean lists and headings
    .replace(/^(\d+)(?=[.)])/, '$1\\');
}

/** `White (2100)`; a missing name as `?`. */
export function playerName(player: string | null, elo: number | null): string {
  const known = player === null || onOneLine(player) === '' ? '?' : name(player);
  return elo === null ? known : `${known} (${elo})`;
}
