/**
 * Results on their way out: one a (pattern, trigger), put in the published order and packed as `src/tactics/record.ts` describes.
 *
 * Result, RESULT_BYTES each: u64 sort key, u32 line address (0 at l1), i32 line length, i32 gain, u8 pattern, u8 pattern_ply,
 * u8 mate, i32 trigger; from byte 64 a copy of the candidate, for those of a line's later moves are overwritten.
 */
import { CANDIDATE_BYTES, MAX_RESULTS, OUTPUT, OUTPUT_BYTES, RESULT_BYTES, RESULTS } from './memory';
import { outward, outwardMove, outwardPiece, turned } from './canonical';
import { candidatePattern } from './candidates';
import { moveFrom, moveKind, moveTo, publicMove } from './board/move';
import { fileOf, rankOf } from './board/squares';

const CONFIRMED: i32 = 1;
const MATING: i32 = 2;
const BLACK_HAS_IT: i32 = 4;

/** Behind the result's own fields. */
const COPY: usize = 64;

export let results: i32 = 0;

export function clearResults(): void {
  results = 0;
}

function resultAt(index: i32): usize {
  return RESULTS + <usize>index * RESULT_BYTES;
}

/** Where letters and digits would put the trigger: by file, then rank, then promotion letter. */
function textOrder(move: i32): u64 {
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  // b < n < q < r
  const letter = kind == 1 ? 2 : kind == 2 ? 1 : kind == 4 ? 3 : kind == 3 ? 4 : 0;
  return <u64>((fileOf(from) << 12) | (rankOf(from) << 9) | (fileOf(to) << 6) | (rankOf(to) << 3) | letter);
}

/**
 * Order: mates first, the shortest first; gain, largest first; checks, captures, quiet moves; canonical pattern order; trigger.
 * @param mate plies to mate, 0 where none
 * @param forcing 0 check, 1 capture, 2 quiet
 */
function sortKey(pattern: i32, trigger: i32, gain: i32, mate: i32, forcing: i32): u64 {
  let key: u64 = mate == 0 ? 255 : <u64>mate;
  key = (key << 16) | (<u64>(32767 - gain));
  key = (key << 2) | (<u64>forcing);
  key = (key << 4) | (<u64>pattern);
  return (key << 15) | textOrder(outwardMove(publicMove(trigger)));
}

function find(pattern: i32, trigger: i32): usize {
  for (let i = 0; i < results; i++) {
    const result = resultAt(i);
    if (<i32>load<u8>(result, 20) == pattern && candidateTrigger(result) == trigger) return result;
  }
  return 0;
}

function candidateTrigger(result: usize): i32 {
  return load<i32>(result, 24);
}

/** Whether the pattern is already reported for the trigger. */
export function isReported(pattern: i32, trigger: i32): bool {
  return find(pattern, trigger) != 0;
}

/** Takes back what was reported for the trigger last: its results must be the newest. */
export function dropResults(trigger: i32): void {
  while (results > 0 && candidateTrigger(resultAt(results - 1)) == trigger) results--;
}

/** The patterns that are reported for the trigger, one bit each. */
export function reportedMask(trigger: i32): i32 {
  let mask = 0;
  for (let i = 0; i < results; i++) {
    const result = resultAt(i);
    if (candidateTrigger(result) == trigger) mask |= 1 << (<i32>load<u8>(result, 20));
  }
  return mask;
}

/**
 * Takes a candidate as a result. A second one of the same pattern and trigger replaces the first only with a larger gain.
 * @param trigger the line's first move
 * @param line address of u16 moves, `length` of them; 0 at l1
 */
export function addResult(
  candidate: usize,
  trigger: i32,
  gain: i32,
  mate: i32,
  patternPly: i32,
  forcing: i32,
  line: usize,
  length: i32,
): void {
  const pattern = candidatePattern(candidate);
  let result = find(pattern, trigger);
  if (result != 0) {
    if (load<i32>(result, 16) >= gain) return;
  } else {
    if (results == MAX_RESULTS) return;
    result = resultAt(results);
    results++;
  }
  store<u64>(result, sortKey(pattern, trigger, gain, mate, forcing));
  store<u32>(result, <u32>line, 8);
  store<i32>(result, length, 12);
  store<i32>(result, gain, 16);
  store<u8>(result, <u8>pattern, 20);
  store<u8>(result, <u8>patternPly, 21);
  store<u8>(result, mate > 0 ? 1 : 0, 22);
  store<i32>(result, trigger, 24);
  memory.copy(result + COPY, candidate, CANDIDATE_BYTES);
}

