/**
 * Bytes of a game -> text, for people and for the store: UTF-8 where it is valid, else Windows-1252, which is Latin-1 plus the curly
 * quotes and dashes of old database programs.
 *
 * Windows-1252 is spelled out here because a TextDecoder's idea of it depends on the Node version (some read it as plain Latin-1).
 */
import { latin1 } from './buffers.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Code points of 0x80-0x9f; the five unassigned ones stand for themselves, as browsers have it. */
const HIGH =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

export type Encoding = 'ascii' | 'utf-8' | 'windows-1252';

/** Which of the three a run of bytes is in. */
export function encodingOf(bytes: Uint8Array): Encoding {
  let all = 0;
  for (let i = 0; i < bytes.length; i++) all |= bytes[i]!;
  if (all < 0x80) return 'ascii';
  try {
    utf8.decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Decodes; `encoding` spares the test where the caller knows it of a longer run. Never throws. */
export function decode(bytes: Uint8Array, encoding: Encoding = encodingOf(bytes)): string {
  if (encoding === 'utf-8') return lenient.decode(bytes);
  const text = latin1(bytes).text(0, bytes.length);
  if (encoding === 'ascii') return text;
  return text.replace(/[\u0080-\u009f]/g, (sign) => HIGH.charAt(sign.charCodeAt(0) - 0x80));
}
