/**
 * A first glance at a move: which patterns may it start at all? Three quarters of the legal moves of a game can start none, and
 * are told from a handful of sets, without being made; most of the rest are a matter of one or two rules. Nothing that a rule would find is passed
 * over: each bit of the answer is a condition without which its rule, in the neighbouring files, emits nothing.
 *
 * Castling, en passant and promotions change more than two squares: they are looked at in full.
 */
import {
  attacks,
  between,
  bishopAttacks,
  kingAttacks,
  knightAttacks,
  lineThrough,
  rookAttacks,
} from '../board/attacks';
import { attackersOf, pawnsAttack } from '../board/attackers';
import { ESCAPES } from '../memory';
import { allOf, DOUBLE_PUSH, kindOn, kingSquare, moveFrom, moveKind, moveTo, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KNIGHT, PAWN, QUEEN, ROOK, several, valueOf, WHITE } from '../board/squares';
import { givesCheck } from '../moves/checks';
import {
  blackReach,
  blackSliders,
  foretell,
  foretellTakers,
  heldBefore,
  holds,
  hungBefore,
  occBefore,
  reachBefore,
  whiteSliders,
} from './context';

export const MAY_FORK: i32 = 1;
export const MAY_PIN: i32 = 2;
/** Relative pins and skewers: the moved slider attacks a piece. */
export const MAY_SKEWER: i32 = 4;
export const MAY_DISCOVER: i32 = 8;
/** Discovered and double checks, and mates. */
export const MAY_CHECK: i32 = 16;
export const MAY_DEFLECT: i32 = 32;
export const MAY_INTERFERE: i32 = 64;
export const MAY_TRAP: i32 = 128;
export const EVERYTHING: i32 = 255;

/** Least that a deflection wins, of what it tries (deflection.ts). */
const LEAST_WON: i32 = 100;

// --- of the position
let blacks: u64 = 0;
let blackKing: u64 = 0;
/** Black's men but pawns, the king included. */
let officers: u64 = 0;
/** Black's men but the king that White attacks. */
let attacked: u64 = 0;
/** Squares in line with the black king, on an empty board. */
let kingRanks: u64 = 0;
let kingDiagonals: u64 = 0;
/**
 * Squares where a change may pin a black piece to its king or free it: White's sliders on those lines that have two men at most before
 * them, and the gaps.
 */
let pinZone: u64 = 0;
/** Those sliders, whatever stands before them; and squares from which another would pin a black piece. */
let snipers: u64 = 0;
let rankPins: u64 = 0;
let diagonalPins: u64 = 0;
/** Squares in the line of a black slider that guards something. */
let guardLines: u64 = 0;
/** Squares that black pawns guard, those aside that are pinned to their king; and black pawns there that no white pawn attacks. */
let guardedByPawn: u64 = 0;
let firmPawns: u64 = 0;
/** Black pieces that hang, and the squares that they attack. */
let hungWays: u64 = 0;
/** Black pieces pinned to their king, the squares that they attack, and White's men that they attack or that attack them. */
let pinned: u64 = 0;
let pinnedWays: u64 = 0;
let pinnedFoes: u64 = 0;
/** White pawns about to promote. */
let runners: u64 = 0;
/** What White's sliders see once the piece on a square is gone; of the square last asked for, -1 for none. */
let openedSquare: i32 = -1;
let openedSet: u64 = 0;

/** Of each black knight, bishop, rook and queen, at ESCAPES: the squares that it attacks, and those where nobody could take it. */
const ESCAPE_BYTES: usize = 16;

/** Squares strictly between one and those of a set. */
function linesTo(square: i32, set: u64): u64 {
  let lines: u64 = 0;
  while (set != 0) {
    lines |= between(square, first(set));
    set &= set - 1;
  }
  return lines;
}

/** Reads the position; `lookBefore` has seen it. */
export function prepareGlances(): void {
  const king = kingSquare(BLACK);
  blackKing = bit(king);
  blacks = allOf(BLACK);
  officers = blacks & ~pieces(BLACK | PAWN);
  attacked = reachBefore & blacks & ~blackKing;
  runners = pieces(WHITE | PAWN) & 0x00ff000000000000;
  openedSquare = -1;
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
  guardedByPawn = pawnsAttack(BLACK, pieces(BLACK | PAWN) & ~heldBefore);
  firmPawns = guardedByPawn & pieces(BLACK | PAWN) & ~pawnsAttack(WHITE);
  hungWays = hungBefore;
  guardLines = 0;
  set = officers & ~blackKing;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    const ways = attacks(pieceOn(square), square, occBefore);
    const escapes = ESCAPES + <usize>square * ESCAPE_BYTES;
    store<u64>(escapes, ways);
    store<u64>(escapes, ways & ~blacks & ~reachBefore & ~seenThrough(square), 8);
    if (kindOn(square) != KNIGHT) guardLines |= linesTo(square, ways & blacks & ~blackKing);
    if (holds(hungBefore, square)) hungWays |= ways;
  }
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
function seenThrough(square: i32): u64 {
  if (!holds(whiteSliders, square)) return 0;
  const queens = pieces(WHITE | QUEEN);
  const diagonals = bishopAttacks(square, occBefore);
  const ranks = rookAttacks(square, occBefore);
  return (
    behind(square, diagonals, diagonals & (pieces(WHITE | BISHOP) | queens)) |
    behind(square, ranks, ranks & (pieces(WHITE | ROOK) | queens))
  );
}

