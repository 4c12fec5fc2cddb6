import { describe, expect, it } from 'vitest';
import { looksLikeMove, NO, resultEnd, WIDE_BLANK_FIRST, wideBlank } from '../../src/pgn/bytes.js';
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

it('a word is a move or none whatever lies behind it, half a character at its end included', () => {
  for (const word of ['e4', 'Nf3', 'O-O', 'e4.e5', '1', 'x'])
    for (const half of [[], [0xe2], [0xd0], [0xd0, 0xd1], [0xe2, 0x99], [0xe2, 0x80]]) {
      const bytes = [...bytesOf(word), ...half];
      const answers = [[0x20], [0x80], [0x99], [0xd1, 0x80], [0x2d], [0x2e, 0x65, 0x34]].map((behind) =>
        looksLikeMove(Uint8Array.from([...bytes, ...behind]), 0, bytes.length),
      );
      expect(new Set(answers).size, `${word} ${half.join(' ')}`).toBe(1);
    }
});
