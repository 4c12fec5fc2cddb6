/**
 * Text from outside as it may be shown: terminals obey control characters, and whoever reads line by line takes a line end for one.
 */

/** Control characters, line ends, and those that turn the direction of the text behind them: no tag and no file name has use for any. */
export const UNRULY = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** @param most letters that are shown; all unless given */
export function shown(text: string, most = Infinity): string {
  const letters = [...text.replace(UNRULY, '\ufffd')];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most).join('')}…`;
}

/** Letters of a text that messages quote. */
const QUOTED = 80;

/** A text as a message quotes it: between quotes, with escapes, and cut, for what is quoted may be megabytes. */
export function quoted(text: string): string {
  if (text.length <= QUOTED) return JSON.stringify(text);
  return JSON.stringify(`${[...text.slice(0, 2 * QUOTED)].slice(0, QUOTED).join('')}…`);
}

/** The same for a message that may have several lines: their ends stay. */
export function shownLines(text: string): string {
  return text
    .split('\n')
    .map((line) => shown(line))
    .join('\n');
}

/** On one line, with a blank where characters are unruly, and one where there are several. */
export function onOneLine(text: string): string {
  return text.replace(UNRULY, ' ').replace(/ {2,}/g, ' ').trim();
}
