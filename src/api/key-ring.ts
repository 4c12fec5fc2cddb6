/**
 * Tells whose key a request carries: the table `keys` as the running service sees it.
 *
 * Rows are remembered for a second, so that a busy client costs no look-up, and what the command line changes holds a second later. Nobody is
 * refused by memory alone: a new secret opens the door at once.
 * Uses are collected and written together every few seconds, not with each request.
 */
import { timingSafeEqual } from 'node:crypto';
import type { KeyRow, Keys } from '../store/keys.js';
import { hashKey, readKeyId } from './key.js';
import { BusyError } from './queue.js';

/** Milliseconds for which a row is believed without another look. */
const BELIEVED = 1000;

/** What the ring needs of the store. */
export type KeyStore = Pick<Keys, 'find' | 'touch'>;

export interface KeyRingOptions {
  store: KeyStore;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told of every failure of the store: of a row that could not be read, of uses that could not be noted and are kept for the next time. */
  onStoreError(error: unknown): void;
}

/** The owner of a key. */
export interface Holder {
  id: string;
  /** The name of a plan, which the table of plans may not have any more. */
  plan: string;
  /** Who bought it: all keys of an account share its limits. Null for keys that the operator has made. */
  account: string | null;
}

export class KeyRing {
  readonly #options: KeyRingOptions;
  readonly #rows = new Map<string, { row: KeyRow; at: number }>();
  readonly #uses = new Map<string, number>();

  constructor(options: KeyRingOptions) {
    this.#options = options;
  }

  /**
   * @param authorization the request's header
   * @throws {BusyError} the store fails, and the key was not seen before
   * @returns null for a header that is missing, of another kind, mistyped, unknown, replaced, revoked or not paid for any more: nobody is
   * told which
   */
  holder(authorization: string | undefined): Holder | null {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    const id = key === undefined ? null : readKeyId(key);
    if (key === undefined || id === null) return null;
    const now = this.#options.now();
    const hash = hashKey(key);
    let row = this.#row(id, now, BELIEVED);
    // one that was read in this millisecond would be the same again
    if (row !== undefined && !opens(row, hash, now)) row = this.#row(id, now, 1);
    if (row === undefined || !opens(row, hash, now)) return null;
    this.#uses.set(id, now);
    return { id, plan: row.plan, account: row.account };
  }

  /** Writes down when keys were last used. */
  flush(): void {
    if (this.#uses.size === 0) return;
    try {
      this.#options.store.touch(this.#uses);
      this.#uses.clear();
    } catch (error) {
      this.#options.onStoreError(error);
    }
  }

  /**
   * Ids that do not exist are not remembered: they could be made up without end.
   * @param believed milliseconds for which a row holds that was read before
   */
  #row(id: string, now: number, believed: number): KeyRow | undefined {
    const known = this.#rows.get(id);
    // a clock that was set back must not make a row valid for longer
    if (known !== undefined && now >= known.at && now < known.at + believed) return known.row;
    let row: KeyRow | undefined;
    try {
      row = this.#options.store.find(id);
    } catch (error) {
      this.#options.onStoreError(error);
      // Who had a key a moment ago has one still: nobody could have revoked it in a store that fails.
      if (known !== undefined) return known.row;
      throw new BusyError(1);
    }
    if (row === undefined) this.#rows.delete(id);
    else this.#rows.set(id, { row, at: now });
    return row;
  }
}

/** Whether a row lets the holder of a key in. @param hash of the key */
function opens(
  { hash: current, previousHash, previousUntil, revoked, paidUntil }: KeyRow,
  hash: Uint8Array,
  now: number,
): boolean {
  if (revoked !== null || (paidUntil !== null && now >= paidUntil)) return false;
  const previous = previousHash !== null && timingSafeEqual(hash, previousHash) && now < (previousUntil ?? 0);
  return timingSafeEqual(hash, current) || previous;
}
