/**
 * The main line of one game, straight from PGN bytes at INPUT.
 *
 * One pass, no recursion (variations are counted, not entered), no copy of the text. It reads what is found in the wild and skips
 * what does not change the game, but it never goes past something that could have been a move: the first token it cannot place ends
 * the reading with a fault, and what was read before stays.
 *
 * A comment or variation that never closes is a fault at its opening bracket, even though a game may merely have been cut there: the
 * moves behind the bracket cannot be told from those inside it.
 */
import { settleEnPassant, tooMany } from './board/fen';
import { isPromotion, publicMove } from './board/move';
import { forgetLine, keepPosition, makeMove, makeNull, restorePosition, side, unmakeMove } from './board/position';
import { BLACK, EMPTY, PAWN } from './board/squares';
import { FIRST_POSITION, INPUT, INPUT_BYTES, KEPT_POSITION, MAX_MOVES, MOVES, OUTPUT } from './memory';
import {
  byteAt,
  dashLength,
  endsToken,
  isAnnotation,
  isDigit,
  isFile,
  isLetter,
  kindOfFigurine,
  promotionKind,
  promotionLength,
  skipFew,
} from './moves/glyphs';
import { AMBIGUOUS, NULL_MOVE } from './moves/resolve';
import { gluedResult, isLooseResult, isResult } from './moves/result';
import { NOT_A_MOVE, readMove } from './moves/san';

/** What `readMovetext` can stumble over (tactics/kernel-engine.ts has the names). */
export const NO_FAULT: i32 = 0;
export const ILLEGAL_MOVE: i32 = 1;
export const AMBIGUOUS_MOVE: i32 = 2;
export const BAD_TOKEN: i32 = 3;
export const UNTERMINATED_COMMENT: i32 = 4;
export const UNTERMINATED_VARIATION: i32 = 5;
export const TOO_MANY_PLIES: i32 = 6;
/** A promotion behind which the position could not be read from its FEN. */
export const TOO_MANY_PIECES: i32 = 7;

/** The fault of the last game read, and where its text lies: bytes from INPUT, and how many. */
export let fault: i32 = 0;
export let faultOffset: i32 = 0;
export let faultLength: i32 = 0;

const LINE_FEED: i32 = 10;
const RETURN: i32 = 13;
const PERCENT: i32 = 0x25;
const OPEN_BRACE: i32 = 0x7b;
const CLOSE_BRACE: i32 = 0x7d;
const OPEN_PAREN: i32 = 0x28;
const CLOSE_PAREN: i32 = 0x29;
const SEMICOLON: i32 = 0x3b;
const STAR: i32 = 0x2a;
const PAWN_LETTER: i32 = 0x50;

/** Where the text ends. Behind it lie eight zero bytes, so that a token may be looked at without asking at each byte. */
let stop: usize = 0;

function fail(code: i32, from: usize, to: usize): void {
  fault = code;
  faultOffset = <i32>(from - INPUT);
  faultLength = <i32>(to - from);
}

/** Behind the line that `at` lies in, or at its end mark. */
function skipLine(at: usize): usize {
  while (at < stop && byteAt(at) != LINE_FEED && byteAt(at) != RETURN) at++;
  return at;
}

/** Behind the brace that closes the comment opened at `from`; 0, and a fault, where none does. */
function skipComment(from: usize): usize {
  for (let at = from + 1; at < stop; at++) {
    if (byteAt(at) == CLOSE_BRACE) return at + 1;
  }
  fail(UNTERMINATED_COMMENT, from, stop);
  return 0;
}

/** Whether the comment that ends at `end` holds an opening brace: then its writer had it end later than the standard has. */
function heldAnother(end: usize): bool {
  let opened = false;
  for (let at = end - 2; at >= INPUT; at--) {
    if (byteAt(at) == CLOSE_BRACE) return false;
    if (byteAt(at) != OPEN_BRACE) continue;
    if (opened) return true;
    opened = true;
  }
  return false;
}

