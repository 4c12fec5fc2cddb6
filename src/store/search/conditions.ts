/**
 * A wish as SQL: conditions on a tactic (`t`), on its place (`o`) and on its game (`g`), with their values in the order of the marks.
 */
import type { Database } from 'better-sqlite3';
import { spellingsOf } from '../../pgn/filter/spelling.js';
import { onOneLine } from '../../pgn/shown.js';
import { PATTERNS } from '../../tactics/types.js';
import { SearchError, type Wish } from './wish.js';

export type Value = string | number;

export class Condition {
  constructor(
    readonly sql: string,
    readonly values: readonly Value[] = [],
  ) {}

  /** All of them. */
  static all(conditions: readonly Condition[]): Condition {
    if (conditions.length === 0) return new Condition('1');
    return new Condition(
      conditions.map(({ sql }) => sql).join(' AND '),
      conditions.flatMap(({ values }) => values),
    );
  }
}

/** Whether the game went on with the tactic's first move. */
export const SAME_MOVE = 'hex(substr(g.moves, 2 * o.ply - 1, 2)) = move_hex(t.trigger_move)';

/** The codes of the patterns that are wanted. */
export function patternCodes({ patterns }: Wish): number[] {
  const codes = PATTERNS.map((_, code) => code);
  return patterns === undefined ? codes : codes.filter((code) => (patterns & (1 << code)) !== 0);
}

/** Whether mates are wanted, and whether gains are. */
export function wanted({ mate, maxGain }: Wish): { mates: boolean; gains: boolean } {
  return { mates: mate !== false && maxGain === undefined, gains: mate !== true };
}

/** What the tactic itself must be: all but what the indexes are asked. */
export function tacticConditions(wish: Wish): Condition[] {
  const conditions: Condition[] = [];
  const codes = patternCodes(wish);
  if (codes.length < PATTERNS.length) conditions.push(new Condition(`t.pattern IN (${codes.join(', ')})`));
  const { minGain, maxGain, mate } = wish;
  if (mate !== undefined) conditions.push(new Condition(`t.mate = ${mate ? 1 : 0}`));
  if (minGain !== undefined) conditions.push(new Condition('(t.mate = 1 OR t.gain >= ?)', [minGain]));
  if (maxGain !== undefined) conditions.push(new Condition('(t.mate = 0 AND t.gain <= ?)', [maxGain]));
  if (wish.side === 'white' || wish.side === 'black') {
    conditions.push(new Condition(`t.black = ${wish.side === 'black' ? 1 : 0}`));
  }
  return conditions;
}

/** What tactic and game must be to each other. */
export function jointConditions(wish: Wish): Condition[] {
  const conditions: Condition[] = [];
  const { side, player, outcome } = wish;
  if (side === 'player' || side === 'opponent') {
    if (player === undefined) throw new SearchError(`side "${side}" needs a player`);
    const [own, other] = side === 'player' ? ['white', 'black'] : ['black', 'white'];
    const [ifWhite, ifBlack] = [named(`g.${own}`, player), named(`g.${other}`, player)];
    conditions.push(
      new Condition(`((t.black = 0 AND ${ifWhite.sql}) OR (t.black = 1 AND ${ifBlack.sql}))`, [
        ...ifWhite.values,
        ...ifBlack.values,
      ]),
    );
  }
  if (outcome === 'played') conditions.push(new Condition(SAME_MOVE));
  else if (outcome === 'missed') conditions.push(new Condition(`o.ply <= g.plies AND NOT (${SAME_MOVE})`));
  else if (outcome === 'unplayed') conditions.push(new Condition('o.ply > g.plies'));
  return conditions;
}

