/**
 * Legal moves, generated once and for all: pieces that are pinned keep to their line, and in check every move must meet it. No move
 * has to be tested, but the king's for attacks on where it goes, and en passant, which removes two pieces from a rank at once.
 */
import {
  between,
  bishopAttacks,
  kingAttacks,
  knightAttacks,
  lineThrough,
  pawnAttacks,
  queenAttacks,
  rookAttacks,
} from '../board/attacks';
import { attackersOf, isAttacked, reachOf } from '../board/attackers';
import { CASTLE, DOUBLE_PUSH, EN_PASSANT, makeMoveCode, PROMOTE_KNIGHT, PROMOTE_QUEEN } from '../board/move';
import {
  allOf,
  BLACK_LONG,
  BLACK_SHORT,
  castling,
  epSquare,
  NO_SQUARE,
  pieces,
  side,
  WHITE_LONG,
  WHITE_SHORT,
} from '../board/position';
import {
  BISHOP,
  bit,
  BLACK,
  count,
  FILE_A,
  FILE_H,
  first,
  KING,
  KNIGHT,
  PAWN,
  QUEEN,
  RANK_1,
  RANK_2,
  RANK_7,
  RANK_8,
  ROOK,
  several,
  WHITE,
} from '../board/squares';

import { bishopSquares, knightSquares, pawnSquares, rookSquares, unmaskers } from './checks';

/** Which moves to list. */
export const EVERY_MOVE: i32 = 0;
/** Captures, en passant and promotions to a queen: what a quiescence search looks at. */
export const NOISY: i32 = 1;
/** NOISY moves, underpromotions, and quiet moves that may check: `prepareChecks` must have seen the position. */
export const FORCING: i32 = 2;
/** What NOISY leaves out, where no pawn is about to promote. */
export const QUIET: i32 = 3;

/** Whether a pawn of the side to move is about to promote. */
export function mayPromote(): bool {
  return (pieces(side | PAWN) & (side == WHITE ? RANK_7 : RANK_2)) != 0;
}

/** Two at a time, and one more than there are if need be: when a list ends no processor can predict, how many moves it has is known at once. */
export function list(end: usize, from: i32, targets: u64): usize {
  const behind = end + ((<usize>count(targets)) << 2);
  let set = targets;
  do {
    store<i32>(end, makeMoveCode(from, first(set), 0));
    set &= set - 1;
    store<i32>(end, makeMoveCode(from, first(set), 0), 4);
    set &= set - 1;
    end += 8;
  } while (end < behind);
  return behind;
}

function listPromotions(end: usize, from: i32, to: i32, noisy: bool): usize {
  store<i32>(end, makeMoveCode(from, to, PROMOTE_QUEEN));
  end += 4;
  if (noisy) return end;
  for (let kind = PROMOTE_QUEEN - 1; kind >= PROMOTE_KNIGHT; kind--) {
    store<i32>(end, makeMoveCode(from, to, kind));
    end += 4;
  }
  return end;
}

/** Pawn moves that share one step; `pinned` pawns must stay on their line with the king. */
function listPawns(end: usize, targets: u64, step: i32, kind: i32, king: i32, pinned: u64, noisy: bool): usize {
  let set = targets;
  if (((targets & (RANK_1 | RANK_8)) | pinned) == 0) {
    while (set != 0) {
      const to = first(set);
      set &= set - 1;
      store<i32>(end, makeMoveCode(to - step, to, kind));
      end += 4;
    }
    return end;
  }
  while (set != 0) {
    const to = first(set);
    set &= set - 1;
    const from = to - step;
    if ((pinned & bit(from)) != 0 && (lineThrough(king, from) & bit(to)) == 0) continue;
    if ((bit(to) & (RANK_1 | RANK_8)) != 0) {
      end = listPromotions(end, from, to, noisy);
    } else {
      store<i32>(end, makeMoveCode(from, to, kind));
      end += 4;
    }
  }
  return end;
}

