/**
 * The tables that say where a row comes from: `engines`, `archives`, `entries`.
 *
 * Ids are looked up once a batch and never remembered across transactions: one that rolled back would leave an id that is not there.
 * Looked up, and written only where something is new: a row that is written anew as it was costs its page in every commit.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { ArchiveRef, EngineId, EntryRef } from './rows.js';

export class Sources {
  readonly #engine: Statement<[string, string]>;
  readonly #findEngine: Statement<[string], number>;
  readonly #findArchive: Statement<[Uint8Array, string], number>;
  readonly #findRead: Statement<[Uint8Array], number>;
  readonly #archive: Statement<[Uint8Array, number, string]>;
  readonly #findEntry: Statement<[number, number, string], number>;
  readonly #entry: Statement<[number, number, string]>;

  constructor(db: Database) {
    // DO UPDATE rather than DO NOTHING, for only then does RETURNING give the row that is there already
    this.#engine = db
      .prepare<[string, string]>(
        `INSERT INTO engines (version, signature) VALUES (?, ?)
         ON CONFLICT (signature) DO UPDATE SET signature = signature RETURNING id`,
      )
      .pluck();
    this.#findEngine = db.prepare<[string], number>('SELECT id FROM engines WHERE signature = ?').pluck();
    this.#findArchive = db
      .prepare<[Uint8Array, string], number>('SELECT id FROM archives WHERE fingerprint = ? AND path = ?')
      .pluck();
    this.#findRead = db.prepare<[Uint8Array], number>('SELECT id FROM archives WHERE fingerprint = ?').pluck();
    this.#archive = db
      .prepare<[Uint8Array, number, string]>(
        `INSERT INTO archives (fingerprint, size, path) VALUES (?, ?, ?)
         ON CONFLICT (fingerprint) DO UPDATE SET path = excluded.path RETURNING id`,
      )
      .pluck();
    this.#findEntry = db
      .prepare<[number, number, string], number>(
        'SELECT id FROM entries WHERE archive_id = ? AND ordinal = ? AND name = ?',
      )
      .pluck();
    this.#entry = db
      .prepare<[number, number, string]>(
        `INSERT INTO entries (archive_id, ordinal, name) VALUES (?, ?, ?)
         ON CONFLICT (archive_id, ordinal) DO UPDATE SET name = excluded.name RETURNING id`,
      )
      .pluck();
  }

  /** Row id of an engine; its version is that of the first one seen with this signature. */
  engineId(engine: EngineId): number {
    return Number(this.findEngine(engine) ?? this.#engine.get(engine.version, engine.signature));
  }

  /** Row id of an engine that the store knows. */
  findEngine(engine: EngineId): number | undefined {
    return this.#findEngine.get(engine.signature);
  }

  /** Row id of an archive. Its path becomes the one given: where it was last read is where it will be found, unless that was a pipe. */
  archiveId({ fingerprint, size, path, piped = false }: ArchiveRef): number {
    const known = piped ? this.#findRead.get(fingerprint) : this.#findArchive.get(fingerprint, path);
    return Number(known ?? this.#archive.get(fingerprint, size, path));
  }

  /** Row id of an entry, and with it of its archive. */
  entryId(entry: EntryRef): number {
    const { archive, ordinal, name } = entry;
    const archiveId = this.archiveId(archive);
    return Number(this.#findEntry.get(archiveId, ordinal, name) ?? this.#entry.get(archiveId, ordinal, name));
  }
}
