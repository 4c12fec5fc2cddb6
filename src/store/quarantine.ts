/**
 * The table `quarantine`: games that could not be read, kept with their bytes.
 *
 * A place in an archive is quarantined once. Read again, a better reader may give another reason, which replaces the old one, as do other
 * bytes where the archive was changed there; or it may understand the game, which then leaves the quarantine.
 */
import type { Database, Statement } from 'better-sqlite3';
import { createHash } from 'node:crypto';
import type { QuarantineRow } from './rows.js';

/** A quarantined game with the place that it comes from. */
export interface QuarantinedGame extends QuarantineRow {
  /** Where its archive was last read, and the name of the entry in it. */
  archive: string;
  entry: string;
}

const PLACE_ORDER = 'ORDER BY e.archive_id, e.ordinal, q.byte_offset';
const PLACES = 'FROM quarantine q JOIN entries e ON e.id = q.entry_id JOIN archives a ON a.id = e.archive_id';

export class Quarantine {
  readonly #ids: Statement<[], number>;
  readonly #idsOf: Statement<[Uint8Array], number>;
  readonly #get: Statement<[number], QuarantinedGame>;
  readonly #held: Statement<[number], number>;
  readonly #insert: Statement<[number, number, number, number, number, string, string, Uint8Array]>;
  readonly #update: Statement<[number, number, number, string, string, Uint8Array, number, number]>;
  readonly #remove: Statement<[number, number]>;

  constructor(db: Database) {
    this.#held = db.prepare<[number], number>('SELECT 1 FROM quarantine WHERE entry_id = ? LIMIT 1').pluck();
    this.#ids = db.prepare<[], number>(`SELECT q.id ${PLACES} ${PLACE_ORDER}`).pluck();
    this.#idsOf = db
      .prepare<[Uint8Array], number>(`SELECT q.id ${PLACES} WHERE a.fingerprint = ? ${PLACE_ORDER}`)
      .pluck();
    this.#get = db.prepare(
      `SELECT a.path AS archive, e.name AS entry, q.byte_offset AS "offset", q.fault_offset AS faultOffset,
         q.line, q.col AS "column", q.reason, q.message, q.bytes ${PLACES} WHERE q.id = ?`,
    );
    this.#insert = db.prepare(
      `INSERT INTO quarantine (entry_id, byte_offset, fault_offset, line, col, reason, message, bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (entry_id, byte_offset) DO NOTHING`,
    );
    this.#update = db.prepare(
      `UPDATE quarantine SET fault_offset = ?, line = ?, col = ?, reason = ?, message = ?, bytes = ?
       WHERE entry_id = ? AND byte_offset = ?`,
    );
    this.#remove = db.prepare('DELETE FROM quarantine WHERE entry_id = ? AND byte_offset = ?');
  }

  /** Whether anything of the entry is quarantined. */
  holds(entryId: number): boolean {
    return this.#held.get(entryId) !== undefined;
  }

  /**
   * The games one by one, in the order of their places; not all bytes at once, for they may be large. A text that stands in several places, as
   * in every version of a file that grows, or in one that games were to be mended in, comes with the first of them.
   * @param archives fingerprints of those that are asked about; all unless given
   */
  *list(archives?: Iterable<Uint8Array>): Generator<QuarantinedGame> {
    const told = new Set<string>();
    for (const id of this.#idsIn(archives)) {
      const game = this.#get.get(id);
      if (game === undefined) continue;
      const text = createHash('sha256').update(game.bytes).digest('base64');
      if (!told.has(text)) yield game;
      told.add(text);
    }
  }

  /** Ids first: a sort would carry the bytes along. */
  *#idsIn(archives?: Iterable<Uint8Array>): Generator<number> {
    if (archives === undefined) yield* this.#ids.all();
    else for (const fingerprint of archives) yield* this.#idsOf.all(fingerprint);
  }

  /** @returns true where this place was not quarantined before. */
  put(entryId: number, row: QuarantineRow): boolean {
    const { offset, faultOffset, line, column, reason, message, bytes } = row;
    if (this.#insert.run(entryId, offset, faultOffset, line, column, reason, message, bytes).changes > 0) return true;
    this.#update.run(faultOffset, line, column, reason, message, bytes, entryId, offset);
    return false;
  }

  /** Lets go of the game at this place, where it was quarantined. */
  release(entryId: number, offset: number): void {
    this.#remove.run(entryId, offset);
  }
}
