/**
 * The kernel's only exports: integers in and out, and flat records in linear memory. Their callers are `kernel-engine.ts` and `explain.ts`
 * of `src/tactics`; `engine.ts` beside them documents the calls in the outside's terms. Addresses come from here, so that no layout is
 * written down twice.
 */
import { forgetAll, scanAlong, scanRead } from './along';
import { initAttacks } from './board/attacks';
import { readFen, writeFen } from './board/fen';
import { initKeys } from './board/hash';
import { hash, initPosition, material, side } from './board/position';
import { WHITE } from './board/squares';
import { INPUT, INPUT_BYTES, MAX_MOVES, MEMORY_BASE, MOVES, OUTPUT, OUTPUT_BYTES } from './memory';
import { listLegal, playPublic } from './moves/line';
import { perftBulk } from './moves/perft';
import { NONE, resolvePublic } from './moves/resolve';
import { writeSan } from './moves/san';
import { selfCheck } from './moves/selfcheck';
import { fault, faultLength, faultOffset, readMovetext } from './movetext';
import { turned } from './canonical';
import { countOverlooked } from './scan';
import { BAR, rootAt, roots } from './tree/roots';
import { initNetwork, positionWorth } from './tree/network';
import { nodes } from './tree/tree';
import { INPUT_WEIGHTS } from './tree/weights';
import { explainRoot } from './explain';
import { solvePosition, worthOf } from './solve';
import { analyzePosition, candidateCount, candidateMask } from './analyze';

// What the compiler lays down, the weights above all, must lie behind the areas of memory.ts and before the input.
if (INPUT_WEIGHTS < MEMORY_BASE || __heap_base > INPUT) unreachable();

initAttacks();
initKeys();
initPosition();
initNetwork();

export function inputAddress(): usize {
  return INPUT;
}

export function inputCapacity(): i32 {
  return INPUT_BYTES;
}

export function outputAddress(): usize {
  return OUTPUT;
}

export function outputCapacity(): i32 {
  return OUTPUT_BYTES;
}

/** Sets the position from `length` bytes of FEN at the input address; 0, or what is wrong (board/fen.ts). */
export function setFen(length: i32): i32 {
  return readFen(length);
}

/** Writes the FEN of the position to the output address; its length. */
export function getFen(canonical: bool): i32 {
  return writeFen(OUTPUT, canonical);
}

export function positionHash(): u64 {
  return hash;
}

/** The two halves of the same: numbers where a u64 would be a bigint. */
export function hashLow(): i32 {
  return <i32>hash;
}

export function hashHigh(): i32 {
  return <i32>(hash >> 32);
}

export function perft(depth: i32): u64 {
  return perftBulk(depth);
}

/** Walks all lines of `depth` plies, null moves included: the positions whose incremental state is not what their board says. */
export function countMismatches(depth: i32): u32 {
  return selfCheck(depth);
}

/** Legal moves at which the scan's glance and its full look do not find the same candidates. */
export function overlooked(): i32 {
  return countOverlooked();
}

/** Writes the legal moves to the output address, two bytes each, in no promised order; their number. */
export function legalMoves(): i32 {
  return listLegal(OUTPUT);
}

/**
 * Plays a move given in its public form (0: the null move); what was played can no longer be taken back.
 * @returns false, the position unchanged, where the move is not legal
 */
export function play(move: i32): bool {
  return playPublic(move);
}

/** Writes the SAN of a move given in its public form to the output address; its length, 0 where the move is not legal. */
export function san(move: i32): i32 {
  const found = resolvePublic(move);
  return found == NONE ? 0 : writeSan(OUTPUT, found);
}

/**
 * Reads and plays the main line of one game: `length` bytes of movetext at the input address, from the current position on.
 * @returns the number of moves at `movesAddress`, two bytes each in public form: all of them, or those before the fault. The bytes of
 *   movetext up to the end of each move are at the output address, four bytes each, until the next call
 */
export function decodeMovetext(length: i32): i32 {
  return readMovetext(length);
}

export function movesAddress(): usize {
  return MOVES;
}

/** The most moves that are read of a game. */
export function movesCapacity(): i32 {
  return MAX_MOVES;
}

/** What stopped the reading of the last game (movetext.ts), 0 where nothing did. */
export function faultCode(): i32 {
  return fault;
}

/** Offset of the text at fault in the movetext, in bytes. */
export function faultAt(): i32 {
  return faultOffset;
}

/** Its length in bytes. */
export function faultBytes(): i32 {
  return faultLength;
}

/**
 * Analyses the position, which stays as it is.
 * @param depth 1 for l1, 2 for l2
 * @param mask patterns wanted, one bit each
 * @returns bytes of packed records at the output address
 */
export function analyze(depth: i32, mask: i32): i32 {
  return analyzePosition(depth, mask);
}

/** l1 patterns of the position analysed last, one bit each, whatever the mask was. */
export function foundMask(): i32 {
  return candidateMask;
}

/** l1 candidates of the position analysed last, all of them where a move starts one pattern twice, whatever the mask was. */
export function foundCount(): i32 {
  return candidateCount;
}

/**
 * Plays a game from the position that is set, `count` moves in public form at the input address, two bytes each, and looks at l1 at
 * its positions `from` up to, but not including, `to`; 0 is the first.
 * @returns the candidates in these positions, whose masks then stand at the output address, two bytes for every position of the
 *   game; or, where move `n` is not legal, -n
 */
export function scanGame(count: i32, from: i32, to: i32): i32 {
  return scanAlong(count, from, to);
}

/** The same of the game that `decodeMovetext` read last, from where it began: at most one position more than there are moves. */
export function scanDecoded(from: i32, to: i32): i32 {
  return scanRead(from, to);
}

/** Forgets what `scanGame` remembers of positions: it changes no answer, only the time that it takes. */
export function forget(): void {
  forgetAll();
}

/** Triggers that the last analysis searched, none at l1; see tree/roots.ts for what stands at `triggerAddress`. */
export function triggerCount(): i32 {
  return roots;
}

export function triggerAddress(index: i32): usize {
  return rootAt(index);
}

/**
 * Says what became of trigger `index` of the last analysis, and what play decided. The position must still be the one analysed.
 * @returns bytes of the record at the output address, as explain.ts describes it
 */
export function explainTrigger(index: i32): i32 {
  return explainRoot(index);
}

/**
 * Looks for the only move that wins, and its line. The position stays as it is.
 * @returns bytes of the solution at the output address, as solve.ts describes it
 */
export function solve(): i32 {
  return solvePosition();
}

/** What the side to move can get at best, in centipawns, by its own attack or against the other side's; see solve.ts. */
export function worth(attacking: bool): i32 {
  return worthOf(attacking);
}

/** What a tactic wins at least, in centipawns. */
export function leastGain(): i32 {
  return BAR;
}

/** Material of the side to move less the other side's, in centipawns. */
export function materialBalance(): i32 {
  return side == WHITE ? material : -material;
}

/** What the network makes of the position as it stands, nothing searched: centipawns for the side to move, as Stockfish counts them. */
export function estimate(): i32 {
  return positionWorth();
}

/** Nodes that the last analysis took; those of explanations come on top. */
export function nodeCount(): i32 {
  return nodes;
}

/** What squares of that analysis are xored with to be the caller's: it runs on a canonical board. */
export function boardTurn(): i32 {
  return turned;
}
