import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { explain, type QuarantineReason } from '../../src/pgn/quarantine.js';
import type { RawGame } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { processorTime, slowness } from '../processor.js';
import { bytesOf, fixture, split } from './helpers.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** Explains the fault at the first occurrence of `token` in the movetext. */
function explainAt(game: RawGame, reason: QuarantineReason, ply: number, token: string, position?: string) {
  const { movetext } = readTags(game.bytes);
  const text = Buffer.from(game.bytes.subarray(movetext));
  return explain(game, { reason, ply, offset: text.indexOf(token), token, ...(position && { position }) });
}

/** Explains what the kernel stumbles over. */
function explainFault(game: RawGame) {
  const { tags, movetext } = readTags(game.bytes);
  const fault = engine.mainLine(game.bytes.subarray(movetext), tags.get('FEN') ?? null);
  if (fault instanceof Uint16Array) throw new Error('the game is in order');
  return explain(game, fault);
}

function game(text: string): RawGame {
  const [first] = split(bytesOf(text));
  if (first === undefined) throw new Error('no game');
  return first;
}

describe('explain', () => {
  const [illegal, pinned, ambiguous] = split(fixture('illegal-move.pgn')) as [RawGame, RawGame, RawGame];

  it('shows a move in the encoding that its game was read in, and says that there are others', () => {
    const other = 'the game was read as Windows-1252: if its file is in another encoding, convert it to UTF-8';
    // Кf3 in Windows-1251, and no language that has both letters
    const russian = explainFault(game('1. e4 e5 2. Кf3 Sc6 *'));
    expect(russian.message).toMatch(/^"Кf3" at ply 3 is neither a move/);
    expect(russian.message).not.toContain(other);
    const [misread] = split(Buffer.from('1. e4 e5 2. \xcaf3 Sc6 *', 'latin1')) as [RawGame];
    expect(explainFault(misread).message).toMatch(/^"Êf3" at ply 3 is neither a move/);
    expect(explainFault(misread).message).toContain(other);
    const [english] = split(Buffer.from('1. e4 {\xca} e5 2. Ng3 *', 'latin1')) as [RawGame];
    expect(explainFault(english).message).not.toContain(other);
  });

  it('says which move is illegal, why, and in what position', () => {
    const fault = explainFault(illegal);
    expect(fault.message).toBe(
      '"Qxb5" is not legal at ply 6: no black queen can reach b5; ' +
        'position: r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
    );
    expect(fault).toMatchObject({ line: 7, column: 8 });
    const input = fixture('illegal-move.pgn');
    expect(new TextDecoder().decode(input.subarray(fault.offset, fault.offset + 4))).toBe('Qxb5');
  });

  it.each([
    ['[Event "A very long\r\nname of an event"]\r\n\r\n1. e4 *', true],
    ['[Event "A"]\n[Site "A very long \n\n name"] *', true],
    ['[Event "A very long name"]\nname of an event"]\n\n1. e4 *', false],
    ['[Event "A very long"\nname of an event *', false],
    ['[Event "A very long\n\n1. e4 name *', false],
  ])('knows the rest of a value that runs over its line: %j', (text, over) => {
    const { message } = explainFault(game(text));
    expect(message).toMatch(/^"name/);
    expect(message.includes('the tag before it is not closed, and the value of a tag must end on its line')).toBe(over);
  });

  it('knows pins and ambiguity', () => {
    expect(explainFault(pinned).message).toContain(
      'the knight on c3 cannot go to d5 without leaving the king in check',
    );
    expect(explainFault(ambiguous).message).toContain('the knights on b1 and f3 can both go to d2');
  });

  it.each([
    ['1. e4 e5 2. O-O *', 'ply 3: White cannot castle that way here'],
    ['1. e4 e5 2. Bh4 *', 'ply 3: no white bishop can reach h4'],
    ['1. e4 e5 2. Ke1 *', 'ply 3: e1 is occupied by a white piece'],
    ['1. e4 e5 2. d6 *', 'ply 3: no white pawn can reach d6'],
    ['1. e4 e5 2. exd5 *', 'ply 3: no white pawn can reach d5'],
    ['1. e4 e5 2. Nbf3 *', 'ply 3: no white knight can reach f3'],
    ['1. e4 e5 2. Nef3 *', 'ply 3: there is no white knight on e-file'],
    ['1. e4 e5 2. g2h3 *', 'ply 3: no white pawn can reach h3'],
    ['1. f3 e5 2. g4 Qh4# 3. a3 *', 'ply 5: White is checkmated already'],
    ['1. e4 (1. d4) {c} 1... e5 2. e5 *', 'ply 3: no white pawn can reach e5'],
    ['[FEN "4k3/8/8/8/8/8/q7/4K3 w - - 0 1"]\n\n1. Ke2 *', 'ply 1: e2 is attacked'],
    ['[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Qe2 *', 'ply 1: there is no white queen on the board'],
    ['[FEN "k7/2Q5/8/8/8/8/8/4K3 b - - 0 1"]\n\n1... Ka7 *', 'ply 1: Black is stalemated already'],
    ['[FEN "7k/P7/8/8/8/8/8/K7 w - - 0 1"]\n\n1. a8 *', 'ply 1: the move does not say what the pawn becomes on a8'],
    ['[FEN "4r2k/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. d3 *', 'ply 1: no white pawn can reach d3'],
    [
      '[FEN "7k/8/8/b7/8/8/3P4/4K3 w - - 0 1"]\n\n1. d4 *',
      'the pawn on d2 cannot go to d4 without leaving the king in check',
    ],
  ])('%s', (text, words) => {
    expect(explainFault(game(text)).message).toContain(words);
  });

  it('names the position where chess.js cannot say more', () => {
    const fault = explainFault(game('1. e4 e5 2. -- Ke7 3. -- Ke6 4. Qg4 -- *'));
    expect(fault.message).toMatch(/^"--" is not legal at ply 8: chess.js refuses it too; position: .* b /);
  });

  it('says so when chess.js does not agree', () => {
    const position = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    expect(explainAt(game('1. e4 e5 *'), 'illegal_move', 2, 'e5', position).message).toContain(
      'yet chess.js accepts it',
    );
    expect(explainAt(game('1. e4 e5 *'), 'illegal_move', 2, 'e5').message).toBe('"e5" is not legal at ply 2');
    expect(explainAt(game('1. e4 e5 *'), 'illegal_move', 2, 'e5', 'no FEN').message).toContain('position: no FEN');
  });

  it.each([
    ['illegal_move', '1. e4 e5 2. Qa1 *'],
    ['ambiguous_move', '1. d4 d5 2. Nf3 Nf6 3. Nd2 *'],
    ['bad_token', '1. e4 whatever *'],
    ['unterminated_comment', `1. e4 { ${'never closed, '.repeat(130)}`],
    ['unterminated_variation', `1. e4 ( ${'1. d4 d5 '.repeat(150)}`],
  ])('takes a few milliseconds at most for %s, wherever it is', (reason, text) => {
    // What comes before must not matter: the same game behind two hundred moves.
    const broken = game(`${'1. Nf3 Nf6 2. Ng1 Ng8 '.repeat(50)} ${text}`);
    const started = processorTime();
    for (let i = 0; i < 200; i++) expect(explainFault(broken).reason).toBe(reason);
    expect((processorTime() - started) / 200).toBeLessThan(8 * slowness());
  });

  it('locates bad syntax with pgn-parser', () => {
    const fault = explainAt(game('[White "a \\"b\\""]\n\n%skip\n1. e4 0-0 2. Qxx9 *'), 'bad_token', 3, 'Qxx9');
    expect(fault.message).toBe(
      '"Qxx9" at ply 3 is neither a move nor anything else that PGN knows; pgn-parser stops at "x" where [a-h\\-] could follow',
    );
    expect(fault).toMatchObject({ line: 4, column: 14 });
    const open = { reason: 'unterminated_comment', ply: 2, offset: 6, token: '{' } as const;
    expect(explain(game('1. e4 { never'), open).message).toContain('at the end of the game');
  });

  it('shows pgn-parser the fault and not what stands before it', () => {
    const fault = explainAt(game('1. e4 \u221e e5 2. ??? *'), 'bad_token', 3, '???');
    expect(fault.message).toContain('pgn-parser stops at "?"');
  });

  it.each([
    ['rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', 'the board is not eight ranks of eight squares'],
    ['4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1', 'the castling rights "KQkq" do not fit kings on e1 and e8'],
    ['4k3/8/8/8/8/4P3/8/4K3 b - e3 0 1', 'no double step can have led to the en-passant square "e3"'],
    ['4k3/8/8/8/8/8/4P3/4K3 w', 'the castling rights must be "-" or some of "KQkq" (they are missing)'],
    ['4k3/8/8/8/8/8/4P3/4K3\u00a0w - - 0 1', 'it holds "\u00a0" (U+00A0) at character 22'],
  ])('names the FEN that holds no position, and says why: %s', (fen, why) => {
    const fault = explainFault(game(`[Event "FENTON Cup [FEN]"]\n[FEN "${fen}"]\n\n1. e4 *`));
    expect(fault).toMatchObject({ reason: 'bad_fen', line: 2, column: 2 });
    expect(fault.message).toContain(`the FEN tag holds no legal position: ${JSON.stringify(fen)}; ${why}`);
  });

  it.each(['fen', 'Fen:', 'FEN='])('finds it under the name of %s', (name) => {
    const fault = explainFault(game(`[Event "FENTON Cup [FEN]"]\n  [${name} "x"]\n\n1. e4 *`));
    expect(fault).toMatchObject({ reason: 'bad_fen', line: 2, column: 4 });
  });

  it('finds it behind a megabyte of blanks as well, and in no time', () => {
    const started = processorTime();
    const fault = explainFault(game(`[Event "x"]\n${' '.repeat(1_000_000)}\n[FEN "x"]\n\n1. e4 *`));
    expect(fault).toMatchObject({ reason: 'bad_fen', line: 3, column: 2 });
    // looking back from each blank took 24 s for a tenth of them
    expect(processorTime() - started).toBeLessThan(1000 * slowness());
  });

  it('counts columns from where the game begins, in its first line', () => {
    const second = split(bytesOf('[Event "x"]\n\n1. e4 * 1. d4 Qxx9 *\n'))[1]!;
    expect(explainAt(second, 'bad_token', 2, 'Qxx9')).toMatchObject({ line: 3, column: 7, offset: 27 });
    expect(explainAt(game('  1. e4 e5\n  2. Qxx9 *'), 'bad_token', 3, 'Qxx9')).toMatchObject({ line: 2, column: 6 });
  });

  it('counts columns in characters and lines by any line end', () => {
    expect(explainAt(game('{ü ü} 1. e4 Qxx9 *'.replace('{', '1. d4 {')), 'bad_token', 2, 'Qxx9').column).toBe(19);
    expect(explainAt(game('1. e4\r\n{a\r\nb}\rQxx9 *'), 'bad_token', 2, 'Qxx9')).toMatchObject({ line: 4, column: 1 });
  });

  it.each<QuarantineReason>([
    'too_large',
    'no_moves_readable',
    'engine_failed',
    'too_many_plies',
    'unterminated_variation',
  ])('has plain words for %s', (reason) => {
    expect(explain(game('1. e4 *'), { reason }).message).toMatch(/^[a-z][^\n]*$/);
  });

  it.each([
    ['deep variations', `1. e4 ${'(1. d4 '.repeat(20_000)}`],
    ['a long game', `1. e4 ${'Nf6 Ng8 Nf3 Ng1 '.repeat(20_000)} Zz`],
    ['a huge comment', `1. e4 {${'x '.repeat(500_000)}} Zz`],
    ['many quotes', `1. e4 ${'" { ; '.repeat(5000)}`],
  ])('is quick with %s', (_, text) => {
    const started = processorTime();
    for (const reason of ['bad_token', 'illegal_move', 'unterminated_variation'] as const) {
      const { message } = explain(
        { bytes: bytesOf(text), offset: 0, line: 1 },
        { reason, ply: 400, offset: 10, token: 'Zz' },
      );
      expect(message).not.toBe('');
    }
    expect(processorTime() - started).toBeLessThan(1500 * slowness());
  });

  it('never throws, and stays within the game', () => {
    const reason = fc.constantFrom<QuarantineReason>(
      'illegal_move',
      'ambiguous_move',
      'bad_token',
      'unterminated_comment',
      'bad_fen',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .array(fc.constantFrom('e4', 'Nf3', '{', '}', '(', ')', '\n%', ';', '[FEN "8/8"]', '[', '1.', 'O-O', '\0'), {
          maxLength: 40,
        })
        .map((words) => bytesOf(words.join(' '))),
    );
    fc.assert(
      fc.property(bytes, reason, fc.integer(), fc.double(), fc.string(), (input, reason, ply, offset, token) => {
        const fault = explain({ bytes: input, offset: 1000, line: 7 }, { reason, ply, offset, token });
        expect(fault.offset).toBeGreaterThanOrEqual(1000);
        expect(fault.offset).toBeLessThanOrEqual(1000 + input.length);
        expect(fault.message).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 500 },
    );
  });
});
