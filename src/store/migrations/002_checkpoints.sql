-- How far each archive is read, so that a scan that was killed goes on where it was, and one that is done need not be done again.

-- A row is written in the same transaction as the batch that it tells of: what it says is behind us is in the database. It holds for one
-- archive on equal terms: engine, depth, patterns, filters; on others the archive is read anew, and its games are recognised.
CREATE TABLE checkpoints (
  id          INTEGER PRIMARY KEY,
  archive_id  INTEGER NOT NULL REFERENCES archives (id),
  engine_id   INTEGER NOT NULL REFERENCES engines (id),
  depth       TEXT NOT NULL CHECK (depth IN ('l1', 'l2')),
  patterns    INTEGER NOT NULL,                        -- 1023 is all ten
  terms       TEXT NOT NULL,                           -- what else the scan was asked for (filters); '' nothing
  version     TEXT NOT NULL,                           -- of Motif: another one may read what this one could not
  stamp       REAL NOT NULL,                           -- the file's last change, milliseconds; 0 where the fingerprint covers every byte
  complete    INTEGER NOT NULL CHECK (complete IN (0, 1)), -- 1: read to its end, and nothing was missing
  entry       INTEGER NOT NULL,                        -- ordinal of the entry in work; all before it are read
  byte_offset INTEGER,                                 -- where its last game that is dealt with begins; NULL: none is
  line        INTEGER NOT NULL,                        -- the line there, 1-based
  broken      TEXT NOT NULL,                           -- JSON: entries that broke off, with the same three, to be tried again
  kept        INTEGER NOT NULL,                        -- games that are in the database: stored from here, or there before
  filtered    TEXT NOT NULL,                           -- JSON: games passed over, by what for
  quarantined TEXT NOT NULL,                           -- JSON: games set aside, by reason
  skipped     TEXT NOT NULL,                           -- JSON: what was passed over because it is no PGN; once the end is reached
  UNIQUE (archive_id, engine_id, depth, patterns, terms)
) STRICT;

CREATE INDEX checkpoints_by_engine ON checkpoints (engine_id);

-- A checkpoint promises that the games are there as its engine left them. Where another engine takes them over, or somebody deletes
-- some, the promise is off.
CREATE TRIGGER games_taken_over AFTER UPDATE OF engine_id ON games WHEN new.engine_id <> old.engine_id BEGIN
  DELETE FROM checkpoints WHERE engine_id = old.engine_id;
END;

CREATE TRIGGER games_deleted AFTER DELETE ON games BEGIN
  DELETE FROM checkpoints;
END;
