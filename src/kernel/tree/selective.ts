/**
 * Which moves the tree looks at, and how deep: what a move costs, when only forcing moves are left, what is looked at less deep first, and
 * which captures may win what is needed. All of it depends on what is searched for.
 */
import { attacks } from '../board/attacks';
import { attackersOf, pawnsAttack } from '../board/attackers';
import { isPromotion, moveFrom, moveTo } from '../board/move';
import { allOf, epSquare, kindOn, kingSquare, NO_SQUARE, occupied, pieceOn, pieces, side } from '../board/position';
import { BISHOP, bit, BLACK, first, KING, KNIGHT, PAWN, QUEEN, rankOf, ROOK, valueOf, WHITE } from '../board/squares';
import { exchangeReaches } from '../exchange';
import { mayPromote } from '../moves/generate';
import { CAPTURES, CHECKS, isQuiet, MOVE_BITS, SOUND } from './order';
import { MATE_BOUND } from './scores';
import { AS_WEIGHED, IN_A_LINE, IN_MATERIAL, usePart } from './table';

/** What is searched for: what a trigger wins in material, */
export const GAIN: i32 = 0;
/** or, with the whole position weighed, the best move; */
export const BEST_MOVE: i32 = 1;
/** a line of best play, for which the attacker's unlikely moves may be missed; */
export const BEST_LINE: i32 = 2;
/** whether a gain stands up: most of what refutes one is a counter-attack, so the defender's checks are followed too. */
export const PROOF: i32 = 3;

export let aim: i32 = GAIN;
/** Whether the whole position is weighed, or material alone. */
export let fine: bool = false;
/**
 * Where the whole position is weighed: what a quiet move may add to the score in one step, and how many times what we count for a man it
 * may be worth there (Stockfish's centipawns make a knight some 590).
 */
export const QUIET_STEP: i32 = 200;
const MEN_SCALE: i32 = 2;

/** Says what is searched for from now on. */
export function searchFor(wanted: i32): void {
  aim = wanted;
  fine = wanted != GAIN;
  usePart(!fine ? IN_MATERIAL : aim == BEST_LINE ? IN_A_LINE : AS_WEIGHED);
}

export const PLY: i32 = 4;
/** What a sound check by the attacker costs, in a proof one by either side, and what an answer to a check costs at most. */
const CHECK_COST: i32 = 3;
const PROOF_CHECK_COST: i32 = 2;
const EVASION_COST: i32 = 5;
/** Moves that go before the attacker's late ones where material alone counts, and what these are first looked at without. */
const LATE: i32 = 2;
const LATE_REDUCTION: i32 = PLY + 1;
/** Depth up to which the attacker only forces, and up to which it does where it is far short of what it needs, or farther, in centipawns. */
const FORCE_DEPTH: i32 = 4 * PLY;
const FORCE_DEPTH_BEHIND: i32 = 4 * PLY + 1;
const FAR_BEHIND: i32 = 150;
const FORCE_DEPTH_FARTHER: i32 = 5 * PLY;
const FARTHER_BEHIND: i32 = 300;
/** Depth from which a quiet move forces where it threatens a man and material alone counts: with less there is no time to take it. */
const THREAT_DEPTH: i32 = PLY + 1;
/** Centipawns by which the attacker has to be short of what it needs for its idle moves to be left out. */
const IDLE_BEHIND: i32 = 100;
/** What forcing means where the whole position is weighed, whose centipawns are smaller; it has to be a little short in any case. */
const FINE_FORCE_DEPTH: i32 = 2 * PLY;
const FINE_FAR_BEHIND: i32 = 300;
const FINE_LITTLE_BEHIND: i32 = 100;
/** Depth up to which a lead is taken for what it is, and how much of it may be lost in a quarter ply. */
const CALM_DEPTH: i32 = 3 * PLY;
const MOST_A_QUARTER: i32 = 40;

