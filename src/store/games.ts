/**
 * The tables `games` and `occurrences`.
 *
 * A game is one row whatever archives hold it, found again by its digest. Scanned again it is a duplicate, unless the scan knows
 * more: then the row is brought up to it. Depth is never given up (a prescan by a newer engine does not throw away confirmed
 * tactics), and neither are patterns: the row covers all that were ever asked for.
 */
import type { Database, Statement } from 'better-sqlite3';
import { readElo } from '../pgn/filter/rating.js';
import { ALL_PLIES, hasSeen, seenPlies, UNSEEN, type PlyRange } from '../tactics/plies.js';
import { OF_THE_WAY } from '../tactics/puzzle.js';
import { filterRecords } from '../tactics/record.js';
import { ALL_PATTERNS, type Depth, type PatternMask } from '../tactics/types.js';
import { covers, type Positions } from './positions.js';
import { TAG_COLUMNS, type GameRow } from './rows.js';

interface KnownGame {
  id: number;
  depth: Depth;
  patterns: PatternMask;
  engine_id: number;
  masks: Uint8Array;
}

/** The part of a game that a scan brings. */
export type Findings = Pick<GameRow, 'masks' | 'candidates' | 'found'>;

/**
 * What became of a game: its row is new, says more than before, or stays as it is, for it says as much; or the analysis falls short: it
 * says what the row does not, and leaves out what the row has, so that neither may take the other's place.
 */
export type Written = 'new' | 'renewed' | 'known' | 'short';

/** How a batch's games were scanned. */
export interface ScanTerms {
  engineId: number;
  depth: Depth;
  patterns: PatternMask;
  /** The plies asked for; all unless given. */
  plies?: PlyRange;
}

const WHITE_ELO = TAG_COLUMNS.indexOf('WhiteElo');
const BLACK_ELO = TAG_COLUMNS.indexOf('BlackElo');

/** What a scan is to do with a game: nothing, or a scan, perhaps with flags. A row is of one engine and depth throughout, hence these. */
export const Todo = {
  Scan: 0,
  /** Pass it over: the store knows as much. */
  Nothing: 1,
  /** Flag: look at all of it, whatever plies were asked for, for the store knows of others. */
  Whole: 2,
  /** Flag: look at it at l2, whatever depth was asked for, for the store knows it so. */
  Deep: 4,
} as const;

/** Whether a scan on `terms` says more about a game than the store knows. */
function addsTo(known: KnownGame, terms: ScanTerms): boolean {
  if (!covers(known.patterns, terms.patterns) || !hasSeen(known.masks, terms.plies ?? ALL_PLIES)) return true;
  return !isShallower(terms, known) && (known.depth !== terms.depth || known.engine_id !== terms.engineId);
}

function isShallower(one: Pick<ScanTerms, 'depth'>, other: Pick<ScanTerms, 'depth'>): boolean {
  return one.depth === 'l1' && other.depth === 'l2';
}

/** Whether a result with these masks replaces what the store knows without a loss: a row never comes to cover fewer positions. */
function replaces(masks: Uint8Array, known: Uint8Array): boolean {
  const plies = seenPlies(known);
  return plies === null || hasSeen(masks, plies);
}

/** Masks of all ten patterns -> of those in `patterns`; the bytes themselves where that is all ten. */
export function filterMasks(masks: Uint8Array, patterns: PatternMask): Uint8Array {
  if (patterns === ALL_PATTERNS) return masks;
  const kept = patterns | UNSEEN;
  return masks.map((byte, at) => byte & (at % 2 === 0 ? kept & 0xff : kept >> 8));
}

export class Games {
  readonly #positions: Positions;
  readonly #known: Statement<[Uint8Array], KnownGame>;
  readonly #byId: Statement<[number], KnownGame>;
  readonly #any: Statement<[], number>;
  readonly #insert: Statement;
  readonly #update: Statement<[Uint8Array, number, Depth, PatternMask, number, number]>;
  readonly #addOccurrence: Statement<[number, number, number]>;
  readonly #occurrences: Statement<[number], number>;
  readonly #dropOccurrences: Statement<[number]>;
  readonly #askAgain: Statement<[number, number]>;

