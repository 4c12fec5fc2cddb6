/** The board that solutions are replayed on, against a referee: random games with all kinds of moves, and who attacks what. */
import { Chess, type Square } from 'chess.js';
import { expect, it } from 'vitest';
import { Board, Kind, squareOf, VALUES } from '../../src/export/board.js';
import { makeRandom } from '../../jobs/sample/random.js';
import { sharedEngine } from './fixture.js';

const SQUARES = Array.from({ length: 64 }, (_, n) => `${'abcdefgh'.charAt(n & 7)}${(n >> 3) + 1}` as Square);

const engine = await sharedEngine();

/** Castling, promotions and pawns that take in passing. */
function isRare({ squares }: Board, uci: string): boolean {
  const [from, to] = [squareOf(uci), squareOf(uci.slice(2))];
  const kind = squares[from]! & 7;
  if (kind === Kind.King) return Math.abs(from - to) === 2;
  return uci.length > 4 || (kind === Kind.Pawn && squares[to] === 0 && (from - to) % 8 !== 0);
}

it('stands as the referee does after every move, and tells what the move did', () => {
  const random = makeRandom(7, 1);
  const seen = { castling: 0, enPassant: 0, promotion: 0, taken: 0 };
  for (let game = 0; game < 40; game++) {
    const chess = new Chess();
    const board = new Board().set(chess.fen());
    for (let ply = 0; ply < 120; ply++) {
      const moves = engine.legalMoves(chess.fen());
      if (moves.length === 0) break;
      // rare moves first, where there are any
      const rare = moves.filter((uci) => isRare(board, uci));
      const list = rare.length > 0 ? rare : moves;
      const uci = list[random.below(list.length)]!;
      const step = board.play(uci);
      const move = chess.move(uci);
      const expected = new Board().set(chess.fen());
      expect([board.squares.join(), board.whiteToMove]).toEqual([expected.squares.join(), expected.whiteToMove]);
      expect('.pnbrqk'.charAt(step.kind)).toBe(move.piece);
      expect('.pnbrqk'.charAt(step.taken)).toBe(move.captured ?? '.');
      expect('.pnbrqk'.charAt(step.promotion)).toBe(move.promotion ?? '.');
      expect(step.enPassant).toBe(move.isEnPassant());
      expect(step.castling).toBe(move.isKingsideCastle() || move.isQueensideCastle());
      if (step.castling) seen.castling++;
      if (step.enPassant) seen.enPassant++;
      if (step.promotion !== 0) seen.promotion++;
      if (step.taken !== 0) seen.taken++;
      if (ply % 10 !== 0) continue;
      for (const white of [true, false]) {
        const ours = SQUARES.map((square) =>
          board
            .attackers(squareOf(square), white)
            .map((from) => SQUARES[from]!)
            .sort(),
        );
        expect(ours).toEqual(SQUARES.map((square) => chess.attackers(square, white ? 'w' : 'b').sort()));
      }
    }
  }
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(3);
});

it('counts pieces and material', () => {
  const board = new Board().set('r3k3/8/8/3q4/8/8/P6P/4K2R b Kq - 3 37');
  expect(board.census()).toEqual([57, 2, 0, 0, 2, 1, 2]);
  expect(board.material(true)).toBe(700);
  expect(board.material(false)).toBe(1400);
  expect(board.whiteToMove).toBe(false);
  expect(SQUARES[board.kingOf(true)]).toBe('e1');
  expect(VALUES[5]).toBe(900);
});
