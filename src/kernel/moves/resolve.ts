/**
 * From "this kind of piece goes to that square" to the one legal move that is meant.
 *
 * The move list is never generated here: the squares from which a piece could come are an attack set seen from the target, and each
 * of the few found is tried on the occupancy alone. That is what reads a game at millions of moves a second. Castling is the
 * exception: it is rare, and its rules stay in one place, the generator.
 */
import { attacks, kingAttacks, pawnAttacks } from '../board/attacks';
import { attackersOf, inCheck, isAttacked } from '../board/attackers';
import { CASTLE, DOUBLE_PUSH, EN_PASSANT, makeMoveCode, moveFrom, moveKind, moveTo } from '../board/move';
import { allOf, castling, epSquare, kindOn, kingSquare, occupied, pieces, side } from '../board/position';
import { bit, BLACK, EMPTY, fileOf, first, KING, PAWN, rankOf, WHITE } from '../board/squares';
import { MOVE_LISTS } from '../memory';
import { EVERY_MOVE, generate } from './generate';

/** The null move, packed: annotated games hold it, and it is legal wherever the side to move is not in check. */
export const NULL_MOVE: i32 = 0;
/** No legal move fits. */
export const NONE: i32 = -1;
/** More than one does. */
export const AMBIGUOUS: i32 = -2;

/** Every square: an origin that the notation leaves open. */
export const ANYWHERE: u64 = ~(<u64>0);

/** Whether the own king is safe once a piece has gone from `from` to `to` and the squares of `gone` are empty. */
function keepsKing(from: i32, to: i32, gone: u64): bool {
  const them = side ^ BLACK;
  const after = (occupied() & ~(bit(from) | gone)) | bit(to);
  return (attackersOf(kingSquare(side), them, after) & ~(bit(to) | gone)) == 0;
}

function castle(from: i32, to: i32): i32 {
  if (castling == 0) return NONE;
  const wanted = makeMoveCode(from, to, CASTLE);
  const end = generate(MOVE_LISTS, EVERY_MOVE);
  for (let at = MOVE_LISTS; at < end; at += 4) {
    if (load<i32>(at) == wanted) return wanted;
  }
  return NONE;
}

/** Castling to the king's or the queen's side; NONE where it is not legal. */
export function resolveCastling(short: bool): i32 {
  const king = kingSquare(side);
  // Anywhere else there is no right to castle, and the squares beside could lie off the board.
  if (king != (side == WHITE ? 4 : 60)) return NONE;
  return castle(king, short ? king + 2 : king - 2);
}

function resolveKing(origin: u64, to: i32): i32 {
  const from = kingSquare(side);
  if ((origin & bit(from)) == 0) return NONE;
  if ((kingAttacks(from) & bit(to)) != 0) {
    return isAttacked(to, side ^ BLACK, occupied() ^ bit(from)) ? NONE : makeMoveCode(from, to, 0);
  }
  // A step of two squares is castling only where the origin is spelled out: `Kg1` is not.
  const step = to - from;
  return origin == bit(from) && (step == 2 || step == -2) ? castle(from, to) : NONE;
}

function pushedFrom(to: i32): i32 {
  const pawns = pieces(side | PAWN);
  const step = side == WHITE ? 8 : -8;
  if ((pawns & bit(to - step)) != 0) return to - step;
  const jumps = rankOf(to) == (side == WHITE ? 3 : 4) && (occupied() & bit(to - step)) == 0;
  return jumps && (pawns & bit(to - 2 * step)) != 0 ? to - 2 * step : NONE;
}

function resolvePush(origin: u64, to: i32, promotion: i32): i32 {
  if ((occupied() & bit(to)) != 0) return NONE;
  const from = pushedFrom(to);
  if (from < 0 || (origin & bit(from)) == 0 || !keepsKing(from, to, 0)) return NONE;
  const step = to - from;
  return makeMoveCode(from, to, step == 16 || step == -16 ? DOUBLE_PUSH : promotion);
}

