/**
 * The table `quarantine`: games that could not be read, kept with their bytes.
 *
 * A place in an archive is quarantined once. Read again, a better reader may give another reason, which replaces the old one, or may
 * understand the game, which then leaves the quarantine.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { QuarantineRow } from './rows.js';

export class Quarantine {
  readonly #held: Statement<[number], number>;
  readonly #insert: Statement<[number, number, number, number, number, string, string, Uint8Array]>;
  readonly #update: Statement<[number, number, number, string, string, number, number]>;
  readonly #remove: Statement<[number, number]>;

  constructor(db: Database) {
    this.#held = db.prepare<[number], number>('SELECT 1 FROM quarantine WHERE entry_id = ? LIMIT 1').pluck();
    this.#insert = db.prepare(
      `INSERT INTO quarantine (entry_id, byte_offset, fault_offset, line, col, reason, message, bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (entry_id, byte_offset) DO NOTHING`,
    );
    this.#update = db.prepare(
      `UPDATE quarantine SET fault_offset = ?, line = ?, col = ?, reason = ?, message = ?
       WHERE entry_id = ? AND byte_offset = ?`,
    );
    this.#remove = db.prepare('DELETE FROM quarantine WHERE entry_id = ? AND byte_offset = ?');
  }

  /** Whether anything of the entry is quarantined. */
  holds(entryId: number): boolean {
    return this.#held.get(entryId) !== undefined;
  }

  /** @returns true where this place was not quarantined before. */
  put(entryId: number, row: QuarantineRow): boolean {
    const { offset, faultOffset, line, column, reason, message, bytes } = row;
    if (this.#insert.run(entryId, offset, faultOffset, line, column, reason, message, bytes).changes > 0) return true;
    this.#update.run(faultOffset, line, column, reason, message, entryId, offset);
    return false;
  }

  /** Lets go of the game at this place, where it was quarantined. */
  release(entryId: number, offset: number): void {
    this.#remove.run(entryId, offset);
  }
}
