/**
 * Where games begin and end: a state machine over bytes, which owns no bytes itself (`splitter.ts` holds the buffer).
 *
 * A game ends behind a result at depth 0, before a tag pair at the beginning of a line once movetext has begun, and at the end of the
 * input. Within a tag section only a blank line or a comment followed by `[Event` or by a tag that the section already has begins another
 * game: so forfeits without movetext count, while a section that an editor broke up with a blank line stays whole, as do duplicate tags.
 * Between games everything that is not a tag pair or the beginning of movetext is passed over: notes, `%` lines, junk.
 * Movetext without tags is a game when it begins with a number and a move (number 1, or any number or bare move first on its line, or any
 * number right behind a result).
 * Among moves a tag pair right behind their line, without a blank one between, that is none of those that a section opens with and that the
 * game does not have yet, begins no game but stays in its own, which is set aside for it: somebody's note has got there.
 * Behind a blank line `1.` and a move begin another game even where the one before has no result, if that has had its first move.
 *
 * A parenthesis that is not closed yields to a tag pair at the beginning of a line; a brace is harder (`quotation.ts`). A fence (`fence.ts`)
 * ends the game before it, whatever of it is open. Lines of the usual form are passed by the loops of `plain.ts`.
 */
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  CLOSE_PAREN,
  FORM_FEED,
  MORE,
  NO,
  OPEN_BRACE,
  OPEN_BRACKET,
  OPEN_PAREN,
  PERCENT,
  SEMICOLON,
  WORD_MAX,
  firstMove,
  isDelimiter,
  isLineEnd,
  markupEnd,
  tagNameHash,
  tagOpening,
  wordEnd,
} from './bytes.js';
import { Cursor } from './cursor.js';
import { fenceAt } from './fence.js';
import { OpeningSearch } from './opening.js';
import { findInBrace, passPlainMoves, passPlainTags, resultAround, type Movetext } from './plain.js';
import { Quotation } from './quotation.js';
import { Strays } from './strays.js';
import { isEvent, TagNames } from './tag-names.js';
import { TagValue } from './tag-value.js';

/** Bytes behind `pos` that are looked at: half a result, and what is before it. */
const LOOK_BACK = 8;
const [ONE, LESS] = [0x31, 0x3c];

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

export class Boundaries {
  /** Where the last mark lies, and the line there. All positions are indices into the caller's buffer; see `rebase`. */
  at = 0;
  atLine = 1;
  /** What ended there was none (`isEmpty`). */
  endedEmpty = false;
  readonly strays = new Strays();
  readonly #cursor: Cursor;
  #state: State = State.Between;
  #back: State = State.Between;
  /** A game has begun and not ended. */
  #open = false;
  readonly #movetext: Movetext = { depth: 0, begun: false };
  /** In a word between games that is no opening. */
  #inWord = false;
  /** No word since the result of the last game. */
  #behindResult = false;
  readonly #tagValue = new TagValue();
  /** Those of the current tag section. */
  readonly #names = new TagNames();
  readonly #opening = new OpeningSearch();
  /** The tag pair noted in a brace. */
  readonly #candidate = new Quotation();

  /** @param line of the first byte, 1-based */
  constructor(line = 1) {
    this.#cursor = new Cursor(line);
  }

  /** Whether the open game is none so far: tags that do not say of which game they are, as stray ones behind a result, and comment lines. */
  get isEmpty(): boolean {
    return this.#hasBareTags(this.#state === State.Line ? this.#back : this.#state);
  }

  /** Whether it may turn out to be none: behind a comment among its tags there may be more of them. */
  get mayBeEmpty(): boolean {
    return this.#hasBareTags(this.#state >= State.Brace ? this.#back : this.#state);
  }

  /** The next byte to look at. */
  get pos(): number {
    return this.#cursor.pos;
  }