/** Behind an escaped line (`%` in column one) where one begins behind the line end at `at`. */
function skipLineEnd(at: usize): usize {
  return byteAt(at + 1) == PERCENT ? skipLine(at + 1) : at + 1;
}

/** Behind the bracket that closes the variation opened at `from`; 0, and a fault, where none does. */
function skipVariation(from: usize): usize {
  let depth = 1;
  let at = from + 1;
  while (at < stop) {
    const byte = byteAt(at);
    if (byte == CLOSE_PAREN) {
      at++;
      depth--;
      if (depth == 0) return at;
    } else if (byte == OPEN_PAREN) {
      at++;
      depth++;
    } else if (byte == OPEN_BRACE) {
      at = skipComment(at);
      if (at == 0) return 0;
    } else if (byte == SEMICOLON) {
      at = skipLine(at);
    } else if (byte == LINE_FEED || byte == RETURN) {
      at = skipLineEnd(at);
    } else {
      at++;
    }
  }
  fail(UNTERMINATED_VARIATION, from, stop);
  return 0;
}

/**
 * Behind what stands in angle brackets, where that is left over from web pages (`<br />`, `</p>`, `<a href="...">`), or is some other word;
 * behind the bracket alone where a move may stand in it (`<Nc6>`): the standard reserves these brackets, and names no use that hides moves.
 */
function skipMarkup(from: usize): usize {
  const closes = byteAt(from + 1) == 0x2f;
  const name = closes ? from + 2 : from + 1;
  let at = name;
  while (isLetter(byteAt(at))) at++;
  const isHeading = at == name + 1 && (byteAt(name) | 32) == 0x68 && isDigit(byteAt(at));
  if (isHeading && (closes || byteAt(name) == 0x48 || isHeadingClosed(at))) at++;
  const end = byteAt(at);
  if (at == name || (end > 0x20 && end != 0x2f && end != 0x3e)) return from + 1;
  const limit = min(from + 64, stop);
  for (; at < limit; at++) {
    if (byteAt(at) == 0x3e) return at + 1;
  }
  return from + 1;
}

/** Whether what begins as a heading of a web page does (`<h3>`, which could be a pawn's move) ends as one; the digit is at `digit`. */
function isHeadingClosed(digit: usize): bool {
  const limit = min(digit + 256, stop);
  for (let at = digit; at < limit; at++) {
    if (
      byteAt(at) == 0x3c &&
      byteAt(at + 1) == 0x2f &&
      (byteAt(at + 2) | 32) == 0x68 &&
      byteAt(at + 3) == byteAt(digit)
    )
      return true;
  }
  return false;
}

/** Whether a move may begin with the zero at `at` (`0-0`, `0000`): where it is no number's. */
function isZeroMove(at: usize): bool {
  if (dashLength(at + 1) != 0) return true;
  if (byteAt(at + 1) != 0x30) return false;
  while (byteAt(at) == 0x30) at++;
  return !isDigit(byteAt(at));
}

/** Behind the move number at `from`; 0 where a result stands there. `1-` and the like are taken for numbers. */
function skipNumber(from: usize): usize {
  let at = from;
  while (isDigit(byteAt(at))) at++;
  // Nearly always.
  if (byteAt(at) == 0x2e && byteAt(from) != 0x30) return at + 1;
  if (isLooseResult(from)) return 0;
  return byteAt(at) == 0x2d && (endsToken(byteAt(at + 1)) || isLetter(byteAt(at + 1))) ? at + 1 : at;
}

/**
 * Behind a move in the numbers of correspondence chess at `at` (`5254`, `57481` with promotion); 0 where there is none. They are not read, and
 * as numbers of moves, which may be wrong, they would pass for nothing at all.
 */
function numericMoveEnd(at: usize): usize {
  let end = at;
  while (byteAt(end) >= 0x31 && byteAt(end) <= 0x38) end++;
  return (end - at == 4 || end - at == 5) && !isDigit(byteAt(end)) && byteAt(end) != 0x2e ? end : 0;
}

