/**
 * Where games begin and end: a state machine over bytes, which owns no bytes itself (`splitter.ts` holds the buffer).
 *
 * A game ends behind a result at depth 0, before a tag pair at the beginning of a line once movetext has begun, and at the end of the
 * input. Within a tag section only a blank line followed by `[Event` or by a tag that the section already has begins another game: so
 * forfeits without movetext count, while a section that an editor broke up with a blank line stays whole, as do duplicate tags.
 * Between games everything that is not a tag pair or the beginning of movetext is passed over: notes, `%` lines, junk.
 * Movetext without tags is a game when it begins with a number and a move (number 1, or any number or bare move first on its line).
 * Behind a blank line `1.` and a move begin another game even where the one before has no result, if that has had its first move.
 *
 * Unclosed brackets. A parenthesis yields to a tag pair at the beginning of a line, for none can stand in a variation. A brace is
 * harder: a comment may quote a whole game. So a tag pair at the beginning of a line after a blank line is only *noted*; if the
 * next brace closes, it was a quotation and the comment stays whole, whatever its length; if another brace opens first, or the input
 * ends, or CANDIDATE_WINDOW bytes bring neither, the comment was never closed and the next game is taken to begin at the note.
 * The bytes behind the note are then read a second time; they hold no brace, so no byte is read a third time.
 *
 * Fences. Broken games that Motif writes out (`export/quarantine.ts`) stand in a file with whatever they leave open; so there a line that
 * begins with `%motif ` ends the game before it. By the standard `%` lines are free for such uses, and other readers pass them over.
 *
 * This runs on the one thread that everything passes through, so what nearly all bytes are (tag pairs as the standard writes them, moves,
 * short comments) has loops of its own, which touch no field and hand over to the careful states at anything else.
 */
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CR,
  HASH_BASIS,
  LF,
  MORE,
  NO,
  OPEN_BRACE,
  OPEN_BRACKET,
  PERCENT,
  QUOTE,
  SEMICOLON,
  WORD_MAX,
  fenceAt,
  firstMove,
  hashByte,
  isBlank,
  isDelimiter,
  isDigit,
  isLineEnd,
  isNameByte,
  markupEnd,
  readOpening,
  resultEnd,
  tagNameHash,
  tagOpening,
  wordEnd,
} from './bytes.js';

/** How far behind a noted tag pair a brace may still tell that it is a quotation. */
export const CANDIDATE_WINDOW = 65_536;
/** A move number without its move is forgotten after as many bytes. */
const OPENING_WINDOW = 64;
/** Bytes behind `pos` that are looked at: half a result, and what is before it. */
const LOOK_BACK = 4;
const SPACE = 0x20;
const ZERO = 0x30;
const ONE = 0x31;
const STAR = 0x2a;
const DASH = 0x2d;
/** `½` in Latin-1, and behind C2 in UTF-8. */
const HALF = 0xbd;
const LESS = 0x3c;
/** A plain tag's name is no longer: so that it ends within what `tagOpening` looks at. */
const NAME_MAX = 128;
/** Tag names remembered in a section, for noticing a second one. */
const NAMES_MAX = 64;
const EVENT = tagNameHash(new TextEncoder().encode('[Event '), 0, 7);

/** What `next` came upon. `EndBegin`: one game ends and the next begins at the same place. */
export const Mark = { More: 0, Begin: 1, End: 2, EndBegin: 3 } as const;
export type Mark = (typeof Mark)[keyof typeof Mark];
/** Internal: the state changed, go on. */
const GO_ON = -1;
type Step = Mark | typeof GO_ON;

const enum State {
  Between,
  Tags,
  Value,
  Tail,
  Moves,
  Brace,
  Line,
}

/** 6: the sign by which a result is noticed; the digits beside it are far too common. */
const IN_MOVES = table({ '\n\r': 1, '{': 2, '(': 3, ')': 4, ';': 5, '-/*': 6 });
const IN_BRACE = table({ '\n\r': 1, '{': 2, '}': 3 });
const IN_VALUE = table({ '\n\r': 1, '"': 2, '\\': 3 });
/** Bytes that need no look when they come first on a line. */
const PLAIN_FIRST = plainFirst();
/** A comment that is longer, or a tag, is left to its own state. */
const SHORT = 4096;

