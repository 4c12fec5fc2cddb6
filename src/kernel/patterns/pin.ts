/**
 * Pin: an own slider attacks X, and behind X on the ray stands Y, worth more (a king makes the pin absolute). The move makes such a
 * line, or uses one that stands: it attacks X, which may not leave, with profit; or it takes or goes where only X could have objected.
 */
import { addKey, addTarget, markComplete, openCandidate, PIN } from '../candidates';
import { attacks, between, bishopAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, first, KING, PAWN, QUEEN, ROOK, valueOf, WHITE } from '../board/squares';
import { exchange } from '../exchange';
import { attackedByMoved, black, blackKing, checks, from, held, heldBefore, holds, kind, occ, risk, taken, to, winsOn } from './context';

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
    (bishopAttacks(blackKing, beyond) & (pieces(WHITE | BISHOP) | queens)) | (rookAttacks(blackKing, beyond) & (pieces(WHITE | ROOK) | queens));
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

function findAbsolute(): void {
  let pinned = held & black;
  while (pinned != 0) {
    const x = first(pinned);
    pinned &= pinned - 1;
    const pinner = pinnerOf(x);
    const made = pinner == to || !holds(heldBefore, x);
    // It goes where only X could have objected: with X free to take, the move would lose what it now keeps.
    const line = lineThrough(blackKing, x);
    const objects = !holds(line, to) && holds(attacks(pieceOn(x), x, occ), to);
    const objection = objects ? exchange(to, BLACK, valueOf(kind), occ, occ, held & ~bit(x)) : 0;
    if (objection > risk && objection > taken && (taken > risk || (taken == risk && threatens()))) {
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
