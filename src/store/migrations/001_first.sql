-- The first shape of the store.
--
-- Tables stand in families: engines; archives and entries (where bytes came from); games; positions, tactics and occurrences (what
-- was found); quarantine (what could not be read). Content is keyed by what it is (digest, FEN, fingerprint, signature); row ids
-- are only for joins, and mean nothing outside one database.

-- Results belong to the engine that computed them. The signature is the identity: versions that share it give the same results.
CREATE TABLE engines (
  id        INTEGER PRIMARY KEY,
  version   TEXT NOT NULL,
  signature TEXT NOT NULL UNIQUE
) STRICT;

-- The names of the codes in tactics.pattern and of the bits in every mask, for people who look inside.
CREATE TABLE patterns (
  code INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO patterns (code, name) VALUES
  (0, 'fork'), (1, 'pin'), (2, 'skewer'), (3, 'discovered_attack'), (4, 'double_check'),
  (5, 'back_rank_mate'), (6, 'smothered_mate'), (7, 'deflection'), (8, 'interference'), (9, 'trapped_piece');

-- An archive is its content: a copy elsewhere is the same archive, and `path` is where it was last read.
CREATE TABLE archives (
  id          INTEGER PRIMARY KEY,
  fingerprint BLOB NOT NULL UNIQUE,
  size        INTEGER NOT NULL,
  path        TEXT NOT NULL
) STRICT;

-- The PGN streams of an archive, by place: two entries of a zip may share a name.
CREATE TABLE entries (
  id         INTEGER PRIMARY KEY,
  archive_id INTEGER NOT NULL REFERENCES archives (id),
  ordinal    INTEGER NOT NULL,
  name       TEXT NOT NULL,
  UNIQUE (archive_id, ordinal)
) STRICT;

CREATE TABLE games (
  id           INTEGER PRIMARY KEY,
  digest       BLOB NOT NULL UNIQUE,                   -- of the players, the date and the moves: one game, one row, whatever archive
  entry_id     INTEGER NOT NULL REFERENCES entries (id),
  byte_offset  INTEGER NOT NULL,                       -- in the entry's own (decompressed) bytes
  byte_length  INTEGER NOT NULL,
  white        TEXT,
  black        TEXT,
  event        TEXT,
  site         TEXT,
  date         TEXT,                                   -- as the tag has it: 1851.06.21, 2024.??.??
  round        TEXT,
  result       TEXT,
  white_elo    INTEGER,
  black_elo    INTEGER,
  eco          TEXT,
  time_control TEXT,
  start_fen    TEXT,                                   -- NULL: the standard starting position
  plies        INTEGER NOT NULL,
  moves        BLOB NOT NULL,                          -- two bytes a ply: from | to << 6 | promotion << 12, little-endian; 0 a null move
  masks        BLOB NOT NULL,                          -- two bytes a position (plies + 1): the patterns that l1 saw there
  candidates   INTEGER NOT NULL,                       -- l1 candidates of all ten patterns, whatever the filter
  depth        TEXT NOT NULL CHECK (depth IN ('l1', 'l2')),
  patterns     INTEGER NOT NULL,                       -- which patterns masks and occurrences cover; 1023 is all ten
  engine_id    INTEGER NOT NULL REFERENCES engines (id)
) STRICT;

-- Confirmed (l2) results by FEN: what the service answers from, and what every game that passes through the position shares.
CREATE TABLE positions (
  id        INTEGER PRIMARY KEY,
  fen       TEXT NOT NULL UNIQUE,                      -- the first four fields, en passant only where a capture is legal
  engine_id INTEGER NOT NULL REFERENCES engines (id),
  patterns  INTEGER NOT NULL,                          -- which patterns `records` covers; 1023 is all ten
  records   BLOB NOT NULL                              -- packed tactics in published order; empty: looked at, nothing found
) STRICT;

-- One row a tactic of `positions.records`, for queries; the evidence (squares, line) is in the packed record.
CREATE TABLE tactics (
  position_id  INTEGER NOT NULL REFERENCES positions (id),
  ordinal      INTEGER NOT NULL,                       -- place in the published order, 0 first
  pattern      INTEGER NOT NULL REFERENCES patterns (code),
  gain         INTEGER NOT NULL,                       -- centipawns
  mate         INTEGER NOT NULL,                       -- 0 or 1
  black        INTEGER NOT NULL,                       -- 1: Black has the tactic
  trigger_move TEXT NOT NULL,                          -- UCI
  pattern_ply  INTEGER NOT NULL,                       -- index in the line of the move at which the pattern stands
  PRIMARY KEY (position_id, ordinal)
) STRICT, WITHOUT ROWID;

-- "forks that win a rook or more", "every back-rank mate": both are one range of this index.
CREATE INDEX tactics_by_pattern_gain ON tactics (pattern, gain, mate);
CREATE INDEX tactics_by_pattern_mate ON tactics (pattern) WHERE mate = 1;

-- Where a position with tactics stood: before this ply (1-based) of this game.
CREATE TABLE occurrences (
  game_id     INTEGER NOT NULL REFERENCES games (id),
  ply         INTEGER NOT NULL,
  position_id INTEGER NOT NULL REFERENCES positions (id),
  PRIMARY KEY (game_id, ply)
) STRICT, WITHOUT ROWID;

CREATE INDEX occurrences_by_position ON occurrences (position_id);

-- Games that could not be read, with the reason and the bytes, so that they can be looked at, mended and scanned again.
CREATE TABLE quarantine (
  id           INTEGER PRIMARY KEY,
  entry_id     INTEGER NOT NULL REFERENCES entries (id),
  byte_offset  INTEGER NOT NULL,                       -- where the game begins in the entry's bytes
  fault_offset INTEGER NOT NULL,                       -- where the fault lies, in the entry's bytes
  line         INTEGER NOT NULL,                       -- of the fault, 1-based
  col          INTEGER NOT NULL,
  reason       TEXT NOT NULL,                          -- machine-readable: illegal_move, bad_token, ...
  message      TEXT NOT NULL,
  bytes        BLOB NOT NULL,
  UNIQUE (entry_id, byte_offset)
) STRICT;

-- For people who look inside: every tactic with its game, its place in the archive, and names instead of codes.
CREATE VIEW found AS
SELECT n.name AS pattern, t.gain, t.mate, t.trigger_move, p.fen, o.ply,
       g.white, g.black, g.event, g.date, a.path AS archive, e.name AS entry, g.byte_offset
FROM tactics t
JOIN patterns n ON n.code = t.pattern
JOIN positions p ON p.id = t.position_id
JOIN occurrences o ON o.position_id = p.id
JOIN games g ON g.id = o.game_id
JOIN entries e ON e.id = g.entry_id
JOIN archives a ON a.id = e.archive_id;
