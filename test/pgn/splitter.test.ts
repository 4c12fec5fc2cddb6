import { describe, expect, it } from 'vitest';
import { WORD_MAX } from '../../src/pgn/bytes.js';
import { CANDIDATE_WINDOW } from '../../src/pgn/quotation.js';
import { readTags } from '../../src/pgn/tags.js';
import { GameSplitter, splitGames, type RawGame } from '../../src/pgn/splitter.js';
import { bufferBytes } from '../collect.js';
import { bytesOf, fixture, lineAt, outline, split, textOf } from './helpers.js';

const THREE = ['Fool 4', 'Scholar 7', 'Legal 13'];

const FILES: [string, string[]][] = [
  ['plain.pgn', THREE],
  ['crlf-bom.pgn', THREE],
  ['cr-only.pgn', THREE],
  ['no-results.pgn', THREE],
  ['no-blank-lines.pgn', THREE],
  ['one-line.pgn', THREE],
  ['no-tags.pgn', ['- 4', '- 7', '- 13']],
  ['bom-at-joint.pgn', ['Fool 4', 'Scholar 7']],
  ['utf16le.pgn', ['Bjørn “the Bear” Ω 4', 'Scholar 7']],
  ['utf16be.pgn', ['Bjørn “the Bear” Ω 4', 'Scholar 7']],
  ['latin1.pgn', ['Bjørn Åse 4']],
  ['cp1252.pgn', ['“Quoted” – dash 4']],
  ['braces-hold-games.pgn', ['Fool 4', 'Scholar 7']],
  ['unclosed-brace.pgn', ['Fool 4', 'Broken 1', 'Scholar 7', 'Legal 13']],
  ['unclosed-brace-last.pgn', ['Broken 1', 'Fool 4', 'Scholar 7']],
  ['unclosed-paren.pgn', ['Fool 4', 'Broken 1', 'Scholar 7']],
  ['escape-lines.pgn', ['Fool 4', 'Scholar 7']],
  ['line-comments.pgn', ['Fool 4', 'Scholar 7']],
  ['results-inside.pgn', ['Fool 4', 'Scholar 7']],
  ['prose-around.pgn', ['Fool 4', 'Scholar 7']],
  ['forfeits.pgn', ['Absent 0', 'Absent 0', 'Fool 4', 'Also absent 0', 'Again 0']],
  ['broken-tag-section.pgn', ['Fool 4']],
  ['odd-tags.pgn', ['Fool 4']],
  ['control-bytes.pgn', ['Fool 4']],
  ['deep-variations.pgn', ['Fool 4', 'Scholar 7']],
  ['indented.pgn', ['Fool 4', 'Scholar 7']],
  ['doubled-results.pgn', ['Fool 4', 'Scholar 7']],
  ['illegal-move.pgn', ['Illegal 7', 'Pinned 7', 'Ambiguous 5']],
  ['empty.pgn', []],
  ['blank.pgn', []],
];

describe('the games of a file', () => {
  it.each(FILES)('%s', (name, expected) => {
    expect(outline(split(fixture(name)))).toEqual(expected);
  });

  it.each(FILES)('%s: the same games from any chunks, at offsets and lines that point at them', (name) => {
    const input = fixture(name);
    const whole = split(input);
    for (const sizes of [[1], [2], [3, 1, 7], [64], [input.length - 1, 1]]) expect(split(input, sizes)).toEqual(whole);
    if (name.startsWith('utf16')) return;
    for (const game of whole) {
      expect(input.subarray(game.offset, game.offset + game.bytes.length)).toEqual(game.bytes);
      expect(game.line).toBe(lineAt(input, game.offset));
    }
  });

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

  it('counts offsets of UTF-16 in its UTF-8 form', () => {
    const [first, second] = split(fixture('utf16le.pgn'));
    expect(first?.offset).toBe(0);
    expect(second?.offset).toBe((first?.bytes.length ?? 0) + 2);
  });
});

