/** Accents and umlauts, as they are asked for and as they are found. */
import { describe, expect, test } from 'vitest';
import { asAsked, fold, partTest, spell } from '../../../src/pgn/filter/spelling.js';

describe('a text', () => {
  test.each([
    ['Müller', 'muller', 'mueller'],
    ['MU\u0308LLER', 'muller', 'mueller'],
    ['Gößling', 'gossling', 'goessling'],
    ['Sørensen', 'sorensen', 'soerensen'],
    ['Zoë Citroën', 'zoe citroen', 'zoe citroen'],
    ['José Łódź', 'jose lodz', 'jose lodz'],
    ['Samuel', 'samuel', 'samuel'],
    ['Карпов', 'карпов', 'карпов'],
  ])('%s has the spellings %s and %s', (text, plain, spelled) => {
    expect(fold(text)).toBe(plain);
    expect(spell(text)).toBe(spelled);
    // and what is kept of it has the same
    expect([fold(asAsked(text)), spell(asAsked(text))]).toEqual([plain, spelled]);
  });

  test('is kept as one where it asks the same', () => {
    expect(asAsked('MÜLLER')).toBe(asAsked('mu\u0308ller'));
    expect(asAsked('José')).toBe(asAsked('JOSE'));
    expect(asAsked('müller')).not.toBe(asAsked('muller'));
  });
});

describe('a part', () => {
  test.each([
    ['münchen', 'Muenchen open', true],
    ['muenchen', 'München Open', true],
    ['muenchen', 'Munchen Open', false],
    ['munchen', 'München Open', true],
    ['ell', 'Brüll Memorial', false],
    ['samuel', 'Memorial Samuel', true],
  ])('%s of %s: %s', (part, text, holds) => {
    expect(partTest([asAsked(part)])(text)).toBe(holds);
    expect(partTest(['nothing', asAsked(part)])(text)).toBe(holds);
  });
});
