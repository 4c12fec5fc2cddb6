/**
 * Trapped piece: after the move an enemy piece (no king, no pawn) hangs: it is attacked, and unguarded or by something lesser; and
 * wherever it goes it hangs again, or takes less than itself; and it is worth more than Black may win meanwhile. One that may not move because it is pinned, or because its king is in
 * check, is not trapped but pinned, forked or skewered.
 *
 * Confirmed where the move wins: whether the piece falls or its owner buys it off, the trap has won; but not where the reply takes what
 * traps it. Later in a line, where it falls.
 */
import { addKey, addTarget, openCandidate, TRAPPED_PIECE } from '../candidates';
import { attacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KNIGHT, QUEEN, ROOK, valueOf, WHITE } from '../board/squares';
import { attackedByMoved, black, checks, hangs, held, holds, leastOf, occ, opened, risk, taken, to } from './context';
import { hungBefore } from './reach';
import { blowTo, replyFrom, replyTo, takesBack } from './sequel';
import { loss } from './threats';

function isTrapped(square: i32): bool {
  const piece = pieceOn(square);
  const worth = valueOf(piece & 7);
  const left = occ & ~bit(square);
  if (!hangs(square, worth, left)) return false;
  let ways = attacks(piece, square, occ) & ~black;
  while (ways != 0) {
    const way = first(ways);
    ways &= ways - 1;
    const victim = kindOn(way);
    if (victim != EMPTY && valueOf(victim) >= worth) return false;
    if (!hangs(way, worth, left & ~bit(way))) return false;
  }
  return true;
}

/** Who attacks it: the moved piece where it does, else the least that does. */
function attackerOf(square: i32): i32 {
  return holds(attackedByMoved(), square) ? to : leastOf(attackersOf(square, WHITE, occ));
}

function emit(square: i32): void {
  const candidate = openCandidate(TRAPPED_PIECE, taken + valueOf(kindOn(square)));
  addKey(candidate, attackerOf(square));
  addTarget(candidate, square);
}

/** Pieces that can be trapped. */
function prospects(): u64 {
  if (checks != 0) return 0;
  return (pieces(BLACK | KNIGHT) | pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN)) & ~held;
}

/** Whether the reply takes the trapper for good, by another piece than the one that is trapped, which does not fall next. */
function isUndone(square: i32): bool {
  if (replyTo != to || replyFrom == square || blowTo == to || blowTo == square) return false;
  return attackerOf(square) == to && risk() > 0;
}

/**
 * Pieces that the move has a hand in trapping: it attacks them, or a square that they might go to.
 * @param replied whether reply and blow are known: then the trapper has to outlast the reply
 */
export function findTrappedPiece(replied: bool = false): void {
  const seen = attackedByMoved() | opened;
  let set = prospects() & (hungBefore | seen);
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    if (replied && isUndone(square)) continue;
    const touched = holds(seen, square) || (attacks(pieceOn(square), square, occ) & seen) != 0;
    if (touched && isTrapped(square) && taken + valueOf(kindOn(square)) - risk() > loss()) emit(square);
  }
}

/** The blow takes a piece that was trapped, or that went astray from where it was. */
export function explainTrappedPiece(): void {
  const square = takesBack() ? replyFrom : blowTo;
  if (holds(prospects(), square) && isTrapped(square)) emit(square);
}