describe('comments', () => {
  const next = '[Event "B"]\n[White "Next"]\n\n1. e4 *\n';

  it('keeps a huge closed comment in its game, even one that quotes tags after a blank line', () => {
    const comment = `{\n\n[Event "quoted"]\n${'x'.repeat(CANDIDATE_WINDOW - 100)}}`;
    expect(outline(split(bytesOf(`[White "A"]\n\n1. e4 ${comment} e5 *\n${next}`)))).toEqual(['A 2', 'Next 1']);
    const huge = `{${' 1. d4 (not a variation) ;\n'.repeat(60_000)}}`;
    expect(outline(split(bytesOf(`[White "A"]\n\n1. e4 ${huge} e5 *\n${next}`), [65_536]))).toEqual(['A 2', 'Next 1']);
  });

  it('gives up on a brace when no other comes for long after a tag section', () => {
    const open = `[White "A"]\n\n1. e4 { e5 *\n\n${next}${`\n${next}`.repeat(3000)}{ late }`;
    const input = bytesOf(`${next}\n${open}`);
    const games = split(input, [4096]);
    expect(games).toHaveLength(3003);
    expect(split(input)).toEqual(games);
  });

  it('does not take tags without a blank line before them as the end of a comment', () => {
    expect(split(bytesOf(`1. e4 { e5\n[Event "x"]\n1. d4 { c4 } *\n`))).toHaveLength(1);
  });

  it.each([
    ['among tags', '[Event "A"]\n{a note}\n[White "A"] {another}\n{x}\n[Black "B"]\n\n1. e4 *\n', ['A 1']],
    ['before the moves', '[White "A"]\n\n{no tag}\n\n1. e4 *\n', ['A 1']],
    [
      'in the place of moves',
      '[White "A"]\n{forfeit}\n[White "B"]\n\n{forfeit}\n[Event "C"]\n\n1. e4 *\n',
      ['A 0', 'B 0', '- 1'],
    ],
  ])('keeps a comment %s in its game', (_, text, games) => {
    expect(outline(split(bytesOf(text + next)))).toEqual([...games, 'Next 1']);
    expect(outline(split(bytesOf(text + next), [1]))).toEqual([...games, 'Next 1']);
  });

  it('leaves a comment between games to none of them', () => {
    const games = split(bytesOf(`1. e4 * {after}\n{before} [White "B"] 1. d4 *`));
    expect(games.map(textOf)).toEqual(['1. e4 *', '[White "B"] 1. d4 *']);
  });
});

describe('movetext without tags', () => {
  it.each([
    ['b3 { good } $1 *', 1],
    ['1.e4 e5 1-0 1. d4 1/2-1/2', 2],
    ['1.\ne4 e5', 1],
    ['12. Qd4 Kf7 1-0', 1],
    ['O-O *', 1],
    ['1. e4 1-0 2. Nf3 is better', 2],
    ['1. e4 1-0 better is 2. Nf3', 1],
    ['1. e4 e5 2. Nf3\n\n1. d4 d5', 2],
    ['1. e4 e5 2. Nf3\r\n\r\n1.d4 d5', 2],
    ['1. e4 e5 2. Nf3\n1. d4 d5', 1],
    ['1. e4\n\n1... e5 2. Nf3', 1],
    ['1. e4\n\n1. Introduction', 1],
    ['1. e4 (1. d4\n\n1. d4 d5) *', 1],
    ['{ a note }\n\n1. e4 e5', 1],
    ['1. e4 e5 1-0\n\n1. Sf3 Sf6 1-0\n\n1. ♘f3 ♞f6 1-0\n\n1. Кf3 Кf6 1-0\n\n1. d4 *', 5],
    ['1. ♘f3 ♞f6', 1],
    ['1. e4 e5 1-0\n\n1. e2–e4 e7–e5 0-1\n\n1. e4± e5 1-0\n\n1. Ng1–f3⩲ *', 4],
    ['Tip 1. Sieh auf S. 3 nach', 0],
    [`${'x'.repeat(WORD_MAX + 1)}1.e4 e5`, 0],
    [`1.${' '.repeat(100)}e4 is far from its number`, 0],
    ['1. e4 1-0. 1. d4 0-1. 1. c4 ½-½ 1. Nf3 *', 4],
    ['1. e4 e2-e4 11-0 x1-0 1/2-1/2 1. d4', 2],
    ['1 - e4 10: Nf3 1. g1-f3 0-0 1: e4 0 - 0 1/2x 1-0x 1. d4', 1],
    ['1. Introduction', 0],
    ['See e4 and d4.', 0],
    ['*', 0],
    ['1-0 0-1 * 1/2-1/2', 0],
    ['[not a tag] [%clk 0:01]', 0],
    ['1', 0],
  ])('%j holds %i games', (text, count) => {
    expect(split(bytesOf(text))).toHaveLength(count);
    expect(split(bytesOf(text), [1])).toHaveLength(count);
  });
});

