/**
 * A board to replay solutions on: which piece moved, what it took, who attacks a square.
 *
 * The kernel keeps no pieces for TypeScript to look at, and asking it square by square would cost more than an array of 64 bytes. Moves
 * are played as they come: whether they are legal is the kernel's matter, and was settled when the puzzle was made.
 */

/** Piece kinds; a piece on the board is its kind, plus BLACK for Black's. 0 is an empty square. */
export const Kind = { None: 0, Pawn: 1, Knight: 2, Bishop: 3, Rook: 4, Queen: 5, King: 6 } as const;
export const BLACK = 8;

/** Centipawns by kind, as everywhere in Motif; the king's says that nothing is worth it. */
export const VALUES: readonly number[] = [0, 100, 300, 300, 500, 900, 10_000];

const LETTERS = '.PNBRQK..pnbrqk';

/** One move and what it did. Squares are 0 = a1, 1 = b1, ... 63 = h8. */
export interface Step {
  from: number;
  to: number;
  /** The kind that moved; a pawn where it is promoted. */
  kind: number;
  /** The kind that was taken, 0 where none was. */
  taken: number;
  /** The kind that a pawn became, 0 where it did not. */
  promotion: number;
  castling: boolean;
  enPassant: boolean;
}

export function squareOf(name: string): number {
  return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

export class Board {
  readonly squares = new Uint8Array(64);
  whiteToMove = true;

  /** Sets the position of a FEN that is known to be one. */
  set(fen: string): this {
    this.squares.fill(0);
    let square = 56;
    let at = 0;
    for (; at < fen.length; at++) {
      const code = fen.charCodeAt(at);
      if (code === 32) break;
      if (code === 47) square -= 16;
      else if (code >= 48 && code <= 57) square += code - 48;
      else this.squares[square++] = LETTERS.indexOf(fen.charAt(at));
    }
    this.whiteToMove = fen.charCodeAt(at + 1) === 119;
    return this;
  }

  /** Plays a legal move given in UCI. */
  play(uci: string): Step {
    const { squares } = this;
    const from = squareOf(uci);
    const to = squareOf(uci.slice(2));
    const piece = squares[from]!;
    const kind = piece & 7;
    const enPassant = kind === Kind.Pawn && squares[to] === 0 && ((from ^ to) & 7) !== 0;
    const takenAt = enPassant ? (from & 56) | (to & 7) : to;
    const taken = squares[takenAt]! & 7;
    const castling = kind === Kind.King && Math.abs((from & 7) - (to & 7)) === 2;
    const promotion = uci.length > 4 ? LETTERS.indexOf(uci.charAt(4).toUpperCase()) : 0;
    squares[takenAt] = 0;
    squares[from] = 0;
    squares[to] = promotion === 0 ? piece : promotion | (piece & BLACK);
    if (castling) {
      const [rookFrom, rookTo] = to > from ? [from + 3, from + 1] : [from - 4, from - 1];
      squares[rookTo] = squares[rookFrom]!;
      squares[rookFrom] = 0;
    }
    this.whiteToMove = !this.whiteToMove;
    return { from, to, kind, taken, promotion, castling, enPassant };
  }

  /** Centipawns on the board of one side, its king not counted. */
  material(white: boolean): number {
    let sum = 0;
    for (const piece of this.squares) {
      if (piece !== 0 && piece < BLACK === white && (piece & 7) !== Kind.King) sum += VALUES[piece & 7]!;
    }
    return sum;
  }

  /** How many pieces there are of each kind, of both sides together; at 0 the empty squares. */
  census(): number[] {
    const counts = [0, 0, 0, 0, 0, 0, 0];
    for (const piece of this.squares) counts[piece & 7]!++;
    return counts;
  }

  kingOf(white: boolean): number {
    return this.squares.indexOf(white ? Kind.King : Kind.King | BLACK);
  }

  /** The squares of the pieces of one side that attack a square, pinned ones too; pieces behind others are not seen. */
  attackers(square: number, white: boolean): number[] {
    const found: number[] = [];
    const { squares } = this;
    const color = white ? 0 : BLACK;
    for (const to of KNIGHT_MOVES[square]!) if (squares[to] === (Kind.Knight | color)) found.push(to);
    for (const to of KING_MOVES[square]!) if (squares[to] === (Kind.King | color)) found.push(to);
    for (const to of white ? BELOW[square]! : ABOVE[square]!) if (squares[to] === (Kind.Pawn | color)) found.push(to);
    for (const [ray, slider] of this.raysFrom(square)) {
      for (const to of ray) {
        const piece = squares[to]!;
        if (piece === 0) continue;
        if (piece === (slider | color) || piece === (Kind.Queen | color)) found.push(to);
        break;
      }
    }
    return found;
  }

  /** The eight rays from a square to the edge, each with the kind that slides along it beside the queen. */
  raysFrom(square: number): readonly Ray[] {
    return RAYS[square]!;
  }
}

type Way = readonly [file: number, rank: number];

const ROOK_WAYS: readonly Way[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];
const BISHOP_WAYS: readonly Way[] = [
  [1, 1],
  [1, -1],
  [-1, -1],
  [-1, 1],
];
const KNIGHT_WAYS: readonly Way[] = [1, 2, -1, -2].flatMap((file) =>
  [1, 2, -1, -2].filter((rank) => Math.abs(rank) !== Math.abs(file)).map((rank): Way => [file, rank]),
);

const SQUARES = Array.from({ length: 64 }, (_, square) => square);

function walk(square: number, [file, rank]: Way, steps: number): number[] {
  const found: number[] = [];
  for (let n = 1; n <= steps; n++) {
    const [f, r] = [(square & 7) + n * file, (square >> 3) + n * rank];
    if (f < 0 || f > 7 || r < 0 || r > 7) break;
    found.push(8 * r + f);
  }
  return found;
}

const ways = (list: readonly Way[]): number[][] => SQUARES.map((from) => list.flatMap((way) => walk(from, way, 1)));

/** The squares a knight's and a king's move away from each. */
export const KNIGHT_MOVES = ways(KNIGHT_WAYS);
export const KING_MOVES = ways([...ROOK_WAYS, ...BISHOP_WAYS]);
/** Where a white pawn stands that attacks the square, and a black one. */
const BELOW = ways([
  [1, -1],
  [-1, -1],
]);
const ABOVE = ways([
  [1, 1],
  [-1, 1],
]);

type Ray = readonly [squares: readonly number[], slider: number];

const RAYS: readonly (readonly Ray[])[] = SQUARES.map((from) => [
  ...ROOK_WAYS.map((way): Ray => [walk(from, way, 7), Kind.Rook]),
  ...BISHOP_WAYS.map((way): Ray => [walk(from, way, 7), Kind.Bishop]),
]);
