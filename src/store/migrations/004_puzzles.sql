-- What was asked of positions with tactics: is this a puzzle (docs/puzzles.md)? Computed from the rest of the store, and lost with it.

-- One row for each position that was looked at, also where it is none: it is not looked at again. Where several games pass through it,
-- the first one in the store counts: it has the opponent's move and the players.
CREATE TABLE puzzles (
  position_id INTEGER PRIMARY KEY REFERENCES positions (id) ON DELETE CASCADE,
  engine_id   INTEGER NOT NULL REFERENCES engines (id) ON DELETE CASCADE,
  game_id     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
  ply         INTEGER NOT NULL,                        -- 1-based, of the solver's first move
  verdict     TEXT NOT NULL,                           -- 'puzzle', or why it is none
  identity    TEXT,                                    -- equal for mirrored positions; this and the rest of puzzles alone, else NULL
  fen_before  TEXT,                                    -- all six fields, before the opponent's mistake
  mistake     INTEGER,                                 -- that move, packed as in games.moves
  fen         TEXT,                                    -- all six fields, behind it
  line        BLOB,                                    -- the solution, two bytes a ply, the solver's move first
  gain        INTEGER,                                 -- centipawns of material
  mate        INTEGER CHECK (mate IN (0, 1)),
  margin      INTEGER                                  -- centipawns by which the second-best first move is worse
) STRICT;

-- Exports list them in this order, and merge what is equal.
CREATE INDEX puzzles_by_identity ON puzzles (identity, game_id, ply) WHERE identity IS NOT NULL;

-- What a position is asked depends on its tactics.
CREATE TRIGGER positions_analysed_anew AFTER UPDATE OF engine_id, records ON positions BEGIN
  DELETE FROM puzzles WHERE position_id = old.id;
END;
