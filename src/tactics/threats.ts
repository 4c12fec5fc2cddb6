/**
 * What the other side threatens: the position as it is, with the move passed.
 *
 * A side in check cannot pass: the position behind it would be one in which the king can be taken.
 */

/** The greatest counter that can be read (`kernel/board/fen.ts`). */
const MAX_COUNTER = 999_999;

/**
 * The FEN after a null move: the other side to move, no en passant; the counters go on where they are given.
 * @param fen a legal position
 */
export function passed(fen: string): string {
  const [board = '', side = 'w', castling = '-', , halfmove, fullmove] = fen.trim().split(/[ \t]+/);
  const fields = [board, side === 'w' ? 'b' : 'w', castling, '-'];
  if (halfmove !== undefined) fields.push(String(Math.min(Number(halfmove) + 1, MAX_COUNTER)));
  if (fullmove !== undefined) fields.push(String(Math.min(Number(fullmove) + (side === 'b' ? 1 : 0), MAX_COUNTER)));
  return fields.join(' ');
}
