/**
 * Where the reading of an entry stands: the place in the caller's buffer, its line, and what lies before it on that line.
 */
import { CR, LF, MORE, NO, isBlank, isLineEnd, wideBlank } from './bytes.js';

export class Cursor {
  /** The next byte to look at: an index into the caller's buffer; see `rebase`. */
  pos = 0;
  /** 1-based line of `pos`. */
  line: number;
  /** Only blanks since the last line end. */
  fresh = true;
  /** A blank line has just been passed. */
  blank = false;
  /** The byte before the buffer; a line end where there is none. */
  #before = LF;

  /** @param line of the first byte, 1-based */
  constructor(line: number) {
    this.line = line;
  }

  /** The caller has dropped the first `count` bytes of its buffer, of which `last` was the last one. */
  rebase(count: number, last: number): void {
    this.pos -= count;
    this.#before = last;
  }

  /** Something that is no blank has been passed. */
  leaveLineStart(): void {
    this.fresh = this.blank = false;
  }

  /** Passes blanks of all kinds, line ends and byte order marks. False when the bytes ended first. */
  skipBlanks(bytes: Uint8Array, end: number, final: boolean): boolean {
    for (;;) {
      while (this.pos < end && isBlank(bytes[this.pos]!)) {
        if (isLineEnd(bytes[this.pos]!)) this.passLineEnd(bytes);
        else this.pos++;
      }
      const { pos } = this;
      if (pos === end) return false;
      const length = wideBlank(bytes, pos, end, final);
      if (length === NO) return true;
      if (length === MORE) return false;
      this.pos += length;
    }
  }

  /** Passes the line end at `pos`; CR LF is one. */
  passLineEnd(bytes: Uint8Array): void {
    if (bytes[this.pos] === CR || this.byteBefore(bytes, this.pos) !== CR) {
      if (this.fresh) this.blank = true;
      this.fresh = true;
      this.line++;
    }
    this.pos++;
  }

  /** Passes the form feed at `pos`: what follows is first on its line, which is counted as the same. */
  passPageEnd(): void {
    this.fresh = true;
    this.pos++;
  }

  /** The byte before the one at `at`, be it no longer in the buffer. */
  byteBefore(bytes: Uint8Array, at: number): number {
    return at > 0 ? bytes[at - 1]! : this.#before;
  }

  /** Directly behind a line end, or behind a byte order mark. */
  inFirstColumn(bytes: Uint8Array): boolean {
    const before = this.byteBefore(bytes, this.pos);
    return this.fresh && (isLineEnd(before) || before === 0xbf);
  }
}
