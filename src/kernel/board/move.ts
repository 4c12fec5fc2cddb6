/** A move is `from | to << 6 | kind << 12`; kinds 1-4 promote to knight, bishop, rook, queen. */

/** All but double steps, castling and what only pawns do: captures too. */
export const PLAIN: i32 = 0;
export const PROMOTE_KNIGHT: i32 = 1;
export const PROMOTE_QUEEN: i32 = 4;
export const EN_PASSANT: i32 = 5;
export const CASTLE: i32 = 6;
export const DOUBLE_PUSH: i32 = 7;

export function moveFrom(move: i32): i32 {
  return move & 63;
}

export function moveTo(move: i32): i32 {
  return (move >> 6) & 63;
}

export function moveKind(move: i32): i32 {
  return (move >> 12) & 7;
}

export function makeMoveCode(from: i32, to: i32, kind: i32): i32 {
  return from | (to << 6) | (kind << 12);
}

export function isPromotion(move: i32): bool {
  const kind = moveKind(move);
  return kind >= PROMOTE_KNIGHT && kind <= PROMOTE_QUEEN;
}

/** The move as the outside knows it: the kind only where it promotes. */
export function publicMove(move: i32): i32 {
  return isPromotion(move) ? move & 0x7fff : move & 0xfff;
}
