/** Results that only people write: where they begin, and that the moves before them are read. */
import { describe, expect, it } from 'vitest';
import { oddResultAt } from '../../src/pgn/odd-result.js';
import { bytesOf } from './helpers.js';
import { engine, moves } from './moves.js';

const GAME = '1. e4 e5 2. Nf3 ';
const FORFEITS = ['1-0F', '0-1F', '1F-0F', '0F-1F', '0F-0F', '1-0ff', '1-0FF', '1–0F', '½-½F', '+/-F', '-:+ff'];
const SIGNS = ['+ -', '- +', '+ / -', '- : +'];
const DOCKED = ['1/2-0', '0-1/2', '½-0', '0–½', '0.5-0', '0-0,5'];
const BROKEN = ['1/2-\n1/2', '1/2\r\n-1/2', '1-\n0', '0\n-1', '½-\r½'];

describe('at the end of a game', () => {
  it.each([...FORFEITS, ...SIGNS, ...DOCKED, ...BROKEN])('%j', (result) => {
    expect(moves(GAME + result)).toBe('e2e4 e7e5 g1f3');
    expect(moves(`${GAME}{resigns} ${result} \n\n`)).toBe('e2e4 e7e5 g1f3');
    expect(oddResultAt(bytesOf(GAME + result))).toBe(GAME.length);
  });

  it('in Latin-1 and Windows-1252', () => {
    expect(moves(Buffer.from(`${GAME}0 \x96 \xbd\n`, 'latin1'))).toBe('e2e4 e7e5 g1f3');
  });

  it('behind moves in another language', () => {
    expect(moves('1. e4 e5 2. Sf3 Sc6 1-0F')).toBe('e2e4 e7e5 g1f3 b8c6');
  });

  it('stays in the text', () => {
    const found = engine.locate(bytesOf(`${GAME}1-0F`), null);
    expect(found).toMatchObject({ ok: true, text: bytesOf(`${GAME}1-0F`), ends: Uint32Array.of(5, 8, 15) });
    const german = engine.locate(bytesOf('1. e4 e5 2. Sf3 1-0F'), null);
    expect(german).toMatchObject({ ok: true, text: bytesOf(`${GAME}1-0F`) });
  });
});

describe('what is none', () => {
  it.each(['1-1', '1-1/2', '1F', 'F-F', '1-0G', '1-0F 3. d4', 'a1-0F', 'White resigns'])('%s is refused', (text) => {
    expect(moves(GAME + text)).toMatch(/^bad_token at ply 4/);
    expect(oddResultAt(bytesOf(GAME + text))).toBe(-1);
  });

  it('a fault before one is told as if none were there', () => {
    expect(moves('1. e4 e5 2. Nf6 Nc6 1-0F')).toBe('illegal_move at ply 3: Nf6');
  });
});

it('takes no time to look for where there are many blanks and signs', () => {
  const text = bytesOf(`${GAME}${'1 - '.repeat(100_000)}${' '.repeat(100_000)}`);
  const began = performance.now();
  for (let count = 0; count < 100; count++) expect(oddResultAt(text)).toBe(-1);
  expect(performance.now() - began).toBeLessThan(1000);
});
