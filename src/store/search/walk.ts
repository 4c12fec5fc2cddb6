/**
 * From a wish to the places of its tactics, in order, one at a time.
 *
 * SQLite guesses badly which of the four tables to begin with, so that is decided here, from counts that cost milliseconds, and written
 * with CROSS JOIN, which SQLite takes at its word:
 *
 *  - few games meet the wish (a player, an archive): their tactics are looked up game by game, and sorted where need be;
 *  - few tactics do (smothered mates): the same from the index of tactics;
 *  - else the index that has the order is followed until enough is found, which is soon, for much meets the wish.
 */
import type { Database, Statement } from 'better-sqlite3';
import {
  Condition,
  gameConditions,
  jointConditions,
  patternCodes,
  tacticConditions,
  wanted,
  type Value,
} from './conditions.js';
import { COMPARE, orderedDate, type Place } from './order.js';
import type { Order, Wish } from './wish.js';
import { yearsOf, type Year } from './years.js';

/** Games, or tactics, that are few enough to look at each of them: some 50 ms. */
const FEW = 5_000;

/** As SQLite hands a place out: in the order of `PLACE`. */
type Row = [
  mate: number,
  gain: number,
  position: number,
  ordinal: number,
  game: number,
  ply: number,
  date: string | null,
];

const PLACE = 't.mate, t.gain, t.position_id, t.ordinal, o.game_id, o.ply';
const BY_POSITION = 'CROSS JOIN occurrences o INDEXED BY occurrences_by_position ON o.position_id = t.position_id';
/** From a game (`g`) to its places (`o`) and tactics (`t`). */
export const OF_GAME =
  'CROSS JOIN occurrences o ON o.game_id = g.id CROSS JOIN tactics t ON t.position_id = o.position_id';
const ITS_GAME = 'CROSS JOIN games g ON g.id = o.game_id';

/** A statement with its values. */
interface Asked {
  statement: Statement<Value[], Row>;
  values: Value[];
}

interface KnownGame {
  id: number;
  date: string;
}

/** The conditions of a wish, settled once a search. */
export class Plan {
  readonly tactic: Condition;
  readonly joint: Condition;
  readonly game: Condition;
  /** Whether anything is asked of the game. */
  readonly asksGame: boolean;
  /** Whether anything but the pattern and its worth is asked, so that the index of tactics does not tell how many there are. */
  readonly #asksMore: boolean;

  constructor(
    readonly db: Database,
    readonly wish: Wish,
    /** Up to which number games and tactics are few. */
    readonly few: number = FEW,
  ) {
    const games = gameConditions(db, wish);
    const joint = jointConditions(wish);
    this.tactic = Condition.all(tacticConditions(wish));
    this.joint = Condition.all(joint);
    this.game = Condition.all(games);
    this.asksGame = games.length > 0;
    this.#asksMore = this.asksGame || joint.length > 0;
  }

  prepare(sql: string, values: readonly Value[]): Asked {
    return { statement: this.db.prepare<Value[], Row>(sql).raw(), values: [...values] };
  }

  /** The games of the wish, where they are few; undefined where nothing is asked of them, or they are many. */
  fewGames(): KnownGame[] | undefined {
    if (!this.asksGame) return undefined;
    // the index holds all that is asked: some 70 bytes a game, where the games themselves have ten times as much
    const source = this.wish.game === undefined ? 'games g INDEXED BY games_by_facts' : 'games g';
    const sql = `SELECT g.id, g.date FROM ${source} WHERE in_time(g.id) AND ${this.game.sql} LIMIT ${this.few + 1}`;
    const rows = this.db
      .prepare<Value[], [number, string | null]>(sql)
      .raw()
      .all(...this.game.values);
    return rows.length > this.few ? undefined : rows.map(([id, date]) => ({ id, date: orderedDate(date) }));
  }

