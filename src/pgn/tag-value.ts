/** The value of a tag, as it comes in pieces: to the quote that no backslash escapes, or to the line's end. */
import { BACKSLASH, QUOTE, isLineEnd } from './bytes.js';
import type { Cursor } from './cursor.js';
import { findInValue } from './plain.js';

export class TagValue {
  /** Behind a backslash. */
  #escaped = false;

  begin(): void {
    this.#escaped = false;
  }

  /**
   * Goes on with the value at the cursor.
   * @returns `quoted` with the cursor behind the quote, `cut` with it at the line's end; `more` where the bytes end first
   */
  pass(cursor: Cursor, bytes: Uint8Array, end: number): 'quoted' | 'cut' | 'more' {
    let { pos } = cursor;
    for (;;) {
      if (this.#escaped && pos < end) {
        this.#escaped = false;
        if (!isLineEnd(bytes[pos]!)) pos++;
      }
      pos = findInValue(bytes, pos, end);
      cursor.pos = pos;
      if (pos === end) return 'more';
      if (bytes[pos] !== BACKSLASH) break;
      this.#escaped = true;
      pos++;
    }
    if (bytes[pos] !== QUOTE) return 'cut';
    cursor.pos++;
    return 'quoted';
  }
}
