/** A tag pair in a brace that may be a quotation, or the first of a game that a brace without an end has swallowed: see `boundaries.ts`. */

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
