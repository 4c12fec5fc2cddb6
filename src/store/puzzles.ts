/**
 * The table `puzzles`: positions with tactics that are good to set before somebody, with their solutions, and those that are not.
 *
 * What a puzzle is stands in docs/puzzles.md, and `pipeline/puzzles.ts` finds out; here is which positions are still to be asked, and
 * what came of it. Rows hold for one engine: of another's, positions are asked again. Where it was the way to the position that made it
 * none, the row names the last game that was asked, and games behind that one may still make it a puzzle: so the order in which archives
 * come decides whose puzzle it is, and not whether it is one.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { GameTags } from '../pgn/game-tags.js';
import { OF_THE_WAY, type WayVerdict } from '../tactics/puzzle.js';
import { makeUci, readRecords } from '../tactics/record.js';

/** The verdict of a position that is a puzzle; of all others it is the reason why they are none. */
export const PUZZLE = 'puzzle';

/** The game in which a puzzle arose. */
export interface PuzzleGame extends GameTags {
  /** Hex, equal for the same game anywhere. */
  digest: string;
  plies: number;
  archive: string;
  entry: string;
  /** Where the game begins, in the entry's bytes. */
  offset: number;
}

export interface Puzzle {
  /** 11 characters of 0-9A-Za-z; the same for the same position, transposed or mirrored. */
  id: string;
  /** Full FEN before the opponent's mistake. */
  before: string;
  /** The mistake, in UCI. */
  mistake: string;
  /** Full FEN of the position to solve. */
  fen: string;
  /** UCI, the solver's move first, an odd number of plies: it ends when the gain is in hand, or with mate. */
  line: string[];
  /** Centipawns of material that the line wins. */
  gain: number;
  mate: boolean;
  /** Centipawns by which the second-best first move is worse, by our own tree: 200 to 2,000; 2,000 where only the solution mates. */
  margin: number;
  /** 1-based ply of the solver's first move in the game. */
  ply: number;
  /** The position's confirmed tactics that begin with the solution's first move, packed, in published order; at least one. */
  records: Uint8Array;
  game: PuzzleGame;
}

/** How a game came to a position. */
export interface GameWay {
  gameId: number;
  /** 1-based: the position stands before this ply. */
  ply: number;
  startFen: string | null;
  /** The game's moves before the position, u16 little-endian; the last one is the opponent's. */
  moves: Uint8Array;
}

/** A position that may be a puzzle, and ways to it that were not asked yet, in the order of the games. */
export interface PuzzleCandidate {
  positionId: number;
  /** At least one. */
  ways: GameWay[];
  /** Where games before came to it and made no puzzle: such ways, not all of them, and the answer. */
  asked: { ways: GameWay[]; verdict: WayVerdict } | null;
  /** The last game through it that these ways speak for. */
  last: Pick<GameWay, 'gameId' | 'ply'>;
  /** Its confirmed tactics, packed. */
  records: Uint8Array;
}

/** What came of a candidate. */
export interface PuzzleFinding {
  candidate: Pick<PuzzleCandidate, 'positionId' | 'records'>;
  /** Of a puzzle, the way that makes it one; else the last that was asked. */
  of: Pick<GameWay, 'gameId' | 'ply'>;
  /** `PUZZLE`, or why it is none. */
  verdict: string;
  /** Of a puzzle. */
  solution?: {
    id: string;
    before: string;
    /** Packed, as the moves of `line`, u16 little-endian. */
    mistake: number;
    fen: string;
    line: Uint8Array;
    gain: number;
    mate: boolean;
    margin: number;
  };
}

export interface PuzzleCount {
  puzzles: number;
  /** False where there may be more: the time was up. */
  all: boolean;
}

/** The columns of `#list`, in their order. As objects, of which there may be millions, they cost SQLite's binding half as much again. */
type PuzzleRow = [
  id: string,
  before: string,
  mistake: number,
  fen: string,
  line: Uint8Array,
  gain: number,
  mate: 0 | 1,
  margin: number,
  ply: number,
  all: Uint8Array,
  digest: string,
  white: string | null,
  black: string | null,
  event: string | null,
  site: string | null,
  date: string | null,
  round: string | null,
  result: string | null,
  eco: string | null,
  timeControl: string | null,
  whiteElo: number | null,
  blackElo: number | null,
  plies: number,
  archive: string,
  entry: string,
  offset: number,
];

/** A tactic that wins less is nobody's puzzle. */
const LEAST_GAIN = 200;

