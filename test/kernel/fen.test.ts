import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../../src/tactics/engine.js';
import { InvalidFenError } from '../../src/tactics/errors.js';
import { STANDARD_START } from '../../src/tactics/game.js';
import { loadEngine } from '../../src/tactics/kernel.js';
import { CORNERS, randomPositions } from './positions.js';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

/** The position as the kernel writes it, with its counters. */
function roundTrip(fen: string): string | undefined {
  const replay = engine.replay(new Uint8Array(), fen);
  return replay.ok ? replay.fens[0] : undefined;
}

function refusal(fen: string): string {
  try {
    engine.canonicalFen(fen);
  } catch (error) {
    if (error instanceof InvalidFenError) return error.detail;
    throw error;
  }
  return 'accepted';
}

describe('a FEN', () => {
  it('comes out as it went in', () => {
    for (const fen of [STANDARD_START, ...CORNERS.filter((fen) => !fen.includes(' d3 '))])
      expect(roundTrip(fen)).toBe(fen);
    expect(roundTrip('8/8/8/8/8/8/8/K1k5 b - - 99 999999')).toBe('8/8/8/8/8/8/8/K1k5 b - - 99 999999');
  });

  it('has no two numbers side by side', () => {
    expect(() => engine.canonicalFen('k7/8/8/44/8/8/8/K7 w - -')).toThrow(InvalidFenError);
    expect(() => engine.canonicalFen('k7/8/8/8/8/8/8/K61 w - -')).toThrow(InvalidFenError);
  });

  it('comes out as it went in, in random play', () => {
    for (const fen of randomPositions(engine, 500, 11)) expect(roundTrip(fen)).toBe(fen);
  });

  it.each([
    ['four fields', 'k7/8/8/8/8/8/8/K7 w - -'],
    ['five fields', 'k7/8/8/8/8/8/8/K7 w - - 0'],
    ['blanks around and between', '  k7/8/8/8/8/8/8/K7   w  -  -   0  1 '],
  ])('may have %s', (_, fen) => {
    expect(roundTrip(fen)).toBe('k7/8/8/8/8/8/8/K7 w - - 0 1');
    expect(engine.canonicalFen(fen)).toBe('k7/8/8/8/8/8/8/K7 w - -');
  });

  it('counts moves from 1, whatever it was told', () => {
    const replay = engine.replay(Buffer.from('Ka2 Ka7 Ka3'), 'k7/8/8/8/8/8/8/K7 w - - 0 0');
    expect(replay.ok && replay.fens.map((fen) => fen.slice(-3))).toEqual(['0 1', '1 1', '2 2', '3 2']);
  });

  it('can be read again wherever its counters go on to', () => {
    const replay = engine.replay(Buffer.from('1. Ka2 Ka7 2. Ka3'), 'k7/8/8/8/8/8/8/K7 w - - 999998 999999');
    expect(replay.ok && replay.fens.map((fen) => fen.slice(-13))).toEqual([
      '999998 999999',
      '999999 999999',
      '999999 999999',
      '999999 999999',
    ]);
  });

  it('takes castling rights in any order', () => {
    expect(engine.canonicalFen('r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1')).toBe('r3k2r/8/8/8/8/8/8/R3K2R w KQkq -');
  });

  it.each([
    ['no pawn stands ready', 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', '-'],
    ['a pawn does', 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1', 'e3'],
    ['the pawn is pinned on its rank', '8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1', '-'],
    ['the pawn is pinned on a file', '4k3/8/8/8/3Pp3/8/8/3KR3 b - d3 0 1', '-'],
    ['the capture meets the check', '8/8/1k6/8/2pP4/8/5KB1/8 b - d3 0 1', 'd3'],
    ['the capture does not meet the check', '8/8/8/8/2pP4/8/5K1R/7k b - d3 0 1', '-'],
  ])('keeps the en-passant square only where a capture is legal: %s', (_, fen, square) => {
    expect(engine.canonicalFen(fen).split(' ')[3]).toBe(square);
  });

  it.each([
    ['', 'it is empty'],
    ['   ', 'it is empty'],
    ['hello', 'the board is not eight ranks of eight squares, from "pnbrqkPNBRQK" and digits'],
    ['8/8/8/8/8/8/8 w - - 0 1', /^the board/],
    ['8/8/8/8/8/8/8/8/8 w - - 0 1', /^the board/],
    ['k7/8/8/8/8/8/8/K6 w - - 0 1', /^the board/],
    ['k7/8/8/8/8/8/8/K8 w - - 0 1', /^the board/],
    ['k7/9/8/8/8/8/8/K7 w - - 0 1', /^the board/],
    ['k7/8/8/8/8/8/8/K6X w - - 0 1', /^the board/],
    ['k7/8/8/8/8/8/8/K7', 'the side to move must be "w" or "b" (it is missing)'],
    ['k7/8/8/8/8/8/8/K7 x - - 0 1', 'the side to move must be "w" or "b" (it is "x")'],
    ['k7/8/8/8/8/8/8/K7 w', 'the castling rights must be "-" or some of "KQkq" (they are missing)'],
    ['k7/8/8/8/8/8/8/K7 w KK - 0 1', /^the castling rights must be .* \(they are "KK"\)$/],
    ['k7/8/8/8/8/8/8/K7 w -K - 0 1', /^the castling rights must be/],
    ['rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1', 'Chess960 castling rights ("EAea") are not supported'],
    ['rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1', /do not fit kings on e1 and e8 \(Chess960 is not supported\)/],
    ['4k3/8/8/8/8/8/8/4K3 w K - 0 1', /^the castling rights "K" do not fit/],
    ['k7/8/8/8/8/8/8/K7 w -', 'the en-passant field must be "-" or a square (it is missing)'],
    ['k7/8/8/8/8/8/8/K7 w - e 0 1', /^the en-passant field must be/],
    ['k7/8/8/8/8/8/8/K7 w - i3 0 1', /^the en-passant field must be/],
    ['k7/8/8/8/4P3/8/8/K7 b - e3x 0 1', /^the en-passant field must be/],
    ['k7/8/8/8/4P3/8/8/K7 b - e6 0 1', 'no double step can have led to the en-passant square "e6"'],
    ['k7/8/8/8/8/8/8/K7 b - e3 0 1', /^no double step/],
    ['k7/8/8/8/4P3/8/4N3/K7 b - e3 0 1', /^no double step/],
    ['k7/8/8/8/8/8/8/K7 w - - x 1', 'the move counters must be whole numbers of at most six digits'],
    ['k7/8/8/8/8/8/8/K7 w - - -1 1', 'the move counters must be whole numbers of at most six digits'],
    ['k7/8/8/8/8/8/8/K7 w - - 0 1000000', 'the move counters must be whole numbers of at most six digits'],
    ['k7/8/8/8/8/8/8/K7 w - - 0 1 more', 'there is text after the sixth field'],
    ['8/8/8/8/8/8/8/K7 w - - 0 1', 'Black has no king'],
    ['8/8/8/8/8/8/8/8 w - - 0 1', 'White has no king, and Black has no king'],
    ['k7/8/8/8/8/8/8/KK6 w - - 0 1', 'White has 2 kings'],
    ['kP6/8/8/8/8/8/8/K7 w - - 0 1', 'a pawn stands on the first or last rank'],
    ['k7/p7/8/8/P7/8/PPPPPPPP/K7 w - - 0 1', 'White has 9 pawns'],
    [
      'k7/qqqqqqqq/qqqqqqqq/8/8/8/8/7K w - - 0 1',
      'Black has more pieces than promotions can explain, and too many to analyse',
    ],
    // White has more than promotions can explain as well, but not too many
    [
      'qqqqqqqq/qqqqk3/8/8/8/8/NNNNNNNN/NNNNK3 w - - 0 1',
      'Black has more pieces than promotions can explain, and too many to analyse',
    ],
    ['k7/pppppppp/p7/8/8/NNNNNNNN/NNNNNNNN/K7 w - - 0 1', 'Black has 9 pawns'],
    ['k7/R7/8/8/8/8/8/K7 w - - 0 1', 'the side not to move is in check'],
    ['8/8/8/8/8/8/8/Kk6 w - - 0 1', 'the side not to move is in check'],
    ['♔7/8/8/8/8/8/8/k7 w - - 0 1', /"♔" \(U\+2654\) at character 1; only printable ASCII/],
    ['k7/8/8/8/8/8/8/K7 w - - 0 1\n', /a line end at character 28/],
    [`k7/8/8/8/8/8/8/K7 w - - 0 1${' '.repeat(200)}`, /128/],
  ])('is refused in words: %s', (fen, words) => {
    const detail = refusal(fen);
    if (typeof words === 'string') expect(detail).toBe(words);
    else expect(detail).toMatch(words);
  });

  it.each([
    ['K', 'r3k2r/8/8/8/8/8/8/R3K1R1', 'r3k2r/8/8/8/8/8/8/R4K1R'],
    ['Q', 'r3k2r/8/8/8/8/8/8/1R2K2R', 'r3k2r/8/8/8/8/8/8/R2K3R'],
    ['k', 'r3k1r1/8/8/8/8/8/8/R3K2R', 'r4k1r/8/8/8/8/8/8/R3K2R'],
    ['q', '1r2k2r/8/8/8/8/8/8/R3K2R', 'r2k3r/8/8/8/8/8/8/R3K2R'],
  ])('has no right %s without its rook and its king at home', (right, ...boards) => {
    expect(refusal(`r3k2r/8/8/8/8/8/8/R3K2R w ${right} - 0 1`)).toBe('accepted');
    for (const board of boards) {
      expect(refusal(`${board} w ${right} - 0 1`)).toMatch(`the castling rights "${right}" do not fit`);
    }
  });

  it('is the fault of a game that starts from a bad one', () => {
    const start = 'rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1';
    expect(engine.scanGame(Buffer.from('1. Ka1'), start, 'l1')).toEqual({
      ok: false,
      reason: 'bad_fen',
      ply: 0,
      offset: 0,
      token: start.slice(0, 32),
      detail: 'Chess960 castling rights ("EAea") are not supported',
    });
  });

  it('is the fault of a game that promotes to more pieces than can be read', () => {
    const start = '6rk/P5pp/8/8/8/QQQQQ3/QQQP3K/8 w - - 0 1';
    const movetext = Buffer.from('1. Kh1 h6 2. a8=Q h5');
    const fault = engine.replay(movetext, start);
    expect(fault).toMatchObject({
      ok: false,
      reason: 'bad_fen',
      ply: 3,
      token: 'a8=Q',
      position: '6rk/P5p1/7p/8/8/QQQQQ3/QQQP4/7K w - - 0 2',
      detail: 'promotions lead from it to more pieces than can be analysed',
    });
    expect(engine.scanGame(movetext, start, 'l2')).toEqual(fault);
    expect(engine.replay(Buffer.from('1. Kh1 h6 2. a8=N h5'), start).ok).toBe(true);
  });
});
