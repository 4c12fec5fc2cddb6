/**
 * Passes over moves from their squares alone: more than half of the legal moves of a game. Once a position the squares are worked out to
 * which each white man may go for anything. A square counts for what it may attack from there, a man that may fall to it; or for what
 * else changes: captures, checks, pins, lines that it opens by leaving or closes by coming. What the move may then start is for glance.ts to say.
 */
import { attacks, bishopAttacks, kingAttacks, knightAttacks, lineThrough, rookAttacks } from '../board/attacks';
import { pawnsAttack } from '../board/attackers';
import { moveFrom, moveKind, moveTo } from '../board/move';
import { allOf, castling, epSquare, kingSquare, NO_SQUARE, pieces } from '../board/position';
import { BISHOP, BLACK, first, KING, KNIGHT, PAWN, QUEEN, RANK_7, ROOK, WHITE } from '../board/squares';
import { MOVERS } from '../memory';
import { checkSquares, unmaskers } from '../moves/checks';
import { EVERY_MOVE, generate, generateCastling, generateEnPassant, generatePawns, list } from '../moves/generate';
import { holds, occBefore, whiteHeld } from './context';
import {
  blackReach,
  blackSliders,
  firmMinors,
  firmPawns,
  firmRooks,
  guardLines,
  hungBefore,
  whiteBeyond,
  whiteSliders,
} from './reach';
import {
  besieged,
  kingBit,
  blacks,
  chained,
  falliblesOf,
  hungWays,
  loosePawns,
  loosePieces,
  officers,
  pinned,
  pinnedFoes,
  pinnedWays,
  pinSquares,
  pinZone,
  readStanding,
  runners,
  seenThrough,
  worthMore,
} from './standing';

/** What stands on the board but White's sliders. */
let still: u64 = 0;
/** Squares that a piece may leave for more than what it attacks elsewhere. */
let pivots: u64 = 0;
/** What no piece attacks in vain, whatever its kind; and the squares from which a knight, bishop, rook and king attack some of it. */
let lures: u64 = 0;
let knightPosts: u64 = 0;
let bishopPosts: u64 = 0;
let rookPosts: u64 = 0;
let kingPosts: u64 = 0;

// --- of all pieces of a kind
/** Black men that may fall to one: it attacks them, and nothing else has changed. */
let kindFallible: u64 = 0;
/** Black pieces that it would fork: the king, those worth more, and those that nobody guards. */
export let forkable: u64 = 0;
/** Squares that black men worth less guard, whom no pin binds. */
export let refused: u64 = 0;
/** Squares to which a piece may go for more than what it then attacks: one of any kind, one of this. */
let posts: u64 = 0;
let kindAlert: u64 = 0;

// --- of the piece that moves
/** What White's sliders see once it is gone. */
export let opened: u64 = 0;
/** The same as of its kind, but for what is then attacked from behind it. */
export let fallible: u64 = 0;
export let alert: u64 = 0;

/** A record at MOVERS: `opened` and these, what its kind has, and the squares to which the piece may go for anything. */
const MOVER_BYTES: usize = 64;
const ALERT: usize = 8;
const FALLIBLE: usize = 16;
const FORKABLE: usize = 24;
const REFUSED: usize = 32;
const WANTED: usize = 40;

/** Squares that black men worth less than a piece of this kind guard. */
function refusedTo(kind: i32): u64 {
  return kind == QUEEN ? firmRooks : kind == ROOK ? firmMinors : kind == KNIGHT || kind == BISHOP ? firmPawns : 0;
}

/**
 * Reads from where what is worth attacking is attacked. White's sliders are thought away, for one that moves along a line no longer stands
 * in its own way.
 */
function readLures(): void {
  still = occBefore & ~(pieces(WHITE | BISHOP) | pieces(WHITE | ROOK) | pieces(WHITE | QUEEN));
  lures = pinned | hungWays | loosePieces | loosePawns | (besieged & ~chained);
  knightPosts = bishopPosts = rookPosts = kingPosts = 0;
  let set = lures;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    knightPosts |= knightAttacks(square);
    kingPosts |= kingAttacks(square);
    bishopPosts |= bishopAttacks(square, still);
    rookPosts |= rookAttacks(square, still);
  }
}

/** Squares from which a knight, bishop, rook or queen attacks some of a set; none for the others. */
function postsFor(kind: i32, set: u64): u64 {
  let found: u64 = 0;
  while (set != 0) {
    const square = first(set);
    set &= set - 1;
    found |= kind == KNIGHT ? knightAttacks(square) : 0;
    found |= kind == BISHOP || kind == QUEEN ? bishopAttacks(square, still) : 0;
    found |= kind == ROOK || kind == QUEEN ? rookAttacks(square, still) : 0;
  }
  return found;
}

/** Reads what all pieces of a kind have in common. */
function readKind(kind: i32): void {
  kindFallible = falliblesOf(kind);
  forkable = kind == PAWN ? officers : kingBit | worthMore(kind) | (officers & ~blackReach);
  refused = refusedTo(kind);
  kindAlert = runners != 0 ? ~(<u64>0) : posts | pinSquares(kind) | checkSquares(kind) | (kind == PAWN ? RANK_7 : 0);
}

/** Reads White's men of one kind. @param lured squares from which they attack what is worth attacking */
function readMen(kind: i32, lured: u64): void {
  let set = pieces(WHITE | kind);
  if (set == 0) return;
  readKind(kind);
  lured |= postsFor(kind, worthMore(kind) & ~lures);
  while (set != 0) {
    readMover(kind, first(set), lured);
    set &= set - 1;
  }
}

