/**
 * Bringing stored games up to date from the database alone: which of them an older engine left, or less was asked of, and what
 * remains of an engine that nothing needs any more.
 *
 * A game that was brought up to date is not behind any more, and that is all the progress there is to keep: a run that was killed is
 * gone on with by asking again.
 */
import type { Database, Statement } from 'better-sqlite3';
import { seenPlies, type PlyRange } from '../tactics/plies.js';
import { ALL_PATTERNS, type Depth, type PatternMask } from '../tactics/types.js';

/** What every game is to have. A game that has more keeps it: neither depth nor patterns are ever given up. */
export interface RenewalAim {
  /** At least this depth; each game its own unless given. */
  depth?: Depth;
  /** At least these patterns; each game its own unless given. */
  patterns?: PatternMask;
}

/** A game that is behind, as far as an analysis needs it, and what is asked of it. */
export interface StaleGame {
  id: number;
  /** Null for the standard starting position. */
  startFen: string | null;
  /** u16 little-endian, one a ply. */
  moves: Uint8Array;
  depth: Depth;
  patterns: PatternMask;
  /** Where it was looked at; from > to for nowhere. */
  plies: PlyRange;
  /** Its length in its archive, for progress. */
  bytes: number;
}

export interface StaleCounts {
  games: number;
  /** Of them, those that are behind, and the bytes that these had in their archives. */
  stale: number;
  bytes: number;
}

/** Games of which a scan looked at a part alone, as it was asked to. */
export interface PartialCounts {
  games: number;
  /** Of them, those with some patterns only, and those with some plies only. */
  patterns: number;
  plies: number;
}

interface Row {
  id: number;
  start_fen: string | null;
  moves: Uint8Array;
  masks: Uint8Array;
  depth: Depth;
  patterns: PatternMask;
  byte_length: number;
}

const NOWHERE: PlyRange = { from: 1, to: 0 };
// what was looked at is one run, so the first position and the last speak for all
const HAS_UNSEEN = "(substr(masks, 2, 1) >= x'80' OR substr(masks, -1) >= x'80')";
const IS_STALE = "(engine_id <> ? OR (depth = 'l1' AND ?) OR (? & ~patterns) <> 0)";

export class Renewal {
  readonly #count: Statement<[number, number, number, number, number, number], StaleCounts>;
  readonly #next: Statement<[number, number, number, number, number], Row>;
  readonly #countPartial: Statement<[number, number], PartialCounts>;
  readonly #countOthers: Statement<[number], number>;
  readonly #forget: Statement<[number]>[];

  constructor(db: Database) {
    this.#count = db.prepare(
      `SELECT count(*) AS games, count(*) FILTER (WHERE ${IS_STALE}) AS stale,
         coalesce(sum(byte_length) FILTER (WHERE ${IS_STALE}), 0) AS bytes FROM games`,
    );
    this.#countPartial = db.prepare(
      `SELECT count(*) FILTER (WHERE narrow OR short) AS games, count(*) FILTER (WHERE narrow) AS patterns,
         count(*) FILTER (WHERE short) AS plies
       FROM (SELECT (? & ~patterns) <> 0 AS narrow, ${HAS_UNSEEN} AS short FROM games WHERE engine_id = ? AND depth = 'l2')`,
    );
    this.#next = db.prepare(
      `SELECT id, start_fen, moves, masks, depth, patterns, byte_length FROM games
       WHERE id > ? AND ${IS_STALE} ORDER BY id LIMIT ?`,
    );
    // What another engine computed is never an answer any more; what games point at stays until they are brought up to date.
    const cached = `SELECT id FROM positions p WHERE engine_id <> ?
       AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.position_id = p.id)`;
    this.#countOthers = db.prepare<[number], number>(`SELECT count(*) FROM (${cached})`).pluck();
    const idle = `SELECT id FROM engines e WHERE id <> ?
       AND NOT EXISTS (SELECT 1 FROM games g WHERE g.engine_id = e.id)
       AND NOT EXISTS (SELECT 1 FROM positions p WHERE p.engine_id = e.id)`;
    this.#forget = [
      `DELETE FROM tactics WHERE position_id IN (${cached})`,
      `DELETE FROM positions WHERE id IN (${cached})`,
      `DELETE FROM checkpoints WHERE engine_id IN (${idle})`,
      `DELETE FROM engines WHERE id IN (${idle})`,
    ].map((sql) => db.prepare<[number]>(sql));
  }

  count(engineId: number, aim: RenewalAim): StaleCounts {
    const [deep, patterns] = [aim.depth === 'l2' ? 1 : 0, aim.patterns ?? 0];
    const counts = this.#count.get(engineId, deep, patterns, engineId, deep, patterns);
    return counts ?? { games: 0, stale: 0, bytes: 0 };
  }

  /** How many games at l2 this engine knows in part, for more was never asked. */
  countPartial(engineId: number): PartialCounts {
    return this.#countPartial.get(ALL_PATTERNS, engineId) ?? { games: 0, patterns: 0, plies: 0 };
  }

  /** The next games that are behind, at most `limit`, by row id. @param after the row id to begin behind */
  next(engineId: number, aim: RenewalAim, after: number, limit: number): StaleGame[] {
    const [deep, wanted] = [aim.depth === 'l2' ? 1 : 0, aim.patterns ?? 0];
    return this.#next.all(after, engineId, deep, wanted, limit).map((row) => ({
      id: row.id,
      startFen: row.start_fen,
      moves: row.moves,
      depth: deep ? 'l2' : row.depth,
      patterns: row.patterns | wanted,
      plies: seenPlies(row.masks) ?? NOWHERE,
      bytes: row.byte_length,
    }));
  }

  /** How many positions other engines cached and no game points at. */
  countOthers(engineId: number): number {
    return this.#countOthers.get(engineId) ?? 0;
  }

  /** Drops what other engines cached and no game points at, then the engines to which nothing refers any more. */
  forget(engineId: number): void {
    for (const statement of this.#forget) statement.run(engineId);
  }
}