export class Boundaries {
  /** The next byte to look at. All positions are indices into the caller's buffer; see `rebase`. */
  pos = 0;
  /** Where the last mark lies, and the line there. */
  at = 0;
  atLine = 1;
  /** 1-based line of `pos`. */
  #line: number;
  #state: State = State.Between;
  #back: State = State.Between;
  /** A game has begun and not ended. */
  #open = false;
  /** Only blanks since the last line end; and: a blank line has just been passed. */
  #fresh = true;
  #blank = false;
  #depth = 0;
  /** A word of the open game's movetext has been passed. */
  #begun = false;
  /** In a word between games that is no opening; behind a backslash in a tag value. */
  #inWord = false;
  #escaped = false;
  /** Names in the current tag section. */
  readonly #names: number[] = [];
  /** Possible beginnings that are not settled: the tag pair in a brace, the move number between games; -1 for none. */
  #candidate = -1;
  #candidateLine = 0;
  #opening = -1;
  #openingLine = 0;
  /** The byte before the buffer; a line end where there is none. */
  #before = LF;

  /** @param line of the first byte, 1-based */
  constructor(line = 1) {
    this.#line = line;
  }

  /** Bytes from here on may yet be part of another game than the open one. */
  unsettled(): number {
    if (this.#candidate >= 0) return this.#candidate;
    return this.#opening >= 0 && this.pos - this.#opening <= OPENING_WINDOW ? this.#opening : this.pos;
  }

  /** Bytes from here on must stay in the buffer (those of an open game the caller keeps itself). */
  keep(): number {
    return Math.max(0, Math.min(this.unsettled(), this.pos - LOOK_BACK));
  }

  /** The caller has dropped the first `count` bytes of its buffer, of which `last` was the last one. */
  rebase(count: number, last: number): void {
    this.pos -= count;
    this.#before = last;
    this.#candidate = Math.max(-1, this.#candidate - count);
    this.#opening = Math.max(-1, this.#opening - count);
  }

  /** Goes on from `pos` to the next mark. `final`: no bytes will follow `end`. */
  next(bytes: Uint8Array, end: number, final: boolean): Mark {
    for (;;) {
      const step = this.#step(bytes, end, final);
      if (step !== GO_ON) return step;
    }
  }

  #step(bytes: Uint8Array, end: number, final: boolean): Step {
    switch (this.#state) {
      case State.Between:
        return this.#between(bytes, end, final);
      case State.Tags:
        return this.#tags(bytes, end, final);
      case State.Value:
        return this.#value(bytes, end);
      case State.Tail:
        return this.#tail(bytes, end);
      case State.Moves:
        return this.#moves(bytes, end, final);
      case State.Brace:
        return this.#brace(bytes, end, final);
      case State.Line:
        while (this.pos < end && !isLineEnd(bytes[this.pos]!)) this.pos++;
        return this.pos < end ? this.#to(this.#back, this.pos) : Mark.More;
    }
  }

