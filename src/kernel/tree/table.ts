/**
 * What the forcing tree remembers: its transposition table, and what the network said of positions. An entry belongs to one analysis, by
 * its epoch: nothing that one position left behind can change what is found in the next, so results depend on the position alone.
 *
 * Entry of the table: u64 key (upper 48 bits of the hash, lower 16 the epoch), u16 move, i16 value, i16 depth, u8 bound. Of the other: the
 * same key, i32 worth.
 */
import { HASH_TABLE, TABLE_BITS, WORTH_BITS, WORTHS } from '../memory';

export const UPPER: i32 = 1;
export const LOWER: i32 = 2;
export const EXACT: i32 = 3;

const MASK: u64 = (1 << TABLE_BITS) - 1;
const WORTH_MASK: u64 = (1 << WORTH_BITS) - 1;

/** Even where material alone counts; the odd number behind it where the whole position is weighed: neither is of use to the other. */
let epoch: u64 = 0;

/** Starts an analysis: every entry there is becomes void. */
export function newEpoch(): void {
  epoch = (epoch + 2) & 0xfffe;
  if (epoch == 0) {
    memory.fill(HASH_TABLE, 0, 16 << TABLE_BITS);
    memory.fill(WORTHS, 0, 16 << WORTH_BITS);
    epoch = 2;
  }
}

/** Turns to the entries in which the whole position is weighed, or back. */
export function useWeighed(wanted: bool): void {
  epoch = wanted ? epoch | 1 : epoch & ~1;
}

function tagOf(hash: u64): u64 {
  return (hash & ~(<u64>0xffff)) | epoch;
}

/** Address of the position's entry, or 0. */
export function probe(hash: u64): usize {
  const entry = HASH_TABLE + ((<usize>(hash & MASK)) << 4);
  return load<u64>(entry) == tagOf(hash) ? entry : 0;
}

export function entryMove(entry: usize): i32 {
  return <i32>load<u16>(entry, 8);
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
  const entry = HASH_TABLE + ((<usize>(hash & MASK)) << 4);
  store<u64>(entry, tagOf(hash));
  store<u16>(entry, <u16>move, 8);
  store<i16>(entry, <i16>value, 10);
  store<i16>(entry, <i16>depth, 12);
  store<u8>(entry, <u8>bound, 14);
}

/** Where what the position is worth is kept, or would be. */
export function worthSlot(hash: u64): usize {
  return WORTHS + ((<usize>(hash & WORTH_MASK)) << 4);
}

/** Whether a slot holds what the position is worth. */
export function holdsWorth(slot: usize, hash: u64): bool {
  return load<u64>(slot) == tagOf(hash);
}

export function slotWorth(slot: usize): i32 {
  return load<i32>(slot, 8);
}

export function rememberWorth(slot: usize, hash: u64, worth: i32): void {
  store<u64>(slot, tagOf(hash));
  store<i32>(slot, worth, 8);
}
