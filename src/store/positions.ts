/**
 * The tables `positions` and `tactics`: confirmed results by FEN.
 *
 * One rule keeps the cache honest: what a row covers (`patterns`) never shrinks. A narrower result never replaces a wider one, so that
 * every game that points at the row keeps what it was promised.
 */
import type { Database, Statement } from 'better-sqlite3';
import { filterRecords, makeUci, readRecords } from '../tactics/record.js';
import type { PatternMask } from '../tactics/types.js';

interface KnownPosition {
  id: number;
  engine_id: number;
  patterns: PatternMask;
}

/** Whether a result over `have` answers a question about `want`. */
export function covers(have: PatternMask, want: PatternMask): boolean {
  return (want & ~have) === 0;
}

export class Positions {
  readonly #find: Statement<[string, string], { patterns: PatternMask; records: Uint8Array }>;
  readonly #known: Statement<[string], KnownPosition>;
  readonly #insert: Statement<[string, number, PatternMask, Uint8Array]>;
  readonly #update: Statement<[number, PatternMask, Uint8Array, number]>;
  readonly #stale: Statement<[number, number]>;
  readonly #remove: Statement<[number]>;
  readonly #addTactic: Statement<[number, number, number, number, number, number, string, number]>;
  readonly #dropTactics: Statement<[number]>;

  constructor(db: Database) {
    this.#find = db.prepare(
      `SELECT p.patterns, p.records FROM positions p JOIN engines e ON e.id = p.engine_id
       WHERE p.fen = ? AND e.signature = ?`,
    );
    this.#known = db.prepare('SELECT id, engine_id, patterns FROM positions WHERE fen = ?');
    this.#insert = db.prepare('INSERT INTO positions (fen, engine_id, patterns, records) VALUES (?, ?, ?, ?)');
    this.#update = db.prepare('UPDATE positions SET engine_id = ?, patterns = ?, records = ? WHERE id = ?');
    this.#stale = db.prepare(
      `SELECT id FROM positions p WHERE id = ? AND engine_id <> ?
       AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.position_id = p.id)`,
    );
    this.#remove = db.prepare('DELETE FROM positions WHERE id = ?');
    this.#addTactic = db.prepare(
      `INSERT INTO tactics (position_id, ordinal, pattern, gain, mate, black, trigger_move, pattern_ply)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#dropTactics = db.prepare('DELETE FROM tactics WHERE position_id = ?');
  }

  /** The packed tactics of the patterns in `mask`, or null where the store cannot tell for this engine. */
  find(fen: string, signature: string, mask: PatternMask): Uint8Array | null {
    const row = this.#find.get(fen, signature);
    if (row === undefined || !covers(row.patterns, mask)) return null;
    const { buffer, byteOffset, length } = row.records;
    return filterRecords(new Uint8Array(buffer, byteOffset, length), mask); // not the Buffer that it comes as
  }

  /**
   * Takes in a result over all ten patterns of which `patterns` are wanted. A row that is there is widened to both.
   * @returns the position's row id
   */
  take(fen: string, engineId: number, patterns: PatternMask, records: Uint8Array): number {
    const known = this.#known.get(fen);
    if (known === undefined) return this.#write(fen, engineId, patterns, filterRecords(records, patterns));
    if (known.engine_id !== engineId || !covers(known.patterns, patterns)) {
      const both = known.patterns | patterns;
      this.#rewrite(known.id, engineId, both, filterRecords(records, both));
    }
    return known.id;
  }

  /** Forgets a position that no game points at any more and that another engine than `engineId` computed. */
  dropStale(positionId: number, engineId: number): void {
    if (this.#stale.get(positionId, engineId) === undefined) return;
    this.#dropTactics.run(positionId);
    this.#remove.run(positionId);
  }

  #write(fen: string, engineId: number, patterns: PatternMask, records: Uint8Array): number {
    const id = Number(this.#insert.run(fen, engineId, patterns, records).lastInsertRowid);
    this.#addTactics(id, records);
    return id;
  }

  #rewrite(id: number, engineId: number, patterns: PatternMask, records: Uint8Array): void {
    this.#update.run(engineId, patterns, records, id);
    this.#dropTactics.run(id);
    this.#addTactics(id, records);
  }

  #addTactics(id: number, records: Uint8Array): void {
    let ordinal = 0;
    for (const { pattern, gain, mate, black, trigger, patternPly } of readRecords(records)) {
      this.#addTactic.run(id, ordinal++, pattern, gain, mate ? 1 : 0, black ? 1 : 0, makeUci(trigger), patternPly);
    }
  }
}
