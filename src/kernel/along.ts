/**
 * l1 along a game: which patterns each of its positions holds. One call a game: several for each position, and a memo outside, took a
 * twentieth of the time.
 *
 * Openings are not looked at again in every game: a sixth of all positions of real archives have come before. What was found is kept
 * under the position's hash (side, rights and en-passant file included) and depends on the position alone, so remembering changes no
 * answer, only the time it takes. `src/tactics/memo.ts` does the same for l2, whose results are longer. Later on in games hardly a position
 * comes again, and to ask for it costs more than it spares: the memo lies in far memory.
 */
import { analyzePosition, candidateCount, candidateMask } from './analyze';
import { hash, restorePosition } from './board/position';
import { FIRST_POSITION, INPUT, MEMO, MEMO_BITS, MEMO_BUCKET, MOVES, OUTPUT } from './memory';
import { playKnown, playPublic } from './moves/line';

/** Plies of a game whose positions are remembered. */
const OPENING: i32 = 36;

/** A value: the mask of patterns, the number of candidates above it, and that there is one. */
const COUNT_SHIFT: u32 = 10;
const MASK: u32 = (1 << 10) - 1;
const IN_USE: u32 = 1 << 30;

/** Where in a bucket the values of its two keys are, and whether the first has served since it was last challenged. */
const FIRST: usize = 16;
const SECOND: usize = 20;
const SERVED: usize = 24;

function bucketOf(key: u64): usize {
  return MEMO + <usize>(key & ((1 << MEMO_BITS) - 1)) * MEMO_BUCKET;
}

/** What is known of a position; 0 where nothing is. Of two in a bucket, the one that came again last is the first. */
function recall(key: u64): u32 {
  const bucket = bucketOf(key);
  const first = load<u32>(bucket + FIRST);
  if (load<u64>(bucket) == key && first != 0) {
    store<u32>(bucket + SERVED, 1);
    return first;
  }
  const second = load<u32>(bucket + SECOND);
  if (load<u64>(bucket, 8) != key || second == 0) return 0;
  store<u64>(bucket, load<u64>(bucket), 8);
  store<u32>(bucket + SECOND, first);
  store<u64>(bucket, key);
  store<u32>(bucket + FIRST, second);
  store<u32>(bucket + SERVED, 1);
  return second;
}

function remember(key: u64, value: u32): void {
  const bucket = bucketOf(key);
  // One that keeps coming again is not driven out by one that came once; but it has to do so again.
  if (load<u32>(bucket + SERVED) != 0) {
    store<u64>(bucket, key, 8);
    store<u32>(bucket + SECOND, value);
    store<u32>(bucket + SERVED, 0);
    return;
  }
  store<u64>(bucket, load<u64>(bucket), 8);
  store<u32>(bucket + SECOND, load<u32>(bucket + FIRST));
  store<u64>(bucket, key);
  store<u32>(bucket + FIRST, value);
}

function look(): u32 {
  // only what was found is asked for: no record need be written
  analyzePosition(1, 0);
  return IN_USE | ((<u32>candidateCount) << COUNT_SHIFT) | (<u32>candidateMask);
}

/** The same, where it may have been found before. */
function lookOnce(): u32 {
  const key = hash;
  const known = recall(key);
  if (known != 0) return known;
  const value = look();
  remember(key, value);
  return value;
}

/**
 * Looks at the position as the `index`th of a game, and writes down its mask.
 * @returns how many candidates it has
 */
function lookAt(index: i32): i32 {
  const value = index < OPENING ? lookOnce() : look();
  store<u16>(OUTPUT + ((<usize>index) << 1), <u16>(value & MASK));
  return <i32>((value & ~IN_USE) >> COUNT_SHIFT);
}

/**
 * Plays a game from the position that is set, and looks at its positions `from` up to, but not including, `to`; 0 is the first.
 * @param count moves in public form at INPUT, two bytes each
 * @returns the candidates in the positions looked at, whose masks then stand at OUTPUT, two bytes for each position of the game; what
 *   they hold for others means nothing. Where move `n` is not legal, -n, 1 for the first.
 */
export function scanAlong(count: i32, from: i32, to: i32): i32 {
  let found = 0;
  for (let index = 0; index <= count; index++) {
    if (index > 0 && !playPublic(<i32>load<u16>(INPUT + ((<usize>(index - 1)) << 1)))) return -index;
    if (index >= from && index < to) found += lookAt(index);
  }
  return found;
}

/** The same of the game that was read last: its moves were found legal then, which was a twentieth of the time. */
export function scanRead(from: i32, to: i32): i32 {
  restorePosition(FIRST_POSITION);
  let found = 0;
  for (let index = 0; index < to; index++) {
    if (index > 0) playKnown(<i32>load<u16>(MOVES + ((<usize>(index - 1)) << 1)));
    if (index >= from) found += lookAt(index);
  }
  return found;
}

/** Forgets what was found. */
export function forgetAll(): void {
  memory.fill(MEMO, 0, <usize>(1 << MEMO_BITS) * MEMO_BUCKET);
}