/** The depth a move costs; `checked` and `replies` describe the node it is made in. */
export function costOf(marked: i32, attacker: bool, checked: bool, replies: i32): i32 {
  if (attacker || (aim == PROOF && !checked)) {
    if ((marked & (CHECKS | SOUND)) != (CHECKS | SOUND)) return PLY;
    return aim == PROOF ? PROOF_CHECK_COST : CHECK_COST;
  }
  if (!checked) return PLY;
  // The fewer answers there are, the more a check forces.
  return replies == 1 ? 0 : min(replies, EVASION_COST);
}

/**
 * Whether the side to move is so far ahead of what it needs that nothing which the other does in the depth that is left makes up for it:
 * `ahead` is in centipawns. What lies on the board tells too little for that; what it is worth, enough, but where the best move is asked for.
 */
export function isOutOfReach(depth: i32, ahead: i32): bool {
  return fine && aim != BEST_MOVE && depth <= CALM_DEPTH && ahead >= MOST_A_QUARTER * depth;
}

/**
 * Whether quiet moves are left out, or most of them (`forcesByThreats`): the side to move is `behind` what it needs by so many centipawns,
 * `depth` is left.
 */
export function onlyForces(depth: i32, attacker: bool, behind: i32): bool {
  // In the last ply a quiet move cannot raise material above what stands, for the opponent may pass.
  if (!attacker) return depth <= PLY && behind >= (fine ? QUIET_STEP : 0);
  if (!fine && behind >= FARTHER_BEHIND) return depth <= FORCE_DEPTH_FARTHER;
  if (behind >= (fine ? FINE_FAR_BEHIND : FAR_BEHIND)) return depth <= FORCE_DEPTH_BEHIND;
  if (fine) return depth <= FINE_FORCE_DEPTH && behind >= FINE_LITTLE_BEHIND;
  // Where nothing is asked for, everything is looked at.
  return depth <= FORCE_DEPTH && behind >= -MATE_BOUND;
}

/** Whether, where only forcing moves are left, quiet ones are among them that threaten a man (`threatensMan`). */
export function forcesByThreats(depth: i32, attacker: bool): bool {
  return attacker && !fine && depth >= THREAT_DEPTH;
}

/**
 * Whether a quiet move attacks a man that is worth more than what attacks it, or that nobody guards, and is not lost itself; or brings a
 * pawn to the square before its last.
 */
export function threatensMan(move: i32): bool {
  const to = moveTo(move);
  const piece = pieceOn(moveFrom(move));
  const kind = piece & 7;
  if (kind == PAWN && rankOf(to) == 6) return true;
  if (!exchangeReaches(move, 0)) return false;
  const left = occupied() ^ bit(moveFrom(move));
  let prey = attacks(piece, to, left) & allOf(BLACK) & ~pieces(BLACK | PAWN) & ~pieces(BLACK | KING);
  while (prey != 0) {
    const square = first(prey);
    prey &= prey - 1;
    if (valueOf(kindOn(square)) > valueOf(kind) || attackersOf(square, BLACK, left) == 0) return true;
  }
  return false;
}

/** Whether the attacker's idle moves are left out (`isIdle`): it is `behind` what it needs by so many centipawns. */
export function passesOverIdle(attacker: bool, behind: i32): bool {
  return attacker && aim == GAIN && behind >= IDLE_BEHIND;
}

/** Whether a quiet move attacks neither a piece nor a square beside the king, opens no line, and brings no pawn near its last square. */
export function isIdle(move: i32): bool {
  const from = moveFrom(move);
  const to = moveTo(move);
  const piece = pieceOn(from);
  if ((piece & 7) == PAWN && rankOf(to) >= 5) return false;
  const king = kingSquare(BLACK);
  const zone = bit(king) | attacks(BLACK | KING, king, 0);
  const men = allOf(BLACK) & ~pieces(BLACK | PAWN);
  if ((attacks(piece, to, occupied() ^ bit(from)) & (zone | men)) != 0) return false;
  const sliders = pieces(WHITE | BISHOP) | pieces(WHITE | ROOK) | pieces(WHITE | QUEEN);
  return (attackersOf(from, WHITE, occupied()) & sliders) == 0;
}

