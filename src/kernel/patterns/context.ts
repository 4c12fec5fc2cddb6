/**
 * What every pattern looks at: one move of White's on the canonical board, and the positions before and after it. Filled once a move,
 * so that the rules read like their definitions. `findX` in the neighbouring files run with the move made.
 */
import { exchange } from '../exchange';
import { attacks, bishopAttacks, kingAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { attackersOf, checkers, shieldsOf } from '../board/attackers';
import { CASTLE, EN_PASSANT, moveFrom, moveKind, moveTo } from '../board/move';
import { allOf, kindOn, kingSquare, occupied, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, PAWN, QUEEN, ROOK, several, valueOf, WHITE } from '../board/squares';
import { prepareChecks } from '../moves/checks';
import { EVERY_MOVE, generate } from '../moves/generate';
import { MATE_FRAME } from '../memory';
import { blackReach, blackSliders, reachBefore, readReach, whiteSliders } from './reach';

// --- before the move
/** Occupied squares before. */
export let occBefore: u64 = 0;
/** Black pieces pinned to their king before. */
export let heldBefore: u64 = 0;
/** White pieces pinned to theirs. */
export let whiteHeld: u64 = 0;
// --- the move
export let move: i32 = 0;
export let from: i32 = 0;
export let to: i32 = 0;
/** Kind of the piece that moved, before and after (they differ for promotions). */
export let movedKind: i32 = 0;
export let kind: i32 = 0;
/** Centipawns taken by the move itself, promotion included. */
export let taken: i32 = 0;
/** Squares that the move empties: the one that it leaves, and that of a pawn taken in passing. */
export let emptied: u64 = 0;

// --- after the move
export let occ: u64 = 0;
export let white: u64 = 0;
export let black: u64 = 0;
export let blackKing: i32 = 0;
/** White pieces that check. */
export let checks: u64 = 0;
/** Pieces of either side pinned to their king (White's as they were before the move). */
export let held: u64 = 0;
/** White sliders whose line the move opened by emptying a square of it, and the squares they attack since. */
export let openers: u64 = 0;
export let opened: u64 = 0;
/** Squares that White may attack: all that it does attack, and at times a few that the move has just closed. */
export let reach: u64 = 0;
/** Whether the move mates. */
export let mates: bool = false;
/** How often a position after a move was read: what is worked out on demand belongs to one of them. */
export let looks: i32 = 0;
let movedSees: u64 = 0;
/** Black pieces that attack the moved piece, and what Black wins by taking it: worked out when somebody asks. */
let knownTakers: u64 = 0;
let takersKnown: bool = false;
let knownRisk: i32 = -1;

// --- what a glance at the move has told before it was made (glance.ts)
let toldSees: u64 = 0;
let toldOpens: bool = false;
let toldPins: bool = false;
let toldChecks: bool = false;
let toldTakers: u64 = 0;
let takersTold: bool = false;

/** Reads the position before White's move. */
export function lookBefore(): void {
  occBefore = occupied();
  heldBefore = shieldsOf(kingSquare(BLACK), BLACK, occBefore);
  whiteHeld = shieldsOf(kingSquare(WHITE), WHITE, occBefore);
  readReach(occBefore, heldBefore);
  prepareChecks();
}

/** Finds the sliders that looked at a square which the move has emptied, and what they see now. */
function lookThrough(): void {
  openers = 0;
  opened = 0;
  let gaps = emptied & whiteSliders;
  if (gaps == 0) return;
  const queens = pieces(WHITE | QUEEN);
  const diagonal = pieces(WHITE | BISHOP) | queens;
  const straight = pieces(WHITE | ROOK) | queens;
  while (gaps != 0) {
    const gap = first(gaps);
    gaps &= gaps - 1;
    openers |= (bishopAttacks(gap, occBefore) & diagonal) | (rookAttacks(gap, occBefore) & straight);
  }
  openers &= ~(bit(from) | bit(to));
  let set = openers;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    opened |= attacks(pieceOn(square), square, occ) & ~attacks(pieceOn(square), square, occBefore);
  }
}

/** Notes the move, before it is made. */
export function lookAtMove(next: i32): void {
  move = next;
  from = moveFrom(next);
  to = moveTo(next);
  movedKind = kindOn(from);
  const passing = moveKind(next) == EN_PASSANT;
  const captured = passing ? PAWN : kindOn(to);
  emptied = bit(from) | (passing ? bit(to - 8) : 0);
  taken = captured == EMPTY ? 0 : valueOf(captured);
}

/**
 * Notes what is known of a move before it is made.
 * @param sees squares that it attacks
 * @param opens whether a slider behind it may see anything of account
 * @param pins whether a black piece may be pinned or freed
 * @param gives whether it gives check
 */
export function foretell(sees: u64, opens: bool, pins: bool, gives: bool): void {
  takersTold = false;
  toldSees = sees;
  toldOpens = opens;
  toldPins = pins;
  toldChecks = gives;
}

/** Notes which black pieces attack the moved piece, where that is known as well. */
export function foretellTakers(set: u64): void {
  takersTold = true;
  toldTakers = set;
}

