/**
 * What stands on the board after the move, beside the pattern itself: what White threatens to take, what Black does, and whether Black
 * could answer at leisure. A quiet move with a single threat is answered by moving away what is threatened; a strong player looks at
 * it only where that does not help. The rules in the neighbouring files ask here; each answer is worked out once a move, when somebody
 * asks.
 */
import { attacks, kingAttacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { kindOn, pieceOn, pieces } from '../board/position';
import { bit, BLACK, EMPTY, first, KING, PAWN, QUEEN, RANK_7, ROOK, several, valueOf, WHITE } from '../board/squares';
import { exchange } from '../exchange';
import { attackedByMoved, black, blackKing, held, holds, looks, occ, reach, to, white, winsOn } from './context';

/** Least that counts as won, or as a threat: a pawn. */
export const LEAST: i32 = 100;

let lossOf: i32 = -1;
let knownLoss: i32 = 0;
let threatOf: i32 = -1;
let knownThreat: bool = false;
let pressureOf: i32 = -1;
let knownPressure: bool = false;

/** The most that Black wins by taking elsewhere than on the move's square; 0 where nothing hangs. */
export function loss(): i32 {
  if (lossOf == looks) return knownLoss;
  lossOf = looks;
  knownLoss = 0;
  let set = white & ~bit(to);
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    if (kindOn(square) == KING) continue;
    knownLoss = max(knownLoss, exchange(square, BLACK, valueOf(kindOn(square)), occ, occ, held));
  }
  return knownLoss;
}

/** Black pieces of a set, the king aside, that White wins something worth a pawn by taking: the first of them, `enough` at most. */
function fallen(set: u64, enough: i32): u64 {
  let found: u64 = 0;
  set &= black & ~bit(blackKing);
  while (set != 0 && enough > 0) {
    const square = first(set);
    set &= set - 1;
    if (winsOn(square) < LEAST) continue;
    found |= bit(square);
    enough--;
  }
  return found;
}

/** Whether a pawn is about to promote, and nobody keeps it from doing so. */
export function promises(): bool {
  let pawns = pieces(WHITE | PAWN) & RANK_7;
  while (pawns != 0) {
    const square = first(pawns) + 8;
    pawns &= pawns - 1;
    if (!holds(occ, square) && (attackersOf(square, BLACK, occ) & ~held) == 0) return true;
  }
  return false;
}

/** Whether White threatens anything at all. */
export function threatens(): bool {
  if (threatOf != looks) {
    threatOf = looks;
    knownThreat = promises() || fallen(reach, 1) != 0;
  }
  return knownThreat;
}

/** Black pieces that the moved piece attacks and that have to look after themselves: the king in check, and what falls. */
export function struck(): u64 {
  return (attackedByMoved() & bit(blackKing)) | fallen(attackedByMoved(), 64);
}

/** Whether a threatened piece is pinned, or loses wherever it goes. */
function isStuck(square: i32): bool {
  if (holds(held, square)) return true;
  const piece = pieceOn(square);
  const worth = valueOf(piece & 7);
  const left = occ & ~bit(square);
  let ways = attacks(piece, square, occ) & ~black;
  if ((piece & 7) == PAWN) ways = (ways & white) | (bit(square - 8) & ~occ);
  while (ways != 0) {
    const way = first(ways);
    ways &= ways - 1;
    const victim = kindOn(way);
    const got = victim == EMPTY ? 0 : valueOf(victim);
    if (got >= worth || exchange(way, WHITE, worth, left | bit(way), left & ~bit(way), held) <= got) return false;
  }
  return true;
}

/** Whether a piece that comes to stand beside the king, with check, leaves it no square. */
function shutsIn(striker: i32, square: i32): bool {
  const there = (occ & ~bit(striker)) | bit(square);
  const sees = attacks(pieceOn(striker), square, there);
  if (!holds(sees, blackKing)) return false;
  let flights = kingAttacks(blackKing) & ~black & ~sees & ~bit(square);
  while (flights != 0) {
    if (attackersOf(first(flights), WHITE, there & ~bit(blackKing)) == 0) return false;
    flights &= flights - 1;
  }
  return true;
}

/** Whether White threatens mate by a queen or rook beside the king: supported, where only the king could take it. */
function menacesKing(): bool {
  let squares = kingAttacks(blackKing) & ~white & reach;
  while (squares != 0) {
    const square = first(squares);
    squares &= squares - 1;
    if ((attackersOf(square, BLACK, occ) & ~bit(blackKing)) != 0) continue;
    const by = attackersOf(square, WHITE, occ) & ~held;
    if (!several(by)) continue;
    let strikers = by & (pieces(WHITE | QUEEN) | pieces(WHITE | ROOK));
    while (strikers != 0) {
      if (shutsIn(first(strikers), square)) return true;
      strikers &= strikers - 1;
    }
  }
  return false;
}

function presses(): bool {
  const set = fallen(reach, 2);
  if (set == 0) return false;
  return several(set) || promises() || isStuck(first(set)) || menacesKing();
}

/** Whether Black cannot meet by one quiet move what White threatens: to take two things, or one that has nowhere to go, or one and more. */
export function underPressure(): bool {
  if (pressureOf == looks) return knownPressure;
  pressureOf = looks;
  knownPressure = presses();
  return knownPressure;
}
