/** What lies where in the trainer's memory, which its threads share: the terms in which `learner/learner.ts` is spoken to. */
import { INPUTS, STAGES } from './features.js';

/** Of each side's view. */
export const NEURONS = 128;
/** Of every step; what they find is added up in their order, so their number is part of the result. */
export const THREADS = 2;

/** A lesson: u8 men, u8 stage, u8 turn of the other view, f32 pawns ahead (at 4), f32 chances (at 8), then u16 an input (at 16). */
export const LESSON_BYTES = 80;
export const LESSON = { men: 0, stage: 1, turn: 2, material: 4, chances: 8, inputs: 16 } as const;

/** Weights in the order in which they lie. */
export const INPUT_WEIGHTS = INPUTS * NEURONS;
export const OUTPUT_WEIGHTS = STAGES * 2 * NEURONS;
export const OFFSETS = 2 * STAGES;
export const WEIGHTS = INPUT_WEIGHTS + NEURONS + OUTPUT_WEIGHTS + OFFSETS;

const PAGE = 65_536;
/** Below lies what the compiler lays down. */
const FIRST = 16 * PAGE;
/** Rows of two views of 32 men, and their neurons. */
const SCRATCH_BYTES = 4096 + 8 * NEURONS;

function address(index: number): number {
  return FIRST + index * Math.ceil((4 * WEIGHTS) / 64) * 64;
}

export const VALUES = address(0);
/** What Adam remembers of each weight. */
export const MEANS = address(1);
export const SQUARES = address(2);
/** One for each thread. */
export const GRADIENTS = [address(3), address(4)] as const;
const SCRATCHES = address(5);
/** Two integers, by which threads wait for each other. */
export const SYNC = SCRATCHES + THREADS * SCRATCH_BYTES;
/** Numbers of lessons, u32 each, in the order in which they are looked at; the lessons lie behind. */
export const ORDER = Math.ceil(SYNC / PAGE + 1) * PAGE;

export function scratchOf(thread: number): number {
  return SCRATCHES + thread * SCRATCH_BYTES;
}

export function lessonsAt(count: number): number {
  return ORDER + Math.ceil((4 * count) / 64) * 64;
}

export function pagesFor(count: number): number {
  return Math.ceil((lessonsAt(count) + count * LESSON_BYTES) / PAGE);
}

/** What the learner exports. */
export interface Learner {
  look(
    order: number,
    from: number,
    to: number,
    lessons: number,
    values: number,
    gradient: number,
    scratch: number,
  ): number;
  descend(
    ...step: [
      at: number,
      count: number,
      means: number,
      squares: number,
      first: number,
      second: number,
      size: number,
      rate: number,
      meanScale: number,
      squareScale: number,
      decay: number,
      limit: number,
    ]
  ): void;
}
