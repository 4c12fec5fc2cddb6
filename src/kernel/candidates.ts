/**
 * Candidates: what the pattern rules emit, flat at CANDIDATES, CANDIDATE_BYTES each.
 *
 *     byte 0  pattern   1 number of keys   2 number of targets   3 flags: 1 the move mates, 2 withheld
 *     byte 4  i32 move  8 i32 gain (static estimate)   12 keys (2 bytes)
 *     byte 24 target squares (16)   40 target piece codes (16)
 *
 * Squares and pieces are those of the canonical board, as after the move.
 */
import { CANDIDATE_BYTES, CANDIDATES, MAX_CANDIDATES } from './memory';
import { pieceOn } from './board/position';
import { bit, PAWN } from './board/squares';
import { mates, mostValuable, move } from './patterns/context';

export const FORK: i32 = 0;
export const PIN: i32 = 1;
export const SKEWER: i32 = 2;
export const DISCOVERED_ATTACK: i32 = 3;
export const DOUBLE_CHECK: i32 = 4;
export const BACK_RANK_MATE: i32 = 5;
export const SMOTHERED_MATE: i32 = 6;
export const DEFLECTION: i32 = 7;
export const INTERFERENCE: i32 = 8;
export const TRAPPED_PIECE: i32 = 9;

const MAX_TARGETS: i32 = 16;

const MATES: u8 = 1;
const WITHHELD: u8 = 2;

export let candidates: i32 = 0;

export function clearCandidates(): void {
  candidates = 0;
}

/** Takes back the newest candidates: as many as `kept` remain. */
export function dropCandidates(kept: i32): void {
  memory.fill(candidateAt(kept), 0, <usize>(candidates - kept) * CANDIDATE_BYTES);
  candidates = kept;
}

export function candidateAt(index: i32): usize {
  return CANDIDATES + <usize>index * CANDIDATE_BYTES;
}

/** Begins a candidate for the move being looked at; its address. */
export function openCandidate(pattern: i32, gain: i32): usize {
  // The last slot takes whatever a position beyond all bounds would still emit.
  if (candidates == MAX_CANDIDATES) candidates--;
  const candidate = candidateAt(candidates);
  candidates++;
  store<u8>(candidate, <u8>pattern);
  store<u8>(candidate, 0, 1);
  store<u8>(candidate, 0, 2);
  store<u8>(candidate, mates ? MATES : 0, 3);
  store<i32>(candidate, move, 4);
  store<i32>(candidate, gain, 8);
  return candidate;
}

export function addKey(candidate: usize, square: i32): void {
  const keys = load<u8>(candidate, 1);
  store<u8>(candidate + 12 + keys, <u8>square);
  store<u8>(candidate, keys + 1, 1);
}

/** Adds the piece on a square as target. */
export function addTarget(candidate: usize, square: i32): void {
  const targets = load<u8>(candidate, 2);
  if (<i32>targets == MAX_TARGETS) return;
  const piece = pieceOn(square);
  store<u8>(candidate + 24 + targets, <u8>square);
  store<u8>(candidate + 40 + targets, <u8>piece);
  store<u8>(candidate, targets + 1, 2);
}

/** Which target stands on a square; -1 where none. */
export function targetOn(candidate: usize, square: i32): i32 {
  const targets = <i32>load<u8>(candidate, 2);
  for (let i = 0; i < targets; i++) {
    if (<i32>load<u8>(candidate + 24 + <usize>i) == square) return i;
  }
  return -1;
}

/** Says of a target that it stands on another square since. */
export function moveTarget(candidate: usize, index: i32, square: i32): void {
  store<u8>(candidate + 24 + <usize>index, <u8>square);
}

/** Adds a set of targets, king first, then by value. */
export function addTargets(candidate: usize, set: u64): void {
  while (set != 0) {
    const square = mostValuable(set);
    set &= ~bit(square);
    addTarget(candidate, square);
  }
}

/**
 * Withholds a candidate: the structure is there, but nothing that a strong player would look at twice. It is not published, and l2 does
 * not report it at the trigger, but may begin there.
 */
export function withhold(candidate: usize): void {
  store<u8>(candidate, load<u8>(candidate, 3) | WITHHELD, 3);
}

export function isWithheld(candidate: usize): bool {
  return (load<u8>(candidate, 3) & WITHHELD) != 0;
}

export function candidateMates(candidate: usize): bool {
  return (load<u8>(candidate, 3) & MATES) != 0;
}

export function candidatePattern(candidate: usize): i32 {
  return <i32>load<u8>(candidate);
}

/** The first key square. */
export function candidateKey(candidate: usize): i32 {
  return <i32>load<u8>(candidate, 12);
}

/** Where the first target stands. */
export function candidateTarget(candidate: usize): i32 {
  return <i32>load<u8>(candidate, 24);
}

/** Kind of the second target, of a pattern that has two. */
export function secondTargetKind(candidate: usize): i32 {
  return (<i32>load<u8>(candidate, 41)) & 7;
}

/** Whether it is a fork of the king and pawns alone: what it wins is seen at once. */
export function isPawnFork(candidate: usize): bool {
  return candidatePattern(candidate) == FORK && secondTargetKind(candidate) == PAWN;
}

export function candidateMove(candidate: usize): i32 {
  return load<i32>(candidate, 4);
}

export function candidateGain(candidate: usize): i32 {
  return load<i32>(candidate, 8);
}