  /** Whether the tactics of the wish are few, whatever their games. */
  fewTactics(): boolean {
    let left = this.few;
    for (const leg of [...this.#worths('mate'), ...this.#worths('gain')]) {
      const sql = `SELECT count(*) FROM (SELECT 1 FROM ${leg.source} WHERE ${leg.where.sql} LIMIT ${left + 1})`;
      left -= Number(
        this.db
          .prepare<Value[]>(sql)
          .pluck()
          .get(...leg.where.values),
      );
      if (left < 0) return false;
    }
    return true;
  }

  /** The parts of the index of tactics that hold what is wanted: one for each pattern. */
  #worths(kind: 'mate' | 'gain', after?: Place): { source: string; where: Condition }[] {
    const { mates, gains } = wanted(this.wish);
    if (!(kind === 'mate' ? mates : gains)) return [];
    const { minGain, maxGain } = this.wish;
    return patternCodes(this.wish).map((code) => {
      const conditions = [new Condition('t.pattern = ?', [code])];
      if (kind === 'mate') {
        conditions.push(new Condition('t.mate = 1'));
        if (after)
          conditions.push(new Condition('(t.position_id, t.ordinal) <= (?, ?)', [after.position, after.ordinal]));
        return { source: 'tactics t INDEXED BY tactics_by_pattern_mate', where: Condition.all(conditions) };
      }
      // not `mate = 0`: SQLite follows the order of the index through the column only where it is not fixed
      conditions.push(new Condition('t.mate < 1'));
      if (minGain !== undefined) conditions.push(new Condition('t.gain >= ?', [minGain]));
      if (after) {
        const from = [after.gain, 0, after.position, after.ordinal];
        conditions.push(new Condition('(t.gain, t.mate, t.position_id, t.ordinal) <= (?, ?, ?, ?)', from));
      } else if (maxGain !== undefined) conditions.push(new Condition('t.gain <= ?', [maxGain]));
      return { source: 'tactics t INDEXED BY tactics_by_pattern_gain', where: Condition.all(conditions) };
    });
  }

