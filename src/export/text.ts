/** Free text of games, made fit for formats: players write into these fields whatever they like. */

import { UNRULY } from '../pgn/shown.js';
import { fileName } from '../store/file-name.js';

const UNRULY_RUN = new RegExp(`${UNRULY.source}+`, 'g');

/**
 * On one line, without control characters and those that turn the direction of text, whatever an archive holds; empty for null. Blanks of its own
 * stay, unlike in what people are shown (`onOneLine`): a game that is exported as PGN has to be known again where it is read.
 */
export function oneLine(text: string | null): string {
  return (text ?? '').replace(UNRULY_RUN, ' ').trim();
}

/** Text for HTML, in elements and in attributes between single or double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** The address of a game where its site is one, else empty. */
export function gameAddress(site: string | null): string {
  const text = oneLine(site);
  return /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w\-./?&=%#~+:@!$*,]*)?$/.test(text) ? text : '';
}

/** `Carlsen, M. - Caruana, F.`, with question marks where nobody is named. */
function playersOf({ white, black }: { white: string | null; black: string | null }): string {
  return `${oneLine(white) || '?'} - ${oneLine(black) || '?'}`;
}

/** `Tal, M. - Larsen, B., Candidates, 1965.07.03`, as far as it is known. */
export function gameText(game: Record<'white' | 'black' | 'event' | 'date', string | null>): string {
  return [playersOf(game), oneLine(game.event), oneLine(game.date)].filter((part) => part !== '').join(', ');
}

/**
 * An archive as a dataset names it: a path from the root says more of the machine that it lies on than a reader should know, so of
 * those only the file's name is told.
 */
export function archiveName(path: string): string {
  const text = oneLine(path);
  return /^(?:\/|\\|[A-Za-z]:)/.test(text) ? fileName(text) : text;
}
