/**
 * Deflection: the move makes a defender D leave its duty. It offers something on a square where D takes, or it checks so that the king D,
 * or a piece D that must step in between, leaves. The duty: guarding a piece Q that falls without D, or that can then be taken with mate,
 * or the square on which a pawn promotes. An offer without check needs every taker to have a duty, and declining it to cost something.
 * A move that mates deflects nobody. What pays for itself needs none of this: a trigger that takes what it is worth is an exchange, one that
 * wins most of the gain by its own exchange offers nothing, and a Q that something lesser may take falls guarded or not.
 *
 * Confirmed where the line has D take or answer the check, and the blow falls on what it no longer guards; or, where nothing else explains the
 * line, where D flees from the moved piece.
 */
import { addKey, addTarget, candidates, DEFLECTION, dropCandidates, openCandidate } from '../candidates';
import {
  attacks,
  between,
  bishopAttacks,
  kingAttacks,
  knightAttacks,
  lineThrough,
  rookAttacks,
} from '../board/attacks';
import { attackersOf, reachOf } from '../board/attackers';
import { moveKind } from '../board/move';
import { kindOn, pieceOn, pieces } from '../board/position';
import {
  bit,
  BLACK,
  EMPTY,
  fileOf,
  first,
  KING,
  PAWN,
  QUEEN,
  RANK_7,
  rankOf,
  ROOK,
  several,
  valueOf,
  WHITE,
} from '../board/squares';
import { exchange } from '../exchange';
import {
  attackedByMoved,
  black,
  blackKing,
  checks,
  from,
  held,
  holds,
  kind,
  leastOf,
  mates,
  move,
  movedKind,
  occ,
  reach,
  reachThroughKing,
  risk,
  taken,
  takers,
  to,
  winsOn,
} from './context';
import { blackReach, blackSliders } from './reach';
import {
  blowFrom,
  blowTo,
  evades,
  follows,
  prey,
  promotes,
  replierGuards,
  replyFrom,
  replyTo,
  takesBack,
} from './sequel';
import { LEAST, promises, struck } from './threats';

/** Centipawns that a check may cost beyond what it is seen to win: a strong player looks at such a sacrifice. */
const SPECULATION: i32 = 300;

/** @param duty the piece that D guarded; D itself where it guarded a square */
function emit(gain: i32, defender: i32, duty: i32): void {
  const candidate = openCandidate(DEFLECTION, gain);
  addKey(candidate, to);
  addTarget(candidate, defender);
  if (duty != defender) addTarget(candidate, duty);
}

/** Black men that D guards and White may take: it attacks nothing more when D goes, unless D stood in its way. */
function wards(defender: i32): u64 {
  const guarded = attacks(pieceOn(defender), defender, occ) & black & ~bit(to) & ~bit(blackKing);
  return holds(reach, defender) ? guarded : guarded & reach;
}

/** Whether something lesser may take Q: that pays though Q is guarded. */
function fallsAnyhow(duty: i32, there: u64): bool {
  const by = attackersOf(duty, WHITE, there) & there & ~held;
  return by != 0 && valueOf(kindOn(leastOf(by))) < valueOf(kindOn(duty));
}

/** Those of the guarded pieces that fall when D goes. */
function findGuards(defender: i32, guarded: u64, left: u64, present: u64, price: i32): void {
  while (guarded != 0) {
    const duty = first(guarded);
    guarded &= guarded - 1;
    const worth = valueOf(kindOn(duty));
    if (taken - price + worth < LEAST || fallsAnyhow(duty, present)) continue;
    const without = exchange(duty, WHITE, worth, left, present, held);
    if (without <= 0 || taken - price + without < LEAST) continue;
    if (without <= exchange(duty, WHITE, worth, occ, occ & ~bit(to), held)) continue;
    emit(taken - price + without, defender, duty);
  }
}

/** Whether a white piece other than the moved one could take with check what only D (and the king) guards: mate may follow. */
function findMatingBlows(defender: i32, guarded: u64, left: u64, present: u64, price: i32): void {
  let squares =
    guarded &
    (knightAttacks(blackKing) | kingAttacks(blackKing) | bishopAttacks(blackKing, left) | rookAttacks(blackKing, left));
  while (squares != 0) {
    const square = first(squares);
    squares &= squares - 1;
    const guards = attackersOf(square, BLACK, left) & present;
    if ((guards & ~bit(blackKing)) != 0) continue;
    let strikers = attackersOf(square, WHITE, left) & present & ~held;
    if (guards != 0 && !several(strikers)) continue;
    strikers &= ~pieces(WHITE | KING) & ~pieces(WHITE | PAWN);
    while (strikers != 0) {
      const striker = first(strikers);
      strikers &= strikers - 1;
      if (!holds(attacks(pieceOn(striker), square, left & ~bit(striker)), blackKing)) continue;
      emit(taken - price, defender, square);
      return;
    }
  }
}

/** Whether D keeps watch on a promotion square: it attacks it, or is a rook or queen on its file, wherever behind the pawn. */
function watches(defender: i32, square: i32, there: u64): bool {
  const piece = pieceOn(defender);
  if (holds(attacks(piece, defender, there), square)) return true;
  const file = (piece & 7) == ROOK || (piece & 7) == QUEEN;
  return file && fileOf(defender) == fileOf(square) && defender < square;
}

/** Pawns that D alone keeps from promoting, by guarding the square or by standing on it. */
function findPromotions(defender: i32, left: u64, present: u64, price: i32): void {
  let pawns = pieces(WHITE | PAWN) & RANK_7 & present;
  while (pawns != 0) {
    const pawn = first(pawns);
    pawns &= pawns - 1;
    const square = pawn + 8;
    if (square != defender && (holds(left, square) || !watches(defender, square, occ))) continue;
    if ((attackersOf(square, BLACK, left) & present) != 0) continue;
    emit(taken - price + valueOf(QUEEN) - valueOf(PAWN), defender, defender);
    return;
  }
}

