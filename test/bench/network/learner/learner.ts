/**
 * The arithmetic of the trainer, which is nearly all of its time: AssemblyScript, so that it goes four neurons at a time, and on several
 * threads in one memory. What lies where in it, `../layout.ts` says; here are addresses, and the sizes, which the compiler is told.
 */

/** Offsets in a lesson (`../layout.ts`). */
const MEN: usize = 0;
const STAGE: usize = 1;
const TURN: usize = 2;
const MATERIAL: usize = 4;
const CHANCE: usize = 8;
const INPUT: usize = 16;
/** Bytes of a row of neurons. */
const ROW: usize = NEURONS * 4;
/** Centipawns to a win at odds of e to 1. */
const SCALE: f32 = 400;
/** Bytes of neurons that stay in registers. */
const STRIP: usize = 64;

const FIRST_OF_OTHER: i32 = 6 * 64;

/** Rows of the inputs that are on, as one side sees them. */
function view(lesson: usize, other: bool, rows: usize, inputs: usize): void {
  const men = <usize>load<u8>(lesson, MEN);
  const turn = <i32>load<u8>(lesson, TURN);
  for (let i: usize = 0; i < men; i++) {
    let input = <i32>load<u16>(lesson + 2 * i, INPUT);
    if (other) input = (input < FIRST_OF_OTHER ? input + FIRST_OF_OTHER : input - FIRST_OF_OTHER) ^ turn;
    store<usize>(rows + i * sizeof<usize>(), inputs + <usize>input * ROW);
  }
}

/** Sums rows and bias into `neurons`. */
function sum(rows: usize, men: usize, bias: usize, neurons: usize): void {
  for (let at: usize = 0; at < ROW; at += STRIP) {
    let a = v128.load(bias + at);
    let b = v128.load(bias + at, 16);
    let c = v128.load(bias + at, 32);
    let d = v128.load(bias + at, 48);
    for (let i: usize = 0; i < men; i++) {
      const row = load<usize>(rows + i * sizeof<usize>()) + at;
      a = f32x4.add(a, v128.load(row));
      b = f32x4.add(b, v128.load(row, 16));
      c = f32x4.add(c, v128.load(row, 32));
      d = f32x4.add(d, v128.load(row, 48));
    }
    v128.store(neurons + at, a);
    v128.store(neurons + at, b, 16);
    v128.store(neurons + at, c, 32);
    v128.store(neurons + at, d, 48);
  }
}

function lit(neurons: usize): v128 {
  return f32x4.min(f32x4.max(v128.load(neurons), f32x4.splat(0)), f32x4.splat(1));
}

/** What neurons add to the output: each counts by its square. */
function weighed(neurons: usize, weights: usize): f32 {
  let total = f32x4.splat(0);
  for (let at: usize = 0; at < ROW; at += 16) {
    const value = lit(neurons + at);
    total = f32x4.add(total, f32x4.mul(f32x4.mul(value, value), v128.load(weights + at)));
  }
  return (
    f32x4.extract_lane(total, 0) +
    f32x4.extract_lane(total, 1) +
    f32x4.extract_lane(total, 2) +
    f32x4.extract_lane(total, 3)
  );
}

/** Adds the slopes of weights, and turns neurons into what they are to change by. */
function slopes(neurons: usize, weights: usize, gradient: usize, biasGradient: usize, slope: f32): void {
  const by = f32x4.splat(slope);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  for (let at: usize = 0; at < ROW; at += 16) {
    const raw = v128.load(neurons + at);
    const value = lit(neurons + at);
    const felt = f32x4.mul(by, value);
    v128.store(gradient + at, f32x4.add(v128.load(gradient + at), f32x4.mul(felt, value)));
    const inside = v128.and(f32x4.gt(raw, zero), f32x4.lt(raw, one));
    const change = v128.and(inside, f32x4.mul(f32x4.add(felt, felt), v128.load(weights + at)));
    v128.store(neurons + at, change);
    v128.store(biasGradient + at, f32x4.add(v128.load(biasGradient + at), change));
  }
}

