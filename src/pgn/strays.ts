/**
 * What between games is neither one nor a comment. Nobody minds a few notes there; but much of it may be games that are not understood, as
 * those in another encoding than the file began with, and these must not be lost without a word.
 */

/** Bytes between two games that nobody writes there by the way. */
const MANY = 8192;
/** So many words that end in a NUL are text of two bytes a letter. */
const MANY_WIDE = 64;

/** A stretch between two games. */
export interface Stretch {
  /** Where its first word stands, 1-based. */
  line: number;
  /** Of its words. */
  bytes: number;
  /** Words behind which a NUL stands. */
  wide: number;
}

export class Strays {
  #worst: Stretch | null = null;
  #open: Stretch | null = null;

  /** A word was passed over, or a part of one. */
  add(line: number, bytes: number, wide: boolean): void {
    this.#open ??= { line, bytes: 0, wide: 0 };
    this.#open.bytes += bytes;
    if (wide) this.#open.wide++;
  }

  /** A game begins. */
  close(): void {
    if (this.#open !== null && this.#open.bytes > (this.#worst?.bytes ?? 0)) this.#worst = this.#open;
    this.#open = null;
  }

  /** The longest stretch so far, where it is so much that somebody should know; null where it is not. */
  get many(): Readonly<Stretch> | null {
    this.close();
    const worst = this.#worst;
    return worst !== null && (worst.bytes > MANY || worst.wide > MANY_WIDE) ? worst : null;
  }
}

/** What is wrong with a file that holds such a stretch, in words that follow its name. */
export function strayWords({ bytes, line }: Readonly<Stretch>): string {
  return (
    `has ${Math.ceil(bytes / 1000)} KB after line ${line} that cannot be read as PGN; ` +
    'if there are games in another encoding, convert them to UTF-8'
  );
}
