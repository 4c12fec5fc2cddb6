/**
 * The table `keys`: who may use the paid door, on which plan, and since when.
 *
 * It knows hashes only. What a key looks like and how it is hashed is `api/key.ts`; what a plan allows is `api/plans.ts`.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

/** Times are milliseconds since 1970, UTC. */
export interface KeyRow {
  id: string;
  plan: string;
  /** Whose it is, in the operator's words; empty where nothing was said. */
  note: string;
  /** SHA-256 of the key. */
  hash: Uint8Array;
  /** The hash that was valid before the last rotation, and until when it still is; null where it ended at once. */
  previousHash: Uint8Array | null;
  previousUntil: number | null;
  created: number;
  rotated: number | null;
  revoked: number | null;
  /** To within some seconds; null where it was never used. */
  lastUsed: number | null;
  /** Who bought it; null for keys that the operator has made. */
  account: string | null;
  /** Until when its account has paid: 0 where it has not, null for without end and for keys of no account. */
  paidUntil: number | null;
}

/** What a new key begins with. */
export type NewKey = Pick<KeyRow, 'id' | 'plan' | 'note' | 'hash' | 'created'>;

/** A key of an account is on the account's plan. */
const SELECT = `SELECT k.id, coalesce(a.plan, k.plan) AS plan, k.note, k.hash, k.previous_hash AS previousHash,
  k.previous_until AS previousUntil, k.created, k.rotated, k.revoked, k.last_used AS lastUsed, k.account,
  CASE WHEN k.account IS NULL THEN NULL WHEN a.plan IS NULL THEN 0 ELSE a.plan_until END AS paidUntil
  FROM keys k LEFT JOIN accounts a ON a.id = k.account`;

export class Keys {
  readonly #access: Access;
  readonly #find: Statement<[string], KeyRow>;
  readonly #list: Statement<[], KeyRow>;
  readonly #of: Statement<[string], KeyRow>;
  readonly #insert: Statement<[string, string, string, Uint8Array, number, string | null]>;
  readonly #markFirst: Statement<[string, string]>;
  readonly #rotate: Statement<[Uint8Array | null, number | null, Uint8Array, number, string]>;
  readonly #revoke: Statement<[number, string]>;
  readonly #touch: Statement<[number, string]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#find = db.prepare(`${SELECT} WHERE k.id = ?`);
    this.#list = db.prepare(`${SELECT} ORDER BY k.created, k.id`);
    this.#of = db.prepare(`${SELECT} WHERE k.account = ? ORDER BY k.created, k.id`);
    this.#insert = db.prepare(
      'INSERT INTO keys (id, plan, note, hash, created, account) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
    );
    this.#markFirst = db.prepare(
      `UPDATE subscriptions SET first_key = ? WHERE account = ? AND first_key IS NULL AND status IN ('active', 'past_due')
       AND (SELECT plan FROM accounts WHERE id = account) IS NOT NULL`,
    );
    this.#rotate = db.prepare(
      'UPDATE keys SET previous_hash = ?, previous_until = ?, hash = ?, rotated = ? WHERE id = ? AND revoked IS NULL',
    );
    this.#revoke = db.prepare(
      `UPDATE keys SET revoked = ?, previous_hash = NULL, previous_until = NULL WHERE id = ? AND revoked IS NULL`,
    );
    this.#touch = db.prepare('UPDATE keys SET last_used = max(coalesce(last_used, 0), ?) WHERE id = ?');
  }

  /** The key with this id, revoked ones too. */
  find(id: string): KeyRow | undefined {
    return this.#access.read(() => this.#find.get(id));
  }

  /** All keys, the oldest first. */
  list(): KeyRow[] {
    return this.#access.read(() => this.#list.all());
  }

  /** Those of an account, the oldest first, revoked ones too. */
  of(account: string): KeyRow[] {
    return this.#access.read(() => this.#of.all(account));
  }

  /** A key of no account. @returns false where the id is taken: try another one */
  create({ id, plan, note, hash, created }: NewKey): boolean {
    return this.#access.keep(() => this.#insert.run(id, plan, note, hash, created, null).changes > 0);
  }

  /**
   * Another key for an account.
   * @param most how many it may have at a time, revoked ones not counted
   * @returns `full` where it has so many; `taken` where the id is another key's: try another one
   */
  createFor(account: string, key: NewKey, most: number): 'created' | 'full' | 'taken' {
    return this.#access.keep(() => {
      if (this.#live(account).length >= most) return 'full';
      return this.#insertFor(account, key) ? 'created' : 'taken';
    });
  }

  /**
   * The key that a subscription comes with: once for each, and none where the account has keys already, which serve it as well. In one
   * transaction, so that however many ask at a time, one is given it.
   * @returns `none` where it was given before, or nothing is paid for
   */
  createFirst(account: string, key: NewKey): 'created' | 'none' | 'taken' {
    return this.#access.keep(() => {
      if (this.#find.get(key.id) !== undefined) return 'taken';
      const live = this.#live(account);
      const marked = this.#markFirst.run(live[0]?.id ?? key.id, account).changes > 0;
      if (!marked || live.length > 0) return 'none';
      this.#insertFor(account, key);
      return 'created';
    });
  }

  /**
   * Gives a key another secret; id and plan stay.
   * @param now when
   * @param until the end of the old secret's time of grace; null where it ends at once. A grace of the rotation before ends in any case.
   * @returns false where there is no such key, or it is revoked
   */
  rotate(id: string, hash: Uint8Array, now: number, until: number | null): boolean {
    return this.#access.keep(() => {
      const old = this.#find.get(id);
      return this.#rotate.run(until === null ? null : (old?.hash ?? null), until, hash, now, id).changes > 0;
    });
  }

  /**
   * Ends a key, for good. Its account's subscription has been served by it: nobody who revokes their last key is given another one unasked.
   * @returns false where there is no such key, or it was revoked before
   */
  revoke(id: string, now: number): boolean {
    return this.#access.keep(() => {
      if (this.#revoke.run(now, id).changes === 0) return false;
      const account = this.#find.get(id)?.account;
      if (account != null) this.#markFirst.run(id, account);
      return true;
    });
  }

  /** Notes when keys were last used, by id. Ids that are gone are passed over. */
  touch(uses: Iterable<readonly [id: string, at: number]>): void {
    this.#access.write(() => {
      for (const [id, at] of uses) this.#touch.run(at, id);
    });
  }

  #live(account: string): KeyRow[] {
    return this.#of.all(account).filter(({ revoked }) => revoked === null);
  }

  #insertFor(account: string, { id, plan, note, hash, created }: NewKey): boolean {
    return this.#insert.run(id, plan, note, hash, created, account).changes > 0;
  }
}
