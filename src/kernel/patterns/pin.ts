/**
 * Pin: an own slider attacks X, and behind X on the ray stands Y, worth more.
 *
 * Where Y is the king the pin is absolute: X may not leave the line. It has a consequence: X, were it free, would take something worth
 * more than itself or unguarded, or join in taking the moved piece; or X itself is attacked, by something lesser or unguarded as it is, and
 * may not go where it could. The move makes the pin, or its consequence; or takes or checks while they stand. A quiet one threatens
 * something. Confirmed where such a move wins.
 *
 * Otherwise it is relative: the moved piece attacks X with profit, and X has to stay, for Y would fall to the slider, which is the moved
 * piece or attacked X before; the moved piece is not to be had, and a quiet move wins what Black may win meanwhile. Confirmed where X falls.
 *
 * Or X, pinned so before, is all that could take the moved piece, which takes or checks, and had better not: Y is worth more than what it
 * gets. Confirmed where the move takes and wins; or where the moved piece strikes next, or has been taken.
 */
import { addKey, addTarget, openCandidate, PIN, withhold } from '../candidates';
import { attacks, between, bishopAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KING, PAWN, QUEEN, ROOK, valueOf, WHITE } from '../board/squares';
import { exchange } from '../exchange';
import {
  attackedByMoved,
  black,
  blackKing,
  checks,
  from,
  held,
  heldBefore,
  holds,
  kind,
  leastOf,
  occ,
  occBefore,
  risk,
  taken,
  takers,
  to,
  white,
  winsOn,
  winsOnWithout,
} from './context';
import { blowFrom, blowTo, follows, prey, replyTo, takesBack } from './sequel';
import { LEAST, loss, threatens } from './threats';

/** The white slider that holds a black piece to its king. */
function pinnerOf(x: i32): i32 {
  const beyond = occ & ~bit(x);
  const queens = pieces(WHITE | QUEEN);
  let snipers =
    (bishopAttacks(blackKing, beyond) & (pieces(WHITE | BISHOP) | queens)) |
    (rookAttacks(blackKing, beyond) & (pieces(WHITE | ROOK) | queens));
  while (!holds(between(first(snipers), blackKing), x)) snipers &= snipers - 1;
  return first(snipers);
}

/** Whether X, were it free, would take part in taking the moved piece, and make that pay. */
function wouldJoin(x: i32): bool {
  const most = max(0, taken - LEAST);
  return risk() <= most && exchange(to, BLACK, valueOf(kind), occ, occ, held & ~bit(x)) > most;
}

/**
 * What X would take if it were free: white pieces off the line that are worth more, or unguarded, and the moved one where it would be lost.
 */
function wishes(x: i32): u64 {
  let seen = attacks(pieceOn(x), x, occ) & white & ~lineThrough(blackKing, x);
  let wanted: u64 = 0;
  while (seen != 0) {
    const square = first(seen);
    seen &= seen - 1;
    if (
      valueOf(kindOn(square)) > valueOf(kindOn(x)) ||
      attackersOf(square, WHITE, occ) == 0 ||
      (square == to && wouldJoin(x))
    ) {
      wanted |= bit(square);
    }
  }
  return wanted;
}

/** Whether X could leave the line if it were free. */
function couldGo(x: i32): bool {
  const line = lineThrough(blackKing, x);
  const ways = attacks(pieceOn(x), x, occ) & ~black & ~line;
  return (kindOn(x) == PAWN ? (ways & white) | (bit(x - 8) & ~occ & ~line) : ways) != 0;
}

/** White pieces that attack X. A piece pinned by its like may at least take that. */
function besiegers(x: i32, pinner: i32): u64 {
  const by = attackersOf(x, WHITE, occ);
  return kindOn(pinner) == kindOn(x) ? by & ~bit(pinner) : by;
}

/** Whether X hangs: nobody guards it, or one of those that attack it is worth less. */
function isHung(x: i32, by: u64): bool {
  return attackersOf(x, BLACK, occ) == 0 || valueOf(kindOn(leastOf(by))) < valueOf(kindOn(x));
}

