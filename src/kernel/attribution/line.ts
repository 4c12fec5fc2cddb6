/**
 * The line that is asked about, of a proven trigger: that of best play, or one behind another defence. The rules of the patterns look at
 * our moves in it one by one.
 */
import { moveTo } from '../board/move';
import { makeMove, material, unmakeMove } from '../board/position';
import { EMPTY } from '../board/squares';
import { lookAfter, lookAtMove, lookBefore } from '../patterns/context';
import { blowTo, follows, lookAhead, prey } from '../patterns/sequel';
import { gainOf } from '../tree/lines';
import { BAR, lineAddress, lineLength, rootMove } from '../tree/roots';

/** The trigger. */
export let root: usize = 0;
/** Where the line goes, u16 a move, the number of its moves, and what it wins. */
export let line: usize = 0;
export let length: i32 = 0;
export let gain: i32 = 0;
/** Whether the blow behind the reply at hand wins back what the reply took elsewhere: then the capture alone does not explain the gain. */
export let restores: bool = false;
/** Material before the trigger. */
let materialBefore: i32 = 0;

/** Turns to a proven trigger and its own line; the position is the one before it. */
export function takeRoot(proven: usize): void {
  root = proven;
  materialBefore = material;
  takeRootLine();
}

/** Turns back to the trigger's own line. */
export function takeRootLine(): void {
  takeLine(lineAddress(root), lineLength(root));
}

/** Turns to another line of the trigger; the position is the one before it. */
export function takeLine(address: usize, moves: i32): void {
  line = address;
  length = moves;
  gain = gainOf(line, length);
}

/** The move at an index of the line; 0 behind its end. */
export function lineMove(index: i32): i32 {
  return index < length ? <i32>load<u16>(line + ((<usize>index) << 1)) : 0;
}

/** Makes a move and looks at it from all sides. */
export function stand(move: i32): void {
  lookBefore();
  lookAtMove(move);
  makeMove(move);
  lookAfter(false);
}

/** Looks at a reply and the blow behind it; the trigger is made, or the later move that is asked about. */
export function look(reply: i32, blow: i32): void {
  lookAhead(reply, blow);
  restores = follows && prey != EMPTY && blowTo != moveTo(rootMove(root)) && leavesNothing(reply);
}

/** Whether nothing is won once a reply is made. */
function leavesNothing(reply: i32): bool {
  makeMove(reply);
  const won = material - materialBefore;
  unmakeMove(reply);
  return won < BAR;
}
