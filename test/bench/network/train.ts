/**
 * Fits the network to judged positions: Adam on the squared error of the chances to win, in which a pawn more or less counts where the
 * game is open, and hardly where it is decided. Floats here; `weights.ts` turns them into the kernel's integers.
 */
import { makeRandom, shuffled } from '../../../jobs/sample/random.js';
import { INPUTS, look, STAGES } from './features.js';

export const NEURONS = 64;
/** Centipawns to a win at odds of e to 1: where the chances are reckoned from the score. */
const SCALE = 400;
const BATCH = 1024;
const RATE = 0.0025;
const LAST_RATE = 0.00002;
const DECAY = 1e-4;
/** One position in so many is kept aside, to tell whether what is learned holds for others. */
const HELD_OUT = 40;
const SEED = 1;
/** The most men on a board. */
const MEN = 32;

/** Weights as floats: a neuron is off at 0 and full at 1, the output counts pawns. */
export interface Weights {
  /** INPUTS rows of NEURONS. */
  inputs: Float32Array;
  /** NEURONS. */
  bias: Float32Array;
  /** STAGES rows of NEURONS for the side to move, then NEURONS for the other. */
  outputs: Float32Array;
  /** STAGES pairs: a constant, and what a pawn of material is worth. */
  offsets: Float32Array;
}

/** Positions as flat arrays. */
export interface Positions {
  count: number;
  men: Uint8Array;
  own: Uint16Array;
  other: Uint16Array;
  stages: Uint8Array;
  material: Float32Array;
  /** Chances to win of the side to move, 0 to 1. */
  chances: Float32Array;
}

function chance(centipawns: number): number {
  return 1 / (1 + Math.exp(-centipawns / SCALE));
}

/** @param lines `FEN|centipawns for the side to move` */
export function readPositions(lines: readonly string[]): Positions {
  const count = lines.length;
  const positions: Positions = {
    count,
    men: new Uint8Array(count),
    own: new Uint16Array(count * MEN),
    other: new Uint16Array(count * MEN),
    stages: new Uint8Array(count),
    material: new Float32Array(count),
    chances: new Float32Array(count),
  };
  for (const [at, line] of lines.entries()) {
    const [fen = '', score = ''] = line.split('|');
    const seen = look(fen);
    positions.men[at] = seen.own.length;
    positions.own.set(seen.own, at * MEN);
    positions.other.set(seen.other, at * MEN);
    positions.stages[at] = seen.stage;
    positions.material[at] = seen.material;
    positions.chances[at] = chance(Number(score));
  }
  return positions;
}

/** One set of weights with what Adam remembers of each. */
class Layer {
  readonly gradient: Float32Array;
  readonly #mean: Float32Array;
  readonly #square: Float32Array;

  constructor(
    readonly values: Float32Array,
    readonly decay = 0,
    /** No weight is larger. */
    readonly limit = Infinity,
  ) {
    this.gradient = new Float32Array(values.length);
    this.#mean = new Float32Array(values.length);
    this.#square = new Float32Array(values.length);
  }

  /** Takes one step against the gradient, which is empty afterwards. @param steps so far, this one included */
  descend(rate: number, steps: number): void {
    const { values, gradient, decay, limit } = this;
    const meanScale = 1 - 0.9 ** steps;
    const squareScale = 1 - 0.999 ** steps;
    for (let i = 0; i < values.length; i++) {
      const slope = gradient[i]! / BATCH;
      const mean = 0.9 * this.#mean[i]! + 0.1 * slope;
      const square = 0.999 * this.#square[i]! + 0.001 * slope * slope;
      this.#mean[i] = mean;
      this.#square[i] = square;
      const value = values[i]!;
      const step = mean / meanScale / (Math.sqrt(square / squareScale) + 1e-8) + decay * value;
      values[i] = Math.max(-limit, Math.min(limit, value - rate * step));
    }
    gradient.fill(0);
  }
}

export class Trainer {
  readonly #positions: Positions;
  readonly #inputs: Layer;
  readonly #bias: Layer;
  readonly #outputs: Layer;
  readonly #offsets: Layer;
  /** Neurons of the position at hand, as each side sees it; then what they are to change by. */
  readonly #own = new Float32Array(NEURONS);
  readonly #other = new Float32Array(NEURONS);
  readonly #random = makeRandom(SEED, 0);
  readonly #learned: number[];
  readonly #held: number[];
  #step = 0;

