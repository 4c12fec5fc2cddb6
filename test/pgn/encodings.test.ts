/** Games in whatever bytes their characters have: UTF-16, blanks and quotes beyond ASCII. */
import { describe, expect, it } from 'vitest';
import { GameSplitter } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { Transcoder } from '../../src/pgn/transcode.js';
import { bytesOf, fixture, outline, split } from './helpers.js';

describe('UTF-16', () => {
  it('reads UTF-16 from a Buffer as well, and leaves it as it was', () => {
    const buffer = Buffer.from(fixture('utf16be.pgn'));
    const splitter = new GameSplitter();
    expect(outline([...splitter.push(buffer), ...splitter.end()])).toEqual(['Bjørn “the Bear” Ω 4', 'Scholar 7']);
    expect(buffer.equals(fixture('utf16be.pgn'))).toBe(true);
  });

  it.each(['utf16le.pgn', 'utf16be.pgn'])(
    'knows %s by its first bytes also where one Buffer brings them one by one',
    (name) => {
      const splitter = new GameSplitter();
      const chunk = Buffer.alloc(1);
      const games = [...fixture(name)].flatMap((byte) => {
        chunk[0] = byte;
        return splitter.push(chunk);
      });
      expect(outline([...games, ...splitter.end()])).toEqual(['Bjørn “the Bear” Ω 4', 'Scholar 7']);
    },
  );

  it.each(['utf16le', 'utf-16be'])('says where half a character is left at the end of %s', (kind) => {
    const whole = Buffer.from('\ufeff1. e4 {x', 'utf16le');
    if (kind === 'utf-16be') whole.swap16();
    const splitter = new GameSplitter();
    const [game] = [...splitter.push(whole.subarray(0, whole.length - 1)), ...splitter.end()];
    expect(new TextDecoder().decode(game?.bytes)).toBe('1. e4 {\ufffd');
  });

  it.each(['utf16le.pgn', 'utf16be.pgn'])('is known without its byte order mark: %s', (name) => {
    const input = fixture(name).subarray(2);
    const games = split(input);
    expect(games).toEqual(split(fixture(name)));
    for (const sizes of [[1], [2], [7, 1], [8], [64]]) expect(split(input, sizes)).toEqual(games);
  });

  it.each(['[', '[E', '1.', '1. e4', '\0[Event "x"]', '[\0E\0vent', '[\0E\0v\0\0e', '\0[\0E\0ve', '\u001f\0\u001f\0'])(
    'is none where the first bytes are %j',
    (start) => {
      const text = bytesOf(start);
      for (const chunks of [[text], [...text].map((byte) => Uint8Array.of(byte))]) {
        const transcoder = new Transcoder();
        const passed = chunks.map((chunk) => transcoder.push(chunk));
        expect(Buffer.concat([...passed, transcoder.end()])).toEqual(Buffer.from(text));
        expect(transcoder.passes).not.toBe(false);
      }
    },
  );

  it('counts offsets of UTF-16 in its UTF-8 form', () => {
    const [first, second] = split(fixture('utf16le.pgn'));
    expect(first?.offset).toBe(0);
    expect(second?.offset).toBe((first?.bytes.length ?? 0) + 2);
  });
});

describe('blanks beyond ASCII', () => {
  it.each(['\u00a0', '\u00a0\u00a0', '\u2003', '\u202f', '\u200b', '\u3000', '\u2028', '\ufeff'])('%j', (blank) => {
    const text = [
      `${blank}[White${blank}"A"${blank}]${blank}\n${blank}[Black "C"]\n${blank}\n1. e4 e5`,
      `${blank}\n${blank}[White "B"]\n\n1.${blank}d4 1-0${blank}`,
      `1.${blank}c4${blank}*`,
    ].join('\n');
    const games = split(bytesOf(text));
    expect(split(bytesOf(text), [1])).toEqual(games);
    expect(games.map(({ bytes }) => Object.fromEntries(readTags(bytes).tags))).toEqual([
      { White: 'A', Black: 'C' },
      { White: 'B' },
      {},
    ]);
    expect(games.map((game) => game.line)).toEqual([1, 6, 9]);
  });

  it('are known in Windows-1252, and are no part of a letter in UTF-8', () => {
    const text = '\xa0[White\xa0"A"]\n\xa0\xa0[Black "B"]\n\xa0\n1. e4 1-0\xa01.\xa0d4 *';
    const input = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
    expect(split(input)).toHaveLength(2);
    expect(split(input, [1])).toEqual(split(input));
    expect(split(bytesOf('[White "A"]\n\n1. e4 {à} 1-0à 1. d4 *'))).toHaveLength(1);
  });
});

describe('typographic quotes', () => {
  it.each(["'", '“', '”', '‘', '„'])('%s opens a value', (quote) => {
    const text = `[Event ${quote}E”]\n[White ${quote}A”]\n\n1. e4 *\n\n[Event ${quote}F”]\n[White ${quote}B”]\n\n1. d4 *`;
    const games = split(bytesOf(text));
    expect(split(bytesOf(text), [1])).toEqual(games);
    expect(outline(games)).toEqual(['A 1', 'B 1']);
  });
});