/** What the game must be; all of these columns stand in the index `games_by_facts`. */
export function gameConditions(db: Database, wish: Wish): Condition[] {
  const conditions: Condition[] = [];
  const { player, white, black, minElo, maxElo, since, until, event, eco, archive, archiveFile, game } = wish;
  if (game !== undefined) conditions.push(new Condition('g.id = ?', [game]));
  if (archive !== undefined) conditions.push(inEntries(entriesOf(db, archive, 'a.path', 'e.name')));
  if (archiveFile !== undefined) {
    const told = entriesOf(db, onOneLine(archiveFile), 'file_name(one_line(a.path))', 'one_line(e.name)');
    conditions.push(inEntries(told));
  }
  if (since !== undefined || until !== undefined) {
    const [first, last] = [since ?? 0, until ?? 99_999_999];
    // years as text first: that is what the index is good for
    const years = [Math.floor(first / 10_000), Math.floor(last / 10_000) + 1].map((year) =>
      String(year).padStart(4, '0'),
    );
    conditions.push(
      new Condition('g.date >= ? AND g.date < ? AND date_fits(g.date, ?, ?)', [
        years[0] ?? '',
        (years[1] ?? '').length > 4 ? ':' : (years[1] ?? ''),
        first,
        last,
      ]),
    );
  }
  if (minElo !== undefined) conditions.push(new Condition('g.white_elo >= ? AND g.black_elo >= ?', [minElo, minElo]));
  if (maxElo !== undefined) conditions.push(new Condition('g.white_elo <= ? AND g.black_elo <= ?', [maxElo, maxElo]));
  if (eco !== undefined) conditions.push(new Condition(`g.eco LIKE ? ESCAPE '\\'`, [`${escapeLike(eco.trim())}%`]));
  if (white !== undefined) conditions.push(named('g.white', white));
  if (black !== undefined) conditions.push(named('g.black', black));
  if (player !== undefined) {
    const [first, second] = [named('g.white', player), named('g.black', player)];
    conditions.push(new Condition(`(${first.sql} OR ${second.sql})`, [...first.values, ...second.values]));
  }
  if (event !== undefined) conditions.push(contains('g.event', event.trim()));
  return conditions;
}

/** All words of a text, anywhere in a name. @throws {SearchError} where there are none */
function named(column: string, text: string): Condition {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) throw new SearchError('a part of a name is needed, such as "Carlsen"');
  return Condition.all(words.map((word) => contains(column, word)));
}

/** SQLite's LIKE minds neither the case nor anything else of ASCII; names with other letters are folded first. */
function contains(column: string, text: string): Condition {
  if (text === '') throw new SearchError('a part of a name is needed');
  const { plain, spelled } = spellingsOf(text);
  const like = `%${escapeLike(plain)}%`;
  const isLike = `LIKE ? ESCAPE '\\'`;
  const notAscii = `${column} GLOB '*[^ -~]*'`;
  if (spelled === null)
    return new Condition(`(${column} ${isLike} OR (${notAscii} AND fold_text(${column}) ${isLike}))`, [like, like]);
  const likeSpelled = `%${escapeLike(spelled)}%`;
  return new Condition(
    `(${column} ${isLike} OR ${column} ${isLike} OR (${notAscii} AND (fold_text(${column}) ${isLike} OR spell_text(${column}) ${isLike})))`,
    [like, likeSpelled, like, likeSpelled],
  );
}

/** What LIKE would read as "anything" means itself. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

function inEntries(entries: readonly number[]): Condition {
  return new Condition(`g.entry_id IN (${entries.join(', ')})`);
}

/** Rows of the entries that a text names. @param archive what it is held against of an archive, as SQL @param entry and of an entry */
function entriesOf(db: Database, text: string, archive: string, entry: string): number[] {
  const entries = 'SELECT e.id FROM entries e JOIN archives a ON a.id = e.archive_id WHERE';
  const exact = db.prepare<[string], number>(`${entries} ${archive} = ?`).pluck().all(text);
  if (exact.length > 0) return exact;
  const path = contains(archive, text);
  const name = contains(entry, text);
  return db
    .prepare<Value[], number>(`${entries} ${path.sql} OR ${name.sql}`)
    .pluck()
    .all(...path.values, ...name.values);
}
