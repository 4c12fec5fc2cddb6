/** Mate in one. */
import { BLOW_FRAME, MATE_FRAME } from '../memory';
import { isCapture, makeMove, unmakeMove } from '../board/position';
import { givesCheck, prepareChecks } from './checks';
import { EVERY_MOVE, FORCING, generate } from './generate';

/** A move with which the side to move mates at once, one that takes something where there are several; 0 for none. */
export function mateAtOnce(): i32 {
  prepareChecks();
  const end = generate(BLOW_FRAME, FORCING);
  let found = 0;
  for (let at = BLOW_FRAME; at < end; at += 4) {
    const move = load<i32>(at);
    if (!givesCheck(move) || (found != 0 && !isCapture(move))) continue;
    makeMove(move);
    const mates = generate(MATE_FRAME, EVERY_MOVE) == MATE_FRAME;
    unmakeMove(move);
    if (!mates) continue;
    if (isCapture(move)) return move;
    found = move;
  }
  return found;
}
