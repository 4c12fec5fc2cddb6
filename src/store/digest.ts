/**
 * One hash over the content of a whole store.
 *
 * Row ids are an accident of the order in which rows came, so every reference is replaced by what it refers to, and rows are read in
 * the order of their natural keys: two stores have one digest exactly when they hold the same content. The path of an archive is not
 * content (a copy is the same archive), nor is an engine's version (the signature is what tells its results apart), nor is how far an
 * archive was read, and on which terms (`checkpoints`, `broken_entries`), nor what can be computed from the rest again (`puzzles`), nor who may use the
 * service and how much they did (`keys`, `daily_games`, `accounts` and what belongs to them), nor what runs did and exported (`runs`,
 * `run_archives`, `editions`, `exported`).
 */
import type { Database } from 'better-sqlite3';
import { createHash, type Hash } from 'node:crypto';

const CONTENT: readonly [table: string, sql: string][] = [
  ['engines', 'SELECT signature FROM engines ORDER BY signature'],
  ['archives', 'SELECT fingerprint, size FROM archives ORDER BY fingerprint'],
  [
    'entries',
    `SELECT a.fingerprint, e.ordinal, e.name FROM entries e JOIN archives a ON a.id = e.archive_id
     ORDER BY a.fingerprint, e.ordinal`,
  ],
  [
    'games',
    `SELECT g.digest, a.fingerprint, e.ordinal, g.byte_offset, g.byte_length,
            g.white, g.black, g.event, g.site, g.date, g.round, g.result, g.white_elo, g.black_elo, g.eco, g.time_control,
            g.start_fen, g.plies, g.moves, g.masks, g.candidates, g.depth, g.patterns, n.signature
     FROM games g JOIN entries e ON e.id = g.entry_id JOIN archives a ON a.id = e.archive_id JOIN engines n ON n.id = g.engine_id
     ORDER BY g.digest`,
  ],
  [
    'positions',
    `SELECT p.fen, n.signature, p.patterns, p.records FROM positions p JOIN engines n ON n.id = p.engine_id ORDER BY p.fen`,
  ],
  [
    'tactics',
    `SELECT p.fen, t.ordinal, t.pattern, t.gain, t.mate, t.black, t.trigger_move, t.pattern_ply
     FROM positions p JOIN tactics t ON t.position_id = p.id ORDER BY p.fen, t.ordinal`,
  ],
  [
    'occurrences',
    `SELECT g.digest, o.ply, p.fen FROM games g JOIN occurrences o ON o.game_id = g.id JOIN positions p ON p.id = o.position_id
     ORDER BY g.digest, o.ply`,
  ],
  [
    'quarantine',
    `SELECT a.fingerprint, e.ordinal, q.byte_offset, q.fault_offset, q.line, q.col, q.reason, q.message, q.bytes
     FROM quarantine q JOIN entries e ON e.id = q.entry_id JOIN archives a ON a.id = e.archive_id
     ORDER BY a.fingerprint, e.ordinal, q.byte_offset`,
  ],
];

/** SHA-256, hex. Reads every row once; memory stays flat. */
export function digestOf(db: Database): string {
  const hash = createHash('sha256');
  // one transaction, so that a writer in another process cannot change it halfway
  db.transaction(() => {
    for (const [table, sql] of CONTENT) {
      addValue(hash, table);
      for (const row of db.prepare<[], SqlValue[]>(sql).raw().iterate()) row.forEach((value) => addValue(hash, value));
    }
  })();
  return hash.digest('hex');
}

type SqlValue = string | number | Uint8Array | null;

/** The names of the tables that the digest covers, for the test that none is forgotten. */
export const DIGESTED_TABLES = CONTENT.map(([table]) => table);

/** Type and length go in front of each value, so that no two different rows hash the same bytes. */
function addValue(hash: Hash, value: SqlValue): void {
  const bytes = value instanceof Uint8Array ? value : Buffer.from(value === null ? '' : String(value));
  const type = value === null ? 'null' : value instanceof Uint8Array ? 'blob' : typeof value;
  hash.update(`${type} ${bytes.length} `).update(bytes);
}