export function generatePawns(
  end: usize,
  us: i32,
  king: i32,
  occ: u64,
  enemies: u64,
  meets: u64,
  pinned: u64,
  which: i32,
): usize {
  const pawns = pieces(us | PAWN);
  const empty = ~occ & meets;
  const noisy = which == NOISY;
  const forcing = which == FORCING;
  const last = RANK_1 | RANK_8;
  if (us == WHITE) {
    const single = (pawns << 8) & ~occ;
    const left = ((pawns & ~FILE_A) << 7) & enemies & meets;
    const right = ((pawns & ~FILE_H) << 9) & enemies & meets;
    let one = noisy ? last : ~(<u64>0);
    let two = one;
    if (forcing) {
      one = last | pawnSquares | (unmaskers << 8);
      two = pawnSquares | (unmaskers << 16);
    }
    end = listPawns(end, left, 7, 0, king, pinned, noisy);
    end = listPawns(end, right, 9, 0, king, pinned, noisy);
    end = listPawns(end, single & meets & one, 8, 0, king, pinned, noisy);
    if (!noisy) end = listPawns(end, ((single & 0xff0000) << 8) & empty & two, 16, DOUBLE_PUSH, king, pinned, false);
  } else {
    const single = (pawns >> 8) & ~occ;
    const left = ((pawns & ~FILE_A) >> 9) & enemies & meets;
    const right = ((pawns & ~FILE_H) >> 7) & enemies & meets;
    let one = noisy ? last : ~(<u64>0);
    let two = one;
    if (forcing) {
      one = last | pawnSquares | (unmaskers >> 8);
      two = pawnSquares | (unmaskers >> 16);
    }
    end = listPawns(end, left, -9, 0, king, pinned, noisy);
    end = listPawns(end, right, -7, 0, king, pinned, noisy);
    end = listPawns(end, single & meets & one, -8, 0, king, pinned, noisy);
    if (!noisy)
      end = listPawns(end, ((single & 0xff0000000000) >> 8) & empty & two, -16, DOUBLE_PUSH, king, pinned, false);
  }
  return end;
}

export function generateEnPassant(end: usize, us: i32, king: i32, occ: u64): usize {
  const them = us ^ BLACK;
  const victim = epSquare ^ 8;
  let takers = pawnAttacks(them, epSquare) & pieces(us | PAWN);
  while (takers != 0) {
    const from = first(takers);
    takers &= takers - 1;
    const after = (occ ^ bit(from) ^ bit(victim)) | bit(epSquare);
    if ((attackersOf(king, them, after) & ~bit(victim)) == 0) {
      store<i32>(end, makeMoveCode(from, epSquare, EN_PASSANT));
      end += 4;
    }
  }
  return end;
}

export function generateCastling(end: usize, us: i32, king: i32, occ: u64): usize {
  const them = us ^ BLACK;
  const short = us == WHITE ? WHITE_SHORT : BLACK_SHORT;
  const long = us == WHITE ? WHITE_LONG : BLACK_LONG;
  if ((castling & short) != 0 && (occ & (bit(king + 1) | bit(king + 2))) == 0) {
    if (!isAttacked(king + 1, them, occ) && !isAttacked(king + 2, them, occ)) {
      store<i32>(end, makeMoveCode(king, king + 2, CASTLE));
      end += 4;
    }
  }
  if ((castling & long) != 0 && (occ & (bit(king - 1) | bit(king - 2) | bit(king - 3))) == 0) {
    if (!isAttacked(king - 1, them, occ) && !isAttacked(king - 2, them, occ)) {
      store<i32>(end, makeMoveCode(king, king - 2, CASTLE));
      end += 4;
    }
  }
  return end;
}

/**
 * Lists the legal moves of the side to move from address `start`, four bytes each; at most 256, or the FEN is refused (board/fen.ts).
 * @param prey of NOISY and FORCING moves, the enemy's men that are worth taking: of the other captures there are only those by which a
 * pawn promotes or takes in passing and, among the FORCING, all others by pawns and some that may check
 * @returns the address behind the last one
 */
