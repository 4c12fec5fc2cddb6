/**
 * Attribution: a trigger that wins is reported for a pattern only where the line of best play cashes in on that pattern's structure,
 * not merely where something good happens on the board. What that means for each pattern is said in its own file; this one
 * leads the rules along the line.
 */
import {
  BACK_RANK_MATE,
  candidateAt,
  candidateKey,
  candidatePattern,
  candidateTarget,
  candidates,
  clearCandidates,
  DEFLECTION,
  DISCOVERED_ATTACK,
  DOUBLE_CHECK,
  INTERFERENCE,
  isWithheld,
  moveTarget,
  PIN,
  secondTargetKind,
  SKEWER,
  SMOTHERED_MATE,
  targetOn,
} from './candidates';
import { EMPTY, KING, KNIGHT, valueOf } from './board/squares';
import { isCapture, makeMove, material, moveTo, NO_SQUARE, unmakeMove } from './board/position';
import { LINE_BYTES, LINES, MAX_LINES, SCAN_FRAME } from './memory';
import { EVERY_MOVE, generate } from './moves/generate';
import { findBackRankMate } from './patterns/backRankMate';
import { borneOutBehind, isCompleted, SEQUEL_PATTERNS } from './patterns/borneOut';
import { checks, lookAfter, lookAtMove, lookBefore } from './patterns/context';
import { explainDeflection, explainDrivenGuard } from './patterns/deflection';
import { explainDiscoveredAttack, explainRescue, findDiscoveredCheck } from './patterns/discoveredAttack';
import { findDoubleCheck } from './patterns/doubleCheck';
import { explainPawnFork, findFork } from './patterns/fork';
import { EVERYTHING } from './patterns/glance';
import { explainInterference } from './patterns/interference';
import { explainPinnedTakers, explainRelativePin, findPin, helpsCapture } from './patterns/pin';
import { blowTo, follows, lookAhead, prey, replyFrom, replyTo } from './patterns/sequel';
import { explainSkewer } from './patterns/skewer';
import { findSmotheredMate } from './patterns/smotheredMate';
import { explainTrappedPiece, findTrappedPiece } from './patterns/trappedPiece';
import { addResult, isReported, reportedMask } from './records';
import { examine } from './scan';
import { completeLine, gainOf, safeLength, settledLength } from './tree/lines';
import {
  BAR,
  bar,
  isMating,
  lineAddress,
  lineLength,
  plainGainOf,
  pliesToMate,
  rootForcing,
  rootMove,
  rootScore,
  startDefences,
  tryDefence,
} from './tree/roots';
import { tryNearDefence } from './tree/verify';

/** Patterns that are mates, one bit each. */
const MATE_PATTERNS: i32 = (1 << BACK_RANK_MATE) | (1 << SMOTHERED_MATE);

/**
 * Patterns that a defence nearly as good as the toughest bears out too: where it takes what is offered, which is what everybody looks at
 * first, and where it does not: then it is the reply itself that interferes, or cuts off what the move has left in its way.
 */
const NEAR_TAKING: i32 = (1 << SKEWER) | (1 << DISCOVERED_ATTACK) | (1 << DEFLECTION) | (1 << INTERFERENCE);
const NEAR_QUIET: i32 = 1 << INTERFERENCE;

/** Plies up to which something that stands later in a line counts: so far the tree looks at every answer. Lines that mate are exempt. */
const LATEST: i32 = 4;

/** Plies up to which it is asked whether another defence runs into a mate that has a name. */
const NAMED_MATE: i32 = 5;

/** The trigger at hand, and what l1 has of it, one bit a pattern: nothing else is reported to stand at the trigger itself. */
let root: usize = 0;
let structures: i32 = 0;
/** Material before the trigger. */
let materialBefore: i32 = 0;
/** Whether the trigger wins as much as a plain capture. */
let plain: bool = false;
/** Whether the trigger wins most of it by its own exchange: then it offers nothing, and deflects nobody. */
let paid: bool = false;
/** Whether the blow behind the reply at hand wins back what the reply took elsewhere: then the capture alone does not explain the gain. */
let restores: bool = false;
/** Patterns that are asked for, one bit each. */
let wanted: i32 = -1;
/** The line at hand: u16 a move. */
let line: usize = 0;
let length: i32 = 0;
let gain: i32 = 0;
/** Lines of other defences that are kept. */
let keptLines: i32 = 0;

/** Starts a position. */
export function clearLines(): void {
  keptLines = 0;
}

function lineMove(index: i32): i32 {
  return index < length ? <i32>load<u16>(line + ((<usize>index) << 1)) : 0;
}

