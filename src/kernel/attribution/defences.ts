/**
 * Best play need not be unique: defences other than the one in the trigger's line, each with a line of its own, at LINES. A pattern that such
 * a line bears out has it for its sequence.
 */
import {
  BACK_RANK_MATE,
  clearCandidates,
  DEFLECTION,
  DISCOVERED_ATTACK,
  INTERFERENCE,
  SKEWER,
  SMOTHERED_MATE,
} from '../candidates';
import { inCheck } from '../board/attackers';
import { moveTo } from '../board/move';
import { isCapture, makeMove, unmakeMove } from '../board/position';
import { LINE_BYTES, LINES, MAX_LINES, SCAN_FRAME } from '../memory';
import { EVERY_MOVE, generate } from '../moves/generate';
import { borneOutBehind, SEQUEL_PATTERNS } from '../patterns/borneOut';
import { completeLine, safeLength, settledLength } from '../tree/lines';
import { BAR, isMating, pliesToMate, rootMove } from '../tree/roots';
import { startDefences, tryDefence } from '../tree/triggers';
import { tryNearDefence } from '../tree/verify';
import { gain, length, lineMove, look, root, stand, takeLine } from './line';
import { attributeLater, reportMate, reportSequel } from './moves';
import { askFor, askForAll, isAwaited, isUnexplained, reported, TELLING } from './report';

/** Patterns that are mates, one bit each. */
const MATE_PATTERNS: i32 = (1 << BACK_RANK_MATE) | (1 << SMOTHERED_MATE);

/**
 * Centipawns by which a defence may be worse than the toughest to be one that the defender may as well choose; and while nothing explains the
 * gain, not even the trigger's own exchange: the weights err by as much where men are about to fall, and what the structure shows is then the
 * likelier defence.
 */
const NEAR: i32 = 80;
const NEAR_UNEXPLAINED: i32 = 300;

/**
 * Patterns that a defence nearly as good as the toughest bears out too: where it takes what is offered, which is what everybody looks at
 * first, and where it does not: then it is the reply itself that interferes, or cuts off what the move has left in its way.
 */
const NEAR_TAKING: i32 = (1 << SKEWER) | (1 << DISCOVERED_ATTACK) | (1 << DEFLECTION) | (1 << INTERFERENCE);
const NEAR_QUIET: i32 = 1 << INTERFERENCE;

/** Plies up to which it is asked whether another defence runs into a mate that has a name. */
const NAMED_MATE: i32 = 5;

/** Lines that are kept. */
let keptLines: i32 = 0;

/** Starts a position. */
export function clearLines(): void {
  keptLines = 0;
}

/** Where the next line is written, and stays if it is kept. */
function nextLine(): usize {
  return LINES + <usize>keptLines * LINE_BYTES;
}

/** Whether the mate is near, and none that has a name so far. */
function awaitsMate(): bool {
  return isMating(root) && pliesToMate(root) <= NAMED_MATE && (reported() & MATE_PATTERNS) == 0;
}

/** Whether l1 has a pattern of the trigger that waits to be borne out by what follows, or the mate waits for its name. */
export function awaitsDefences(): bool {
  return isAwaited(SEQUEL_PATTERNS) || awaitsMate();
}

/**
 * Where a defence that loses no more runs into a structure that stands at the trigger, or into a mate that has a name, the line with that
 * defence bears it out.
 */
export function attributeDefences(): void {
  const move = rootMove(root);
  startDefences();
  stand(move);
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  for (let at = SCAN_FRAME; at < end && keptLines < MAX_LINES && awaitsDefences(); at += 4) {
    const reply = load<i32>(at);
    // Most replies bear out nothing whatever comes, which is seen at no cost.
    if (!awaitsMate() && (borneOutBehind(reply) & ~reported()) == 0) continue;
    const address = nextLine();
    const moves = tryDefence(root, reply, address);
    if (moves < 3) continue;
    unmakeMove(move);
    takeLine(address, isMating(root) ? moves : settledLength(address, moves));
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
 * Turns to the line behind a reply that is worse than the toughest by no more than `near`, and takes back the trigger, which is made; not
 * where the reply is worse, or the line has fewer than `least` moves.
 */
function takeNearLine(reply: i32, near: i32, least: i32): bool {
  const address = nextLine();
  const moves = tryNearDefence(root, reply, address, near);
  if (moves < least) return false;
  unmakeMove(rootMove(root));
  takeLine(address, safeLength(address, completeLine(address, settledLength(address, moves))));
  return true;
}

/**
 * The toughest defence by a hair is not the only one: others that the defender may as well choose count where the structure shows before
 * anything is searched, and the line behind them cashes in on it. Once one has explained the gain, the others have to be the nearer.
 */
export function attributeNearDefences(): void {
  const move = rootMove(root);
  const toughest = lineMove(1);
  stand(move);
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  for (let at = SCAN_FRAME; at < end && keptLines < MAX_LINES; at += 4) {
    const reply = load<i32>(at);
    if ((reply & 0xffff) == toughest) continue;
    const wanted = (isCapture(reply) ? NEAR_TAKING : NEAR_QUIET) & ~reported();
    if ((borneOutBehind(reply) & wanted) == 0) continue;
    if (!takeNearLine(reply, isUnexplained() ? NEAR_UNEXPLAINED : NEAR, 3)) continue;
    stand(move);
    if (length < 3 || gain < BAR) continue;
    look(reply, lineMove(2));
    askFor(wanted);
    if (reportSequel(0) > 0) keptLines++;
    askForAll();
  }
  unmakeMove(move);
}

/**
 * Whoever is taken looks at taking back first, and whoever is in check has few answers: where such a reply is nearly as good as the
 * toughest defence, and nothing explains the gain so far, what comes later behind it counts too; where taking back is somewhat worse, some
 * of that.
 */
export function attributeLikelyReplies(): void {
  const move = rootMove(root);
  const toughest = lineMove(1);
  makeMove(move);
  const checked = inCheck();
  const end = generate(SCAN_FRAME, EVERY_MOVE);
  for (let at = SCAN_FRAME; at < end && keptLines < MAX_LINES && reported() == 0; at += 4) {
    const reply = load<i32>(at);
    const takesBack = moveTo(reply) == moveTo(move);
    if (!(takesBack || checked) || (reply & 0xffff) == toughest) continue;
    if (!takeNearLine(reply, NEAR, 5)) {
      if (!takesBack || !isUnexplained() || !takeNearLine(reply, NEAR_UNEXPLAINED, 5)) continue;
      askFor(TELLING);
    }
    if (gain >= BAR) attributeLater();
    askForAll();
    makeMove(move);
    if (reported() != 0) keptLines++;
  }
  unmakeMove(move);
}
