/**
 * What a worker thread does with a task, given an engine.
 *
 * The engine is code that may have a fault, and games come from strangers: when it throws on a game, its memory can no longer be
 * trusted. So a new engine is made and the game tried once more; a second failure is the game's, and puts it in quarantine.
 */
import { given } from '../given.js';
import { gameDigest } from '../pgn/identity.js';
import type { RawGame } from '../pgn/splitter.js';
import { fenOf } from '../pgn/start.js';
import { readDate, yearFirst } from '../pgn/filter/dates.js';
import { compileFilter, filterFromText, type Tags } from '../pgn/filter/filter.js';
import { readTags } from '../pgn/tags.js';
import { Todo } from '../store/games.js';
import { TAG_COLUMNS } from '../store/rows.js';
import type { Engine } from '../tactics/engine.js';
import { InvalidFenError } from '../tactics/errors.js';
import { STANDARD_START } from '../tactics/game.js';
import { ALL_PLIES } from '../tactics/plies.js';
import { judgePuzzle } from '../tactics/puzzle.js';
import { answersToGames, answersToLines } from './answers.js';
import { gamesOf } from './batches.js';
import { engineFailure, storedGameFault, textFault } from './faults.js';
import { DIGEST_LENGTH, PacketWriter, type Fault } from './packet.js';
import { ThreadClock, type Spent } from './stages.js';
import type {
  BatchResult,
  BatchTask,
  IdentifyResult,
  IdentifyTask,
  PositionResult,
  PositionTask,
  RescanTask,
  ResultOf,
  SolveResult,
  SolveTask,
  Task,
  TaskTerms,
} from './tasks.js';

/** What a rescan leaves out, for the store has it. */
const NO_DIGEST = new Uint8Array(DIGEST_LENGTH);
const NO_TAGS = TAG_COLUMNS.map(() => null);

export class Performer {
  readonly #load: () => Promise<Engine>;
  readonly #packet = new PacketWriter();
  readonly #clock = new ThreadClock();
  #engine: Engine;
  /** The filter that `#test` was made for. */
  #filter = '';
  #test = compileFilter({});

  private constructor(load: () => Promise<Engine>, engine: Engine) {
    this.#load = load;
    this.#engine = engine;
  }

  /** @param load makes a fresh engine; called again after one has failed. */
  static async create(load: () => Promise<Engine>): Promise<Performer> {
    return new Performer(load, await load());
  }

  /** @throws {InvalidFenError} and whatever a failing engine throws on a position */
  async perform(task: Task): Promise<ResultOf<Task>> {
    if (task.kind === 'batch') return this.#batch(task);
    if (task.kind === 'identify') return this.#identify(task);
    if (task.kind === 'rescan') return this.#rescan(task);
    try {
      switch (task.kind) {
        case 'position':
          return this.#position(task);
        case 'solve':
          return this.#solve(task);
        case 'lines':
          return answersToLines(this.#engine, task);
        case 'games':
          return answersToGames(this.#engine, task);
      }
    } catch (error) {
      if (!(error instanceof InvalidFenError)) this.#engine = await this.#load();
      throw error;
    }
  }

  /** The same, with the time that it took. */
  timed(task: Task): Promise<{ result: ResultOf<Task>; spent: Spent }> {
    return this.#clock.task(() => this.perform(task));
  }

  #position({ fen, depth }: PositionTask): PositionResult {
    return { records: this.#engine.analyze(fen, depth) };
  }

  #solve({ positions }: SolveTask): SolveResult {
    return { judgements: this.#clock.engine(() => positions.map((position) => judgePuzzle(this.#engine, position))) };
  }

  async #identify(task: IdentifyTask): Promise<IdentifyResult> {
    const games = gamesOf(task);
    const digests = new Uint8Array(DIGEST_LENGTH * games.length);
    for (const [index, game] of games.entries()) {
      try {
        digests.set(this.#digest(game, task.filter), DIGEST_LENGTH * index);
      } catch {
        // the scan, which comes next, tries such a game again and says what is wrong with it
        this.#engine = await this.#load();
      }
    }
    return { digests };
  }

  /** Empty where the game has none. */
  #digest(game: RawGame, filter: string | undefined): Uint8Array {
    const none = new Uint8Array(0);
    if (game.fault !== undefined) return none;
    const { tags, movetext } = readTags(game.bytes);
    if (this.#unwanted(tags, filter) !== null) return none;
    const startFen = startOf(tags);
    const moves = this.#clock.game(() => this.#engine.mainLine(game.bytes.subarray(movetext), startFen));
    return moves instanceof Uint16Array ? gameDigest(tags, startFen, moves) : none;
  }

  async #batch(task: BatchTask): Promise<BatchResult> {
    for (const [index, game] of gamesOf(task).entries()) {
      const todo = task.todo?.[index] ?? Todo.Scan;
      if (todo === Todo.Nothing) {
        this.#packet.known();
        continue;
      }
      const terms = todo === Todo.Scan ? task : termsFor(todo, task);
      await this.#twice(
        () => this.#examine(game, terms, terms.depth !== task.depth),
        (error) => engineFailure(game, error),
      );
    }
    return this.#packet.finish();
  }

