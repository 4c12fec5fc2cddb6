/** Games out of bytes, however these are cut: the fixtures, comments, fences, limits, streams. */
import { describe, expect, it } from 'vitest';
import { CANDIDATE_WINDOW } from '../../src/pgn/quotation.js';
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

  it('does not tell tags that stand alone for a game before it is known what follows them', () => {
    const alone = bytesOf('[Opening "Sicilian"] ; c {\n[ECO "B20"]\n');
    const named = bytesOf('[Opening "Sicilian"] ; c {\n[White "A"]\n');
    for (const sizes of [[alone.length], [1], [26]]) {
      expect(split(alone, sizes, { maxGameBytes: 16 })).toEqual([]);
      const games = split(named, sizes, { maxGameBytes: 16 });
      expect(games).toMatchObject([{ fault: 'too_large', bytes: named.subarray(0, 16) }]);
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
