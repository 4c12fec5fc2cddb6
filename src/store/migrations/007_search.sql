-- What searches over found tactics are asked of the games: indexes that hold all of it, so that the games themselves, ten times as large, are
-- not read. Measured over 300,000 games with 2.4 million tactics: a player's games are found in 70 ms, not 425, for 24 MB beside 470.

-- Its first columns grow as archives are read, so that scans append to it.
CREATE INDEX games_by_facts ON games (entry_id, date, white, black, white_elo, black_elo, eco, event, depth, engine_id);

-- The latest games first; a span of years.
CREATE INDEX games_by_date ON games (date);