/** Whether a structure lets a capture win that would win nothing without: an absolute pin, or a double check. */
function enables(candidate: usize): bool {
  const pattern = candidatePattern(candidate);
  if (pattern == DOUBLE_CHECK) return true;
  return (
    pattern == PIN &&
    secondTargetKind(candidate) == KING &&
    helpsCapture(candidateKey(candidate), candidateTarget(candidate))
  );
}

/** Whether l1 has the pattern of the trigger: nothing else stands there. */
function isSeen(candidate: usize): bool {
  return (structures & (1 << candidatePattern(candidate))) != 0 && !isWithheld(candidate);
}

/**
 * Takes what the rules have emitted as standing at move `index`; the number of new results.
 * @param replied whether reply and blow have borne it out: then it may stand from the reply on
 */
function report(index: i32, replied: bool = false): i32 {
  const trigger = rootMove(root);
  let added = 0;
  for (let i = 0; i < candidates; i++) {
    const candidate = candidateAt(i);
    const pattern = candidatePattern(candidate);
    if ((wanted & (1 << pattern)) == 0) continue;
    const late = index == 0 && !isSeen(candidate);
    if (late && !(replied && isCompleted(candidate))) continue;
    if (isReported(pattern, trigger)) continue;
    if (plain && !restores && !enables(candidate)) continue;
    if (paid && pattern == DEFLECTION && index < 2) continue;
    const gone = late ? targetOn(candidate, replyFrom) : -1;
    if (gone >= 0) moveTarget(candidate, gone, replyTo);
    addResult(candidate, trigger, gain, pliesToMate(root), late ? 1 : index, rootForcing(root), line, length);
    added++;
  }
  clearCandidates();
  return added;
}