/** Hands changes on to the rows. @param shift from a weight's address to its slope's */
function spread(rows: usize, men: usize, neurons: usize, shift: usize): void {
  for (let at: usize = 0; at < ROW; at += STRIP) {
    const a = v128.load(neurons + at);
    const b = v128.load(neurons + at, 16);
    const c = v128.load(neurons + at, 32);
    const d = v128.load(neurons + at, 48);
    for (let i: usize = 0; i < men; i++) {
      const row = load<usize>(rows + i * sizeof<usize>()) + at + shift;
      v128.store(row, f32x4.add(v128.load(row), a));
      v128.store(row, f32x4.add(v128.load(row, 16), b), 16);
      v128.store(row, f32x4.add(v128.load(row, 32), c), 32);
      v128.store(row, f32x4.add(v128.load(row, 48), d), 48);
    }
  }
}

/**
 * Judges lessons, and adds their slopes to a gradient.
 * @param order addresses of lessons by number, u32 each, from `from` up to `to`
 * @param lessons the first one
 * @param values the weights: inputs, bias, outputs, offsets
 * @param gradient as long as they are; 0 where nothing is to be learned
 * @param scratch for rows and neurons
 * @returns the sum of squared errors of the chances to win
 */
export function look(
  order: usize,
  from: i32,
  to: i32,
  lessons: usize,
  values: usize,
  gradient: usize,
  scratch: usize,
): f64 {
  const bias = values + <usize>INPUTS * ROW;
  const outputs = bias + ROW;
  const offsets = outputs + <usize>STAGES * 2 * ROW;
  const shift = gradient - values;
  const ownRows = scratch;
  const otherRows = ownRows + 256;
  const own = otherRows + 256;
  const other = own + ROW;
  let total: f64 = 0;
  for (let i = from; i < to; i++) {
    const lesson = lessons + <usize>load<u32>(order + ((<usize>i) << 2)) * LESSON_BYTES;
    const men = <usize>load<u8>(lesson, MEN);
    const stage = <usize>load<u8>(lesson, STAGE);
    const material = load<f32>(lesson, MATERIAL);
    view(lesson, false, ownRows, values);
    view(lesson, true, otherRows, values);
    sum(ownRows, men, bias, own);
    sum(otherRows, men, bias, other);
    const weights = outputs + stage * 2 * ROW;
    const offset = offsets + stage * 8;
    const worth =
      load<f32>(offset) + load<f32>(offset, 4) * material + weighed(own, weights) + weighed(other, weights + ROW);
    const guess: f32 = <f32>1 / (<f32>1 + Mathf.exp((<f32>-100 * worth) / SCALE));
    const error = guess - load<f32>(lesson, CHANCE);
    total += <f64>(error * error);
    if (gradient == 0) continue;
    const slope: f32 = <f32>2 * error * guess * (<f32>1 - guess) * (<f32>100 / SCALE);
    store<f32>(offset + shift, load<f32>(offset + shift) + slope);
    store<f32>(offset + shift, load<f32>(offset + shift, 4) + slope * material, 4);
    slopes(own, weights, weights + shift, bias + shift, slope);
    slopes(other, weights + ROW, weights + ROW + shift, bias + shift, slope);
    spread(ownRows, men, own, shift);
    spread(otherRows, men, other, shift);
  }
  return total;
}

/**
 * One step of Adam against the gradients of two threads, which are empty afterwards.
 * @param at the first weight, of `count`; `means` and `squares` have what Adam remembers of each
 * @param size lessons of the step
 * @param meanScale 1 - 0.9^steps, and the same of 0.999 for the squares
 */
export function descend(
  at: usize,
  count: i32,
  means: usize,
  squares: usize,
  first: usize,
  second: usize,
  size: f32,
  rate: f32,
  meanScale: f32,
  squareScale: f32,
  decay: f32,
  limit: f32,
): void {
  for (let i: usize = 0; i < (<usize>count) << 2; i += 4) {
    const slope = (load<f32>(first + i) + load<f32>(second + i)) / size;
    store<f32>(first + i, 0);
    store<f32>(second + i, 0);
    const mean = <f32>0.9 * load<f32>(means + i) + <f32>0.1 * slope;
    const square = <f32>0.999 * load<f32>(squares + i) + <f32>0.001 * slope * slope;
    store<f32>(means + i, mean);
    store<f32>(squares + i, square);
    const value = load<f32>(at + i);
    const step = mean / meanScale / (Mathf.sqrt(square / squareScale) + <f32>1e-8) + decay * value;
    store<f32>(at + i, max(-limit, min(limit, value - rate * step)));
  }
}
