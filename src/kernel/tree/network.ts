/**
 * What a position is worth, as a small neural network has learned it from Stockfish: 768 inputs (whose, kind, square), seen once from each
 * side; 128 neurons for each of the two, that count by their squares; one output, chosen by the number of men. It tells a sound gain from a pawn grabbed at too high
 * a price; it is never a gain itself. Integers throughout, so that every machine agrees.
 *
 * `npm run network` makes the weights (test/bench/network.ts), and test/kernel/network.test.ts reckons them anew.
 */
import { allOf, hash, kingSquare, material, pieceOn, side } from '../board/position';
import { BLACK, EMPTY, fileOf, first, WHITE } from '../board/squares';
import { EYE_BYTES, EYES, MAILBOX, NEURON_BYTES, WORTH_BITS, WORTHS } from '../memory';
import { INPUT_WEIGHTS, NEURON_BIAS, OFFSETS, OUTPUT_WEIGHTS } from './weights';

/** Steps of a neuron from off to full, of an output weight of a pawn, and of an offset of one. */
const FULL: i32 = 127;
const OUTPUT_ONE: i32 = 128;
const OFFSET_ONE: i32 = 1024;
/** Four men a stage; positions that are set up may have more than 32. */
const LAST_STAGE: i32 = 7;
/** What an input adds to the neurons, a byte each. */
const ROW_BYTES: usize = NEURON_BYTES / 2;

/** Behind White's neurons Black's, and behind these the men that they have seen, by square. */
const BLACK_VIEW: usize = NEURON_BYTES;
const SEEN: usize = 2 * NEURON_BYTES;

const WORTH_MASK: u64 = (1 << WORTH_BITS) - 1;

/** Empties the eyes, once: one for each half of the board that White's king may be in, and for each that Black's may. */
export function initNetwork(): void {
  for (let i: usize = 0; i < 4; i++) {
    const eye = EYES + i * EYE_BYTES;
    memory.copy(eye, NEURON_BIAS, NEURON_BYTES);
    memory.copy(eye + BLACK_VIEW, NEURON_BIAS, NEURON_BYTES);
    memory.fill(eye + SEEN, <u8>EMPTY, 64);
  }
}

/**
 * Rows that the neurons have to lose, and those that they have to get: for each man the address of White's and of Black's, four bytes each;
 * of 64 squares, and one to write past the end.
 */
const GONE: usize = memory.data(520);
const COME: usize = memory.data(520);

// Compilers leave loops of vectors as they are, so these are written out.
if (ROW_BYTES != 128) ERROR('a row is taken for four times 32 bytes');

function lose32(neurons: usize, row: usize): void {
  v128.store(neurons, i16x8.sub(v128.load(neurons), v128.load8x8_s(row)));
  v128.store(neurons, i16x8.sub(v128.load(neurons, 16), v128.load8x8_s(row, 8)), 16);
  v128.store(neurons, i16x8.sub(v128.load(neurons, 32), v128.load8x8_s(row, 16)), 32);
  v128.store(neurons, i16x8.sub(v128.load(neurons, 48), v128.load8x8_s(row, 24)), 48);
}

function get32(neurons: usize, row: usize): void {
  v128.store(neurons, i16x8.add(v128.load(neurons), v128.load8x8_s(row)));
  v128.store(neurons, i16x8.add(v128.load(neurons, 16), v128.load8x8_s(row, 8)), 16);
  v128.store(neurons, i16x8.add(v128.load(neurons, 32), v128.load8x8_s(row, 16)), 32);
  v128.store(neurons, i16x8.add(v128.load(neurons, 48), v128.load8x8_s(row, 24)), 48);
}

function loseRow(neurons: usize, row: usize): void {
  lose32(neurons, row);
  lose32(neurons + 64, row + 32);
  lose32(neurons + 128, row + 64);
  lose32(neurons + 192, row + 96);
}

