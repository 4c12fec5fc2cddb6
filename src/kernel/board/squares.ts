/**
 * Squares (0 = a1 ... 63 = h8), sets of them (bit n = square n), and the pieces that stand on them.
 *
 * Always `bit(sq)`: a bare `1 << sq` shifts 32 bits and is silently wrong from square 32 on.
 */

export const PAWN: i32 = 0;
export const KNIGHT: i32 = 1;
export const BISHOP: i32 = 2;
export const ROOK: i32 = 3;
export const QUEEN: i32 = 4;
export const KING: i32 = 5;
/** In a piece code's place: all pieces of the colour. */
export const ALL: i32 = 6;
export const EMPTY: i32 = 7;

export const WHITE: i32 = 0;
/** Also what a black piece's code carries beside its kind. */
export const BLACK: i32 = 8;

export const FILE_A: u64 = 0x0101010101010101;
export const FILE_H: u64 = 0x8080808080808080;
export const RANK_1: u64 = 0xff;
export const RANK_2: u64 = 0xff00;
export const RANK_7: u64 = 0xff000000000000;
export const RANK_8: u64 = 0xff00000000000000;

export function bit(square: i32): u64 {
  return (<u64>1) << (<u64>square);
}

/** Lowest square of a set that is not empty. */
export function first(set: u64): i32 {
  return <i32>ctz(set);
}

export function count(set: u64): i32 {
  return <i32>popcnt(set);
}

export function several(set: u64): bool {
  return (set & (set - 1)) != 0;
}

export function rankOf(square: i32): i32 {
  return square >> 3;
}

export function fileOf(square: i32): i32 {
  return square & 7;
}

/** Centipawns by kind; the king counts above all. */
export function valueOf(kind: i32): i32 {
  // A packed constant needs no load: four bits a kind, in pawns.
  return kind == KING ? 10000 : <i32>((0x95331 >>> (kind << 2)) & 15) * 100;
}

/** Kind of a piece letter in lower case, EMPTY where it is none. */
export function kindOfLetter(lower: i32): i32 {
  switch (lower) {
    case 0x70:
      return PAWN;
    case 0x6e:
      return KNIGHT;
    case 0x62:
      return BISHOP;
    case 0x72:
      return ROOK;
    case 0x71:
      return QUEEN;
    case 0x6b:
      return KING;
    default:
      return EMPTY;
  }
}
