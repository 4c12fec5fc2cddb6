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
}

const COLUMNS = `id, plan, note, hash, previous_hash AS previousHash, previous_until AS previousUntil,
  created, rotated, revoked, last_used AS lastUsed`;

export class Keys {
  readonly #access: Access;
  readonly #find: Statement<[string], KeyRow>;
  readonly #list: Statement<[], KeyRow>;
  readonly #insert: Statement<[string, string, string, Uint8Array, number]>;
  readonly #rotate: Statement<[Uint8Array | null, number | null, Uint8Array, number, string]>;
  readonly #revoke: Statement<[number, string]>;
  readonly #touch: Statement<[number, string]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#find = db.prepare(`SELECT ${COLUMNS} FROM keys WHERE id = ?`);
    this.#list = db.prepare(`SELECT ${COLUMNS} FROM keys ORDER BY created, id`);
    this.#insert = db.prepare(
      'INSERT INTO keys (id, plan, note, hash, created) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
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

  /** @returns false where the id is taken: try another one */
  create({ id, plan, note, hash, created }: Pick<KeyRow, 'id' | 'plan' | 'note' | 'hash' | 'created'>): boolean {
    return this.#access.write(() => this.#insert.run(id, plan, note, hash, created).changes > 0);
  }

  /**
   * Gives a key another secret; id and plan stay.
   * @param now when
   * @param until the end of the old secret's time of grace; null where it ends at once. A grace of the rotation before ends in any case.
   * @returns false where there is no such key, or it is revoked
   */
  rotate(id: string, hash: Uint8Array, now: number, until: number | null): boolean {
    return this.#access.write(() => {
      const old = this.#find.get(id);
      return this.#rotate.run(until === null ? null : (old?.hash ?? null), until, hash, now, id).changes > 0;
    });
  }

  /** Ends a key, for good. @returns false where there is no such key, or it was revoked before */
  revoke(id: string, now: number): boolean {
    return this.#access.write(() => this.#revoke.run(now, id).changes > 0);
  }

  /** Notes when keys were last used, by id. Ids that are gone are passed over. */
  touch(uses: Iterable<readonly [id: string, at: number]>): void {
    this.#access.write(() => {
      for (const [id, at] of uses) this.#touch.run(at, id);
    });
  }
}
