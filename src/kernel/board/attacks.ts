/**
 * Attack sets. Leapers by table. Sliders line by line: what one sees along a line depends on the line's six inner squares alone, for
 * whatever stands at the edge hides nothing. A multiplication gathers these six into an index (a shift would take the processor longer), and
 * a table has the rest.
 *
 * A queen costs four look-ups where magic multiplication costs two, but they stay within a tenth of the memory (128 KB), and the few
 * lines of a position within the fastest cache. Whole scans were a sixth faster so, and the tables are filled in a millisecond.
 */
import { BETWEEN, FACTORS, LEAPS, LINE, VIEWS } from '../memory';
import {
  bit,
  BISHOP,
  BLACK,
  fileOf,
  first,
  FILE_A,
  FILE_H,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  rankOf,
  ROOK,
  WHITE,
} from './squares';

/** Multiplied with the inner squares of a diagonal, each on a file of its own: file b comes to bit 58, file g to bit 63. */
const BY_FILES: u64 = 0x0202020202020202;
/** Multiplied with the inner squares of the a-file: rank 2 comes to bit 58, rank 7 to bit 63. */
const BY_RANKS: u64 = 0x0004081020408000;
const A2_TO_A7: u64 = 0x0001010101010100;
const SQUARES_BUT_EDGES: u64 = 0x007e7e7e7e7e7e00;

/** The lines through a square: their place among its views, and their direction. */
const DIAGONAL: i32 = 0;
const ANTIDIAGONAL: i32 = 1;
const RANK: i32 = 2;
const FILE: i32 = 3;

export function knightAttacks(square: i32): u64 {
  return load<u64>((<usize>square) << 3, LEAPS + (KNIGHT << 9));
}

export function kingAttacks(square: i32): u64 {
  return load<u64>((<usize>square) << 3, LEAPS + (KING << 9));
}

/** Squares that a pawn of the colour attacks from `square`. */
export function pawnAttacks(color: i32, square: i32): u64 {
  return load<u64>(((<usize>(color | PAWN)) << 9) + ((<usize>square) << 3), LEAPS);
}

/** Where a square's views begin, from VIEWS: 64 sets of squares for each of its lines, by index. */
function viewsFrom(square: i32): usize {
  return (<usize>square) << 11;
}

/**
 * Where a square's factors begin, from FACTORS: the inner squares of its diagonal, and of its antidiagonal; what brings those of its rank to
 * the upper end; those of its file, and what gathers them there.
 */
function factorsOf(square: i32): usize {
  return (<usize>square) << 6;
}

export function bishopAttacks(square: i32, occupied: u64): u64 {
  const factors = factorsOf(square);
  const views = viewsFrom(square);
  const diagonal = ((occupied & load<u64>(factors, FACTORS)) * BY_FILES) >> 58;
  const antidiagonal = ((occupied & load<u64>(factors, FACTORS + 8)) * BY_FILES) >> 58;
  return (
    load<u64>(views + ((<usize>diagonal) << 3), VIEWS) | load<u64>(views + ((<usize>antidiagonal) << 3), VIEWS + 512)
  );
}

export function rookAttacks(square: i32, occupied: u64): u64 {
  const factors = factorsOf(square);
  const views = viewsFrom(square);
  const rank = (occupied * load<u64>(factors, FACTORS + 16)) >> 58;
  const file = ((occupied & load<u64>(factors, FACTORS + 24)) * load<u64>(factors, FACTORS + 32)) >> 58;
  return load<u64>(views + ((<usize>rank) << 3), VIEWS + 1024) | load<u64>(views + ((<usize>file) << 3), VIEWS + 1536);
}

export function queenAttacks(square: i32, occupied: u64): u64 {
  return bishopAttacks(square, occupied) | rookAttacks(square, occupied);
}

/** Kinds that move along diagonals, and along ranks and files, one bit each. */
const ON_DIAGONALS: u64 = (1 << BISHOP) | (1 << QUEEN);
const ON_RANKS: u64 = (1 << ROOK) | (1 << QUEEN);

/** All ones where a kind is one of a few. */
function isAmong(kind: u64, kinds: u64): u64 {
  return 0 - ((kinds >> kind) & 1);
}

