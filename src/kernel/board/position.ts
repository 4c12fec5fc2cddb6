/**
 * The one position that the kernel works on: bitboards and a mailbox at constant addresses, changed by `makeMove` and put back by
 * `unmakeMove`. A line of play is the stack of what the moves took away.
 */
import { BITBOARDS, CASTLING_MASK, MAILBOX, UNDO, UNDO_BYTES } from '../memory';
import { pawnAttacks } from './attacks';
import { castlingKey, epKey, pieceKey, SIDE_KEY } from './hash';
import {
  CASTLE,
  DOUBLE_PUSH,
  EN_PASSANT,
  moveFrom,
  moveKind,
  moveTo,
  PLAIN,
  PROMOTE_KNIGHT,
  PROMOTE_QUEEN,
} from './move';
import { ALL, bit, BLACK, EMPTY, fileOf, first, KING, PAWN, ROOK, valueOf, WHITE } from './squares';

/** Castling rights, one bit each. */
export const WHITE_SHORT: i32 = 1;
export const WHITE_LONG: i32 = 2;
export const BLACK_SHORT: i32 = 4;
export const BLACK_LONG: i32 = 8;

export const NO_SQUARE: i32 = 64;

/** Side to move: WHITE or BLACK. */
export let side: i32 = 0;
export let castling: i32 = 0;
/** Square behind a pawn that has just made a double step beside an enemy pawn; NO_SQUARE otherwise. */
export let epSquare: i32 = 64;
export let hash: u64 = 0;
/** Centipawns, White's minus Black's, kings aside. */
export let material: i32 = 0;
/** Moves made and not taken back since the position was set. */
let depthMade: i32 = 0;
export let halfmoves: i32 = 0;
export let fullmoves: i32 = 1;

/** Whether a move of the position takes something, en passant included. */
export function isCapture(move: i32): bool {
  return kindOn(moveTo(move)) != EMPTY || moveKind(move) == EN_PASSANT;
}

/** Pieces of one code, or all of a colour (`color | ALL`). */
export function pieces(code: i32): u64 {
  return load<u64>((<usize>code) << 3, BITBOARDS);
}

export function allOf(color: i32): u64 {
  return load<u64>((<usize>(color | ALL)) << 3, BITBOARDS);
}

export function occupied(): u64 {
  return load<u64>(6 << 3, BITBOARDS) | load<u64>(14 << 3, BITBOARDS);
}

/** Piece code on a square, or EMPTY. */
export function pieceOn(square: i32): i32 {
  return <i32>load<u8>(<usize>square, MAILBOX);
}

/** Kind on a square (EMPTY where none). */
export function kindOn(square: i32): i32 {
  return (<i32>load<u8>(<usize>square, MAILBOX)) & 7;
}

export function kingSquare(color: i32): i32 {
  return first(pieces(color | KING));
}

function put(piece: i32, square: i32): void {
  const set = bit(square);
  const own = (<usize>piece) << 3;
  const all = (<usize>((piece & BLACK) | ALL)) << 3;
  store<u64>(own, load<u64>(own, BITBOARDS) | set, BITBOARDS);
  store<u64>(all, load<u64>(all, BITBOARDS) | set, BITBOARDS);
  store<u8>(<usize>square, <u8>piece, MAILBOX);
}

function take(piece: i32, square: i32): void {
  const set = ~bit(square);
  const own = (<usize>piece) << 3;
  const all = (<usize>((piece & BLACK) | ALL)) << 3;
  store<u64>(own, load<u64>(own, BITBOARDS) & set, BITBOARDS);
  store<u64>(all, load<u64>(all, BITBOARDS) & set, BITBOARDS);
  store<u8>(<usize>square, <u8>EMPTY, MAILBOX);
}

function shift(piece: i32, from: i32, to: i32): void {
  const set = bit(from) | bit(to);
  const own = (<usize>piece) << 3;
  const all = (<usize>((piece & BLACK) | ALL)) << 3;
  store<u64>(own, load<u64>(own, BITBOARDS) ^ set, BITBOARDS);
  store<u64>(all, load<u64>(all, BITBOARDS) ^ set, BITBOARDS);
  store<u8>(<usize>from, <u8>EMPTY, MAILBOX);
  store<u8>(<usize>to, <u8>piece, MAILBOX);
}

/** Removes everything; White to move, no rights. */
export function clearPosition(): void {
  memory.fill(MAILBOX, <u8>EMPTY, 64);
  memory.fill(BITBOARDS, 0, 128);
  side = WHITE;
  castling = 0;
  epSquare = NO_SQUARE;
  hash = 0;
  material = 0;
  depthMade = 0;
  halfmoves = 0;
  fullmoves = 1;
}

/** Signed worth of a piece in White's count. */
function worth(piece: i32): i32 {
  const kind = piece & 7;
  if (kind == KING) return 0;
  return (piece & BLACK) != 0 ? -valueOf(kind) : valueOf(kind);
}