function getRow(neurons: usize, row: usize): void {
  get32(neurons, row);
  get32(neurons + 64, row + 32);
  get32(neurons + 128, row + 64);
  get32(neurons + 192, row + 96);
}

/** Squares of sixteen on which another man stands than on a board seen before, one bit each. */
function differAt(board: usize, at: usize): u64 {
  return <u64>i8x16.bitmask(i8x16.ne(v128.load(board + at), v128.load(MAILBOX + at)));
}

/** The row of a man; `man` is its kind, and 8 more where it is the other side's. */
function rowOf(man: i32, square: i32): usize {
  return INPUT_WEIGHTS + <usize>(((man - 2 * (man >> 3)) << 6) | square) * ROW_BYTES;
}

/** What turns the squares to how a side sees them: its own half below, its king on the right. */
function turnOf(color: i32, left: i32): i32 {
  return (color == WHITE ? 0 : 56) ^ (left * 7);
}

/**
 * Brings both sides' views up to date; a side sees its own men first. Positions that are asked about one after the other differ by a few
 * men, and only these are counted anew. They are told from the squares, all at once: to compare set by set leaves it to the processor to
 * guess, twelve times, which kinds have moved.
 * @returns the eye that sees it
 */
function look(): usize {
  const whiteLeft = <i32>(fileOf(kingSquare(WHITE)) < 4);
  const blackLeft = <i32>(fileOf(kingSquare(BLACK)) < 4);
  const whiteTurn = turnOf(WHITE, whiteLeft);
  const blackTurn = turnOf(BLACK, blackLeft);
  const eye = EYES + <usize>(whiteLeft | (blackLeft << 1)) * EYE_BYTES;
  const board = eye + SEEN;
  let changed =
    differAt(board, 0) | (differAt(board, 16) << 16) | (differAt(board, 32) << 32) | (differAt(board, 48) << 48);
  let gones = GONE;
  let comes = COME;
  while (changed != 0) {
    const square = first(changed);
    changed &= changed - 1;
    const gone = <i32>load<u8>(board + <usize>square);
    const come = pieceOn(square);
    store<u32>(gones, <u32>rowOf(gone, square ^ whiteTurn));
    store<u32>(gones, <u32>rowOf(gone ^ BLACK, square ^ blackTurn), 4);
    store<u32>(comes, <u32>rowOf(come, square ^ whiteTurn));
    store<u32>(comes, <u32>rowOf(come ^ BLACK, square ^ blackTurn), 4);
    gones += (<usize>(gone != EMPTY)) << 3;
    comes += (<usize>(come != EMPTY)) << 3;
  }
  for (let i: usize = 0; i < 64; i += 16) v128.store(board + i, v128.load(MAILBOX + i));
  for (let at = GONE; at < gones; at += 8) {
    loseRow(eye, load<u32>(at));
    loseRow(eye + BLACK_VIEW, load<u32>(at, 4));
  }
  for (let at = COME; at < comes; at += 8) {
    getRow(eye, load<u32>(at));
    getRow(eye + BLACK_VIEW, load<u32>(at, 4));
  }
  return eye;
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
  const eye = look();
  const own = eye + (side == WHITE ? 0 : BLACK_VIEW);
  const other = eye + (side == WHITE ? BLACK_VIEW : 0);
  const sums = i32x4.add(weighed(own, weights), weighed(other, weights + NEURON_BYTES));
  const sum =
    i32x4.extract_lane(sums, 0) +
    i32x4.extract_lane(sums, 1) +
    i32x4.extract_lane(sums, 2) +
    i32x4.extract_lane(sums, 3);
  const lead = side == WHITE ? material : -material;
  const offsets = OFFSETS + stage * 8;
  const rest = load<i32>(offsets) * 100 + load<i32>(offsets, 4) * lead;
  return ((sum / FULL) * 100) / (FULL * OUTPUT_ONE) + rest / OFFSET_ONE;
}
