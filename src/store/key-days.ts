/** The table `key_days`: how much each key was used, by UTC day. */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';
import { DAY, dayOf } from './days.js';

export interface KeyDay {
  key: string;
  /** `2024-02-29` */
  day: string;
  /** Requests that were let in. */
  requests: number;
  /** Requests that were refused with 429. */
  refused: number;
  /** The most in one minute, of all keys that share the limit. */
  peak: number;
}

/** Days that are kept: more than a year, so that a month can be held against that of the year before. */
const KEPT = 400;

export class KeyDays {
  readonly #access: Access;
  readonly #add: Statement<[KeyDay]>;
  readonly #of: Statement<[string, string], KeyDay>;
  readonly #forget: Statement<[string]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#add = db.prepare(
      `INSERT INTO key_days (key, day, requests, refused, peak) VALUES (@key, @day, @requests, @refused, @peak)
       ON CONFLICT (key, day) DO UPDATE SET requests = requests + excluded.requests, refused = refused + excluded.refused,
         peak = max(peak, excluded.peak)`,
    );
    this.#of = db.prepare(
      `SELECT d.key, d.day, d.requests, d.refused, d.peak FROM keys k JOIN key_days d ON d.key = k.id
       WHERE k.account = ? AND d.day >= ? ORDER BY d.day, d.key`,
    );
    this.#forget = db.prepare('DELETE FROM key_days WHERE day < ?');
  }

  /** Adds to what was counted before, all or, on an error, none. */
  add(days: Iterable<KeyDay>): void {
    this.#access.write(() => {
      for (const day of days) this.#add.run(day);
    });
  }

  /** Of the keys of an account, revoked ones too. @param since the first day */
  of(account: string, since: string): KeyDay[] {
    return this.#access.read(() => this.#of.all(account, since));
  }

  /** Forgets days that are long over. */
  forgetOld(now: number): void {
    this.#access.write(() => this.#forget.run(dayOf(now - KEPT * DAY)));
  }
}
