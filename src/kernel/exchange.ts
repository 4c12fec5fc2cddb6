/**
 * Static exchange evaluation: what a series of captures on one square is worth, cheapest piece first, sliders behind sliders joining
 * in, either side free to stop. Pieces that are pinned to their king take part only along the pin's line, or once what pins them has taken,
 * where the caller asks for it.
 */
import { SWAP_LIST } from './memory';
import { bishopAttacks, lineThrough, rookAttacks } from './board/attacks';
import { attackersOfEither } from './board/attackers';
import { EN_PASSANT, isPromotion, moveFrom, moveKind, moveTo } from './board/move';
import { allOf, kindOn, kingSquare, occupied, pieceOn, pieces } from './board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KING, PAWN, QUEEN, ROOK, valueOf, WHITE } from './board/squares';

/** Pieces of a set that may capture on `square` although they are pinned: those whose line to their king holds it. */
function onLine(set: u64, square: i32): u64 {
  let kept: u64 = 0;
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    if ((lineThrough(kingSquare(pieceOn(from) & BLACK), from) & bit(square)) != 0) kept |= bit(from);
  }
  return kept;
}

/** Those of a set of pinned pieces that are free once what stood on `gone` has moved, and `occ` is left. */
function freed(set: u64, gone: u64, occ: u64): u64 {
  let free: u64 = 0;
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    const color = pieceOn(from) & BLACK;
    const king = kingSquare(color);
    const line = lineThrough(king, from);
    if ((line & gone) == 0) continue;
    const foe = color ^ BLACK;
    const queens = pieces(foe | QUEEN);
    const left = occ & ~bit(from);
    const pinning =
      (bishopAttacks(king, left) & (pieces(foe | BISHOP) | queens)) |
      (rookAttacks(king, left) & (pieces(foe | ROOK) | queens));
    if ((pinning & line & occ) == 0) free |= bit(from);
  }
  return free;
}

/**
 * What `by` gains by taking, or not, on a square that holds a piece worth `victim`.
 * @param occ what stands in the way of sliders
 * @param present pieces that may take part
 * @param pinned pieces of either side that may capture only along the line to their king, while what pins them stays
 */
export function exchange(square: i32, by: i32, victim: i32, occ: u64, present: u64, pinned: u64): i32 {
  let attackers = attackersOfEither(square, occ) & present;
  if ((attackers & allOf(by)) == 0) return 0;
  const diagonal = pieces(WHITE | BISHOP) | pieces(BLACK | BISHOP) | pieces(WHITE | QUEEN) | pieces(BLACK | QUEEN);
  const straight = pieces(WHITE | ROOK) | pieces(BLACK | ROOK) | pieces(WHITE | QUEEN) | pieces(BLACK | QUEEN);
  // Pieces that could take, were they not pinned.
  let bound = attackers & pinned;
  if (bound != 0) {
    bound &= ~onLine(bound, square);
    attackers &= ~bound;
  }

  let depth = 0;
  let turn = by;
  let standing = victim;
  let own = attackers & allOf(turn);
  while (own != 0 && depth < 31) {
    let kind = PAWN;
    let taker = own & pieces(turn | PAWN);
    while (taker == 0) {
      kind++;
      taker = own & pieces(turn | kind);
    }
    // The king takes last, and only what nobody guards.
    if (kind == KING && (attackers & allOf(turn ^ BLACK)) != 0) break;
    taker &= 0 - taker;
    store<i32>(SWAP_LIST + ((<usize>depth) << 2), standing);
    depth++;
    standing = valueOf(kind);
    occ &= ~taker;
    present &= ~taker;
    attackers &= ~taker;
    let joining: u64 = 0;
    if (kind == PAWN || kind == BISHOP || kind == QUEEN) joining = bishopAttacks(square, occ) & diagonal;
    if (kind == ROOK || kind == QUEEN) joining |= rookAttacks(square, occ) & straight;
    joining &= present;
    const stuck = joining & pinned;
    if (stuck != 0) {
      bound |= stuck & ~onLine(stuck, square);
      joining &= ~bound;
    }
    attackers |= joining;
    // What pinned them has taken, and stands on the square.
    if (bound != 0 && kind >= BISHOP && kind <= QUEEN) {
      const free = freed(bound, taker, occ);
      attackers |= free;
      bound &= ~free;
    }
    turn ^= BLACK;
    own = attackers & allOf(turn);
  }
  let value = 0;
  while (depth > 0) {
    depth--;
    value = max(0, load<i32>(SWAP_LIST + ((<usize>depth) << 2)) - value);
  }
  return value;
}