/** The moved piece, where it attacks X from behind others that do. Behind the king it has no part: that takes last, if at all. */
function behindBesiegers(x: i32, by: u64): u64 {
  const left = occ & ~(by & ~pieces(WHITE | KING));
  return kind >= BISHOP && kind <= QUEEN && holds(attacks(pieceOn(to), to, left), x) ? bit(to) : 0;
}

/**
 * White pieces by which X is lost where it may not go elsewhere; none where it could not go anyhow.
 * @param outnumbered whether they count too where X, no pawn, is guarded, and yet lost, for they are more
 */
function captors(x: i32, pinner: i32, outnumbered: bool): u64 {
  const by = besiegers(x, pinner);
  if (by == 0 || !couldGo(x)) return 0;
  if (isHung(x, by)) return by;
  if (!outnumbered || kindOn(x) == PAWN) return 0;
  const all = by | behindBesiegers(x, by);
  return (!holds(heldBefore, x) || holds(all, to)) && winsOn(x) > 0 ? all : 0;
}

/** Whether the move makes the pin or what comes of it, or is one that has to be answered anyhow. */
function hasPart(x: i32, wanted: u64, by: u64): bool {
  if (taken > 0 || checks != 0 || !holds(heldBefore, x)) return true;
  // Both were there before, unless the moved piece is one of them, guarded the other or stood in the way.
  const changed = bit(to) | attacks(pieceOn(to), from, occBefore);
  return ((wanted | by) & changed) != 0 || holds(between(first(by | wanted), x), from);
}

/**
 * Whether a pin has a part in what a capture wins: X falls next, or there is something that it may not take; where the capture itself
 * has come to pin it, that is not enough, unless X is worth more than the pinner.
 */
export function helpsCapture(pinner: i32, x: i32): bool {
  if (follows && blowTo == x) return true;
  if (pinner == to) return valueOf(kindOn(x)) > valueOf(kind);
  return wishes(x) != 0;
}

function emit(gain: i32, pinner: i32, x: i32, y: i32): usize {
  const candidate = openCandidate(PIN, gain);
  addKey(candidate, pinner);
  addTarget(candidate, x);
  addTarget(candidate, y);
  return candidate;
}

/** Absolute pins. @param falls the square on which a piece is known to fall next; -1 where nothing is known */
export function findPin(falls: i32 = -1): void {
  let pinned = held & black;
  while (pinned != 0) {
    const x = first(pinned);
    pinned &= pinned - 1;
    const pinner = pinnerOf(x);
    const wanted = wishes(x);
    const by = captors(x, pinner, falls < 0 || falls == x);
    if ((wanted | by) == 0 || !hasPart(x, wanted, by)) continue;
    const candidate = emit(by == 0 ? taken - risk() : taken + valueOf(kindOn(x)), pinner, x, blackKing);
    if (taken <= 0 && checks == 0 && !threatens()) withhold(candidate);
  }
}

/** What X shields from a slider: a piece worth more, and no king; -1 where nothing. */
function shieldedBy(x: i32, slider: i32): i32 {
  const piece = pieceOn(slider);
  const behind = attacks(piece, slider, occ & ~bit(x)) & ~attacks(piece, slider, occ) & black & lineThrough(slider, x);
  if (behind == 0) return -1;
  const y = first(behind);
  if (kindOn(y) == KING || valueOf(kindOn(y)) <= valueOf(kindOn(x))) return -1;
  // A pin by another than the moved piece has to have stood before.
  return slider == to || holds(attacks(piece, slider, occBefore & ~bit(x)), y) ? y : -1;
}

