/**
 * A first glance at a move: which patterns may it start at all? Of the legal moves of a game five in six can start none: most are told
 * from their squares alone (sift.ts), the others from a handful of sets, without being made. What is left is mostly a matter of one or two
 * rules. Nothing that a rule would find is passed over: each bit of the answer is a condition without which its rule, in the neighbouring
 * files, emits nothing.
 *
 * Castling and en passant change more than two squares, a promotion what the piece is: they are looked at in full.
 */
import { attacks, between, bishopAttacks, knightAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { attackersOf } from '../board/attackers';
import { DOUBLE_PUSH, moveFrom, moveKind, moveTo } from '../board/move';
import { allOf, kindOn, pieceOn, pieces } from '../board/position';
import { BISHOP, bit, BLACK, EMPTY, first, KNIGHT, PAWN, QUEEN, ROOK, several, valueOf, WHITE } from '../board/squares';
import { givesCheck } from '../moves/checks';
import { foretell, foretellTakers, heldBefore, holds, occBefore } from './context';
import {
  blackReach,
  blackSliders,
  diagonalReach,
  firmReach,
  firmTwice,
  guardLines,
  hungBefore,
  knightReach,
  reachBefore,
  reachTwice,
  straightReach,
  whiteBeyond,
  whiteSliders,
} from './reach';
import { alert, fallible, forkable, opened, recallMover, refused } from './sift';
import {
  attacked,
  besieged,
  kingBit,
  blacks,
  changesPins,
  chained,
  escapesOf,
  FREE,
  GUARDED,
  hungWays,
  isSniper,
  MATCHED,
  officers,
  pinned,
  pinnedFoes,
  pinnedWays,
  runners,
  snipers,
  tied,
} from './standing';
import { LEAST } from './threats';

export const MAY_FORK: i32 = 1;
export const MAY_PIN: i32 = 2;
/** Relative pins and skewers: the moved slider attacks a piece, or the moved piece one that is pinned so. */
export const MAY_SKEWER: i32 = 4;
export const MAY_DISCOVER: i32 = 8;
/** Discovered and double checks, and mates. */
export const MAY_CHECK: i32 = 16;
export const MAY_DEFLECT: i32 = 32;
export const MAY_INTERFERE: i32 = 64;
export const MAY_TRAP: i32 = 128;
/** Relative pins of all that could take the moved piece. */
export const MAY_BIND: i32 = 256;
export const EVERYTHING: i32 = 511;

/** Whether a black slider sees farther once the piece is gone, and a white one behind it follows where it takes. */
function unveils(from: i32): bool {
  return holds(blackSliders & whiteBeyond, from);
}

/**
 * Whether Black wins the piece that moves where no pin changes: by something worth less, or for nothing. Of the white men that attack its
 * square before the move it is one itself, pawns aside that are pushed; others join in from behind it, or from behind what takes it.
 */
function isLost(kind: i32, from: i32, to: i32): bool {
  if (holds(refused, to)) return true;
  if (!holds(firmReach, to) || unveils(from)) return false;
  const pushed = kind == PAWN && ((from ^ to) & 7) == 0;
  return !holds((pushed ? reachBefore : reachTwice) | opened | whiteBeyond, to);
}

/** Whether a slider that the move unmasks may come to a square through the black man that it sees then, once that has taken. */
function opensThrough(from: i32, square: i32): bool {
  let men = opened & blacks;
  while (men != 0) {
    if (holds(lineThrough(from, first(men)), square)) return true;
    men &= men - 1;
  }
  return false;
}

/**
 * Whether any black piece is pinned to its king after a move that changes pins, and anything may come of it: the piece attacks something
 * that it may not take, or it may be won where it stands.
 * @param sees squares that the moved piece attacks
 * @param quiet whether the move neither takes nor checks
 */
function leavesPin(kind: i32, from: i32, to: i32, sees: u64, occ: u64, quiet: bool): bool {
  const king = first(kingBit);
  let set = snipers & ~bit(from);
  if (isSniper(kind, to)) set |= bit(to);
  while (set != 0) {
    const sniper = first(set);
    set &= set - 1;
    const men = between(king, sniper) & occ;
    if ((men & blacks & ~bit(to)) == 0 || several(men)) continue;
    const square = first(men);
    const piece = pieceOn(square);
    // Guarded as it was, it is only won by something lesser, or by more men than one.
    if (!quiet || holds(guardLines, to) || holds(hungBefore | opened, square) || !holds(blackReach, square))
      return true;
    if (unveils(from) || opensThrough(from, square)) return true;
    if (holds(reachTwice | whiteBeyond | (sees & reachBefore), square)) return true;
    if (valueOf(sniper == to ? kind : kindOn(sniper)) < valueOf(piece & 7)) return true;
    if (holds(sees, square) && valueOf(kind) < valueOf(piece & 7)) return true;
    const foes = (allOf(WHITE) & ~bit(from)) | bit(to);
    if ((attacks(piece, square, occ) & foes & ~lineThrough(king, square)) != 0) return true;
  }
  return false;
}

/** Whether a slider attacks a pinned piece from behind others that do. */
function backs(piece: i32, to: i32, occ: u64): bool {
  const kind = piece & 7;
  return pinned != 0 && kind >= BISHOP && kind <= QUEEN && (attacks(piece, to, occ & ~pinnedFoes) & pinned) != 0;
}

/** Whether a quiet move may have a part in a pin that stands. */
function mayUsePin(piece: i32, from: i32, to: i32, sees: u64, occ: u64): bool {
  if (((sees | opened) & pinned) != 0 || holds(pinnedWays, to) || holds(pinnedWays, from)) return true;
  if (backs(piece, to, occ)) return true;
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
 * Of some squares, those where a white piece other than the one that moves might take with check.
 * @param freed squares that White's sliders may attack beside those that they did
 * @param left what stands on the board then, or less
 */
function blows(squares: u64, freed: u64, left: u64): u64 {
  const king = first(kingBit);
  let found = squares & knightReach & knightAttacks(king);
  squares &= diagonalReach | straightReach | freed;
  if (squares == 0) return found;
  found |= squares & (diagonalReach | freed) & bishopAttacks(king, left);
  return found | (squares & (straightReach | freed) & rookAttacks(king, left));
}

/**
 * Whether an offer on a square may deflect: a piece that takes it leaves something that falls then to another white man, or a square from
 * which mate follows. Black takes with what has no duty, where it has such a piece.
 * @param price what the offer costs
 * @param pins whether another piece may be pinned after the move, or one no longer
 * @param steady whether Black's other men are guarded as they were
 */
function mayDeflect(takers: u64, price: i32, from: i32, to: i32, occ: u64, pins: bool, steady: bool): bool {
  if (runners != 0) return true;
  const bound = kingBit | heldBefore;
  const left = occ & ~takers;
  const mobile = holds(blackSliders, from);
  let may = false;
  while (takers != 0) {
    const defender = first(takers);
    takers &= takers - 1;
    // It may stand in a slider's way, and the piece that moves have stood in the same line, before it or behind.
    const veiled = holds(opened, defender) || (mobile && holds(whiteSliders, defender));
    const freed = veiled ? ~(<u64>0) : opened | whiteBeyond;
    const guarded = attacks(pieceOn(defender), defender, occ) & blacks & ~bit(to) & ~kingBit & (reachBefore | freed);
    // Mate does not follow where another man, the king aside, guards the square as well.
    const alone = steady ? guarded & ~firmTwice : guarded;
    if (guarded != 0 && (bestOf(guarded) - price >= LEAST || blows(alone, freed, left) != 0)) may = true;
    else if (!pins && !holds(bound, defender)) return false;
  }
  return may;
}

/**
 * Whether a piece that takes on the move's square may leave something, or stand in something's way.
 * @param sees squares that the moved piece attacks
 */
function mayDraw(kind: i32, from: i32, to: i32, sees: u64, occ: u64, pins: bool, steady: bool): i32 {
  const prey = (attacked | ((sees | opened) & blacks)) & ~bit(to);
  if (prey == 0 && runners == 0) return 0;
  const victim = kindOn(to);
  const taken = victim == EMPTY ? 0 : valueOf(victim);
  let draws = taken < valueOf(kind);
  if (draws && victim == EMPTY && runners == 0 && (kind != PAWN || to < 48)) {
    // Black need not take where nothing else falls.
    draws = (sees & (steady ? fallible | opened : ~(<u64>0)) & blacks) != 0;
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
  return mayDeflect(takers, valueOf(kind) - taken, from, to, occ, pins, steady) ? may | MAY_DEFLECT : may;
}

/**
 * Whether the move may have a hand in trapping a piece: one that hangs then, and that has nowhere to go.
 * @param quiet whether Black's men are as they were
 * @param wider whether a hung slider may see more
 */
function mayTrap(kind: i32, from: i32, to: i32, sees: u64, quiet: bool, pins: bool, wider: bool): bool {
  const seen = sees | opened;
  if (!wider && (seen & (officers | hungWays)) == 0) return false;
  let set = (hungBefore | (seen & officers)) & ~kingBit;
  if (!pins) set &= ~heldBefore;
  // No guard is gone, and none is cut off.
  const steady = quiet && !holds(blackSliders, to);
  // What is guarded as it was hangs now where the moved piece is worth less, or a slider behind it is.
  if (steady) set &= hungBefore | opened | forkable;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    const escapes = escapesOf(square);
    const ways = load<u64>(escapes);
    if (!wider && (seen & (ways | bit(square))) == 0) continue;
    let left = load<u64>(escapes, FREE) & ~seen;
    if (steady) left |= load<u64>(escapes, GUARDED) & ~(valueOf(kind) < valueOf(kindOn(square)) ? seen : opened);
    if (kind >= BISHOP && kind <= QUEEN && holds(sees, square)) left &= ~lineThrough(square, to);
    if (holds(opened, square)) left &= ~lineThrough(square, from);
    left |= load<u64>(escapes, MATCHED) & ~bit(from);
    if (holds(ways, to)) left &= ~lineThrough(square, to);
    if ((left & ~bit(to)) == 0) return true;
  }
  return false;
}

/** Whether a black man behind another is guarded when that one is gone, pins aside. */
function isCovered(behind: i32, front: i32): bool {
  if (holds(firmTwice, behind)) return true;
  return holds(firmReach, behind) && !holds(attacks(pieceOn(front), front, occBefore), behind);
}

/**
 * Whether the moved slider attacks a piece, and behind it stands a man worth more or less that may fall.
 * @param fronts the pieces to look behind
 * @param steady whether Black's men are guarded as they were
 */
function mayPierce(piece: i32, to: i32, sees: u64, fronts: u64, occ: u64, steady: bool): bool {
  while (fronts != 0) {
    const front = first(fronts);
    fronts &= fronts - 1;
    const beyond = attacks(piece, to, occ & ~bit(front)) & ~sees & blacks & ~kingBit;
    if (beyond == 0) continue;
    const behind = first(beyond);
    const worth = valueOf(kindOn(behind));
    if (worth == valueOf(kindOn(front))) continue;
    if (!steady || worth > valueOf(piece & 7) || holds(besieged | opened, behind) || !isCovered(behind, front))
      return true;
  }
  return false;
}

/**
 * Whether all that could take the moved piece may be pinned to something that White's sliders would take.
 * @param price what it costs
 */
function mayBind(price: i32, to: i32, occ: u64, pins: bool): bool {
  if (price < 0 || bestOf(whiteBeyond & officers & ~kingBit) - price < LEAST) return false;
  const takers = attackersOf(to, BLACK, occ) & ~kingBit;
  return (takers & whiteSliders) != 0 && (pins || (takers & ~(whiteSliders | heldBefore)) == 0);
}

/** What a legal move of White's may start, one bit each of the above; 0 where nothing. */
export function glance(move: i32): i32 {
  const special = moveKind(move);
  if (special != 0 && special != DOUBLE_PUSH) return EVERYTHING;
  const from = moveFrom(move);
  const to = moveTo(move);
  recallMover(from);
  const piece = pieceOn(from);
  const occ = (occBefore & ~bit(from)) | bit(to);
  const sees = attacks(piece, to, occ);
  if (holds(alert, to)) return lookCloser(move, from, to, sees, occ);
  if ((sees & (fallible | pinned | hungWays)) == 0 && !backs(piece, to, occ)) return 0;
  return lookAtPrizes(piece, from, to, sees, occ);
}

/** The same of a quiet move that opens, closes and pins nothing: what matters is what its piece then attacks. */
function lookAtPrizes(piece: i32, from: i32, to: i32, sees: u64, occ: u64): i32 {
  const kind = piece & 7;
  let may = (sees & pinned) != 0 || backs(piece, to, occ) ? MAY_PIN : 0;
  if (several(sees & forkable) && !isLost(kind, from, to)) may |= MAY_FORK;
  if (kind >= BISHOP && kind <= QUEEN) {
    const fronts = sees & officers & (fallible | opened);
    if (fronts != 0 && !isLost(kind, from, to) && mayPierce(piece, to, sees, fronts, occ, true)) may |= MAY_SKEWER;
  }
  if ((sees & tied) != 0 && !isLost(kind, from, to)) may |= MAY_SKEWER;
  if (mayTrap(kind, from, to, sees, true, false, false)) may |= MAY_TRAP;
  if (holds(blackReach, to) || holds(blackSliders, from)) may |= mayDraw(kind, from, to, sees, occ, false, true);
  if (may != 0) foretell(sees, false, false, false);
  return may;
}

/**
 * The same of any other.
 * @param sees squares that the moved piece attacks
 */
function lookCloser(move: i32, from: i32, to: i32, sees: u64, occ: u64): i32 {
  const piece = pieceOn(from);
  const kind = piece & 7;
  const pins = changesPins(kind, from, to);
  // A hung slider may see more once the piece is gone that stood in its way.
  const wider = hungBefore != 0 && holds(blackSliders, from);
  const unmasked = (opened & blacks) == 0 ? 0 : opened & blacks & ~lineThrough(from, to);
  const checks = givesCheck(move);
  foretell(sees, wider || unmasked != 0 || (opened & hungWays) != 0, pins, checks);
  const victim = kindOn(to);
  const quiet = !checks && victim == EMPTY;
  // Black's men are guarded as they were, and White attacks them as it did, the moved piece aside.
  const steady = quiet && !pins && unmasked == 0 && !unveils(from) && !holds(guardLines, to);
  let may = 0;
  if (
    pins
      ? backs(piece, to, occ) || leavesPin(kind, from, to, sees, occ, quiet)
      : pinned != 0 && (!quiet || mayUsePin(piece, from, to, sees, occ))
  ) {
    may = MAY_PIN;
  }
  if (several(sees & officers)) {
    // What was taken may have been the only guard of another.
    const bared = victim == EMPTY ? 0 : officers & attacks(pieceOn(to), to, occBefore);
    if (several(sees & (forkable | bared)) && !isLost(kind, from, to)) may |= MAY_FORK;
  }
  // A slider that is to be had pierces nothing.
  if (kind >= BISHOP && kind <= QUEEN) {
    const fronts = sees & officers & (steady ? fallible | opened : officers);
    if (fronts != 0 && (pins || !isLost(kind, from, to)) && mayPierce(piece, to, sees, fronts, occ, steady)) {
      may |= MAY_SKEWER;
    }
  }
  if ((sees & tied) != 0 && (pins || !isLost(kind, from, to))) may |= MAY_SKEWER;
  if (checks) {
    if ((sees & pieces(BLACK | PAWN)) != 0 && (sees & kingBit) != 0) may |= MAY_FORK;
    return may | MAY_CHECK | MAY_DEFLECT | MAY_INTERFERE | MAY_BIND | (unmasked != 0 ? MAY_DISCOVER : 0);
  }
  if (unmasked != 0) {
    const firm = quiet && !pins ? chained & ~(kind == PAWN ? sees : 0) : 0;
    if ((unmasked & ~firm) != 0) may |= MAY_DISCOVER;
  }
  if (mayTrap(kind, from, to, sees, quiet, pins, wider)) may |= MAY_TRAP;
  if (holds(blackReach, to) || holds(blackSliders, from)) {
    may |= mayDraw(kind, from, to, sees, occ, pins, steady);
    if (victim != EMPTY && mayBind(valueOf(kind) - valueOf(victim), to, occ, pins)) may |= MAY_BIND;
  }
  return may;
}
