/** The rules of all patterns, led along a line: what stands at the trigger, and at our later moves. */
import { inCheck } from '../board/attackers';
import { clearCandidates } from '../candidates';
import { KNIGHT, valueOf } from '../board/squares';
import { makeMove, material, NO_SQUARE, unmakeMove } from '../board/position';
import { findBackRankMate } from '../patterns/backRankMate';
import { checks } from '../patterns/context';
import { explainDeflection, explainDrivenGuard } from '../patterns/deflection';
import { explainDiscoveredAttack, explainRescue, findDiscoveredCheck } from '../patterns/discoveredAttack';
import { findDoubleCheck } from '../patterns/doubleCheck';
import { explainPawnFork, findFork } from '../patterns/fork';
import { explainInterference } from '../patterns/interference';
import { explainPinnedTakers, explainRelativePin, findPin } from '../patterns/pin';
import { blowTo, follows } from '../patterns/sequel';
import { explainSkewer } from '../patterns/skewer';
import { findSmotheredMate } from '../patterns/smotheredMate';
import { explainTrappedPiece, findTrappedPiece } from '../patterns/trappedPiece';
import { BAR, isMating } from '../tree/roots';
import { gain, length, lineMove, look, root, stand } from './line';
import { askFor, askForAll, explanations, report, reported, TELLING } from './report';

/**
 * Plies up to which something that stands later in a line counts: so far the tree looks at every answer. Beyond, what tells (TELLING) does
 * behind nothing but checks, for they leave few answers. Lines that mate are exempt.
 */
const LATEST: i32 = 4;

/**
 * Whether a fork counts at a later move, the line having won so much before. In a line that has won already, two loose pieces are found
 * nearly everywhere: the fork has to win most of the gain, and late in the line all of it.
 */
function mayFork(index: i32, won: i32): bool {
  return won < BAR || (index < LATEST && 3 * won <= gain);
}

/** What the reply and the blow cash in on; the move at `index` is made. */
export function reportSequel(index: i32): i32 {
  // Where the line mates, it is not for what stood behind that X had to go.
  if (!isMating(root)) explainSkewer();
  explainRelativePin();
  explainDeflection();
  let added = report(index, true);
  // Of these two the rule itself may say that they stand only from the reply on.
  let since = explainDiscoveredAttack();
  if (since >= 0) added += report(index + since, true);
  since = explainInterference();
  if (since >= 0) added += report(index + since, true);
  return added;
}

/** Takes the mate that the line ends in, from the position before it; the number of new results. */
export function reportMate(): i32 {
  for (let i = 0; i < length - 1; i++) makeMove(lineMove(i));
  stand(lineMove(length - 1));
  clearCandidates();
  findBackRankMate();
  findSmotheredMate();
  const added = report(length - 1);
  for (let i = length - 1; i >= 0; i--) unmakeMove(lineMove(i));
  return added;
}

/**
 * Takes what the line's move `index` stands for; the position is the one before it, and `won` what the line has won by then. A pattern that
 * arises later and is not what the line ends in counts only where nothing before it explains the gain; a pin by which nothing falls does not.
 */
export function attributeMove(index: i32, won: i32 = 0): void {
  const move = lineMove(index);
  const unexplained = explanations() == 0;
  stand(move);
  look(lineMove(index + 1), lineMove(index + 2));
  clearCandidates();
  findPin(follows ? blowTo : NO_SQUARE);
  if (checks != 0) {
    findDoubleCheck();
    findBackRankMate();
    findSmotheredMate();
    findDiscoveredCheck();
  }
  if (follows) {
    if (index == 0) findTrappedPiece(true);
    else explainTrappedPiece();
    if (index == 0 || (unexplained && mayFork(index, won))) findFork();
    // Where more is won than pawns, they are not what it is about.
    if (index == 0 && !isMating(root) && gain < valueOf(KNIGHT)) explainPawnFork();
  }
  report(index);
  if (follows && (index == 0 || unexplained)) reportSequel(index);
  unmakeMove(move);
}

/**
 * Takes of the line's move `index` what is asked only where nothing else explains the line: what a pin keeps from taking back, what is won
 * while something else is saved, and what a guard leaves that has to save itself.
 */
export function attributeRest(index: i32): void {
  const move = lineMove(index);
  stand(move);
  look(lineMove(index + 1), lineMove(index + 2));
  clearCandidates();
  explainPinnedTakers();
  explainRescue();
  if (report(index) == 0) {
    explainDrivenGuard();
    report(index, true);
  }
  unmakeMove(move);
}

/**
 * Reports what stands at the trigger side's later moves.
 * @param rest whether it is what nothing else has explained
 */
export function attributeLater(rest: bool = false): void {
  const before = material;
  let made = 0;
  let forced = true;
  while (made + 2 < length) {
    makeMove(lineMove(made++));
    forced = forced && inCheck();
    makeMove(lineMove(made++));
    const won = material - before;
    if (isSettled(made, won, forced)) break;
    if (made > LATEST && !isMating(root)) askFor(TELLING);
    if (rest) attributeRest(made);
    else attributeMove(made, won);
  }
  while (made > 0) unmakeMove(lineMove(--made));
  askForAll();
}

/**
 * Whether what comes later in the line no longer counts: it lies too far off, or is not what cashes in, for half is won, or a pattern
 * explains what is.
 */
function isSettled(made: i32, won: i32, forced: bool): bool {
  if (isMating(root)) return false;
  if (made > LATEST) return !forced || won >= BAR;
  if (won < BAR) return false;
  return 2 * won >= gain || reported() != 0;
}
