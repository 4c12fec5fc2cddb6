/**
 * Who attacks what before White's move: sets of squares by side and by how little the attacker is worth. They are read once a position,
 * and tell of most moves that nothing can come of them (glance.ts).
 */
import { bishopAttacks, between, kingAttacks, knightAttacks, queenAttacks, rookAttacks } from '../board/attacks';
import { pawnsAttack } from '../board/attackers';
import { allOf, kingSquare, pieces } from '../board/position';
import { BISHOP, bit, BLACK, FILE_A, FILE_H, first, KNIGHT, PAWN, QUEEN, ROOK, WHITE } from '../board/squares';
import { ESCAPES } from '../memory';

// --- White's
/** Squares that White attacks, those that two of its men do, and those that its sliders do. */
export let reachBefore: u64 = 0;
export let reachTwice: u64 = 0;
export let whiteSliders: u64 = 0;
/** Squares that its sliders would attack if the black man in front of them were gone. */
export let whiteBeyond: u64 = 0;
/** Squares that its pawns attack; its pawns and minor pieces; these and its rooks. */
export let whitePawns: u64 = 0;
export let whiteMinors: u64 = 0;
export let whiteRooks: u64 = 0;
/** Squares that its knights attack; its bishops and queens; its rooks and queens. */
export let knightReach: u64 = 0;
export let diagonalReach: u64 = 0;
export let straightReach: u64 = 0;

// --- Black's
/** Squares that Black attacks, and those that its sliders do. */
export let blackReach: u64 = 0;
export let blackSliders: u64 = 0;
/** The same by men that no pin binds: by pawns, by these and minor pieces, by these and rooks, by all. */
export let firmPawns: u64 = 0;
export let firmMinors: u64 = 0;
export let firmRooks: u64 = 0;
export let firmReach: u64 = 0;
/** Squares that two such men attack, the king aside. */
export let firmTwice: u64 = 0;
/** Squares in the line of a black slider that guards something. */
export let guardLines: u64 = 0;
/** Black knights, bishops, rooks and queens that hang: attacked by something lesser, or unguarded. */
export let hungBefore: u64 = 0;

/** Of each black knight, bishop, rook and queen, at ESCAPES: the squares that it attacks; behind them, what standing.ts makes of them. */
export const ESCAPE_BYTES: usize = 32;

function readWhite(occ: u64): void {
  const pawns = pieces(WHITE | PAWN);
  const left = (pawns & ~FILE_A) << 7;
  const right = (pawns & ~FILE_H) << 9;
  let all = left | right;
  let twice = left & right;
  const enemies = allOf(BLACK);
  let sliders: u64 = 0;
  let beyond: u64 = 0;
  let knights: u64 = 0;
  let rooks: u64 = 0;
  whitePawns = all;
  let set = pieces(WHITE | KNIGHT);
  while (set != 0) {
    const sees = knightAttacks(first(set));
    set &= set - 1;
    twice |= all & sees;
    all |= sees;
    knights |= sees;
  }
  set = pieces(WHITE | BISHOP);
  while (set != 0) {
    const square = first(set);
    const sees = bishopAttacks(square, occ);
    set &= set - 1;
    twice |= all & sees;
    all |= sees;
    sliders |= sees;
    if ((sees & enemies) != 0) beyond |= bishopAttacks(square, occ ^ (sees & enemies));
  }
  whiteMinors = all;
  diagonalReach = sliders;
  set = pieces(WHITE | ROOK);
  while (set != 0) {
    const square = first(set);
    const sees = rookAttacks(square, occ);
    set &= set - 1;
    twice |= all & sees;
    all |= sees;
    sliders |= sees;
    rooks |= sees;
    if ((sees & enemies) != 0) beyond |= rookAttacks(square, occ ^ (sees & enemies));
  }
  whiteRooks = all;
  straightReach = rooks;
  set = pieces(WHITE | QUEEN);
  while (set != 0) {
    const square = first(set);
    const sees = queenAttacks(square, occ);
    set &= set - 1;
    twice |= all & sees;
    all |= sees;
    sliders |= sees;
    diagonalReach |= sees;
    straightReach |= sees;
    if ((sees & enemies) != 0) beyond |= queenAttacks(square, occ ^ (sees & enemies));
  }
  const sees = kingAttacks(kingSquare(WHITE));
  knightReach = knights;
  reachTwice = twice | (all & sees);
  reachBefore = all | sees;
  whiteSliders = sliders;
  whiteBeyond = beyond;
}

/** Notes what a black slider attacks, and where one could come between it and what it guards. */
function noteSlider(square: i32, sees: u64, guarded: u64): void {
  store<u64>(ESCAPES + <usize>square * ESCAPE_BYTES, sees);
  blackSliders |= sees;
  guarded &= sees;
  while (guarded != 0) {
    guardLines |= between(square, first(guarded));
    guarded &= guarded - 1;
  }
}

/** @param held black men pinned to their king */
function readBlack(occ: u64, held: u64): void {
  const king = kingSquare(BLACK);
  const guarded = allOf(BLACK) & ~bit(king);
  const pawns = pieces(BLACK | PAWN);
  let all = pawnsAttack(BLACK, pawns);
  const left = (pawns & ~held & ~FILE_A) >> 9;
  const right = (pawns & ~held & ~FILE_H) >> 7;
  let firm = left | right;
  firmTwice = left & right;
  blackSliders = guardLines = 0;
  firmPawns = firm;
  let set = pieces(BLACK | KNIGHT);
  while (set != 0) {
    const square = first(set);
    const sees = knightAttacks(square);
    set &= set - 1;
    store<u64>(ESCAPES + <usize>square * ESCAPE_BYTES, sees);
    all |= sees;
    if ((held & bit(square)) != 0) continue;
    firmTwice |= firm & sees;
    firm |= sees;
  }
  set = pieces(BLACK | BISHOP);
  while (set != 0) {
    const square = first(set);
    const sees = bishopAttacks(square, occ);
    set &= set - 1;
    noteSlider(square, sees, guarded);
    if ((held & bit(square)) != 0) continue;
    firmTwice |= firm & sees;
    firm |= sees;
  }
  firmMinors = firm;
  set = pieces(BLACK | ROOK);
  while (set != 0) {
    const square = first(set);
    const sees = rookAttacks(square, occ);
    set &= set - 1;
    noteSlider(square, sees, guarded);
    if ((held & bit(square)) != 0) continue;
    firmTwice |= firm & sees;
    firm |= sees;
  }
  firmRooks = firm;
  set = pieces(BLACK | QUEEN);
  while (set != 0) {
    const square = first(set);
    const sees = queenAttacks(square, occ);
    set &= set - 1;
    noteSlider(square, sees, guarded);
    if ((held & bit(square)) != 0) continue;
    firmTwice |= firm & sees;
    firm |= sees;
  }
  const sees = kingAttacks(king);
  firmReach = firm | sees;
  blackReach = all | blackSliders | sees;
}

/** Reads the position. @param held black men pinned to their king */
export function readReach(occ: u64, held: u64): void {
  readWhite(occ);
  readBlack(occ, held);
  const minors = pieces(BLACK | KNIGHT) | pieces(BLACK | BISHOP);
  const rooks = pieces(BLACK | ROOK);
  const queens = pieces(BLACK | QUEEN);
  const lesser = (minors & whitePawns) | (rooks & whiteMinors) | (queens & whiteRooks);
  hungBefore = lesser | ((minors | rooks | queens) & reachBefore & ~blackReach);
}
