/**
 * What strong players weigh beside material, in centipawns: where pieces stand and how much they see, how safe the kings are, how far
 * passed pawns have come. It tells a sound gain from a pawn grabbed at too high a price; it is never a gain itself.
 *
 * The weights are a robust linear fit, material held at its values, to what Stockfish makes of some 7,000 positions of real games.
 */
import { pawnsAttack } from '../board/attackers';
import { bishopAttacks, kingAttacks, knightAttacks, rookAttacks } from '../board/attacks';
import { allOf, kingSquare, occupied, pieces, side } from '../board/position';
import {
  BISHOP,
  bit,
  BLACK,
  FILE_A,
  FILE_H,
  fileOf,
  fileSet,
  first,
  KNIGHT,
  PAWN,
  QUEEN,
  rankOf,
  ROOK,
  several,
  WHITE,
} from '../board/squares';

/** The worth of all pieces at the start, in pawns. */
const FULL_BOARD: i32 = 62;
/** To have the move. */
const TEMPO: i32 = 12;

function count(set: u64): i32 {
  return <i32>popcnt(set);
}

/** A set and its neighbours left and right. */
function widened(set: u64): u64 {
  return set | ((set & ~FILE_A) >> 1) | ((set & ~FILE_H) << 1);
}

/** All squares in front of a set. */
function ahead(set: u64, color: i32): u64 {
  if (color == WHITE) {
    set <<= 8;
    set |= set << 8;
    set |= set << 16;
    return set | (set << 32);
  }
  set >>= 8;
  set |= set >> 8;
  set |= set >> 16;
  return set | (set >> 32);
}

/** Steps from a square to the four in the middle, 0 to 6. */
function remoteness(square: i32): i32 {
  const file = fileOf(square);
  const rank = rankOf(square);
  return max(3 - file, file - 4) + max(3 - rank, rank - 4);
}

function piecesOf(color: i32): i32 {
  const occ = occupied();
  const free = ~(allOf(color) | pawnsAttack(color ^ BLACK));
  const enemyKing = kingSquare(color ^ BLACK);
  const zone = kingAttacks(enemyKing) | bit(enemyKing);
  let value = 0;
  let set = pieces(color | KNIGHT);
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    const seen = knightAttacks(square);
    value += 5 * count(seen & free) + 4 * count(seen & zone) - 8 * remoteness(square);
  }
  set = pieces(color | BISHOP);
  if (several(set)) value += 23;
  while (set != 0) {
    const seen = bishopAttacks(first(set), occ);
    set &= set - 1;
    value += 4 * count(seen & free) + 4 * count(seen & zone);
  }
  set = pieces(color | ROOK);
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    if ((fileSet(square) & pieces(color | PAWN)) == 0) value += 20;
    value += 8 * count(rookAttacks(square, occ) & zone);
  }
  set = pieces(color | QUEEN);
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    const seen = bishopAttacks(square, occ) | rookAttacks(square, occ);
    value += 2 * count(seen & free) + 12 * count(seen & zone);
  }
  return value;
}

/** @param stage pieces on the board, FULL_BOARD at the start */
function pawnsOf(color: i32, stage: i32): i32 {
  const pawns = pieces(color | PAWN);
  const held = widened(ahead(pieces((color ^ BLACK) | PAWN), color ^ BLACK));
  let value = 0;
  let set = pawns;
  while (set != 0) {
    const square = first(set);
    const pawn = bit(square);
    set &= set - 1;
    const rank = color == WHITE ? rankOf(square) : 7 - rankOf(square);
    const file = fileSet(square);
    value += rank;
    if ((pawn & held) == 0) value += (5 * rank * rank * max(0, FULL_BOARD - stage)) / FULL_BOARD;
    if ((ahead(pawn, color) & pawns) != 0) value -= 20;
    if ((widened(file) & ~file & pawns) == 0) value -= 12;
  }
  return value;
}

function kingOf(color: i32): i32 {
  const king = kingSquare(color);
  // With no queen to fear it belongs in the middle.
  if (pieces((color ^ BLACK) | QUEEN) == 0) return -5 * remoteness(king);
  const roof = widened(color == WHITE ? bit(king) << 8 : bit(king) >> 8);
  return 24 * count(roof & pieces(color | PAWN));
}

function pieceWorth(color: i32): i32 {
  return (
    3 * (count(pieces(color | KNIGHT)) + count(pieces(color | BISHOP))) +
    5 * count(pieces(color | ROOK)) +
    9 * count(pieces(color | QUEEN))
  );
}

function placementOf(color: i32, stage: i32): i32 {
  return piecesOf(color) + pawnsOf(color, stage) + kingOf(color);
}

/** White's placement less Black's. */
export function placement(): i32 {
  const stage = pieceWorth(WHITE) + pieceWorth(BLACK);
  return placementOf(WHITE, stage) - placementOf(BLACK, stage) + (side == WHITE ? TEMPO : -TEMPO);
}