/** Looks into indexes alone, and of positions with an answer that stands into one: nothing is counted or sorted, however many games come by. */
const CANDIDATES = `FROM positions p LEFT JOIN puzzles z ON z.position_id = p.id AND z.engine_id = p.engine_id
  WHERE p.id > ? AND p.engine_id = ?
  AND CASE WHEN z.position_id IS NULL THEN
      EXISTS (SELECT 1 FROM tactics t WHERE t.position_id = p.id AND (t.gain >= ${LEAST_GAIN} OR t.mate = 1))
      AND EXISTS (SELECT 1 FROM occurrences o WHERE o.position_id = p.id)
    WHEN z.verdict IN (${OF_THE_WAY.map((verdict) => `'${verdict}'`).join(', ')}) THEN
      EXISTS (SELECT 1 FROM occurrences o WHERE o.position_id = p.id AND (o.game_id, o.ply) > (z.game_id, z.ply))
    ELSE 0 END`;

const WAY = 'g.id AS gameId, g.start_fen AS startFen, substr(g.moves, 1, 2 * (o.ply - 1)) AS moves, o.ply';

interface CandidateRow {
  positionId: number;
  records: Uint8Array;
  /** Of the row that says why it is none so far; null where there is none. */
  gameId: number | null;
  ply: number | null;
  verdict: WayVerdict | null;
}

export class Puzzles {
  readonly #count: Statement<[number, number], number>;
  readonly #next: Statement<[number, number, number], CandidateRow>;
  readonly #way: Statement<[number, number], GameWay>;
  readonly #ways: Statement<[number, number, number], GameWay>;
  readonly #put: Statement;
  readonly #list: Statement<[number], PuzzleRow>;
  readonly #verdicts: Statement<[number], [string, number]>;
  readonly #engines: Statement<[], number>;

