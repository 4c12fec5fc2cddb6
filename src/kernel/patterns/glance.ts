/**
 * A first glance at a move: which patterns may it start at all? Half of the legal moves of a game can start none, and are told from a
 * handful of sets, without being made; most of the rest are a matter of one or two rules. Nothing that a rule would find is passed
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
import { attackersOf } from '../board/attackers';
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
/** Squares where a change may pin a black piece to its king or free it: White's sliders on those lines, and the gaps before them. */
let pinZone: u64 = 0;
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
  pinZone = (kingRanks & (pieces(WHITE | ROOK) | queens)) | (kingDiagonals & (pieces(WHITE | BISHOP) | queens));
  let set = pinZone;
  while (set != 0) {
    pinZone |= between(king, first(set));
    set &= set - 1;
  }
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
  hungWays = hungBefore;
  set = hungBefore;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    hungWays |= attacks(pieceOn(square), square, occBefore);
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

function openedBy(square: i32): u64 {
  if (!holds(whiteSliders, square)) return 0;
  if (square == openedSquare) return openedSet;
  openedSquare = square;
  const queens = pieces(WHITE | QUEEN);
  const diagonals = bishopAttacks(square, occBefore);
  const ranks = rookAttacks(square, occBefore);
  openedSet =
    behind(square, diagonals, diagonals & (pieces(WHITE | BISHOP) | queens)) |
    behind(square, ranks, ranks & (pieces(WHITE | ROOK) | queens));
  return openedSet;
}

/** Whether the move may pin a black piece to its king, or free one. */
function changesPins(kind: i32, from: i32, to: i32): bool {
  if (((bit(from) | bit(to)) & pinZone) != 0) return true;
  if ((kind == BISHOP || kind == QUEEN) && holds(kingDiagonals, to)) return true;
  return (kind == ROOK || kind == QUEEN) && holds(kingRanks, to);
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

/**
 * Whether a piece that takes on the move's square may leave something, or stand in something's way.
 * @param prey black men that White attacks after the move
 * @param struck those of them that the moved piece attacks
 */
function mayDraw(kind: i32, to: i32, prey: u64, struck: u64, occ: u64): i32 {
  if (prey == 0 && runners == 0) return 0;
  const takers = attackersOf(to, BLACK, occ);
  foretellTakers(takers);
  if (takers == 0) return 0;
  let may = 0;
  const sliders = pieces(BLACK | BISHOP) | pieces(BLACK | ROOK) | pieces(BLACK | QUEEN);
  if (prey != 0 && mayCut(takers & sliders, to, prey)) may = MAY_INTERFERE;
  const victim = kindOn(to);
  const taken = victim == EMPTY ? 0 : valueOf(victim);
  if (taken >= valueOf(kind) || (victim == EMPTY && struck == 0 && runners == 0 && (kind != PAWN || to < 48)))
    return may;
  if (runners != 0 || (takers & prey) != 0 || taken - valueOf(kind) + bestOf(prey) >= LEAST_WON)
    return may | MAY_DEFLECT;
  // A blow near the king: what may be taken with check once the takers are gone.
  const king = first(blackKing);
  const left = occ & ~takers;
  const near = knightAttacks(king) | kingAttacks(king) | bishopAttacks(king, left) | rookAttacks(king, left);
  return (prey & near) != 0 ? may | MAY_DEFLECT : may;
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
  foretell(sees, wider || (opened & (blacks | hungWays)) != 0, pins);
  const checks = givesCheck(move);
  const quiet = !checks && kindOn(to) == EMPTY;
  let may = pins || (pinned != 0 && (!quiet || mayUsePin(piece, from, to, sees, opened))) ? MAY_PIN : 0;
  const seen = sees & officers;
  if (several(seen)) may |= MAY_FORK;
  if (seen != 0 && kind >= BISHOP && kind <= QUEEN) may |= MAY_SKEWER;
  if (checks) return may | MAY_CHECK | MAY_DEFLECT | MAY_INTERFERE | ((opened & blacks) != 0 ? MAY_DISCOVER : 0);
  if ((opened & blacks) != 0) may |= MAY_DISCOVER;
  if (wider || ((sees | opened) & (officers | hungWays)) != 0) may |= MAY_TRAP;
  if (holds(blackReach, to) || holds(blackSliders, from)) {
    may |= mayDraw(kind, to, (attacked | ((sees | opened) & blacks)) & ~bit(to), sees & blacks, occ);
  }
  return may;
}
