/**
 * The tables `checkpoints` and `broken_entries`: how far an archive is read, on which terms, and what of it is to be tried again.
 *
 * A checkpoint is written with the batch that it tells of, in one transaction, so that it is true at every moment, whatever happens to
 * the process. It is the reader's note to itself and no content: the digest of a store leaves it out, and two scans of one archive at the
 * same time may overwrite each other's, for both are true: an entry is struck from the broken ones by who has read it to its end alone.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { Depth, PatternMask } from '../tactics/types.js';
import type { EngineId } from './rows.js';

/** A place in an archive: behind the game that begins there, which is the last one that was dealt with. */
export interface Place {
  /** 0-based ordinal of the entry. */
  entry: number;
  /** Where that game begins in the entry's bytes; null where no game of the entry was dealt with. */
  offset: number | null;
  /** The line there, 1-based. */
  line: number;
}

/** How far an archive is read. */
export interface Progress {
  place: Place;
  /** Read to its end, and nothing was missing. */
  complete: boolean;
  /** Games up to here that are in the database: stored from here, or there before. */
  kept: number;
  /** Games up to here that were passed over, by what for; and that were set aside, by reason. */
  filtered: Readonly<Record<string, number>>;
  quarantined: Readonly<Record<string, number>>;
  /** What was passed over because it is no PGN; told once the end is reached. */
  skipped: readonly string[];
}

export interface Checkpoint extends Progress {
  /** Entries before that of `place` that broke off, in order: where each is to be tried again. */
  broken: readonly Place[];
}

/** What has become of entries, by their ordinals: where one that broke off is to be tried again, or null for one that was read to its end. */
export type BrokenChanges = ReadonlyMap<number, Place | null>;

/** What a checkpoint holds for. On other terms there is another one, or none. */
export interface CheckpointTerms {
  engine: EngineId;
  depth: Depth;
  patterns: PatternMask;
  /** What else was asked for, as a text that is equal where it means the same; '' for nothing. */
  terms: string;
  /** The file's last change, milliseconds since 1970; 0 where its fingerprint covers every byte. */
  stamp: number;
}

interface PlaceRow {
  entry: number;
  byte_offset: number | null;
  line: number;
}

interface Row extends PlaceRow {
  id: number;
  version: string;
  stamp: number;
  complete: number;
  kept: number;
  filtered: string;
  quarantined: string;
  skipped: string;
}

export class Checkpoints {
  readonly #find: Statement<[Uint8Array, string, Depth, PatternMask, string], Row>;
  readonly #findBroken: Statement<[checkpoint: number, entry: number], PlaceRow>;
  /** Returns its id. */
  readonly #put: Statement<(string | number | null)[], number>;
  readonly #putBroken: Statement<[checkpoint: number, entry: number, offset: number | null, line: number]>;
  readonly #dropBroken: Statement<[checkpoint: number, entry: number]>;

  constructor(db: Database) {
    this.#find = db.prepare(
      `SELECT c.id, c.version, c.stamp, c.complete, c.entry, c.byte_offset, c.line, c.kept, c.filtered, c.quarantined, c.skipped
       FROM checkpoints c JOIN archives a ON a.id = c.archive_id JOIN engines e ON e.id = c.engine_id
       WHERE a.fingerprint = ? AND e.signature = ? AND c.depth = ? AND c.patterns = ? AND c.terms = ?`,
    );
    this.#findBroken = db.prepare(
      'SELECT entry, byte_offset, line FROM broken_entries WHERE checkpoint_id = ? AND entry < ? ORDER BY entry',
    );
    this.#putBroken = db.prepare(
      'INSERT OR REPLACE INTO broken_entries (checkpoint_id, entry, byte_offset, line) VALUES (?, ?, ?, ?)',
    );
    this.#dropBroken = db.prepare('DELETE FROM broken_entries WHERE checkpoint_id = ? AND entry = ?');
    this.#put = db.prepare<(string | number | null)[], number>(
      `INSERT INTO checkpoints (archive_id, engine_id, depth, patterns, terms, version, stamp,
         complete, entry, byte_offset, line, kept, filtered, quarantined, skipped)
       VALUES (?, ?, ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (archive_id, engine_id, depth, patterns, terms) DO UPDATE SET
         version = excluded.version, stamp = excluded.stamp, complete = excluded.complete,
         entry = excluded.entry, byte_offset = excluded.byte_offset, line = excluded.line,
         kept = excluded.kept, filtered = excluded.filtered, quarantined = excluded.quarantined, skipped = excluded.skipped
       RETURNING id`,
    );
    this.#put.pluck();
  }

  /**
   * @param fingerprint of the archive
   * @returns undefined where there is none, or none that may be trusted: the file was changed since, or another version of Motif, which
   * may have understood less, wrote it
   */
  find(fingerprint: Uint8Array, on: CheckpointTerms): Checkpoint | undefined {
    const row = this.#find.get(fingerprint, on.engine.signature, on.depth, on.patterns, on.terms);
    if (row?.version !== on.engine.version || row.stamp !== on.stamp) return undefined;
    return {
      place: placeOf(row),
      broken: this.#findBroken.all(row.id, row.entry).map(placeOf),
      complete: row.complete === 1,
      kept: row.kept,
      filtered: JSON.parse(row.filtered) as Record<string, number>,
      quarantined: JSON.parse(row.quarantined) as Record<string, number>,
      skipped: JSON.parse(row.skipped) as string[],
    };
  }

  /** @param broken what has changed since the last one */
  put(archiveId: number, engineId: number, on: CheckpointTerms, progress: Progress, broken: BrokenChanges): void {
    const { place, complete, kept, filtered, quarantined, skipped } = progress;
    const id = this.#put.get(
      ...[archiveId, engineId, on.depth, on.patterns, on.terms, on.engine.version, on.stamp],
      ...[complete ? 1 : 0, place.entry, place.offset, place.line, kept],
      ...[JSON.stringify(filtered), JSON.stringify(quarantined), JSON.stringify(skipped)],
    );
    if (id === undefined) throw new Error('checkpoints: a row that was written has no id');
    for (const [entry, again] of broken) {
      if (again === null) this.#dropBroken.run(id, entry);
      else this.#putBroken.run(id, entry, again.offset, again.line);
    }
  }
}

function placeOf({ entry, byte_offset, line }: PlaceRow): Place {
  return { entry, offset: byte_offset, line };
}
