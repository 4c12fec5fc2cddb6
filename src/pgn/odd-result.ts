/**
 * Results that only people write, at the very end of a movetext: forfeits (`1-0F`, `+ -`), points that were docked (`1/2-0`), and what an
 * e-mail or an editor broke at the end of a line (`1/2-` and below it `1/2`).
 *
 * The kernel knows the usual ones, and takes these for words among the moves. The moves stand before them, and what the result was stands in
 * the tag, so that nothing is guessed where they are left out. Only games that cannot be read as they stand get here.
 */
import { latin1 } from './buffers.js';

/** Bytes at the end that are looked at: such a result, and blanks behind it. */
const TAIL = 64;

// As they are in Latin-1 and Windows-1252 and, read byte by byte, in UTF-8.
const HALF = '(?:1/2|\\xc2?\\xbd|0[.,]5)';
const DASH = '(?:-|\\xe2\\x80[\\x90-\\x95]|\\xe2\\x88\\x92|[\\x96\\x97])';
/** "By default", behind a score. */
const FORFEIT = '(?:[fF]{1,2})?';
const JOINT = `${FORFEIT}\\s*(?:${DASH}|:)\\s*`;
/** Both together no more than a point. */
const SCORES = [`1${JOINT}0`, `0${JOINT}(?:${HALF}|[01])`, `${HALF}${JOINT}(?:${HALF}|0)`].map(
  (pair) => pair + FORFEIT,
);
const SIGNS = [`\\+\\s*[/:]?\\s*${DASH}`, `${DASH}\\s*[/:]?\\s*\\+`].map((pair) => pair + FORFEIT);
const ODD_RESULT = new RegExp(`(?<![^\\s.)}])(?:${[...SCORES, ...SIGNS].join('|')})[\\s.]*$`);

/** Where such a result begins, in bytes; -1 where the movetext does not end with one. */
export function oddResultAt(movetext: Uint8Array): number {
  const from = Math.max(0, movetext.length - TAIL);
  const at = latin1(movetext).text(from, movetext.length).search(ODD_RESULT);
  return at < 0 ? -1 : from + at;
}
