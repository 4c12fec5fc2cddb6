/** The kernel's refusal of a FEN -> words. The kernel knows numbers only; what it refused is still at hand here. */

function quote(field: string | undefined): string {
  return field === undefined || field === '' ? 'missing' : `"${field}"`;
}

function kings(board: string): string {
  const faults = Object.entries({ K: 'White', k: 'Black' }).flatMap(([letter, name]) => {
    const count = board.split(letter).length - 1;
    return count === 1 ? [] : [count === 0 ? `${name} has no king` : `${name} has ${count} kings`];
  });
  return faults.join(', and ');
}

/** Of a side that the kernel finds too large: nine pawns, or pieces that its missing pawns cannot explain (it lets small surpluses pass). */
function crowd(board: string, pawn: 'P' | 'p', name: string): string {
  const pawns = board.split(pawn).length - 1;
  if (pawns > 8) return `${name} has ${pawns} pawns`;
  return `${name} has more pieces than promotions can explain, and too many to analyse`;
}

/**
 * Why `fen` is none.
 * @param code what the kernel's `setFen` answered (the constants of kernel/board/fen.ts), not 0
 */
export function describeFenFault(code: number, fen: string): string {
  const [board = '', side, castling, enPassant] = fen.trim().split(/[ \t]+/);
  switch (code) {
    case 1:
      return 'the board is not eight ranks of eight squares, from "pnbrqkPNBRQK" and digits';
    case 2:
      return `the side to move must be "w" or "b" (it is ${quote(side)})`;
    case 3:
      return `the castling rights must be "-" or some of "KQkq" (they are ${quote(castling)})`;
    case 4:
      return `Chess960 castling rights (${quote(castling)}) are not supported`;
    case 5:
      return `the en-passant field must be "-" or a square (it is ${quote(enPassant)})`;
    case 6:
      return 'the move counters must be whole numbers of at most six digits';
    case 7:
      return kings(board);
    case 8:
      return 'a pawn stands on the first or last rank';
    case 9:
      return crowd(board, 'P', 'White');
    case 10:
      return 'the side not to move is in check';
    case 11:
      return `the castling rights ${quote(castling)} do not fit kings on e1 and e8 (Chess960 is not supported) and rooks in the corners`;
    case 12:
      return `no double step can have led to the en-passant square ${quote(enPassant)}`;
    case 13:
      return 'there is text after the sixth field';
    case 14:
      return crowd(board, 'p', 'Black');
    default:
      return `the kernel refuses it (${code})`;
  }
}
