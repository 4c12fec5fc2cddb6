/**
 * A stored tactic as people and programs read it: the published object, and beside it where it stood, what it is called in SAN, and what became
 * of it.
 *
 * The store knows positions without their counters; here the game is played through, so that every FEN has all six fields and opens anywhere.
 */
import { tagPairs } from '../pgn/game-tags.js';
import { makeGame } from '../pgn/writer.js';
import type { Found, FoundGame, Outcome } from '../store/search/wish.js';
import type { Engine } from '../tactics/engine.js';
import { withExtras } from '../tactics/extras.js';
import { STANDARD_START } from '../tactics/game.js';
import { makeTactic, makeUci, readRecords } from '../tactics/record.js';
import type { Tactic } from '../tactics/types.js';
import { moveNumber } from './words.js';

export interface GameFacts {
  /** Equal for the same game in any database. */
  digest: string;
  white: string | null;
  black: string | null;
  white_elo: number | null;
  black_elo: number | null;
  event: string | null;
  site: string | null;
  date: string | null;
  round: string | null;
  result: string | null;
  eco: string | null;
  time_control: string | null;
  /** Where it was read: archive, entry in it, and the byte at which it begins there. */
  archive: string;
  entry: string;
  offset: number;
}

/** Field names as in the published interface; `trigger_san` and `sequence_san` are always there. */
export interface Finding extends Tactic {
  /** 1-based half-move: `fen` is the position before it. */
  ply: number;
  /** `23.` or `23...`. */
  move_number: string;
  /** Whether the game went on with it. */
  outcome: Outcome;
  /** What was played instead, or as well, in SAN; null where the game ended there. */
  move_played: string | null;
  engine_signature: string;
  game: GameFacts;
}

/** A game played through. */
interface Replay {
  of: FoundGame;
  /** Before each ply, and at the end. */
  fens: string[];
  san: string[];
}

const encoder = new TextEncoder();

/** Reads what a search has found. One engine, so one thread; remembers the last game, for tactics come game by game. */
export class Findings {
  readonly #engine: Engine;
  #last: Replay | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** @throws {Error} naming the game, where it or the tactic cannot be played: a database that something else has written to */
  read(found: Found): Finding {
    try {
      return this.#read(found);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      throw new Error(
        `game ${found.game.digest} cannot be shown at ply ${found.ply} (${what}): the database is damaged; restore a backup, or scan the archives again into another one`,
        { cause: error },
      );
    }
  }

  #read({ ply, record, outcome, signature, game }: Found): Finding {
    const { fens, san } = this.#replay(game);
    const fen = fens[ply - 1];
    const [packed] = readRecords(record);
    if (fen === undefined || packed === undefined) throw new Error('there is no such ply');
    const [tactic] = withExtras(this.#engine, [makeTactic(record, packed, fen, true)]);
    if (tactic === undefined) throw new Error('there is no tactic');
    return {
      ...tactic,
      ply,
      move_number: moveNumber(fen),
      outcome,
      move_played: san[ply - 1] ?? null,
      engine_signature: signature,
      game: factsOf(game),
    };
  }

  /** The game as PGN: its tags and moves, without the comments of its archive. */
  pgn(game: FoundGame): string {
    const tags = [...tagPairs(game, resultOf(game)), ['FEN', game.startFen] as const];
    const known = tags.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, String(value)]]));
    return makeGame(known, this.#replay(game).san);
  }

  #replay(game: FoundGame): Replay {
    if (this.#last?.of.digest === game.digest) return this.#last;
    const start = game.startFen ?? STANDARD_START;
    const moves = Array.from({ length: game.moves.length / 2 }, (_, index) =>
      makeUci((game.moves[2 * index] ?? 0) | ((game.moves[2 * index + 1] ?? 0) << 8)),
    );
    const san = this.#engine.sanLine(start, moves);
    const replay = this.#engine.replay(encoder.encode(san.join(' ')), game.startFen);
    if (!replay.ok) throw new Error(`game ${game.digest}: its moves cannot be read again (${replay.reason})`);
    this.#last = { of: game, fens: replay.fens, san };
    return this.#last;
  }
}

function factsOf(game: FoundGame): GameFacts {
  const { digest, white, black, event, site, date, round, result, eco, archive, entry, offset } = game;
  return {
    digest,
    white,
    black,
    white_elo: game.whiteElo,
    black_elo: game.blackElo,
    event,
    site,
    date,
    round,
    result,
    eco,
    time_control: game.timeControl,
    archive,
    entry,
    offset,
  };
}

/** The four that PGN knows. */
function resultOf({ result }: FoundGame): string {
  return result !== null && ['1-0', '0-1', '1/2-1/2'].includes(result) ? result : '*';
}
