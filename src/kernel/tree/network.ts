/**
 * What a position is worth, as a small neural network has learned it from Stockfish: 768 inputs (whose, kind, square), seen once from each
 * side; 128 neurons for each of the two, that count by their squares; one output, chosen by the number of men. It tells a sound gain from a pawn grabbed at too high
 * a price; it is never a gain itself. Integers throughout, so that every machine agrees.
 *
 * `npm run network` makes the weights (test/bench/network.ts), and test/kernel/network.test.ts reckons them anew.
 */
import { allOf, hash, kingSquare, material, pieces, side } from '../board/position';
import { BLACK, fileOf, first, KING, PAWN, WHITE } from '../board/squares';
import { EYE_BYTES, EYES, NEURON_BYTES, WORTH_BITS, WORTHS } from '../memory';
import { INPUT_WEIGHTS, NEURON_BIAS, OFFSETS, OUTPUT_WEIGHTS } from './weights';

/** Steps of a neuron from off to full, of an output weight of a pawn, and of an offset of one. */
const FULL: i32 = 127;
const OUTPUT_ONE: i32 = 128;
const OFFSET_ONE: i32 = 1024;
/** Four men a stage; positions that are set up may have more than 32. */
const LAST_STAGE: i32 = 7;
/** What an input adds to the neurons, a byte each. */
const ROW_BYTES: usize = NEURON_BYTES / 2;

/** Behind the neurons of a view: the men that they have seen, 12 sets. */
const SEEN: usize = NEURON_BYTES;

const WORTH_MASK: u64 = (1 << WORTH_BITS) - 1;

/** Empties the views, once: one for each side and each half of the board that its king is in. */
export function initNetwork(): void {
  for (let i: usize = 0; i < 4; i++) {
    const view = EYES + i * EYE_BYTES;
    memory.fill(view, 0, EYE_BYTES);
    memory.copy(view, NEURON_BIAS, NEURON_BYTES);
  }
}

/** The row of nobody: zeros. */
const NOBODY: usize = memory.data(128);
if (ROW_BYTES != 128) ERROR('NOBODY is no row');

function moveEight(neurons: usize, from: usize, to: usize): void {
  v128.store(neurons, i16x8.add(i16x8.sub(v128.load(neurons), v128.load8x8_s(from)), v128.load8x8_s(to)));
}

/**
 * One man for another: the neurons lose the one's row and get the other's. Eight at a time, and 32 in a turn of the loop, for compilers leave
 * loops of vectors as they are.
 */
function replaceMan(view: usize, from: usize, to: usize): void {
  for (let i: usize = 0; i < ROW_BYTES; i += 32) {
    const neurons = view + 2 * i;
    moveEight(neurons, from + i, to + i);
    moveEight(neurons + 16, from + i + 8, to + i + 8);
    moveEight(neurons + 32, from + i + 16, to + i + 16);
    moveEight(neurons + 48, from + i + 24, to + i + 24);
  }
}

/**
 * Brings one side's view up to date: its own men first, its own half below, its king on the right. Positions that are asked about one
 * after the other differ by a few men, and only these are counted anew.
 */
function look(own: i32): usize {
  const left = fileOf(kingSquare(own)) < 4;
  const turn = (own == WHITE ? 0 : 56) ^ (left ? 7 : 0);
  const view = EYES + <usize>((own == WHITE ? 0 : 2) + (left ? 1 : 0)) * EYE_BYTES;
  let slot = view + SEEN;
  let base = INPUT_WEIGHTS;
  for (let other = 0; other < 2; other++) {
    const color = other == 0 ? own : own ^ BLACK;
    for (let kind = PAWN; kind <= KING; kind++) {
      const now = pieces(color | kind);
      const before = load<u64>(slot);
      if (now != before) {
        let gone = before & ~now;
        let come = now & ~before;
        while ((gone | come) != 0) {
          replaceMan(
            view,
            gone != 0 ? base + <usize>(first(gone) ^ turn) * ROW_BYTES : NOBODY,
            come != 0 ? base + <usize>(first(come) ^ turn) * ROW_BYTES : NOBODY,
          );
          gone &= gone - 1;
          come &= come - 1;
        }
        store<u64>(slot, now);
      }
      slot += 8;
      base += 64 * ROW_BYTES;
    }
  }
  return view;
}

/** What eight neurons, each between off and full, add to the output. A weight is small enough for its product with a neuron to have two bytes. */
function weighedEight(neurons: usize, weights: usize): v128 {
  const lit = i16x8.min_s(i16x8.max_s(v128.load(neurons), i16x8.splat(0)), i16x8.splat(<i16>FULL));
  return i32x4.dot_i16x8_s(i16x8.mul(lit, v128.load(weights)), lit);
}

function weighed(view: usize, weights: usize): v128 {
  let sum = i32x4.splat(0);
  for (let i: usize = 0; i < NEURON_BYTES; i += 64) {
    const neurons = view + i;
    const by = weights + i;
    const half = i32x4.add(weighedEight(neurons, by), weighedEight(neurons + 16, by + 16));
    const rest = i32x4.add(weighedEight(neurons + 32, by + 32), weighedEight(neurons + 48, by + 48));
    sum = i32x4.add(sum, i32x4.add(half, rest));
  }
  return sum;
}

/** Centipawns for the side to move, as Stockfish counts them. The same ends come again in every iteration, and in the line. */
export function positionWorth(): i32 {
  const known = WORTHS + ((<usize>(hash & WORTH_MASK)) << 4);
  if (load<u64>(known) == hash) return load<i32>(known, 8);
  const worth = reckonWorth();
  store<u64>(known, hash);
  store<i32>(known, worth, 8);
  return worth;
}

/** The same, reckoned from the men on the board. */
function reckonWorth(): i32 {
  const men = <i32>popcnt(allOf(WHITE) | allOf(BLACK));
  const stage = <usize>min((men - 1) >> 2, LAST_STAGE);
  const weights = OUTPUT_WEIGHTS + stage * (2 * NEURON_BYTES);
  const sums = i32x4.add(weighed(look(side), weights), weighed(look(side ^ BLACK), weights + NEURON_BYTES));
  const sum =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  const own = side == WHITE ? material : -material;
  const offsets = OFFSETS + stage * 8;
  const rest = load<i32>(offsets) * 100 + load<i32>(offsets, 4) * own;
  return ((sum / FULL) * 100) / (FULL * OUTPUT_ONE) + rest / OFFSET_ONE;
}