/** Reads the position after it was made. @param told whether a glance has foretold it */
export function lookAfter(told: bool): void {
  looks++;
  kind = kindOn(to);
  if (kind != movedKind) taken += valueOf(kind) - valueOf(movedKind);
  white = allOf(WHITE);
  black = allOf(BLACK);
  occ = white | black;
  blackKing = kingSquare(BLACK);
  checks = told && !toldChecks ? 0 : checkers();
  if (told) {
    movedSees = toldSees;
    held = (toldPins ? shieldsOf(blackKing, BLACK, occ) : heldBefore) | (whiteHeld & ~bit(from));
    openers = opened = 0;
    if (toldOpens) lookThrough();
  } else {
    movedSees = attacks(pieceOn(to), to, occ);
    held = shieldsOf(blackKing, BLACK, occ) | (whiteHeld & ~bit(from));
    lookThrough();
  }
  knownRisk = -1;
  // En passant and castling change more squares than two; any other move leaves alone what neither of its squares touches.
  const special = moveKind(move);
  takersKnown =
    (told && takersTold) ||
    (special != EN_PASSANT && special != CASTLE && !holds(blackReach, to) && !holds(blackSliders, from));
  knownTakers = told && takersTold ? toldTakers : 0;
  reach = reachBefore | movedSees | opened;
  mates = checks != 0 && !hasFlight(special) && !hasTaker() && generate(MATE_FRAME, EVERY_MOVE) == MATE_FRAME;
}

/**
 * Squares that White may attack now that the king is thought away: sliders that check see through it. Where a move changes more squares
 * than two, it may be any.
 */
export function reachThroughKing(): u64 {
  const special = moveKind(move);
  if (special == EN_PASSANT || special == CASTLE) return ~(<u64>0);
  let seen = reach;
  let set = checks;
  while (set != 0) {
    seen |= lineThrough(first(set), blackKing);
    set &= set - 1;
  }
  return seen;
}

/** Whether the king in check has a square to go to that nobody could attack: most checks are told from mates so. */
function hasFlight(special: i32): bool {
  // What else changed its view is not in `reach`.
  if (special == EN_PASSANT || special == CASTLE || holds(whiteSliders, from)) return false;
  let flights = kingAttacks(blackKing) & ~black & ~reach;
  let set = checks;
  while (set != 0) {
    // a slider sees through the king
    flights &= ~lineThrough(first(set), blackKing);
    set &= set - 1;
  }
  return flights != 0;
}

/** Whether a black man that no pin binds takes the one that checks. */
function hasTaker(): bool {
  const by = checks == bit(to) ? takers() : several(checks) ? 0 : attackersOf(first(checks), BLACK, occ);
  return (by & ~held & ~bit(blackKing)) != 0;
}

/** Black pieces that attack the moved piece. */
export function takers(): u64 {
  if (!takersKnown) {
    takersKnown = true;
    knownTakers = attackersOf(to, BLACK, occ);
  }
  return knownTakers;
}

/** What Black wins by taking the piece that moved. */
export function risk(): i32 {
  if (knownRisk < 0) knownRisk = takers() == 0 ? 0 : exchange(to, BLACK, valueOf(kind), occ, occ, held);
  return knownRisk;
}

/** Squares that the moved piece attacks now. */
export function attackedByMoved(): u64 {
  return movedSees;
}

/** What White wins by taking on a square, best exchanges; 0 where it pays nothing. */
export function winsOn(square: i32): i32 {
  if (!holds(reach, square)) return 0;
  return exchange(square, WHITE, valueOf(kindOn(square)), occ, occ, held);
}

/** The same with some pieces gone from the fight, `occupancy` standing in the way of sliders. */
export function winsOnWithout(square: i32, gone: u64, occupancy: u64): i32 {
  return exchange(square, WHITE, valueOf(kindOn(square)), occupancy, occ & ~gone, held);
}

/**
 * Whether a black piece worth `worth` hangs on a square: it is attacked by something lesser, or unguarded, also by what stands behind the
 * attacker; `there` is occupied.
 */
export function hangs(square: i32, worth: i32, there: u64): bool {
  const by = attackersOf(square, WHITE, there) & there;
  if (by == 0) return false;
  const taker = leastOf(by);
  if (valueOf(kindOn(taker)) < worth) return true;
  const left = there & ~bit(taker);
  return (attackersOf(square, BLACK, left) & left) == 0;
}

/** The most valuable piece of a set, the king first; lowest square among equals. */
export function mostValuable(set: u64): i32 {
  let best = first(set);
  set &= set - 1;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    if (valueOf(kindOn(square)) > valueOf(kindOn(best))) best = square;
  }
  return best;
}

/** The least valuable piece of a set, lowest square among equals. */
export function leastOf(set: u64): i32 {
  let best = first(set);
  set &= set - 1;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    if (valueOf(kindOn(square)) < valueOf(kindOn(best))) best = square;
  }
  return best;
}

/** Whether a set holds a square. */
export function holds(set: u64, square: i32): bool {
  return (set & bit(square)) != 0;
}