/** What the reply and the blow cash in on; the move at `index` is made. */
function reportSequel(index: i32): i32 {
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

/**
 * Takes what the line's move `index` stands for; the position is the one before it. A pattern that arises later and is not what the line
 * ends in counts only where nothing before it explains the gain.
 */
function attributeMove(index: i32): void {
  const move = lineMove(index);
  const unexplained = reportedMask(rootMove(root)) == 0;
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
    if (index == 0) findTrappedPiece();
    else explainTrappedPiece();
    if (index == 0 || unexplained) findFork();
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
function attributeRest(index: i32): void {
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

/** Whether the mate is near, and none that has a name so far. */
function awaitsMate(): bool {
  return isMating(root) && pliesToMate(root) <= NAMED_MATE && (reportedMask(rootMove(root)) & MATE_PATTERNS) == 0;
}

/** Whether l1 has a pattern of the trigger that waits to be borne out by what follows, or the mate waits for its name. */
function awaitsDefences(): bool {
  return (structures & SEQUEL_PATTERNS & ~reportedMask(rootMove(root))) != 0 || awaitsMate();
}

/** Looks at a reply and the blow behind it; the trigger is made, or the later move that is asked about. */
function look(reply: i32, blow: i32): void {
  lookAhead(reply, blow);
  restores = follows && prey != EMPTY && blowTo != moveTo(rootMove(root)) && leavesNothing(reply);
}

/** Whether nothing is won once a reply is made. */
function leavesNothing(reply: i32): bool {
  makeMove(reply);
  const won = material - materialBefore;
  unmakeMove(reply);
  return won < BAR;
}

/** Makes a move and looks at it from all sides. */
function stand(move: i32): void {
  lookBefore();
  lookAtMove(move);
  makeMove(move);
  lookAfter(false);
}

/** Takes the mate that a line ends in, from the position before it; the number of new results. */
function reportMate(): i32 {
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
 * Best play need not be unique: where a defence that loses no more runs into a structure that stands at the trigger, or into a mate that
 * has a name, the line with that defence bears it out.
 */
function attributeDefences(): void {
  const move = rootMove(root);
  startDefences();
  stand(move);
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  for (let at = SCAN_FRAME; at < end && keptLines < MAX_LINES && awaitsDefences(); at += 4) {
    const reply = load<i32>(at);
    // Most replies bear out nothing whatever comes, which is seen at no cost.
    if (!awaitsMate() && (borneOutBehind(reply) & ~reportedMask(move)) == 0) continue;
    line = LINES + <usize>keptLines * LINE_BYTES;
    length = tryDefence(root, reply, line);
    if (length < 3) continue;
    unmakeMove(move);
    if (!isMating(root)) length = settledLength(line, length);
    gain = gainOf(line, length);
    let added = isMating(root) ? reportMate() : 0;
    stand(move);
    if (length < 3) continue;
    look(reply, lineMove(2));
    clearCandidates();
    added += reportSequel(0);
    if (added > 0) keptLines++;
  }
  unmakeMove(move);
}

/**
 * Turns to the line behind a reply that is nearly as good as the toughest, and takes back the trigger, which is made; not where the reply
 * is worse, or the line has fewer than `least` moves.
 */
function takeNearLine(reply: i32, least: i32): bool {
  line = LINES + <usize>keptLines * LINE_BYTES;
  length = tryNearDefence(root, reply, line);
  if (length < least) return false;
  unmakeMove(rootMove(root));
  length = safeLength(line, completeLine(line, settledLength(line, length)));
  gain = gainOf(line, length);
  return true;
}

/**
 * The toughest defence by a hair is not the only one: others that the defender may as well choose count where the structure shows before
 * anything is searched, and the line behind them cashes in on it.
 */
function attributeNearDefences(): void {
  const move = rootMove(root);
  const toughest = lineMove(1);
  stand(move);
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  for (let at = SCAN_FRAME; at < end && keptLines < MAX_LINES; at += 4) {
    const reply = load<i32>(at);
    if ((reply & 0xffff) == toughest) continue;
    wanted = (isCapture(reply) ? NEAR_TAKING : NEAR_QUIET) & ~reportedMask(move);
    if ((borneOutBehind(reply) & wanted) == 0) continue;
    if (!takeNearLine(reply, 3)) continue;
    stand(move);
    if (length < 3 || gain < BAR) continue;
    look(reply, lineMove(2));
    if (reportSequel(0) > 0) keptLines++;
  }
  unmakeMove(move);
  wanted = -1;
}

/** Reports what stands at the trigger side's later moves. @param rest whether it is what nothing else has explained */
function attributeLater(rest: bool = false): void {
  const before = material;
  let made = 0;
  while (made + 2 < length) {
    makeMove(lineMove(made++));
    makeMove(lineMove(made++));
    if (isSettled(made, material - before)) break;
    if (rest) attributeRest(made);
    else attributeMove(made);
  }
  while (made > 0) unmakeMove(lineMove(--made));
}

/**
 * Whoever is taken looks at taking back first: where that is nearly as good as the toughest defence, and nothing explains the gain so far,
 * what comes later behind it counts too.
 */
function attributeRecaptures(): void {
  const move = rootMove(root);
  const toughest = lineMove(1);
  makeMove(move);
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  for (let at = SCAN_FRAME; at < end && keptLines < MAX_LINES && reportedMask(move) == 0; at += 4) {
    const reply = load<i32>(at);
    if (moveTo(reply) != moveTo(move) || (reply & 0xffff) == toughest) continue;
    if (!takeNearLine(reply, 5)) continue;
    if (gain >= BAR) attributeLater();
    makeMove(move);
    if (reportedMask(move) != 0) keptLines++;
  }
  unmakeMove(move);
}

/** Turns back to the root's own line. */
function takeRootLine(): void {
  line = lineAddress(root);
  length = lineLength(root);
  gain = gainOf(line, length);
}

/**
 * Whether what comes later in the line no longer counts: it lies too far off, or is not what cashes in, for half is won, or a pattern
 * explains what is.
 */
function isSettled(made: i32, won: i32): bool {
  if (isMating(root)) return false;
  if (made > LATEST) return true;
  if (won < BAR) return false;
  return 2 * won >= gain || reportedMask(rootMove(root)) != 0;
}

/**
 * Reports the patterns that stand along a proven trigger's line.
 * @param improved whether the line is best play: then defences nearly as good count too
 */
export function attribute(proven: usize, improved: bool = false): void {
  root = proven;
  materialBefore = material;
  paid = !isMating(root) && 2 * plainGainOf(root) > rootScore(root) - bar + BAR;
  plain = rootScore(root) < bar + plainGainOf(root);
  lookBefore();
  clearCandidates();
  examine(rootMove(root), EVERYTHING);
  structures = 0;
  for (let i = 0; i < candidates; i++) {
    if (!isWithheld(candidateAt(i))) structures |= 1 << candidatePattern(candidateAt(i));
  }

  takeRootLine();
  attributeMove(0);
  if (awaitsDefences()) attributeDefences();
  takeRootLine();
  attributeLater();
  if (reportedMask(rootMove(root)) == 0) {
    attributeRest(0);
    attributeLater(true);
  }
  if (!improved || isMating(root)) return;
  attributeNearDefences();
  if (reportedMask(rootMove(root)) != 0) return;
  takeRootLine();
  attributeRecaptures();
}
