/**
 * The tables `games` and `occurrences`.
 *
 * A game is one row whatever archives hold it, found again by its digest. Scanned again it is a duplicate, unless the scan knows
 * more: then the row is brought up to it. Depth is never given up (a prescan by a newer engine does not throw away confirmed
 * tactics), and neither are patterns: the row covers all that were ever asked for.
 */
import type { Database, Statement } from 'better-sqlite3';
import { filterRecords } from '../tactics/record.js';
import { ALL_PATTERNS, type Depth, type PatternMask } from '../tactics/types.js';
import { covers, type Positions } from './positions.js';
import { TAG_COLUMNS, type GameRow } from './rows.js';

interface KnownGame {
  id: number;
  depth: Depth;
  patterns: PatternMask;
  engine_id: number;
}

/** How a batch's games were scanned. */
export interface ScanTerms {
  engineId: number;
  depth: Depth;
  patterns: PatternMask;
}

const WHITE_ELO = TAG_COLUMNS.indexOf('WhiteElo');
const BLACK_ELO = TAG_COLUMNS.indexOf('BlackElo');

/** Whether a scan on `terms` says more about a game than the store knows. */
export function addsTo(known: Omit<KnownGame, 'id'>, terms: ScanTerms): boolean {
  if (known.depth === 'l2' && terms.depth === 'l1') return false;
  return known.depth !== terms.depth || known.engine_id !== terms.engineId || !covers(known.patterns, terms.patterns);
}

/** Masks of all ten patterns -> of those in `patterns`; the bytes themselves where that is all ten. */
export function filterMasks(masks: Uint8Array, patterns: PatternMask): Uint8Array {
  if (patterns === ALL_PATTERNS) return masks;
  return masks.map((byte, at) => byte & (at % 2 === 0 ? patterns & 0xff : patterns >> 8));
}

/** A rating tag as a number; null where it is missing, unknown (`?`, `-`) or zero. */
export function readElo(tag: string | null | undefined): number | null {
  return tag != null && /^\s*[1-9]\d{0,3}\s*$/.test(tag) ? Number(tag) : null;
}

export class Games {
  readonly #positions: Positions;
  readonly #known: Statement<[Uint8Array], KnownGame>;
  readonly #any: Statement<[], number>;
  readonly #insert: Statement;
  readonly #update: Statement<[Uint8Array, number, Depth, PatternMask, number, number]>;
  readonly #addOccurrence: Statement<[number, number, number]>;
  readonly #occurrences: Statement<[number], number>;
  readonly #dropOccurrences: Statement<[number]>;

  constructor(db: Database, positions: Positions) {
    this.#positions = positions;
    this.#known = db.prepare('SELECT id, depth, patterns, engine_id FROM games WHERE digest = ?');
    this.#any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM games)').pluck();
    this.#insert = db.prepare(
      `INSERT INTO games (
         digest, entry_id, byte_offset, byte_length,
         white, black, event, site, date, round, result, white_elo, black_elo, eco, time_control,
         start_fen, plies, moves, masks, candidates, depth, patterns, engine_id)
       VALUES (?, ?, ?, ?,  ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#update = db.prepare(
      'UPDATE games SET masks = ?, candidates = ?, depth = ?, patterns = ?, engine_id = ? WHERE id = ?',
    );
    this.#addOccurrence = db.prepare('INSERT INTO occurrences (game_id, ply, position_id) VALUES (?, ?, ?)');
    this.#occurrences = db
      .prepare<[number], number>('SELECT DISTINCT position_id FROM occurrences WHERE game_id = ?')
      .pluck();
    this.#dropOccurrences = db.prepare('DELETE FROM occurrences WHERE game_id = ?');
  }

  /** Whether a scan on these terms would add nothing to the game. */
  knows(digest: Uint8Array, terms: ScanTerms): boolean {
    const known = this.#known.get(digest);
    return known !== undefined && !addsTo(known, terms);
  }

  get any(): boolean {
    return this.#any.get() === 1;
  }

  /** @returns false for a duplicate, which changes nothing. */
  write(game: GameRow, entryId: number, terms: ScanTerms): boolean {
    const known = this.#known.get(game.digest);
    if (known === undefined) {
      this.#addFound(this.#add(game, entryId, terms), game, terms);
      return true;
    }
    if (!addsTo(known, terms)) return false;
    const wider = { ...terms, patterns: known.patterns | terms.patterns };
    const masks = filterMasks(game.masks, wider.patterns);
    this.#update.run(masks, game.candidates, wider.depth, wider.patterns, wider.engineId, known.id);
    const before = this.#occurrences.all(known.id);
    this.#dropOccurrences.run(known.id);
    this.#addFound(known.id, game, wider);
    for (const position of before) this.#positions.dropStale(position, terms.engineId);
    return true;
  }

  #add(game: GameRow, entryId: number, terms: ScanTerms): number {
    const tags: (string | number | null)[] = TAG_COLUMNS.map((_, index) => game.tags[index] ?? null);
    tags[WHITE_ELO] = readElo(game.tags[WHITE_ELO]);
    tags[BLACK_ELO] = readElo(game.tags[BLACK_ELO]);
    const { lastInsertRowid } = this.#insert.run(
      game.digest,
      entryId,
      game.offset,
      game.length,
      ...tags,
      game.startFen,
      game.moves.length / 2,
      game.moves,
      filterMasks(game.masks, terms.patterns),
      game.candidates,
      terms.depth,
      terms.patterns,
      terms.engineId,
    );
    return Number(lastInsertRowid);
  }

  /** Positions whose tactics are all of patterns that nobody asked for leave no trace. */
  #addFound(gameId: number, game: GameRow, terms: ScanTerms): void {
    for (const found of game.found) {
      if (filterRecords(found.records, terms.patterns).length === 0) continue;
      const position = this.#positions.take(found.fen, terms.engineId, terms.patterns, found.records);
      this.#addOccurrence.run(gameId, found.ply, position);
    }
  }
}
