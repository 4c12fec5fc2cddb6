import { describe, expect, it } from 'vitest';
import { NO, resultEnd, WIDE_BLANK_FIRST, wideBlank } from '../../src/pgn/bytes.js';
import { bytesOf } from './helpers.js';

/** Every character that three bytes of UTF-8 may hold, surrogates aside. */
function* characters(): Generator<string> {
  for (let code = 0x80; code < 0x10000; code++) if (code < 0xd800 || code > 0xdfff) yield String.fromCharCode(code);
}

describe('blanks beyond ASCII', () => {
  const blanks = [...characters()].filter((character) => {
    const bytes = bytesOf(character);
    return wideBlank(bytes, 0, bytes.length, true) === bytes.length;
  });

  it('are the spaces of Unicode, its line ends and the byte order mark', () => {
    const unseen = ['\u200b'];
    const own = [...characters()].filter((character) => /\s/.test(character) && character !== '\u1680');
    expect(blanks).toEqual([...own, ...unseen].sort());
  });

  it('begin with the bytes at which the plain loops stop', () => {
    expect(new Set(blanks.map((character) => bytesOf(character)[0]))).toEqual(
      new Set(WIDE_BLANK_FIRST.filter((byte) => byte !== 0xa0)),
    );
  });

  it('end a result, and nothing else beyond ASCII does', () => {
    const ending = [...characters()].filter((character) => {
      const bytes = bytesOf(`1-0${character}x`);
      return resultEnd(bytes, 0, bytes.length, true) !== NO;
    });
    expect(ending).toEqual(blanks);
  });
});
