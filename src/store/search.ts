/**
 * Searching what was found: tactics with their positions, places and games, by everything that people ask of them.
 *
 *     const { found, next } = store.search.page({ patterns: maskOf(['fork']), player: 'Tal' }, { limit: 50 });
 *
 * A tactic is listed wherever it stands: once for every game that came through its position. Whatever engine computed it is listed, with
 * that engine's signature; games that were scanned at l1 have none (`coverage`).
 *
 * Searches are synchronous, as the store is. Each takes what time it is given and no more; a service asks from a thread of its own.
 */
import type { Database, Statement } from 'better-sqlite3';
import { readRecords, type PackedTactic } from '../tactics/record.js';
import type { PatternMask } from '../tactics/types.js';
import type { Access } from './access.js';
import { installFunctions, type Deadline } from './search/functions.js';
import { makeCursor, readCursor, type Place } from './search/order.js';
import { tally, type Tally } from './search/tally.js';
import { Plan, walk } from './search/walk.js';
import type { Found, FoundGame, Order, Outcome, Wish } from './search/wish.js';

export interface Paging {
  /** Default `gain`. */
  order?: Order;
  /** At most so many. Default 50. */
  limit?: number;
  /** Where to go on: `next` of the page before, for the same wish and order. */
  after?: string;
}

export interface Page {
  found: Found[];
  /** Where the next page begins; null where there is none. */
  next: string | null;
}

/** Games, and those whose tactics are not what an engine would say. */
export interface Coverage {
  games: number;
  /** Of them, those at l1, which have no tactics. */
  shallow: number;
  /** Of them, those of other engines, which have other ones. */
  others: number;
}

interface DetailRow extends FoundGame {
  fen: string;
  records: Uint8Array;
  signature: string;
  plies: number;
}

const GAME = `g.id, lower(hex(g.digest)) AS digest, g.white, g.black, g.event, g.site, g.date, g.round, g.result,
  g.white_elo AS whiteElo, g.black_elo AS blackElo, g.eco, g.time_control AS timeControl, g.start_fen AS startFen, g.moves,
  a.path AS archive, e.name AS entry, g.byte_offset AS "offset"`;
const ITS_ARCHIVE = 'JOIN entries e ON e.id = g.entry_id JOIN archives a ON a.id = e.archive_id';

export class Search {
  readonly #db: Database;
  readonly #access: Access;
  readonly #deadline: Deadline = { at: Infinity };
  readonly #detail: Statement<[number, number], DetailRow>;
  readonly #game: Statement<[number], FoundGame>;
  readonly #gameByDigest: Statement<[Uint8Array], FoundGame>;

  constructor(db: Database, access: Access) {
    this.#db = db;
    this.#access = access;
    installFunctions(db, this.#deadline);
    this.#detail = db.prepare(
      `SELECT p.fen, p.records, n.signature, g.plies, ${GAME}
       FROM positions p JOIN engines n ON n.id = p.engine_id JOIN games g ON g.id = ? ${ITS_ARCHIVE} WHERE p.id = ?`,
    );
    this.#game = db.prepare(`SELECT ${GAME} FROM games g ${ITS_ARCHIVE} WHERE g.id = ?`);
    this.#gameByDigest = db.prepare(`SELECT ${GAME} FROM games g ${ITS_ARCHIVE} WHERE g.digest = ?`);
  }

  /**
   * Some tactics, and where to go on.
   * @param ms what it may take
   * @throws {SearchError} a wish or a cursor that cannot be meant
   * @throws {SearchTimeError}
   */
  page(wish: Wish, { order = 'gain', limit = 50, after }: Paging = {}, ms = Infinity): Page {
    const from = after === undefined ? undefined : readCursor(order, after);
    return this.#within(ms, () => {
      const found: Found[] = [];
      let last: Place | undefined;
      for (const place of walk(new Plan(this.#db, wish), order, from)) {
        if (found.length === limit && last !== undefined) return { found, next: makeCursor(order, last) };
        const details = this.#read(place);
        if (details === undefined) continue;
        found.push(details);
        last = place;
      }
      return { found, next: null };
    });
  }

  /** All tactics, one after the other; memory stays flat. Nothing else may be written through this store meanwhile. @throws {SearchError} */
  *all(wish: Wish, order: Order = 'store'): Generator<Found> {
    this.#deadline.at = Infinity;
    const places = this.#access.read(() => walk(new Plan(this.#db, wish), order));
    try {
      for (;;) {
        const next = this.#access.read(() => places.next());
        if (next.done === true) return;
        const details = this.#access.read(() => this.#read(next.value));
        if (details !== undefined) yield details;
      }
    } finally {
      places.return(undefined);
    }
  }