  /** @throws {Error} where there are too few positions for a single step */
  constructor(positions: Positions) {
    this.#positions = positions;
    const small = (length: number): Float32Array =>
      Float32Array.from({ length }, () => (this.#random.below(2001) - 1000) / 10_000);
    this.#inputs = new Layer(small(INPUTS * NEURONS), DECAY, 1);
    this.#bias = new Layer(new Float32Array(NEURONS).fill(0.1));
    this.#outputs = new Layer(small(STAGES * 2 * NEURONS));
    this.#offsets = new Layer(Float32Array.from({ length: 2 * STAGES }, (_, i) => i % 2));
    const order = shuffled(positions.count, this.#random);
    const held = Math.floor(positions.count / HELD_OUT);
    this.#held = order.slice(0, held);
    this.#learned = order.slice(held);
    if (this.#learned.length < BATCH) {
      throw new Error(
        `${positions.count} positions are too few to learn from: collect a million, or ${2 * BATCH} at least`,
      );
    }
  }

  get weights(): Weights {
    return {
      inputs: this.#inputs.values,
      bias: this.#bias.values,
      outputs: this.#outputs.values,
      offsets: this.#offsets.values,
    };
  }

  /**
   * Looks at every position once.
   * @param progress of the whole training, 0 to 1: steps grow shorter
   * @returns the root mean square error of the chances, of positions learned and of those held out
   */
  round(progress: number): { learned: number; held: number } {
    const rate = LAST_RATE + (RATE * (1 + Math.cos(Math.PI * progress))) / 2;
    const order = shuffled(this.#learned.length, this.#random);
    const whole = order.length - (order.length % BATCH);
    let sum = 0;
    for (let i = 0; i < whole; i++) {
      sum += this.#learn(this.#learned[order[i]!]!);
      if ((i + 1) % BATCH === 0) this.#descend(rate);
    }
    let heldSum = 0;
    for (const at of this.#held) heldSum += (chance(100 * this.#judge(at)) - this.#chanceOf(at)) ** 2;
    return { learned: Math.sqrt(sum / whole), held: Math.sqrt(heldSum / this.#held.length) };
  }

  #chanceOf(at: number): number {
    return this.#positions.chances[at]!;
  }

  #descend(rate: number): void {
    this.#step++;
    for (const layer of [this.#inputs, this.#bias, this.#outputs, this.#offsets]) layer.descend(rate, this.#step);
  }

  /** Sums the inputs that are on. */
  #view(seen: Uint16Array, at: number, into: Float32Array): void {
    into.set(this.#bias.values);
    const rows = this.#inputs.values;
    const end = at * MEN + this.#positions.men[at]!;
    for (let i = at * MEN; i < end; i++) {
      const row = seen[i]! * NEURONS;
      for (let n = 0; n < NEURONS; n++) into[n] = into[n]! + rows[row + n]!;
    }
  }

  /** The position's worth for the side to move, in pawns. */
  #judge(at: number): number {
    const { own, other, stages, material } = this.#positions;
    this.#view(own, at, this.#own);
    this.#view(other, at, this.#other);
    const stage = stages[at]!;
    const outputs = this.#outputs.values;
    const offsets = this.#offsets.values;
    let worth = offsets[2 * stage]! + offsets[2 * stage + 1]! * material[at]!;
    let weight = stage * 2 * NEURONS;
    for (const neurons of [this.#own, this.#other]) {
      for (let n = 0; n < NEURONS; n++) worth += outputs[weight++]! * clip(neurons[n]!);
    }
    return worth;
  }

  /** Adds one position's slopes to the gradients; its squared error. */
  #learn(at: number): number {
    const guess = chance(100 * this.#judge(at));
    const error = guess - this.#chanceOf(at);
    const slope = 2 * error * guess * (1 - guess) * (100 / SCALE);
    const stage = this.#positions.stages[at]!;
    const offsets = this.#offsets.gradient;
    offsets[2 * stage] = offsets[2 * stage]! + slope;
    offsets[2 * stage + 1] = offsets[2 * stage + 1]! + slope * this.#positions.material[at]!;
    let weight = stage * 2 * NEURONS;
    for (const neurons of [this.#own, this.#other]) {
      for (let n = 0; n < NEURONS; n++, weight++) {
        const neuron = neurons[n]!;
        this.#outputs.gradient[weight] = this.#outputs.gradient[weight]! + slope * clip(neuron);
        const change = neuron > 0 && neuron < 1 ? slope * this.#outputs.values[weight]! : 0;
        neurons[n] = change;
        this.#bias.gradient[n] = this.#bias.gradient[n]! + change;
      }
    }
    this.#spread(this.#positions.own, at, this.#own);
    this.#spread(this.#positions.other, at, this.#other);
    return error * error;
  }

  /** Hands changes on to the inputs that are on. */
  #spread(seen: Uint16Array, at: number, changes: Float32Array): void {
    const gradient = this.#inputs.gradient;
    const end = at * MEN + this.#positions.men[at]!;
    for (let i = at * MEN; i < end; i++) {
      const row = seen[i]! * NEURONS;
      for (let n = 0; n < NEURONS; n++) gradient[row + n] = gradient[row + n]! + changes[n]!;
    }
  }
}

function clip(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}
