/**
 * Pin: an own slider attacks X, and behind X on the ray stands Y, worth more.
 *
 * Where Y is the king the pin is absolute: X may not leave the line. It has a consequence: X, were it free, would take something worth
 * more than itself or unguarded; or X itself is attacked, by something lesser or unguarded as it is, and may not go where it could. The
 * move makes the pin, or its consequence; or takes or checks while they stand. A quiet one threatens something. Confirmed where such a move wins.
 *
 * Otherwise it is relative: the moved slider attacks X with profit, and X has to stay, for Y would fall; the pinner is not
 * to be had, and a quiet move wins what Black may win meanwhile. Confirmed where X falls.
 */
import { addKey, addTarget, openCandidate, PIN, withhold } from '../candidates';
import { attacks, between, bishopAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KING, PAWN, QUEEN, ROOK, valueOf, WHITE } from '../board/squares';
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
  to,
  white,
  winsOn,
  winsOnWithout,
} from './context';
import { blowTo, prey, takesBack } from './sequel';
import { loss, threatens } from './threats';

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

/** What X would take if it were free: white pieces off the line that are worth more, or unguarded. */
function wishes(x: i32): u64 {
  let seen = attacks(pieceOn(x), x, occ) & white & ~lineThrough(blackKing, x);
  let wanted: u64 = 0;
  while (seen != 0) {
    const square = first(seen);
    seen &= seen - 1;
    if (valueOf(kindOn(square)) > valueOf(kindOn(x)) || attackersOf(square, WHITE, occ) == 0) wanted |= bit(square);
  }
  return wanted;
}

/** White pieces by which X is lost where it may not go elsewhere; none where it could not go anyhow. */
function captors(x: i32, pinner: i32): u64 {
  let by = attackersOf(x, WHITE, occ);
  // A piece pinned by its like may at least take it.
  if (kindOn(pinner) == kindOn(x)) by &= ~bit(pinner);
  if (by == 0) return 0;
  let ways = attacks(pieceOn(x), x, occ) & ~black & ~lineThrough(blackKing, x);
  if (kindOn(x) == PAWN) ways = (ways & white) | (bit(x - 8) & ~occ & ~lineThrough(blackKing, x));
  if (ways == 0) return 0;
  return attackersOf(x, BLACK, occ) == 0 || valueOf(kindOn(leastOf(by))) < valueOf(kindOn(x)) ? by : 0;
}

/** Whether the move makes the pin or what comes of it, or is one that has to be answered anyhow. */
function hasPart(x: i32, wanted: u64, by: u64): bool {
  if (taken > 0 || checks != 0 || !holds(heldBefore, x)) return true;
  // Both were there before, unless the moved piece is one of them, guarded the other or stood in the way.
  const changed = bit(to) | attacks(pieceOn(to), from, occBefore);
  return ((wanted | by) & changed) != 0 || holds(between(first(by | wanted), x), from);
}

function emit(gain: i32, pinner: i32, x: i32, y: i32): usize {
  const candidate = openCandidate(PIN, gain);
  addKey(candidate, pinner);
  addTarget(candidate, x);
  addTarget(candidate, y);
  return candidate;
}

/** Absolute pins. */
export function findPin(): void {
  let pinned = held & black;
  while (pinned != 0) {
    const x = first(pinned);
    pinned &= pinned - 1;
    const pinner = pinnerOf(x);
    const wanted = wishes(x);
    const by = captors(x, pinner);
    if ((wanted | by) == 0 || !hasPart(x, wanted, by)) continue;
    const candidate = emit(by == 0 ? taken - risk() : taken + valueOf(kindOn(x)), pinner, x, blackKing);
    if (taken <= 0 && checks == 0 && !threatens()) withhold(candidate);
  }
}

/** What X shields from the moved slider: a piece worth more, which would fall; -1 where nothing. */
function shieldedBy(x: i32): i32 {
  const piece = pieceOn(to);
  const behind = attacks(piece, to, occ & ~bit(x)) & ~attackedByMoved() & black & lineThrough(to, x);
  if (behind == 0) return -1;
  const y = first(behind);
  if (kindOn(y) == KING || valueOf(kindOn(y)) <= valueOf(kindOn(x))) return -1;
  return winsOnWithout(y, bit(x), occ & ~bit(x)) > 0 ? y : -1;
}

function findRelativePinOf(x: i32): void {
  if (kindOn(x) == KING || kindOn(x) == PAWN) return;
  const y = shieldedBy(x);
  const won = y < 0 ? 0 : winsOn(x);
  const gain = taken + won;
  if (won > 0 && gain >= 100 && risk() == 0 && (checks != 0 || taken > 0 || gain >= loss())) emit(gain, to, x, y);
}

/** Relative pins by the moved slider. */
export function findRelativePin(): void {
  if (kind < BISHOP || kind > QUEEN) return;
  let fronts = attackedByMoved() & black;
  while (fronts != 0) {
    findRelativePinOf(first(fronts));
    fronts &= fronts - 1;
  }
}

/** The blow takes X where it stood. */
export function explainRelativePin(): void {
  if (kind < BISHOP || kind > QUEEN || prey == EMPTY || takesBack() || !holds(attackedByMoved(), blowTo)) return;
  findRelativePinOf(blowTo);
}