/** D takes on the move's square. */
function findTakers(): void {
  const earlier = candidates;
  // A check that another piece gives leaves only the king to take.
  let set = (checks & ~bit(to)) != 0 ? takers() & bit(blackKing) : takers();
  while (set != 0) {
    const defender = first(set);
    set &= set - 1;
    if (holds(held, defender) && !holds(lineThrough(blackKing, defender), to)) continue;
    if (defender == blackKing && attackersOf(to, WHITE, occ) != 0) continue;
    const before = candidates;
    const left = (occ & ~bit(defender)) | bit(to);
    const present = left & ~bit(to);
    const price = valueOf(kind);
    const guarded = wards(defender);
    if (guarded != 0) findGuards(defender, guarded, left, present, price);
    findPromotions(defender, left, present, price);
    if (guarded != 0) findMatingBlows(defender, guarded, left, present, price);
    // Where nothing forces Black to take, it takes with what has no duty.
    if (candidates == before && checks == 0) {
      dropCandidates(earlier);
      return;
    }
  }
  // Or it does not take at all, where that costs nothing.
  if (candidates > earlier && checks == 0 && taken <= 0 && struck() == 0 && !promises()) dropCandidates(earlier);
}

/** Pieces that the king guards and White attacks: it may come to stand in another guard's way, so no exchange is counted out. */
function findKingsWards(left: u64): void {
  let guarded = kingAttacks(blackKing) & black & ~bit(to) & reachThroughKing();
  while (guarded != 0) {
    const duty = first(guarded);
    guarded &= guarded - 1;
    if (attackersOf(duty, WHITE, left) == 0 || fallsAnyhow(duty, left)) continue;
    const gain = taken + exchange(duty, WHITE, valueOf(kindOn(duty)), left, left, held);
    if (gain >= risk() - SPECULATION) emit(gain, blackKing, duty);
  }
}

/** Whether Black may have a piece that can step between the king and what checks it: as told from what it attacked before the move. */
function mayStepIn(gap: u64): bool {
  if (holds(blackSliders, from) || moveKind(move) != 0) return true;
  return ((blackReach & gap) | (((gap << 8) | (gap << 16)) & pieces(BLACK | PAWN))) != 0;
}

/** Squares of the gap to which a black pawn may step. */
function pawnSteps(pawn: i32, gap: u64): u64 {
  const one = bit(pawn - 8) & ~occ;
  const two = rankOf(pawn) == 6 && one != 0 ? bit(pawn - 16) : 0;
  return (one | two) & gap;
}

/** Whether the king in check has a square to go to. */
function kingSteps(left: u64): bool {
  return (kingAttacks(blackKing) & ~black & ~reachOf(WHITE, left)) != 0;
}

/** D is the king that must step aside, or a piece that can step in between. */
function findCheckAnswers(): void {
  const left = occ & ~bit(blackKing);
  if (kingSteps(left)) {
    findKingsWards(left);
    findPromotions(blackKing, left, left, 0);
  }
  if (several(checks)) return;
  const gap = between(first(checks), blackKing);
  if (gap == 0) return;
  if (!mayStepIn(gap) || checkerFalls()) return;
  let helpers = black & ~held & ~bit(blackKing);
  while (helpers != 0) {
    const defender = first(helpers);
    helpers &= helpers - 1;
    const piece = pieceOn(defender);
    const ways = (piece & 7) == PAWN ? pawnSteps(defender, gap) : attacks(piece, defender, occ) & gap;
    if (ways == 0) continue;
    const step = bit(first(ways));
    findGuards(defender, wards(defender), (occ & ~bit(defender)) | step, occ & ~bit(defender), 0);
  }
}

/** Whether Black takes the piece that checks, by another than the king. */
function checkerFalls(): bool {
  return exchange(to, BLACK, valueOf(kind), occ, occ & ~bit(blackKing), held) > 0;
}

export function findDeflection(): void {
  if (mates || paysForItself()) return;
  findTakers();
  if (checks != 0) findCheckAnswers();
}

/** Whether the move wins what it is worth: an exchange, or a plain capture, and whoever answers it has been deflected from nothing. */
function paysForItself(): bool {
  return taken >= valueOf(movedKind);
}

/** The replier took the moved piece or answered its check, and left what the blow then falls on. */
export function explainDeflection(): void {
  if ((prey == EMPTY && !promotes) || takesBack() || paysForItself()) return;
  if (!evades && replyTo != to) return;
  if (prey != EMPTY && valueOf(prey) > valueOf(kindOn(blowFrom))) return;
  if (promotes ? !watches(replyFrom, blowTo, occ) : !holds(attacks(pieceOn(replyFrom), replyFrom, occ), blowTo)) return;
  if (replierGuards(blowTo)) return;
  emit(0, replyFrom, prey == EMPTY ? replyFrom : blowTo);
}

/** The moved piece attacks D, which would fall; the reply takes D away from what the blow then falls on. */
export function explainDrivenGuard(): void {
  if (!follows || prey == EMPTY || evades || takesBack() || replyTo == to) return;
  if (!holds(attackedByMoved(), replyFrom) || winsOn(replyFrom) < LEAST) return;
  if (valueOf(prey) > valueOf(kindOn(blowFrom))) return;
  if (!holds(attacks(pieceOn(replyFrom), replyFrom, occ), blowTo) || replierGuards(blowTo)) return;
  emit(0, replyFrom, blowTo);
}