/** The same for a piece's moves, one after the other. */
function openedBy(square: i32): u64 {
  if (square != openedSquare) {
    openedSquare = square;
    openedSet = seenThrough(square);
  }
  return openedSet;
}

/** Whether a piece of this kind may check or pin from a square in line with the black king. */
function isSniper(kind: i32, square: i32): bool {
  const lines =
    kind == QUEEN ? kingRanks | kingDiagonals : kind == ROOK ? kingRanks : kind == BISHOP ? kingDiagonals : 0;
  return holds(lines, square);
}

/** Whether the move may pin a black piece to its king, or free one. */
function changesPins(kind: i32, from: i32, to: i32): bool {
  if (((bit(from) | bit(to)) & pinZone) != 0) return true;
  if (kind < BISHOP || kind > QUEEN) return false;
  return holds((kind != ROOK ? diagonalPins : 0) | (kind != BISHOP ? rankPins : 0), to);
}

/** Whether any black piece is pinned to its king after a move that changes pins. */
function leavesPin(kind: i32, from: i32, to: i32, occ: u64): bool {
  const king = first(blackKing);
  let set = snipers & ~bit(from);
  if (isSniper(kind, to)) set |= bit(to);
  while (set != 0) {
    const men = between(king, first(set)) & occ;
    set &= set - 1;
    if ((men & blacks & ~bit(to)) != 0 && !several(men)) return true;
  }
  return false;
}

/** Whether a quiet move may have a part in a pin that stands. */
function mayUsePin(piece: i32, from: i32, to: i32, sees: u64, opened: u64): bool {
  if (((sees | opened) & pinned) != 0 || holds(pinnedWays, to) || holds(pinnedWays, from)) return true;
  return (attacks(piece, from, occBefore) & pinnedFoes) != 0;
}

/** Whether a slider of a set loses sight of a piece of another by what comes to stand on a square. */
function mayCut(cutters: u64, to: i32, lost: u64): bool {
  while (cutters != 0) {
    const slider = first(cutters);
    cutters &= cutters - 1;
    if ((lost & lineThrough(slider, to) & ~between(slider, to) & ~bit(slider)) != 0) return true;
  }
  return false;
}

/** The most that a black piece of a set is worth; 0 where there is none. */
function bestOf(set: u64): i32 {
  if (set == 0) return 0;
  if ((set & pieces(BLACK | QUEEN)) != 0) return valueOf(QUEEN);
  if ((set & pieces(BLACK | ROOK)) != 0) return valueOf(ROOK);
  return (set & officers) != 0 ? valueOf(KNIGHT) : valueOf(PAWN);
}

/** Squares from which a black king might be checked, or that it guards, once some men are gone. */
function aroundKing(left: u64): u64 {
  const king = first(blackKing);
  return knightAttacks(king) | kingAttacks(king) | bishopAttacks(king, left) | rookAttacks(king, left);
}

/**
 * Whether an offer on a square may deflect: a piece that takes it leaves something that falls then, or a square from which mate follows.
 * Black takes with what has no duty, where it has such a piece.
 * @param price what the offer costs
 * @param sure whether it is known which pieces are pinned after the move
 */
function mayDeflect(takers: u64, price: i32, to: i32, reach: u64, occ: u64, sure: bool): bool {
  if (runners != 0) return true;
  const bound = blackKing | heldBefore;
  const left = occ & ~takers;
  let may = false;
  while (takers != 0) {
    const defender = first(takers);
    takers &= takers - 1;
    let guarded = attacks(pieceOn(defender), defender, occ) & blacks & ~bit(to) & ~blackKing;
    if (!holds(reach, defender)) guarded &= reach;
    if (guarded != 0 && (bestOf(guarded) - price >= LEAST_WON || (guarded & aroundKing(left)) != 0)) may = true;
    else if (sure && !holds(bound, defender)) return false;
  }
  return may;
}

/** Black pieces worth less than a white piece of this kind. */
function lesser(kind: i32): u64 {
  const minors = pieces(BLACK | KNIGHT) | pieces(BLACK | BISHOP);
  return kind == QUEEN ? minors | pieces(BLACK | ROOK) : kind == ROOK ? minors : 0;
}

/**
 * Whether a piece that takes on the move's square may leave something, or stand in something's way.
 * @param seen squares that White attacks since the move
 * @param struck black men that the moved piece attacks
 */
