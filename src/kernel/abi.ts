/**
 * The kernel's only exports: integers in and out, and flat records in linear memory. Its caller is `src/tactics/kernel.ts`, which
 * documents the calls in the outside's terms; addresses come from here, so that no layout is written down twice.
 */
import { initAttacks } from './board/attacks';
import { readFen, writeFen } from './board/fen';
import { initKeys } from './board/hash';
import { hash, initPosition } from './board/position';
import { INPUT, INPUT_BYTES, OUTPUT } from './memory';
import { perftBulk } from './moves/perft';
import { analyzePosition, candidateCount, candidateMask } from './scan';

initAttacks();
initKeys();
initPosition();

export function inputAddress(): usize {
  return INPUT;
}

export function inputCapacity(): i32 {
  return INPUT_BYTES;
}

export function outputAddress(): usize {
  return OUTPUT;
}

/** Sets the position from `length` bytes of FEN at the input address; 0, or what is wrong (board/fen.ts). */
export function setFen(length: i32): i32 {
  return readFen(length);
}

/** Writes the FEN of the position to the output address; its length. */
export function getFen(canonical: bool): i32 {
  return writeFen(OUTPUT, canonical);
}

export function positionHash(): u64 {
  return hash;
}

export function perft(depth: i32): u64 {
  return perftBulk(depth);
}

/**
 * Analyses the position, which stays as it is.
 * @param depth 1 for l1, 2 for l2
 * @param mask patterns wanted, one bit each
 * @returns bytes of packed records at the output address
 */
export function analyze(depth: i32, mask: i32): i32 {
  return analyzePosition(depth, mask);
}

/** l1 patterns of the position analysed last, one bit each, whatever the mask was. */
export function foundMask(): i32 {
  return candidateMask;
}

/** l1 candidates (move, pattern) of the position analysed last, whatever the mask was. */
export function foundCount(): i32 {
  return candidateCount;
}
