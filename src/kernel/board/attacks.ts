/**
 * Attack sets. Leapers by table; sliders by fixed-shift magic multiplication, the magics searched for at start-up by a seeded
 * generator (some 10 ms, once an instance), which keeps 128 unexplained constants out of the source.
 */
import {
  BETWEEN,
  BISHOP_MAGIC,
  BISHOP_TABLE,
  KING_ATTACKS,
  KNIGHT_ATTACKS,
  LINE,
  MOVE_LISTS,
  PAWN_ATTACKS,
  ROOK_MAGIC,
  ROOK_TABLE,
} from '../memory';
import {
  bit,
  BISHOP,
  BLACK,
  count,
  fileOf,
  fileSet,
  FILE_A,
  FILE_H,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  RANK_1,
  RANK_8,
  rankOf,
  rankSet,
  ROOK,
} from './squares';

const BISHOP_SHIFT: u64 = 64 - 9;
const ROOK_SHIFT: u64 = 64 - 12;
/** The move lists lie idle while the tables are filled. */
const SCRATCH: usize = MOVE_LISTS;

export function knightAttacks(square: i32): u64 {
  return load<u64>(KNIGHT_ATTACKS + ((<usize>square) << 3));
}

export function kingAttacks(square: i32): u64 {
  return load<u64>(KING_ATTACKS + ((<usize>square) << 3));
}

/** Squares that a pawn of the colour attacks from `square`. */
export function pawnAttacks(color: i32, square: i32): u64 {
  return load<u64>(PAWN_ATTACKS + ((<usize>color) << 6) + ((<usize>square) << 3));
}

export function bishopAttacks(square: i32, occupied: u64): u64 {
  const entry = BISHOP_MAGIC + ((<usize>square) << 4);
  const index = ((occupied & load<u64>(entry)) * load<u64>(entry, 8)) >> BISHOP_SHIFT;
  return load<u64>(BISHOP_TABLE + ((<usize>square) << 12) + ((<usize>index) << 3));
}

export function rookAttacks(square: i32, occupied: u64): u64 {
  const entry = ROOK_MAGIC + ((<usize>square) << 4);
  const index = ((occupied & load<u64>(entry)) * load<u64>(entry, 8)) >> ROOK_SHIFT;
  return load<u64>(ROOK_TABLE + ((<usize>square) << 15) + ((<usize>index) << 3));
}

export function queenAttacks(square: i32, occupied: u64): u64 {
  return bishopAttacks(square, occupied) | rookAttacks(square, occupied);
}

/** Squares that a piece attacks; `piece` is a piece code (kind and colour). */
export function attacks(piece: i32, square: i32, occupied: u64): u64 {
  switch (piece & 7) {
    case PAWN:
      return pawnAttacks(piece & BLACK, square);
    case KNIGHT:
      return knightAttacks(square);
    case BISHOP:
      return bishopAttacks(square, occupied);
    case ROOK:
      return rookAttacks(square, occupied);
    case QUEEN:
      return queenAttacks(square, occupied);
    case KING:
      return kingAttacks(square);
    default:
      return 0;
  }
}

/** Squares strictly between two squares on a line; empty where they share none. */
export function between(a: i32, b: i32): u64 {
  return load<u64>(BETWEEN + ((<usize>((a << 6) | b)) << 3));
}

/** The whole line through two squares, edge to edge, both included; empty where they share none. */
export function lineThrough(a: i32, b: i32): u64 {
  return load<u64>(LINE + ((<usize>((a << 6) | b)) << 3));
}

/** The ray walked square by square: slow, for filling the tables. */
function walk(square: i32, occupied: u64, diagonal: bool): u64 {
  let set: u64 = 0;
  for (let direction = 0; direction < 4; direction++) {
    let df: i32 = 0;
    let dr: i32 = 0;
    if (diagonal) {
      df = (direction & 1) != 0 ? 1 : -1;
      dr = (direction & 2) != 0 ? 1 : -1;
    } else if (direction < 2) {
      df = direction == 0 ? 1 : -1;
    } else {
      dr = direction == 2 ? 1 : -1;
    }
    let file = fileOf(square) + df;
    let rank = rankOf(square) + dr;
    while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
      const to = (rank << 3) | file;
      set |= bit(to);
      if ((occupied & bit(to)) != 0) break;
      file += df;
      rank += dr;
    }
  }
  return set;
}

let seed: u64 = 0;

