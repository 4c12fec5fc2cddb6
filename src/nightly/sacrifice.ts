/** How much a line gives before it takes. */
import { Board } from '../export/board.js';

/**
 * The most that the side to move is down in the course of a line, before a move of its own, on what it had at its beginning: centipawns,
 * 0 where it never is.
 * @param line legal moves in UCI, the first one of the side to move
 */
export function sacrificeOf(fen: string, line: readonly string[]): number {
  const board = new Board().set(fen);
  const white = board.whiteToMove;
  const start = balanceOf(board, white);
  let least = start;
  line.forEach((move, index) => {
    board.play(move);
    if (index % 2 === 1) least = Math.min(least, balanceOf(board, white));
  });
  return start - least;
}

/** Centipawns of one side less those of the other. */
function balanceOf(board: Board, white: boolean): number {
  return board.material(white) - board.material(!white);
}

/** Whether a move takes nothing, and promotes nothing. @param uci legal in `fen` */
export function isQuiet(fen: string, uci: string): boolean {
  const { taken, promotion } = new Board().set(fen).play(uci);
  return taken === 0 && promotion === 0;
}