  constructor(db: Database, positions: Positions) {
    this.#positions = positions;
    this.#known = db.prepare('SELECT id, depth, patterns, engine_id, masks FROM games WHERE digest = ?');
    this.#byId = db.prepare('SELECT id, depth, patterns, engine_id, masks FROM games WHERE id = ?');
    this.#any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM games)').pluck();
    this.#insert = db.prepare(
      `INSERT INTO games (
         digest, entry_id, byte_offset, byte_length,
         white, black, event, site, date, round, result, white_elo, black_elo, eco, time_control,
         start_fen, plies, moves, masks, candidates, depth, patterns, engine_id)
       VALUES (?, ?, ?, ?,  ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,  ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (digest) DO NOTHING`,
    );
    this.#update = db.prepare(
      'UPDATE games SET masks = ?, candidates = ?, depth = ?, patterns = ?, engine_id = ? WHERE id = ?',
    );
    this.#addOccurrence = db.prepare('INSERT INTO occurrences (game_id, ply, position_id) VALUES (?, ?, ?)');
    this.#occurrences = db
      .prepare<[number], number>('SELECT DISTINCT position_id FROM occurrences WHERE game_id = ?')
      .pluck();
    this.#dropOccurrences = db.prepare('DELETE FROM occurrences WHERE game_id = ?');
    this.#askAgain = db.prepare(
      `DELETE FROM puzzles WHERE position_id IN (SELECT position_id FROM occurrences WHERE game_id = ?)
       AND game_id >= ? AND verdict IN (${OF_THE_WAY.map((verdict) => `'${verdict}'`).join(', ')})`,
    );
  }

  /** What a scan on these terms has to do: a `Todo`. */
  todo(digest: Uint8Array, terms: ScanTerms): number {
    const known = this.#known.get(digest);
    if (known === undefined) return Todo.Scan;
    if (!addsTo(known, terms)) return Todo.Nothing;
    const plies = seenPlies(known.masks);
    const { from, to } = terms.plies ?? ALL_PLIES;
    const whole = plies !== null && (from > plies.from || plies.to > to);
    return Todo.Scan | (whole ? Todo.Whole : 0) | (isShallower(terms, known) ? Todo.Deep : 0);
  }

  get any(): boolean {
    return this.#any.get() === 1;
  }

  /** @param asked how the batch was scanned that the game is from */
  write(game: GameRow, entryId: number, asked: ScanTerms): Written {
    const terms = game.depth === undefined ? asked : { ...asked, depth: game.depth };
    const added = this.#add(game, entryId, terms);
    if (added !== undefined) {
      this.#addFound(added, game, terms);
      return 'new';
    }
    return this.#improve(this.#known.get(game.digest), game, terms);
  }

  /** Takes in another analysis of a game that is stored. */
  renew(id: number, game: Findings, terms: ScanTerms): Written {
    return this.#improve(this.#byId.get(id), game, terms);
  }

  #improve(known: KnownGame | undefined, game: Findings, terms: ScanTerms): Written {
    if (known === undefined || !addsTo(known, terms)) return 'known';
    if (isShallower(terms, known) || !replaces(game.masks, known.masks)) return 'short';
    this.#rewrite(known.id, game, { ...terms, patterns: known.patterns | terms.patterns });
    return 'renewed';
  }

  #rewrite(id: number, game: Findings, terms: ScanTerms): void {
    const { engineId, depth, patterns } = terms;
    this.#update.run(filterMasks(game.masks, patterns), game.candidates, depth, patterns, engineId, id);
    const before = this.#occurrences.all(id);
    this.#dropOccurrences.run(id);
    this.#addFound(id, game, terms);
    // it may come through positions of which only later games were asked (`puzzles.ts`)
    this.#askAgain.run(id, id);
    for (const position of before) this.#positions.dropStale(position, engineId);
  }

  /** @returns the row id; undefined where the store has the game, which is cheaper to try than to ask first: most games are new */
  #add(game: GameRow, entryId: number, terms: ScanTerms): number | undefined {
    const tags: (string | number | null)[] = TAG_COLUMNS.map((_, index) => game.tags[index] ?? null);
    tags[WHITE_ELO] = readElo(game.tags[WHITE_ELO]);
    tags[BLACK_ELO] = readElo(game.tags[BLACK_ELO]);
    const { changes, lastInsertRowid } = this.#insert.run(
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
    return changes === 0 ? undefined : Number(lastInsertRowid);
  }

  /** Positions whose tactics are all of patterns that nobody asked for leave no trace. */
  #addFound(gameId: number, game: Findings, terms: ScanTerms): void {
    for (const found of game.found) {
      if (filterRecords(found.records, terms.patterns).length === 0) continue;
      const position = this.#positions.take(found.fen, terms.engineId, terms.patterns, found.records);
      this.#addOccurrence.run(gameId, found.ply, position);
    }
  }
}
