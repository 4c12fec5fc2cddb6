import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain, type QuarantineReason } from '../../src/pgn/quarantine.js';
import type { RawGame } from '../../src/pgn/splitter.js';
import { readTags } from '../../src/pgn/tags.js';
import { bytesOf, fixture, split } from './helpers.js';

/** Explains the fault at the first occurrence of `token` behind `after` in the movetext. */
function explainAt(game: RawGame, reason: QuarantineReason, ply: number, token: string, after = '') {
  const { movetext } = readTags(game.bytes);
  const text = Buffer.from(game.bytes.subarray(movetext));
  return explain(game, reason, ply, text.indexOf(token, text.indexOf(after)), token);
}

function game(text: string): RawGame {
  const [first] = split(bytesOf(text));
  if (first === undefined) throw new Error('no game');
  return first;
}

describe('explain', () => {
  const [illegal, pinned, ambiguous] = split(fixture('illegal-move.pgn')) as [RawGame, RawGame, RawGame];

  it('says which move is illegal, why, and in what position', () => {
    const fault = explainAt(illegal, 'illegal_move', 6, 'Qxb5');
    expect(fault.message).toBe(
      '"Qxb5" is not legal at ply 6: no black queen can reach b5; ' +
        'position: r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3',
    );
    expect(fault).toMatchObject({ line: 7, column: 8 });
    const input = fixture('illegal-move.pgn');
    expect(new TextDecoder().decode(input.subarray(fault.offset, fault.offset + 4))).toBe('Qxb5');
  });

  it('knows pins and ambiguity', () => {
    expect(explainAt(pinned, 'illegal_move', 7, 'Nd5').message).toContain(
      'the knight on c3 cannot go to d5 without leaving the king in check',
    );
    expect(explainAt(ambiguous, 'ambiguous_move', 5, 'Nd2').message).toContain(
      'the knights on b1 and f3 can both go to d2',
    );
  });

  it.each([
    ['1. e4 e5 2. O-O *', 3, 'O-O', 'White cannot castle that way here'],
    ['1. e4 e5 2. Bh4 *', 3, 'Bh4', 'no white bishop can reach h4'],
    ['1. e4 e5 2. Ke1 *', 3, 'Ke1', 'e1 is occupied by a white piece'],
    ['1. f3 e5 2. g4 Qh4# 3. a3 *', 5, 'a3', 'White is checkmated already'],
    ['1. e4 (1. d4) {c} 1... e5 2. e5 *', 3, 'e5', 'e5', '2. '],
  ])('%s', (text, ply, token, words, after = '') => {
    expect(explainAt(game(text), 'illegal_move', ply, token, after).message).toContain(words);
  });

  it('says so when chess.js does not agree', () => {
    expect(explainAt(game('1. e4 e5 *'), 'illegal_move', 2, 'e5').message).toContain('yet chess.js accepts it');
    expect(explainAt(game('1. e4 Zz 2. d4 *'), 'illegal_move', 3, 'd4').message).toContain('only to ply 1');
  });

  it('locates bad syntax with pgn-parser', () => {
    const fault = explainAt(game('[White "a \\"b\\""]\n\n%skip\n1. e4 0-0 2. Qxx9 *'), 'bad_token', 3, 'Qxx9');
    expect(fault.message).toBe(
      '"Qxx9" at ply 3 is neither a move nor anything else that PGN knows; pgn-parser stops at "x" where [a-h\\-] could follow',
    );
    expect(fault).toMatchObject({ line: 4, column: 14 });
    expect(explain(game('1. e4 { never'), 'unterminated_comment', 2, 6, '{').message).toContain(
      'at the end of the game',
    );
  });

  it('does not quote pgn-parser where it stumbles over something else', () => {
    expect(explainAt(game('1. e4 \u221e e5 2. ??? *'), 'bad_token', 3, '???').message).not.toContain('pgn-parser');
  });

  it('names the FEN that holds no position', () => {
    const fault = explain(
      game('[White "x"]\n[FEN "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]\n\n1. e4 *'),
      'bad_fen',
      0,
      0,
      '',
    );
    expect(fault).toMatchObject({ line: 2, column: 2 });
    expect(fault.message).toContain('too many squares in rank');
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
    expect(explain(game('1. e4 *'), reason, 0, 0, '').message).toMatch(/^[a-z][^\n]*$/);
  });

  it.each([
    ['deep variations', `1. e4 ${'(1. d4 '.repeat(20_000)}`],
    ['a long game', `1. e4 ${'Nf6 Ng8 Nf3 Ng1 '.repeat(20_000)} Zz`],
    ['a huge comment', `1. e4 {${'x '.repeat(500_000)}} Zz`],
    ['many quotes', `1. e4 ${'" { ; '.repeat(5000)}`],
  ])('is quick with %s', (_, text) => {
    const started = performance.now();
    for (const reason of ['bad_token', 'illegal_move', 'unterminated_variation'] as const) {
      expect(explain({ bytes: bytesOf(text), offset: 0, line: 1 }, reason, 400, 10, 'Zz').message).not.toBe('');
    }
    expect(performance.now() - started).toBeLessThan(1500);
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
      fc.property(bytes, reason, fc.integer(), fc.double(), fc.string(), (input, why, ply, offset, token) => {
        const fault = explain({ bytes: input, offset: 1000, line: 7 }, why, ply, offset, token);
        expect(fault.offset).toBeGreaterThanOrEqual(1000);
        expect(fault.offset).toBeLessThanOrEqual(1000 + input.length);
        expect(fault.message).not.toMatch(/[\r\n]/);
      }),
      { numRuns: 500 },
    );
  });
});
