-- Who may use the service, and what the daily caps have counted. Neither is content: the digest of a store leaves both out.

-- A key is told by its id, which it carries in front and which is no secret, and proved by its hash. Times are milliseconds since 1970, UTC.
CREATE TABLE keys (
  id             TEXT PRIMARY KEY,
  plan           TEXT NOT NULL,                        -- a name in the operator's table of plans
  note           TEXT NOT NULL,                        -- whose it is, in the operator's words; '' nothing
  hash           BLOB NOT NULL CHECK (length(hash) = 32), -- SHA-256 of the whole key; the key itself is nowhere
  previous_hash  BLOB CHECK (length(previous_hash) = 32), -- of the key before the last rotation, where that had a time of grace
  previous_until INTEGER,                              -- the end of that time
  created        INTEGER NOT NULL,
  rotated        INTEGER,                              -- NULL: never
  revoked        INTEGER,                              -- NULL: it is valid
  last_used      INTEGER                               -- to within some seconds; NULL: never
) STRICT, WITHOUT ROWID;

-- Accepted game analyses by client (an address or a key's id) and UTC day. Rows of days that are over are deleted.
CREATE TABLE daily_games (
  day    TEXT NOT NULL,                                -- 2024-02-29
  client TEXT NOT NULL,
  games  INTEGER NOT NULL,
  PRIMARY KEY (day, client)
) STRICT, WITHOUT ROWID;