  /** Bytes from here on may yet be part of another game than the open one. */
  unsettled(): number {
    if (this.#candidate.isOpen) return this.#candidate.at;
    return this.#opening.since(this.pos);
  }

  /** Bytes from here on must stay in the buffer (those of an open game the caller keeps itself). */
  keep(): number {
    return Math.max(0, Math.min(this.unsettled(), this.pos - LOOK_BACK));
  }

  /** The caller has dropped the first `count` bytes of its buffer, of which `last` was the last one. */
  rebase(count: number, last: number): void {
    this.#cursor.rebase(count, last);
    this.#opening.rebase(count);
    this.#candidate.rebase(count);
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
        return this.#restOfLine(bytes, end);
    }
  }

  #between(bytes: Uint8Array, end: number, final: boolean): Step {
    const cursor = this.#cursor;
    for (;;) {
      if (this.#inWord) {
        const from = cursor.pos;
        while (cursor.pos < end && !isDelimiter(bytes[cursor.pos]!)) cursor.pos++;
        this.strays.add(cursor.line, cursor.pos - from, false);
        if (cursor.pos < end) this.#inWord = false;
      }
      if (!cursor.skipBlanks(bytes, end, final)) return Mark.More;
      const { pos } = cursor;
      const byte = bytes[pos]!;
      if (cursor.fresh) this.#opening.beginLine();
      if (byte === SEMICOLON || (byte === PERCENT && cursor.inFirstColumn(bytes))) return this.#comment(State.Line);
      if (byte === OPEN_BRACE) return this.#comment(State.Brace);
      if (byte === OPEN_BRACKET) {
        const value = tagOpening(bytes, pos, end, final);
        if (value === MORE) return Mark.More;
        if (value !== NO) return this.#beginTags(bytes, pos, value, end);
      }
      if (byte === OPEN_PAREN) this.#opening.open(cursor, this.#behindResult);
      if (byte === CLOSE_PAREN) this.#opening.close();
      if (isDelimiter(byte)) {
        cursor.pos++;
        cursor.fresh = false;
        continue;
      }
      const stop = wordEnd(bytes, pos, end, final);
      if (stop === MORE) return Mark.More;
      const from = this.#opening.look(cursor, bytes, stop, this.#behindResult);
      this.#behindResult = false;
      cursor.fresh = false;
      if (from >= 0) return this.#beginMoves(from);
      this.strays.add(cursor.line, stop - pos, stop < end && bytes[stop] === 0);
      cursor.pos = stop;
      this.#inWord = stop - pos > WORD_MAX;
    }
  }

  #tags(bytes: Uint8Array, end: number, final: boolean): Step {
    const cursor = this.#cursor;
    if (!cursor.skipBlanks(bytes, end, final)) return Mark.More;
    if (cursor.fresh && !cursor.blank && passPlainTags(cursor, this.#names, bytes, end)) return GO_ON;
    const { pos } = cursor;
    const byte = bytes[pos]!;
    if (byte === PERCENT && cursor.inFirstColumn(bytes)) return this.#escape(bytes, end, final);
    if (byte === SEMICOLON) return this.#comment(State.Line);
    if (byte === OPEN_BRACE) return this.#comment(State.Brace);
    if (byte === LESS) {
      const behind = markupEnd(bytes, pos, end, final);
      if (behind === MORE) return Mark.More;
      if (behind !== NO) return this.#to(State.Tags, behind);
    }
    if (byte === CLOSE_BRACKET) return this.#to(State.Tags, pos + 1);
    if (byte !== OPEN_BRACKET) {
      this.#movetext.depth = 0;
      cursor.leaveLineStart();
      return this.#to(State.Moves, pos);
    }
    const value = tagOpening(bytes, pos, end, final);
    if (value === MORE) return Mark.More;
    cursor.fresh = false;
    if (value === NO) return this.#to(State.Tail, pos + 1);
    const name = tagNameHash(bytes, pos, end);
    if (cursor.blank && (isEvent(name) || this.#names.has(name))) return this.#beginTags(bytes, pos, value, end);
    cursor.blank = false;
    this.#names.add(name);
    return this.#to(State.Value, value);
  }

  #value(bytes: Uint8Array, end: number): Step {
    const cursor = this.#cursor;
    const ended = this.#tagValue.pass(cursor, bytes, end);
    return ended === 'more' ? Mark.More : this.#to(ended === 'quoted' ? State.Tail : State.Tags, cursor.pos);
  }

  #tail(bytes: Uint8Array, end: number): Step {
    const cursor = this.#cursor;
    while (cursor.pos < end && bytes[cursor.pos] !== CLOSE_BRACKET && !isLineEnd(bytes[cursor.pos]!)) cursor.pos++;
    if (cursor.pos === end) return Mark.More;
    return this.#to(State.Tags, cursor.pos + Number(bytes[cursor.pos] === CLOSE_BRACKET));
  }

  #moves(bytes: Uint8Array, end: number, final: boolean): Step {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.fresh) {
        if (!cursor.skipBlanks(bytes, end, final)) return Mark.More;
        const byte = bytes[cursor.pos]!;
        if (byte === PERCENT && cursor.inFirstColumn(bytes)) return this.#escape(bytes, end, final);
        if (byte === OPEN_BRACKET) {
          const value = tagOpening(bytes, cursor.pos, end, final);
          if (value === MORE) return Mark.More;
          if (value !== NO && !this.#isStray(bytes, end)) return this.#beginTags(bytes, cursor.pos, value, end);
          if (value !== NO) return this.#comment(State.Line);
        }
        if (byte === ONE && cursor.blank && this.#movetext.begun && this.#movetext.depth === 0) {
          const first = firstMove(bytes, cursor.pos, end, final);
          if (first === MORE) return Mark.More;
          if (first !== NO) return this.#beginMoves(cursor.pos);
        }
        cursor.leaveLineStart();
      }
      const at = passPlainMoves(cursor, this.#movetext, bytes, end);
      if (at === end) return Mark.More;
      const byte = bytes[at]!;
      if (byte === OPEN_BRACE) return this.#comment(State.Brace);
      if (byte === SEMICOLON) return this.#comment(State.Line);
      if (isLineEnd(byte)) cursor.passLineEnd(bytes);
      else if (byte === FORM_FEED) cursor.passPageEnd();
      else {
        const stop = resultAround(cursor, bytes, end, final);
        if (stop === MORE) return Mark.More;
        if (stop !== NO) {
          this.#behindResult = true;
          return this.#endAt(stop);
        }
        cursor.pos++;
      }
    }
  }

  #hasBareTags(state: State): boolean {
    return state >= State.Tags && state <= State.Tail && !this.#names.tellGame;
  }

  /** Whether the tag pair at the cursor stands among the moves of a game, rather than before those of the next one. */
  #isStray(bytes: Uint8Array, end: number): boolean {
    const { pos, blank } = this.#cursor;
    return !blank && this.#movetext.begun && this.#names.wouldStray(tagNameHash(bytes, pos, end));
  }

  #brace(bytes: Uint8Array, end: number, final: boolean): Step {
    const cursor = this.#cursor;
    for (;;) {
      if (cursor.fresh) {
        const more = !cursor.skipBlanks(bytes, end, final);
        if (this.#candidate.isOverdue(cursor.pos)) return this.#recover(bytes, end);
        if (more) return final && this.#candidate.isOpen ? this.#recover(bytes, end) : Mark.More;
        if (bytes[cursor.pos] === PERCENT && cursor.inFirstColumn(bytes)) {
          const fence = fenceAt(bytes, cursor.pos, end, final);
          if (fence === MORE) return Mark.More;
          if (fence !== NO) return this.#stopAtFence(bytes, end);
        }
        if (cursor.blank && !this.#candidate.isOpen && bytes[cursor.pos] === OPEN_BRACKET) {
          const value = tagOpening(bytes, cursor.pos, end, final);
          if (value === MORE) return Mark.More;
          if (value !== NO) this.#candidate.note(cursor.pos, cursor.line);
        }
        cursor.leaveLineStart();
      }
      const pos = findInBrace(bytes, cursor.pos, this.#candidate.limit(end));
      cursor.pos = pos;
      if (this.#candidate.isOverdue(pos)) return this.#recover(bytes, end);
      if (pos === end) return final && this.#candidate.isOpen ? this.#recover(bytes, end) : Mark.More;
      if (bytes[pos] === CLOSE_BRACE) {
        this.#candidate.settle();
        // A comment may be all that a game has: it parts tags as a blank line does.
        cursor.blank = this.#back === State.Tags;
        return this.#to(this.#back, pos + 1);
      }
      if (bytes[pos] !== OPEN_BRACE) cursor.passLineEnd(bytes);
      else if (this.#candidate.isOpen) return this.#recover(bytes, end);
      else cursor.pos++;
    }
  }

  #restOfLine(bytes: Uint8Array, end: number): Step {
    const cursor = this.#cursor;
    while (cursor.pos < end && !isLineEnd(bytes[cursor.pos]!)) cursor.pos++;
    if (cursor.pos === end) return Mark.More;
    // as behind a brace
    cursor.blank = this.#back === State.Tags;
    return this.#to(this.#back, cursor.pos);
  }

  /** A `%` line in a game: passed over, but for a fence. */
  #escape(bytes: Uint8Array, end: number, final: boolean): Step {
    const fence = fenceAt(bytes, this.#cursor.pos, end, final);
    if (fence === MORE) return Mark.More;
    return fence === NO ? this.#comment(State.Line) : this.#endAt(this.#cursor.pos);
  }

  /** A fence in a brace that is open: what was noted in it, if anything, is a game of its own before the fence. */
  #stopAtFence(bytes: Uint8Array, end: number): Step {
    if (this.#candidate.isOpen) return this.#recover(bytes, end);
    return this.#open ? this.#endAt(this.#cursor.pos) : this.#to(State.Between, this.#cursor.pos);
  }

  /** The brace was never closed: back to the tag pair that was noted. */
  #recover(bytes: Uint8Array, end: number): Mark {
    const { at, line } = this.#candidate;
    this.#candidate.settle();
    this.#cursor.line = line;
    return this.#beginTags(bytes, at, tagOpening(bytes, at, end, true), end);
  }

  #beginTags(bytes: Uint8Array, at: number, value: number, end: number): Mark {
    const mark = this.#begin(State.Value, at, value);
    this.#names.add(tagNameHash(bytes, at, end));
    return mark;
  }

  #beginMoves(at: number): Mark {
    this.#movetext.depth = 0;
    return this.#begin(State.Moves, at, at);
  }

  #begin(state: State, at: number, pos: number): Mark {
    const mark = this.#open ? Mark.EndBegin : Mark.Begin;
    this.endedEmpty = this.isEmpty;
    this.#open = true;
    this.#names.clear();
    this.strays.close();
    this.#opening.forget();
    this.#cursor.leaveLineStart();
    this.#inWord = this.#behindResult = this.#movetext.begun = false;
    this.#tagValue.begin();
    this.at = at;
    this.atLine = this.#cursor.line;
    this.#to(state, pos);
    return mark;
  }

  #endAt(at: number): Mark {
    this.endedEmpty = this.isEmpty;
    this.#open = false;
    this.at = at;
    this.#to(State.Between, at);
    return Mark.End;
  }

  #comment(state: State): Step {
    this.#back = this.#state;
    this.#cursor.leaveLineStart();
    return this.#to(state, this.#cursor.pos + 1);
  }

  #to(state: State, pos: number): typeof GO_ON {
    this.#state = state;
    this.#cursor.pos = pos;
    return GO_ON;
  }
}