  constructor(db: Database) {
    this.#count = db.prepare<[number, number], number>(`SELECT count(*) ${CANDIDATES}`).pluck();
    this.#next = db.prepare(
      `SELECT p.id AS positionId, p.records, z.game_id AS gameId, z.ply, z.verdict ${CANDIDATES} ORDER BY p.id LIMIT ?`,
    );
    this.#way = db.prepare(`SELECT ${WAY} FROM (SELECT ? AS ply) o JOIN games g ON g.id = ?`);
    this.#ways = db.prepare(
      `SELECT ${WAY} FROM occurrences o CROSS JOIN games g ON g.id = o.game_id
       WHERE o.position_id = ? AND (o.game_id, o.ply) > (?, ?) ORDER BY o.game_id, o.ply`,
    );
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO puzzles
         (position_id, engine_id, game_id, ply, verdict, identity, fen_before, mistake, fen, line, gain, mate, margin)
       SELECT p.id, p.engine_id, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM positions p
       WHERE p.id = ? AND p.engine_id = ? AND p.records = ?`,
    );
    this.#list = db
      .prepare<[number], PuzzleRow>(
        `SELECT z.identity, z.fen_before, z.mistake, z.fen, z.line, z.gain, z.mate, z.margin, z.ply, p.records, lower(hex(g.digest)),
           g.white, g.black, g.event, g.site, g.date, g.round, g.result, g.eco, g.time_control, g.white_elo, g.black_elo, g.plies,
           a.path, e.name, g.byte_offset
         FROM puzzles z
         JOIN positions p ON p.id = z.position_id AND p.engine_id = z.engine_id
         JOIN games g ON g.id = z.game_id
         JOIN entries e ON e.id = g.entry_id
         JOIN archives a ON a.id = e.archive_id
         WHERE z.identity IS NOT NULL AND z.engine_id = ?
         ORDER BY z.identity, z.game_id, z.ply`,
      )
      .raw();
    this.#verdicts = db
      .prepare<[number], [string, number]>(
        'SELECT verdict, count(*) FROM puzzles WHERE engine_id = ? GROUP BY verdict ORDER BY verdict',
      )
      .raw();
    // of whatever engine, so that the clock is looked at, though none is the one that is asked for
    this.#engines = db
      .prepare<[], number>('SELECT engine_id FROM puzzles INDEXED BY puzzles_by_identity WHERE identity IS NOT NULL')
      .pluck();
  }

  /** How many positions are still to be asked. */
  countCandidates(engineId: number): number {
    return this.#count.get(0, engineId) ?? 0;
  }

  /** The next positions to be asked, by row id, at most `limit`, each with one way. @param after the row id to begin behind */
  nextCandidates(engineId: number, after: number, limit: number): PuzzleCandidate[] {
    return this.#next.all(after, engineId, limit).flatMap(({ positionId, records, gameId, ply, verdict }) => {
      const way = this.#ways.get(positionId, gameId ?? 0, ply ?? 0);
      if (way === undefined) return [];
      const before = gameId === null || ply === null ? undefined : this.#way.get(ply, gameId);
      const asked = before === undefined || verdict === null ? null : { ways: [before], verdict };
      return [{ positionId, ways: [way], asked, last: { gameId: way.gameId, ply: way.ply }, records }];
    });
  }

  /**
   * All other ways to a candidate, moves that are the same throughout once: these are most, where a position is reached often.
   * @param verdict what came of the ways that the candidate has
   * @returns null where no other game comes through it
   */
  furtherWays({ positionId, records, ...so }: PuzzleCandidate, verdict: WayVerdict): PuzzleCandidate | null {
    const asked = [...(so.asked?.ways ?? []), ...so.ways];
    const seen = new Set(asked.map(movesOf));
    const ways: GameWay[] = [];
    let { last } = so;
    for (const way of this.#ways.iterate(positionId, last.gameId, last.ply)) {
      last = { gameId: way.gameId, ply: way.ply };
      if (seen.size < seen.add(movesOf(way)).size) ways.push(way);
    }
    return last === so.last ? null : { positionId, ways, asked: { ways: asked, verdict }, last, records };
  }

  /** Nothing is kept where the position's tactics are no longer those that were asked about: it is to be asked again then. */
  put(engineId: number, { candidate, of: { gameId, ply }, verdict, solution: found }: PuzzleFinding): void {
    const { positionId, records } = candidate;
    const columns =
      found === undefined
        ? Array.from({ length: 8 }, () => null)
        : [found.id, found.before, found.mistake, found.fen, found.line, found.gain, found.mate ? 1 : 0, found.margin];
    this.#put.run(gameId, ply, verdict, ...columns, positionId, engineId, records);
  }

  /** The engine's puzzles in the order of their ids: of equal ones, mirrored or transposed, the one that arose first. */
  *list(engineId: number): Generator<Puzzle> {
    let last = '';
    for (const row of this.#list.iterate(engineId)) {
      const [id] = row;
      if (id === last) continue;
      last = id;
      yield puzzleOf(row);
    }
  }

  /**
   * How many positions are puzzles, those that are equal each for itself.
   * @param ms after which the count ends with what it has come to
   */
  count(engineId: number, ms: number): PuzzleCount {
    const until = performance.now() + ms;
    let [puzzles, rows] = [0, 0];
    for (const by of this.#engines.iterate()) {
      if (by === engineId) puzzles++;
      if (++rows % 1000 === 0 && performance.now() > until) return { puzzles, all: false };
    }
    return { puzzles, all: true };
  }

  /** Positions that were asked, by what came of it. */
  verdicts(engineId: number): Map<string, number> {
    return new Map(this.#verdicts.all(engineId));
  }
}

/** Equal where two games have the same moves before the position. */
function movesOf({ startFen, moves }: GameWay): string {
  return `${startFen ?? ''} ${Buffer.from(moves).toString('latin1')}`;
}

// prettier-ignore
function puzzleOf([
  id, before, mistake, fen, line, gain, mate, margin, ply, all,
  digest, white, black, event, site, date, round, result, eco, timeControl, whiteElo, blackElo, plies, archive, entry, offset,
]: PuzzleRow): Puzzle {
  const moves: number[] = [];
  for (let at = 0; at < line.length; at += 2) moves.push(line[at]! | (line[at + 1]! << 8));
  return {
    id,
    before,
    mistake: makeUci(mistake),
    fen,
    line: moves.map(makeUci),
    gain,
    mate: mate === 1,
    margin,
    ply,
    records: startingWith(all, moves[0] ?? 0),
    // prettier-ignore
    game: {
      digest, white, black, event, site, date, round, result, eco, timeControl, whiteElo, blackElo, plies, archive, entry, offset,
    },
  };
}

/** Of packed tactics, those that a move starts. */
export function startingWith(records: Uint8Array, move: number): Uint8Array {
  const bytes = new Uint8Array(records.buffer, records.byteOffset, records.length);
  const kept = [...readRecords(bytes)].filter(({ trigger }) => trigger === move);
  return Buffer.concat(kept.map(({ start, end }) => bytes.subarray(start, end)));
}
