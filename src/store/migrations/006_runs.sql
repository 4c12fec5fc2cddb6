-- What nights and scans did, how far the one at work is, and which puzzles nights have exported. None of it is content: the digest of a
-- store leaves it out. Times are milliseconds since 1970, UTC.

CREATE TABLE runs (
  id       INTEGER PRIMARY KEY,
  kind     TEXT NOT NULL CHECK (kind IN ('nightly', 'scan')),
  state    TEXT NOT NULL CHECK (state IN ('running', 'done', 'stopped', 'failed', 'killed')), -- killed: ended without a word
  version  TEXT NOT NULL,                              -- of Motif
  process  INTEGER NOT NULL,                           -- its id
  started  INTEGER NOT NULL,
  updated  INTEGER NOT NULL,                           -- the last sign of life; while it runs, every second or so
  ended    INTEGER,                                    -- NULL: it runs
  stage    TEXT NOT NULL,                              -- what it does, or did last: find, scan, mine, export, prune, report
  progress TEXT NOT NULL,                              -- JSON: how far it is
  counts   TEXT NOT NULL,                              -- JSON: what it did
  message  TEXT NOT NULL,                              -- why it failed; '' it did not
  report   TEXT                                        -- name of its report without the extension; NULL: none, or pruned
) STRICT;

-- The archives that a run found new, in the order in which it reads them, and those that it left for later.
CREATE TABLE run_archives (
  run_id      INTEGER NOT NULL REFERENCES runs (id),
  ordinal     INTEGER NOT NULL,
  path        TEXT NOT NULL,
  size        INTEGER NOT NULL,                        -- bytes on the disk
  state       TEXT NOT NULL CHECK (state IN ('waiting', 'reading', 'done', 'bad', 'failed', 'left')), -- bad: not read to its end
  games       INTEGER NOT NULL,                        -- in it, those set aside and filtered included
  quarantined INTEGER NOT NULL,                        -- of these, set aside
  message     TEXT NOT NULL,                           -- what is wrong with it, or why it was left; '' nothing
  PRIMARY KEY (run_id, ordinal)
) STRICT, WITHOUT ROWID;

-- What a night exported: a folder of files below that night's --out, with the puzzles that no edition before had. The row is written
-- when the files are whole, and before their folder gets its name.
CREATE TABLE editions (
  id      INTEGER PRIMARY KEY,
  run_id  INTEGER NOT NULL REFERENCES runs (id),
  folder  TEXT NOT NULL,                               -- absolute
  puzzles INTEGER NOT NULL,
  files   TEXT NOT NULL,                               -- JSON: their names
  pruned  INTEGER                                      -- when its files were removed; NULL: they are there
) STRICT;

-- Puzzles by the edition that has them. They stay when its files are removed: what was exported once is not new.
CREATE TABLE exported (
  puzzle     TEXT PRIMARY KEY,                         -- its id, which is the position's own
  edition_id INTEGER NOT NULL REFERENCES editions (id)
) STRICT, WITHOUT ROWID;
