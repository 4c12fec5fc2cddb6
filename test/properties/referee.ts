/** chess.js as referee: what a line does on the board, told without the kernel. */
import { Chess, type Color, type Move, type PieceSymbol, type Square } from 'chess.js';
import type { Tactic } from '../../src/tactics/types.js';

export const VALUES: Readonly<Record<PieceSymbol, number>> = { p: 100, n: 300, b: 300, r: 500, q: 900, k: 100_000 };

/** Plays a move given in UCI. @throws {Error} where it is not legal */
export function play(chess: Chess, uci: string): Move {
  const promotion = uci.charAt(4);
  return chess.move({ from: uci.slice(0, 2), to: uci.slice(2, 4), ...(promotion !== '' && { promotion }) });
}

/** Whether whoever has the move mates with it. */
export function matesAtOnce(chess: Chess): boolean {
  return chess.moves().some((san) => san.endsWith('#'));
}

/** Whether either side passes over a mate in one in a line, or the other side has one where it ends. */
export function passesOverMate(fen: string, line: readonly string[]): boolean {
  const chess = new Chess(fen);
  for (const uci of line) {
    const mates = matesAtOnce(chess);
    play(chess, uci);
    if (mates && !chess.isCheckmate()) return true;
  }
  return matesAtOnce(chess);
}

/** What a move takes, and what it promotes to less the pawn, in centipawns. */
export function worth(move: Move): number {
  const captured = move.captured === undefined ? 0 : VALUES[move.captured];
  return captured + (move.promotion === undefined ? 0 : VALUES[move.promotion] - VALUES.p);
}

/** The moment at which a tactic's pattern stands: the move that makes it, and the board behind that move. */
export interface Moment {
  move: Move;
  /** Our own last move: `move`, or where that is a reply, the one before it. */
  own: Move;
  board: Chess;
  us: Color;
  them: Color;
}

export function momentOf(tactic: Tactic): Moment {
  const ply = tactic.pattern_ply ?? 0;
  const line = tactic.sequence ?? [tactic.trigger_move];
  const board = new Chess(tactic.fen);
  const us = board.turn();
  const moves = line.slice(0, ply + 1).map((uci) => play(board, uci));
  const move = moves.at(-1);
  const own = moves.findLast(({ color }) => color === us);
  if (move === undefined || own === undefined) throw new Error(`${tactic.pattern}: an empty line`);
  return { move, own, board, us, them: us === 'w' ? 'b' : 'w' };
}

const file = (square: string): number => square.charCodeAt(0) - 97;
const rank = (square: string): number => Number(square.charAt(1)) - 1;

function nameOf(fileIndex: number, rankIndex: number): Square {
  return ('abcdefgh'.charAt(fileIndex) + String(rankIndex + 1)) as Square;
}

/** Squares strictly between two on one rank, file or diagonal; null where they are on none. */
export function between(a: string, b: string): Square[] | null {
  const files = file(b) - file(a);
  const ranks = rank(b) - rank(a);
  const length = Math.max(Math.abs(files), Math.abs(ranks));
  if (length === 0 || (files !== 0 && ranks !== 0 && Math.abs(files) !== Math.abs(ranks))) return null;
  return Array.from({ length: length - 1 }, (_, i) =>
    nameOf(file(a) + Math.sign(files) * (i + 1), rank(a) + Math.sign(ranks) * (i + 1)),
  );
}

/** Whether `b` lies on the ray from `a` through the square between them, and nothing but it stands there. */
export function isRay(board: Chess, a: string, through: string, b: string): boolean {
  const gap = between(a, b);
  return (
    gap !== null && gap.includes(through as Square) && gap.every((square) => square === through || !board.get(square))
  );
}

/** The king's neighbour squares; with `ranks`, only those as many ranks further up. */
export function neighbours(square: string, ranks?: number): Square[] {
  const found: Square[] = [];
  for (let df = -1; df <= 1; df++) {
    for (let dr = -1; dr <= 1; dr++) {
      const [f, r] = [file(square) + df, rank(square) + dr];
      if ((df === 0 && dr === 0) || f < 0 || f > 7 || r < 0 || r > 7) continue;
      if (ranks === undefined || ranks === dr) found.push(nameOf(f, r));
    }
  }
  return found;
}
