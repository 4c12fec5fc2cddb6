/**
 * Trapped piece: after the move an enemy piece (no king, no pawn) is attacked, and each of its moves loses material. One that may
 * not move because it is pinned, or because its king is in check, is not trapped but pinned, forked or skewered. Whether it can be
 * defended or avenged is for the forcing tree to say.
 */
import { addKey, addTarget, openCandidate, TRAPPED_PIECE } from '../candidates';
import { attacks, between } from '../board/attacks';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KNIGHT, QUEEN, ROOK, valueOf, WHITE } from '../board/squares';
import { exchange } from '../exchange';
import { attackedByMoved, black, checks, from, held, holds, occ, opened, openers, taken, to, winsOn } from './context';

/** Whether every move of the piece leaves it to be taken at a loss. */
function isTrapped(square: i32): bool {
  const piece = pieceOn(square);
  const worth = valueOf(piece & 7);
  let ways = attacks(piece, square, occ) & ~black;
  while (ways != 0) {
    const way = first(ways);
    ways &= ways - 1;
    const victim = kindOn(way);
    const won = victim == EMPTY ? 0 : valueOf(victim);
    const left = (occ & ~bit(square)) | bit(way);
    if (won - exchange(way, WHITE, worth, left, left & ~bit(way), held) >= 0) return false;
  }
  return true;
}

/** The white slider that the move unmasked towards a square. */
function unmaskedAttacker(square: i32): i32 {
  let set = openers;
  while (set != 0) {
    const slider = first(set);
    set &= set - 1;
    if (holds(between(slider, square), from) && holds(attacks(pieceOn(slider), slider, occ), square)) return slider;
  }
  return -1;
}

export function findTrappedPiece(): void {
  if (checks != 0) return;
  const prey = (pieces(BLACK | KNIGHT) | pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN)) & ~held;
  const seen = attackedByMoved();
  let set = prey & (seen | opened);
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    let attacker = to;
    if (!holds(seen, square)) {
      attacker = unmaskedAttacker(square);
      if (attacker < 0) continue;
    }
    const won = winsOn(square);
    if (won <= 0 || !isTrapped(square)) continue;
    const candidate = openCandidate(TRAPPED_PIECE, taken + won);
    addKey(candidate, attacker);
    addTarget(candidate, square, true);
  }
}
