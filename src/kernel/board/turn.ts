/** The board seen from elsewhere: ranks, files and colours turned, by whole sets and ranks. */
import { BITBOARDS, MAILBOX } from '../memory';
import { castling, epSquare, NO_SQUARE, setState, side } from './position';
import { BLACK, EMPTY } from './squares';

/** Two sets side by side, mirrored: the files of each turned. */
function turnFiles(sets: v128): v128 {
  sets = swapBits(sets, 1, 0x5555555555555555);
  sets = swapBits(sets, 2, 0x3333333333333333);
  return swapBits(sets, 4, 0x0f0f0f0f0f0f0f0f);
}

/** Swaps neighbouring groups of `by` bits; `lower` has those of a pair that move up. */
function swapBits(sets: v128, by: i32, lower: u64): v128 {
  const mask = i64x2.splat(lower);
  return v128.or(v128.and(i64x2.shr_u(sets, by), mask), i64x2.shl(v128.and(sets, mask), by));
}

/** The bytes of each half, last first: the ranks of two sets, or the files of two ranks of the mailbox. */
function turnBytes(halves: v128): v128 {
  return v128.shuffle<u8>(halves, halves, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
}

function turnSets(sets: v128, by: i32): v128 {
  if ((by & 56) != 0) sets = turnBytes(sets);
  return (by & 7) != 0 ? turnFiles(sets) : sets;
}

/** A rank of the mailbox, turned: its files where `by` asks for it, and its pieces' colours with `colors`. */
export function turnRank(rank: i32, by: i32, colors: i32): u64 {
  let row = load<u64>(MAILBOX + ((<usize>(rank ^ (by >> 3))) << 3));
  if ((by & 7) != 0) row = bswap<u64>(row);
  // Empty squares have no colour: 7 in each byte, and nothing else is.
  if (colors != 0) row ^= (((row ^ 0x0707070707070707) + 0x0f0f0f0f0f0f0f0f) >> 1) & 0x0808080808080808;
  return row;
}

/** Two ranks of the mailbox, the same done to both, each in the other's place where the ranks are turned. */
function turnRanks(ranks: v128, by: i32, colors: i32): v128 {
  if ((by & 56) != 0) ranks = v128.shuffle<u64>(ranks, ranks, 1, 0);
  if ((by & 7) != 0) ranks = turnBytes(ranks);
  if (colors == 0) return ranks;
  return v128.xor(ranks, v128.and(i8x16.ne(ranks, i8x16.splat(<i8>EMPTY)), i8x16.splat(<i8>BLACK)));
}

function turnMen(by: i32, colors: i32): void {
  for (let pair: usize = 0; pair < 64; pair += 16) {
    const white = turnSets(v128.load(BITBOARDS + pair), by);
    const black = turnSets(v128.load(BITBOARDS + 64 + pair), by);
    v128.store(BITBOARDS + pair, colors == 0 ? white : black);
    v128.store(BITBOARDS + 64 + pair, colors == 0 ? black : white);
  }
  const far: usize = (by & 56) != 0 ? 48 : 0;
  for (let near: usize = 0; near < 32; near += 16) {
    const one = turnRanks(v128.load(MAILBOX + near), by, colors);
    const other = turnRanks(v128.load(MAILBOX + 48 - near), by, colors);
    v128.store(MAILBOX + (near ^ far), one);
    v128.store(MAILBOX + ((48 - near) ^ far), other);
  }
}

/**
 * Turns the position: every square is xored with `by`, and with `colors` BLACK each side has what the other had, the turn and the rights
 * included. Counters are forgotten, and so are key and material, until `countMen` is asked for them.
 * @param by 7 files, 56 ranks, 63 both; files only where nobody may castle
 */
export function turnPosition(by: i32, colors: i32): void {
  // White's rights are the lower two bits, Black's the upper.
  const rights = colors == 0 ? castling : ((castling & 3) << 2) | (castling >> 2);
  const ep = epSquare == NO_SQUARE ? NO_SQUARE : epSquare ^ by;
  turnMen(by, colors);
  setState(side ^ colors, rights, ep, 0, 1);
}
