/** What is pasted into the playground, as it comes from pages, letters and tables. */
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { readGame } from '../../src/tactics/pgn.js';
import { readInput } from '../../src/web/playground/input.js';
import { PUZZLE_000PW } from '../api/app.js';

describe('what is pasted', () => {
  it.each([
    ['as it is', PUZZLE_000PW],
    ['with blanks and lines around it', `\n  ${PUZZLE_000PW} \r\n\n`],
    ['of a page that must not break it', PUZZLE_000PW.replaceAll(' ', '\u00a0')],
    ['of a table', PUZZLE_000PW.replaceAll(' ', '\t')],
    ['behind a byte order mark', `\ufeff${PUZZLE_000PW}`],
  ])('is a FEN %s', (_words, text) => {
    expect(readInput(text)).toEqual({ fen: PUZZLE_000PW });
  });

  it('is a game whose numbers and moves a page keeps together', async () => {
    const { pgn = '' } = readInput('1.\u00a0e4 e5\n2.\u00a0Nf3\tNc6 *') ?? {};
    expect(pgn).toBe('1. e4 e5\n2. Nf3 Nc6 *');
    expect(readGame(await loadEngine(), pgn).moves).toHaveLength(4);
  });

  it.each(['', ' \n\t\u00a0\r\n'])('is nothing: %j', (text) => {
    expect(readInput(text)).toBeNull();
  });
});
