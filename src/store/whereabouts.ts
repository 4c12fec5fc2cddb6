/** Where archives lie. One is its content, and may be moved and renamed; `Sources` notes where it was read. */
import type { Database, Statement } from 'better-sqlite3';
import type { Access } from './access.js';

export class Whereabouts {
  readonly #access: Access;
  readonly #path: Statement<[Uint8Array], string>;
  readonly #move: Statement<[string, Uint8Array], number>;
  readonly #rename: Statement<[string, number, string]>;

  constructor(db: Database, access: Access) {
    this.#access = access;
    this.#path = db.prepare<[Uint8Array], string>('SELECT path FROM archives WHERE fingerprint = ?').pluck();
    this.#move = db
      .prepare<[string, Uint8Array], number>('UPDATE archives SET path = ? WHERE fingerprint = ? RETURNING id')
      .pluck();
    this.#rename = db.prepare('UPDATE entries SET name = ? WHERE archive_id = ? AND ordinal = 0 AND name = ?');
  }

  /** Undefined for an archive that the store does not know. */
  find(fingerprint: Uint8Array): string | undefined {
    return this.#access.read(() => this.#path.get(fingerprint));
  }

  /** An archive lies elsewhere now. @param names of its first entry, before and now, where that is called after it */
  move(fingerprint: Uint8Array, path: string, names: readonly (readonly [before: string, now: string])[]): void {
    this.#access.write(() => {
      const id = this.#move.get(path, fingerprint);
      if (id !== undefined) for (const [before, now] of names) this.#rename.run(now, id, before);
    });
  }
}
