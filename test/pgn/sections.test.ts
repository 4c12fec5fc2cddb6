/** Sections of tags: which begin a game, and which tags have strayed. */
import { describe, expect, it } from 'vitest';
import { GameSplitter } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { bytesOf, outline, split, textOf } from './helpers.js';

describe('tag sections', () => {
  it('keeps duplicate tags in one game, but begins another behind a blank line', () => {
    expect(split(bytesOf('[White "A"]\n[White "B"]\n\n1. e4 *'))).toHaveLength(1);
    expect(split(bytesOf('[White "A"]\n\n[White "B"]\n\n1. e4 *'))).toHaveLength(2);
    expect(split(bytesOf('[White "A"]\n\n[Event "E"]\n\n1. e4 *'))).toHaveLength(2);
    expect(split(bytesOf('[White "A"]\n\n[Black "B"]\n\n1. e4 *'))).toHaveLength(1);
  });

  it.each(['\n{x}\n', '\n; x\n', '\n\n; x\n', '\n\n; x\n; y\n', '\n\n% x\n'])('are parted by %j, too', (between) => {
    const text = `[White "A"]\n[Black "X"]${between}[White "B"]\n[Black "Y"]\n\n1. e4 *`;
    expect(outline(split(bytesOf(text)))).toEqual(['A 0', 'B 1']);
    expect(split(bytesOf(text), [1])).toEqual(split(bytesOf(text)));
    expect(split(bytesOf(`[White "A"]${between}[Black "X"] ; y\n[Site "Z"]\n\n1. e4 *`))).toHaveLength(1);
  });

  it.each([
    ['a tag that the game has not, right behind its moves', '[Annotator "x"]\n2. Nf3 Nc6 1-0', 1],
    ['several of them, with a result and brackets in them', '[ECO "1-0 {("]\n[Termination "*"]\n2. Nf3 1-0', 1],
    ['the same behind a blank line', '\n[Annotator "x"]\n2. Nf3 Nc6 1-0', 2],
    ['one with a result in it', '[Termination "White won 1-0 on time"]\n2. Nf3 Nc6 1-0', 1],
    ['one that the game has', '[Opening "x"]\n1. d4 1-0', 2],
    ['one that a section opens with', '[Site "x"]\n\n1. d4 1-0', 2],
    ['the same in small letters', '[fen "x"]\n\n1. d4 1-0', 2],
  ])('among moves without a result: %s', (_what, rest, games) => {
    const text = `[Event "a"]\n[Opening "b"]\n\n1. e4 e5\n${rest}\n\n[Event "c"]\n\n1. d4 *`;
    const found = split(bytesOf(text));
    expect(found).toHaveLength(games + 1);
    for (const sizes of [[1], [2, 3]]) expect(split(bytesOf(text), sizes)).toEqual(found);
    // the same from where the game begins, whatever came before: a scan goes on from there
    expect(
      split(bytesOf(`[Annotator "z"]\n\n1. c4 *\n\n${text}`))
        .slice(1)
        .map(textOf),
    ).toEqual(found.map(textOf));
  });

  it.each([
    ['on its line', '1. e4 1-0 [Annotator "x"]\n\n', ''],
    ['below it', '1. e4 1-0\n[Annotator "x"]\n\n', ''],
    ['below a blank line', '1. e4 1-0\n\n[Annotator "x"]\n\n', ''],
    ['among others, with the result', '1. e4 1-0\n\n[ECO "C20"]\n[Result "1-0"]\n\n', ''],
    ['cut off', '1. e4 1-0\n[Annotator "x\n\n', ''],
    ['before a comment', '1. e4 1-0\n[Annotator "x"]\n; of "x"', '', '\n\n'],
    ['before a line that is passed over', '1. e4 1-0\n[Annotator "x"]\n%', '', '\n\n'],
    ['before a fence', '1. e4 1-0\n[Annotator "x"]\n%motif x\n', ''],
    ['right before the next game', '1. e4 1-0 [Annotator "x"]\n', '[Annotator "x"]\n'],
  ])('are no game where one stands behind a result: %s', (_what, first, before, end = '') => {
    const next = '[Event "b"]\n[White "B"]\n\n1. d4 *\n';
    const text = `[Event "a"]\n[White "A"]\n\n${first}`;
    for (const sizes of [[1], [2, 3], [1000]]) {
      const games = split(bytesOf(text + end + next), sizes);
      expect(games.map((game) => textOf(game).replace(/.* 1-0$/s, 'A'))).toEqual(['A', before + next.trim()]);
      expect(games[1]?.line).toBe((text + end + next).slice(0, games[1]?.offset).split('\n').length);
      if (before === '') expect(split(bytesOf(text), sizes)).toHaveLength(1);
    }
  });

  it('are a game of their own where they say which, or moves or a result follow', () => {
    for (const own of ['[Event "c"]', '[White "C"]', '[FEN "x"]', '[ECO "C20"]\n\n1. e4', '[ECO "C20"]\n\n1-0'])
      for (const rest of ['\n\n[Event "b"]\n\n1. d4 *', '']) {
        const games = split(bytesOf(`1. e4 *\n${own}${rest}`));
        expect(games.map(textOf).slice(0, 2)).toEqual(['1. e4 *', own]);
        expect(games).toHaveLength(rest === '' ? 2 : 3);
      }
  });

  it('that are none are told where there are many', () => {
    const splitter = new GameSplitter();
    const tags = Array.from({ length: 60 }, (_, n) => `[Note${n} "${'x'.repeat(300)}"]\n`).join('');
    expect([...splitter.push(bytesOf(`1. e4 *\n\n${tags}`)), ...splitter.end()]).toHaveLength(1);
    expect(splitter.strays).toMatchObject({ line: 3, bytes: tags.length });
  });

  it('that are none are told with all their bytes where they break the limit, in any chunks', () => {
    const tags = bytesOf(`[Note "${'x'.repeat(9000)}`);
    for (const size of [1, 100, tags.length]) {
      const splitter = new GameSplitter({ maxGameBytes: 50 });
      for (let at = 0; at < tags.length; at += size) splitter.push(tags.subarray(at, at + size));
      expect(splitter.end()).toEqual([]);
      expect(splitter.strays).toMatchObject({ line: 1, bytes: tags.length });
    }
  });

  it('that are none are none where they break the limit, either', () => {
    const tags = `[ECO "C20"]\n`.repeat(20);
    for (const sizes of [[1], [10_000]])
      for (const [text, games] of [
        [`1. e4 *\n\n${tags}\n[Event "b"]\n1. d4 *`, 2],
        [`1. e4 *\n\n${tags}\n1. d4 *`, 2],
        [`1. e4 *\n\n${tags}`, 1],
      ] as const)
        expect(split(bytesOf(text), sizes, { maxGameBytes: 100 }), text.slice(-10)).toHaveLength(games);
  });

  it('of the last game before such a tag do not make a half of it', () => {
    const [game] = split(bytesOf('[Event "a"]\n[Result "1-0"]\n\n1. e4 1-0\n\n[Annotator "x"'));
    expect(game?.unended).toBeUndefined();
  });

  it('are first on their line behind a form feed, where pages of games were put together', () => {
    for (const text of [
      '[Event "a"]\n\n1. e4 e5\f[Event "b"]\n\n1. d4\fd5 *',
      '1. e4 (1. d4\f[Event "b"]\n\n1. d4 d5 *',
    ]) {
      const games = split(bytesOf(text));
      expect(games.map((game) => textOf(game).slice(0, 10))).toEqual([text.slice(0, 10), '[Event "b"']);
      expect(games.map(({ line }) => line)).toEqual([1, text.slice(0, text.indexOf('\f')).split('\n').length]);
      expect(split(bytesOf(text), [1])).toEqual(games);
    }
  });

  it('end a value with its line, also behind a backslash', () => {
    const text = '[White "A\\\n[Black "B"]\n\n1. e4 *\n\n[White "C"]\n\n1. d4 *';
    const games = split(bytesOf(text));
    expect(games.map(({ line }) => line)).toEqual([1, 6]);
    expect(split(bytesOf(text), [1])).toEqual(games);
  });

  it('does not take the tags of the game before for those of one without any', () => {
    expect(split(bytesOf('[Opening "a"]\n\n1. c4 *\n\n1. e4 e5\n[Opening "b"]\n2. Nf3 *'))).toHaveLength(2);
  });

  it('begins a game at a tag behind a result on the same line', () => {
    expect(split(bytesOf('[White "A"] 1. e4 1-0 [White "B"] 1. d4 *'))).toHaveLength(2);
  });

  it('go on behind a bracket that closes nothing', () => {
    const text = '[White "A"]]\n[Black "B"\n]\n\n1. e4 *\n\n] [White "C"]]\n\n]1. d4 *';
    for (const sizes of [[1], [1000]]) expect(outline(split(bytesOf(text), sizes))).toEqual(['A 1', 'C 1']);
    expect(readTags(bytesOf('[White "A"]]\n[Black "B"\n]\n1. e4')).tags.get('Black')).toBe('B');
  });

  it('is not misled by brackets and braces in values', () => {
    const text = '[White "a ] { ; ( \\" [Event"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *';
    expect(outline(split(bytesOf(text)))).toEqual(['a ] { ; ( " [Event 1', 'B 1']);
  });
});

describe('what a web page leaves', () => {
  it('does not keep tags from being tags', () => {
    const text = '[White "A"]<br />[Black "B"]<br /><br />1. e4 e5 1-0<br>[White "C"]</p>[Black "D"]<BR>1. d4 *';
    const games = split(bytesOf(text));
    expect(split(bytesOf(text), [1])).toEqual(games);
    expect(outline(games)).toEqual(['A 2', 'C 1']);
  });
});