  /** What follows FROM, and its values, for each part of the index of tactics. @param withGame whether games (`g`) are needed */
  fromTactics(kind: 'mate' | 'gain', after?: Place, withGame = this.#asksMore): { sql: string; values: Value[] }[] {
    const game = withGame ? ITS_GAME : '';
    return this.#worths(kind, after).map(({ source, where }) => {
      const rest = Condition.all([where, this.tactic, this.game, this.joint]);
      return {
        sql: `${source} ${BY_POSITION} ${game} WHERE in_time(t.ordinal) AND ${rest.sql}`,
        values: [...rest.values],
      };
    });
  }

  /** The tactics of one game, by its id. */
  ofGame(): Asked {
    const rest = Condition.all([this.tactic, this.joint]);
    const sql = `SELECT ${PLACE}, NULL FROM games g ${OF_GAME} WHERE g.id = ? AND ${rest.sql} ORDER BY o.ply, t.ordinal`;
    return this.prepare(sql, rest.values);
  }

  /** Whether a tactic stands at a place: of the game's digest, the ply and the tactic's first move. */
  ofPlace(): { statement: Statement<(Value | Uint8Array)[], 1>; values: Value[] } {
    const rest = Condition.all([this.game, this.tactic, this.joint]);
    const sql = `SELECT 1 FROM games g ${OF_GAME} WHERE g.digest = ? AND o.ply = ? AND t.trigger_move = ? AND ${rest.sql} LIMIT 1`;
    return { statement: this.db.prepare<(Value | Uint8Array)[], 1>(sql).pluck(), values: [...rest.values] };
  }

  /** The index of tactics in the order by gain, mates or gains, one list for each pattern. */
  byGain(kind: 'mate' | 'gain', after?: Place): Asked[] {
    const gain = kind === 'mate' ? '' : 't.gain DESC, t.mate DESC,';
    return this.fromTactics(kind, after).map(({ sql, values }) => {
      const order = `${gain} t.position_id DESC, t.ordinal DESC, o.game_id DESC, o.ply DESC`;
      return this.prepare(`SELECT ${PLACE}, NULL FROM ${sql} ORDER BY ${order}`, values);
    });
  }

  /** All tactics of few, in no order. @param dated whether the dates of their games are needed */
  unordered(dated: boolean): Asked[] {
    return [...this.fromTactics('mate'), ...this.fromTactics('gain')].map(({ sql, values }) => {
      const date = dated ? '(SELECT date FROM games WHERE id = o.game_id)' : 'NULL';
      return this.prepare(`SELECT ${PLACE}, ${date} FROM ${sql}`, values);
    });
  }

  /** Games as they were stored. */
  byGame(after?: Place): Asked {
    const rest = Condition.all([this.game, this.tactic, this.joint]);
    const values = after ? [after.game] : [0];
    if (!this.#asksMore) {
      const sql = `SELECT ${PLACE}, NULL FROM occurrences o CROSS JOIN tactics t ON t.position_id = o.position_id
        WHERE in_time(o.ply) AND o.game_id >= ? AND ${rest.sql} ORDER BY o.game_id, o.ply, t.ordinal`;
      return this.prepare(sql, [...values, ...rest.values]);
    }
    const sql = `SELECT ${PLACE}, NULL FROM games g ${OF_GAME} WHERE in_time(g.id) AND g.id >= ? AND ${rest.sql}
      ORDER BY g.id, o.ply, t.ordinal`;
    return this.prepare(sql, [...values, ...rest.values]);
  }

  /** Games of a year in which the index has the order of days, the latest first. */
  byDate({ from, below }: Pick<Year, 'from' | 'below'>, after?: Place): Asked {
    const rest = Condition.all([this.game, this.tactic, this.joint]);
    const to = after
      ? new Condition('(g.date, g.id) <= (?, ?)', [after.date, after.game])
      : new Condition('g.date < ?', [below]);
    const sql = `SELECT ${PLACE}, g.date FROM games g INDEXED BY games_by_date ${OF_GAME}
      WHERE in_time(g.id) AND g.date >= ? AND ${to.sql} AND ${rest.sql} ORDER BY g.date DESC, g.id DESC, o.ply, t.ordinal`;
    return this.prepare(sql, [from, ...to.values, ...rest.values]);
  }

  /** Games with a date that is written in one way, the last one stored first. @param last up to this game */
  ofDate(date: string, last = Number.MAX_SAFE_INTEGER): Asked {
    const rest = Condition.all([this.game, this.tactic, this.joint]);
    const sql = `SELECT ${PLACE}, g.date FROM games g INDEXED BY games_by_date ${OF_GAME}
      WHERE in_time(g.id) AND g.date = ? AND g.id <= ? AND ${rest.sql} ORDER BY g.id DESC, o.ply, t.ordinal`;
    return this.prepare(sql, [date, last, ...rest.values]);
  }

  /** The others, the last one stored first. */
  undated(after?: Place): Asked {
    const rest = Condition.all([this.game, this.tactic, this.joint]);
    const some = (which: string): string => `SELECT id FROM games INDEXED BY games_by_date WHERE date ${which}`;
    // what begins with a digit, but with no year, from each beginning to the next one; what is shorter is all there is of it
    const begins = (below: string): string =>
      `SELECT substr(max(date), 1, 4) FROM games INDEXED BY games_by_date WHERE date >= '0' AND date < ${below}`;
    const odd = `WITH RECURSIVE b (text) AS (SELECT (${begins(`':'`)}) UNION ALL
        SELECT (${begins('b.text')}) FROM b WHERE in_time(text) AND text IS NOT NULL)
      SELECT o.id FROM b CROSS JOIN games o INDEXED BY games_by_date ON o.date BETWEEN b.text AND b.text || iif(length(b.text) = 4, char(1114111), '')
      WHERE b.text NOT GLOB '[0-9][0-9][0-9][0-9]' OR b.text = '0000'`;
    const all = [some('IS NULL'), some(`< '0'`), some(`>= ':'`), `SELECT id FROM (${odd})`];
    const sql = `SELECT ${PLACE}, NULL FROM (${all.join(' UNION ALL ')}) u
      CROSS JOIN games g ON g.id = u.id ${OF_GAME}
      WHERE in_time(u.id) AND u.id <= ? AND ${rest.sql} ORDER BY u.id DESC, o.ply, t.ordinal`;
    return this.prepare(sql, [after?.game ?? Number.MAX_SAFE_INTEGER, ...rest.values]);
  }
}

