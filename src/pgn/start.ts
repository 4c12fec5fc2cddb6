/** From where a game starts, as its FEN tag says it. */

/** Without counters. */
const USUAL = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';

/** The fields of a FEN that make the position: board, side to move, rights, en passant. Whatever blanks stand between them count as one. */
export function positionFields(fen: string): string {
  return fen.trim().split(/\s+/, 4).join(' ');
}

/** Whether a FEN is the usual start, whatever its counters say. */
export function isUsualStart(fen: string): boolean {
  return positionFields(fen) === USUAL;
}
