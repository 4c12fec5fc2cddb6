/**
 * What the proven line has follow on a move of White's: Black's reply and White's next blow. The rules in the neighbouring files ask
 * here why the blow works. Read with the move made and the reply not yet.
 */
import { attacks } from '../board/attacks';
import { attackersOf, inCheck } from '../board/attackers';
import { isPromotion, moveFrom, moveTo } from '../board/move';
import { kindOn, makeMove, occupied, pieceOn, unmakeMove } from '../board/position';
import { bit, BLACK, EMPTY } from '../board/squares';
import { exchangeOfMove } from '../exchange';
import { held } from './context';

/** Whether the line goes on to a blow: where not, all below is void. */
export let follows: bool = false;
/** The moves themselves. */
let reply: i32 = 0;
let blow: i32 = 0;
/** The reply: the squares it leaves and goes to, and whether it answers a check. */
export let replyFrom: i32 = 0;
export let replyTo: i32 = 0;
export let evades: bool = false;
/** The blow: its squares, the kind it takes (EMPTY where none), and whether it promotes. */
export let blowFrom: i32 = 0;
export let blowTo: i32 = 0;
export let prey: i32 = EMPTY;
export let promotes: bool = false;
/** Black pieces that guard the blow's square once the reply is made. */
export let guards: u64 = 0;
/** Squares that the replier then attacks. */
let replierSees: u64 = 0;

/** Reads the reply and the blow; the latter 0 where the line ends before it. */
export function lookAhead(nextReply: i32, nextBlow: i32): void {
  reply = nextReply;
  blow = nextBlow;
  follows = blow != 0;
  if (!follows) return;
  replyFrom = moveFrom(reply);
  replyTo = moveTo(reply);
  evades = inCheck();
  blowFrom = moveFrom(blow);
  blowTo = moveTo(blow);
  makeMove(reply);
  prey = kindOn(blowTo);
  promotes = isPromotion(blow);
  guards = attackersOf(blowTo, BLACK, occupied());
  replierSees = attacks(pieceOn(replyTo), replyTo, occupied());
  unmakeMove(reply);
}

/** Whether the reply takes back on the blow's square: an exchange there, and nothing left behind. */
export function takesBack(): bool {
  return replyTo == blowTo;
}

/** Whether the piece that replied guards a square from where it is now. */
export function replierGuards(square: i32): bool {
  return (replierSees & bit(square)) != 0;
}

/** What the blow wins by its own exchange, in centipawns; below 0 where it costs something. */
export function worthOfBlow(): i32 {
  makeMove(reply);
  const worth = exchangeOfMove(blow, held);
  unmakeMove(reply);
  return worth;
}