/** The sliders that X may be pinned by: the moved one; or, where another piece comes to attack X, those that did before. */
function pinnersOf(x: i32): u64 {
  const own = kind >= BISHOP && kind <= QUEEN ? bit(to) : 0;
  const queens = pieces(WHITE | QUEEN);
  const diagonals = bishopAttacks(x, occ) & bishopAttacks(x, occBefore) & (pieces(WHITE | BISHOP) | queens);
  const ranks = rookAttacks(x, occ) & rookAttacks(x, occBefore) & (pieces(WHITE | ROOK) | queens);
  return own | ((diagonals | ranks) & ~bit(to));
}

function findRelativePinOf(x: i32): void {
  if (kindOn(x) == KING || kindOn(x) == PAWN) return;
  let pinners = pinnersOf(x);
  while (pinners != 0) {
    const pinner = first(pinners);
    pinners &= pinners - 1;
    const y = shieldedBy(x, pinner);
    if (y < 0 || winsOnWithout(y, bit(x), occ & ~bit(x)) == 0) continue;
    const won = winsOn(x);
    const gain = taken + won;
    if (won > 0 && gain >= LEAST && risk() == 0 && (checks != 0 || taken > 0 || gain >= loss()))
      emit(gain, pinner, x, y);
    return;
  }
}

/** Relative pins of what the moved piece attacks. */
export function findRelativePin(): void {
  let fronts = attackedByMoved() & black;
  while (fronts != 0) {
    findRelativePinOf(first(fronts));
    fronts &= fronts - 1;
  }
}

/** What Black loses in all where X takes the moved piece and leaves Y to fall to the slider. */
function priceOfTaking(x: i32, pinner: i32, y: i32): i32 {
  const left = occ & ~bit(x);
  // From where it takes it may guard Y, or stand in the slider's way still.
  if (holds(attacks(pieceOn(x), to, left), y) || holds(between(pinner, y), to)) return 0;
  return taken - valueOf(kind) + winsOnWithout(y, bit(x) | bit(to), left);
}

/** The slider that keeps X from taking the moved piece; -1 where none makes that cost a pawn. */
function restrainerOf(x: i32): i32 {
  let pinners = pinnersOf(x) & ~bit(to);
  while (pinners != 0) {
    const pinner = first(pinners);
    pinners &= pinners - 1;
    const y = shieldedBy(x, pinner);
    if (y >= 0 && priceOfTaking(x, pinner, y) >= LEAST) return pinner;
  }
  return -1;
}

/** Whether a piece may not take the moved one: the king what is guarded, another what is off the line on which it shields the king. */
function mayNotTake(x: i32): bool {
  if (x == blackKing) return attackersOf(to, WHITE, occ) != 0;
  return holds(held, x) && !holds(lineThrough(blackKing, x), to);
}

/** The least valuable piece that may take the moved one, where each of them had better not; -1 where one can, or none may. */
function pinnedTaker(): i32 {
  let pinned: u64 = 0;
  let set = takers();
  while (set != 0) {
    const x = first(set);
    set &= set - 1;
    if (mayNotTake(x)) continue;
    if (x == blackKing || restrainerOf(x) < 0) return -1;
    pinned |= bit(x);
  }
  return pinned == 0 ? -1 : leastOf(pinned);
}

/** Relative pins of all that could take the moved piece, which would be lost otherwise. */
function pinTakers(): void {
  if (risk() == 0 || taken - risk() >= LEAST) return;
  const x = pinnedTaker();
  if (x < 0) return;
  const pinner = restrainerOf(x);
  const y = shieldedBy(x, pinner);
  const price = priceOfTaking(x, pinner, y);
  emit(taken > 0 ? min(taken, price) : price, pinner, x, y);
}

/** These where the move takes or checks. */
export function findPinnedTakers(): void {
  if (taken > 0 || checks != 0) pinTakers();
}

/** The same where they have a part in what the line wins. */
export function explainPinnedTakers(): void {
  if (taken > 0 || (follows && (blowFrom == to || replyTo == to))) pinTakers();
}

/** The blow takes X where it stood. */
export function explainRelativePin(): void {
  if (prey == EMPTY || takesBack() || !holds(attackedByMoved(), blowTo)) return;
  findRelativePinOf(blowTo);
}