describe('results as people write them', () => {
  const results = [
    ...['1:0', '0:1', '1–0', '0—1', '1 - 0', '0 : 1', '1-0.', '0-1!', '1/2', '1/2.', '1/2:1/2', '1/2 - 1/2', '½ – ½'],
    ...['½:½', '0.5-0.5', '0,5:0,5'],
  ];

  it.each(results)('%s ends a game, for what stands behind it is lost to that game', (result) => {
    const games = ['1. e4 e5', '1. d4 d5', '1. c4 c5'].map((moves) => `${moves} ${result}`);
    const input = bytesOf(games.join('\n'));
    expect(split(input).map(textOf)).toEqual(games);
    expect(split(input, [1]).map(textOf)).toEqual(games);
  });

  it.each(['e51-0', 'e51/2-1/2', 'Qh4#0-1', 'e8=Q+1-0', 'O-O1-0', 'e5!?½-½', 'exd4*', 'Nf31/2'])(
    '%s ends one, too',
    (last) => {
      const games = ['1. e4', '1. d4', '1. c4'].map((moves) => `${moves} ${last}`);
      const input = bytesOf(games.join('\n'));
      expect(split(input).map(textOf)).toEqual(games);
      expect(split(input, [1]).map(textOf)).toEqual(games);
    },
  );

  it.each(['11-0', 'N11-0', 'Rh1-0', 'x1/2-1/2', 'Rb1-b8', '--0-1'])('%s is none', (word) => {
    expect(split(bytesOf(`1. e4 e5 ${word} 2. Nf3\n1. d4 d5 *`)).map(textOf)).toEqual([
      `1. e4 e5 ${word} 2. Nf3\n1. d4 d5 *`,
    ]);
  });

  it.each(['1\x960', '0\x971', '\xbd\x96\xbd'])('%j of Windows-1252 does so too', (result) => {
    const input = Uint8Array.from(`1. e4 e5 ${result}\n1. d4 d5 ${result}`, (sign) => sign.charCodeAt(0));
    expect(split(input)).toHaveLength(2);
  });
});

describe('moves behind a result', () => {
  it.each([
    ['1. e4 e5 1-0 2. Qh5 Nc6 3. Bc4 1-0', ['1. e4 e5 1-0', '2. Qh5 Nc6 3. Bc4 1-0']],
    ['1. e4 e5 * {x} 2.Nf3 *', ['1. e4 e5 *', '2.Nf3 *']],
    ['1. e4 e5 1-0 (corrected by 2 arbiters) see Nf3', ['1. e4 e5 1-0']],
    ['1. e4 e5 1/2-1/2 in 2 moves. 3. a pity', ['1. e4 e5 1/2-1/2']],
    ['1. e4 e5 2. Nf3* Nc6 3. Bb5 1-0', ['1. e4 e5 2. Nf3*', 'Nc6 3. Bb5 1-0']],
    ['1. e4 e5 1-0 see e4', ['1. e4 e5 1-0']],
    ['1. e4 e5 1-0 (2. Nf3 was better)', ['1. e4 e5 1-0']],
    ['1. e4 e5 1-0 (1... c5 2. Nf3 (1. d4)) {x}', ['1. e4 e5 1-0']],
    ['1. e4 e5 1-0 (1... c5) 1. d4 *', ['1. e4 e5 1-0', '1. d4 *']],
  ])('are not lost: %s', (text, expected) => {
    for (const sizes of [[text.length], [1], [2, 3]]) {
      expect(split(bytesOf(text), sizes).map(textOf)).toEqual(expected);
    }
  });
});

describe('parentheses between games', () => {
  it.each([
    ['(1. e4 e5) 1. d4 d5 2. c4 *', ['(1. e4 e5) 1. d4 d5 2. c4 *']],
    ['(so 1. e4\ne5) 1. d4 d5 *', ['(so 1. e4\ne5) 1. d4 d5 *']],
    ['1. e4 *\n((1. c4) {x} 1. e4) 1. d4 *', ['1. e4 *', '((1. c4) {x} 1. e4) 1. d4 *']],
    ['1. (c4) e4 e5 *', ['1. (c4) e4 e5 *']],
    ['(c) 2014 1. e4 e5 *', ['1. e4 e5 *']],
    ['a slip (Paris\n1. e4 e5 *', ['1. e4 e5 *']],
    [`(${'-'.repeat(5000)} 1. e4 e5 *`, ['1. e4 e5 *']],
    ['(a ) b) 1. e4 e5 *', ['1. e4 e5 *']],
    ['x\n(a {b\nc} 1. e4 e5) 1. d4 d5 *', ['(a {b\nc} 1. e4 e5) 1. d4 d5 *']],
    ['x\n1. {b\nc} e4 e5 *', ['1. {b\nc} e4 e5 *']],
  ])('are a part of the game that begins in them: %j', (text, expected) => {
    for (const sizes of [[text.length], [1], [2, 3]]) {
      const games = split(bytesOf(text), sizes);
      expect(games.map(textOf)).toEqual(expected);
      expect(games.map((game) => game.line)).toEqual(
        expected.map((game) => text.slice(0, text.indexOf(game)).split('\n').length),
      );
    }
  });
});

