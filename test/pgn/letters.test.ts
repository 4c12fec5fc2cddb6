/** Piece letters of other languages: read where the whole game allows one reading, else refused in words. */
import { beforeAll, describe, expect, it } from 'vitest';
import { hasForeignLetter, readingsOf } from '../../src/pgn/letters.js';
import { explain } from '../../src/pgn/quarantine.js';
import type { Engine } from '../../src/tactics/engine.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { makeUci } from '../../src/tactics/record.js';
import { bytesOf } from './helpers.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

function moves(text: string, fen: string | null = null): string {
  const found = engine.mainLine(bytesOf(text), fen);
  return found instanceof Uint16Array
    ? Array.from(found, makeUci).join(' ')
    : `${found.reason} at ply ${found.ply}: ${found.token}`;
}

/** Knights, bishops, castling, a queen, a king and a rook move; K and Q and so on stand for the language's letters. */
const ENGLISH =
  '1. e4 e5 2. Nf3 Nc6 3. Bc4 {Nd4 Bxf7} Bc5 4. O-O Nge7 (4... Nf6 5. d3) 5. d3 d6 6. Qe2 Qd7 7. Kh1 Kd8 8. Rg1 Re8 *';

function translated(letters: string): string {
  return ENGLISH.replace(/[NBRQK](?=[a-h]?x?[a-h][1-8])/g, (letter) => [...letters]['NBRQK'.indexOf(letter)] ?? '');
}

describe('a whole game', () => {
  it.each([
    ['German', 'SLTDK'],
    ['Dutch', 'PLTDK'],
    ['French', 'CFTDR'],
    ['Spanish', 'CATDR'],
    ['Portuguese', 'CBTDR'],
    ['Romanian', 'CNTDR'],
    ['Polish', 'SGWHK'],
    ['Czech', 'JSVDK'],
    ['Hungarian', 'HFBVK'],
    ['Finnish', 'RLTDK'],
    ['Estonian', 'ROVLK'],
    ['Icelandic', 'RBHDK'],
    ['Bulgarian', 'КОТДЦ'],
    ['Serbian', 'СЛТДК'],
  ])('in %s', (_, letters) => {
    expect(moves(translated(letters))).toBe(moves(ENGLISH));
  });

  it('in Russian, castling included', () => {
    const text = '1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. С:c6 dxc6 5. О-О';
    expect(moves(text)).toBe(moves('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O'));
    expect(moves('1. e4 e5 2. Кf3 Кc6 3. Крe2')).toBe(moves('1. e4 e5 2. Nf3 Nc6 3. Ke2'));
  });

  it('in English, with Cyrillic castling', () => {
    expect(moves('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. О-О')).toBe(moves('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O'));
  });

  it('with promotions', () => {
    const fen = '8/P6k/8/8/8/8/8/K7 w - - 0 1';
    expect(moves('1. a8=D Kg7 2. Df8+', fen)).toBe('a7a8q h7g7 a8f8');
    expect(moves('1. a8(T) Kg7 2. Th8', fen)).toBe('a7a8r h7g7 a8h8');
    for (const apart of ['a8 =D', 'a8= D', 'a8 (D)', 'a8 = D'])
      expect(moves(`1. ${apart} Kg7 2. Df8+`, fen)).toBe('a7a8q h7g7 a8f8');
  });

  it('with a promotion as the only letter that English has not', () => {
    expect(moves('1. a8=D Kg7 2. Kb2', '8/P6k/8/8/8/8/8/K7 w - - 0 1')).toBe('a7a8q h7g7 a1b2');
    // T is a rook in German, too, but R no king
    expect(moves('1. a8=T Rg7 2. Rb2', '8/P6k/8/8/8/8/8/K7 w - - 0 1')).toBe('a7a8r h7g7 a1b2');
    // a German knight, a Czech bishop
    expect(moves('1. a8=S Kg7', '8/P6k/8/8/8/8/8/K7 w - - 0 1')).toMatch(/^bad_token at ply 1/);
  });

  it.each(['{[%csl Gd4,Rf7]}', '{ a bracket ; Gd4 }', '; Gd4 and Wf7\n', '\n% Gd4\n'])(
    'with letters of other languages in a comment: %j',
    (comment) => {
      const text = `1. e4 e5 2. Sf3 Sc6 3. Lb5 ${comment} a6 4. Lxc6 1-0`;
      expect(moves(text)).toBe(moves('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6'));
    },
  );

  it('with a sign behind a move to the last rank, which is no promotion', () => {
    expect(moves('1. e4 e5 2. Cf3 Cc6 3. Fb5 Tb8 = 4. Tf1 Ta8 = 5. Re2')).toBe(
      moves('1. e4 e5 2. Nf3 Nc6 3. Bb5 Rb8 = 4. Rf1 Ra8 = 5. Ke2'),
    );
  });
});

describe('what is not clear', () => {
  it('is refused: two languages, two games', () => {
    // The German knight or the Czech bishop: both can go to e2.
    expect(moves('1. e4 e5 2. Se2')).toBe('bad_token at ply 3: Se2');
  });

  it('is refused: letters of no one language', () => {
    expect(moves('1. e4 e5 2. Sf3 Cc6')).toBe('bad_token at ply 3: Sf3');
    expect(moves('1. e4 e5 2. Yf3')).toBe('bad_token at ply 3: Yf3');
  });

  it('is refused: a move that is illegal in any language', () => {
    expect(moves('1. e4 e5 2. Sf3 Sc6 3. Lb6')).toBe('bad_token at ply 3: Sf3');
  });

  it('is told in words', () => {
    const game = { bytes: bytesOf('1. e4 e5 2. Se2'), offset: 0, line: 1 };
    const fault = { reason: 'bad_token', ply: 3, offset: 12 } as const;
    expect(explain(game, { ...fault, token: 'Se2' }).message).toContain('is not English');
    expect(explain(game, { ...fault, token: 'whatever' }).message).not.toContain('is not English');
  });
});

it('English games have no other reading', () => {
  expect(readingsOf(bytesOf(ENGLISH))).toEqual([]);
  expect(readingsOf(bytesOf('1. e4 whatever Fritz Siegfried D4'))).toEqual([]);
  expect(readingsOf(bytesOf(`1. Sf3 {${'x'.repeat(70_000)}}`))).toEqual([]);
});

it.each([
  ['Sf3', true],
  ['Кf3', true],
  ['Nf3', false],
  ['e4', false],
  ['S', false],
  ['whatever', false],
])('%s: %s', (token, foreign) => {
  expect(hasForeignLetter(token)).toBe(foreign);
});
