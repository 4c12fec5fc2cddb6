/**
 * Pin: an own slider attacks X, and behind X on the ray stands Y, worth more (a king makes the pin absolute). The move makes such a
 * line, or uses one that stands: it attacks X, which may not leave, with profit; or it takes or goes where only X could have objected.
 */
import { addKey, addTarget, markComplete, openCandidate, PIN } from '../candidates';
import { attacks, between, bishopAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, first, KING, PAWN, QUEEN, ROOK, several, valueOf, WHITE } from '../board/squares';
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
  mates,
  occ,
  risk,
  taken,
  takers,
  to,
  winsOn,
} from './context';

function emit(gain: i32, pinner: i32, x: i32, y: i32, complete: bool): void {
  const candidate = openCandidate(PIN, gain);
  addKey(candidate, pinner);
  addTarget(candidate, x, true);
  addTarget(candidate, y, true);
  if (complete) markComplete(candidate);
}

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

/** Whether the move attacks something, or somewhere, that has to be answered. */
function threatens(): bool {
  if (checks != 0) return true;
  let seen = attackedByMoved() & black;
  while (seen != 0) {
    const square = first(seen);
    seen &= seen - 1;
    if (winsOn(square) > 0) return true;
  }
  return false;
}

/**
 * Whether the pinned X, were it free, could have objected to the move: by stepping before the king that it mates, or by taking the
 * moved piece, which would then lose what the move gains while the move goes on to win, to check or to threaten.
 */
function objects(x: i32): bool {
  const line = lineThrough(blackKing, x);
  const steps = kindOn(x) == PAWN ? bit(x - 8) & ~occ : attacks(pieceOn(x), x, occ);
  if (mates && !several(checks) && (steps & between(first(checks), blackKing)) != 0) return true;
  if (holds(line, to) || !holds(attacks(pieceOn(x), x, occ), to)) return false;
  if (mates) return true;
  const objection = exchange(to, BLACK, valueOf(kind), occ, occ, held & ~bit(x));
  if (objection <= taken || objection < risk) return false;
  return taken > risk || (cheapest(x) && threatens());
}

/** Whether nobody else could take the moved piece more cheaply than X. */
function cheapest(x: i32): bool {
  const others = takers & ~held;
  return others == 0 || valueOf(kindOn(leastOf(others))) > valueOf(kindOn(x));
}

function findAbsolute(): void {
  let pinned = held & black;
  while (pinned != 0) {
    const x = first(pinned);
    pinned &= pinned - 1;
    const pinner = pinnerOf(x);
    const made = pinner == to || !holds(heldBefore, x);
    if (objects(x)) {
      emit(taken - risk, pinner, x, blackKing, true);
      continue;
    }
    const attackedNow = made || holds(attackedByMoved(), x) || holds(between(pinner, x), from);
    if (!attackedNow || risk > taken) continue;
    const won = winsOn(x);
    if (won > 0) emit(taken - risk + won, pinner, x, blackKing, false);
  }
}

/** The moved slider pins a piece to something dearer that is not the king. */
function findRelative(): void {
  if (kind < BISHOP || kind > QUEEN || risk > taken) return;
  let fronts = attackedByMoved() & black;
  while (fronts != 0) {
    const x = first(fronts);
    fronts &= fronts - 1;
    if (kindOn(x) == KING || kindOn(x) == PAWN || holds(held, x)) continue;
    const won = winsOn(x);
    if (won <= 0) continue;
    const behind = attacks(pieceOn(to), to, occ & ~bit(x)) & ~attackedByMoved() & black & lineThrough(to, x);
    if (behind == 0) continue;
    const y = first(behind);
    if (kindOn(y) == KING || valueOf(kindOn(y)) <= valueOf(kindOn(x))) continue;
    emit(taken - risk + won, to, x, y, false);
  }
}

export function findPin(): void {
  if ((held & black) != 0) findAbsolute();
  findRelative();
}