describe('a fence', () => {
  it('ends a game without a result: what stands behind it is read the same from the beginning and from that game on', () => {
    const first = '[Event "a"]\n\n1. e4 e5 1-0\n\n';
    const rest = '[Event "b"]\n\n1. e4 c5\n%motif x\n {c} 2. Nf3 d6 3. d4 *';
    expect(
      split(bytesOf(first + rest))
        .map(textOf)
        .slice(1),
    ).toEqual(split(bytesOf(rest)).map(textOf));
  });

  it('ends a comment between games that nobody closed', () => {
    const text = '1. e4 *\n{ open\n%motif x\n[Event "b"]\n\n1. d4 *';
    const games = split(bytesOf(text));
    expect(games.map(textOf)).toEqual(['1. e4 *', '[Event "b"]\n\n1. d4 *']);
    expect(split(bytesOf(text), [1])).toEqual(games);
  });
});

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

describe('limits', () => {
  const small = '[White "A"]\n\n1. e4 *\n\n';

  it('cuts a game that is too large, and reads on behind it', () => {
    const large = `[White "Large"]\n\n1. e4 {${'x'.repeat(5000)}} e5 *\n\n`;
    const input = bytesOf(small + large + small);
    const games = split(input, [input.length], { maxGameBytes: 1000 });
    expect(games.map((game) => game.fault)).toEqual([undefined, 'too_large', undefined]);
    expect(games[1]?.bytes).toEqual(input.subarray(small.length, small.length + 1000));
    for (const sizes of [[1], [999], [1000], [1001]]) {
      expect(split(input, sizes, { maxGameBytes: 1000 })).toEqual(games);
    }
  });

  it('takes a game of exactly the limit', () => {
    const games = split(bytesOf('1. e4 *'), [3], { maxGameBytes: 7 });
    expect(games).toMatchObject([{ offset: 0 }]);
    expect(games[0]?.fault).toBeUndefined();
  });

  it('passes over an endless line in flat memory', () => {
    const splitter = new GameSplitter({ maxGameBytes: 1 << 16 });
    const chunk = bytesOf('Nf3 Nf6 '.repeat(1 << 15));
    const games = splitter.push(bytesOf('1. e4 e5 '));
    const before = bufferBytes();
    for (let i = 0; i < 400; i++) games.push(...splitter.push(chunk));
    expect(bufferBytes() - before).toBeLessThan(16 << 20);
    games.push(...splitter.push(bytesOf('*\n[White "B"] 1. d4 *')), ...splitter.end());
    expect(games.map((game) => game.fault)).toEqual(['too_large', undefined]);
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses a limit of %d', (maxGameBytes) => {
    expect(() => new GameSplitter({ maxGameBytes })).toThrow(RangeError);
  });

  it('names misuse', () => {
    const splitter = new GameSplitter();
    splitter.end();
    expect(() => splitter.push(bytesOf('x'))).toThrow(/push after end/);
    expect(() => splitter.end()).toThrow(/ends once/);
  });
});

describe('splitGames', () => {
  async function* chunks(input: Uint8Array, size: number, fault?: Error): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < input.length; at += size) yield await Promise.resolve(input.subarray(at, at + size));
    if (fault) throw fault;
  }

  it('gives the games of a stream', async () => {
    const games: RawGame[] = [];
    for await (const game of splitGames(chunks(fixture('plain.pgn'), 10))) games.push(game);
    expect(games).toEqual(split(fixture('plain.pgn')));
  });

  it('gives the whole games before a fault, then the fault', async () => {
    const games: RawGame[] = [];
    const input = fixture('plain.pgn').subarray(0, 300);
    const reading = (async () => {
      for await (const game of splitGames(chunks(input, 7, new Error('cut')))) games.push(game);
    })();
    await expect(reading).rejects.toThrow('cut');
    expect(games).toEqual(split(fixture('plain.pgn')).slice(0, 2));
  });

  it('closes its source when the reader leaves', async () => {
    let closed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield* chunks(fixture('plain.pgn'), 100);
      } finally {
        closed = true;
      }
    }
    for await (const game of splitGames(source())) {
      expect(game.offset).toBe(0);
      break;
    }
    expect(closed).toBe(true);
  });
});