/** The places of a wish's tactics, in an order. @param after where to go on: places up to this one are passed over */
export function* walk(plan: Plan, order: Order, after?: Place): Generator<Place> {
  const games = plan.fewGames();
  const compare = COMPARE[order];
  const places =
    games !== undefined
      ? throughGames(plan, games, order, after)
      : order === 'gain'
        ? throughGains(plan, after)
        : plan.fewTactics()
          ? sorted(
              plan.unordered(order === 'date').flatMap((asked) => [...placesOf(asked)]),
              order,
            )
          : throughAll(plan, order, after);
  for (const place of places) if (after === undefined || compare(place, after) > 0) yield place;
}

function* throughGames(plan: Plan, games: KnownGame[], order: Order, after?: Place): Generator<Place> {
  const { statement, values } = plan.ofGame();
  const ofGame = function* ({ id, date }: KnownGame): Generator<Place> {
    for (const place of placesOf({ statement, values: [id, ...values] })) yield { ...place, date };
  };
  if (order === 'gain')
    return yield* sorted(
      games.flatMap((game) => [...ofGame(game)]),
      order,
    );
  const compare = COMPARE[order];
  const placed = games.map((game) => ({ game, place: { ...FIRST_OF_GAME, game: game.id, date: game.date } }));
  placed.sort((a, b) => compare(a.place, b.place));
  for (const { game, place } of placed) {
    const passed = after !== undefined && game.id !== after.game && compare(place, after) < 0;
    if (!passed) yield* ofGame(game);
  }
}

const FIRST_OF_GAME = { mate: 0, gain: 0, position: 0, ordinal: 0, ply: 0 };

function* throughGains(plan: Plan, after?: Place): Generator<Place> {
  if (after === undefined || after.mate === 1) yield* merged(plan.byGain('mate', after), 'gain');
  yield* merged(plan.byGain('gain', after?.mate === 1 ? undefined : after), 'gain');
}

function* throughAll(plan: Plan, order: Order, after?: Place): Generator<Place> {
  if (order === 'store') return yield* placesOf(plan.byGame(after));
  if (after?.date !== '') yield* throughDates(plan, after);
  yield* placesOf(plan.undated(after?.date === '' ? after : undefined));
}

function* throughDates(plan: Plan, after?: Place): Generator<Place> {
  for (const year of yearsOf(plan.db, after?.date)) {
    const within = after !== undefined && after.date >= year.from && after.date < year.below;
    if (year.days === null) yield* placesOf(plan.byDate(year, within ? after : undefined));
    for (const { date, written } of year.days ?? []) {
      if (within && date > after.date) continue;
      const last = after?.date === date ? after.game : undefined;
      yield* merged(
        written.map((way) => plan.ofDate(way, last)),
        'date',
      );
    }
  }
}

function sorted(places: Place[], order: Order): Place[] {
  return places.sort(COMPARE[order]);
}

/** Lists that are in order -> one that is. */
function* merged(lists: readonly Asked[], order: Order): Generator<Place> {
  const compare = COMPARE[order];
  const sources = lists.map(placesOf);
  try {
    const heads = sources.map(nextOf);
    for (;;) {
      let first = -1;
      let least: Place | undefined;
      heads.forEach((head, index) => {
        if (head === undefined || (least !== undefined && compare(head, least) >= 0)) return;
        [first, least] = [index, head];
      });
      const source = sources[first];
      if (least === undefined || source === undefined) return;
      yield least;
      heads[first] = nextOf(source);
    }
  } finally {
    for (const source of sources) source.return(undefined);
  }
}

function nextOf(places: Generator<Place, undefined>): Place | undefined {
  return places.next().value;
}

function* placesOf({ statement, values }: Asked): Generator<Place, undefined> {
  for (const [mate, gain, position, ordinal, game, ply, date] of statement.iterate(...values)) {
    yield { mate, gain, position, ordinal, game, ply, date: orderedDate(date) };
  }
  return undefined;
}
