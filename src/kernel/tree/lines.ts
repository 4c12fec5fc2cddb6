/** Lines of moves in memory, u16 a move: where they come from, what they win and how they end. */
import { LINE_BYTES, MATE_FRAME, TRIED_LINE } from '../memory';
import { inCheck } from '../board/attackers';
import { isPromotion } from '../board/move';
import { isCapture, makeMove, material, unmakeMove } from '../board/position';
import { EVERY_MOVE, generate } from '../moves/generate';
import { mateAtOnce } from '../moves/mate';
import { pvLength, pvMove } from './pv';
import { playOut } from './tree';

/** Moves that a line has room for. */
export const MOST_MOVES: i32 = <i32>(LINE_BYTES >> 1);

/** Writes a move and the line behind it to `address`, u16 a move, from the position before it; its length, `limit` at most. */
export function writeLine(address: usize, move: i32, ply: i32, limit: i32): i32 {
  const rest = min(pvLength(ply), limit - 1);
  store<u16>(address, <u16>move);
  for (let i = 0; i < rest; i++) store<u16>(address + ((<usize>(i + 1)) << 1), <u16>pvMove(ply, i));
  return rest + 1;
}

/** Writes a trigger, a reply to it and the line behind both to `address`, u16 a move; its length. */
export function writeDefence(address: usize, trigger: i32, reply: i32): i32 {
  store<u16>(address, <u16>trigger);
  return 1 + writeLine(address + 2, reply, 2, MOST_MOVES - 1);
}

function play(address: usize, length: i32): void {
  for (let i = 0; i < length; i++) makeMove(<i32>load<u16>(address + ((<usize>i) << 1)));
}

function takeBack(address: usize, length: i32): void {
  for (let i = length - 1; i >= 0; i--) unmakeMove(<i32>load<u16>(address + ((<usize>i) << 1)));
}

/** The length of a line from the position as it stands to its last capture or promotion: what it wins is won then. */
export function settledLength(address: usize, length: i32): i32 {
  let settled = 0;
  for (let i = 0; i < length; i++) {
    const move = <i32>load<u16>(address + ((<usize>i) << 1));
    if (isCapture(move) || isPromotion(move)) settled = i + 1;
    makeMove(move);
  }
  takeBack(address, length);
  return settled;
}

/**
 * Adds to a settled line what either side still takes behind it: a search that weighs the whole position may leave it to be taken. Its
 * length then; as it is where nodes run out, the other side has moved last, or what is added mates, which nobody has proved of the trigger.
 */
export function completeLine(address: usize, length: i32): i32 {
  if ((length & 1) == 0) return length;
  play(address, length);
  const done = playOut();
  takeBack(address, length);
  const more = done ? min(pvLength(1), MOST_MOVES - length) : 0;
  for (let i = 0; i < more; i++) store<u16>(address + ((<usize>(length + i)) << 1), <u16>pvMove(1, i));
  if (more == 0) return length;
  const whole = settledLength(address, length + more);
  return leavesNoMove(address, whole, true) ? length : whole;
}

/**
 * How far a settled line has to be played behind the reply until it wins `least`, counting what either side takes then: what is won after
 * that is another tactic.
 */
export function realisedLength(address: usize, length: i32, least: i32): i32 {
  for (let end = 3; end < length - 1; end += 2) {
    if (settledLength(address, end) != end) continue;
    memory.copy(TRIED_LINE, address, (<usize>end) << 1);
    const completed = completeLine(TRIED_LINE, end);
    if (gainOf(TRIED_LINE, completed) >= least && !stalemates(TRIED_LINE, completed)) return end;
  }
  return length;
}

/**
 * The length of a settled line without what lets the other side mate at once: a search that counts what lies on the board takes one man too
 * many at its end. 0 where nothing is left.
 */
export function safeLength(address: usize, length: i32): i32 {
  let kept = length;
  // An even number of moves ends with the other side's own.
  while ((length & 1) != 0) {
    play(address, length);
    const lost = mateAtOnce() != 0;
    takeBack(address, length);
    if (!lost) return length;
    kept = kept > 2 ? settledLength(address, kept - 2) : 0;
    length = completeLine(address, kept);
  }
  return length;
}

/** Whether a line leaves whoever has the move then without one: mated where `checked`, else in stalemate. */
function leavesNoMove(address: usize, length: i32, checked: bool): bool {
  play(address, length);
  const stuck = inCheck() == checked && generate(MATE_FRAME, EVERY_MOVE) == MATE_FRAME;
  takeBack(address, length);
  return stuck;
}

/** Net material of a line, from the position before it. */
export function gainOf(address: usize, length: i32): i32 {
  const before = material;
  play(address, length);
  const gain = material - before;
  takeBack(address, length);
  return gain;
}

/** Whether a line ends in stalemate: a draw, whatever it has won. */
export function stalemates(address: usize, length: i32): bool {
  return leavesNoMove(address, length, false);
}