  #between(bytes: Uint8Array, end: number, final: boolean): Step {
    for (;;) {
      if (this.#inWord) {
        while (this.pos < end && !isDelimiter(bytes[this.pos]!)) this.pos++;
        if (this.pos < end) this.#inWord = false;
      }
      if (!this.#skipBlanks(bytes, end, final)) return Mark.More;
      const { pos } = this;
      const byte = bytes[pos]!;
      if (byte === SEMICOLON || (byte === PERCENT && this.#inFirstColumn(bytes))) return this.#comment(State.Line);
      if (byte === OPEN_BRACE) return this.#comment(State.Brace);
      if (byte === OPEN_BRACKET) {
        const value = tagOpening(bytes, pos, end, final);
        if (value === MORE) return Mark.More;
        if (value !== NO) return this.#beginTags(bytes, pos, value, end);
      }
      if (isDelimiter(byte)) {
        this.pos++;
        this.#fresh = false;
        continue;
      }
      const stop = wordEnd(bytes, pos, end, final);
      if (stop === MORE) return Mark.More;
      const from = this.#beginsMovetext(bytes, stop);
      this.#fresh = false;
      if (from >= 0) return this.#beginMoves(from);
      this.pos = stop;
      this.#inWord = stop - pos > WORD_MAX;
    }
  }

  /** Where the movetext begins that the word at `pos` belongs to; -1 when it is none, or only a number so far. */
  #beginsMovetext(bytes: Uint8Array, stop: number): number {
    const { pos } = this;
    const numbered = this.#opening >= 0 && pos - this.#opening <= OPENING_WINDOW ? this.#opening : -1;
    const numberedLine = this.#openingLine;
    this.#opening = -1;
    const word = stop - pos <= WORD_MAX ? readOpening(bytes, pos, stop) : null;
    if (word === null) return -1;
    const plausible = word.number === 1 || this.#fresh;
    if (!word.move) {
      if (plausible) {
        this.#opening = pos;
        this.#openingLine = this.#line;
      }
      return -1;
    }
    if (word.number === 0 && numbered >= 0) {
      this.#line = numberedLine;
      return numbered;
    }
    return plausible ? pos : -1;
  }

  #tags(bytes: Uint8Array, end: number, final: boolean): Step {
    if (!this.#skipBlanks(bytes, end, final)) return Mark.More;
    if (this.#fresh && !this.#blank && this.#plainTags(bytes, end)) return GO_ON;
    const { pos } = this;
    const byte = bytes[pos]!;
    if (byte === PERCENT && this.#inFirstColumn(bytes)) return this.#escape(bytes, end, final);
    if (byte === SEMICOLON) return this.#comment(State.Line);
    if (byte === LESS) {
      const behind = markupEnd(bytes, pos, end, final);
      if (behind === MORE) return Mark.More;
      if (behind !== NO) return this.#to(State.Tags, behind);
    }
    if (byte !== OPEN_BRACKET) {
      this.#depth = 0;
      this.#fresh = this.#blank = false;
      return this.#to(State.Moves, pos);
    }
    const value = tagOpening(bytes, pos, end, final);
    if (value === MORE) return Mark.More;
    this.#fresh = false;
    if (value === NO) return this.#to(State.Tail, pos + 1);
    const name = tagNameHash(bytes, pos, end);
    if (this.#blank && (name === EVENT || this.#names.includes(name))) return this.#beginTags(bytes, pos, value, end);
    this.#blank = false;
    if (this.#names.length < NAMES_MAX) this.#names.push(name);
    return this.#to(State.Value, value);
  }

  /** Passes lines of the form `[Name "value"]`, beginning at `pos`, first on its line; false where there is none. */
  #plainTags(bytes: Uint8Array, end: number): boolean {
    let { pos } = this;
    let lines = 0;
    // Four bytes can follow a quote that closes: bracket, CR, LF, and the next line's first.
    while (pos + 4 < end && bytes[pos] === OPEN_BRACKET && !isDigit(bytes[pos + 1]!)) {
      const bound = Math.min(end - 4, pos + SHORT);
      let hash = HASH_BASIS;
      let i = pos + 1;
      for (; i < bound && isNameByte(bytes[i]!); i++) hash = hashByte(hash, bytes[i]!);
      if (i === pos + 1 || i >= bound || i - pos > NAME_MAX || bytes[i] !== SPACE || bytes[i + 1] !== QUOTE) break;
      i += 2;
      i = skip(IN_VALUE, bytes, i, bound);
      if (i >= bound || bytes[i] !== QUOTE || bytes[i + 1] !== CLOSE_BRACKET) break;
      i += bytes[i + 2] === CR && bytes[i + 3] === LF ? 3 : 2;
      if (bytes[i] !== LF) break;
      pos = i + 1;
      lines++;
      if (this.#names.length < NAMES_MAX) this.#names.push(hash);
    }
    this.pos = pos;
    this.#line += lines;
    return lines > 0;
  }

  /** A tag's value: to the quote that no backslash escapes, or the line's end. */
  #value(bytes: Uint8Array, end: number): Step {
    let { pos } = this;
    for (;;) {
      if (this.#escaped && pos < end) {
        this.#escaped = false;
        if (!isLineEnd(bytes[pos]!)) pos++;
      }
      pos = skip(IN_VALUE, bytes, pos, end);
      if (pos === end) break;
      if (bytes[pos] === QUOTE) return this.#to(State.Tail, pos + 1);
      if (bytes[pos] !== BACKSLASH) return this.#to(State.Tags, pos);
      this.#escaped = true;
      pos++;
    }
    this.pos = pos;
    return Mark.More;
  }

  #tail(bytes: Uint8Array, end: number): Step {
    let { pos } = this;
    while (pos < end && bytes[pos] !== CLOSE_BRACKET && !isLineEnd(bytes[pos]!)) pos++;
    if (pos < end) return this.#to(State.Tags, bytes[pos] === CLOSE_BRACKET ? pos + 1 : pos);
    this.pos = pos;
    return Mark.More;
  }

  #moves(bytes: Uint8Array, end: number, final: boolean): Step {
    for (;;) {
      if (this.#fresh) {
        if (!this.#skipBlanks(bytes, end, final)) return Mark.More;
        const byte = bytes[this.pos]!;
        if (byte === PERCENT && this.#inFirstColumn(bytes)) return this.#escape(bytes, end, final);
        if (byte === OPEN_BRACKET) {
          const value = tagOpening(bytes, this.pos, end, final);
          if (value === MORE) return Mark.More;
          if (value !== NO) return this.#beginTags(bytes, this.pos, value, end);
        }
        if (byte === ONE && this.#blank && this.#begun && this.#depth === 0) {
          const first = firstMove(bytes, this.pos, end, final);
          if (first === MORE) return Mark.More;
          if (first !== NO) return this.#beginMoves(this.pos);
        }
        this.#fresh = this.#blank = false;
      }
      const at = this.#plainMoves(bytes, end);
      if (at === end) return Mark.More;
      switch (IN_MOVES[bytes[at]!]) {
        case 1:
          this.#lineEnd(bytes);
          break;
        case 2:
          return this.#comment(State.Brace);
        case 5:
          return this.#comment(State.Line);
        default: {
          const stop = resultEnd(bytes, this.#resultStart(bytes, at), end, final);
          if (stop === MORE) return Mark.More;
          if (stop !== NO) return this.#endAt(stop);
          this.pos++;
        }
      }
    }
  }

  /** Where the word begins of which the sign at `at` could make a result (the dash of `1-0`, the stroke of `1/2-1/2`); -1 for none. */
  #resultStart(bytes: Uint8Array, at: number): number {
    let start = at;
    if (bytes[at] !== STAR) {
      if (at === 0) return -1;
      const before = bytes[at - 1]!;
      if (before === ONE || (before === ZERO && bytes[at] === DASH)) start = at - 1;
      else if (before === HALF && bytes[at] === DASH) start = at > 1 && bytes[at - 2] === 0xc2 ? at - 2 : at - 1;
      else return -1;
    }
    return isDelimiter(start > 0 ? bytes[start - 1]! : this.#before) ? start : -1;
  }

  /**
   * Passes words, line ends in front of a plain byte, and comments that close soon; `pos` is then at what must be looked at.
   * @returns it
   */
  #plainMoves(bytes: Uint8Array, end: number): number {
    let { pos } = this;
    let lines = 0;
    let depth = this.#depth;
    for (;;) {
      const word = pos;
      pos = skip(IN_MOVES, bytes, pos, end);
      if (!this.#begun && depth === 0) this.#begun = holdsWord(bytes, word, pos);
      if (pos === end) break;
      const kind = IN_MOVES[bytes[pos]!]!;
      if (kind === 6) {
        if (depth === 0 && this.#resultStart(bytes, pos) >= 0) break;
        pos++;
      } else if (kind === 3) {
        depth++;
        pos++;
      } else if (kind === 4) {
        if (depth > 0) depth--;
        pos++;
      } else if (kind === 1) {
        const behind = behindPlainLineEnd(bytes, pos, end);
        if (behind === NO) break;
        lines++;
        pos = behind;
      } else if (kind === 2) {
        const bound = Math.min(end, pos + SHORT);
        let within = 0;
        let i = pos + 1;
        for (;;) {
          i = skip(IN_BRACE, bytes, i, bound);
          if (i === bound || bytes[i] === CLOSE_BRACE) break;
          if (bytes[i] === OPEN_BRACE) i++;
          else {
            const behind = behindPlainLineEnd(bytes, i, bound);
            if (behind === NO) break;
            within++;
            i = behind;
          }
        }
        if (i === bound || bytes[i] !== CLOSE_BRACE) break;
        lines += within;
        pos = i + 1;
      } else break;
    }
    this.pos = pos;
    this.#line += lines;
    this.#depth = depth;
    return pos;
  }

  #brace(bytes: Uint8Array, end: number, final: boolean): Step {
    for (;;) {
      if (this.#fresh) {
        const more = !this.#skipBlanks(bytes, end, final);
        if (this.#isOverdue()) return this.#recover(bytes, end);
        if (more) return final && this.#candidate >= 0 ? this.#recover(bytes, end) : Mark.More;
        if (bytes[this.pos] === PERCENT && this.#inFirstColumn(bytes)) {
          const fence = fenceAt(bytes, this.pos, end, final);
          if (fence === MORE) return Mark.More;
          if (fence !== NO) return this.#stopAtFence(bytes, end);
        }
        if (this.#blank && this.#candidate < 0 && bytes[this.pos] === OPEN_BRACKET) {
          const value = tagOpening(bytes, this.pos, end, final);
          if (value === MORE) return Mark.More;
          if (value !== NO) {
            this.#candidate = this.pos;
            this.#candidateLine = this.#line;
          }
        }
        this.#fresh = this.#blank = false;
      }
      const limit = this.#candidate < 0 ? end : Math.min(end, this.#candidate + CANDIDATE_WINDOW);
      const pos = skip(IN_BRACE, bytes, this.pos, limit);
      this.pos = pos;
      if (this.#isOverdue()) return this.#recover(bytes, end);
      if (pos === end) return final && this.#candidate >= 0 ? this.#recover(bytes, end) : Mark.More;
      if (bytes[pos] === CLOSE_BRACE) {
        this.#candidate = -1;
        return this.#to(this.#back, pos + 1);
      }
      if (bytes[pos] !== OPEN_BRACE) this.#lineEnd(bytes);
      else if (this.#candidate >= 0) return this.#recover(bytes, end);
      else this.pos++;
    }
  }

  /** A `%` line in a game: passed over, but for a fence. */
  #escape(bytes: Uint8Array, end: number, final: boolean): Step {
    const fence = fenceAt(bytes, this.pos, end, final);
    if (fence === MORE) return Mark.More;
    return fence === NO ? this.#comment(State.Line) : this.#endAt(this.pos);
  }

  /** A fence in a brace that is open: what was noted in it, if anything, is a game of its own before the fence. */
  #stopAtFence(bytes: Uint8Array, end: number): Step {
    if (this.#candidate >= 0) return this.#recover(bytes, end);
    return this.#open ? this.#endAt(this.pos) : this.#to(State.Between, this.pos);
  }

  #isOverdue(): boolean {
    return this.#candidate >= 0 && this.pos >= this.#candidate + CANDIDATE_WINDOW;
  }

  /** The brace was never closed: back to the tag pair that was noted. */
  #recover(bytes: Uint8Array, end: number): Mark {
    const at = this.#candidate;
    this.#candidate = -1;
    this.#line = this.#candidateLine;
    return this.#beginTags(bytes, at, tagOpening(bytes, at, end, true), end);
  }

  #beginTags(bytes: Uint8Array, at: number, value: number, end: number): Mark {
    this.#names.length = 0;
    this.#names.push(tagNameHash(bytes, at, end));
    return this.#begin(State.Value, at, value);
  }

  #beginMoves(at: number): Mark {
    this.#depth = 0;
    return this.#begin(State.Moves, at, at);
  }

  #begin(state: State, at: number, pos: number): Mark {
    const mark = this.#open ? Mark.EndBegin : Mark.Begin;
    this.#open = true;
    this.#opening = -1;
    this.#fresh = this.#blank = this.#inWord = this.#escaped = this.#begun = false;
    this.at = at;
    this.atLine = this.#line;
    this.#to(state, pos);
    return mark;
  }

  #endAt(at: number): Mark {
    this.#open = false;
    this.at = at;
    this.#to(State.Between, at);
    return Mark.End;
  }

  #comment(state: State): Step {
    this.#back = this.#state;
    this.#fresh = this.#blank = false;
    return this.#to(state, this.pos + 1);
  }

