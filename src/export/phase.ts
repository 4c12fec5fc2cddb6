/**
 * The phase of a game, told from the position alone: endgame with six pieces or fewer beside kings and pawns, which is Lichess's own
 * bound; opening within fifteen moves while most pieces are there and both back ranks are peopled; else middlegame.
 */
import { BLACK, type Board } from './board.js';

export const PHASES = ['opening', 'middlegame', 'endgame'] as const;
export type Phase = (typeof PHASES)[number];

const ENDGAME_PIECES = 6;
const OPENING_PIECES = 11;
const OPENING_MOVES = 15;
const BACK_RANK = 4;

/** @param board on which the position of the FEN stands */
export function phaseOf(fen: string, board: Board): Phase {
  const [, , knights, bishops, rooks, queens] = board.census() as [number, number, number, number, number, number];
  const pieces = knights + bishops + rooks + queens;
  if (pieces <= ENDGAME_PIECES) return 'endgame';
  const move = Number(fen.slice(fen.lastIndexOf(' ') + 1));
  const early = move <= OPENING_MOVES && pieces >= OPENING_PIECES;
  return early && atHome(board, 0) >= BACK_RANK && atHome(board, BLACK) >= BACK_RANK ? 'opening' : 'middlegame';
}

/** A side's pieces on its own back rank. */
function atHome({ squares }: Board, color: number): number {
  const rank = squares.subarray(color === 0 ? 0 : 56, color === 0 ? 8 : 64);
  return rank.reduce((sum, piece) => sum + (piece !== 0 && (piece & BLACK) === color ? 1 : 0), 0);
}