function mayDraw(kind: i32, to: i32, seen: u64, struck: u64, occ: u64, pins: bool): i32 {
  const prey = (attacked | (seen & blacks)) & ~bit(to);
  if (prey == 0 && runners == 0) return 0;
  const victim = kindOn(to);
  const taken = victim == EMPTY ? 0 : valueOf(victim);
  let draws = taken < valueOf(kind);
  if (draws && victim == EMPTY && runners == 0 && (kind != PAWN || to < 48)) {
    // Black need not take where nothing else falls.
    if (!pins && kind != PAWN) struck &= ~firmPawns & ~(guardedByPawn & ~attacked & lesser(kind));
    draws = struck != 0;
  }
  const cuts = prey != 0 && holds(guardLines, to);
  if (!draws && !cuts) return 0;
  const takers = attackersOf(to, BLACK, occ);
  foretellTakers(takers);
  if (takers == 0) return 0;
  let may = 0;
  const sliders = pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN);
  if (cuts && mayCut(takers & sliders, to, prey)) may = MAY_INTERFERE;
  if (!draws) return may;
  return mayDeflect(takers, valueOf(kind) - taken, to, reachBefore | seen, occ, !pins) ? may | MAY_DEFLECT : may;
}

/** Whether the move may have a hand in trapping a piece: one that hangs then, and that has nowhere to go. */
function mayTrap(kind: i32, from: i32, to: i32, sees: u64, opened: u64, quiet: bool, pins: bool, wider: bool): bool {
  const seen = sees | opened;
  if (!wider && (seen & (officers | hungWays)) == 0) return false;
  let set = (hungBefore | (seen & officers)) & ~blackKing;
  if (!pins) set &= ~heldBefore;
  const steady = quiet && !holds(blackSliders, to);
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    const escapes = ESCAPES + <usize>square * ESCAPE_BYTES;
    const ways = load<u64>(escapes);
    if (!wider && (seen & (ways | bit(square))) == 0) continue;
    // Guarded, and attacked by no lesser piece.
    if (steady && !holds(hungBefore | opened, square) && holds(blackReach, square)) {
      if (valueOf(kind) >= valueOf(kindOn(square))) continue;
    }
    let left = load<u64>(escapes, 8) & ~seen & ~bit(to);
    if (holds(ways, to)) left &= ~lineThrough(square, to);
    if (kind >= BISHOP && kind <= QUEEN && holds(sees, square)) left &= ~lineThrough(square, to);
    if (holds(opened, square)) left &= ~lineThrough(square, from);
    if (left == 0) return true;
  }
  return false;
}

/** Whether the moved slider attacks a piece, and behind it another. */
function mayPierce(piece: i32, to: i32, sees: u64, occ: u64): bool {
  const fronts = sees & officers;
  return fronts != 0 && (attacks(piece, to, occ & ~fronts) & ~sees & blacks) != 0;
}

/** What a legal move of White's may start, one bit each of the above; 0 where nothing. */
export function glance(move: i32): i32 {
  const special = moveKind(move);
  if (special != 0 && special != DOUBLE_PUSH) return EVERYTHING;
  const from = moveFrom(move);
  const to = moveTo(move);
  const piece = pieceOn(from);
  const kind = piece & 7;
  const occ = (occBefore & ~bit(from)) | bit(to);
  const sees = attacks(piece, to, occ);
  const opened = openedBy(from);
  const pins = changesPins(kind, from, to);
  // A hung slider may see more once the piece is gone that stood in its way.
  const wider = hungBefore != 0 && holds(blackSliders, from);
  // A piece that goes along a slider's line still stands in its way.
  const unmasked = (opened & blacks) == 0 ? 0 : opened & blacks & ~lineThrough(from, to);
  foretell(sees, wider || unmasked != 0 || (opened & hungWays) != 0, pins);
  const checks = givesCheck(move);
  const quiet = !checks && kindOn(to) == EMPTY;
  let may = 0;
  if (pins ? leavesPin(kind, from, to, occ) : pinned != 0 && (!quiet || mayUsePin(piece, from, to, sees, opened))) {
    may = MAY_PIN;
  }
  if (several(sees & officers)) may |= MAY_FORK;
  // A slider that a pawn takes pierces nothing.
  if (kind >= BISHOP && kind <= QUEEN && (pins || !holds(guardedByPawn, to)) && mayPierce(piece, to, sees, occ)) {
    may |= MAY_SKEWER;
  }
  if (checks) return may | MAY_CHECK | MAY_DEFLECT | MAY_INTERFERE | (unmasked != 0 ? MAY_DISCOVER : 0);
  if (unmasked != 0) {
    const firm = quiet && !pins ? firmPawns & ~(kind == PAWN ? sees : 0) : 0;
    if ((unmasked & ~firm) != 0) may |= MAY_DISCOVER;
  }
  if (mayTrap(kind, from, to, sees, opened, quiet, pins, wider)) may |= MAY_TRAP;
  if (holds(blackReach, to) || holds(blackSliders, from)) {
    may |= mayDraw(kind, to, sees | opened, sees & blacks, occ, pins);
  }
  return may;
}
