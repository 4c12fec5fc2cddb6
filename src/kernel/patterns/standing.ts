/**
 * How Black stands before White's move: which of its men may fall, which are pinned or hang, and where they could go. Read once a position;
 * `sift.ts` and `glance.ts` make of it which moves are worth looking at.
 */
import { attacks, between, bishopAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { allOf, kindOn, kingSquare, pieceOn, pieces } from '../board/position';
import {
  BISHOP,
  bit,
  BLACK,
  first,
  KNIGHT,
  PAWN,
  QUEEN,
  RANK_7,
  ROOK,
  several,
  valueOf,
  WHITE,
} from '../board/squares';
import { ESCAPES } from '../memory';
import { heldBefore, holds, occBefore } from './context';
import {
  ESCAPE_BYTES,
  firmPawns,
  firmReach,
  firmTwice,
  hungBefore,
  reachBefore,
  whiteBeyond,
  whiteMinors,
  whitePawns,
  whiteRooks,
  whiteSliders,
} from './reach';

export let blacks: u64 = 0;
/** The black king as a set; as a square it is `blackKing` (context.ts). */
export let kingBit: u64 = 0;
/** Black's men but pawns, the king included. */
export let officers: u64 = 0;
/** Black's men but the king that White attacks; these, and those that its sliders would attack if the black man before them were gone. */
export let attacked: u64 = 0;
export let besieged: u64 = 0;
/** Black pieces, the king included, and black pawns that no man guards but such as are pinned. */
export let loosePieces: u64 = 0;
export let loosePawns: u64 = 0;
/** Squares in line with the black king, on an empty board. */
let kingRanks: u64 = 0;
let kingDiagonals: u64 = 0;
/**
 * Squares where a change may pin a black piece to its king or free it: White's sliders on those lines that have two men at most before
 * them, and the gaps.
 */
export let pinZone: u64 = 0;
/** Those sliders, whatever stands before them; and squares from which another would pin a black piece. */
export let snipers: u64 = 0;
let rankPins: u64 = 0;
let diagonalPins: u64 = 0;
/**
 * Black pawns, minor pieces and rooks that a pawn guards and that no white man attacks which would not lose by the exchange: another that
 * loses by it as well makes no difference.
 */
export let chained: u64 = 0;
let steadyMinors: u64 = 0;
let steadyRooks: u64 = 0;
/** Black pieces that hang, and the squares that they attack. */
export let hungWays: u64 = 0;
/** Black pieces whose escapes have been read. */
let escapesRead: u64 = 0;
/** Black pieces pinned to their king, the squares that they attack, and White's men that they attack or that attack them. */
export let pinned: u64 = 0;
export let pinnedWays: u64 = 0;
export let pinnedFoes: u64 = 0;
/** Black pieces that a white slider attacks, with a black man worth more behind them that is no king: pinned to that, in some way. */
export let tied: u64 = 0;
/** White pawns about to promote. */
export let runners: u64 = 0;

/** Reads the position; `lookBefore` has seen it. */
export function readStanding(): void {
  const king = kingSquare(BLACK);
  kingBit = bit(king);
  blacks = allOf(BLACK);
  officers = blacks & ~pieces(BLACK | PAWN);
  attacked = reachBefore & blacks & ~kingBit;
  besieged = (reachBefore | whiteBeyond) & blacks & ~kingBit;
  runners = pieces(WHITE | PAWN) & RANK_7;
  kingRanks = rookAttacks(king, 0);
  kingDiagonals = bishopAttacks(king, 0);
  const queens = pieces(WHITE | QUEEN);
  snipers = (kingRanks & (pieces(WHITE | ROOK) | queens)) | (kingDiagonals & (pieces(WHITE | BISHOP) | queens));
  pinZone = 0;
  let set = snipers;
  while (set != 0) {
    const gap = between(king, first(set));
    const men = gap & occBefore;
    if (!several(men & (men - 1))) pinZone |= gap | (set & (0 - set));
    set &= set - 1;
  }
  const ranks = rookAttacks(king, occBefore);
  const diagonals = bishopAttacks(king, occBefore);
  rankPins = rookAttacks(king, occBefore & ~(ranks & blacks)) & ~ranks;
  diagonalPins = bishopAttacks(king, occBefore & ~(diagonals & blacks)) & ~diagonals;
  pinned = heldBefore & blacks;
  pinnedWays = pinnedFoes = 0;
  set = pinned;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    pinnedWays |= attacks(pieceOn(square), square, occBefore);
    pinnedFoes |= attackersOf(square, WHITE, occBefore);
  }
  pinnedFoes |= pinnedWays & allOf(WHITE);
  tied = (whiteBeyond & (pieces(BLACK | QUEEN) | pieces(BLACK | ROOK))) == 0 ? 0 : readTied();
  const pawns = pieces(BLACK | PAWN);
  const minors = pieces(BLACK | KNIGHT) | pieces(BLACK | BISHOP);
  chained = firmPawns & pawns & ~whitePawns;
  loosePieces = officers & ~firmReach;
  loosePawns = pawns & ~firmReach;
  steadyMinors = firmPawns & minors & ~whiteMinors;
  steadyRooks = firmPawns & pieces(BLACK | ROOK) & ~whiteRooks;
  escapesRead = 0;
  hungWays = hungBefore;
  set = hungBefore;
  while (set != 0) {
    hungWays |= load<u64>(ESCAPES + <usize>first(set) * ESCAPE_BYTES);
    set &= set - 1;
  }
}

