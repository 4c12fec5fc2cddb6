/**
 * l1, the structural scan: every legal move of the canonical board against every pattern. One file a pattern says what it is
 * (patterns/); this one only leads them past the moves.
 */
import { SCAN_FRAME } from './memory';
import { makeMove, unmakeMove } from './board/position';
import { EVERY_MOVE, generate } from './moves/generate';
import { findBackRankMate } from './patterns/backRankMate';
import { checks, lookAfter, lookAtMove, lookBefore } from './patterns/context';
import { findDeflection } from './patterns/deflection';
import { findDiscoveredAttack, findDiscoveredCheck } from './patterns/discoveredAttack';
import { findDoubleCheck } from './patterns/doubleCheck';
import { findFork } from './patterns/fork';
import { findInterference } from './patterns/interference';
import { findPin, findRelativePin } from './patterns/pin';
import { findSkewer } from './patterns/skewer';
import { findSmotheredMate } from './patterns/smotheredMate';
import { findTrappedPiece } from './patterns/trappedPiece';

/** Emits the candidates of one move; `lookBefore` must have seen the position. */
export function examine(move: i32): void {
  lookAtMove(move);
  makeMove(move);
  lookAfter();
  findFork();
  findPin();
  findRelativePin();
  findSkewer();
  findDiscoveredAttack();
  if (checks != 0) {
    findDiscoveredCheck();
    findDoubleCheck();
    findBackRankMate();
    findSmotheredMate();
  }
  findDeflection();
  findInterference();
  findTrappedPiece();
  unmakeMove(move);
}

/** Emits the candidates of every legal move. */
export function scanMoves(): void {
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  lookBefore();
  for (let at = SCAN_FRAME; at < end; at += 4) examine(load<i32>(at));
}
