/** FENs as the board needs them: what stands where, and a FEN again from what somebody has put there. No rules of chess. */

/** `e4`. */
export type Square = string;
/** Colour and letter: `wN`. */
export type Piece = `${'w' | 'b'}${'P' | 'N' | 'B' | 'R' | 'Q' | 'K'}`;
export type Placement = ReadonlyMap<Square, Piece>;

export const START_FEN = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

export const FILES = 'abcdefgh';
export const PIECES: readonly Piece[] = [
  ...(['wK', 'wQ', 'wR', 'wB', 'wN', 'wP'] as const),
  ...(['bK', 'bQ', 'bR', 'bB', 'bN', 'bP'] as const),
];

const NAMES = { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king' } as const;

/** `white knight`. */
export function pieceName(piece: Piece): string {
  return `${piece.startsWith('w') ? 'white' : 'black'} ${NAMES[piece.charAt(1) as keyof typeof NAMES]}`;
}

/** What stands where. What is no piece is passed over, so that half a FEN shows half a board. */
export function readPlacement(fen: string): Placement {
  const placement = new Map<Square, Piece>();
  const [board = ''] = fen.trim().split(/\s+/);
  board
    .split('/')
    .slice(0, 8)
    .forEach((row, index) => {
      let file = 0;
      for (const sign of row) {
        if (/[1-8]/.test(sign)) file += Number(sign);
        else {
          const letter = sign.toUpperCase();
          if (file < 8 && letter in NAMES) {
            placement.set(`${FILES.charAt(file)}${8 - index}`, `${sign === letter ? 'w' : 'b'}${letter}` as Piece);
          }
          file++;
        }
      }
    });
  return placement;
}

/** The first field of a FEN. */
export function writePlacement(placement: Placement): string {
  const rows = Array.from({ length: 8 }, (_, index) => {
    let row = '';
    let empty = 0;
    for (const file of FILES) {
      const piece = placement.get(`${file}${8 - index}`);
      if (piece === undefined) {
        empty++;
        continue;
      }
      row +=
        (empty > 0 ? String(empty) : '') + (piece.startsWith('w') ? piece.charAt(1) : piece.charAt(1).toLowerCase());
      empty = 0;
    }
    return row + (empty > 0 ? String(empty) : '');
  });
  return rows.join('/');
}

/** Null where the FEN does not say it. */
export function sideToMove(fen: string): 'white' | 'black' | null {
  const side = fen.trim().split(/\s+/)[1];
  return side === 'w' ? 'white' : side === 'b' ? 'black' : null;
}

/** `White to move`. */
export function turnWords(fen: string): string {
  const side = sideToMove(fen);
  return side === null ? 'Side to move unknown' : `${side === 'white' ? 'White' : 'Black'} to move`;
}

/** The other fields with another board; en passant and castling rights that it does not bear are dropped. */
export function withPlacement(fen: string, placement: Placement): string {
  const [, side = 'w', castling = '-', , halfmove = '0', fullmove = '1'] = fen.trim().split(/\s+/);
  return [writePlacement(placement), side, possibleCastling(placement, castling), '-', halfmove, fullmove].join(' ');
}

/** Of the rights that are given those whose king and rook stand at home. */
export function possibleCastling(placement: Placement, wanted: string): string {
  const homes: readonly [string, Square, Piece, Square, Piece][] = [
    ['K', 'e1', 'wK', 'h1', 'wR'],
    ['Q', 'e1', 'wK', 'a1', 'wR'],
    ['k', 'e8', 'bK', 'h8', 'bR'],
    ['q', 'e8', 'bK', 'a8', 'bR'],
  ];
  const rights = homes
    .filter(([right, king, kingPiece, rook, rookPiece]) => {
      return wanted.includes(right) && placement.get(king) === kingPiece && placement.get(rook) === rookPiece;
    })
    .map(([right]) => right)
    .join('');
  return rights === '' ? '-' : rights;
}

/** In words, for those who do not see the board. */
export function describePosition(fen: string): string {
  const placement = readPlacement(fen);
  const pieces = (side: 'w' | 'b'): string =>
    PIECES.filter((piece) => piece.startsWith(side))
      .flatMap((piece) => {
        const squares = [...placement].filter(([, other]) => other === piece).map(([square]) => square);
        return squares.length === 0 ? [] : [`${NAMES[piece.charAt(1) as keyof typeof NAMES]} ${squares.join(', ')}`];
      })
      .join('; ');
  return `White: ${pieces('w') || 'nothing'}. Black: ${pieces('b') || 'nothing'}. ${turnWords(fen)}.`;
}