  #to(state: State, pos: number): typeof GO_ON {
    this.#state = state;
    this.pos = pos;
    return GO_ON;
  }

  /** Passes blanks, line ends and byte order marks. False when the bytes ended first. */
  #skipBlanks(bytes: Uint8Array, end: number, final: boolean): boolean {
    for (;;) {
      while (this.pos < end && isBlank(bytes[this.pos]!)) {
        if (isLineEnd(bytes[this.pos]!)) this.#lineEnd(bytes);
        else this.pos++;
      }
      const { pos } = this;
      if (pos === end) return false;
      if (bytes[pos] !== 0xef) return true;
      if (pos + 1 < end && bytes[pos + 1] !== 0xbb) return true;
      if (pos + 2 < end && bytes[pos + 2] !== 0xbf) return true;
      if (pos + 2 >= end) return final;
      this.pos += 3;
    }
  }

  /** Passes the line end at `pos`; CR LF is one. */
  #lineEnd(bytes: Uint8Array): void {
    if (bytes[this.pos] === CR || this.#previous(bytes) !== CR) {
      if (this.#fresh) this.#blank = true;
      this.#fresh = true;
      this.#line++;
    }
    this.pos++;
  }

  #previous(bytes: Uint8Array): number {
    return this.pos > 0 ? bytes[this.pos - 1]! : this.#before;
  }

  /** Directly behind a line end, or behind a byte order mark. */
  #inFirstColumn(bytes: Uint8Array): boolean {
    const previous = this.#previous(bytes);
    return this.#fresh && (isLineEnd(previous) || previous === 0xbf);
  }
}

