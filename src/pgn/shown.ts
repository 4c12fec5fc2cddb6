/**
 * Text from outside as it may be shown: terminals obey control characters, and whoever reads line by line takes a line end for one.
 */

/** Control characters, ends of lines and marks of direction; a tag or a file name has no use for any of them. */
const UNSEEMLY = /[\0-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** @param most letters that are shown; all unless given */
export function shown(text: string, most = Infinity): string {
  const letters = [...text.replace(UNSEEMLY, '\ufffd')];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most).join('')}…`;
}