/** Whether nothing but blanks follows. */
function isLast(at: usize): bool {
  while (at < stop && byteAt(at) <= 0x20) at++;
  return at == stop;
}

/**
 * Behind the non-ASCII glyphs at `at` (±, ∞, dashes, no-break spaces, a byte-order mark); `at` itself where they are letters: what
 * follows a foreign letter must not be read as a move of its own (`Кf3` is no pawn move).
 */
function skipForeign(at: usize): usize {
  while (at < stop && kindOfFigurine(at) == EMPTY) {
    const byte = byteAt(at);
    if (byte == 0xe2 || byte == 0xef) at += 3;
    else if (byte == 0xc2) at += 2;
    else if (byte >= 0x80 && byte < 0xc0) at++;
    else break;
  }
  return at < stop ? at : stop;
}

/** Behind the last byte of the token at `at`; UTF-8's C2 leads to signs only (a no-break space, ±, ½), which are no part of it. */
function skipWord(at: usize): usize {
  while (!endsToken(byteAt(at)) && byteAt(at) != 0xc2) at++;
  return at;
}

/** Where the token at `start` ends; `e8(Q)`, `e8=(Q)` and `Pe8(Q)` are one token. */
function tokenEnd(start: usize): usize {
  const at = skipWord(start + 1);
  if (byteAt(at) != OPEN_PAREN || !(isFile(byteAt(start)) || byteAt(start) == PAWN_LETTER)) return at;
  const last = byteAt(at - 1);
  if (last != 0x31 && last != 0x38 && last != 0x3d) return at;
  const length = promotionLength(at);
  return length == 0 ? at : skipWord(at + length);
}

/**
 * Behind a promotion that stands apart from its move (`e8 =Q`, `e8= Q`, `e8 (Q)`), which ends at `end`; 0 where there is none.
 * What it promotes to is then in `promotionKind`.
 */
function promotionBehind(end: usize): usize {
  let at = skipFew(end);
  // A bare letter could be a novelty's N.
  let marked = byteAt(end - 1) == 0x3d;
  if (byteAt(at) == 0x3d) {
    at = skipFew(at + 1);
    marked = true;
  }
  const length = promotionLength(at);
  if (length == 0 || (!marked && length == 1)) return 0;
  const wordEnd = skipWord(at + length);
  return wordEnd == at + length || isAnnotation(at + length, wordEnd) ? wordEnd : 0;
}

/**
 * Plays one token, the `ply`th (from 0), and writes down its move; false ends the game: see `fault`.
 * @param promotion as in `readMove`
 */
function playToken(start: usize, end: usize, ply: i32, promotion: i32): bool {
  const move = readMove(start, end, promotion);
  if (move < 0) {
    fail(move == NOT_A_MOVE ? BAD_TOKEN : move == AMBIGUOUS ? AMBIGUOUS_MOVE : ILLEGAL_MOVE, start, end);
    return false;
  }
  if (ply == MAX_MOVES) {
    fail(TOO_MANY_PLIES, start, end);
    return false;
  }
  store<u16>(MOVES + ((<usize>ply) << 1), <u16>publicMove(move));
  if (move == NULL_MOVE) makeNull();
  else makeMove(move);
  if (isPromotion(move) && tooMany(side ^ BLACK)) {
    unmakeMove(move);
    fail(TOO_MANY_PIECES, start, end);
    return false;
  }
  // Nothing is taken back, and the stack is bounded.
  forgetLine();
  return true;
}

/** Whether a token is a lone N or D: behind a move a novelty or a diagram, behind a number a knight or queen torn from its move. */
function isTorn(at: usize, end: usize): bool {
  return end - at == 1 && (byteAt(at) == 0x4e || byteAt(at) == 0x44);
}

