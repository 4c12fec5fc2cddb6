/**
 * Movetext whose words stand apart by no-break spaces and their like, as it comes out of web pages and typeset books -> the same with plain ones.
 *
 * The kernel passes such blanks over where they stand between words that other signs part as well, but for it they are part of a word that they
 * stand in. Only games that cannot be read as they stand get here, so that all others cost nothing.
 */
import { NO, wideBlank } from './bytes.js';

/** As many bytes, so that places in it are those in the movetext; null where there is nothing to change. */
export function withPlainBlanks(movetext: Uint8Array): Uint8Array | null {
  let plain: Uint8Array | null = null;
  for (let at = 0; at < movetext.length; at++) {
    const length = wideBlank(movetext, at, movetext.length, true);
    if (length === NO || isUnseen(movetext, at)) continue;
    plain ??= Uint8Array.from(movetext);
    plain.fill(0x20, at, at + length);
    at += length - 1;
  }
  return plain;
}

/** Whether the blank at `at` has no width: it parts no words, and may stand in the middle of one. */
function isUnseen(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef || (bytes[at] === 0xe2 && bytes[at + 2] === 0x8b);
}
