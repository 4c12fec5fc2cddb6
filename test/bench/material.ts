/** Material as Motif counts it, read off a FEN: centipawns, P 100, N and B 300, R 500, Q 900. */

const WORTH: Readonly<Record<string, number>> = { p: 100, n: 300, b: 300, r: 500, q: 900 };

/** What a piece is worth by its FEN letter, in either case; 0 for the king and for what is no piece. */
export function worthOf(letter: string): number {
  return WORTH[letter.toLowerCase()] ?? 0;
}

/** Material of the side to move minus the other side's. */
export function materialOf(fen: string): number {
  const [board = '', side] = fen.split(' ');
  let white = 0;
  for (const letter of board) white += letter === letter.toLowerCase() ? -worthOf(letter) : worthOf(letter);
  return side === 'b' ? -white : white;
}

/** The FEN letter on a square such as `e4`; empty where none stands there. */
export function pieceAt(fen: string, square: string): string {
  const [board = ''] = fen.split(' ');
  const rank = board.split('/')[8 - Number(square.charAt(1))] ?? '';
  const squares = rank.replace(/\d/g, (count) => ' '.repeat(Number(count)));
  return squares.charAt(square.charCodeAt(0) - 97).trim();
}
