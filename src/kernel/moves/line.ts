/** Moves in and out in their public form (`publicMove`): for hosts that walk a game or ask what is legal. */
import { publicMove } from '../board/move';
import { forgetLine, makeMove, makeNull } from '../board/position';
import { settleEnPassant } from '../board/fen';
import { MOVE_LISTS } from '../memory';
import { EVERY_MOVE, generate } from './generate';
import { NONE, NULL_MOVE, resolvePublic, withKind } from './resolve';

/**
 * Plays a public move for good: no frame is kept, so a game may be as long as it likes.
 * @returns false where it is not legal; the position is then as it was
 */
export function playPublic(move: i32): bool {
  const found = resolvePublic(move);
  if (found == NONE) return false;
  if (found == NULL_MOVE) makeNull();
  else makeMove(found);
  forgetLine();
  // Equal positions must have equal keys, and `makeMove` keeps the square wherever a pawn stands ready, pinned or not.
  settleEnPassant();
  return true;
}

/** Plays a move in its public form that is known to be legal, for good. */
export function playKnown(move: i32): void {
  if (move == NULL_MOVE) makeNull();
  else makeMove(withKind(move));
  forgetLine();
  settleEnPassant();
}

/** Lists the legal moves at `start`, two bytes each; their number. */
export function listLegal(start: usize): i32 {
  const end = generate(MOVE_LISTS, EVERY_MOVE);
  let to = start;
  for (let at = MOVE_LISTS; at < end; at += 4) {
    store<u16>(to, <u16>publicMove(load<i32>(at)));
    to += 2;
  }
  return <i32>((to - start) >> 1);
}