/** Puts a piece on an empty square of a position that is being set up. */
export function addPiece(piece: i32, square: i32): void {
  put(piece, square);
  hash ^= pieceKey(piece, square);
  material += worth(piece);
}

/** Reckons key and material anew, from what stands on the board. */
export function countMen(): void {
  hash = castlingKey(castling);
  if (side == BLACK) hash ^= SIDE_KEY;
  if (epSquare != NO_SQUARE) hash ^= epKey(fileOf(epSquare));
  material = 0;
  for (let set = occupied(); set != 0; set &= set - 1) {
    const piece = pieceOn(first(set));
    hash ^= pieceKey(piece, first(set));
    material += worth(piece);
  }
}

/** Ends a set-up: side, rights, en-passant square (kept only where an enemy pawn stands ready to take) and counters. */
export function setState(sideToMove: i32, rights: i32, ep: i32, half: i32, full: i32): void {
  side = sideToMove;
  castling = rights;
  epSquare = NO_SQUARE;
  if (sideToMove == BLACK) hash ^= SIDE_KEY;
  hash ^= castlingKey(rights);
  if (ep != NO_SQUARE && (pawnAttacks(sideToMove ^ BLACK, ep) & pieces(sideToMove | PAWN)) != 0) {
    epSquare = ep;
    hash ^= epKey(fileOf(ep));
  }
  halfmoves = half;
  fullmoves = full;
  depthMade = 0;
}

/** Bytes that `keepPosition` writes: mailbox and bitboards, then hash, material, side, rights, en-passant square and counters. */
const BOARD_BYTES: usize = BITBOARDS + 128 - MAILBOX;

/** A plain loop: `memory.copy` is a call out of the kernel. */
function copyBoard(to: usize, from: usize): void {
  for (let at: usize = 0; at < BOARD_BYTES; at += 32) {
    v128.store(to + at, v128.load(from + at));
    v128.store(to + at, v128.load(from + at, 16), 16);
  }
}

/** Copies the position, its line of play aside, to `address`. */
export function keepPosition(address: usize): void {
  copyBoard(address, MAILBOX);
  const state = address + BOARD_BYTES;
  store<u64>(state, hash);
  store<i32>(state, material, 8);
  store<i32>(state, side, 12);
  store<i32>(state, castling, 16);
  store<i32>(state, epSquare, 20);
  store<i32>(state, halfmoves, 24);
  store<i32>(state, fullmoves, 28);
}

/** Puts back a position that was kept; no move of it can be taken back. */
export function restorePosition(address: usize): void {
  copyBoard(MAILBOX, address);
  const state = address + BOARD_BYTES;
  hash = load<u64>(state);
  material = load<i32>(state, 8);
  side = load<i32>(state, 12);
  castling = load<i32>(state, 16);
  epSquare = load<i32>(state, 20);
  halfmoves = load<i32>(state, 24);
  fullmoves = load<i32>(state, 28);
  depthMade = 0;
}

/** Forgets how the position came about: a game's counters change no analysis. */
export function clearCounters(): void {
  halfmoves = 0;
  fullmoves = 1;
  depthMade = 0;
}

/** Forgets the en-passant square, where no legal capture uses it. */
export function dropEnPassant(): void {
  hash ^= epKey(fileOf(epSquare));
  epSquare = NO_SQUARE;
}

function saveState(captured: i32): void {
  const frame = UNDO + <usize>depthMade * UNDO_BYTES;
  store<u64>(frame, hash);
  store<i32>(frame, material, 8);
  store<u8>(frame, <u8>castling, 12);
  store<u8>(frame, <u8>epSquare, 13);
  store<u8>(frame, <u8>captured, 14);
  store<i32>(frame, halfmoves, 16);
  depthMade++;
}

/** Makes a legal move. */
export function makeMove(move: i32): void {
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  const us = side;
  const piece = pieceOn(from);
  const captured = pieceOn(to);
  saveState(captured);

  let key = hash ^ SIDE_KEY;
  if (epSquare != NO_SQUARE) {
    key ^= epKey(fileOf(epSquare));
    epSquare = NO_SQUARE;
  }
  halfmoves++;
  if (captured != EMPTY) {
    take(captured, to);
    key ^= pieceKey(captured, to);
    material -= worth(captured);
    halfmoves = 0;
  }
  shift(piece, from, to);
  key ^= pieceKey(piece, from) ^ pieceKey(piece, to);
  if ((piece & 7) == PAWN) halfmoves = 0;

  if (kind != PLAIN) {
    if (kind == DOUBLE_PUSH) {
      const behind = (from + to) >> 1;
      if ((pawnAttacks(us, behind) & pieces((us ^ BLACK) | PAWN)) != 0) {
        epSquare = behind;
        key ^= epKey(fileOf(behind));
      }
    } else if (kind == CASTLE) {
      const rook = us | ROOK;
      const rookFrom = to > from ? to + 1 : to - 2;
      const rookTo = to > from ? to - 1 : to + 1;
      shift(rook, rookFrom, rookTo);
      key ^= pieceKey(rook, rookFrom) ^ pieceKey(rook, rookTo);
    } else if (kind == EN_PASSANT) {
      const victim = (us ^ BLACK) | PAWN;
      const square = to ^ 8;
      take(victim, square);
      key ^= pieceKey(victim, square);
      material -= worth(victim);
    } else {
      const promoted = us | kind;
      take(piece, to);
      put(promoted, to);
      key ^= pieceKey(piece, to) ^ pieceKey(promoted, to);
      material += worth(promoted) - worth(piece);
    }
  }

  if (castling != 0) {
    const kept = castling & (<i32>load<u8>(<usize>from, CASTLING_MASK)) & (<i32>load<u8>(<usize>to, CASTLING_MASK));
    if (kept != castling) {
      key ^= castlingKey(castling) ^ castlingKey(kept);
      castling = kept;
    }
  }
  if (us == BLACK) fullmoves++;
  side = us ^ BLACK;
  hash = key;
}

