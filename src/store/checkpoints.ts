/**
 * The table `checkpoints`: how far an archive is read, on which terms.
 *
 * A checkpoint is written with the batch that it tells of, in one transaction, so that it is true at every moment, whatever happens to
 * the process. It is the reader's note to itself and no content: the digest of a store leaves it out, and two scans of one archive at the
 * same time may overwrite each other's, for both are true.
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
export interface Checkpoint {
  place: Place;
  /** Entries before `place` that broke off: where each is to be tried again. */
  broken: readonly Place[];
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

interface Row {
  version: string;
  stamp: number;
  complete: number;
  entry: number;
  byte_offset: number | null;
  line: number;
  broken: string;
  kept: number;
  filtered: string;
  quarantined: string;
  skipped: string;
}

export class Checkpoints {
  readonly #find: Statement<[Uint8Array, string, Depth, PatternMask, string], Row>;
  readonly #put: Statement<(string | number | null)[]>;

  constructor(db: Database) {
    this.#find = db.prepare(
      `SELECT c.version, c.stamp, c.complete, c.entry, c.byte_offset, c.line, c.broken, c.kept, c.filtered, c.quarantined, c.skipped
       FROM checkpoints c JOIN archives a ON a.id = c.archive_id JOIN engines e ON e.id = c.engine_id
       WHERE a.fingerprint = ? AND e.signature = ? AND c.depth = ? AND c.patterns = ? AND c.terms = ?`,
    );
    this.#put = db.prepare(
      `INSERT INTO checkpoints (archive_id, engine_id, depth, patterns, terms, version, stamp,
         complete, entry, byte_offset, line, broken, kept, filtered, quarantined, skipped)
       VALUES (?, ?, ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (archive_id, engine_id, depth, patterns, terms) DO UPDATE SET
         version = excluded.version, stamp = excluded.stamp, complete = excluded.complete,
         entry = excluded.entry, byte_offset = excluded.byte_offset, line = excluded.line, broken = excluded.broken,
         kept = excluded.kept, filtered = excluded.filtered, quarantined = excluded.quarantined, skipped = excluded.skipped`,
    );
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
      place: { entry: row.entry, offset: row.byte_offset, line: row.line },
      broken: JSON.parse(row.broken) as Place[],
      complete: row.complete === 1,
      kept: row.kept,
      filtered: JSON.parse(row.filtered) as Record<string, number>,
      quarantined: JSON.parse(row.quarantined) as Record<string, number>,
      skipped: JSON.parse(row.skipped) as string[],
    };
  }

  put(archiveId: number, engineId: number, on: CheckpointTerms, checkpoint: Checkpoint): void {
    const { place, broken, complete, kept, filtered, quarantined, skipped } = checkpoint;
    this.#put.run(
      ...[archiveId, engineId, on.depth, on.patterns, on.terms, on.engine.version, on.stamp],
      ...[complete ? 1 : 0, place.entry, place.offset, place.line, JSON.stringify(broken), kept],
      ...[JSON.stringify(filtered), JSON.stringify(quarantined), JSON.stringify(skipped)],
    );
  }
}
