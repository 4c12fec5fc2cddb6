/**
 * A tag pair in a brace: a quotation, or the first of a game that a brace without an end has swallowed.
 *
 * A comment may quote a whole game. So a tag pair at the beginning of a line after a blank line is only *noted*; if the next brace closes, it
 * was a quotation and the comment stays whole, whatever its length; if another brace opens first, or the input ends, or CANDIDATE_WINDOW
 * bytes bring neither, the comment was never closed and the next game is taken to begin at the note. The bytes behind the note are then
 * read a second time; they hold no brace, so no byte is read a third time.
 */

/** How far behind a noted tag pair a brace may still tell that it is a quotation. */
export const CANDIDATE_WINDOW = 65_536;

export class Quotation {
  /** Where the tag pair that is not settled begins, an index into the caller's buffer; -1 for none. */
  at = -1;
  /** The line there. */
  line = 0;

  get isOpen(): boolean {
    return this.at >= 0;
  }

  note(at: number, line: number): void {
    this.at = at;
    this.line = line;
  }

  settle(): void {
    this.at = -1;
  }

  /** Whether so much lies behind it, up to `pos`, that it is taken for a game's. */
  isOverdue(pos: number): boolean {
    return this.at >= 0 && pos >= this.at + CANDIDATE_WINDOW;
  }

  /** How far a brace is looked for, of bytes that end at `end`. */
  limit(end: number): number {
    return this.at < 0 ? end : Math.min(end, this.at + CANDIDATE_WINDOW);
  }

  /** The caller has dropped the first `count` bytes of its buffer. */
  rebase(count: number): void {
    this.at = Math.max(-1, this.at - count);
  }
}