/** Reads White's men. */
function readMovers(): void {
  readMen(PAWN, pawnsAttack(BLACK, officers | besieged | lures));
  readMen(KNIGHT, knightPosts);
  readMen(BISHOP, bishopPosts);
  readMen(ROOK, rookPosts);
  readMen(QUEEN, bishopPosts | rookPosts);
  readMen(KING, kingPosts);
}

/** Reads a piece whose kind is known. @param lured squares from which it attacks what is worth attacking */
function readMover(kind: i32, from: i32, lured: u64): void {
  fallible = kindFallible;
  opened = 0;
  alert = kindAlert;
  if (holds(pivots, from)) alert = ~(<u64>0);
  else if (pinned != 0 && (attacks(kind, from, occBefore) & pinnedFoes) != 0) alert = ~(<u64>0);
  if (holds(whiteSliders, from)) readOpened(kind, from);
  // Beside what all of its kind may take, what a slider behind it lets fall.
  const more = fallible & ~kindFallible;
  if (more != 0) lured |= postsFor(kind, more);
  const record = MOVERS + <usize>from * MOVER_BYTES;
  store<u64>(record, opened);
  store<u64>(record, alert, ALERT);
  store<u64>(record, fallible, FALLIBLE);
  store<u64>(record, forkable, FORKABLE);
  store<u64>(record, refused, REFUSED);
  store<u64>(record, alert | lured, WANTED);
}

/** Reads what sliders behind the piece see once it is gone. */
function readOpened(kind: i32, from: i32): void {
  opened = seenThrough(from);
  if ((opened & hungWays) != 0) alert = ~(<u64>0);
  let unmasked = opened & blacks;
  // A pawn in front of the slider guards one of them: if it takes back, the slider takes part.
  if ((unmasked & chained) != 0 && kind <= BISHOP) fallible |= pieces(BLACK | KNIGHT) | pieces(BLACK | BISHOP);
  if (kind != PAWN) unmasked &= ~(chained & ~pinned);
  // A piece that goes along a slider's line still stands in its way.
  while (unmasked != 0) {
    alert |= ~lineThrough(from, first(unmasked));
    unmasked &= unmasked - 1;
  }
}

/** Reads the position; `lookBefore` has seen it. */
export function prepareGlances(): void {
  readStanding();
  posts = blacks | pinZone | pinnedWays | (guardLines & blackReach);
  pivots = unmaskers | pinZone | pinnedWays | (hungBefore != 0 ? blackSliders : blackSliders & whiteBeyond);
  readLures();
  readMovers();
}

/** Looks up what is known of the piece on a square. */
export function recallMover(from: i32): void {
  const record = MOVERS + <usize>from * MOVER_BYTES;
  opened = load<u64>(record);
  alert = load<u64>(record, ALERT);
  fallible = load<u64>(record, FALLIBLE);
  forkable = load<u64>(record, FORKABLE);
  refused = load<u64>(record, REFUSED);
}

/** Whether a move may start anything at all: 1 or 0, told without a branch, which no processor could predict. */
export function wanted(move: i32): i32 {
  const squares = wantedFrom(moveFrom(move));
  // Kinds 1 to 6: promotions, en passant and castling.
  const special = ((moveKind(move) + 1) & 6) != 0 ? 1 : 0;
  return ((<i32>(squares >> (<u64>moveTo(move)))) & 1) | special;
}

/**
 * Keeps those moves of a list that may start anything, in their order.
 * @returns the address behind the last of them
 */
export function sift(start: usize, end: usize): usize {
  let kept = start;
  for (let at = start; at < end; at += 4) {
    const move = load<i32>(at);
    store<i32>(kept, move);
    kept += (<usize>wanted(move)) << 2;
  }
  return kept;
}

/** Squares to which the piece on a square may go for anything. */
function wantedFrom(from: i32): u64 {
  return load<u64>(MOVERS + <usize>from * MOVER_BYTES, WANTED);
}

/** Lists those moves of some pieces that may start anything. @param to squares that are not their own men's */
function listPieces(end: usize, kind: i32, king: i32, to: u64): usize {
  let set = pieces(WHITE | kind);
  while (set != 0) {
    const from = first(set);
    set &= set - 1;
    const line = holds(whiteHeld, from) ? lineThrough(king, from) : ~(<u64>0);
    end = list(end, from, attacks(WHITE | kind, from, occBefore) & to & line & wantedFrom(from));
  }
  return end;
}

/**
 * Lists from address `start` those legal moves that may start anything, in the order of `generate`.
 * @returns the address behind the last of them
 */
export function listWanted(start: usize): usize {
  const king = kingSquare(WHITE);
  if (holds(blackReach, king)) return sift(start, generate(start, EVERY_MOVE));
  const to = ~allOf(WHITE);
  const pawns = list(start, king, kingAttacks(king) & to & ~blackReach & wantedFrom(king));
  let end = generatePawns(pawns, WHITE, king, occBefore, blacks, ~(<u64>0), whiteHeld, EVERY_MOVE);
  if (epSquare != NO_SQUARE) end = generateEnPassant(end, WHITE, king, occBefore);
  end = sift(pawns, end);
  for (let kind = KNIGHT; kind <= QUEEN; kind++) end = listPieces(end, kind, king, to);
  return castling == 0 ? end : generateCastling(end, WHITE, king, occBefore);
}