function resolvePawnCapture(origin: u64, to: i32, promotion: i32): i32 {
  const them = side ^ BLACK;
  const passing = to == epSquare;
  if (!passing && (allOf(them) & bit(to)) == 0) return NONE;
  const gone = passing ? bit(to ^ 8) : 0;
  let found = NONE;
  let takers = pawnAttacks(them, to) & pieces(side | PAWN) & origin;
  while (takers != 0) {
    const from = first(takers);
    takers &= takers - 1;
    if (!keepsKing(from, to, gone)) continue;
    if (found >= 0) return AMBIGUOUS;
    found = makeMoveCode(from, to, passing ? EN_PASSANT : promotion);
  }
  return found;
}

function resolvePawn(origin: u64, to: i32, promotion: i32): i32 {
  const rank = side == WHITE ? rankOf(to) : 7 - rankOf(to);
  if (rank == 0 || (promotion != 0) != (rank == 7)) return NONE;
  // `d5` alone is never a capture.
  const pushed = resolvePush(origin, to, promotion);
  return pushed >= 0 || origin == ANYWHERE ? pushed : resolvePawnCapture(origin, to, promotion);
}

/**
 * The legal move of a piece of `kind` from one of the squares of `origin` to `to`.
 * @param promotion kind promoted to, 0 for none
 * @returns the move, NONE or AMBIGUOUS
 */
export function resolve(kind: i32, origin: u64, to: i32, promotion: i32): i32 {
  if ((allOf(side) & bit(to)) != 0) return NONE;
  if (kind == PAWN) return resolvePawn(origin, to, promotion);
  if (promotion != 0) return NONE;
  if (kind == KING) return resolveKing(origin, to);
  let found = NONE;
  let set = attacks(side | kind, to, occupied()) & pieces(side | kind) & origin;
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    if (!keepsKing(from, to, 0)) continue;
    if (found >= 0) return AMBIGUOUS;
    found = makeMoveCode(from, to, 0);
  }
  return found;
}

/** The legal move from one named square, whatever stands there. */
export function resolveFrom(from: i32, to: i32, promotion: i32): i32 {
  return (allOf(side) & bit(from)) == 0 ? NONE : resolve(kindOn(from), bit(from), to, promotion);
}

/** The null move where it is legal. */
export function resolveNull(): i32 {
  return inCheck() ? NONE : NULL_MOVE;
}

/** The kernel's own code of a move in its public form (`publicMove`), or NONE where it is not legal here. */
export function resolvePublic(move: i32): i32 {
  if (move == NULL_MOVE) return resolveNull();
  // Kinds above the promotions, and bits above the kind, mean nothing outside the kernel.
  if (move < 0 || move >> 12 > 4) return NONE;
  return resolveFrom(moveFrom(move), moveTo(move), moveKind(move));
}

/** The same of a move that is known to be legal. */
export function withKind(move: i32): i32 {
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = kindOn(from);
  const step = abs(to - from);
  if (kind == PAWN && step == 16) return makeMoveCode(from, to, DOUBLE_PUSH);
  if (kind == PAWN && to == epSquare && changesFile(move)) return makeMoveCode(from, to, EN_PASSANT);
  return kind == KING && step == 2 ? makeMoveCode(from, to, CASTLE) : move;
}

/** Origins, other than that of `move`, from which a piece of the same kind could legally go to the same square. */
export function rivalsOf(move: i32): u64 {
  const to = moveTo(move);
  const kind = kindOn(moveFrom(move));
  if (kind == PAWN || kind == KING || kind == EMPTY) return 0;
  let rivals: u64 = 0;
  let set = attacks(side | kind, to, occupied()) & pieces(side | kind) & ~bit(moveFrom(move));
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    if (keepsKing(from, to, 0)) rivals |= bit(from);
  }
  return rivals;
}

/** Whether a pawn's move changes its file: it captures, also where it does so in passing. */
export function changesFile(move: i32): bool {
  return fileOf(moveFrom(move)) != fileOf(moveTo(move));
}