  async #rescan({ moves, bounds, startFens, depths, plies }: RescanTask): Promise<BatchResult> {
    // a copy begins at an even address, which a view of words needs
    const words = new Uint16Array(moves.slice().buffer);
    for (const [index, startFen] of startFens.entries()) {
      const game = words.subarray((bounds[index] ?? 0) / 2, (bounds[index + 1] ?? 0) / 2);
      const range = { from: plies[2 * index] ?? 1, to: plies[2 * index + 1] ?? 0 };
      await this.#twice(() => {
        const scan = this.#clock.engine(() => this.#engine.scanMoves(game, startFen, depths[index] ?? 'l1', range));
        this.#packet.scanned(NO_DIGEST, NO_TAGS, startFen, scan);
      }, storedGameFault);
    }
    return this.#packet.finish();
  }

  /**
   * Does what adds one outcome to the packet. An engine that fails on it is replaced, and the new one asked once more; then the game is
   * set aside.
   */
  async #twice(work: () => void, faultOf: (error: unknown) => Fault): Promise<void> {
    try {
      work();
    } catch {
      this.#engine = await this.#load();
      try {
        work();
      } catch (error) {
        this.#engine = await this.#load();
        this.#packet.quarantined(faultOf(error));
      }
    }
  }

  /** Why the game is left out, null where it is not. The test is made once for each filter, and a run has one. */
  #unwanted(tags: Tags, filter = ''): string | null {
    if (filter !== this.#filter) {
      this.#filter = filter;
      this.#test = compileFilter(filterFromText(filter));
    }
    return this.#test(tags);
  }

  /** Adds exactly one outcome to the packet, or throws having added none. */
  #examine(game: RawGame, terms: TaskTerms, deepened: boolean): void {
    const fault = this.#scan(game, terms, deepened);
    if (fault !== undefined) this.#packet.quarantined(fault);
  }

  /** Adds an outcome, unless the game is broken: then it says what is wrong. */
  #scan(game: RawGame, { depth, plies, filter }: TaskTerms, deepened: boolean): Fault | undefined {
    const { tags, movetext } = readTags(game.bytes);
    const reason = this.#unwanted(tags, filter);
    if (reason !== null) {
      this.#packet.filtered(reason);
      return undefined;
    }
    if (game.fault !== undefined) return textFault(game, { reason: game.fault });
    const startFen = startOf(tags);
    const bytes = game.bytes.subarray(movetext);
    const scan = this.#clock.game((decoded) => this.#engine.scanGame(bytes, startFen, depth, plies, decoded));
    if (!scan.ok) return textFault(game, scan);
    if (scan.moves.length === 0 && tags.size === 0) return textFault(game, { reason: 'no_moves_readable' });
    // blanks around a value hide it from whoever searches for it
    const columns = TAG_COLUMNS.map((name) => (name === 'Date' ? dateOf(tags) : tags.get(name))?.trim() ?? null);
    this.#packet.scanned(gameDigest(tags, startFen, scan.moves), columns, startFen, scan, deepened);
    return undefined;
  }
}

/** How a game is scanned of which the store knows what was not asked for. */
function termsFor(todo: number, { filter, ...asked }: TaskTerms): TaskTerms {
  const depth = (todo & Todo.Deep) !== 0 ? 'l2' : asked.depth;
  const plies = (todo & Todo.Whole) !== 0 ? ALL_PLIES : asked.plies;
  return { depth, ...given({ plies, filter }) };
}

/** The position that a game begins from, null for the standard one. */
function startOf(tags: Tags): string | null {
  const fen = fenOf(tags);
  return fen === STANDARD_START ? null : fen;
}

/** As the Date tag has it, but with the year first; UTCDate where that tells no year: in the first years of Lichess's archives games have no other. */
function dateOf(tags: Tags): string | undefined {
  const [date, utc] = [yearFirst(tags.get('Date')), yearFirst(tags.get('UTCDate'))];
  return readDate(date) === null && readDate(utc) !== null ? utc : date;
}