  /** How many tactics meet a wish; `cap` and one more stands for more than `cap`. @throws {SearchError} @throws {SearchTimeError} */
  count(wish: Wish, cap = Infinity, ms = Infinity): number {
    return this.#within(ms, () => {
      let count = 0;
      for (const _ of walk(new Plan(this.#db, wish), 'store')) if (++count > cap) break;
      return count;
    });
  }

  /**
   * Asks of places one by one whether a tactic of the wish stands there, for whoever walks through something else than tactics. May be asked
   * while other rows are being read.
   * @returns what takes a game's digest in hex, a 1-based ply and the tactic's first move in UCI
   * @throws {SearchError}
   */
  tester(wish: Wish): (digest: string, ply: number, move: string) => boolean {
    const { statement, values } = this.#access.read(() => new Plan(this.#db, wish).ofPlace());
    return (digest, ply, move) =>
      this.#access.read(() => statement.get(Buffer.from(digest, 'hex'), ply, move, ...values) !== undefined);
  }

  /** How they are spread; of a sample where there are too many for the time. @throws {SearchError} @throws {SearchTimeError} */
  tally(wish: Wish, ms = Infinity): Tally {
    const until = performance.now() + ms;
    return this.#within(ms, () => tally(new Plan(this.#db, wish), until));
  }

  /** A game of the store, by row id, or by its digest in hex. */
  game(id: number | string): FoundGame | undefined {
    return this.#access.read(() =>
      typeof id === 'number' ? this.#game.get(id) : this.#gameByDigest.get(Buffer.from(id, 'hex')),
    );
  }

  /**
   * How the games of the store were scanned.
   * @param signature of the engine
   * @param ms Default as long as it takes: a third of a second for a million games.
   * @throws {SearchTimeError}
   */
  coverage(signature: string, ms = Infinity): Coverage {
    // without groups, for which every game would be sorted; the clock is looked at for one in a thousand
    const sql = `SELECT count(*) AS games, count(*) FILTER (WHERE depth = 'l1') AS shallow,
      count(*) FILTER (WHERE depth <> 'l1' AND engine_id NOT IN (SELECT id FROM engines WHERE signature = ?)) AS others
      FROM games INDEXED BY games_by_facts WHERE id % 1000 <> 0 OR in_time(id)`;
    const none = { games: 0, shallow: 0, others: 0 };
    return this.#within(ms, () => this.#db.prepare<[string], Coverage>(sql).get(signature)) ?? none;
  }

  /** Whether some game was not asked for all of these patterns, by a scan with `--patterns`; quick where most were not. */
  isNarrow(patterns: PatternMask): boolean {
    const sql = "SELECT EXISTS (SELECT 1 FROM games WHERE depth = 'l2' AND (? & ~patterns) <> 0)";
    return this.#access.read(() => this.#db.prepare<[number], number>(sql).pluck().get(patterns) === 1);
  }

  /** Paths of the archives, those that were met last first; all of them unless there is a limit. */
  archives(limit = -1): string[] {
    const sql = 'SELECT path FROM archives ORDER BY id DESC LIMIT ?';
    return this.#access.read(() => this.#db.prepare<[number], string>(sql).pluck().all(limit));
  }

  #within<T>(ms: number, work: () => T): T {
    this.#deadline.at = performance.now() + ms;
    // one transaction: what another process stores meanwhile is not seen halfway
    return this.#access.read(() => this.#db.transaction(work)());
  }

  /** Undefined where another process has just replaced it. */
  #read({ game: id, position, ordinal, ply }: Place): Found | undefined {
    const row = this.#detail.get(id, position);
    if (row === undefined) return undefined;
    const { fen, records, signature, plies, ...game } = row;
    const packed = nth(records, ordinal);
    if (packed === undefined) return undefined;
    const record = new Uint8Array(records.subarray(packed.start, packed.end));
    return { ply, fen, record, outcome: outcomeOf(game.moves, plies, ply, packed.trigger), signature, game };
  }
}

function nth(records: Uint8Array, ordinal: number): PackedTactic | undefined {
  let index = 0;
  for (const packed of readRecords(records)) if (index++ === ordinal) return packed;
  return undefined;
}

function outcomeOf(moves: Uint8Array, plies: number, ply: number, trigger: number): Outcome {
  if (ply > plies) return 'unplayed';
  return ((moves[2 * ply - 2] ?? 0) | ((moves[2 * ply - 1] ?? 0) << 8)) === trigger ? 'played' : 'missed';
}
