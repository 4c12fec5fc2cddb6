/** What is pasted into the playground, as it comes from pages, letters and tables. */
import { describe, expect, it } from 'vitest';
import { loadEngine } from '../../src/tactics/kernel.js';
import { readGame } from '../../src/tactics/pgn.js';
import { playgroundAddress, type View } from '../../src/web/address.js';
import { isWhole, MOST, readInput } from '../../src/web/playground/input.js';
import { START_FEN } from '../../src/web/position.js';
import { PUZZLE_000PW } from '../api/app.js';
import { processorTime } from '../processor.js';

describe('what is pasted', () => {
  it.each([
    ['as it is', PUZZLE_000PW],
    ['with blanks and lines around it', `\n  ${PUZZLE_000PW} \r\n\n`],
    ['of a page that must not break it', PUZZLE_000PW.replaceAll(' ', '\u00a0')],
    ['of a table', PUZZLE_000PW.replaceAll(' ', '\t')],
    ['behind a byte order mark', `\ufeff${PUZZLE_000PW}`],
    ['of a list in a program', `"${PUZZLE_000PW}",`],
    ['behind its name', `FEN: ${PUZZLE_000PW}`],
    ['behind its name, on a line of its own', `FEN\n${PUZZLE_000PW}\nBlack to move`],
    ['as a program sends it to an engine', `position fen ${PUZZLE_000PW}`],
    ['as the body of a request', `{"fen": "${PUZZLE_000PW}", "depth": "l1"}`],
    ['as an answer', JSON.stringify({ tactics: [{ fen: PUZZLE_000PW }], count: 1, fen: PUZZLE_000PW }, null, 2)],
    ['as a line of a file', `{"id":"a","fen_before":"${START_FEN}","fen":"${PUZZLE_000PW}"}`],
    ['as a request in a shell', `curl -d '{"fen":"${PUZZLE_000PW}"}' http://127.0.0.1:3000/api/v1/extract`],
    ['as a row of a table', `fork,black,700,0,d4e2,Ne2+,d4e2 g1g2,Ne2+ Kg2,${PUZZLE_000PW},74,37...,"A, B"`],
    ['as a table of one row', `pattern,fen,ply\nfork,"${PUZZLE_000PW}",74\npin,"${PUZZLE_000PW}",74`],
    ['at the head of a row', `${PUZZLE_000PW};fork;700`],
    ['as an object of a program', `{'fen': '${PUZZLE_000PW}', 'depth': 'l1'}`],
    ['as tags without a game', `[SetUp "1"]\n[FEN "${PUZZLE_000PW}"]`],
    ['in a letter', `What of this: ${PUZZLE_000PW}? Black is a queen down.`],
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

  it.each([
    ['startpos', START_FEN],
    [`fen ${PUZZLE_000PW}`, PUZZLE_000PW],
  ])('is where moves have led that a program sends to an engine: %s', async (start, fen) => {
    const moves = fen === START_FEN ? 'e2e4 e7e5' : 'd4e2 g1g2';
    const view = readInput(`position ${start} moves ${moves}`);
    expect(view).toEqual({ pgn: `[FEN "${fen}"]\n\n${moves} *`, ply: 3 });
    expect(readGame(await loadEngine(), (view as View).pgn ?? '')).toMatchObject({ startFen: fen });
    expect(readInput('position startpos')).toEqual({ fen: START_FEN });
  });

  it.each([
    ['Ne2+ Kg2 Nxc3', 3],
    ['\n37... Ne2+!? $6 {a fork} 38. Kg2\n(38. Kf1 Nxc3) 38... Nxc3 39.bxc3 0-1', 4],
    ['d4e2 g1g2', 2],
  ])('is a game that goes on from a position, with its moves below: %j', async (moves, count) => {
    const { pgn = '' } = readInput(`\n FEN: ${PUZZLE_000PW}\n${moves}`) as View;
    expect(pgn).toBe(`\n [FEN "${PUZZLE_000PW}"]\n${moves}`);
    expect(readGame(await loadEngine(), pgn)).toMatchObject({ startFen: PUZZLE_000PW, moves: { length: count } });
    expect(readInput(`${PUZZLE_000PW}\n37. Black to move`)).toEqual({ fen: PUZZLE_000PW });
  });

  it.each([
    ['a row', ''],
    ['a row below its head', 'PuzzleId,FEN,Moves,Rating\n'],
  ])('is a puzzle of Lichess, behind the move that leads to it: %s', (_words, head) => {
    expect(
      readInput(`${head}000Pw,${PUZZLE_000PW},d4e2 g1g2 e2c3,1500,75,90,100,fork,https://lichess.org/abcd1234#74,`),
    ).toEqual({
      pgn: `[FEN "${PUZZLE_000PW}"]\n\nd4e2 g1g2 e2c3 *`,
      ply: 2,
    });
  });

  it('is a puzzle in a table whose columns are apart by tabs, too', () => {
    expect(readInput(`000Pw\t${PUZZLE_000PW}\td4e2 g1g2\t1500`)).toMatchObject({ ply: 2 });
  });

  it('is read in time that grows with its length', () => {
    const start = processorTime();
    for (const text of ['{ ', '{"', 'p/', '8/8/8/8/8/8/8/8 ', '8/8/8/8 moves a1a2 ']) {
      readInput(text.repeat(MOST / text.length));
    }
    expect(processorTime() - start).toBeLessThan(5_000);
  });

  it.each([
    ['lines', `${PUZZLE_000PW}\n\n${START_FEN}`],
    ['a request', `{"fens": ["${PUZZLE_000PW}", "${START_FEN}"]}`],
    ['lines of JSON', `{"fen":"${PUZZLE_000PW}"}\n{"fen":"${START_FEN}"}`],
    ['a table', `id,fen\n1,${PUZZLE_000PW}\n2,${START_FEN}`],
  ])('is more than the board can show: %s', (_words, text) => {
    expect(readInput(text)).toMatch(/^These are 2 positions, but the board shows only one/);
  });

  it.each([
    `[Event "x"]\n[FEN "${PUZZLE_000PW}"]\n\n37... Ne2+ {${START_FEN}} *`,
    `1. e4 {${PUZZLE_000PW}} e5 {${START_FEN}} *`,
  ])('is a game with positions in it: %s', (pgn) => {
    expect(readInput(pgn)).toEqual({ pgn });
  });

  it('is the game of a request', () => {
    expect(readInput('{"pgn": "1. e4 e5\\n2. Nf3 *", "mode": "played"}')).toEqual({ pgn: '1. e4 e5\n2. Nf3 *' });
  });

  it('is a position with what is wrong with it, behind its name too', () => {
    expect(readInput('FEN: 6k1/5p1p/4p3/4q3 b')).toEqual({ fen: '6k1/5p1p/4p3/4q3 b' });
  });

  it('is a game whose numbers and moves a page keeps together', async () => {
    const { pgn = '' } = readInput('1.\u00a0e4 e5\n2.\u00a0Nf3\tNc6 *') as View;
    expect(pgn).toBe('1. e4 e5\n2. Nf3 Nc6 *');
    expect(readGame(await loadEngine(), pgn).moves).toHaveLength(4);
  });

  it('is a game as it stands, so that the lines which faults name are those of the box', () => {
    expect(readInput('\n\n1. e4 Ke3 *\n')).toEqual({ pgn: '\n\n1. e4 Ke3 *\n' });
  });

  it.each(['https://lichess.org/abcd1234', 'https://lichess.org/%E0%A4%A', 'https://motif.example/#fen=x'])(
    'is the address of no position: %s',
    (text) => {
      expect(readInput(text)).toMatch(/^Paste a FEN/);
    },
  );

  it.each(['', ' \n\t\u00a0\r\n'])('is nothing: %j', (text) => {
    expect(readInput(text)).toMatch(/^Paste a FEN/);
  });

  it.each([
    PUZZLE_000PW,
    '8/8/8/8/8/8/8/8',
    'https://lichess.org/analysis/8/8/8/4k3/8/8/8/4K3_w_-_-_0_1',
    '[Event "x"]',
    '1. e4 e5\n2. Nf3 *',
    'e4',
  ])('is something to look at by itself: %s', (text) => {
    expect(isWhole(text)).toBe(true);
  });

  it.each(['', 'b', 'KQkq', '- - 0 1', '12', 'hello', '1-0', `${PUZZLE_000PW}\n${START_FEN}`])(
    'is nothing to look at by itself: %j',
    (text) => {
      expect(isWhole(text)).toBe(false);
    },
  );
});
