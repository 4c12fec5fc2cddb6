-- The entries that broke off, a row each. They stood in `checkpoints` as one JSON text that was written anew with every batch: of a zip with
-- 16,000 damaged entries that took 30 of 45 seconds.
CREATE TABLE broken_entries (
  checkpoint_id INTEGER NOT NULL REFERENCES checkpoints (id),
  entry         INTEGER NOT NULL,                      -- ordinal; from the checkpoint's own entry on they are of an earlier reading, and mean nothing
  byte_offset   INTEGER,                               -- where it is to be tried again, as in `checkpoints`
  line          INTEGER NOT NULL,
  PRIMARY KEY (checkpoint_id, entry)
) STRICT, WITHOUT ROWID;

INSERT INTO broken_entries
SELECT c.id, b.value ->> 'entry', b.value ->> 'offset', b.value ->> 'line' FROM checkpoints c, json_each(c.broken) b;

ALTER TABLE checkpoints DROP COLUMN broken;

-- No matter of foreign keys, which are off where people delete games with SQLite's own shell: ids are given again.
CREATE TRIGGER checkpoints_dropped AFTER DELETE ON checkpoints BEGIN
  DELETE FROM broken_entries WHERE checkpoint_id = old.id;
END;
