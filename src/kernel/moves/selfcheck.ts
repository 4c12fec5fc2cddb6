/**
 * The kernel against itself: what make and unmake keep up to date must be what the board says afresh, and taking back must restore
 * it all. Perft proves the boards; hash, material and counters can be wrong without it.
 */
import { castlingKey, epKey, pieceKey, SIDE_KEY } from '../board/hash';
import { inCheck } from '../board/attackers';
import { isPromotion, moveTo } from '../board/move';
import {
  allOf,
  castling,
  epSquare,
  halfmoves,
  hash,
  isCapture,
  makeMove,
  makeNull,
  material,
  NO_SQUARE,
  pieceOn,
  pieces,
  side,
  unmakeMove,
  unmakeNull,
} from '../board/position';
import { ALL, bit, BLACK, EMPTY, fileOf, KING, PAWN, QUEEN, valueOf } from '../board/squares';
import { exchangeOfMove, exchangeReaches } from '../exchange';
import { LIST_BYTES, MATE_FRAME, MOVE_LISTS } from '../memory';
import { EVERY_MOVE, generate, mayPromote, NOISY, QUIET } from './generate';

/** The key and the material count that the board itself gives; mailbox and bitboards must agree. */
function isSound(): bool {
  let key: u64 = side == BLACK ? SIDE_KEY : 0;
  let balance = 0;
  let white: u64 = 0;
  let black: u64 = 0;
  for (let square = 0; square < 64; square++) {
    const piece = pieceOn(square);
    if (piece == EMPTY) continue;
    if ((pieces(piece) & bit(square)) == 0) return false;
    key ^= pieceKey(piece, square);
    if ((piece & BLACK) != 0) black |= bit(square);
    else white |= bit(square);
    const kind = piece & 7;
    if (kind != KING) balance += (piece & BLACK) != 0 ? -valueOf(kind) : valueOf(kind);
  }
  for (let kind = 0; kind < ALL; kind++) {
    if ((pieces(kind) & ~white) != 0 || (pieces(BLACK | kind) & ~black) != 0) return false;
  }
  key ^= castlingKey(castling);
  if (epSquare != NO_SQUARE) key ^= epKey(fileOf(epSquare));
  return key == hash && balance == material && white == allOf(0) && black == allOf(BLACK);
}

/** A number that does not hang on the order of a list: the sum of what the moves are mixed to. */
function sumOf(start: usize, end: usize): u64 {
  let sum: u64 = 0;
  for (let at = start; at < end; at += 4) {
    const mixed = <u64>(load<u32>(at) + 1) * 0x9e3779b97f4a7c15;
    sum += mixed ^ (mixed >> 29);
  }
  return sum;
}

/** Whether the two halves of the moves, captures and the rest, are all of them; `start` to `end` has the whole list. */
function isWhole(start: usize, end: usize): bool {
  if (mayPromote()) return true;
  const last = generate(generate(MATE_FRAME, NOISY), QUIET);
  return last - MATE_FRAME == end - start && sumOf(MATE_FRAME, last) == sumOf(start, end);
}

/** Whether captures of one kind alone are all those captures, and whatever else is listed is a capture or a promotion too. */
function listsPrey(start: usize, end: usize): bool {
  for (let kind = PAWN; kind <= QUEEN; kind++) {
    const prey = pieces((side ^ BLACK) | kind);
    const last = generate(MATE_FRAME, NOISY, prey);
    let expected = 0;
    for (let at = start; at < end; at += 4) {
      if ((bit(moveTo(load<i32>(at))) & prey) != 0) expected++;
    }
    for (let at = MATE_FRAME; at < last; at += 4) {
      const move = load<i32>(at);
      if ((bit(moveTo(move)) & prey) != 0) expected--;
      else if (!isCapture(move) && !isPromotion(move)) return false;
    }
    // of a promoting capture the whole list has four
    if (expected != 0 && !mayPromote()) return false;
  }
  return true;
}

/** Whether the two ways of weighing an exchange say the same of every move: what it gains, and whether it gains so much. */
function weighsAlike(start: usize, end: usize): bool {
  for (let at = start; at < end; at += 4) {
    const move = load<i32>(at);
    const gain = exchangeOfMove(move);
    if (!exchangeReaches(move, gain) || exchangeReaches(move, gain + 1)) return false;
    if (exchangeReaches(move, 0) != gain >= 0) return false;
  }
  return true;
}

/** Walks all lines of `depth` plies (at most 60), null moves included; the number of positions in which something is off. */
export function selfCheck(depth: i32): u32 {
  let wrong: u32 = isSound() ? 0 : 1;
  if (depth <= 0) return wrong;
  const key = hash;
  const ep = epSquare;
  const rights = castling;
  const clock = halfmoves;
  const start = MOVE_LISTS + <usize>min(depth, 60) * LIST_BYTES;
  const end = generate(start, EVERY_MOVE);
  if (!isWhole(start, end) || !listsPrey(start, end) || !weighsAlike(start, end)) wrong++;
  for (let at = start; at < end; at += 4) {
    makeMove(load<i32>(at));
    wrong += selfCheck(depth - 1);
    unmakeMove(load<i32>(at));
    if (hash != key || epSquare != ep || castling != rights || halfmoves != clock) wrong++;
  }
  if (!inCheck()) {
    makeNull();
    wrong += selfCheck(depth - 1);
    unmakeNull();
    if (hash != key || epSquare != ep || halfmoves != clock) wrong++;
  }
  return isSound() ? wrong : wrong + 1;
}
