/**
 * Transposition table of the forcing tree. An entry belongs to one analysis, by its epoch: nothing that one position left behind can
 * change what is found in the next, so results depend on the position alone.
 *
 * Entry: u64 key (upper 48 bits of the hash, lower 16 the epoch), u16 move, i16 value, i16 depth, u8 bound.
 */
import { HASH_TABLE, TABLE_BITS } from '../memory';

export const UPPER: i32 = 1;
export const LOWER: i32 = 2;
export const EXACT: i32 = 3;

/** Entries that an analysis uses: few, so that they stay in the cache. Four times as many spare two nodes in a thousand, and take 5 % longer. */
const FEW: u64 = 1 << 13;
const ALL: u64 = 1 << TABLE_BITS;

let mask: u64 = FEW - 1;

/** What is searched for has entries of its own: what counts, and what is passed over, differs. */
export const IN_MATERIAL: u64 = 0;
export const AS_WEIGHED: u64 = 1;
export const IN_A_LINE: u64 = 2;
const PARTS: u64 = 3;

/** The number of the analysis, and the part in use below it. */
let epoch: u64 = 0;

/**
 * Starts an analysis: every entry there is becomes void.
 * @param long whether it may take so many nodes that a larger table spares more than it costs
 */
export function newEpoch(long: bool = false): void {
  mask = (long ? ALL : FEW) - 1;
  // the part in use stays
  const part = epoch & PARTS;
  epoch = (epoch + PARTS + 1) & 0xffff & ~PARTS;
  if (epoch == 0) {
    memory.fill(HASH_TABLE, 0, 16 << TABLE_BITS);
    epoch = PARTS + 1;
  }
  epoch |= part;
}

/** Turns to the entries of one of the parts. */
export function usePart(part: u64): void {
  epoch = (epoch & ~PARTS) | part;
}

function tagOf(hash: u64): u64 {
  return (hash & ~(<u64>0xffff)) | epoch;
}

function addressOf(hash: u64): usize {
  return HASH_TABLE + ((<usize>(hash & mask)) << 4);
}

/** Address of the position's entry, or 0. */
export function probe(hash: u64): usize {
  const entry = addressOf(hash);
  return load<u64>(entry) == tagOf(hash) ? entry : 0;
}

/** The move that was best in the position last, whatever was searched for: a move to try first. 0 for none. */
export function moveHint(hash: u64): i32 {
  const entry = addressOf(hash);
  return ((load<u64>(entry) ^ tagOf(hash)) & ~PARTS) == 0 ? <i32>load<u16>(entry, 8) : 0;
}

export function entryValue(entry: usize): i32 {
  return <i32>load<i16>(entry, 10);
}

export function entryDepth(entry: usize): i32 {
  return <i32>load<i16>(entry, 12);
}

export function entryBound(entry: usize): i32 {
  return <i32>load<u8>(entry, 14);
}

export function remember(hash: u64, move: i32, value: i32, depth: i32, bound: i32): void {
  const entry = addressOf(hash);
  // Where every move fails none is best, and what was good before is the better guess.
  const kept = move != 0 ? move : moveHint(hash);
  store<u64>(entry, tagOf(hash));
  store<u16>(entry, <u16>kept, 8);
  store<i16>(entry, <i16>value, 10);
  store<i16>(entry, <i16>depth, 12);
  store<u8>(entry, <u8>bound, 14);
}