/** Takes back the last move, which must be the one that was made. */
export function unmakeMove(move: i32): void {
  depthMade--;
  const frame = UNDO + <usize>depthMade * UNDO_BYTES;
  const from = moveFrom(move);
  const to = moveTo(move);
  const kind = moveKind(move);
  const us = side ^ BLACK;
  side = us;
  if (us == BLACK) fullmoves--;
  hash = load<u64>(frame);
  material = load<i32>(frame, 8);
  castling = <i32>load<u8>(frame, 12);
  epSquare = <i32>load<u8>(frame, 13);
  halfmoves = load<i32>(frame, 16);
  const captured = <i32>load<u8>(frame, 14);

  if (kind >= PROMOTE_KNIGHT && kind <= PROMOTE_QUEEN) {
    take(us | kind, to);
    put(us | PAWN, to);
  }
  shift(pieceOn(to), to, from);
  if (captured != EMPTY) put(captured, to);
  if (kind == CASTLE) {
    const rookFrom = to > from ? to + 1 : to - 2;
    const rookTo = to > from ? to - 1 : to + 1;
    shift(us | ROOK, rookTo, rookFrom);
  } else if (kind == EN_PASSANT) {
    put((us ^ BLACK) | PAWN, to ^ 8);
  }
}

/** Passes the turn: for null-move tests and for null moves in annotated games. */
export function makeNull(): void {
  saveState(EMPTY);
  if (epSquare != NO_SQUARE) {
    hash ^= epKey(fileOf(epSquare));
    epSquare = NO_SQUARE;
  }
  halfmoves++;
  if (side == BLACK) fullmoves++;
  side ^= BLACK;
  hash ^= SIDE_KEY;
}

export function unmakeNull(): void {
  depthMade--;
  const frame = UNDO + <usize>depthMade * UNDO_BYTES;
  side ^= BLACK;
  if (side == BLACK) fullmoves--;
  hash = load<u64>(frame);
  epSquare = <i32>load<u8>(frame, 13);
  halfmoves = load<i32>(frame, 16);
}

/**
 * Puts a piece where a plain move takes it, and nothing else: squares, not key, material, side or rights. For a look at the board alone.
 * @returns the piece that stood there, EMPTY where none
 */
export function placeMove(move: i32): i32 {
  const to = moveTo(move);
  const captured = pieceOn(to);
  if (captured != EMPTY) take(captured, to);
  shift(pieceOn(moveFrom(move)), moveFrom(move), to);
  return captured;
}

/** Takes back a move that was placed. */
export function liftMove(move: i32, captured: i32): void {
  const to = moveTo(move);
  shift(pieceOn(to), to, moveFrom(move));
  if (captured != EMPTY) put(captured, to);
}

/** Makes the position reached the root: what was made before can no longer be taken back. */
export function forgetLine(): void {
  depthMade = 0;
}

/** Whether the position has stood before since the last capture or pawn move of the line being searched. */
export function isRepetition(): bool {
  let back = depthMade - 4;
  const last = depthMade - halfmoves;
  const stop = last > 0 ? last : 0;
  while (back >= stop) {
    if (load<u64>(UNDO + <usize>back * UNDO_BYTES) == hash) return true;
    back -= 2;
  }
  return false;
}

export function initPosition(): void {
  memory.fill(CASTLING_MASK, 15, 64);
  store<u8>(CASTLING_MASK, <u8>(15 & ~(WHITE_SHORT | WHITE_LONG)), 4);
  store<u8>(CASTLING_MASK, <u8>(15 & ~WHITE_SHORT), 7);
  store<u8>(CASTLING_MASK, <u8>(15 & ~WHITE_LONG), 0);
  store<u8>(CASTLING_MASK, <u8>(15 & ~(BLACK_SHORT | BLACK_LONG)), 60);
  store<u8>(CASTLING_MASK, <u8>(15 & ~BLACK_SHORT), 63);
  store<u8>(CASTLING_MASK, <u8>(15 & ~BLACK_LONG), 56);
}