export function generate(start: usize, which: i32, prey: u64 = ~(<u64>0)): usize {
  const us = side;
  const them = us ^ BLACK;
  const own = allOf(us);
  const enemies = allOf(them);
  const occ = own | enemies;
  const king = first(pieces(us | KING));
  // One look along the king's lines, past its own men, finds both the sliders that check and the men that shield.
  const queens = pieces(them | QUEEN);
  let checking = (knightAttacks(king) & pieces(them | KNIGHT)) | (pawnAttacks(us, king) & pieces(them | PAWN));
  let pinned: u64 = 0;
  let snipers =
    (rookAttacks(king, enemies) & (pieces(them | ROOK) | queens)) |
    (bishopAttacks(king, enemies) & (pieces(them | BISHOP) | queens));
  while (snipers != 0) {
    const sniper = first(snipers);
    snipers &= snipers - 1;
    const gap = between(king, sniper) & own;
    if (gap == 0) checking |= bit(sniper);
    else if (!several(gap)) pinned |= gap;
  }
  // Squares that each kind may go to, and the pieces that may go anywhere.
  const wanted = enemies & prey;
  let knightTo = ~own;
  let bishopTo = ~own;
  let rookTo = ~own;
  let free: u64 = 0;
  if (which == QUIET) {
    knightTo = ~occ;
    bishopTo = ~occ;
    rookTo = ~occ;
  } else if (which != EVERY_MOVE) {
    const checks = which == FORCING ? ~own : 0;
    knightTo = wanted | (checks & knightSquares);
    bishopTo = wanted | (checks & bishopSquares);
    rookTo = wanted | (checks & rookSquares);
    free = which == FORCING ? unmaskers : 0;
  }
  let end = start;

  let steps =
    kingAttacks(king) & (which == EVERY_MOVE || (free & bit(king)) != 0 ? ~own : which == QUIET ? ~occ : wanted);
  const without = occ ^ bit(king);
  // What a king may take is a square or two at most, and mostly none.
  if (which == EVERY_MOVE || which == QUIET) {
    end = list(end, king, steps & ~reachOf(them, without));
  } else {
    while (steps != 0) {
      const to = first(steps);
      steps &= steps - 1;
      store<i32>(end, makeMoveCode(king, to, 0));
      // no branch, for which squares are attacked no processor can predict
      end += (<usize>(attackersOf(to, them, without) == 0)) << 2;
    }
  }
  if (several(checking)) return end;

  // Squares that a move by another piece must reach: anywhere, or the checker and the gap before it.
  const meets: u64 = checking == 0 ? ~(<u64>0) : between(king, first(checking)) | checking;
  const any = ~own & meets;

  const taken = which == NOISY ? enemies & (prey | RANK_1 | RANK_8) : which == QUIET ? 0 : enemies;
  end = generatePawns(end, us, king, occ, taken, meets, pinned, which);
  if (epSquare != NO_SQUARE && which != QUIET) end = generateEnPassant(end, us, king, occ);

  let targets = knightTo & meets;
  let set = pieces(us | KNIGHT) & ~pinned;
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    end = list(end, from, knightAttacks(from) & ((free & bit(from)) != 0 ? any : targets));
  }
  targets = bishopTo & meets;
  set = pieces(us | BISHOP);
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    let reach = bishopAttacks(from, occ) & ((free & bit(from)) != 0 ? any : targets);
    if ((pinned & bit(from)) != 0) reach &= lineThrough(king, from);
    end = list(end, from, reach);
  }
  targets = rookTo & meets;
  set = pieces(us | ROOK);
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    let reach = rookAttacks(from, occ) & ((free & bit(from)) != 0 ? any : targets);
    if ((pinned & bit(from)) != 0) reach &= lineThrough(king, from);
    end = list(end, from, reach);
  }
  targets = (bishopTo | rookTo) & meets;
  set = pieces(us | QUEEN);
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    let reach = queenAttacks(from, occ) & ((free & bit(from)) != 0 ? any : targets);
    if ((pinned & bit(from)) != 0) reach &= lineThrough(king, from);
    end = list(end, from, reach);
  }
  if (which != NOISY && castling != 0 && checking == 0) end = generateCastling(end, us, king, occ);
  return end;
}
