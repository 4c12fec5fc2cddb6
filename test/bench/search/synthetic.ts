/**
 * A store like one that has read many archives, made from a seed in seconds: games, positions, tactics and occurrences in the proportions of
 * real scans, with moves and evidence that mean nothing. For measuring searches; nothing in it is chess.
 */
import { Database } from '../../../src/store/sqlite.js';
import { openStore } from '../../../src/store/open.js';

export interface SyntheticSize {
  games: number;
  /** Of positions with tactics, in each game. Default 4; two tactics stand in each of them. */
  positions?: number;
  seed?: number;
}

/** Tactics by pattern among ten thousand, as a scan of ordinary games finds them. */
const SHARES = [2194, 2750, 581, 2083, 194, 130, 9, 1382, 125, 552];
const FIRST_YEAR = 1990;
const YEARS = 35;
const GAMES_A_ARCHIVE = 20_000;
/** Games that share a position of the opening. */
const SHARED = 300;

const SYLLABLES = [
  'ka',
  'ro',
  'lin',
  'ber',
  'ta',
  'vi',
  'mo',
  'sen',
  'po',
  'gar',
  'ne',
  'di',
  'shi',
  'ul',
  'an',
  'tch',
];

/** Mulberry32: small, fast, the same everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

/** Fills a new database. @returns how many tactics stand in its games */
export function fillStore(file: string, { games, positions = 4, seed = 1 }: SyntheticSize): number {
  openStore(file).close();
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.pragma('cache_size = -400000');
  const random = randomFrom(seed);
  const upTo = (count: number): number => Math.floor(random() * count);
  const name = (): string => {
    const part = (syllables: number): string => {
      const text = Array.from({ length: syllables }, () => SYLLABLES[upTo(SYLLABLES.length)]).join('');
      return text.charAt(0).toUpperCase() + text.slice(1);
    };
    return `${part(2 + upTo(3))}, ${part(2 + upTo(2))}`;
  };
  const names = Array.from({ length: Math.max(2, Math.ceil(games / 8)) }, name);
  // some play often, most hardly ever
  const player = (): string => names[Math.floor(names.length * random() ** 3)] ?? '';
  const pattern = (): number => {
    let rest = upTo(10_000);
    return SHARES.findIndex((share) => (rest -= share) < 0);
  };

  const insert = {
    engine: db.prepare(`INSERT INTO engines (id, version, signature) VALUES (1, '1', 'synthetic')`),
    archive: db.prepare('INSERT INTO archives (id, fingerprint, size, path) VALUES (?, ?, 1, ?)'),
    entry: db.prepare(`INSERT INTO entries (id, archive_id, ordinal, name) VALUES (?, ?, 0, 'games.pgn')`),
    game: db.prepare(
      `INSERT INTO games (digest, entry_id, byte_offset, byte_length, white, black, event, site, date, round, result, white_elo, black_elo,
         eco, start_fen, plies, moves, masks, candidates, depth, patterns, engine_id)
       VALUES (?, ?, ?, 900, ?, ?, ?, 'Here', ?, '1', '1-0', ?, ?, ?, NULL, 80, ?, ?, 9, 'l2', 1023, 1)`,
    ),
    position: db.prepare('INSERT INTO positions (id, fen, engine_id, patterns, records) VALUES (?, ?, 1, 1023, ?)'),
    tactic: db.prepare(
      `INSERT INTO tactics (position_id, ordinal, pattern, gain, mate, black, trigger_move, pattern_ply) VALUES (?, ?, ?, ?, ?, ?, 'e2e4', 0)`,
    ),
    occurrence: db.prepare('INSERT INTO occurrences (game_id, ply, position_id) VALUES (?, ?, ?)'),
  };
  let found = 0;
  let positionId = 0;
  const moves = Buffer.alloc(160);
  const masks = Buffer.alloc(162);
  const addPosition = (ply: number): void => {
    positionId++;
    const records: number[] = [];
    const tactics: number[][] = [];
    for (let ordinal = 0; ordinal < 2; ordinal++) {
      const code = pattern();
      const mate = code === 5 || code === 6 || random() < 0.03 ? 1 : 0;
      const gain = 100 * (1 + Math.floor(12 * random() ** 2));
      const black = ply % 2 === 0 ? 1 : 0;
      tactics.push([positionId, ordinal, code, gain, mate, black]);
      records.push(
        code,
        1 | (mate << 1) | (black << 2),
        12,
        7,
        gain & 255,
        gain >> 8,
        0,
        1,
        1,
        3,
        28,
        36,
        9,
        12,
        7,
        0,
        0,
        12,
        7,
      );
    }
    const fen = `${positionId.toString(36).padStart(8, '0')}/ppp2ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -`;
    insert.position.run(positionId, fen, Buffer.from(records));
    for (const tactic of tactics) insert.tactic.run(...tactic);
  };

  db.transaction(() => {
    insert.engine.run();
    for (let id = 1; id <= SHARED; id++) addPosition(11);
    for (let id = 1; id <= games; id++) {
      const archive = 1 + Math.floor((id - 1) / GAMES_A_ARCHIVE);
      if ((id - 1) % GAMES_A_ARCHIVE === 0) {
        const fingerprint = Buffer.alloc(16);
        fingerprint.writeUInt32LE(archive);
        insert.archive.run(archive, fingerprint, `archives/${archive}.pgn.zst`);
        insert.entry.run(archive, archive);
      }
      const digest = Buffer.alloc(16);
      for (let at = 0; at < 16; at += 4) digest.writeUInt32LE(Math.floor(random() * 4294967296), at);
      const year = FIRST_YEAR + Math.floor((YEARS * (id - 1)) / games);
      const date = `${year}.${String(1 + upTo(12)).padStart(2, '0')}.${String(1 + upTo(28)).padStart(2, '0')}`;
      const eco = 'ABCDE'.charAt(upTo(5)) + String(upTo(100)).padStart(2, '0');
      const elo = (): number => 1200 + Math.floor(1500 * random() ** 2);
      const event = `Open ${upTo(500)}`;
      insert.game.run(digest, archive, id * 1000, player(), player(), event, date, elo(), elo(), eco, moves, masks);
      for (let place = 0; place < positions; place++) {
        const ply = 11 + place * Math.floor(65 / positions);
        const shared = place === 0 && random() < 0.5;
        if (!shared) addPosition(ply);
        insert.occurrence.run(id, ply, shared ? 1 + upTo(SHARED) : positionId);
        found += 2;
      }
    }
  })();
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return found;
}