/** Follows the text from INPUT to `stop`; the number of moves made. */
function follow(): i32 {
  let ply = 0;
  let numbered = false;
  // Where the last comment ends, and how many moves stand before it; the position there is kept.
  let commented: usize = INPUT;
  let before = MAX_MOVES;
  let at = byteAt(INPUT) == PERCENT ? skipLine(INPUT) : INPUT;
  while (at < stop) {
    const byte = byteAt(at);
    if (byte == LINE_FEED || byte == RETURN) {
      at = skipLineEnd(at);
    } else if (byte <= 0x20 || byte == 0x2e || byte == CLOSE_PAREN || byte == CLOSE_BRACE) {
      // A bracket that closes nothing is a slip of the pen; but moves behind a comment that held another may be the rest of it.
      if (byte == CLOSE_BRACE && ply > before) {
        if (heldAnother(commented)) {
          fail(BAD_TOKEN, commented, at + 1);
          restorePosition(KEPT_POSITION);
          return before;
        }
        before = MAX_MOVES;
      }
      at++;
    } else if (byte == OPEN_BRACE) {
      at = skipComment(at);
      if (at == 0) return ply;
      commented = at;
      before = ply;
      keepPosition(KEPT_POSITION);
    } else if (byte == OPEN_PAREN) {
      at = skipVariation(at);
      if (at == 0) return ply;
    } else if (byte == SEMICOLON) {
      at = skipLine(at);
    } else if (byte == 0x24) {
      at++;
      while (isDigit(byteAt(at))) at++;
    } else if (byte == STAR) {
      return ply;
    } else if (byte == 0x3c && byteAt(at + 1) != 0x3e) {
      at = skipMarkup(at);
    } else if (byte == 0x3e || byte == 0x7f) {
      at++;
    } else if (isDigit(byte) && !(byte == 0x30 && isZeroMove(at))) {
      if (isResult(at)) return ply;
      const moveEnd = numericMoveEnd(at);
      if (moveEnd != 0) {
        fail(BAD_TOKEN, at, moveEnd);
        return ply;
      }
      at = skipNumber(at);
      if (at == 0) return ply;
      numbered = true;
    } else if (byte == 0x30 && (isResult(at) || isLooseResult(at))) {
      return ply;
    } else if (byte >= 128 && isLooseResult(at)) {
      return ply;
    } else if (byte >= 128 && skipForeign(at) != at) {
      at = skipForeign(at);
    } else {
      let end = byte == 0x3c ? at + 2 : tokenEnd(at);
      let played = playToken(at, end, ply, PAWN);
      if (!played) {
        if (fault == BAD_TOKEN && gluedResult(at, end) != end) {
          end = gluedResult(at, end);
          played = playToken(at, end, ply, PAWN);
        } else if (fault == ILLEGAL_MOVE) {
          // Both have lost: no castling, where none is possible and nothing follows.
          if (end - at == 3 && (load<u32>(at) & 0xffffff) == 0x302d30 && isLast(end)) {
            fault = NO_FAULT;
            return ply;
          }
          const behind = promotionBehind(end);
          if (behind != 0 && playToken(at, end, ply, promotionKind)) {
            end = behind;
            played = true;
          }
        }
      }
      if (played) {
        store<u32>(OUTPUT + ((<usize>ply) << 2), <u32>(end - INPUT));
        ply++;
      } else if (fault != BAD_TOKEN || (numbered && isTorn(at, end)) || !isAnnotation(at, end)) return ply;
      fault = NO_FAULT;
      numbered = false;
      at = end;
    }
  }
  return ply;
}

/**
 * Reads `length` bytes of movetext at INPUT on from the current position, to the result or the end; the position is then the last
 * one of the main line, as far as it could be read.
 * @returns the number of moves at MOVES (public form); `fault` tells whether that is the whole game. Where in the text each of them ends
 *   stands at OUTPUT, four bytes each, until something else is written there
 */
export function readMovetext(length: i32): i32 {
  fault = NO_FAULT;
  faultOffset = 0;
  faultLength = 0;
  stop = INPUT + <usize>max(0, min(length, INPUT_BYTES));
  store<u64>(stop, 0);
  keepPosition(FIRST_POSITION);
  const plies = follow();
  settleEnPassant();
  return plies;
}
