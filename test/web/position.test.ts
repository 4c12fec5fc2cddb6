/** Boards as pages handle them: FENs come back from what stands on the board, and rights that it does not bear are dropped. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FILES,
  PIECES,
  START_FEN,
  describePosition,
  pieceName,
  possibleCastling,
  readPlacement,
  sideToMove,
  withPlacement,
  writePlacement,
  type Piece,
} from '../../src/web/position.js';

const EMPTY_FEN = '8/8/8/8/8/8/8/8 w - - 0 1';

const squares = [...FILES].flatMap((file) => [...'12345678'].map((rank) => file + rank));

describe('placements', () => {
  it('come back from the FEN that they were written to', () => {
    const placements = fc
      .uniqueArray(fc.constantFrom(...squares))
      .chain((some) => fc.tuple(fc.constant(some), fc.array(fc.constantFrom<Piece>(...PIECES), { minLength: 64 })))
      .map(([some, pieces]) => new Map(some.map((square, index) => [square, pieces[index]!] as const)));
    fc.assert(
      fc.property(placements, (placement) => {
        expect(readPlacement(writePlacement(placement))).toEqual(placement);
      }),
    );
  });

  it.each([START_FEN, EMPTY_FEN])('%s stays what it is', (fen) => {
    expect(withPlacement(fen, readPlacement(fen))).toBe(fen);
  });

  it('of half a FEN are half a board', () => {
    expect(readPlacement('rnbq').size).toBe(4);
    expect(readPlacement('x9/\u{1f600}').size).toBe(0);
    // what stands beyond the board is not on it
    expect([...readPlacement('7kq/8/8/8/8/8/8/K7/Q7').keys()]).toEqual(['h8', 'a1']);
  });

  it('keep the counts of moves, and no square behind a pawn that may stand there no more', () => {
    const fen = '4k3/8/8/8/4P3/8/8/4K3 b - e3 7 42';
    expect(withPlacement(fen, readPlacement(fen))).toBe('4k3/8/8/8/4P3/8/8/4K3 b - - 7 42');
    expect(withPlacement('4k3', readPlacement('4k3'))).toBe('4k3/8/8/8/8/8/8/8 w - - 0 1');
  });
});

describe('castling', () => {
  it('needs king and rook at home', () => {
    const placement = new Map(readPlacement(START_FEN));
    expect(possibleCastling(placement, 'KQkq')).toBe('KQkq');
    expect(possibleCastling(placement, 'qK')).toBe('Kq');
    placement.delete('h1');
    placement.delete('e8');
    expect(possibleCastling(placement, 'KQkq')).toBe('Q');
    expect(withPlacement(START_FEN, placement)).toMatch(/ w Q - 0 1$/);
    expect(possibleCastling(placement, '-')).toBe('-');
  });
});

it('is told in words', () => {
  expect(describePosition('8/8/8/8/8/8/1q6/K6k w - - 0 1')).toBe(
    'White: king a1. Black: king h1; queen b2. White to move.',
  );
  expect(describePosition('8/8/8/8/8/8/8/K6k b')).toBe('White: king a1. Black: king h1. Black to move.');
  expect([sideToMove('8/8 w'), sideToMove('8/8 b'), sideToMove('8/8')]).toEqual(['white', 'black', null]);
  expect([pieceName('wN'), pieceName('bQ')]).toEqual(['white knight', 'black queen']);
  expect(describePosition('8/8/8/8/8/8/8/K6k x')).toBe('White: king a1. Black: king h1. Side to move unknown.');
});
