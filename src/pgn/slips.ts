/**
 * Movetext with slips of the pen -> the same as the kernel reads it: moves that only a full stop or a comma parts (`1.e4.e5`, `Nf3,Nc6`), signs
 * in square brackets (`[!]`, `[#]` for a diagram) or one that closes nothing, and commands that have lost the braces around them (`[%clk 1:05:00]`).
 *
 * None of these could be a move, or hide one. What else stands in square brackets (`[better is d4]`) may, and stays a fault. Only games that
 * cannot be read as they stand get here.
 */
import { latin1 } from './buffers.js';

/** Bytes of movetext that are mended; larger games are rare, and broken ones not worth the time. */
const MOVETEXT_MAX = 262_144;

const COMMENT = '\\{[^}]*(?:\\}|$)|;[^\\r\\n]*|(?<![^\\r\\n])%[^\\r\\n]*';
const SIGNS = '\\[(?<signs>[!?#+=/~-]{1,7}|[ND])\\]';
const COMMAND = '\\[(?<command>%[a-z]{1,16}[^\\][{}()\\r\\n]{0,200})\\]';
/** Behind a square, a promotion or castling; other languages' piece letters are as many bytes as UTF-8 has for them. */
const JOINT =
  '[.,](?<=(?:[a-h][1-8](?:=?[QRBN])?|[O0]-[O0])[+#!?]{0,3}[.,])[.,]*' +
  '(?=[A-Z\\x80-\\xff]{0,4}[a-h]?[1-8]?[x:-]?[a-h][1-8]|O-O|0-0|[0-9]{1,3}\\.)';
/** One that closes nothing. */
const BRACKET = '\\](?<=[ \\t\\r\\n]\\])(?=[ \\t\\r\\n]|$)';
const SLIPS = `${SIGNS}|${COMMAND}|(?<blank>${JOINT}|${BRACKET})`;
const SLIP = new RegExp(`${COMMENT}|${SLIPS}`, 'g');
/** One of them, be it in a comment: far quicker to look for. */
const ANY_SLIP = new RegExp(SLIPS);

/** As many bytes, so that places in it are those in the movetext; null where there is nothing to change. */
export function withoutSlips(movetext: Uint8Array): Uint8Array | null {
  if (movetext.length > MOVETEXT_MAX) return null;
  const text = latin1(movetext).text(0, movetext.length);
  if (!ANY_SLIP.test(text)) return null;
  const mended = text.replace(SLIP, (slip, ...rest) => {
    const { signs, command, blank } = rest.at(-1) as Record<'signs' | 'command' | 'blank', string | undefined>;
    if (signs !== undefined) return ` ${signs} `;
    if (command !== undefined) return `{${command}}`;
    return blank === undefined ? slip : ' '.repeat(blank.length);
  });
  return mended === text ? null : Uint8Array.from(mended, (sign) => sign.charCodeAt(0));
}