/**
 * Whether a move is one that seldom matters: a quiet one, or a capture that loses. Of the attacker's, in a proof and where the best move is
 * asked for, all do.
 */
export function isUnlikely(marked: i32, quiet: bool, attacker: bool): bool {
  if (attacker && aim != GAIN && aim != BEST_LINE) return false;
  return quiet || (marked & (CAPTURES | SOUND)) == CAPTURES;
}

/**
 * Depth that an unlikely move is first looked at without, of which `tried` went before: a threat meets most of the defender's alike. In a
 * proof two plies less: whoever looks for a refutation must not pass over it. Where all hangs on the best move, the last are looked at as
 * deep as those before.
 */
export function reductionOf(tried: i32, attacker: bool): i32 {
  if (attacker && aim == GAIN) return tried >= LATE ? LATE_REDUCTION : 0;
  const plies = tried >= 5 ? 4 : tried >= 2 ? 3 : 2;
  const later = aim == BEST_MOVE ? 0 : tried >= 16 ? 2 : tried >= 8 ? 1 : 0;
  return PLY * ((aim == PROOF ? plies - 2 : plies) + later);
}

/**
 * Whether a move gives a man away, and is not looked at once another has been: a quiet one that puts a piece where a pawn takes it or, the
 * defender's, any man where it is lost; in the last ply captures and, where material alone counts, the attacker's checks that lose by
 * their exchange. Before that an offer by the attacker may well be what the line is about. A proof, and a question for the best move, pass
 * over nothing.
 */
export function givesAway(marked: i32, quiet: bool, attacker: bool, depth: i32): bool {
  if (aim == PROOF || aim == BEST_MOVE) return false;
  const move = marked & MOVE_BITS;
  if (quiet) {
    if ((pawnsAttack(side ^ BLACK) & bit(moveTo(move))) != 0) return kindOn(moveFrom(move)) != PAWN;
    return !attacker && !exchangeReaches(move, 0);
  }
  if (depth > PLY) return false;
  const marks = marked & (CAPTURES | SOUND | CHECKS);
  if (marks == CAPTURES) return !isPromotion(move);
  return marks == CHECKS && attacker && !fine;
}

/**
 * The same of an answer to a check in the quiet end: one that takes nothing, checks nobody and loses what it puts in the way. Here a proof
 * does without them too: what it let through was as sound as before.
 */
export function answersInVain(marked: i32): bool {
  return aim != BEST_MOVE && isQuiet(marked) && !exchangeReaches(marked & MOVE_BITS, 0);
}

/** What taking a man worth `value` adds to a score at most. */
function mostOf(value: i32): i32 {
  return fine ? MEN_SCALE * value + QUIET_STEP : value;
}

/** What an exchange has to win to raise a score by more than `need`, or may; it must not lose in any case. */
export function leastToWin(need: i32): i32 {
  return max(0, fine ? (need - QUIET_STEP + MEN_SCALE) / MEN_SCALE : need + 1);
}

/** The other side's men whose loss may raise the score by more than `need`. */
export function preyOf(need: i32): u64 {
  if (mostOf(valueOf(PAWN)) > need) return ~(<u64>0);
  const them = side ^ BLACK;
  const minors = pieces(them | KNIGHT) | pieces(them | BISHOP);
  return (
    select<u64>(minors, 0, mostOf(valueOf(KNIGHT)) > need) |
    select<u64>(pieces(them | ROOK), 0, mostOf(valueOf(ROOK)) > need) |
    select<u64>(pieces(them | QUEEN), 0, mostOf(valueOf(QUEEN)) > need)
  );
}

/** Whether a capture or promotion may be worth a look: one of the prey is there, or a pawn may promote or take in passing. */
export function mayWin(prey: u64): bool {
  return prey != 0 || epSquare != NO_SQUARE || mayPromote();
}