/** Reads those from the sliders' lines. */
function readTied(): u64 {
  let found: u64 = 0;
  const queens = pieces(WHITE | QUEEN);
  let sliders = pieces(WHITE | BISHOP) | pieces(WHITE | ROOK) | queens;
  while (sliders != 0) {
    const slider = first(sliders);
    sliders &= sliders - 1;
    const piece = pieceOn(slider);
    const sees = attacks(piece, slider, occBefore);
    let fronts = sees & officers & ~kingBit & ~pieces(BLACK | QUEEN);
    while (fronts != 0) {
      const front = first(fronts);
      fronts &= fronts - 1;
      const beyond = attacks(piece, slider, occBefore & ~bit(front)) & ~sees & blacks & ~kingBit;
      if (beyond != 0 && valueOf(kindOn(first(beyond))) > valueOf(kindOn(front))) found |= bit(front);
    }
  }
  return found;
}

/** Squares behind `square`, on the lines of the sliders in `set`. */
function behind(square: i32, around: u64, set: u64): u64 {
  let seen: u64 = 0;
  while (set != 0) {
    const slider = first(set);
    set &= set - 1;
    seen |= around & lineThrough(slider, square) & ~between(slider, square) & ~bit(slider);
  }
  return seen;
}

/** What White's sliders see beyond a square that they attack. */
export function seenThrough(square: i32): u64 {
  if (!holds(whiteSliders, square)) return 0;
  const queens = pieces(WHITE | QUEEN);
  const diagonals = bishopAttacks(square, occBefore);
  const ranks = rookAttacks(square, occBefore);
  return (
    behind(square, diagonals, diagonals & (pieces(WHITE | BISHOP) | queens)) |
    behind(square, ranks, ranks & (pieces(WHITE | ROOK) | queens))
  );
}

/** Whether a piece of this kind may check or pin from a square in line with the black king. */
export function isSniper(kind: i32, square: i32): bool {
  const lines =
    kind == QUEEN ? kingRanks | kingDiagonals : kind == ROOK ? kingRanks : kind == BISHOP ? kingDiagonals : 0;
  return holds(lines, square);
}

/** Squares from which a piece of this kind pins a black piece to its king. */
export function pinSquares(kind: i32): u64 {
  return kind == QUEEN ? diagonalPins | rankPins : kind == ROOK ? rankPins : kind == BISHOP ? diagonalPins : 0;
}

/** Whether the move may pin a black piece to its king, or free one. */
export function changesPins(kind: i32, from: i32, to: i32): bool {
  return ((bit(from) | bit(to)) & pinZone) != 0 || holds(pinSquares(kind), to);
}

/** Black rooks and queens that are worth more than a white piece of this kind. */
export function worthMore(kind: i32): u64 {
  if (kind >= QUEEN) return 0;
  return kind == ROOK ? pieces(BLACK | QUEEN) : pieces(BLACK | QUEEN) | pieces(BLACK | ROOK);
}

/**
 * Black men that a white piece may win something by attacking, the king included: those worth more, those that nobody guards, and those
 * that others attack as well, were it from behind a guard. Any other is taken back, by whom nobody takes, and is worth no more.
 */
export function falliblesOf(kind: i32): u64 {
  let set = kingBit | loosePieces | loosePawns;
  if (kind == PAWN) return set | officers | besieged;
  let steady = chained;
  if (kind >= ROOK) steady |= steadyMinors;
  if (kind >= QUEEN) steady |= steadyRooks;
  set |= besieged & ~steady;
  return set | worthMore(kind);
}

/** Where these sets are. */
export const FREE: usize = 8;
export const GUARDED: usize = 16;
export const MATCHED: usize = 24;

/** White men worth no less than a black piece of this kind. */
function match(kind: i32): u64 {
  let set = pieces(WHITE | QUEEN);
  if (kind <= ROOK) set |= pieces(WHITE | ROOK);
  return kind <= BISHOP ? set | pieces(WHITE | BISHOP) | pieces(WHITE | KNIGHT) : set;
}

/**
 * What is known of a black knight, bishop, rook or queen: behind the squares that it attacks those where nobody could take it (FREE); where
 * only something worth as much could, and another black man would take back (GUARDED); and where it takes something worth as much (MATCHED).
 * @returns the address of these sets
 */
export function escapesOf(square: i32): usize {
  const escapes = ESCAPES + <usize>square * ESCAPE_BYTES;
  if (holds(escapesRead, square)) return escapes;
  escapesRead |= bit(square);
  const kind = kindOn(square);
  const ways = load<u64>(escapes) & ~blacks;
  const lesser = kind == QUEEN ? whiteRooks : kind == ROOK ? whiteMinors : whitePawns;
  const through = seenThrough(square);
  store<u64>(escapes, ways & ~reachBefore & ~through, FREE);
  store<u64>(escapes, ways & firmTwice & ~lesser & ~through, GUARDED);
  store<u64>(escapes, ways & match(kind), MATCHED);
  return escapes;
}
