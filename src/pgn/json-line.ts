/** A line of JSON lines, for readers that know more line ends than LF. */
import { UNRULY } from './shown.js';

/**
 * The value on one line, without its end. JSON lets NEL (U+0085), LINE SEPARATOR and the like stand in strings as they are, and readers that
 * split text by Unicode's line ends, such as Python's `splitlines`, cut there. Escaped, the unruly characters of a name mean the same to JSON.
 */
export function jsonLine(value: object): string {
  return escapeUnruly(JSON.stringify(value));
}

/** The same of a value that is JSON already. @param json on one line, without its end */
export function escapeUnruly(json: string): string {
  return json.replace(UNRULY, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