/**
 * What a legal move gains or loses on its target square: captures and promotion, then best exchanges.
 * @param pinned pieces of either side that may capture only along the line to their king, while what pins them stays
 */
export function exchangeOfMove(move: i32, pinned: u64 = 0): i32 {
  const from = moveFrom(move);
  const to = moveTo(move);
  const piece = pieceOn(from);
  let occ = occupied() ^ bit(from);
  const captured = kindOn(to);
  let gain = captured == EMPTY ? 0 : valueOf(captured);
  let standing = valueOf(piece & 7);
  if (moveKind(move) == EN_PASSANT) {
    gain = valueOf(PAWN);
    occ ^= bit(to ^ 8);
  } else if (isPromotion(move)) {
    const promoted = valueOf(moveKind(move));
    gain += promoted - standing;
    standing = promoted;
  }
  const left = occ | bit(to);
  if (pinned != 0) pinned &= ~freed(pinned & allOf((piece & BLACK) ^ BLACK), bit(from), left);
  return gain - exchange(to, (piece & BLACK) ^ BLACK, standing, left, occ & ~bit(to), pinned);
}

/**
 * Whether a legal move's exchange gains `least` or more: what `exchangeOfMove` would say, told as soon as it is clear. A side that has
 * what it needs stops.
 */
export function exchangeReaches(move: i32, least: i32): bool {
  const from = moveFrom(move);
  const to = moveTo(move);
  const piece = pieceOn(from);
  const special = moveKind(move);
  const captured = kindOn(to);
  let occ = (occupied() ^ bit(from)) | bit(to);
  let gain = captured == EMPTY ? 0 : valueOf(captured);
  let standing = valueOf(piece & 7);
  if (special == EN_PASSANT) {
    gain = valueOf(PAWN);
    occ ^= bit(to ^ 8);
  } else if (isPromotion(move)) {
    gain += valueOf(special) - standing;
    standing = valueOf(special);
  }
  if (gain < least) return false;
  // What is left for the other side to win back if it takes; from then on, for either side in turn.
  let need = standing - (gain - least);
  if (need <= 0) return true;
  let turn = (piece & BLACK) ^ BLACK;
  let attackers = attackersOfEither(to, occ) & occ & ~bit(to);
  let own = attackers & allOf(turn);
  if (own == 0) return true;
  const diagonal = pieces(WHITE | BISHOP) | pieces(BLACK | BISHOP) | pieces(WHITE | QUEEN) | pieces(BLACK | QUEEN);
  const straight = pieces(WHITE | ROOK) | pieces(BLACK | ROOK) | pieces(WHITE | QUEEN) | pieces(BLACK | QUEEN);
  let reached = true;
  while (own != 0) {
    reached = !reached;
    let kind = PAWN;
    let taker = own & pieces(turn | PAWN);
    while (taker == 0) {
      kind++;
      taker = own & pieces(turn | kind);
    }
    // The king takes last, and only what nobody guards.
    if (kind == KING) return (attackers & allOf(turn ^ BLACK)) != 0 ? !reached : reached;
    need = valueOf(kind) - need;
    // The mover has done enough with a tie, the other side has not.
    const enough = reached ? 1 : 0;
    if (need < enough) return reached;
    taker &= 0 - taker;
    occ &= ~taker;
    attackers &= ~taker;
    if (kind == PAWN || kind == BISHOP || kind == QUEEN) attackers |= bishopAttacks(to, occ) & diagonal & occ;
    if (kind == ROOK || kind == QUEEN) attackers |= rookAttacks(to, occ) & straight & occ;
    turn ^= BLACK;
    own = attackers & allOf(turn);
  }
  return reached;
}
