/**
 * Why a trigger of the last analysis was proven or not, for people who ask. The analysis proves with windows of one centipawn, which say
 * that a trigger fails and keep no line; here it is searched again with an open one, so that the play that refutes it is known.
 *
 * Each trigger starts from empty tables: what is said of it depends on the position alone, and neither the analysis before nor the next
 * one knows that somebody asked.
 *
 * Explained trigger, at OUTPUT, little-endian; scores are centipawns beyond the material before it, mates as they are (tree/scores.ts):
 *
 *     byte 0-1   move, as in src/tactics/record.ts
 *     byte 2     0 check, 1 capture, 2 quiet
 *     byte 3     verdict (tree/roots.ts)
 *     byte 4     depth in plies of the search that decided; 0 where nodes ran out before
 *     byte 5     number of moves W of the line that wins, the trigger first; 0 where it does not reach the bar
 *     byte 6     number of moves R of the line that refutes it, the trigger first; 0 where there is none
 *     byte 7     flags: 1 that line ends in a draw by repetition or stalemate, 2 the trigger's own capture wins as much as its line
 *     byte 8-9   what the line that wins comes to
 *     byte 10-11 score of the line that refutes it; of the whole position, where the second look weighed that
 *     byte 12-13 what it had to reach: the bar, or more than a plain capture wins
 *     byte 14-15 what the second look wanted
 *     byte 16-17 the move that outdoes it; 0 where none does
 *     then       W + R moves, two bytes each
 */
import { publicMove } from './board/move';
import { makeMove, unmakeMove } from './board/position';
import { enterCanonical, leaveCanonical, outwardMove } from './canonical';
import { LINES, MAX_PLY, OUTPUT } from './memory';
import { clearHeuristics } from './tree/order';
import { gainOf, settledLength, writeLine } from './tree/lines';
import {
  BAR,
  bar,
  betterMove,
  DOUBTFUL,
  isMating,
  lineAddress,
  lineLength,
  NO_WIN,
  OUTDONE,
  plainGainBeside,
  plainGainOf,
  rootAt,
  rootDepth,
  rootForcing,
  rootMove,
  rootScore,
  rootVerdict,
} from './tree/roots';
import { newEpoch } from './tree/table';
import { INFINITE, MATE_BOUND } from './tree/scores';
import { GAIN, PLY, PROOF, searchFor } from './tree/selective';
import { extendBudget, search, stopped } from './tree/tree';
import { leastLeft } from './tree/verify';

/** For one trigger. Far more than any of the sample's positions asks for, so that the depth is reached. */
const MAX_NODES: i32 = 200000;
const HEADER: usize = 18;
const DRAWN: i32 = 1;
const PLAIN: i32 = 2;

/** The line of best play that was found last, at LINES: its length and its score. */
let length: i32 = 0;
let value: i32 = 0;
let drawn: bool = false;

/**
 * Finds best play behind a trigger, to as many plies as the search that decided about it; that one gave a trigger without a structure one
 * fewer at last. In one trigger of a hundred it wins after all, for that reason, and because what a search sees depends a little on
 * its window, and on what its table has from the triggers before.
 */
function searchOpen(root: usize): void {
  const move = rootMove(root);
  const checking = rootForcing(root) == 0;
  newEpoch();
  clearHeuristics();
  extendBudget(MAX_NODES);
  length = 0;
  for (let depth = 1; depth <= rootDepth(root); depth++) {
    makeMove(move);
    const score = -search(PLY * (depth - 1), -INFINITE, INFINITE, 1, true, checking);
    unmakeMove(move);
    if (stopped) break;
    value = score;
    length = writeLine(LINES, move, 1, MAX_PLY - 1);
  }
}

/** What a score is beyond the material before the trigger. */
function beyond(score: i32): i32 {
  return abs(score) > MATE_BOUND ? score : score - bar + BAR;
}

/** Writes a line to `to`, as the outside has it; where it ends. */
function writeOut(to: usize, line: usize, moves: i32): usize {
  for (let i = 0; i < moves; i++) {
    store<u16>(to, <u16>outwardMove(publicMove(<i32>load<u16>(line + ((<usize>i) << 1)))));
    to += 2;
  }
  return to;
}

/** Cuts the line behind the last thing taken, but not before the reply. */
function cutLine(): void {
  // A draw is worth less than the material that a side ahead still has; its line is its own point.
  drawn = gainOf(LINES, length) != beyond(value);
  if (!drawn) length = min(length, max(2, settledLength(LINES, length)));
}

/** Finds the play against a trigger that was not proven. */
function refute(root: usize): void {
  length = 0;
  value = bar - BAR;
  drawn = false;
  const verdict = rootVerdict(root);
  if (verdict == NO_WIN) {
    searchOpen(root);
    if (abs(value) < MATE_BOUND) cutLine();
  } else if (verdict == DOUBTFUL) {
    searchFor(PROOF);
    searchOpen(root);
    searchFor(GAIN);
  }
}

/** Whether a trigger that wins does so as a plain capture: then most patterns are not needed for it (attribution/report.ts). */
function isPlain(root: usize): bool {
  return rootVerdict(root) != NO_WIN && rootScore(root) < bar + plainGainOf(root);
}

function gateOf(root: usize): i32 {
  return rootVerdict(root) == NO_WIN ? bar : bar + plainGainBeside(root);
}

/** Explains trigger `index` of the analysis of this position; bytes written to OUTPUT. */
export function explainRoot(index: i32): i32 {
  const root = rootAt(index);
  enterCanonical();
  refute(root);
  const verdict = rootVerdict(root);
  const wins = verdict == NO_WIN ? 0 : lineLength(root);
  store<u16>(OUTPUT, <u16>outwardMove(publicMove(rootMove(root))));
  store<u8>(OUTPUT, <u8>rootForcing(root), 2);
  store<u8>(OUTPUT, <u8>verdict, 3);
  store<u8>(OUTPUT, <u8>rootDepth(root), 4);
  store<u8>(OUTPUT, <u8>wins, 5);
  store<u8>(OUTPUT, <u8>length, 6);
  store<u8>(OUTPUT, <u8>((drawn ? DRAWN : 0) | (isPlain(root) ? PLAIN : 0)), 7);
  store<i16>(OUTPUT, <i16>(isMating(root) || wins == 0 ? beyond(rootScore(root)) : gainOf(lineAddress(root), wins)), 8);
  store<i16>(OUTPUT, <i16>beyond(value), 10);
  store<i16>(OUTPUT, <i16>beyond(gateOf(root)), 12);
  store<i16>(OUTPUT, <i16>beyond(leastLeft(root)), 14);
  store<u16>(OUTPUT, <u16>(verdict == OUTDONE ? outwardMove(publicMove(betterMove(root))) : 0), 16);
  const to = writeOut(writeOut(OUTPUT + HEADER, lineAddress(root), wins), LINES, length);
  leaveCanonical();
  return <i32>(to - OUTPUT);
}
