/** The board that solutions are replayed on, against a referee: random games with all kinds of moves, and who attacks what. */
import { Chess, type Square } from 'chess.js';
import { expect, it } from 'vitest';
import { Board, squareOf, VALUES } from '../../src/export/board.js';
import { makeRandom } from '../../jobs/sample/random.js';

const SQUARES = Array.from({ length: 64 }, (_, n) => `${'abcdefgh'.charAt(n & 7)}${(n >> 3) + 1}` as Square);

it('stands as the referee does after every move, and tells what the move did', () => {
  const random = makeRandom(7, 1);
  const seen = { castling: 0, enPassant: 0, promotion: 0, taken: 0 };
  for (let game = 0; game < 40; game++) {
    const chess = new Chess();
    const board = new Board().set(chess.fen());
    for (let ply = 0; ply < 120 && !chess.isGameOver(); ply++) {
      const moves = chess.moves({ verbose: true });
      // rare moves first, where there are any
      const rare = moves.filter((move) => move.isEnPassant() || move.isPromotion() || move.isKingsideCastle());
      const list = rare.length > 0 ? rare : moves;
      const move = list[random.below(list.length)]!;
      const step = board.play(move.lan);
      chess.move(move);
      expect(board.fen().split(' ').slice(0, 2)).toEqual(chess.fen().split(' ').slice(0, 2));
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
      for (const [index, square] of SQUARES.entries()) {
        expect(squareOf(square)).toBe(index);
        for (const white of [true, false]) {
          const ours = board.attackers(index, white).map((from) => SQUARES[from]!);
          expect(ours.sort()).toEqual(chess.attackers(square, white ? 'w' : 'b').sort());
        }
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