/** Splitmix64. */
export function nextRandom(): u64 {
  seed += 0x9e3779b97f4a7c15;
  let z = seed;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

export function seedRandom(value: u64): void {
  seed = value;
}

/** Lists every subset of a mask and its attack set at SCRATCH, 16 bytes each; their number. */
function listSubsets(square: i32, diagonal: bool, mask: u64): i32 {
  let subset: u64 = 0;
  let entry = SCRATCH;
  do {
    store<u64>(entry, subset);
    store<u64>(entry, walk(square, subset, diagonal), 8);
    entry += 16;
    subset = (subset - mask) & mask;
  } while (subset != 0);
  return <i32>((entry - SCRATCH) >> 4);
}

/** Tries one magic for a square: fills its table, or tells at the first clash that it does not serve. */
function tryMagic(table: usize, bytes: usize, shift: u64, subsets: i32, magic: u64): bool {
  memory.fill(table, 0, bytes);
  for (let i = 0; i < subsets; i++) {
    const entry = SCRATCH + ((<usize>i) << 4);
    const slot = table + ((<usize>((load<u64>(entry) * magic) >> shift)) << 3);
    const set = load<u64>(entry, 8);
    // No attack set is empty, so 0 marks a free slot.
    const there = load<u64>(slot);
    if (there == 0) store<u64>(slot, set);
    else if (there != set) return false;
  }
  return true;
}

function findMagic(square: i32, diagonal: bool): void {
  // Edge squares never block anything behind them, but on the slider's own rank and file they are on its way.
  const edges = ((RANK_1 | RANK_8) & ~rankSet(square)) | ((FILE_A | FILE_H) & ~fileSet(square));
  const mask = walk(square, 0, diagonal) & ~edges;
  const table = diagonal ? BISHOP_TABLE + ((<usize>square) << 12) : ROOK_TABLE + ((<usize>square) << 15);
  const subsets = listSubsets(square, diagonal, mask);
  let magic: u64 = 0;
  do {
    do {
      magic = nextRandom() & nextRandom() & nextRandom();
    } while (count((mask * magic) >> 56) < 6);
  } while (!tryMagic(table, diagonal ? 512 * 8 : 4096 * 8, diagonal ? BISHOP_SHIFT : ROOK_SHIFT, subsets, magic));
  const entry = (diagonal ? BISHOP_MAGIC : ROOK_MAGIC) + ((<usize>square) << 4);
  store<u64>(entry, mask);
  store<u64>(entry, magic, 8);
}

/** Squares a leaper reaches; steps that leave the board are dropped. */
function leaps(square: i32, longer: i32, shorter: i32): u64 {
  let set: u64 = 0;
  for (let i = 0; i < 8; i++) {
    const a = (i & 1) != 0 ? longer : -longer;
    const b = (i & 2) != 0 ? shorter : -shorter;
    const file = fileOf(square) + ((i & 4) != 0 ? a : b);
    const rank = rankOf(square) + ((i & 4) != 0 ? b : a);
    if (file >= 0 && file < 8 && rank >= 0 && rank < 8) set |= bit((rank << 3) | file);
  }
  return set;
}

export function initAttacks(): void {
  seedRandom(0x4d6f746966);
  for (let square = 0; square < 64; square++) {
    const offset = (<usize>square) << 3;
    const own = bit(square);
    store<u64>(KNIGHT_ATTACKS + offset, leaps(square, 2, 1));
    store<u64>(KING_ATTACKS + offset, leaps(square, 1, 1) | leaps(square, 1, 0));
    store<u64>(PAWN_ATTACKS + offset, ((own & ~FILE_A) << 7) | ((own & ~FILE_H) << 9));
    store<u64>(PAWN_ATTACKS + 512 + offset, ((own & ~FILE_A) >> 9) | ((own & ~FILE_H) >> 7));
    findMagic(square, true);
    findMagic(square, false);
  }
  for (let a = 0; a < 64; a++) {
    for (let b = 0; b < 64; b++) {
      const slot = (<usize>((a << 6) | b)) << 3;
      let line: u64 = 0;
      let gap: u64 = 0;
      for (let diagonal = 0; diagonal < 2; diagonal++) {
        const seen = walk(a, 0, diagonal != 0);
        if (a == b || (seen & bit(b)) == 0) continue;
        line = (seen & walk(b, 0, diagonal != 0)) | bit(a) | bit(b);
        gap = walk(a, bit(b), diagonal != 0) & walk(b, bit(a), diagonal != 0);
      }
      store<u64>(BETWEEN + slot, gap);
      store<u64>(LINE + slot, line);
    }
  }
}
