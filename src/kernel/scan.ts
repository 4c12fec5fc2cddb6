/**
 * l1, the structural scan: every legal move of the canonical board against every pattern. One file a pattern says what it is
 * (patterns/); this one only leads them past the moves.
 */
import { candidateAt, candidates, clearCandidates } from './candidates';
import { enterCanonical, leaveCanonical } from './canonical';
import { CANDIDATE_BYTES, MATE_FRAME, MAX_CANDIDATES, SCAN_FRAME } from './memory';
import { liftMove, makeMove, placeMove, unmakeMove } from './board/position';
import { EVERY_MOVE, generate } from './moves/generate';
import { findBackRankMate } from './patterns/backRankMate';
import { checks, lookAfter, lookAtMove, lookBefore } from './patterns/context';
import { findDeflection } from './patterns/deflection';
import { findDiscoveredAttack, findDiscoveredCheck } from './patterns/discoveredAttack';
import { findDoubleCheck } from './patterns/doubleCheck';
import { findFork, findPawnFork } from './patterns/fork';
import {
  EVERYTHING,
  glance,
  MAY_BIND,
  MAY_CHECK,
  MAY_DEFLECT,
  MAY_DISCOVER,
  MAY_FORK,
  MAY_INTERFERE,
  MAY_PIN,
  MAY_SKEWER,
  MAY_TRAP,
} from './patterns/glance';
import { findInterference } from './patterns/interference';
import { findPin, findPinnedTakers, findRelativePin } from './patterns/pin';
import { listWanted, prepareGlances, sift, wanted } from './patterns/sift';
import { findSkewer } from './patterns/skewer';
import { findSmotheredMate } from './patterns/smotheredMate';
import { findTrappedPiece } from './patterns/trappedPiece';

/**
 * Emits the candidates of one move; `lookBefore` must have seen the position.
 * @param may what the move may start, as `glance` has it
 */
export function examine(move: i32, may: i32): void {
  lookAtMove(move);
  // Rules that ask whose turn it is, or for replies, are about checks.
  const plain = may != EVERYTHING && (may & MAY_CHECK) == 0;
  let captured = 0;
  if (plain) captured = placeMove(move);
  else makeMove(move);
  lookAfter(may != EVERYTHING);
  if ((may & MAY_FORK) != 0) {
    findFork();
    findPawnFork();
  }
  if ((may & MAY_PIN) != 0) findPin();
  if ((may & MAY_SKEWER) != 0) {
    findRelativePin();
    findSkewer();
  }
  if ((may & MAY_BIND) != 0) findPinnedTakers();
  if (checks != 0) {
    // Where two lines are opened, the one to the king is what it is about.
    findDiscoveredCheck();
    findDoubleCheck();
    findBackRankMate();
    findSmotheredMate();
  }
  if ((may & MAY_DISCOVER) != 0) findDiscoveredAttack();
  if ((may & MAY_DEFLECT) != 0) findDeflection();
  if ((may & MAY_INTERFERE) != 0) findInterference();
  if ((may & MAY_TRAP) != 0) findTrappedPiece();
  if (plain) liftMove(move, captured);
  else unmakeMove(move);
}

/** Emits the candidates of every legal move. */
export function scanMoves(): void {
  lookBefore();
  prepareGlances();
  const end = listWanted(SCAN_FRAME);
  for (let at = SCAN_FRAME; at < end; at += 4) {
    const move = load<i32>(at);
    const may = glance(move);
    if (may != 0) examine(move, may);
  }
}

/**
 * Looks at every legal move twice, as the glance tells and in full: the number of moves of which the two do not emit the same candidates, one
 * more where the list that a scan makes is not what the sift leaves of all moves. Anything but 0 is a fault of `patterns/glance.ts`, or of a rule that it repeats the conditions of.
 */
export function countOverlooked(): i32 {
  enterCanonical();
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  lookBefore();
  prepareGlances();
  let wrong = 0;
  for (let at = SCAN_FRAME; at < end; at += 4) {
    const move = load<i32>(at);
    const may = wanted(move) ? glance(move) : 0;
    clearCandidates();
    // what is compared is more than what is written
    memory.fill(candidateAt(0), 0, <usize>MAX_CANDIDATES * CANDIDATE_BYTES);
    if (may != 0) examine(move, may);
    const seen = candidates;
    examine(move, EVERYTHING);
    if (candidates != 2 * seen) wrong++;
    else if (memory.compare(candidateAt(0), candidateAt(seen), <usize>seen * CANDIDATE_BYTES) != 0) wrong++;
  }
  const kept = sift(SCAN_FRAME, end) - SCAN_FRAME;
  if (listWanted(MATE_FRAME) - MATE_FRAME != kept || memory.compare(SCAN_FRAME, MATE_FRAME, kept) != 0) wrong++;
  clearCandidates();
  leaveCanonical();
  return wrong;
}
