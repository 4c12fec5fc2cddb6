/** What is pasted into the playground, as it comes from pages, letters and tables. */
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { readGame } from '../../src/tactics/pgn.js';
import { playgroundAddress } from '../../src/web/address.js';
import { readInput } from '../../src/web/playground/input.js';
import { PUZZLE_000PW } from '../api/app.js';

describe('what is pasted', () => {
  it.each([
    ['as it is', PUZZLE_000PW],
    ['with blanks and lines around it', `\n  ${PUZZLE_000PW} \r\n\n`],
    ['of a page that must not break it', PUZZLE_000PW.replaceAll(' ', '\u00a0')],
    ['of a table', PUZZLE_000PW.replaceAll(' ', '\t')],
    ['behind a byte order mark', `\ufeff${PUZZLE_000PW}`],
    ['of a list in a program', `"${PUZZLE_000PW}",`],
    ['as the address of an analysis', `https://lichess.org/analysis/standard/${PUZZLE_000PW.replaceAll(' ', '_')}#12`],
    ['as the address of an editor', `https://lichess.org/editor/${PUZZLE_000PW.replaceAll(' ', '_')}?color=black`],
    ['as a parameter', `https://www.chess.com/analysis?fen=${encodeURIComponent(PUZZLE_000PW)}&flip=false`],
    ['as a parameter of a form', `https://www.chess.com/analysis?fen=${PUZZLE_000PW.replaceAll(' ', '+')}&flip=false`],
  ])('is a FEN %s', (_words, text) => {
    expect(readInput(text)).toEqual({ fen: PUZZLE_000PW });
  });

  it.each([
    { fen: PUZZLE_000PW, depth: 'l1', pick: 1, step: 2, flip: true },
    { pgn: '[White "A & B"]\n\n1. e4 e5 {100 %} *\n\n1. d4 *', game: 2, ply: 2 },
  ] as const)('is what a link to the playground shows: %j', (view) => {
    expect(readInput(`https://motif.example${playgroundAddress(view)}`)).toEqual(view);
  });

  it('is a position with operations behind it, as EPD has it', () => {
    const position = PUZZLE_000PW.split(' ').slice(0, 4).join(' ');
    expect(readInput(`${position} bm Ne2+; id "fork";`)).toEqual({ fen: position });
    // five fields are no EPD: what is wrong with them is told
    expect(readInput(`${position} -1`)).toEqual({ fen: `${position} -1` });
  });

  it('is a game whose numbers and moves a page keeps together', async () => {
    const { pgn = '' } = readInput('1.\u00a0e4 e5\n2.\u00a0Nf3\tNc6 *') ?? {};
    expect(pgn).toBe('1. e4 e5\n2. Nf3 Nc6 *');
    expect(readGame(await loadEngine(), pgn).moves).toHaveLength(4);
  });

  it('is a game as it stands, so that the lines which faults name are those of the box', () => {
    expect(readInput('\n\n1. e4 Ke3 *\n')).toEqual({ pgn: '\n\n1. e4 Ke3 *\n' });
  });

  it.each(['https://lichess.org/abcd1234', 'https://lichess.org/%E0%A4%A', 'https://motif.example/#fen=x'])(
    'is the address of no position: %s',
    (text) => {
      expect(readInput(text)).toBeNull();
    },
  );

  it.each(['', ' \n\t\u00a0\r\n'])('is nothing: %j', (text) => {
    expect(readInput(text)).toBeNull();
  });
});