/** The first byte from `at` on that the table tells apart, or `end`. */
function skip(classes: Uint8Array, bytes: Uint8Array, at: number, end: number): number {
  // Four at a time: a branch a byte would cost more than the look-ups.
  const bound = end - 3;
  while (
    at < bound &&
    (classes[bytes[at]!]! | classes[bytes[at + 1]!]! | classes[bytes[at + 2]!]! | classes[bytes[at + 3]!]!) === 0
  ) {
    at += 4;
  }
  while (at < end && classes[bytes[at]!] === 0) at++;
  return at;
}

/** Whether some byte from `at` to `end` is no blank. */
function holdsWord(bytes: Uint8Array, at: number, end: number): boolean {
  while (at < end && isBlank(bytes[at]!)) at++;
  return at < end;
}

/** Behind the line end at `at` where the next line begins with a plain byte; NO where it does not, or the bytes end. */
function behindPlainLineEnd(bytes: Uint8Array, at: number, end: number): number {
  // The second half of a pair is no line end of its own.
  if (at === 0 || bytes[at - 1] === CR) return NO;
  const behind = bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
  return behind < end && PLAIN_FIRST[bytes[behind]!] === 1 ? behind : NO;
}

/** All but blanks, `%`, `[`, and the first byte of a byte order mark. */
function plainFirst(): Uint8Array {
  const plain = new Uint8Array(256);
  for (let byte = 0; byte < 256; byte++) plain[byte] = isBlank(byte) ? 0 : 1;
  for (const byte of [PERCENT, OPEN_BRACKET, 0xef]) plain[byte] = 0;
  return plain;
}

function table(classes: Record<string, number>): Uint8Array {
  const byByte = new Uint8Array(256);
  for (const [signs, number] of Object.entries(classes)) {
    for (const sign of signs) byByte[sign.charCodeAt(0)] = number;
  }
  return byByte;
}