/** Whether what stands later in a line would stand as well, and win no less, if its move were the trigger. */
function isIdle(later: usize): bool {
  const ply = <usize>load<u8>(later, 21);
  // An odd one stands since a reply, which a trigger of ours cannot be.
  if (ply == 0 || (ply & 1) != 0) return false;
  const move = <i32>load<u16>(<usize>load<u32>(later, 8) + (ply << 1));
  const mates = load<u8>(later, 22);
  for (let i = 0; i < results; i++) {
    const other = resultAt(i);
    if ((candidateTrigger(other) & 0xffff) != move || load<u8>(other, 21) != 0) continue;
    if (load<u8>(other, 20) != load<u8>(later, 20) || load<u8>(other, 22) < mates) continue;
    if (mates != 0 || load<i32>(other, 16) >= load<i32>(later, 16)) return true;
  }
  return false;
}

/** Takes back patterns that need none of the moves before them. */
export function dropIdle(): void {
  let kept = 0;
  for (let i = 0; i < results; i++) {
    if (isIdle(resultAt(i))) continue;
    if (kept < i) memory.copy(resultAt(kept), resultAt(i), RESULT_BYTES);
    kept++;
  }
  results = kept;
}

function swapResults(a: usize, b: usize): void {
  for (let offset: usize = 0; offset < RESULT_BYTES; offset += 8) {
    const kept = load<u64>(a + offset);
    store<u64>(a + offset, load<u64>(b + offset));
    store<u64>(b + offset, kept);
  }
}

function sortResults(): void {
  for (let i = 1; i < results; i++) {
    for (let j = i; j > 0 && load<u64>(resultAt(j)) < load<u64>(resultAt(j - 1)); j--)
      swapResults(resultAt(j), resultAt(j - 1));
  }
}

function pack(result: usize, to: usize): usize {
  const candidate = result + COPY;
  const keys = <i32>load<u8>(candidate, 1);
  const targets = <i32>load<u8>(candidate, 2);
  const line = <usize>load<u32>(result, 8);
  const length = load<i32>(result, 12);
  let flags = line != 0 ? CONFIRMED : 0;
  if (load<u8>(result, 22) != 0) flags |= MATING;
  if ((turned & 56) != 0) flags |= BLACK_HAS_IT;
  store<u8>(to, load<u8>(result, 20));
  store<u8>(to, <u8>flags, 1);
  store<u16>(to, <u16>outwardMove(publicMove(candidateTrigger(result))), 2);
  store<i16>(to, <i16>load<i32>(result, 16), 4);
  store<u8>(to, load<u8>(result, 21), 6);
  store<u8>(to, <u8>keys, 7);
  store<u8>(to, <u8>targets, 8);
  store<u8>(to, <u8>length, 9);
  to += 10;
  for (let i = 0; i < keys; i++) store<u8>(to++, <u8>outward(<i32>load<u8>(candidate + 12 + <usize>i)));
  for (let i = 0; i < targets; i++) store<u8>(to++, <u8>outward(<i32>load<u8>(candidate + 24 + <usize>i)));
  for (let i = 0; i < targets; i++) store<u8>(to++, <u8>outwardPiece(<i32>load<u8>(candidate + 40 + <usize>i)));
  for (let i = 0; i < length; i++) {
    store<u16>(to, <u16>outwardMove(publicMove(<i32>load<u16>(line + ((<usize>i) << 1)))));
    to += 2;
  }
  return to;
}

/** Packs the results of the patterns in `mask`, in order; bytes written to OUTPUT. */
export function packResults(mask: i32): i32 {
  sortResults();
  let to = OUTPUT;
  for (let i = 0; i < results; i++) {
    const result = resultAt(i);
    if ((mask & (1 << (<i32>load<u8>(result, 20)))) == 0) continue;
    if (to > OUTPUT + OUTPUT_BYTES - 512) break;
    to = pack(result, to);
  }
  return <i32>(to - OUTPUT);
}
