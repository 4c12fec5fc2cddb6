/** How much a line gives before it takes: a board that counts material, and nothing else. */

/** Centipawns, as everywhere in Motif. */
const VALUES: Record<string, number> = { p: 100, n: 320, b: 330, r: 500, q: 900, k: 0 };

interface Board {
  /** FEN letters by square, a1 first; empty for none. */
  squares: string[];
  /** Centipawns of White less those of Black. */
  balance: number;
}

function parse(fen: string): { board: Board; black: boolean } {
  const [placement = '', turn = 'w'] = fen.split(' ');
  const squares = new Array<string>(64).fill('');
  let balance = 0;
  placement.split('/').forEach((row, index) => {
    let square = 8 * (7 - index);
    for (const char of row) {
      if (/\d/.test(char)) square += Number(char);
      else {
        squares[square++] = char;
        balance += worth(char);
      }
    }
  });
  return { board: { squares, balance }, black: turn === 'b' };
}

/** What a piece adds to White's balance. */
function worth(piece: string): number {
  const value = VALUES[piece.toLowerCase()] ?? 0;
  return piece === piece.toUpperCase() ? value : -value;
}

function squareOf(name: string): number {
  return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

/** Plays a legal move. @param uci such as e2e4, e7e8q */
function play(board: Board, uci: string): void {
  const { squares } = board;
  const [from, to] = [squareOf(uci), squareOf(uci.slice(2))];
  const piece = squares[from] ?? '';
  const take = (square: number): void => {
    board.balance -= worth(squares[square] ?? '');
    squares[square] = '';
  };
  const kind = piece.toLowerCase();
  if (squares[to] !== '') take(to);
  else if (kind === 'p' && from % 8 !== to % 8) take(8 * Math.floor(from / 8) + (to % 8));
  if (kind === 'k' && Math.abs((from % 8) - (to % 8)) === 2) {
    const [corner, beside] = to > from ? [to + 1, to - 1] : [to - 2, to + 1];
    squares[beside] = squares[corner] ?? '';
    squares[corner] = '';
  }
  squares[from] = '';
  squares[to] = piece;
  if (uci.length > 4) {
    const queen = piece === 'P' ? uci.charAt(4).toUpperCase() : uci.charAt(4);
    board.balance += worth(queen) - worth(piece);
    squares[to] = queen;
  }
}

/**
 * The most that the side to move is down in the course of a line, before a move of its own, on what it had at its beginning: centipawns,
 * 0 where it never is.
 * @param line legal moves in UCI, the first one of the side to move
 */
export function sacrificeOf(fen: string, line: readonly string[]): number {
  const { board, black } = parse(fen);
  const sign = black ? -1 : 1;
  const start = sign * board.balance;
  let least = start;
  line.forEach((move, index) => {
    play(board, move);
    if (index % 2 === 1) least = Math.min(least, sign * board.balance);
  });
  return start - least;
}

/** Whether a move takes nothing. @param uci legal in `fen` */
export function isQuiet(fen: string, uci: string): boolean {
  const { board } = parse(fen);
  const { balance } = board;
  play(board, uci);
  return board.balance === balance;
}
