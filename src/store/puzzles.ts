/**
 * The table `puzzles`: positions with tactics that are good to set before somebody, with their solutions, and those that are not.
 *
 * What a puzzle is stands in docs/puzzles.md, and `pipeline/puzzles.ts` finds out; here is which positions are still to be asked, and
 * what came of it. Rows hold for one engine: of another's, positions are asked again.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { GameTags } from '../pgn/game-tags.js';
import { makeUci, readRecords } from '../tactics/record.js';

/** Why a position is no puzzle, or that it is one. */
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

/** A position that may be a puzzle, as it stood in the first game that came through it. */
export interface PuzzleCandidate {
  positionId: number;
  gameId: number;
  ply: number;
  startFen: string | null;
  /** The game's moves before the position, u16 little-endian; the last one is the opponent's. */
  moves: Uint8Array;
  /** Its confirmed tactics, packed. */
  records: Uint8Array;
}

/** What came of a candidate. */
export interface PuzzleFinding {
  of: Pick<PuzzleCandidate, 'positionId' | 'gameId' | 'ply'>;
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

type PuzzleRow = Omit<Puzzle, 'mistake' | 'line' | 'mate' | 'records' | 'game'> & {
  mistake: number;
  line: Uint8Array;
  mate: 0 | 1;
  all: Uint8Array;
} & PuzzleGame;

/** A tactic that wins less is nobody's puzzle. */
export const LEAST_GAIN = 200;

/** The first game in the store that comes through a position. */
const FIRST_GAME = 'SELECT min(game_id) FROM occurrences f WHERE f.position_id = p.id';

const CANDIDATES = `FROM positions p
  WHERE p.id > ? AND p.engine_id = ?
  AND EXISTS (SELECT 1 FROM tactics t WHERE t.position_id = p.id AND (t.gain >= ${LEAST_GAIN} OR t.mate = 1))
  AND EXISTS (SELECT 1 FROM occurrences o WHERE o.position_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM puzzles z WHERE z.position_id = p.id AND z.engine_id = p.engine_id)`;

export class Puzzles {
  readonly #count: Statement<[number, number], number>;
  readonly #next: Statement<[number, number, number], PuzzleCandidate>;
  readonly #put: Statement;
  readonly #list: Statement<[number], PuzzleRow>;
  readonly #verdicts: Statement<[number], [string, number]>;

  constructor(db: Database) {
    this.#count = db.prepare<[number, number], number>(`SELECT count(*) ${CANDIDATES}`).pluck();
    this.#next = db.prepare(
      `SELECT c.id AS positionId, g.id AS gameId, c.ply, g.start_fen AS startFen,
         substr(g.moves, 1, 2 * (c.ply - 1)) AS moves, c.records
       FROM (SELECT p.id, p.records, (${FIRST_GAME}) AS game_id,
               (SELECT min(ply) FROM occurrences s WHERE s.position_id = p.id AND s.game_id = (${FIRST_GAME})) AS ply
             ${CANDIDATES} ORDER BY p.id LIMIT ?) c
       JOIN games g ON g.id = c.game_id ORDER BY c.id`,
    );
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO puzzles
         (position_id, engine_id, game_id, ply, verdict, identity, fen_before, mistake, fen, line, gain, mate, margin)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#list = db.prepare(
      `SELECT z.identity AS id, z.fen_before AS before, z.mistake, z.fen, z.line, z.gain, z.mate, z.margin, z.ply,
         p.records AS "all", lower(hex(g.digest)) AS digest, g.white, g.black, g.event, g.site, g.date, g.round, g.result, g.eco,
         g.time_control AS timeControl, g.white_elo AS whiteElo, g.black_elo AS blackElo, g.plies,
         a.path AS archive, e.name AS entry, g.byte_offset AS offset
       FROM puzzles z
       JOIN positions p ON p.id = z.position_id AND p.engine_id = z.engine_id
       JOIN games g ON g.id = z.game_id
       JOIN entries e ON e.id = g.entry_id
       JOIN archives a ON a.id = e.archive_id
       WHERE z.identity IS NOT NULL AND z.engine_id = ?
       ORDER BY z.identity, z.game_id, z.ply`,
    );
    this.#verdicts = db
      .prepare<[number], [string, number]>(
        'SELECT verdict, count(*) FROM puzzles WHERE engine_id = ? GROUP BY verdict ORDER BY verdict',
      )
      .raw();
  }

  /** How many positions are still to be asked. */
  countCandidates(engineId: number): number {
    return this.#count.get(0, engineId) ?? 0;
  }

  /** The next positions to be asked, by row id, at most `limit`. @param after the row id to begin behind */
  nextCandidates(engineId: number, after: number, limit: number): PuzzleCandidate[] {
    return this.#next.all(after, engineId, limit);
  }

  put(engineId: number, { of, verdict, solution: found }: PuzzleFinding): void {
    const { positionId, gameId, ply } = of;
    const columns =
      found === undefined
        ? Array.from({ length: 8 }, () => null)
        : [found.id, found.before, found.mistake, found.fen, found.line, found.gain, found.mate ? 1 : 0, found.margin];
    this.#put.run(positionId, engineId, gameId, ply, verdict, ...columns);
  }

  /** The engine's puzzles in the order of their ids: of equal ones, mirrored or transposed, the one that arose first. */
  *list(engineId: number): Generator<Puzzle> {
    let last = '';
    for (const row of this.#list.iterate(engineId)) {
      if (row.id === last) continue;
      last = row.id;
      yield puzzleOf(row);
    }
  }

  /** Positions that were asked, by what came of it. */
  verdicts(engineId: number): Map<string, number> {
    return new Map(this.#verdicts.all(engineId));
  }
}

/** Field by field: millions of rows come through here, and taking a row apart by rest and spread costs as much as reading it. */
function puzzleOf(row: PuzzleRow): Puzzle {
  const { line } = row;
  const moves = Array.from({ length: line.length / 2 }, (_, index) => line[2 * index]! | (line[2 * index + 1]! << 8));
  return {
    id: row.id,
    before: row.before,
    mistake: makeUci(row.mistake),
    fen: row.fen,
    line: moves.map(makeUci),
    gain: row.gain,
    mate: row.mate === 1,
    margin: row.margin,
    ply: row.ply,
    records: startingWith(row.all, moves[0] ?? 0),
    game: {
      digest: row.digest,
      white: row.white,
      black: row.black,
      event: row.event,
      site: row.site,
      date: row.date,
      round: row.round,
      result: row.result,
      eco: row.eco,
      timeControl: row.timeControl,
      whiteElo: row.whiteElo,
      blackElo: row.blackElo,
      plies: row.plies,
      archive: row.archive,
      entry: row.entry,
      offset: row.offset,
    },
  };
}

/** Of packed tactics, those that a move starts. */
export function startingWith(records: Uint8Array, move: number): Uint8Array {
  const bytes = new Uint8Array(records.buffer, records.byteOffset, records.length);
  const kept = [...readRecords(bytes)].filter(({ trigger }) => trigger === move);
  return Buffer.concat(kept.map(({ start, end }) => bytes.subarray(start, end)));
}
