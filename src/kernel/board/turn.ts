/** The board seen from elsewhere: ranks, files and colours turned, by whole sets and ranks. */
import { BITBOARDS, MAILBOX } from '../memory';
import { castling, countMen, epSquare, NO_SQUARE, setState, side } from './position';
import { ALL, BLACK, PAWN } from './squares';

/** A mirror image: the files of a set turned. */
function turnFiles(set: u64): u64 {
  set = ((set >> 1) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1);
  set = ((set >> 2) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2);
  return ((set >> 4) & 0x0f0f0f0f0f0f0f0f) | ((set & 0x0f0f0f0f0f0f0f0f) << 4);
}

function turnSet(set: u64, by: i32): u64 {
  if ((by & 56) != 0) set = bswap<u64>(set);
  return (by & 7) != 0 ? turnFiles(set) : set;
}

/** A rank of the mailbox, turned: its files where `by` asks for it, and its pieces' colours with `colors`. */
export function turnRank(rank: i32, by: i32, colors: i32): u64 {
  let row = load<u64>(MAILBOX + ((<usize>(rank ^ (by >> 3))) << 3));
  if ((by & 7) != 0) row = bswap<u64>(row);
  // Empty squares have no colour: 7 in each byte, and nothing else is.
  if (colors != 0) row ^= (((row ^ 0x0707070707070707) + 0x0f0f0f0f0f0f0f0f) >> 1) & 0x0808080808080808;
  return row;
}

function turnMen(by: i32, colors: i32): void {
  for (let kind = PAWN; kind <= ALL; kind++) {
    const ours = BITBOARDS + ((<usize>kind) << 3);
    const theirs = BITBOARDS + ((<usize>(kind | BLACK)) << 3);
    const white = turnSet(load<u64>(ours), by);
    const black = turnSet(load<u64>(theirs), by);
    store<u64>(colors == 0 ? ours : theirs, white);
    store<u64>(colors == 0 ? theirs : ours, black);
  }
  const half = by >> 3 != 0 ? 4 : 8;
  for (let rank = 0; rank < half; rank++) {
    const row = turnRank(rank, by, colors);
    const other = turnRank(rank ^ (by >> 3), by, colors);
    store<u64>(MAILBOX + ((<usize>rank) << 3), row);
    store<u64>(MAILBOX + ((<usize>(rank ^ (by >> 3))) << 3), other);
  }
}

/**
 * Turns the position: every square is xored with `by`, and with `colors` BLACK each side has what the other had, the turn and the rights
 * included. Counters are forgotten.
 * @param by 7 files, 56 ranks, 63 both; files only where nobody may castle
 */
export function turnPosition(by: i32, colors: i32): void {
  // White's rights are the lower two bits, Black's the upper.
  const rights = colors == 0 ? castling : ((castling & 3) << 2) | (castling >> 2);
  const ep = epSquare == NO_SQUARE ? NO_SQUARE : epSquare ^ by;
  turnMen(by, colors);
  countMen();
  setState(side ^ colors, rights, ep, 0, 1);
}