/**
 * Squares that a piece attacks; `piece` is a piece code (kind and colour). Without a branch, for which kind comes next no processor can
 * predict.
 */
export function attacks(piece: i32, square: i32, occupied: u64): u64 {
  const kind = <u64>(piece & 7);
  return (
    load<u64>(((<usize>piece) << 9) + ((<usize>square) << 3), LEAPS) |
    (bishopAttacks(square, occupied) & isAmong(kind, ON_DIAGONALS)) |
    (rookAttacks(square, occupied) & isAmong(kind, ON_RANKS))
  );
}

/** Squares strictly between two squares on a line; empty where they share none. */
export function between(a: i32, b: i32): u64 {
  return load<u64>((<usize>((a << 6) | b)) << 3, BETWEEN);
}

/** The whole line through two squares, edge to edge, both included; empty where they share none. */
export function lineThrough(a: i32, b: i32): u64 {
  return load<u64>((<usize>((a << 6) | b)) << 3, LINE);
}

/** File and rank step of a line. */
function fileStep(line: i32): i32 {
  return line == FILE ? 0 : 1;
}

function rankStep(line: i32): i32 {
  return line == RANK ? 0 : line == ANTIDIAGONAL ? -1 : 1;
}

/**
 * The squares seen one way along a line, walked one by one: slow, for filling the tables.
 * @param way 1 or -1
 * @param index bit n for a piece on file n + 1, of files on rank n + 1 (0 is the first)
 */
function walk(square: i32, line: i32, way: i32, index: i32): u64 {
  let set: u64 = 0;
  let file = fileOf(square) + way * fileStep(line);
  let rank = rankOf(square) + way * rankStep(line);
  while (file >= 0 && file < 8 && rank >= 0 && rank < 8) {
    set |= bit((rank << 3) | file);
    const place = line == FILE ? rank : file;
    if (place > 0 && ((index >> (place - 1)) & 1) != 0) break;
    file += way * fileStep(line);
    rank += way * rankStep(line);
  }
  return set;
}

/** Fills what is seen along a line for each index, and what this square and the line's others have between them. */
function fillLine(square: i32, line: i32): void {
  const views = VIEWS + viewsFrom(square) + ((<usize>line) << 9);
  for (let index = 0; index < 64; index++) {
    store<u64>(views + ((<usize>index) << 3), walk(square, line, 1, index) | walk(square, line, -1, index));
  }
  const seen = load<u64>(views);
  if (line <= ANTIDIAGONAL) store<u64>(FACTORS + factorsOf(square) + ((<usize>line) << 3), seen & SQUARES_BUT_EDGES);
  for (let way = -1; way <= 1; way += 2) {
    const ahead = walk(square, line, way, 0);
    let set = ahead;
    while (set != 0) {
      const other = first(set);
      set &= set - 1;
      const slot = (<usize>((square << 6) | other)) << 3;
      store<u64>(BETWEEN + slot, ahead & ~bit(other) & ~walk(other, line, way, 0));
      store<u64>(LINE + slot, seen | bit(square));
    }
  }
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

function setLeaps(piece: i32, square: i32, set: u64): void {
  store<u64>(LEAPS + ((<usize>piece) << 9) + ((<usize>square) << 3), set);
}

export function initAttacks(): void {
  for (let square = 0; square < 64; square++) {
    const own = bit(square);
    setLeaps(WHITE | PAWN, square, ((own & ~FILE_A) << 7) | ((own & ~FILE_H) << 9));
    setLeaps(BLACK | PAWN, square, ((own & ~FILE_A) >> 9) | ((own & ~FILE_H) >> 7));
    for (let color = WHITE; color <= BLACK; color += BLACK) {
      setLeaps(color | KNIGHT, square, leaps(square, 2, 1));
      setLeaps(color | KING, square, leaps(square, 1, 1) | leaps(square, 1, 0));
    }
    for (let line = DIAGONAL; line <= FILE; line++) fillLine(square, line);
    const factors = FACTORS + factorsOf(square);
    store<u64>(factors, bit(57 - (square & 56)), 16);
    store<u64>(factors, A2_TO_A7 << (<u64>fileOf(square)), 24);
    store<u64>(factors, BY_RANKS >> (<u64>fileOf(square)), 32);
  }
}
